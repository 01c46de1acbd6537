import type { Answer, AskButton, AskMenu, Part } from '../../core/command/answer.ts';
import { type Context, placeText } from '../../core/command/context.ts';
import type { RawArgs } from '../../core/command/params.ts';
import { present } from '../../core/defined.ts';
import { momentNear } from '../../core/text/instant-text.ts';
import { listText, portWords } from '../../core/text/joined.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import { accessMsg } from '../shared/access/access-messages.ts';
import { closesInText } from '../shared/access/closing-text.ts';
import { pageButtons, pageFrom, pageNote, pastEnd } from '../shared/answer/paging.ts';
import { addressMsg } from '../shared/exposure/address-messages.ts';
import {
  addressText,
  expectationText,
  noWayText,
  oddityText,
  openerText,
  remarkTexts,
  requestValue,
} from '../shared/exposure/address-text.ts';
import { type ExposureRow, isToLookAt } from '../shared/exposure/exposure-rows.ts';
import { sharedMsg } from '../shared/operation-messages.ts';
import { acceptMsg } from './accept-messages.ts';
import { exposedMsg } from './exposure-report-messages.ts';
import type { AddressChange, ExposureFacts, Unlisted } from './gather-exposure.ts';

/** `maxLookedAt` rows and `maxChanges` changes fit on one and a half phone screens. */
const maxLookedAt = 4;
const maxChanges = 4;
/** Maximum number of changes after a press on the button that shows all of them. */
const maxAllChanges = 20;
const pageSize = 10;

interface Again {
  readonly operation: string;
  readonly given: RawArgs;
}

/** @param all whether to list all changes, as far as they fit into a message */
export function exposureSummary(facts: ExposureFacts, again: Again, now: number, all = false): Answer {
  const { rows, scope, since } = facts;
  const toLookAt = rows.filter(isToLookAt);
  const shown = toLookAt.slice(0, maxLookedAt);
  const title = exposedMsg.title({ scope: scope.title });
  const counted = rows.length === 0 ? noneText(again) : countsText(rows);
  const left = toLookAt.length - shown.length;
  const isCalm = since?.changes.length === 0 && toLookAt.length === 0 && facts.unread.length === 0;
  const buttonsWith = (more: AskButton | false = false) =>
    rows.length === 0 && !more
      ? []
      : present([more, reviewButton(rows, again), showAllButton(again), searchButton(again), csvButton(again)]);
  if (isCalm) {
    const calm = join([sinceText(since.at, 0), counted]);
    return { title, parts: [line(calm), { part: 'buttons', buttons: buttonsWith() }] };
  }
  // An opened address that has its own row isn't listed as a change too.
  const fresh = new Set(since?.changes.filter(isOpenedAround).map(({ record }) => record.key));
  const below = shown.filter(({ exposed }) => fresh.has(exposed.key));
  const keys = new Set(below.map(({ exposed }) => exposed.key));
  const changes = since?.changes.filter((each) => !isOpenedAround(each) || !keys.has(each.record.key)) ?? [];
  const listed = changes.slice(-(all ? maxAllChanges : maxChanges));
  const unlisted = changes.length - listed.length;
  const changed = since
    ? present([
        sinceText(since.at, changes.length, below.length),
        ...listed.map(changeText),
        unlisted > 0 && exposedMsg.moreChanges({ count: unlisted }),
      ])
    : [];
  const buttons = buttonsWith(
    unlisted > 0 && !all && { label: exposedMsg.allChanges(), ...again, given: { ...again.given, changes: ['yes'] } },
  );
  return {
    title,
    parts: present<Part>([
      line(counted),
      note(exposedMsg.outsideMeans()),
      ...(all ? changed.map(line) : changed.length > 0 ? [line(join(changed, '\n'))] : []),
      ...shown.flatMap((row) => lookedAtParts(row, keys.has(row.exposed.key), facts, now)),
      left > 0 && note(exposedMsg.moreOdd({ count: left })),
      { part: 'buttons', buttons },
      shown.length > 0 && note(exposedMsg.nothingAtOnce()),
      ...remarks(facts),
    ]),
  };
}

function isOpenedAround({ event: { what, request } }: AddressChange): boolean {
  return what === 'opened' && request === undefined;
}

function note(text: Text): Part {
  return { part: 'note', text };
}

function line(text: Text): Part {
  return { part: 'line', text };
}

function noneText({ given: { search } }: Again): Text {
  return search?.[0] === undefined ? exposedMsg.none() : exposedMsg.noneFound({ typed: search[0] });
}

function countsText(rows: readonly ExposureRow[]): Text {
  const parts = [...Map.groupBy(rows, headingOf)].map(([name, { length: count }]) => headings[name].counted({ count }));
  return exposedMsg.counts({ count: rows.length, parts: listText(parts) });
}

/** @param count number of changes that are listed below @param rows number of further changes that have their own rows */
function sinceText(at: number, count: number, rows = 0): Text {
  const when = { at, show: 'moment' } as const;
  if (count + rows === 0) return exposedMsg.nothingChanged({ at: when });
  const heading = exposedMsg.changesSince({ at: when });
  return rows > 0 ? join([heading, exposedMsg.newBelow({ count: rows })], '\n') : heading;
}

function changeText({ record, event: { what, at: moment, request, user } }: AddressChange): Text {
  const row = addressText(record);
  const when = { at: request?.at ?? moment, show: 'moment' } as const;
  // For changes outside Portolan, only the time when the change was seen is known.
  const at = request ? when : exposedMsg.seen({ at: when });
  if (what === 'moved') return exposedMsg.wasMoved({ row, at });
  const who = !request
    ? user === undefined
      ? exposedMsg.byOthers()
      : exposedMsg.byUser({ user: verbatim(user) })
    : request.automatic
      ? exposedMsg.automatically()
      : exposedMsg.byPerson({ who: verbatim(request.by.name), request: requestValue(request) });
  if (what === 'deleted') return exposedMsg.wasDeleted({ row, who, at });
  return what === 'closed' ? exposedMsg.wasClosed({ row, who, at }) : exposedMsg.wasOpened({ row, who, at });
}

/** Returns an odd address as the list of all addresses has it, and what helps. */
function lookedAtParts(row: ExposureRow, isNew: boolean, facts: ExposureFacts, now: number): readonly Part[] {
  const buttons = helpFor(row);
  return [
    line(rowText(row, facts, now, isNew)),
    ...(buttons.length > 0 ? [{ part: 'buttons', buttons } as const] : []),
  ];
}

function appText({ appName, app, region }: Context, { scope }: Pick<ExposureFacts, 'scope'>): Text {
  const name = verbatim(appName ?? app);
  const isAlone = scope.apps.every((each) => each.region === region);
  return isAlone ? name : exposedMsg.appInRegion({ app: name, region: verbatim(region) });
}

/** Returns the buttons of an address: one that closes it, and one that accepts it if it may be intended. */
function helpFor({ exposed, odd }: ExposureRow): readonly AskButton[] {
  const [first] = odd;
  const mayBeMeant = first === undefined || first === 'database' || first === 'no-end';
  return present([helpingButton(exposed, first), mayBeMeant && acceptButton(exposed)]);
}

function helpingButton(exposed: ExposureRow['exposed'], oddity?: ExposureRow['odd'][number]): AskButton | undefined {
  switch (oddity) {
    case 'may-answer':
      return undefined;
    case 'shut':
    case 'component-gone':
    case 'port-gone':
      return exposed.kind === 'http' ? deleteButton(exposed) : undefined;
    case 'expired':
    case 'other-names':
      return {
        label: exposedMsg.certificates(),
        operation: 'gateway.certificates',
        given: {},
        in: placeText(exposed.context),
      };
    case 'no-end':
      return { label: exposedMsg.setClosingTime(), operation: 'port.until', ...onPort(exposed) };
    default:
      return {
        label: exposedMsg.close({ target: targetText(exposed) }),
        operation: 'port.close',
        style: oddity && 'danger',
        // The address names all that its plan needs.
        ...{ ...onPort(exposed), opens: undefined },
      };
  }
}

function onPort({ component, port, context }: ExposureRow['exposed']) {
  return { given: { component: [component], port: [String(port)] }, opens: 'modal', in: placeText(context) } as const;
}

function deleteButton({ rule = '', context }: ExposureRow['exposed']): AskButton {
  const given = { rule: [rule] };
  return { label: accessMsg.deleteRule(), operation: 'gateway.delete', given, opens: 'modal', in: placeText(context) };
}

function acceptButton({ address, context }: ExposureRow['exposed']): AskButton {
  const given = { address: [address] };
  return { label: exposedMsg.acceptOne(), operation: 'exposure.accept', given, opens: 'modal', in: placeText(context) };
}

function targetText({ componentName, port }: ExposureRow['exposed']): Text {
  return verbatim(portWords(componentName, port));
}

/** Returns a button that opens the list of unreviewed addresses, so that people see them before they accept them. */
function reviewButton(rows: readonly ExposureRow[], { operation, given }: Again): AskButton | undefined {
  const count = rows.filter(({ group }) => group === 'unreviewed').length;
  if (count === 0) return undefined;
  return { label: exposedMsg.review({ count }), operation, given: { ...given, review: ['yes'] } };
}

function showAllButton({ operation, given }: Again): AskButton {
  return { label: exposedMsg.showAll(), operation, given: { ...given, list: ['yes'] } };
}

function searchButton({ operation }: Again): AskButton {
  return { label: sharedMsg.search(), operation, given: {}, opens: 'modal' };
}

function csvButton({ operation, given }: Again): AskButton {
  return { label: exposedMsg.csv(), operation, given: { ...given, csv: ['yes'] } };
}

function remarks(facts: ExposureFacts): readonly Part[] {
  const { unread, apps, scope } = facts;
  const named = unread.map(({ context, error }) => ({ name: appText(context, facts), error }));
  const isDisabled = ({ error }: Unlisted) => error.reason === 'team-not-in-region';
  const failed = [...named, ...scope.unlisted.filter((each) => !isDisabled(each))];
  const disabled = scope.unlisted.filter(isDisabled).map(({ name }) => name);
  const without = apps.filter(({ hasComponents }) => !hasComponents).map(({ context }) => appText(context, facts));
  return present([
    failed.length > 0 && note(exposedMsg.asFarAsRead({ read: apps.length, of: scope.apps.length })),
    ...failed.slice(0, maxChanges).map(({ name, error: { sentence } }) => {
      return note(exposedMsg.unread({ app: name, en: sentence.en, zh: sentence.zh }));
    }),
    disabled.length > 0 && note(exposedMsg.notEnabled({ regions: listText(disabled) })),
    without.length > 0 && note(exposedMsg.withoutComponents({ apps: listText(without.slice(0, maxChanges)) })),
    ...expectedNotes(facts),
    note(exposedMsg.about()),
  ]);
}

function expectedNotes({ endedLines, unusedLines, endedCount }: ExposureFacts): readonly Part[] {
  const lines = (all: readonly number[]) => listText(all.map((each) => verbatim(String(each))));
  return present([
    endedCount > 0 && note(acceptMsg.acceptedEnded({ count: endedCount })),
    endedLines.length > 0 && note(acceptMsg.entriesEnded({ lines: lines(endedLines) })),
    unusedLines.length > 0 && note(acceptMsg.entriesUnused({ lines: lines(unusedLines) })),
  ]);
}

export function exposureList(facts: ExposureFacts, page: number, again: Again, now: number): Answer {
  const [search] = again.given.search ?? [];
  const scope = present([facts.scope.title, search !== undefined && verbatim(`“${search}”`)]);
  const given = { ...again.given, list: ['yes'] };
  const buttons = [searchButton(again), csvButton(again)];
  return listed(
    facts,
    page,
    { title: exposedMsg.title({ scope: listText(scope) }), again: { ...again, given }, buttons },
    now,
  );
}

/** Lists the unreviewed addresses, with a button that accepts all of them. @param now epoch ms */
export function exposureReview(facts: ExposureFacts, page: number, again: Again, now: number, acceptAll: AskButton) {
  const rows = facts.rows.filter(({ group }) => group === 'unreviewed');
  const title = exposedMsg.reviewTitle({ scope: facts.scope.title });
  const given = { ...again.given, review: ['yes'] };
  const buttons = rows.length > 0 ? [acceptAll] : [];
  const answer = listed({ ...facts, rows }, page, { title, again: { ...again, given }, buttons }, now);
  return rows.length > 0 ? { ...answer, parts: [note(exposedMsg.reviewSays()), ...answer.parts] } : answer;
}

/** Lists addresses in groups, each with its menu. Every group on the page has a heading. */
function listed(
  facts: ExposureFacts,
  page: number,
  { title, again, buttons }: { readonly title: Text; readonly again: Again; readonly buttons: readonly AskButton[] },
  now: number,
): Answer {
  const { rows } = facts;
  const paging = { page, size: pageSize, total: rows.length };
  const shown = pageFrom(rows, paging);
  const nothing = rows.length > 0 ? pastEnd(paging) : noneText(again);
  const groups = Map.groupBy(shown, headingOf);
  return {
    title,
    parts: present<Part>([
      shown.length === 0 && line(nothing),
      ...[...groups].flatMap(([heading, ofGroup]): Part[] => [
        line(headings[heading].heading({ count: rows.filter((row) => headingOf(row) === heading).length })),
        ...ofGroup.map((row): Part => ({ part: 'row', text: rowText(row, facts, now), menu: menuOf(row) })),
      ]),
      shown.length > 0 && note(exposedMsg.inMenu()),
      shown.length > 0 && note(pageNote(paging, shown.length)),
      { part: 'buttons', buttons: [...pageButtons(again.operation, again.given, paging), ...buttons] },
      ...(shown.length > 0 ? closingNotes(facts) : []),
      ...remarks(facts),
      note(exposedMsg.outsideMeans()),
    ]),
  };
}

function closingNotes(facts: ExposureFacts): readonly Part[] {
  const [only, another] = facts.closing;
  const each = facts.closing.map(({ apps, what }) =>
    exposedMsg.closingIn({ apps: listText(apps.map((app) => appText(app, facts))), what }),
  );
  if (!only) return [];
  return [note(exposedMsg.closing({ what: another ? join(each, '\n') : only.what }))];
}

const headings = {
  'to-look-at': { counted: exposedMsg.toLookAt, heading: exposedMsg.headingToLookAt },
  temporary: { counted: exposedMsg.temporary, heading: exposedMsg.headingTemporary },
  unreviewed: { counted: exposedMsg.unreviewed, heading: exposedMsg.headingUnreviewed },
  requested: { counted: exposedMsg.withPortolan, heading: exposedMsg.headingRequested },
  expected: { counted: exposedMsg.expected, heading: exposedMsg.headingExpected },
} as const;

function headingOf(row: ExposureRow): keyof typeof headings {
  const { group } = row;
  return group === 'odd' || group === 'new' ? 'to-look-at' : group;
}

/**
 * Returns the port with its end, its address and app, what is remarkable, and who opened it when.
 * @param isNew whether it is new since the last report
 */
function rowText(row: ExposureRow, facts: ExposureFacts, now: number, isNew = false): Text {
  const { exposed, record, odd, expected, until, tries, group } = row;
  const { address, componentName, port, context, remains } = exposed;
  const link = record?.opened?.link;
  const label = verbatim(`${componentName} ${port}`);
  const named = link === undefined ? label : { link, label };
  const end =
    until === undefined
      ? isToLookAt(row) && !exposed.isShut && exposedMsg.noEnd()
      : closesInText({ until, tries }, now);
  const notes = [...odd.map((each) => oddityText(each, row, now)), noWayText(exposed), ...remarkTexts(row.remarks)];
  const rowOf = isNew ? exposedMsg.newRow : isToLookAt(row) ? exposedMsg.oddRow : exposedMsg.row;
  const seen = group === 'unreviewed' && record && addressMsg.firstSeen({ when: momentNear(record.since, now) });
  return join(
    present([
      join(present([rowOf({ row: named }), remains === undefined && end]), ' · '),
      join(present([verbatim(address), appText(context, facts), seen]), ' · '),
      ...notes,
      expected && expectationText(expected),
      group !== 'unreviewed' && record && openerText(record, now),
    ]),
    '\n',
  );
}

/** Returns the changes of an address. They share its port and rule, so that each fits into an entry. */
function menuOf({ exposed, expected, until }: ExposureRow): AskMenu {
  const { component, port, rule, kind, context, missing, remains = 'deleted', isShut = false } = exposed;
  const isThere = missing === undefined && !isShut && remains === 'deleted';
  const form = { given: {}, opens: 'modal' } as const;
  return {
    in: placeText(context),
    given: {
      component: [component],
      port: [String(port)],
      ...(rule === undefined ? {} : { rule: [rule], address: [rule] }),
    },
    entries: present<AskMenu['entries'][number]>([
      isThere && { label: accessMsg.close(), operation: 'port.close', given: {} },
      isThere &&
        (until === undefined
          ? { label: exposedMsg.setClosingTime(), operation: 'port.until', ...form }
          : {
              ...form,
              label: accessMsg.extend(),
              operation: 'port.until',
              given: { side: ['outer'], longer: ['yes'] },
            }),
      isThere &&
        !expected &&
        rule !== undefined && { label: exposedMsg.acceptOne(), operation: 'exposure.accept', ...form },
      kind === 'http' && rule !== undefined && { label: accessMsg.deleteRule(), operation: 'gateway.delete', ...form },
    ]),
  };
}

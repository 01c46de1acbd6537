import type * as z from 'zod';
import type { AskMenu, Part } from '../../core/command/answer.ts';
import { type Context, placeKey } from '../../core/command/context.ts';
import { present } from '../../core/defined.ts';
import type { Ask } from '../../core/operation.ts';
import { approverOf, type ChangeRequest, readRequests } from '../../core/request/change-request.ts';
import type { MayAnswer } from '../../core/request/may-answer.ts';
import type { TemporaryAccess } from '../../core/request/temporary-access.ts';
import { momentNear } from '../../core/text/instant-text.ts';
import { listText } from '../../core/text/joined.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import { accessMenu, menuButtons } from '../shared/access/access-menu.ts';
import { accessMsg } from '../shared/access/access-messages.ts';
import { readOrigin } from '../shared/access/access-opener.ts';
import { closesInText } from '../shared/access/closing-text.ts';
import { mayAnswerParts, readMayAnswer, stillClosed } from '../shared/access/may-answer-list.ts';
import { accessChangeOf } from '../shared/access/opened-access.ts';
import { isOpenIn, OpenedAccess, openedPort } from '../shared/access/port-state.ts';
import { otherPages, type PageOfList, pageFrom, pastEnd } from '../shared/answer/paging.ts';
import { defineQuestion, type Reads } from '../shared/define.ts';
import { addressMsg } from '../shared/exposure/address-messages.ts';
import { addressesText, deletedText } from '../shared/exposure/address-text.ts';
import { portKey } from '../shared/exposure/open-since.ts';
import { lastingReads, type PermanentRow, permanentRows, withoutMenu } from '../shared/exposure/permanent-rows.ts';
import { readExposure } from '../shared/exposure/read-exposure.ts';
import { type RecordedPort, readRecordedPorts, withRecordedOpener } from '../shared/exposure/recorded-ports.ts';
import { platformSilentSince, silentText } from '../shared/incident/region-trouble.ts';
import { orUndefined } from '../shared/or-undefined.ts';
import { channelAccess } from '../shared/place/channel-access.ts';
import { page } from '../shared/shared-params.ts';
import { kinds } from './audit-kind-messages.ts';
import { auditMsg } from './audit-messages.ts';
import { linkedTitle } from './lines/audit-words.ts';

/** Maximum number of ports per page. With their texts, they must fit into a message (docs/slack.md#messages). */
const pageSize = 10;
const maxRead = 10;
/** Maximum number of ports with their addresses and buttons. If they are more, each has a menu instead. */
const maxWithAddress = 3;
/** Maximum number of listed ports without a closing time. A report has the others. */
const maxPermanent = 5;

/** A stored access without `sides` has only one side. */
const Opened = OpenedAccess.partial({ sides: true });

interface OpenAccess extends z.infer<typeof Opened> {
  /** A Slack id. */
  readonly by: string;
  /** Epoch ms. */
  readonly at: number;
  readonly until: number;
  readonly request: string;
}

interface AccessPage<T> {
  readonly shown: readonly T[];
  readonly paging: PageOfList;
}

type NamedAccess = OpenAccess & {
  readonly byName: string;
  readonly isOnlyClosing?: boolean;
  /** Requesters who moved the closing time with later requests, oldest first. `by` and `at` are then the opener's. */
  readonly extended: readonly {
    readonly who: string;
    readonly at: number;
    /** `set`: what was open had no closing time before. */
    readonly how: 'set' | 'sooner' | 'later';
    readonly approver?: string | undefined;
    readonly link?: string | undefined;
  }[];
  readonly why?: string;
  readonly link?: string;
  readonly approver?: string;
  /** The person who ran it without the approval that it needed, and the reason for that. */
  readonly glass?: { readonly who: string; readonly why: string } | undefined;
  /** Its addresses, and those that may still answer. */
  readonly where?: readonly Text[];
  /** Epoch ms. `until` until the closing has failed. */
  readonly again?: number;
  readonly late?: 'waits' | 'unsure' | 'failed';
  readonly menu: AskMenu;
};
interface OpeningsFound extends AccessPage<NamedAccess> {
  readonly mayAnswer: readonly MayAnswer[];
  /** The ports that have no closing time. If the platform didn't answer in time, those on record. */
  readonly permanent: readonly PermanentRow[];
  /** Says that the platform didn't answer. `since`: when that began, if it is known, epoch ms. */
  readonly silent: { readonly says: Text; readonly since: number | undefined } | undefined;
}

export const openings = defineQuestion({
  id: 'openings',
  tool: { name: 'list_requests', view: 'openings' },
  command: 'portolan',
  keywords: [['openings'], ['temporary']],
  summary: auditMsg.openingsSays(),
  searched: auditMsg.openingsSearched(),
  title: auditMsg.openingsForm(),
  examples: ['portolan openings'],
  params: { page },
  order: [],
  async gather(args, ask, reads): Promise<OpeningsFound> {
    const [stored, permanent, mayAnswer] = await Promise.all([
      reads.temporaryAccess.list({ placeKey: placeKey(ask.context) }),
      reads.soon(() => readPermanent(ask.context, reads)),
      readStillClosed(ask.context, reads),
    ]);
    const { shown, paging } = accessOn(args.page, await stillOpen(stored, ask.context, reads));
    const ran = shown.length > 0 ? readRequests(await reads.requests.ran(placeKey(ask.context), maxRan)) : [];
    const ports: readonly RecordedPort[] = permanent ?? (await readRecordedPorts(ask.context, reads)).ports;
    const recordedOf = (access: OpenAccess) =>
      access.side === 'outer' ? ports.find((each) => portKey(each) === portKey(access)) : undefined;
    const named = await Promise.all(
      shown.map(async (each) => {
        const port = recordedOf(each);
        const access = withRecordedOpener(each, port);
        const where = port ? present([addressesText(port, ask.now), deletedText(port)]) : [];
        return { ...(await nameAccess(access, ran, ask, reads)), where };
      }),
    );
    const temporaryPorts = new Set(
      stored.flatMap(readAccess).flatMap((each) => (each.side === 'outer' ? [portKey(each)] : [])),
    );
    return {
      shown: named,
      paging,
      mayAnswer,
      permanent: permanentRows(
        ports.filter((each) => !temporaryPorts.has(portKey(each))),
        ask,
        await lastingReads(ask, reads),
      ),
      silent: permanent ? undefined : await readSilent(ask, reads),
    };
  },
  answer(_args, { shown, paging, mayAnswer, permanent, silent }: OpeningsFound, ask) {
    const [first] = shown;
    const isShort = shown.length <= maxWithAddress;
    // During an outage, a close can't even be planned.
    const isDown = silent?.since !== undefined;
    const parts = present<Part>([
      silent && { part: 'line', text: auditMsg.permanentUnread({ silent: silent.says }) },
      !first && { part: 'line', text: paging.total === 0 ? auditMsg.openingsNone() : pastEnd(paging) },
      ...shown.flatMap((access): readonly Part[] => {
        const text = rowText(access, ask.now, isShort);
        if (isDown) return [{ part: 'row', text }];
        if (!isShort) return [{ part: 'row', text, menu: access.menu }];
        return [
          { part: 'row', text },
          { part: 'buttons', buttons: menuButtons(access.menu) },
        ];
      }),
      ...otherPages('openings', paging, shown.length),
      ...permanentParts(permanent, silent === undefined).map((part) => (isDown ? withoutMenu(part) : part)),
      // These notes are shown even if no port has temporary access.
      ...mayAnswerParts(mayAnswer),
    ]);
    return { title: auditMsg.openingsTitle(), parts, ...(silent === undefined ? {} : { isRecorded: true as const }) };
  },
});

async function readSilent({ context, now }: Ask, reads: Reads): Promise<NonNullable<OpeningsFound['silent']>> {
  const since = await platformSilentSince(reads, [context.region]);
  return { says: silentText(since, now), since };
}

/** Returns who opened it and why. Omits the reason and the link of a request in a private channel. */
async function nameAccess(
  access: OpenAccess,
  ran: readonly ChangeRequest[],
  ask: Ask,
  reads: Reads,
): Promise<NamedAccess> {
  const { by, at, request, opener } = await readOrigin(access, reads);
  const channels = channelAccess(ask, reads);
  const named = {
    ...{ ...access, by, at },
    byName: await reads.nameOf(by),
    isOnlyClosing: request !== undefined && !opener,
    extended: await Promise.all(
      extensionsOf(opener?.id, access.request, ran).map(async (each, index, all) => ({
        who: each.asker.name,
        how: changeOfEnd(each, all[index - 1] ?? opener),
        at: each.run.started ?? each.at,
        ...((await channels.mayPost(each.shown.channel)) ? { approver: approverOf(each), link: each.shown.link } : {}),
      })),
    ),
    menu: accessMenu(access, ask, reads.policy),
  };
  if (!request) return named;
  const { access: closing } = request;
  const { shown: card } = opener ?? request;
  const why = reasonOf(opener ?? request, ran);
  const { link, channel } = card;
  const { breakGlass } = (opener ?? request).decision;
  const glass = breakGlass && { who: await reads.nameOf(breakGlass.by), why: breakGlass.reason };
  const shown = (await channels.mayPost(channel)) ? { why, link, glass, approver: approverOf(opener ?? request) } : {};
  const late = closing?.waits
    ? 'waits'
    : closing?.unsure
      ? 'unsure'
      : closing?.again === undefined
        ? undefined
        : 'failed';
  return { ...named, ...shown, again: closing?.again, late };
}

function changeOfEnd({ access }: ChangeRequest, before: ChangeRequest | undefined): 'set' | 'sooner' | 'later' {
  const [until = 0, end] = [access?.until, before?.access?.until];
  return end === undefined ? 'set' : until < end ? 'sooner' : 'later';
}

/** Returns the reason of an opening. One that undoes a closing has the reason of what was closed. @param ran newest first */
function reasonOf(opening: ChangeRequest, ran: readonly ChangeRequest[]): string | undefined {
  const { reason, follows, plan, at } = opening;
  if (reason !== undefined || follows?.how !== 'undo') return reason;
  const port = accessChangeOf(opening)?.port;
  const isOfPort = (each: ChangeRequest) =>
    each.plan.component === plan.component && accessChangeOf(each)?.port === port && each.access !== undefined;
  return ran.find((each) => each.at < at && isOfPort(each))?.reason;
}

/** Number of an app's requests that ran and that are searched for extensions. */
const maxRan = 200;

/** Returns the requests that moved the closing time, up to the one that set the present one. @param ran newest first */
function extensionsOf(
  opener: string | undefined,
  last: string,
  ran: readonly ChangeRequest[],
): readonly ChangeRequest[] {
  if (opener === undefined) return [];
  const chain = new Set([last]);
  for (const { id, access } of ran)
    if (access?.how === 'extended' && chain.has(access.later?.request ?? '')) chain.add(id);
  return ran.filter(({ id }) => id !== opener && chain.has(id)).toReversed();
}

/** Reads and stores what is open, so that it is known if the platform is down later. Without a list of rules: none. */
async function readPermanent(context: Context, reads: Reads) {
  const { addresses = [] } = (await readExposure(context, reads, { checksPorts: true })) ?? {};
  const recorded = new Map((await readRecordedPorts(context, reads)).ports.map((each) => [portKey(each), each]));
  const byPort = Map.groupBy(
    addresses.filter(({ remains }) => remains === undefined),
    portKey,
  );
  const open = [...byPort].flatMap(([key, [first, ...more]]) => {
    if (!first) return [];
    const named = [first, ...more].map(({ address }) => address);
    const { openings = [], deleted = [] } = recorded.get(key) ?? {};
    return [{ ...first, addresses: named, openings, deleted }];
  });
  // A port without any rule isn't among the addresses, but those of its deleted rules may still answer.
  const withoutRule = [...recorded].filter(([key, { deleted = [] }]) => deleted.length > 0 && !byPort.has(key));
  return [...open, ...withoutRule.map(([, port]) => ({ ...port, shownAt: undefined }))];
}

/** Odd ports have rows of their own, with who opened them. The other ports are named in one line. */
function permanentParts(rows: readonly PermanentRow[], isRead: boolean): readonly Part[] {
  if (isRead && rows.length === 0) return [];
  const odd = rows.filter(({ isOdd }) => isOdd).slice(0, maxPermanent);
  const others = rows.filter((each) => !odd.includes(each));
  const named = others.slice(0, maxPermanent).map(({ name, address = '', by, isStopped }) => {
    const port = linkedTitle(verbatim(name), /^https?:/.test(address) ? address : undefined);
    const facts = present([
      isStopped && addressMsg.componentStopped(),
      by !== undefined && auditMsg.permanentBy({ who: by }),
    ]);
    return facts.length === 0 ? port : auditMsg.permanentWith({ port, facts: listText(facts) });
  });
  const left = others.length - named.length;
  const ports = join(left > 0 ? [...named, auditMsg.andMore({ count: left })] : named, ', ');
  const says = odd.length > 0 ? auditMsg.permanentOther : auditMsg.permanent;
  const list = { label: auditMsg.allAddresses(), operation: 'exposure', given: { list: ['yes'] } };
  return present<Part>([
    ...odd.map(({ row }) => row),
    others.length > 0 && { part: 'line', text: says({ count: others.length, ports }) },
    { part: 'buttons', buttons: [list] },
  ]);
}

/** Returns the stored access with ports that are still open. Some ports may have been closed in the console. */
async function stillOpen(
  stored: readonly TemporaryAccess[],
  context: Context,
  reads: Reads,
): Promise<readonly TemporaryAccess[]> {
  const components = new Set(stored.flatMap(readAccess).map(({ component }) => component));
  const readings = [...components].map(async (service) => {
    return [service, await orUndefined(reads.platform.listPorts({ ...context, service }))] as const;
  });
  const ports = new Map(await Promise.all(readings));
  return stored.filter((kept) => {
    const [access] = readAccess(kept);
    const portList = access && ports.get(access.component);
    return !access || !portList || isOpenIn(access, portList);
  });
}

const movedBy = { set: auditMsg.closingSet, sooner: auditMsg.soonerBy, later: auditMsg.extendedBy };

function rowText(access: NamedAccess, now: number, showsAddress: boolean): Text {
  const { byName: who, why, at, link, approver, glass, isOnlyClosing, extended, where = [] } = access;
  const both = access.sides?.length === 2;
  const side = both ? auditMsg.bothSides() : access.side === 'outer' ? auditMsg.outer() : auditMsg.inner();
  const component = access.componentName ?? access.component;
  const port = auditMsg.openingOption({ port: openedPort(access), component, side });
  const opened = { who, when: momentNear(at, now) };
  const [plain, withReason] = isOnlyClosing
    ? ([auditMsg.closingSet, auditMsg.closingSetFor] as const)
    : ([addressMsg.openedBy, auditMsg.openedFor] as const);
  const opening = why === undefined ? plain(opened) : withReason({ ...opened, why });
  const withApprover = (what: Text, by: string | undefined) =>
    by === undefined ? what : join([what, auditMsg.byPerson({ what: kinds.approved(), who: by })], ' · ');
  // Slack shows no moment of the reader's zone in a link, so only the name is linked.
  const moved = extended.map((each) =>
    withApprover(
      movedBy[each.how]({
        who: linkedTitle(verbatim(each.who), each.link),
        when: momentNear(each.at, now),
      }),
      each.approver,
    ),
  );
  return auditMsg.opening({
    port: linkedTitle(port, link),
    end: endText(access, now),
    opened: join(
      [
        ...(showsAddress ? where : []),
        withApprover(opening, approver),
        ...(glass ? [auditMsg.openedByGlass(glass)] : []),
        ...moved,
      ],
      '\n',
    ),
  });
}

/** Returns the time left. If the closing time has passed, returns the reason why the port is still open. */
function endText({ until, again, late }: NamedAccess, now: number): Text {
  const at = momentNear(again ?? until, now);
  if (late === 'waits') return auditMsg.lateWaits();
  if (late === 'unsure') return accessMsg.closingUnsure({ at });
  if (late === 'failed') return auditMsg.lateFailed({ at });
  if (until <= now) return auditMsg.lateNow();
  return closesInText({ until }, now);
}

async function readStillClosed(context: Context, reads: Reads): Promise<readonly MayAnswer[]> {
  const all = await readMayAnswer(context, reads);
  const components = [...new Set(all.map(({ component }) => component))].slice(0, maxRead);
  const lists = components.map(async (service) => {
    const ports = await orUndefined(reads.platform.listPorts({ ...context, service }));
    return stillClosed(all, service, ports ?? []);
  });
  return (await Promise.all(lists)).flat();
}

export function accessOn(number: number, stored: readonly TemporaryAccess[]): AccessPage<OpenAccess> {
  const all = stored.flatMap(readAccess);
  const paging = { page: number, size: pageSize, total: all.length };
  return { shown: pageFrom(all, paging), paging };
}

/** Returns no access for an invalid record, so that the other records are still shown. */
function readAccess({ body, by, at, until, request }: TemporaryAccess): readonly OpenAccess[] {
  const { data } = Opened.safeParse(body);
  return data ? [{ ...data, by, at, until, request }] : [];
}

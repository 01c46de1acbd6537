import type { AnyBlock } from '@slack/types';
import { present } from '../../core/defined.ts';
import { approvalsLeft, decidersText } from '../../core/policy/decide.ts';
import { frozenText } from '../../core/policy/frozen-text.ts';
import { type ChangeRequest, type FrozenRequest, titleNow } from '../../core/request/change-request.ts';
import { isWaiting } from '../../core/request/decide-request.ts';
import { namedCommit } from '../../core/request/events/followed-event.ts';
import { canonical, plannedEnd } from '../../core/request/plan.ts';
import { durationText } from '../../core/text/duration-messages.ts';
import { listText } from '../../core/text/joined.ts';
import { quotable, type Text } from '../../core/text/text.ts';
import { lifecycleMsg } from '../../operations/lifecycle/lifecycle-messages.ts';
import { portMsg } from '../../operations/port/port-messages.ts';
import { openMsg } from '../../operations/port/port-open-messages.ts';
import { factsMsg } from '../../operations/shared/change-facts-messages.ts';
import { sharedMsg } from '../../operations/shared/operation-messages.ts';
import {
  actions,
  context,
  fitMessage,
  header,
  lines,
  type Message,
  type Page,
  rowsThatFit,
  section,
  size,
  smallLines,
  table,
} from '../blocks/blocks.ts';
import { messageText, mrkdwn } from '../blocks/mrkdwn.ts';
import { phoneHeight } from '../blocks/phone-height.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { cardButtons } from './card-buttons.ts';
import {
  changedLines,
  glassLine,
  originLine,
  outcomeLines,
  reasonLine,
  stampLine,
  warningLines,
} from './card-lines.ts';
import { cardMsg } from './card-messages.ts';
import { askedLine, cardStatus, hasAccessEnded, when } from './card-status.ts';
import { cardTimeMsg } from './card-time-messages.ts';
import { endsInTime, remindText } from './time-lines.ts';

/** Draws a request's message. `page`: language and zone of its channel; by default the requester's. Pure. */
export function cardMessage(
  request: ChangeRequest,
  page: Page = { lang: request.asker.lang, zone: request.asker.zone },
): Message {
  const texts = cardTexts(request);
  const { reason, status, state, changed, rows, heavy, light, origin, stamp } = texts;
  const spoken = [cardMsg.spoken({ status, title: cardTitle(request) }), ...state, ...changed];
  const said = [...spoken, ...heavy, ...rows, ...light, ...reason, ...origin, stamp];
  const text = messageText(said.map((line) => mrkdwn(line, page.lang, page)));
  return { text, blocks: fitMessage(onePhoneScreen(request, texts, page), context(slackMsg.leftOut(), page)) };
}

/** Maximum height of a card while people decide, in points of a phone's screen. */
export const maxCardHeight = 690;
/** Height of the line that names the request that a card follows. */
const followsLine = 20;
/** Height from which a card is shortened. */
const shortenedFrom = 660;
/** Maximum number of letters, including links. A card with more never fits a phone's screen. */
const maxCardText = 4_000;

/** Shortened forms of a waiting card: not shortened; remarks only in **Details**; also lines instead of the table. */
export const cardShapes = ['not', 'remarks', 'table'] as const;
type Shortened = (typeof cardShapes)[number] | { readonly lines: number };

/** Shortens a waiting card to a phone's screen. Keeps warnings, interrupted components, and people who can decide. */
function onePhoneScreen(request: ChangeRequest, texts: CardTexts, page: Page): readonly AnyBlock[] {
  if (request.state !== 'proposed') return cardBlocks(request, texts, page, 'not');
  // A request that is asked again looks like the first one.
  const first = { ...texts, origin: originLine({ ...request, follows: undefined }) };
  return cardBlocks(
    request,
    texts,
    page,
    shapeThatFits(request, (shape) => cardBlocks(request, first, page, shape), page),
  );
}

/** @param drawn draws the card in a shape */
function shapeThatFits(
  request: ChangeRequest,
  drawn: (shape: Shortened) => readonly AnyBlock[],
  page: Page,
): Shortened {
  for (const shape of cardShapes) {
    const blocks = drawn(shape);
    if (size(blocks) <= maxCardText && phoneHeight(blocks) <= shortenedFrom) return shape;
  }
  if (tellsComponents(request)) return 'table';
  let height = phoneHeight(drawn({ lines: 1 }));
  const [, ...others] = rowLines(request);
  const tooMuch = others.findIndex((line) => {
    height += phoneHeight([section(line, page)]);
    return height > shortenedFrom;
  });
  // The last row may need no more space than the line that counts it.
  const isLast = tooMuch === others.length - 1 && phoneHeight(drawn('table')) <= maxCardHeight - followsLine;
  return tooMuch < 0 || isLast
    ? 'table'
    : { lines: Math.max(tooMuch + 1, cardRows(request).filter((row) => weightOf(row) > 0).length) };
}

/** Returns the title. A closing time that a plan for later sets is counted from its run, not from now. */
function cardTitle({ plan, access, run }: ChangeRequest): Text {
  const title = titleNow(plan, access);
  const isLater = run.planned !== undefined && run.started === undefined;
  return isLater && plan.steps.length === 0 && plan.timedFor !== undefined ? cardTimeMsg.fromItsRun({ title }) : title;
}

export function cardBlocks(
  request: ChangeRequest,
  { reason, status, state, changed, heavy, light, remarks, details, origin, stamp }: CardTexts,
  page: Page,
  shortened: Shortened,
): readonly AnyBlock[] {
  const isWhole = shortened === 'not';
  const small = isWhole ? light : light.filter((line) => !remarks.includes(line));
  return [
    header(cardTitle(request), page),
    // If there is a freeze, it comes first.
    ...lines(request.decision.frozen ? [status, ...state, ...reason] : [...reason, status, ...state], page),
    ...lines(changed, page),
    ...planOf(request, page, shortened),
    ...lines(heavy, page),
    ...smallLines(small, page),
    ...origins([...origin, stamp], page),
    ...actions(
      cardButtons(request, page, isWhole && details.length === 0 ? 'calls' : 'details'),
      `request@${request.revision}`,
    ),
  ];
}

type CardTexts = ReturnType<typeof cardTexts>;

export function cardTexts(request: ChangeRequest) {
  return {
    reason: reasonLine(request),
    status: cardStatus(request),
    state: [...askedLine(request), ...timeLines(request), ...glassLine(request), ...outcomeLines(request)],
    changed: changedLines(request),
    rows: cardRows(request).map((row) => cardMsg.planRow(row)),
    ...warningLines(request),
    origin: originLine(request),
    stamp: stampLine(request),
  };
}

function timeLines(request: ChangeRequest): readonly Text[] {
  const { state } = request;
  const { frozen } = request.decision;
  const { gaveUp, missed, planned } = request.run;
  const past = request.follows?.past;
  if (state === 'scheduled')
    return frozen
      ? [cardTimeMsg.scheduledFrozen({ why: frozenText(frozen), who: { user: request.asker.id } })]
      : [...lookedLine(request), scheduledLine(request)];
  if (state === 'denied' || state === 'cancelled' || state === 'expired')
    return [
      ...exceptionLine(request),
      ...(planned ? [cardTimeMsg.wasPlanned({ at: planned })] : []),
      ...(gaveUp === undefined ? [] : [cardTimeMsg.gaveUp({ at: { at: gaveUp } })]),
    ];
  if (state !== 'proposed') return exceptionLine(request);
  return [
    ...lookedLine(request),
    ...(frozen ? frozenLines(request, frozen) : [...exceptionLine(request), ...plannedLine(request)]),
    ...(gaveUp === undefined ? [] : [cardTimeMsg.gaveUp({ at: { at: gaveUp } })]),
    ...(missed === undefined ? [] : [cardTimeMsg.missed({ at: when(missed) })]),
    ...(past === undefined ? [] : [cardTimeMsg.pastPlan({ at: { at: past } })]),
  ];
}

function lookedLine({ state, shown: { looked } }: ChangeRequest): readonly Text[] {
  if (!looked) return [];
  const { why, by } = looked;
  const at = when(looked.at);
  if (state === 'scheduled') return [cardTimeMsg.scheduledLooked({ at, why })];
  return [by ? cardTimeMsg.changedSinceBy({ who: { user: by.id }, at, why }) : cardTimeMsg.changedSince({ at, why })];
}

/** Returns what may keep a scheduled request from running automatically, and who has to act then. */
function scheduledLine({ asker, expires, decision: { ruling } }: ChangeRequest): Text {
  const until = { at: expires };
  if (ruling.need === 'approve') return cardTimeMsg.scheduledChecked({ until });
  return cardTimeMsg.scheduledCheckedToConfirm({ who: { user: asker.id }, until });
}

function plannedLine({ decision: { ruling }, run: { planned } }: ChangeRequest): readonly Text[] {
  if (!planned) return [];
  return [(ruling.need === 'approve' ? cardTimeMsg.planned : cardTimeMsg.plannedToConfirm)({ at: planned })];
}

function frozenLines(request: ChangeRequest, frozen: FrozenRequest): readonly Text[] {
  const asker = { user: request.asker.id };
  const { exception, glass, who } = frozen;
  const runs = request.run.planned ? cardTimeMsg.runsAsPlanned() : cardTimeMsg.runsAtOnce();
  return present([
    ...nextLines(request, frozen),
    exception &&
      (exception.need === 'approve'
        ? cardTimeMsg.exceptionNeeds({ asker, who: decidersText(exception), runs })
        : cardTimeMsg.exceptionConfirms({ asker, runs })),
    who !== undefined && cardTimeMsg.lifts({ who }),
    glass && cardTimeMsg.glassOverrides({ role: glass.name, runs }),
  ]);
}

function nextLines(request: ChangeRequest, frozen: FrozenRequest): readonly Text[] {
  const { asker, expires } = request;
  const { ruling, approvals } = request.decision;
  const { planned } = request.run;
  const who = { user: asker.id };
  const ends = frozen.by === 'window' ? cardTimeMsg.windowOpens() : cardTimeMsg.freezeEnds();
  if (frozen.again) return [cardTimeMsg.frozenAgain({ ends, who })];
  if (endsInTime(request)) {
    const left = decidersText({ ...ruling, count: approvalsLeft(ruling, asker.id, approvals) });
    const thaws = approvals.length > 0 ? cardTimeMsg.frozenThawsMore : cardTimeMsg.frozenThaws;
    const next =
      ruling.need === 'approve' ? thaws({ ends, who: left }) : cardTimeMsg.frozenThawsToConfirm({ ends, who });
    return [next, ...plannedLine(request)];
  }
  const said = { who, until: when(expires), remind: remindText(frozen) };
  return [planned ? cardTimeMsg.frozenPlanned({ ...said, at: planned }) : cardTimeMsg.frozenNext({ ...said, ends })];
}

/** An exception is shown as prominently as the status, while the card exists. */
function exceptionLine({ decision: { exception } }: ChangeRequest): readonly Text[] {
  if (!exception) return [];
  const { by, reason, frozen } = exception;
  return [cardTimeMsg.exception({ who: { user: by }, reason: quotable(reason), why: frozenText(frozen) })];
}

export function planBlocks(request: ChangeRequest, page: Page): readonly AnyBlock[] {
  const { heavy, light, details } = warningLines(request);
  const blocks = [header(request.plan.title, page), ...planOf(request, page, 'not')];
  return fitMessage(
    [...blocks, ...lines(heavy, page), ...smallLines([...light, ...details], page)],
    context(slackMsg.leftOut(), page),
  );
}

/** Draws the texts on one line. Uses separate lines if a text is long, so that place and id aren't cut off. */
function origins(texts: readonly Text[], page: Page): readonly AnyBlock[] {
  const isLong = texts.some((text) => mrkdwn(text, page.lang, page).length > 500);
  const rows = isLong ? texts : [texts.reduce((one, other) => cardMsg.dot({ one, other }))];
  return rows.map((text) => context(text, page));
}

type Row = ChangeRequest['plan']['rows'][number];

/** Returns the rows with a change. After success, drops the plan's doubt, and a prediction if the result shows it. */
function cardRows(request: ChangeRequest): readonly Row[] {
  const isOver = hasAccessEnded(request);
  // After access has ended, the result isn't shown, so its known addresses are.
  const saysOutcome = request.state === 'done' && !isOver && (request.run.says ?? []).length > 0;
  return request.plan.rows
    .map((row, index) => ({ ...row, before: nowOf(request, index) ?? row.before }))
    .filter(
      ({ what, before, after, forecast }) =>
        canonical(before) !== canonical(after) &&
        !(forecast && (saysOutcome || (isOver && isNothing(before)))) &&
        !(saysOutcome && isKnownVersion(request, what)),
    )
    .map(({ what, before, after }) => ({
      what,
      before,
      after: request.state === 'done' ? resultOf(request, what, after) : withClosingTime(request, after),
    }));
}

/** Checks whether the result names the commit of a row about a component's version. */
function isKnownVersion({ run: { steps } }: ChangeRequest, { key, with: { name } }: Text): boolean {
  const events = steps.flatMap((step) => step.events ?? []);
  return (
    key === lifecycleMsg.versionOf.key && events.some((each) => each.name === name && namedCommit(each) !== undefined)
  );
}

/** Adds the closing time to a length that counts from the run. Until people decide, it is known only for a moment. */
function withClosingTime(request: ChangeRequest, after: Text): Text {
  const { plan, run, at } = request;
  const { timedFor } = plan;
  if (after.key !== portMsg.afterLength.key || timedFor === undefined || !isWaiting(request)) return after;
  const length = durationText(timedFor);
  return run.planned
    ? portMsg.afterLengthAt({ length, at: { at: run.planned.at + timedFor } })
    : portMsg.afterLengthFrom({ length, at: { at: at + timedFor }, from: { at } });
}

/** Returns a row's result. External access that was closed alone isn't on any more. A length has become a time. */
function resultOf({ access, plan, run, shown: { undoneBy } }: ChangeRequest, what: Text, after: Text): Text {
  if (what.key === portMsg.closingTime.key && (plan.timedFor ?? plan.timedUntil) !== undefined)
    return closingTimeNow(plannedEnd(plan, run.ended ?? 0), after, access);
  const result = after.key === sharedMsg.onIfItWorks.key ? sharedMsg.on() : after;
  const { how, isPortClosed } = undoneBy ?? {};
  const isOvertaken = how === 'closed' || how === 'outer' || how === 'routed';
  const isClosed = (access?.narrowed && !access.later) || isOvertaken || isPortClosed;
  return isClosed && what.key === factsMsg.outerAccess.key ? cardMsg.closedSinceThen({ after: result }) : result;
}

/** Returns the closing time that a request set, and what a later request did to it. */
function closingTimeNow(set: number | undefined, planned: Text, access: ChangeRequest['access']): Text {
  const after = set === undefined ? planned : openMsg.closesAt({ at: { at: set } });
  if (access?.how === 'kept') return cardMsg.removedSinceThen({ after });
  const until = access?.how === 'extended' ? access.later?.until : undefined;
  return until === undefined ? after : cardMsg.movedSinceThen({ after, until: { at: until } });
}

function nowOf({ state, run: { now } }: ChangeRequest, index: number): Text | undefined {
  return state === 'failed' ? now?.[index] : undefined;
}

/**
 * A plan with addresses has lines in every state, because a table's columns would break addresses inside words. So does
 * a plan without calls: it changes a closing time, and two moments with dates are too wide for columns on a phone.
 */
function planOf(request: ChangeRequest, page: Page, shortened: Shortened): readonly AnyBlock[] {
  const fitsTable = shortened === 'not' || shortened === 'remarks';
  const hasAddresses = request.plan.rows.some((row) => row.adds || isAddress(row));
  const hasTable = fitsTable && !hasAddresses && request.plan.steps.length > 0;
  return hasTable ? planTable(request, page) : planLines(request, page, shortened);
}

function planTable(request: ChangeRequest, page: Page): readonly AnyBlock[] {
  const planned = cardRows(request);
  if (planned.length === 0) return [];
  const columns = [cardMsg.what(), ...headings(request)];
  const rows = planned.map(({ what, before, after }) => [what, before, after]);
  const shown = rowsThatFit(columns, rows, page);
  return [
    table(columns, rows, page),
    ...(shown < rows.length ? [context(slackMsg.rowsLeftOut({ shown, total: rows.length }), page)] : []),
  ];
}

/** Checks whether a plan's rows show the effect on components. If they do, each row is shown. */
function tellsComponents({ plan }: ChangeRequest): boolean {
  return plan.steps.some(({ awaits }) => awaits !== undefined);
}

function isAddress({ what }: Row): boolean {
  return what.key === factsMsg.address.key;
}

/** Returns more than 0 for the rows that people decide about, so that a shortened card has them: the rule, access, addresses. */
function weightOf(row: Row): number {
  if (row.what.key === factsMsg.rule.key && isNothing(row.before)) return 3;
  return row.what.key === factsMsg.outerAccess.key ? 2 : Number(isAddress(row));
}

function isNothing(text: Text): boolean {
  return mrkdwn(text, 'en') === '–';
}

/** Returns the rows as lines. If shortened, combines rows with the same effect, and omits rows shown elsewhere. */
function rowLines(request: ChangeRequest, isWhole = false): readonly Text[] {
  const changed = isWhole ? [] : (request.shown.changed ?? []).map(({ what }) => canonical(what));
  const rows = cardRows(request)
    .filter(({ what }) => !changed.includes(canonical(what)))
    .toSorted((one, other) => (isWhole ? 0 : weightOf(other) - weightOf(one)));
  const alike = Map.groupBy(rows, ({ what, before, after }) => canonical([isWhole ? what : '', before, after]));
  return [...alike.values()].flatMap((rows) => {
    const [row] = rows;
    if (!row) return [];
    const what = listText(rows.map((each) => each.what));
    return [isNothing(row.before) ? cardMsg.planAdds({ ...row, what }) : cardMsg.planRow({ ...row, what })];
  });
}

function planLines(request: ChangeRequest, page: Page, shortened: Shortened): readonly AnyBlock[] {
  const all = rowLines(request, shortened === 'not' || shortened === 'remarks');
  if (all.length === 0) return [];
  const shown = typeof shortened === 'object' ? all.slice(0, shortened.lines) : all;
  const more = all.length - shown.length;
  const [, label] = headings(request);
  return lines(
    present([
      label.key !== cardMsg.after.key && slackMsg.heading({ text: label }),
      ...shown,
      more > 0 && cardMsg.moreInDetails({ count: more }),
    ]),
    page,
  );
}

/** *After* is only for a change that happened or may still happen; otherwise the heading is *Requested*. */
function headings(request: ChangeRequest): readonly [Text, Text] {
  switch (request.state) {
    case 'proposed':
    case 'approved':
    case 'scheduled':
      return [cardMsg.now(), cardMsg.after()];
    case 'running':
    case 'unknown':
      return [cardMsg.before(), cardMsg.after()];
    case 'done':
      // A plan without steps only moved the closing time.
      return [
        cardMsg.before(),
        hasAccessEnded(request) && request.plan.steps.length > 0 ? cardMsg.whileOpen() : cardMsg.after(),
      ];
    default:
      // A failed request shows the values that were read after it, which say nothing about the present.
      return [
        request.state === 'failed' && request.run.now ? cardMsg.afterFailure() : cardMsg.before(),
        cardMsg.requested(),
      ];
  }
}

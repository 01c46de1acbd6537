import { present } from '../../../core/defined.ts';
import { portolanActor } from '../../../core/request/transition.ts';
import { shortened } from '../../../core/text/shortened.ts';
import { join, type Text, verbatim } from '../../../core/text/text.ts';
import { minuteOf } from '../../../core/watch/watch-state.ts';
import { type AuditRow, resettingKinds } from '../../../store/audit/audit-entry.ts';
import { plain } from '../../operation-catalog.ts';
import { auditMsg } from '../audit-messages.ts';
import { type AuditLine, askerOf, ownRows, proposesLonger, requestedAt } from './audit-lines.ts';
import { kindText, recordStateText } from './audit-words.ts';
import type { KnownRequest } from './known-request.ts';
import {
  closedLater,
  closings,
  endOf,
  hasClosed,
  isPartly,
  isRuleDeleted,
  isRuleLeft,
  momentOn,
  openUntil,
  outcomeMark,
  outerText,
  pendingText,
  stateOf,
  unreadText,
} from './request-outcome.ts';

/** Kinds of entries that a request's line tells. */
export const decisions: ReadonlySet<string> = new Set([
  'approved',
  'denied',
  'cancelled',
  'expired',
  'break_glass',
  'exception',
  'settled',
]);

export const warned: ReadonlySet<string> = new Set(['break_glass', 'exception']);

/** Returns the title, after the request's state unless it is done, and before a warning for break glass or exceptions. */
export function markedTitle(line: AuditLine, title: Text, summary?: KnownRequest): Text {
  const mark = outcomeMark(line, summary);
  const state = stateInTitle(line, summary);
  const marked = state ? auditMsg.statedTitle({ mark, state, title }) : auditMsg.markedTitle({ mark, title });
  const first = line.rows.find(({ kind }) => warned.has(kind));
  return first ? auditMsg.warnedTitle({ title: marked, what: kindText(first.kind) }) : marked;
}

/** Returns the words for the state of a request that isn't done: open, partly done, or any other state. */
function stateInTitle(line: AuditLine, summary?: KnownRequest): Text | undefined {
  const state = stateOf(line, summary);
  const until = openUntil(line, state, summary);
  if (until !== undefined)
    return (summary?.access?.narrowed ? auditMsg.openInside : auditMsg.openNow)({ until: momentOn(line, until) });
  if (summary?.undone) return auditMsg.undone();
  if (isRuleDeleted(summary)) return auditMsg.ruleDeleted();
  if (isRuleLeft(summary)) return auditMsg.outerClosed();
  if (hasClosed(line, summary)) return auditMsg.closedAccess();
  if (summary?.opened === 'open') return auditMsg.stillOpen();
  if (summary?.opened === 'inside') return auditMsg.stillInside();
  const unread = unreadText(summary?.opened);
  if (unread) return unread;
  if (state === 'done' || state === '') return undefined;
  const pending = pendingText(line, state, summary);
  if (pending) return pending;
  const end = endOf(line);
  return recordStateText(state === 'failed' && end && isPartly(end) ? 'partly' : state);
}

/**
 * Summarizes a request in one sentence. Begins with its last moment, by which the lines are ordered, then names
 * requester, decisions, extensions and end, with the moments that differ from it.
 */
export function requestStory(line: AuditLine, summary?: KnownRequest): Text {
  const own = ownRows(line).toReversed();
  const reason = own.find(({ kind }) => kind === 'proposed')?.reason;
  const asked = own.some(isUndo) ? auditMsg.undoAsked : auditMsg.requestedBy;
  const said = timed(line, asked({ who: throughAgent(line, summary) }), requestedAt(line));
  const by = reason === undefined ? said : auditMsg.because({ what: said, reason: shortened(reason, maxReason) });
  const extensions = [...Map.groupBy(line.rows.toReversed(), ({ request }) => request).values()].filter((rows) =>
    rows.some((row) => proposesLonger(row, line)),
  );
  const moved = line.rows.filter(({ kind }) => kind === 'extended').toReversed();
  const opened = line.rows.findLast(({ kind, request }) => kind === 'opening' && request === line.request);
  let before = opened?.details?.until;
  const extended = moved.map(({ at, kind, who, details }, index): Text => {
    const from = before;
    const rows = extensions[index];
    const until = line.rows.find(
      (row) => row.kind === 'opening' && row.request === (rows?.[0]?.request ?? details?.later),
    )?.details?.until;
    before = until;
    const verb =
      typeof until === 'number'
        ? typeof from === 'number'
          ? auditMsg.movedFromTo({ from: momentOn(line, from), until: momentOn(line, until) })
          : auditMsg.extendedTo({ until: momentOn(line, until) })
        : rows
          ? auditMsg.extended()
          : kindText(kind);
    const what = timed(line, auditMsg.byPerson({ what: verb, who: who.name }), at);
    if (!rows) return what;
    const decided = decisionTexts(line, rows);
    return decided.length > 0 ? auditMsg.onGround({ what, ground: join(decided, ', ') }) : what;
  });
  const isNew = minuteOf(requestedAt(line)) === minuteOf(line.rows[0].at);
  const last = isNew ? lastMoment(line) : auditMsg.lastChange({ when: { at: line.rows[0].at } });
  return join([last, by, ...decisionTexts(line, own, summary), ...extended, ...endTexts(line, summary)], ' · ');
}

/** Checks for the proposal of a request that undoes another one. */
export function isUndo({ kind, details }: AuditRow): boolean {
  return kind === 'proposed' && details?.how === 'undo';
}

/** Maximum characters of a reason in a line. The request's page shows the whole reason. */
const maxReason = 100;

/** Returns the moment of a line's last entry. */
export function lastMoment({ rows: [{ at }] }: AuditLine): Text {
  return auditMsg.lastAt({ when: { at } });
}

/** Adds a moment, unless it is in the minute that the line begins with. */
export function timed({ rows: [last] }: AuditLine, what: Text, at: number): Text {
  return minuteOf(at) === minuteOf(last.at) ? what : auditMsg.endedAt({ what, when: { at, beside: last.at } });
}

/** Checks whether a later entry made an approval invalid. @param rows of one request, in any order */
export function isVoided({ kind, request, who, seq }: AuditRow, rows: readonly AuditRow[]): boolean {
  const voids = (later: AuditRow) =>
    resettingKinds.has(later.kind) || (later.kind === 'voided' && later.who.id === who.id);
  return kind === 'approved' && rows.some((each) => each.request === request && each.seq > seq && voids(each));
}

/** Returns who decided or set another time, and when. @param rows of one request, oldest first */
function decisionTexts(line: AuditLine, rows: readonly AuditRow[], summary?: KnownRequest): readonly Text[] {
  const moved = rows.findLast(({ kind }) => kind === 'rescheduled');
  // A run at once gives up approvals that were for the planned time.
  const isGivenUp = moved?.details?.to === 'now';
  return rows.flatMap((row): Text[] => {
    const { kind, who, at, details } = row;
    if (row === moved)
      return [timed(line, auditMsg.byPerson({ what: movedText(row, line, summary), who: who.name }), at)];
    const isOver = isVoided(row, rows);
    if (!decisions.has(kind) || (isOver && !isGivenUp)) return [];
    const as = details?.role;
    const name = typeof as === 'string' ? auditMsg.inRole({ who: who.name, role: as }) : who.name;
    // The title says the state that nobody decided.
    if (who.id === portolanActor.id) return [];
    const what = decisionText(row);
    const said = decisionKind(row) === 'confirmed' ? what : auditMsg.byPerson({ what, who: name });
    if (kind === 'denied' && row.reason !== undefined)
      return [auditMsg.because({ what: timed(line, said, at), reason: shortened(row.reason, maxReason) })];
    return [timed(line, isOver ? auditMsg.onGround({ what: said, ground: recordStateText('voided') }) : said, at)];
  });
}

/** Returns the words for a new time of a request. Old entries don't have it. */
function movedText({ kind, details }: AuditRow, line: AuditLine, summary?: KnownRequest): Text {
  const to = details?.to;
  if (typeof to === 'number') return auditMsg.movedTo({ at: momentOn(line, to) });
  if (to !== 'now') return kindText(kind);
  const gaveUp = summary?.gaveUp;
  return gaveUp === undefined ? auditMsg.movedToNow() : auditMsg.gaveUp({ at: momentOn(line, gaveUp) });
}

/** Returns how temporary access was closed, or the components that failed. */
function endTexts(line: AuditLine, summary?: KnownRequest): readonly Text[] {
  const later = closedLater(summary?.opened);
  if (later) return [timed(line, later.what, later.at)];
  const { undone, access: { narrowed } = {} } = summary ?? {};
  if (undone) return [timed(line, auditMsg.undoneBy({ who: undone.by }), undone.at)];
  if (narrowed && openUntil(line, stateOf(line, summary), summary) !== undefined)
    return [timed(line, outerText(narrowed), narrowed.at)];
  const end = endOf(line);
  if (end?.kind === 'closing') {
    const planned = line.rows.find(({ kind }) => kind === 'opening')?.details?.until;
    const isEarly = end.outcome === 'closed-now' && typeof planned === 'number' && planned > end.at;
    const said = closings(end, summary).map(({ what, at }) => timed(line, what, at));
    const [last] = said.splice(-1);
    const plan = isEarly && auditMsg.plannedFor({ at: momentOn(line, planned) });
    return present([...said, last && plan ? auditMsg.onGround({ what: last, ground: plan }) : last]);
  }
  // The reason names the components too, but the log keeps the entry longer than the request.
  const failed = summary?.why === undefined ? end?.details?.failed : undefined;
  return typeof failed === 'string' ? [auditMsg.failedThen({ names: failed })] : [];
}

/** Maximum characters of why a request failed in the log. The request's page shows everything. */
const maxWhy = 160;

/** States of requests in which the log shows why. */
export const explainedStates: ReadonlySet<string> = new Set(['failed', 'unknown', 'cancelled']);

/** Returns why a request failed, wasn't confirmed by the platform or was canceled, in one short line. */
export function shortWhy(line: AuditLine, summary?: KnownRequest): Text | undefined {
  const { why = answeredWhy(line) } = summary ?? {};
  if (!why || !explainedStates.has(stateOf(line, summary))) return undefined;
  const [en, zh] = [plain(why, 'en'), plain(why, 'zh')].map((text) => text.replaceAll('\n', ' '));
  const isLong = [en, zh].some((text = '') => text.length > maxWhy);
  return isLong ? auditMsg.recorded({ en: shortened(en ?? '', maxWhy), zh: shortened(zh ?? '', maxWhy) }) : why;
}

/** Says how people will know an unknown outcome: when it is read again, or where they can read it. */
export function nextCheck(line: AuditLine, prefix: string, summary?: KnownRequest): Text | undefined {
  if (stateOf(line, summary) !== 'unknown') return undefined;
  if (summary?.checked !== undefined) return auditMsg.checksAgain({ at: momentOn(line, summary.checked) });
  const component = ownRows(line).find(({ kind }) => kind === 'proposed')?.details?.component;
  const card = summary?.link;
  const ways = present([
    card !== undefined && auditMsg.checkOnCard({ card: { link: card, label: auditMsg.itsCard() } }),
    component !== undefined && auditMsg.checkByCommand({ command: `/${prefix}component show ${component}` }),
  ]);
  return ways.length === 0 ? undefined : join(ways);
}

/** Returns the platform's refusal of the step that failed, because the entries have no reason of a request that was deleted. */
function answeredWhy(line: AuditLine): Text | undefined {
  const failed = ownRows(line).find(isFailedStep);
  return failed && answeredText(failed);
}

function isFailedStep({ kind, outcome }: AuditRow): boolean {
  return kind === 'step' && outcome === 'failed';
}

/** Returns the platform's refusal that the entry of a failed step has. */
export function answeredText(row: AuditRow): Text | undefined {
  const status = row.calls?.at(-1)?.status;
  if (!isFailedStep(row) || status === undefined || status < 400) return undefined;
  return auditMsg.answeredWhy({ status: String(status) });
}

/** Names the requester, and the agent that made the request, if any. */
export function throughAgent(line: AuditLine, summary?: KnownRequest): Text | string {
  const agent = ownRows(line).at(-1)?.details?.agent;
  const asker = askerOf(line, summary);
  return typeof agent === 'string' ? auditMsg.throughAgent({ who: asker, agent }) : asker;
}

/** Returns the words for an entry's kind. An approval by the requester is called a confirmation. */
function decisionText(row: AuditRow): Text {
  return kindText(decisionKind(row));
}

export function decisionKind({ kind, details }: AuditRow): string {
  if (kind === 'replanned' && details?.missed !== undefined) return 'missed';
  return kind === 'approved' && details?.as === 'requester' ? 'confirmed' : kind;
}

/** Names the role and the policy rule of a decision. Returns undefined if they aren't recorded. */
export function groundText({ kind, details = {} }: AuditRow): Text | undefined {
  const { role, rule, as } = details;
  if (!decisions.has(kind) || typeof rule !== 'string' || as === undefined) return undefined;
  const number = /^line (\d+)$/.exec(rule)?.[1];
  const by = number === undefined ? auditMsg.byDefault() : auditMsg.byRule({ line: number });
  return typeof role === 'string' ? join([verbatim(role), by], ', ') : by;
}

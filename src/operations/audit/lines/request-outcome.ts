import { requestMark } from '../../../core/request/change-request.ts';
import { portolanActor } from '../../../core/request/transition.ts';
import { type Instant, join, type Text } from '../../../core/text/text.ts';
import type { AuditRow } from '../../../store/audit/audit-entry.ts';
import { states } from '../audit-kind-messages.ts';
import { auditMsg } from '../audit-messages.ts';
import { type AuditLine, ownRows, requestedAt } from './audit-lines.ts';
import { recordStateText } from './audit-words.ts';
import type { KnownRequest, OpenedNow } from './known-request.ts';

/** Returns until when a request waits for people, or its planned time; undefined in other states or if unknown. */
export function pendingText(
  line: AuditLine,
  state: string,
  { planned, openUntil }: Partial<KnownRequest> = {},
): Text | undefined {
  if (state === 'scheduled' && planned !== undefined) return auditMsg.scheduledFor({ at: momentOn(line, planned) });
  if (state !== 'proposed' || openUntil === undefined) return undefined;
  return auditMsg.waitingUntil({ until: momentOn(line, openUntil) });
}

/** Returns how temporary access was closed, and if external access was closed first, that before it. */
export function closings(
  end: AuditRow,
  summary?: KnownRequest,
): readonly { readonly what: Text; readonly at: number }[] {
  const { narrowed, later, how = '', by, ended = end.at } = summary?.access ?? {};
  if (!narrowed) return [{ what: resultText(end), at: end.at }];
  const outer = { what: outerText(narrowed), at: narrowed.at };
  if (!later) return [outer, { what: resultText(end), at: end.at }];
  // A later request opened external access again, and closes the rest.
  if (ended === narrowed.at) return [outer];
  const rest = recordStateText(by && how === 'closed' ? 'closed-now' : how);
  return [outer, { what: by ? auditMsg.byPerson({ what: rest, who: by.name }) : rest, at: ended }];
}

export function outerText({ by }: { readonly by?: { readonly name: string } | undefined }): Text {
  return by === undefined ? auditMsg.outerClosed() : auditMsg.outerClosedBy({ who: by.name });
}

const closedWords = new Set(['closed', 'closed-now', 'by-hand', 'lost', 'elsewhere', 'reopened']);

/** Returns the entry that ended a request: the closing of temporary access, or else the end of the run or its refusal. */
export function endOf(line: AuditLine): AuditRow | undefined {
  const closing = line.rows.find(({ kind }) => kind === 'closing');
  if (closing && closedWords.has(closing.outcome ?? '')) return closing;
  return ownRows(line).find(({ kind }) => ['outcome', 'denied', 'cancelled', 'expired'].includes(kind));
}

/** Checks whether access was closed, as the card of temporary access says with the same mark. */
export function hasClosed(line: AuditLine, summary?: KnownRequest): boolean {
  const { opened } = summary ?? {};
  if (opened !== undefined)
    return opened === 'closed' || opened === 'rule-deleted' || closedLater(opened) !== undefined;
  const { kind, outcome } = endOf(line) ?? {};
  return kind === 'closing' && outcome !== 'reopened' && outcome !== 'lost';
}

/** Checks whether only the rule of a request is gone: its address may answer until the port is closed. */
export function isRuleDeleted({ opened }: Pick<KnownRequest, 'opened'> = {}): boolean {
  return opened === 'rule-deleted' || (typeof opened === 'object' && 'isRule' in opened);
}

/** Says that nobody knows now whether access is open, and when it last was. */
export function unreadText(opened: OpenedNow | undefined): Text | undefined {
  if (opened === 'unread') return auditMsg.openUnread();
  return typeof opened === 'object' && 'lastOpen' in opened
    ? auditMsg.openWhenRead({ at: { at: opened.lastOpen } })
    : undefined;
}

/** Returns how and when a later request closed what had no closing time. */
export function closedLater(opened?: OpenedNow): { readonly what: Text; readonly at: number } | undefined {
  if (typeof opened !== 'object' || !('closed' in opened)) return undefined;
  const { closed: at, by, isRule, leavesRule } = opened;
  if (leavesRule)
    return { at, what: auditMsg.leavesRule({ what: outerText(by === undefined ? {} : { by: { name: by } }) }) };
  if (isRule) return { at, what: by === undefined ? auditMsg.ruleDeleted() : auditMsg.ruleDeletedBy({ who: by }) };
  return { at, what: by === undefined ? states.closed() : auditMsg.byPerson({ what: states.byHand(), who: by }) };
}

/** Returns how a request ended, or its present state, with the time. */
export function requestOutcome(line: AuditLine, summary?: KnownRequest): Text {
  const state = stateOf(line, summary);
  const until = openUntil(line, state, summary);
  if (until !== undefined) return auditMsg.closesByItself({ until: momentOn(line, until) });
  const { undone } = summary ?? {};
  if (undone) return auditMsg.endedAt({ what: auditMsg.undoneBy({ who: undone.by }), when: momentOn(line, undone.at) });
  const pending = pendingText(line, state, summary);
  if (pending) return pending;
  if (summary?.opened === 'open') return auditMsg.openWithoutEnd();
  if (summary?.opened === 'inside') return auditMsg.stillInside();
  if (summary?.opened === 'closed') return auditMsg.closedAccess();
  if (summary?.opened === 'rule-deleted') return auditMsg.ruleDeleted();
  const unread = unreadText(summary?.opened);
  if (unread) return auditMsg.notAnswering({ what: unread });
  const later = closedLater(summary?.opened);
  if (later) return auditMsg.endedAt({ what: later.what, when: { at: later.at } });
  const end = endOf(line);
  if (end?.kind === 'expired' && !line.rows.some(({ kind }) => ['approved', 'break_glass', 'frozen'].includes(kind)))
    return auditMsg.expiredUndecided({ when: { at: end.at } });
  if (end?.kind === 'closing') {
    const parts = closings(end, summary).toReversed();
    return join(
      parts.map(({ what, at }) => auditMsg.endedAt({ what, when: { at } })),
      ' · ',
    );
  }
  const text = end && state === 'failed' ? resultText(end) : recordStateText(state);
  return end ? auditMsg.endedAt({ what: text, when: { at: end.at } }) : text;
}

/** Returns a moment, without its day on the day of the end, or else of the request, which are written with their days. */
export function momentOn(line: SummarizedLine, at: number): Instant {
  return { at, beside: shownEnd(line) ?? requestedAt(line) };
}

type SummarizedLine = AuditLine & { readonly summary?: KnownRequest };

/** Returns the moment that the outcome names (epoch ms). Undefined while access is open, or if nobody knows when it ended. */
export function shownEnd(line: SummarizedLine): number | undefined {
  const { summary } = line;
  const { opened } = summary ?? {};
  if (opened !== undefined) return closedLater(opened)?.at;
  return openUntil(line, stateOf(line, summary)) === undefined ? endOf(line)?.at : undefined;
}

export function stateOf(line: AuditLine, summary?: KnownRequest): string {
  const [newest] = ownRows(line);
  return summary?.state ?? newest?.status ?? newest?.outcome ?? '';
}

export function outcomeMark(line: AuditLine, summary?: KnownRequest): string {
  const state = stateOf(line, summary);
  if (isOpenAsKnown(summary) || openUntil(line, state, summary) !== undefined) return '●';
  if (summary?.opened === 'unread') return '?';
  const end = endOf(line);
  if (hasClosed(line, summary) || summary?.undone) return '○';
  return requestMark(state, state === 'failed' && end !== undefined && isPartly(end)) ?? '◌';
}

/** Checks whether the rule of a request stays, although its port was closed. */
export function isRuleLeft({ opened }: Pick<KnownRequest, 'opened'> = {}): boolean {
  return typeof opened === 'object' && 'leavesRule' in opened;
}

/** Checks whether access without a closing time is open, as far as is known. */
export function isOpenAsKnown(summary?: KnownRequest): boolean {
  const { opened } = summary ?? {};
  return opened === 'open' || opened === 'inside' || (typeof opened === 'object' && 'lastOpen' in opened);
}

/** Checks for the entry of a change that took effect, also if only a part of it did, or nobody knows. */
export function tookEffect(row: AuditRow): boolean {
  const { kind, outcome = '' } = row;
  if (kind === 'opening') return true;
  if (kind === 'settled' || kind === 'check') return outcome === 'done';
  return kind === 'outcome' && (['done', 'unknown'].includes(outcome) || isPartly(row));
}

/** Returns the closing time (epoch ms) of temporary access that is still open. Undefined if an extension isn't known. */
export function openUntil({ rows }: AuditLine, state: string, summary?: KnownRequest): number | undefined {
  const { opened } = summary ?? {};
  if (typeof opened === 'object' && 'until' in opened) return opened.until;
  const [last, ...earlier] = rows.filter(({ kind }) => kind === 'opening');
  const extended = rows.filter(({ kind }) => kind === 'extended').length;
  if (state !== 'done' || extended > earlier.length || rows.some(({ kind }) => kind === 'closing')) return undefined;
  return typeof last?.details?.until === 'number' ? last.details.until : undefined;
}

export function stepMark(outcome: string): string {
  return requestMark(outcome, false) ?? (outcome === 'not-sent' ? '○' : '▶');
}

/** Before version 0.2, partial results were recorded as `failed`. */
export function isPartly({ kind, outcome, details = {} }: AuditRow): boolean {
  return kind === 'outcome' && (outcome === 'partly' || (outcome === 'failed' && Number(details.done ?? 0) > 0));
}

export function resultText(row: AuditRow): Text {
  const { outcome, status, who, details = {}, kind } = row;
  // Before version 0.2, closings by a person were recorded as `closed`.
  const isPressed = kind === 'closing' && who.id !== portolanActor.id && outcome === 'closed';
  const text = recordStateText(isPartly(row) ? 'partly' : isPressed ? 'closed-now' : (outcome ?? status ?? ''));
  const isByPerson = kind === 'closing' && who.id !== portolanActor.id && closedWords.has(outcome ?? '');
  const named = isByPerson ? auditMsg.byPerson({ what: text, who: who.name }) : text;
  return typeof details.failed === 'string' ? auditMsg.failedAt({ result: named, names: details.failed }) : named;
}

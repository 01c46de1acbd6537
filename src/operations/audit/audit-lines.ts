import * as z from 'zod';
import { isDirectMessage } from '../../core/command/direct-message.ts';
import { present } from '../../core/defined.ts';
import type { OperationSpec } from '../../core/operation.ts';
import type { Ticket } from '../../core/policy/ticket.ts';
import { RequestAccess, requestMark, StepRun, titleNow } from '../../core/request/change-request.ts';
import { withReference } from '../../core/request/events/failure-text.ts';
import { canonical, StoredText } from '../../core/request/plan.ts';
import { portolanActor } from '../../core/request/transition.ts';
import { parseDuration } from '../../core/text/duration.ts';
import { durationText } from '../../core/text/duration-messages.ts';
import { shortened } from '../../core/text/shortened.ts';
import { type Instant, join, type Text, verbatim } from '../../core/text/text.ts';
import { minuteOf } from '../../core/watch/watch-state.ts';
import { type AuditRow, resettingKinds } from '../../store/audit/audit-entry.ts';
import type { StoredRequest } from '../../store/stored-types.ts';
import { inChinese, isChinese, plain } from '../operation-catalog.ts';
import { handled, handlingVerbs, kinds, settings, states } from './audit-kind-messages.ts';
import { auditMsg } from './audit-messages.ts';

/**
 * One line of the audit log: all entries of one request and of its closing, one change of a setting, the watches that
 * were added together, or what people did with one incident, uninterrupted by other lines.
 */
export interface AuditLine {
  readonly request?: string;
  readonly rows: readonly [AuditRow, ...AuditRow[]];
}

/** Returns the id of the request that a closing belongs to, or the id itself. */
export function openingOf(id: string): string {
  return id.replace(/-close-\d+$/, '');
}

/** Groups the entries by request or incident. An extension belongs to the request that opened access. @param rows newest first */
export function auditLines(rows: readonly AuditRow[]): readonly AuditLine[] {
  const extended = extendedRequests(rows);
  const lines: { request?: string; rows: [AuditRow, ...AuditRow[]] }[] = [];
  const byRequest = new Map<string, AuditRow[]>();
  const byIncident = new Map<string, AuditRow[]>();
  for (const row of rows) {
    const ownId = row.request === undefined ? undefined : openingOf(row.request);
    const request = ownId === undefined ? undefined : (extended.get(ownId) ?? ownId);
    const incident = handledIn(row);
    const before = lines.at(-1);
    if (before && isAddedWith(row, before.rows[0])) {
      before.rows.push(row);
      continue;
    }
    const [id, known] = incident ? [canonical(incident), byIncident] : [request, byRequest];
    const sameLine = id === undefined ? undefined : known.get(id);
    if (sameLine) sameLine.push(row);
    else {
      const own: [AuditRow, ...AuditRow[]] = [row];
      if (!incident) byIncident.clear();
      if (id !== undefined) known.set(id, own);
      lines.push({ request, rows: own });
    }
  }
  return lines;
}

/** Checks whether a person added two watches together, such as with `/watch usual`. */
function isAddedWith(row: AuditRow, other: AuditRow): boolean {
  const keys = [row, other].map(({ operation, who, at, details }) =>
    canonical([operation, who.id, minuteOf(at), details?.channel ?? null]),
  );
  return row.operation === 'watch.add' && keys[0] === keys[1];
}

/**
 * Returns for each extension that took effect the id of the request that opened access, if its proposal is among the
 * entries. @param rows newest first
 */
function extendedRequests(rows: readonly AuditRow[]): ReadonlyMap<string, string> {
  const proposed = new Set(rows.flatMap(({ kind, request = '' }) => (kind === 'proposed' ? [request] : [])));
  const took = new Set(rows.flatMap(({ kind, request = '' }) => (kind === 'opening' ? [request] : [])));
  const extended = new Map<string, string>();
  for (const row of rows.toReversed()) {
    const { of = '', by = '' } = extensionIn(row) ?? {};
    if (took.has(by) && proposed.has(of)) extended.set(by, extended.get(of) ?? of);
  }
  return extended;
}

/**
 * Returns the ids of an extension and of the request that it extends, if an entry names both: a proposal made on that
 * request's card, or the entry that the closing time was moved.
 */
export function extensionIn({ kind, request, details }: AuditRow) {
  const [of, by] =
    kind === 'extended'
      ? [request, details?.later]
      : kind === 'proposed' && details?.how === 'extend'
        ? [details.follows, request]
        : [];
  return typeof of === 'string' && typeof by === 'string' ? { of, by } : undefined;
}

/** Checks whether an entry of a line proposes to extend its access. */
export function proposesLonger({ kind, request = '' }: AuditRow, line: Pick<AuditLine, 'request'>): boolean {
  return kind === 'proposed' && request !== line.request && openingOf(request) === request;
}

/** `action`: the word in the call's body that says what the call does, if its path doesn't say it. `why`: why it failed. */
export interface KnownStep {
  readonly says: Text;
  readonly action?: string;
  readonly state?: string;
  readonly why?: Text;
}

/** Data of a stored request that its audit entries don't contain. Deleted requests have no such data. */
export interface KnownRequest {
  readonly title: Text;
  readonly asker: string;
  readonly state: string;
  readonly steps?: readonly KnownStep[];
  readonly link?: string;
  /** The results, such as the opened address or the reason of a failure. */
  readonly says?: readonly Text[];
  /** User IDs, or group IDs, of those who were asked to decide. */
  readonly asked?: readonly string[];
  /** End of the time to decide, in epoch ms. */
  readonly openUntil?: number;
  /** Planned time in epoch ms. */
  readonly planned?: number;
  /** Next automatic read of an unknown outcome, epoch ms. */
  readonly checked?: number;
  /** The planned time that was given up to run it at once, epoch ms. */
  readonly gaveUp?: number;
  /** Verdict on the time after the change. */
  readonly verdict?: Text;
  readonly ticket?: Ticket;
  readonly opened?: OpenedNow;
  /** Why it failed or was canceled. */
  readonly why?: Text;
  /** How temporary access ended, also if external access was closed first. */
  readonly access?: z.infer<typeof RequestAccess>;
  /** The later undo: its requester, and its time, epoch ms. */
  readonly undone?: { readonly by: string; readonly at: number };
}

/**
 * Present state of access that was opened without a closing time. `until`: a later closing time. `closed`: time at which
 * a request closed it. `by`: who closed it, unless Portolan did. `lastOpen`: time at which it was last open, if its
 * present state can't be read. Times are epoch ms. `unread`: its state can't be read, and isn't on record. `inside`: only
 * internal access is open, which isn't in the list of what is open.
 */
export type OpenedNow =
  | 'open'
  | 'inside'
  | 'closed'
  | 'unread'
  | { readonly lastOpen: number }
  | { readonly until: number }
  | { readonly closed: number; readonly by: string | undefined };

const Action = z.object({ body: z.object({ action: z.string() }) });
const Listed = z.object({
  plan: z.object({
    title: StoredText,
    untimedTitle: StoredText.optional(),
    steps: z.array(z.object({ says: StoredText, call: z.unknown() })).default([]),
  }),
  steps: z.array(StepRun.pick({ state: true, why: true, reference: true })).catch([]),
  asker: z.object({ name: z.string() }),
  link: z.string().optional(),
  why: StoredText.optional(),
  says: z.array(StoredText).default([]),
  asked: z.array(z.string()).optional(),
  planned: z.object({ at: z.number() }).optional(),
  gaveUp: z.number().optional(),
  check: z.object({ at: z.number() }).optional(),
  timed: RequestAccess.optional().catch(undefined),
  undoneBy: z
    .object({ how: z.string().optional(), by: z.object({ name: z.string() }), at: z.number() })
    .optional()
    .catch(undefined),
  aftermath: z.object({ says: StoredText }).optional(),
  ticket: z.object({ id: z.string(), link: z.string().optional() }).optional(),
});

export function readRequest({
  body,
  state,
  openUntil,
}: Pick<StoredRequest, 'body' | 'state' | 'openUntil'>): KnownRequest | undefined {
  const { data } = Listed.safeParse(body);
  if (!data) return undefined;
  const { plan, timed, asker, link, why, ticket, asked, planned, gaveUp, check, aftermath, undoneBy } = data;
  const steps = plan.steps.map(({ says, call }, index) => {
    const run = data.steps[index];
    const failure = run?.why && withReference(run.why, run);
    return { says, action: Action.safeParse(call).data?.body.action, state: run?.state, why: failure };
  });
  const says = present([why, ...data.says]);
  const verdict = aftermath?.says;
  const stepWhy = data.steps.find((step) => step.why !== undefined)?.why;
  return {
    title: titleNow(plan, timed),
    asker: asker.name,
    state,
    openUntil,
    steps,
    link,
    says,
    asked,
    planned: planned?.at,
    checked: check?.at,
    gaveUp,
    ticket,
    verdict,
    why: why ?? stepWhy,
    access: timed,
    // Other ways in which a later request ended it are said as the state of its access.
    ...(undoneBy && undoneBy.how === undefined ? { undone: { by: undoneBy.by.name, at: undoneBy.at } } : {}),
  };
}

export function linkedTitle(label: Text, link: string | undefined): Text {
  return link === undefined ? label : auditMsg.toCard({ title: { link, label } });
}

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

/** Returns until when a request waits for people, or its planned time; undefined in other states or if unknown. */
function pendingText(
  line: AuditLine,
  state: string,
  { planned, openUntil }: Partial<KnownRequest> = {},
): Text | undefined {
  if (state === 'scheduled' && planned !== undefined) return auditMsg.scheduledFor({ at: momentOn(line, planned) });
  if (state !== 'proposed' || openUntil === undefined) return undefined;
  return auditMsg.waitingUntil({ until: momentOn(line, openUntil) });
}

const kindWords: ReadonlyMap<string, () => Text> = new Map(Object.entries(kinds));
const settingWords: ReadonlyMap<string, () => Text> = new Map(Object.entries(settings));
const stateWords: ReadonlyMap<string, () => Text> = new Map([
  ...Object.entries(states),
  // State codes that differ from the names in the message catalog.
  ['not-sent', states.notSent],
  ['by-hand', states.byHand],
  ['closed-now', states.closedNow],
  ['asked-now', states.askedNow],
  ['so-already', states.soAlready],
]);

/** Returns the words for a kind. A kind that a newer version wrote is returned unchanged. */
export function kindText(kind: string): Text {
  return kindWords.get(kind)?.() ?? verbatim(kind);
}

export function recordStateText(state: string): Text {
  return stateWords.get(state)?.() ?? verbatim(state);
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
  const extended = moved.map(({ at, kind, who, details }, index): Text => {
    const rows = extensions[index];
    const until = line.rows.find(
      (row) => row.kind === 'opening' && row.request === (rows?.[0]?.request ?? details?.later),
    )?.details?.until;
    const verb =
      typeof until === 'number'
        ? auditMsg.extendedTo({ until: momentOn(line, until) })
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
function timed({ rows: [last] }: AuditLine, what: Text, at: number): Text {
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
  if (end?.kind === 'closing') return closings(end, summary).map(({ what, at }) => timed(line, what, at));
  return typeof end?.details?.failed === 'string' ? [auditMsg.failedThen({ names: end.details.failed })] : [];
}

/** Returns how temporary access was closed, and if external access was closed first, that before it. */
function closings(end: AuditRow, summary?: KnownRequest): readonly { readonly what: Text; readonly at: number }[] {
  const { narrowed, later, how = '', by, ended = end.at } = summary?.access ?? {};
  if (!narrowed) return [{ what: resultText(end), at: end.at }];
  const outer = { what: outerText(narrowed), at: narrowed.at };
  if (!later) return [outer, { what: resultText(end), at: end.at }];
  // A later request opened external access again, and closes the rest.
  if (ended === narrowed.at) return [outer];
  const rest = recordStateText(by && how === 'closed' ? 'closed-now' : how);
  return [outer, { what: by ? auditMsg.byPerson({ what: rest, who: by.name }) : rest, at: ended }];
}

function outerText({ by }: NonNullable<z.infer<typeof RequestAccess>['narrowed']>): Text {
  return by === undefined ? auditMsg.outerClosed() : auditMsg.outerClosedBy({ who: by.name });
}

/** Maximum characters of why a request failed in the log. The request's page shows everything. */
const maxWhy = 160;

/** Returns why a request failed, wasn't confirmed by the platform or was canceled, in one short line. */
export function shortWhy(line: AuditLine, summary?: KnownRequest): Text | undefined {
  const { why = answeredWhy(line) } = summary ?? {};
  if (!why || !['failed', 'unknown', 'cancelled'].includes(stateOf(line, summary))) return undefined;
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
  const failed = ownRows(line).find(({ kind, outcome }) => kind === 'step' && outcome === 'failed');
  const status = failed?.calls?.at(-1)?.status;
  return status === undefined || status < 400 ? undefined : auditMsg.answeredWhy({ status: String(status) });
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

/** Returns the request's own entries, without the entries of its closing. */
function ownRows({ rows, request }: AuditLine): readonly AuditRow[] {
  const own = rows.filter((row) => row.request === request);
  return own.length > 0 ? own : rows;
}

const closedWords = new Set(['closed', 'closed-now', 'by-hand', 'lost', 'elsewhere', 'reopened']);

/** Returns the entry that ended a request: the closing of temporary access, or else the end of the run or its refusal. */
export function endOf(line: AuditLine): AuditRow | undefined {
  const closing = line.rows.find(({ kind }) => kind === 'closing');
  if (closing && closedWords.has(closing.outcome ?? '')) return closing;
  return ownRows(line).find(({ kind }) => ['outcome', 'denied', 'cancelled', 'expired'].includes(kind));
}

/** Checks whether access was closed, as the card of temporary access says with the same mark. */
function hasClosed(line: AuditLine, summary?: KnownRequest): boolean {
  const { opened } = summary ?? {};
  if (opened !== undefined) return opened === 'closed' || closedLater(opened) !== undefined;
  const { kind, outcome } = endOf(line) ?? {};
  return kind === 'closing' && outcome !== 'reopened' && outcome !== 'lost';
}

/** Says that nobody knows now whether access is open, and when it last was. */
function unreadText(opened: OpenedNow | undefined): Text | undefined {
  if (opened === 'unread') return auditMsg.openUnread();
  return typeof opened === 'object' && 'lastOpen' in opened
    ? auditMsg.openWhenRead({ at: { at: opened.lastOpen } })
    : undefined;
}

/** Returns how and when a later request closed what had no closing time. */
function closedLater(opened?: OpenedNow): { readonly what: Text; readonly at: number } | undefined {
  if (typeof opened !== 'object' || !('closed' in opened)) return undefined;
  const { closed: at, by } = opened;
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

function stateOf(line: AuditLine, summary?: KnownRequest): string {
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
function openUntil({ rows }: AuditLine, state: string, summary?: KnownRequest): number | undefined {
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
function isPartly({ kind, outcome, details = {} }: AuditRow): boolean {
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

export function requestedAt(line: AuditLine): number {
  const rows = ownRows(line);
  return (rows.find(({ kind }) => kind === 'proposed') ?? rows.at(-1) ?? line.rows[0]).at;
}

/** Returns the requester named by the proposal, or else by the card, or else the person of the oldest entry. */
export function askerOf(line: AuditLine, summary?: KnownRequest): string {
  const rows = ownRows(line);
  const proposed = rows.find(({ kind }) => kind === 'proposed');
  return proposed?.who.name ?? summary?.asker ?? (rows.at(-1) ?? line.rows[0]).who.name;
}

const titleDetails = ['component', 'port', 'rule', 'weight'];
/** Details of settings that mean nothing to people. */
const hiddenDetails = new Set(['scope', 'key', 'watch', 'incident', 'schedule', 'channel', 'freezes']);
/** Details that aren't shown, because another detail shows them in words. */
const saidBy: Readonly<Record<string, string>> = { cron: 'when', zone: 'when', component: 'address', port: 'address' };

/** Returns the channel for which a setting was changed. */
export function settingPlace({ rows: [{ details }] }: AuditLine): Text | undefined {
  const channel = details?.channel;
  return typeof channel === 'string' ? channelText(channel) : undefined;
}

function channelText(channel: string): Text {
  return isDirectMessage(channel) ? auditMsg.direct() : auditMsg.channelIs({ channel: { channel } });
}

/**
 * Describes a line by its recorded title, or else by the operation and its target. Says of a setting who changed it.
 * Doesn't use the request's card.
 */
export function lineSubject(line: AuditLine, summaryOf: (operation: string) => Text | undefined): Text {
  const { request } = line;
  const rows = ownRows(line);
  const [row = line.rows[0]] = rows;
  const isSetting = request === undefined;
  const titled = rows.find(({ details }) => typeof details?.title === 'string')?.details;
  if (titled) return recordedText(titled, 'title');
  const { operation = '', details = {} } = row;
  const texts = isSetting ? rows.toReversed().flatMap(settingDetails) : [...detailTexts(row, titleDetails)];
  // Version 0.1 recorded a new context only as the entry's place.
  if (isSetting && row.reason !== undefined) texts.push(auditMsg.quoted({ words: row.reason }));
  const values = isSetting && Object.keys(details).length === 0 && row.place ? [verbatim(row.place)] : texts;
  const count = rows.length;
  const did = !isSetting ? undefined : count > 1 ? auditMsg.addedWatches({ count }) : settingText(operation);
  const what = did
    ? auditMsg.personDid({ who: askerOf(line), what: did })
    : (summaryOf(operation) ?? verbatim(operation || row.kind));
  return values.length === 0 ? what : auditMsg.about({ what, values: join(values, ', ') });
}

function settingDetails(row: AuditRow): readonly Text[] {
  const { details = {} } = row;
  const isShown = (name: string) =>
    name !== 'what' && !hiddenDetails.has(name) && !isChinese(name) && details[saidBy[name] ?? ''] === undefined;
  return detailTexts(row, ['what', ...Object.keys(details).filter(isShown)]);
}

function detailTexts({ details = {}, at }: AuditRow, names: readonly string[]): readonly Text[] {
  return names.flatMap((name) => ((details[name] ?? null) === null ? [] : [detailText(name, details, at)]));
}

function settingText(operation: string): Text | undefined {
  return settingWords.get(operation.replace(/\.(.)/g, (_, first: string) => first.toUpperCase()))?.();
}

type Details = NonNullable<AuditRow['details']>;

const handlings: Readonly<Record<string, 'acknowledged' | 'unacknowledged' | 'silenced' | 'ended'>> = {
  'incident.acknowledge': 'acknowledged',
  'incident.unacknowledge': 'unacknowledged',
  'incident.silence': 'silenced',
  'incident.unsilence': 'ended',
  'watch.silence': 'silenced',
  'watch.resume': 'ended',
};

/**
 * Returns the name of the incident or watch that an entry acknowledges or silences. A silence until recovery covers
 * only what fired then, not its watch.
 */
export function handledIn({ request, operation = '', details = {} }: AuditRow): Text | undefined {
  if (request !== undefined || details.what === undefined || handlings[operation] === undefined) return undefined;
  if (operation === 'watch.resume' && details.silence !== 'ended') return undefined;
  const what = recordedText(details, 'what');
  return operation.startsWith('watch.') && details.until !== 'recovered' ? handled.watch({ what }) : what;
}

/** Returns the texts that people read for codes, which are all that the store has to search in. */
export function codedTexts(
  operations: readonly Pick<OperationSpec, 'id' | 'summary'>[],
): readonly (readonly [string, Text])[] {
  return [
    // An approval by the requester is called a confirmation.
    ...[...kindWords].map(([kind, text]) => [kind === 'confirmed' ? 'approved' : kind, text()] as const),
    ...[...stateWords].map(([state, text]) => [state, text()] as const),
    ...operations.flatMap(({ id, summary }) => {
      const how = handlings[id];
      return present([summary, settingText(id), how && handlingVerbs[how]()]).map((text) => [id, text] as const);
    }),
  ];
}

/** Says what a person did with an incident or watch. */
export function handlingText({ operation = '', details = {}, who: { name: who }, at }: AuditRow): Text {
  const { until } = details;
  const how = handlings[operation] ?? 'ended';
  if (how !== 'silenced') return handled[how]({ who });
  if (typeof until !== 'number') return handled.silencedUntilOver({ who });
  return handled.silenced({ who, until: { at: until, beside: at } });
}

/** Says how often people did something before the newest entry. Names people who weren't named yet. */
export function handlingCounts({ rows }: AuditLine): readonly Text[] {
  const [newest, ...earlier] = rows;
  const named = new Set([newest.who.name]);
  return (['acknowledged', 'unacknowledged', 'silenced', 'ended'] as const).flatMap((how) => {
    const same = earlier.filter(({ operation = '' }) => handlings[operation] === how);
    if (same.length === 0) return [];
    const verb = handlingVerbs[how]();
    const what = same.length > 1 ? handled.times({ what: verb, count: same.length }) : verb;
    const names = [...new Set(same.map(({ who }) => who.name))];
    const areNamed = same.length > 1 && names.every((name) => named.has(name));
    for (const name of names) named.add(name);
    return areNamed ? [what] : [auditMsg.byPerson({ what, who: join(names.map(verbatim), ', ') })];
  });
}

/** Returns a recorded text in both languages. Older versions recorded only one. */
export function recordedText(details: Details, name: string): Text {
  const [en, zh] = [String(details[name]), details[inChinese(name)]];
  return typeof zh === 'string' ? auditMsg.recorded({ en, zh }) : verbatim(en);
}

function detailText(name: string, details: Details, at: number): Text {
  const value = details[name];
  const moment = typeof value === 'string' ? Date.parse(value) : value;
  if (name === 'until' && typeof moment === 'number' && moment > 0)
    return auditMsg.until({ at: { at: moment, beside: at } });
  if (name === 'since' && typeof moment === 'number' && moment > 0)
    return auditMsg.sinceMoment({ when: { at: moment, show: 'date' } });
  const length = name === 'for' ? parseDuration(String(value)) : undefined;
  if (length !== undefined) return auditMsg.forLength({ length: durationText(length) });
  if (name === 'was') return auditMsg.before({ what: recordedText(details, name) });
  if (name === 'reason') return auditMsg.quoted({ words: String(value) });
  if (name === 'address' && details.port !== undefined)
    return auditMsg.addressOfPort({ address: String(value), port: String(details.port) });
  return name === 'weight' ? verbatim(`weight=${value}`) : recordedText(details, name);
}

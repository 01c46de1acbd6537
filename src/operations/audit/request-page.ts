import type { AskMenu, Part } from '../../core/command/answer.ts';
import { present } from '../../core/defined.ts';
import { portolanActor } from '../../core/request/transition.ts';
import { shortDurationText } from '../../core/text/duration-messages.ts';
import { verbatimList } from '../../core/text/joined.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import { minuteOf } from '../../core/watch/watch-state.ts';
import type { AuditRow } from '../../store/audit/audit-entry.ts';
import { verbs } from './audit-kind-messages.ts';
import { auditMsg } from './audit-messages.ts';
import { type AuditLine, openingOf, proposesLonger } from './lines/audit-lines.ts';
import { kindText, linkedTitle, recordedText, recordStateText } from './lines/audit-words.ts';
import type { KnownRequest, KnownStep } from './lines/known-request.ts';
import {
  endOf,
  momentOn,
  outcomeMark,
  requestOutcome,
  resultText,
  shownEnd,
  stepMark,
} from './lines/request-outcome.ts';
import { decisionKind, decisions, groundText, isVoided, throughAgent, warned } from './lines/request-story.ts';

/** Maximum number of lines per block, to stay below Slack's size limit. */
const linesPerBlock = 12;

export interface RequestPage extends AuditLine {
  readonly summary?: KnownRequest;
  /** The requests that extended and closed its temporary access, by id. */
  readonly closings?: ReadonlyMap<string, KnownRequest>;
  /** The verdict on the time after it, and later requests and incidents. */
  readonly after?: readonly Text[];
  /** The names of those who were asked to decide, by id. A mention would notify them again. */
  readonly names?: ReadonlyMap<string, string>;
  /** The changes of its temporary access, while that is open. */
  readonly menu?: AskMenu;
}

/**
 * Tells a request as a story: who asked and decided, the steps with their calls, how it ended, and what followed.
 * @param next how an unknown outcome will be known
 */
export function requestStoryParts(page: RequestPage, next: Text | undefined): readonly Part[] {
  const rows = page.rows.toReversed();
  const steps = Map.groupBy(rows.filter(isStep), stepKey);
  const story = rows.flatMap((row): readonly StoryLine[] => {
    if (isEnd(row, page)) return unsentLines(page);
    if (isUnknownClosing(row, page)) return unknownClosingLines(row, rows, page);
    if (!isStep(row)) return isShown(row, page) ? [{ line: rowText(row, page) }, ...askedLine(row, page)] : [];
    const [first, ...more] = steps.get(stepKey(row)) ?? [];
    return first === row ? [stepLine([first, ...more], page, beforeOf(row, rows))] : [];
  });
  const { state, says = [], why } = page.summary ?? {};
  const said = isOpen(page) || state === 'failed' ? says : state === 'unknown' ? [why] : [];
  return [
    { part: 'line', text: join(present([outcomeText(page), ...said, next]), '\n') },
    ...storyParts([...story, ...(page.after ?? []).map((line) => ({ line }))]),
  ];
}

/** One line of the story. `call`: small text under it. */
interface StoryLine {
  readonly line: Text;
  readonly call?: Text;
}

export function storyParts(story: readonly StoryLine[]): readonly Part[] {
  const parts: Part[] = [];
  let block: Text[] = [];
  const end = () => {
    if (block.length > 0) parts.push({ part: 'line', text: join(block, '\n') });
    block = [];
  };
  for (const { line, call } of story) {
    block.push(line);
    if (call || block.length === linesPerBlock) end();
    if (call) parts.push({ part: 'note', text: call });
  }
  end();
  return parts;
}

/** Checks whether temporary access is still open. */
function isOpen(page: RequestPage): boolean {
  return outcomeMark(page, page.summary) === '●';
}

function outcomeText(page: RequestPage): Text {
  const began = page.rows.findLast(({ kind, request }) => kind === 'run' && request === page.request)?.at;
  const ended = page.rows.find((row) => isEnd(row, page))?.at;
  const what = auditMsg.outcome({ mark: outcomeMark(page, page.summary), what: requestOutcome(page, page.summary) });
  const steps = new Set(page.rows.filter((row) => isStep(row) && row.request === page.request).map(stepKey));
  // The line of an only step says the same length.
  if (began === undefined || ended === undefined || ended - began < second || steps.size === 1) return what;
  return join([what, auditMsg.took({ time: shortDurationText(ended - began) })], ' · ');
}

/** Checks for the entry of the request's own end. */
function isEnd({ kind, request, outcome }: AuditRow, page: RequestPage): boolean {
  return kind === 'outcome' && request === page.request && outcome !== 'unknown';
}

/** Checks for an entry of an automatic closing with an unknown outcome. */
function isUnknownClosing({ kind, request, outcome }: AuditRow, page: RequestPage): boolean {
  return kind === 'outcome' && request !== page.request && outcome === 'unknown';
}

/** Returns one line for all attempts, at the place of the first one. */
function unknownClosingLines(row: AuditRow, rows: readonly AuditRow[], page: RequestPage): readonly StoryLine[] {
  const alike = rows.filter((each) => isUnknownClosing(each, page));
  const last = alike.at(-1);
  if (alike[0] !== row || !last) return [];
  const says = rowText(row, page);
  if (last === row) return [{ line: says }];
  return [{ line: auditMsg.timesUntil({ says, count: alike.length, until: momentOn(page, last.at) }) }];
}

/** Names the steps that weren't sent, because the audit log has only those that were. */
function unsentLines({ rows, request, summary }: RequestPage): readonly StoryLine[] {
  const isRecorded = (number: number) =>
    rows.some((row) => isStep(row) && row.request === request && row.details?.step === number);
  const unsent = (summary?.steps ?? []).filter(({ state }, index) => state === 'not-sent' && !isRecorded(index + 1));
  return unsent.map(({ says, state = '' }) => ({ line: withState(says, state) }));
}

/** Returns a step's line: what it does, and if it isn't done, its state or why it failed. */
function withState(says: Text, state: string, why?: Text): Text {
  const result = state === 'failed' && why ? why : recordStateText(state);
  return auditMsg.step({
    mark: stepMark(state),
    what: state === 'done' ? says : auditMsg.withResult({ what: says, result }),
  });
}

const second = 1_000;

function isOpening({ kind }: AuditRow): boolean {
  return kind === 'opening';
}

function isStep({ kind }: AuditRow): boolean {
  return kind === 'step';
}

/** Several entries of a step name the same number: its start and its end. */
function stepKey({ request, details, seq }: AuditRow): string {
  return `${request} ${details?.step ?? seq}`;
}

/** Returns the last earlier entry of a request's run. The step began at its time. */
function beforeOf({ request, seq }: AuditRow, rows: readonly AuditRow[]): AuditRow | undefined {
  return rows.findLast((row) => row.request === request && row.seq < seq && (isStep(row) || row.kind === 'run'));
}

/** Checks whether an entry says something that the first line or the entry of a closing doesn't say. */
function isShown(row: AuditRow, page: RequestPage): boolean {
  const { request, kind, outcome, who, seq } = row;
  const isClosing = request !== undefined && openingOf(request) !== request;
  // A run that began at once needs no line.
  if (kind === 'run') return !isClosing && (outcome === 'interrupted' || !isInMinuteOfDecision(row, page));
  // The first line says all of these.
  if (
    kind === 'expired' ||
    (kind === 'closing' && row === endOf(page)) ||
    (isOpening(row) && isOpen(page) && page.rows.filter(isOpening).length === 1)
  )
    return false;
  // The entries of the extension say who set the closing time.
  if (kind === 'extended')
    return !page.rows.some((each) => proposesLonger(each, page) && each.who.id === who.id && each.seq < seq);
  if (kind === 'outcome') return request !== page.request && outcome !== 'done';
  return !isClosing || kind === 'closing';
}

/** Names the people and groups that the requester asked to decide. */
function askedLine({ kind, request }: AuditRow, page: RequestPage): readonly StoryLine[] {
  const asked = page.summary?.asked ?? [];
  if (kind !== 'proposed' || request !== page.request || asked.length === 0) return [];
  const who = verbatimList(asked.map((id) => page.names?.get(id) ?? id));
  return [{ line: auditMsg.asked({ who, count: asked.length }) }];
}

function isInMinuteOfDecision({ at, seq }: AuditRow, { rows }: RequestPage): boolean {
  const before = rows.find((row) => row.seq < seq && (row.kind === 'proposed' || decisions.has(row.kind)));
  return before !== undefined && minuteOf(at) === minuteOf(before.at);
}

function stepLine(
  rows: readonly [AuditRow, ...AuditRow[]],
  page: RequestPage,
  before: AuditRow | undefined,
): StoryLine {
  const row = rows.at(-1) ?? rows[0];
  const summary = row.request === page.request ? page.summary : page.closings?.get(row.request ?? '');
  const number = row.details?.step;
  const step = typeof number === 'number' ? summary?.steps?.[number - 1] : undefined;
  const outcome = row.outcome ?? '';
  // The audit log keeps the words of a step longer than the store keeps the request.
  const recorded = row.details?.says === undefined ? undefined : recordedText(row.details, 'says');
  const says = step?.says ?? recorded ?? kindText(row.kind);
  const line = withState(says, outcome, step?.why);
  const length = row.at - (before ?? rows[0]).at;
  const call = callText(rows, step);
  return length < second ? { line, call } : { line: join([line, shortDurationText(length)], ' · '), call };
}

/** Returns the last call of a step, without the parts of the path that the context already says. */
function callText(rows: readonly AuditRow[], step: KnownStep | undefined): Text | undefined {
  const call = rows.flatMap(({ calls = [] }) => calls).at(-1);
  if (!call) return undefined;
  const path = call.path.replace(/^.*\/apps\/[^/]+\//, '…/').replace(/[0-9a-f]{8,}…?(?=\/|$)/g, '…');
  const action = step?.action === undefined ? '' : ` (${step.action})`;
  const status = call.status === undefined ? auditMsg.noResponse() : verbatim(String(call.status));
  return auditMsg.call({ call: verbatim(`${call.method} ${path}${action}`), status });
}

const verbWords: ReadonlyMap<string, () => Text> = new Map(Object.entries(verbs));

/** Returns the words for what a person did. */
function verbText(kind: string): Text {
  return verbWords.get(kind)?.() ?? kindText(kind);
}

/** Returns the words for a new time. Old entries don't have it. */
function movedVerb({ kind, details }: AuditRow, page: RequestPage): Text | undefined {
  const to = kind === 'rescheduled' ? details?.to : undefined;
  if (typeof to === 'number') return auditMsg.hasMovedTo({ at: momentOn(page, to) });
  return to === 'now' ? auditMsg.hasMovedToNow() : undefined;
}

function rowText(row: AuditRow, page: RequestPage): Text {
  const { kind, who, at, reason, outcome, details = {} } = row;
  const asksLonger = proposesLonger(row, page);
  const isDated = shownEnd(page) !== undefined;
  const when = kind === 'proposed' && !asksLonger && !isDated ? { at } : momentOn(page, at);
  if (kind === 'opening' && typeof details.until === 'number') {
    const end = endOf(page);
    const isEarly = end?.kind === 'closing' && end.at < details.until;
    const first = isEarly ? auditMsg.plannedClosing : auditMsg.closingTime;
    const text = row.request === page.request ? first : auditMsg.newClosingTime;
    return text({ until: momentOn(page, details.until) });
  }
  if (kind === 'closing' && outcome !== 'asked-now') return auditMsg.happened({ what: resultText(row), when });
  const ground = groundText(row);
  const isSettled = (kind === 'settled' || kind === 'check') && outcome !== undefined;
  const verb =
    who.id === portolanActor.id ? kindText(decisionKind(row)) : verbText(asksLonger ? 'extension' : decisionKind(row));
  const linked = linkedTitle(
    movedVerb(row, page) ?? verb,
    asksLonger ? page.closings?.get(row.request ?? '')?.link : undefined,
  );
  // Cards and threads name this request, and it has no page of its own.
  const ofOther = asksLonger && row.request !== undefined && auditMsg.byRequest({ id: row.request });
  const grounds = present([ofOther, ground, isVoided(row, page.rows) && recordStateText('voided')]);
  const grounded = grounds.length > 0 ? auditMsg.onGround({ what: linked, ground: join(grounds, ', ') }) : linked;
  const what = isSettled ? auditMsg.withResult({ what: grounded, result: resultText(row) }) : grounded;
  const named = kind === 'proposed' && !asksLonger ? throughAgent(page, page.summary) : who.name;
  const text =
    who.id === portolanActor.id ? auditMsg.happened({ what, when }) : auditMsg.did({ who: named, what, when });
  const marked = warned.has(kind) ? auditMsg.step({ mark: '⚠', what: text }) : text;
  return reason === undefined ? marked : auditMsg.because({ what: marked, reason });
}

import type { Proposal } from '../command/problem.ts';
import type { NotAllowed } from '../policy/decide.ts';
import type { PolicyDecision } from '../policy/policy-decision.ts';
import type { Text } from '../text/text.ts';
import { type ChangeRequest, withFields } from './change-request.ts';
import { decideBy, requestStateText, waitingTimers } from './decide-request.ts';
import { finish } from './finish-request.ts';
import { byWeight, canonical, type Plan, plannedEnd, type Step, samePlan, sentenceOf, type Warning } from './plan.ts';
import { requestMsg } from './request-messages.ts';
import {
  cardAndNote,
  type EventOf,
  inState,
  portolanActor,
  type Rechecked,
  type Transition,
  transition,
} from './transition.ts';

/** Handles a plan made again from fresh state. If it is equal, the request runs; if not, it needs a new decision. */
export function rechecked(
  request: ChangeRequest,
  { recheck }: EventOf<'rechecked'>,
  now: number,
): Transition | NotAllowed {
  if (request.state !== 'approved') return { refusal: requestStateText(request) };
  if (request.expires <= now) return { refusal: requestMsg.isExpired() };
  if ('already' in recheck) return alreadySo(request, requestMsg.alreadyNow({ already: recheck.already }), now);
  if ('withdrawn' in recheck) return withdraw(request, recheck.withdrawn, now);
  if ('refused' in recheck)
    return notRun(request, requestMsg.refusedNow({ why: recheck.refused }), now, recheck.offers);
  if ('unreadable' in recheck) return notRun(request, requestMsg.unreadableNow({ why: recheck.unreadable }), now);
  if (isLate(request, now)) return askAgainLate(request, now);
  return samePlan(request.plan, recheck.plan)
    ? startRun(awaitedAs(request, recheck.plan), now)
    : replan(request, recheck, now);
}

/** Returns the request with the awaited events of the new plan, because an older version may have made its plan. */
function awaitedAs(request: ChangeRequest, { steps }: Plan): ChangeRequest {
  const plan = request.plan.steps.map((step, index) => {
    const awaits = steps[index]?.awaits;
    return awaits ? { ...step, awaits } : step;
  });
  return { ...request, plan: { ...request.plan, steps: plan } };
}

/** Starts the run. The end of temporary access is stored before the first call is sent. */
function startRun(request: ChangeRequest, now: number): Transition {
  const { steps } = request.plan;
  const until = plannedEnd(request.plan, now);
  const access = until === undefined ? {} : { access: { id: request.id, until, closed: false } };
  const running = inState(request, 'running', {
    ...access,
    decision: { unread: undefined },
    run: {
      waits: undefined,
      attempt: (request.run.attempt ?? 0) + 1,
      started: now,
      steps: steps.map(() => ({ state: 'waiting' })),
    },
  });
  const records = [{ kind: 'run', who: portolanActor }] as const;
  if (steps.length === 0) {
    const ended = finish(running, 'done', { says: [] }, now);
    return { ...ended, records: [...records, ...ended.records] };
  }
  const keeps: Transition['access'] = until === undefined ? undefined : 'put';
  return transition(running, {
    records,
    tells: [{ tell: 'card' }],
    access: keeps,
  });
}

/**
 * Replaces the plan and voids all approvals. A request that needed no decision now needs its requester's confirmation;
 * if the risk increased, the policy decides again. Only the bot's own requests continue.
 */
export function replan(
  request: ChangeRequest,
  { plan, ruled, beside }: Extract<Rechecked, { plan: Plan }>,
  now: number,
  note = requestMsg.changedNote(),
): Transition {
  const own = request.system === true;
  const { ruling: wanted, onlyGlass, undoNeeds } = ruled ?? request.decision;
  const ruling: PolicyDecision = !own && wanted.need === 'run' ? { ...wanted, need: 'confirm', from: 'asker' } : wanted;
  const next = withFields(request, {
    risk: ruled?.risk ?? request.risk,
    state: own ? 'approved' : 'proposed',
    revision: request.revision + 1,
    plan,
    expires: own ? request.expires : decideBy(ruling, request.run.planned, now),
    decision: {
      ruling,
      onlyGlass,
      undoNeeds,
      raised: ruling.need === request.decision.ruling.need ? undefined : true,
      approvals: [],
      breakGlass: undefined,
      unread: undefined,
    },
    run: { waits: undefined, steps: plan.steps.map(() => ({ state: 'waiting' })) },
    shown: { changed: planDifferences(request.plan, plan), beside, looked: undefined },
  });
  return transition(next, {
    records: [{ kind: 'replanned', who: portolanActor, details: { revision: next.revision } }],
    tells: cardAndNote(note, ruling.need === 'approve' ? 'deciders' : 'asker'),
    timers: waitingTimers(next, now),
  });
}

function notRun(request: ChangeRequest, why: Text, now: number, offers: readonly Proposal[] = []): Transition {
  return finish(request, 'failed', { why, says: [], offers }, now);
}

function alreadySo(request: ChangeRequest, why: Text, now: number): Transition {
  return transition(inState(request, 'cancelled', { run: { ended: now, why } }), {
    records: [{ kind: 'cancelled', who: portolanActor, outcome: 'so-already' }],
    tells: cardAndNote(why),
  });
}

function withdraw(request: ChangeRequest, why: Text, now: number): Transition {
  const cancelled = { by: portolanActor.id, name: portolanActor.name, at: now };
  return transition(inState(request, 'cancelled', { decision: { cancelled }, run: { ended: now, why } }), {
    records: [{ kind: 'cancelled', who: portolanActor, outcome: 'withdrawn' }],
  });
}

/** Maximum delay after the planned time, in ms. After a longer delay, the request needs a new decision. */
const maxLate = 15 * 60_000;

/** Checks whether the planned time is past. A request decided after its planned time runs immediately. */
function isLate({ decision: { approvals, breakGlass }, run: { planned } }: ChangeRequest, now: number): boolean {
  if (!planned || now <= planned.at + maxLate) return false;
  return ![...approvals, ...(breakGlass ? [breakGlass] : [])].some(({ at }) => at > planned.at);
}

/** Asks for a new decision and drops the planned time, because nobody decided that the request runs now. */
function askAgainLate(request: ChangeRequest, now: number): Transition {
  const { planned } = request.run;
  const missed = planned?.at ?? now;
  const replanned = replan(
    withFields(request, { run: { planned: undefined } }),
    { plan: request.plan, beside: request.shown.beside },
    now,
  );
  const expires = decideBy(request.decision.ruling, planned, now);
  const next = withFields(replanned.request, { expires, run: { missed }, shown: { changed: undefined } });
  return {
    ...replanned,
    request: next,
    records: replanned.records.map((record) => ({ ...record, details: { ...record.details, missed } })),
    tells: cardAndNote(
      requestMsg.missedNote({ at: { at: missed } }),
      next.decision.ruling.need === 'approve' ? 'deciders' : 'asker',
    ),
    timers: waitingTimers(next, now),
  };
}

type ChangedRow = NonNullable<ChangeRequest['shown']['changed']>[number];

/**
 * Returns the differences of two plans as rows. If a row already shows the change, omits removed calls and warnings:
 * listing them would suggest that the plan became safer. Also omits changed calls, which the row explains, and light
 * warnings, which the card repeats.
 */
export function planDifferences(before: Plan, after: Plan): ChangedRow[] {
  const rows = [
    ...differing(requestMsg.rowTitle(), [before.title], [after.title]),
    ...rowChanges(before.rows, after.rows),
  ];
  const calls = addedAndRemoved(requestMsg.rowCalls(), before.steps.map(comparedCall), after.steps.map(comparedCall));
  const warnings = addedAndRemoved(
    requestMsg.rowWarning(),
    before.warnings.map(comparedWarning),
    after.warnings.map(comparedWarning),
  );
  const nothing = requestMsg.nothing().key;
  const weighed = byWeight(after.warnings);
  const heavy = [...weighed.fails, ...weighed.heavy].map(canonical);
  const weighs = (row: ChangedRow) =>
    row.what.key === requestMsg.rowWarning().key ? heavy.includes(canonical(row.after)) : row.before.key === nothing;
  const more = [...calls, ...warnings];
  const differences =
    rows.length > 0 ? [...rows, ...more.filter((row) => row.after.key !== nothing && weighs(row))] : more;
  if (differences.length > 0) return differences;
  return [{ what: requestMsg.rowDetails(), before: requestMsg.detailsBefore(), after: requestMsg.detailsAfter() }];
}

function rowChanges(before: Plan['rows'], after: Plan['rows']): ChangedRow[] {
  const subjects = new Map([...before, ...after].map(({ what }) => [canonical(what), what]));
  const cells = (rows: Plan['rows'], key: string): Text[] =>
    rows
      .filter(({ what }) => canonical(what) === key)
      .map((row) => requestMsg.arrow({ before: row.before, after: row.after }));
  return [...subjects].flatMap(([key, what]) => differing(what, cells(before, key), cells(after, key)));
}

function differing(what: Text, before: readonly Text[], after: readonly Text[]): ChangedRow[] {
  if (canonical(before) === canonical(after)) return [];
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => ({
    what,
    before: before[index] ?? requestMsg.nothing(),
    after: after[index] ?? requestMsg.nothing(),
  })).filter((row) => canonical(row.before) !== canonical(row.after));
}

/** Part of a plan. Two parts with the same identity are one part with other values. */
interface Compared {
  readonly text: Text;
  readonly identity: string;
}

function comparedCall({ says, call }: Step): Compared {
  return { text: says, identity: `${call.method} ${call.path}` };
}

function comparedWarning(warning: Warning): Compared {
  const text = sentenceOf(warning);
  return { text, identity: text.key };
}

function addedAndRemoved(what: Text, before: readonly Compared[], after: readonly Compared[]): ChangedRow[] {
  const lacks = (parts: readonly Compared[], { text }: Compared) =>
    !parts.some((part) => canonical(part.text) === canonical(text));
  const gone = before.filter((part) => lacks(after, part));
  const added = after.filter((part) => lacks(before, part));
  const isAlone = (parts: readonly Compared[], wanted: string) =>
    parts.filter(({ identity }) => identity === wanted).length === 1;
  const isPair = ({ identity }: Compared) => isAlone(gone, identity) && isAlone(added, identity);
  const successor = (part: Compared) =>
    isPair(part) ? added.find(({ identity }) => identity === part.identity)?.text : undefined;
  return [
    ...gone.map((part) => ({ what, before: part.text, after: successor(part) ?? requestMsg.nothing() })),
    ...added.filter((part) => !isPair(part)).map(({ text }) => ({ what, before: requestMsg.nothing(), after: text })),
  ];
}

import type { Proposal } from '../command/problem.ts';
import { inOneText, join, type Text } from '../text/text.ts';
import { type ChangeRequest, isPartlyDone, type StepRun } from './change-request.ts';
import { hasFailed, wasSeen } from './events/followed-event.ts';
import { type Plan, plannedEnd } from './plan.ts';
import { requestMsg } from './request-messages.ts';
import { cardAndNote, type Entry, inState, portolanActor, type Transition, transition } from './transition.ts';

/** Delay between a change and its before-and-after chart, in ms. */
export const evidenceDelay = 15 * 60_000;

interface Ending {
  readonly says: readonly Text[];
  readonly why?: Text;
  /** Text of the thread's note: after *Done*, or instead of `why` with everything that the card shows in several places. */
  readonly note?: Text;
  readonly now?: readonly Text[];
  readonly offers?: readonly Proposal[];
}

/** Ends the run: unsent steps are never sent, the requester is notified, and the component's lock is released. */
export function finish(request: ChangeRequest, state: 'done' | 'failed', ending: Ending, now: number): Transition {
  const steps = request.run.steps.map(neverSent);
  const left = leftInterrupted(request.plan, steps);
  const because = inOneText([left, ending.why]);
  const ended = inState(request, state, {
    run: {
      steps,
      check: undefined,
      ended: now,
      says: ending.says.length > 0 ? ending.says : undefined,
      why: because,
      ...(state === 'failed' ? afterFailure(request, ending) : {}),
    },
  });
  const access = accessAfter(ended, state, now);
  const { title } = request.plan;
  const stepWhy = steps.find((step) => step.why !== undefined)?.why;
  const why = ending.note ? inOneText([left, ending.note]) : (because ?? stepWhy);
  const failedNote = isPartlyDone(ended) ? requestMsg.partlyNote : requestMsg.failedNote;
  const text =
    state === 'done'
      ? said(doneNote(access.request), ending.note)
      : failedNote({ title, why: why ?? requestMsg.nothing() });
  return transition(access.request, {
    records: [outcomeEntry(access.request), ...access.records],
    tells: cardAndNote(text),
    timers: hasEvidenceAfter(ended) ? [{ kind: 'evidence', at: now + evidenceDelay }] : [],
    access: access.does,
  });
}

function said(text: Text, more: Text | undefined): Text {
  return more ? join([text, more]) : text;
}

/** A plan without calls that has an end only set this end, so *Done* would sound as if it was closed already. */
function doneNote({ plan: { title, steps }, access }: ChangeRequest): Text {
  return steps.length === 0 && access
    ? requestMsg.closingSetNote({ title, at: { at: access.until } })
    : requestMsg.doneNote({ title });
}

export function hasEvidenceAfter({ state, run, shown }: Pick<ChangeRequest, 'state' | 'shown' | 'run'>): boolean {
  return state === 'done' && shown.evidenceAfter === true && run.steps.length > 0;
}

/** Time at which the card says what the change did, if it says so. */
export function judgedAt(request: ChangeRequest): number | undefined {
  const { ended } = request.run;
  return hasEvidenceAfter(request) && ended !== undefined && !request.shown.aftermath
    ? ended + evidenceDelay
    : undefined;
}

function afterFailure(
  { plan, run: { steps } }: ChangeRequest,
  { now, offers = [] }: Ending,
): { readonly now: Ending['now']; readonly next: ChangeRequest['run']['next'] } {
  const refused = steps.some(({ state }) => state === 'failed');
  const next = [...offers, ...(refused ? (plan.instead ?? []) : [])];
  return { now, next: next.length > 0 ? next : undefined };
}

/** Returns the warning if the step that ends a service interruption wasn't sent or was refused. */
function leftInterrupted(plan: Plan, steps: readonly StepRun[]): Text | undefined {
  const index = plan.steps.findIndex(({ mustFollow }) => mustFollow !== undefined);
  const { state, events = [] } = steps[index] ?? {};
  const interrupted = steps[index - 1]?.state === 'done';
  const notBegun = state === 'not-sent' || (state === 'failed' && !events.some(wasSeen));
  return interrupted && notBegun ? plan.steps[index]?.mustFollow?.otherwise : undefined;
}

export function neverSent(step: StepRun): StepRun {
  return step.state === 'waiting' ? { ...step, state: 'not-sent' } : step;
}

function outcomeEntry(request: ChangeRequest): Entry {
  const done = request.run.steps.filter((step) => step.state === 'done').length;
  const failed = request.run.steps.flatMap(({ events = [] }) => events.filter(hasFailed)).map(({ name }) => name);
  const details = { done, steps: request.run.steps.length, ...(failed.length > 0 ? { failed: failed.join(' ') } : {}) };
  const outcome = isPartlyDone(request) ? 'partly' : request.state;
  return { kind: 'outcome', who: portolanActor, outcome, details };
}

/** Sets the end of temporary access, also after a partial or unknown outcome. Drops access that wasn't opened. */
function accessAfter(
  request: ChangeRequest,
  state: 'done' | 'failed',
  now: number,
): { readonly request: ChangeRequest; readonly records: readonly Entry[]; readonly does?: 'put' | 'drop' } {
  const { access, ...rest } = request;
  if (!access || access.closed) return { request, records: [] };
  const opened =
    state === 'done' || request.run.steps.some((step) => step.state === 'done' || step.state === 'unknown');
  if (!opened) return { request: rest, records: [], does: 'drop' };
  const until = plannedEnd(request.plan, now) ?? now;
  const records: Entry[] = [{ kind: 'opening', who: portolanActor, details: { until } }];
  return { request: { ...request, access: { ...access, until } }, records, does: 'put' };
}

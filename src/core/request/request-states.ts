import type { RequestState } from './change-request.ts';
import type { Entry, RequestEventName, TimerKind } from './transition.ts';

interface SavedWith {
  readonly audit?: readonly Entry['kind'][];
  readonly sets?: readonly TimerKind[];
  readonly cancels?: readonly TimerKind[];
  /** Lease of the request's locks: `run` takes or renews the lease, `hold` keeps it for a late outcome. */
  readonly lease?: 'run' | 'hold' | 'release';
}

type NextStates = Readonly<Partial<Record<RequestState, SavedWith>>>;
type States = Readonly<Record<RequestState, Readonly<Partial<Record<RequestEventName, NextStates>>>>>;

const undecided = ['expire', 'remind', 'freeze', 'look', 'begin', 'run'] as const;
const untilThen = { sets: ['expire', 'begin', 'look'], cancels: ['remind', 'freeze'] } as const;
const watched = ['watch', 'check', 'follow'] as const;

/** The request was running when the backup was made. Its outcome is read, and nothing more is sent. */
const restoredRunning: Partial<Record<RequestEventName, NextStates>> = {
  restored: {
    unknown: { audit: ['step', 'outcome'], sets: ['check'], cancels: ['watch', 'follow', 'run'], lease: 'hold' },
  },
};
const message = (state: RequestState): Partial<Record<RequestEventName, NextStates>> => ({
  posted: { [state]: {} },
  'message-gone': { [state]: {} },
});
const ended = { cancels: [...watched, 'run'], lease: 'release' } as const;
/** The possible ends of a run. The audit entry `opening` records the closing time of temporary access. */
const outcome = (first: Entry['kind'][]): NextStates => ({
  done: { audit: [...first, 'outcome', 'opening'], sets: ['evidence'], ...ended },
  failed: { audit: [...first, 'outcome', 'opening'], ...ended },
  unknown: { audit: [...first, 'outcome'], sets: ['check'], cancels: ['watch', 'follow', 'run'], lease: 'hold' },
});
const recovered: SavedWith = {
  audit: ['step', 'check'],
  sets: ['follow'],
  cancels: ['watch', 'check'],
  lease: 'release',
};
/** Events of temporary access after its request has ended. */
const afterwards = (state: RequestState): Partial<Record<RequestEventName, NextStates>> => ({
  'close-now': { [state]: { audit: ['closing'] } },
  'closing-failed': { [state]: { audit: ['closing'] } },
  'closing-waits': { [state]: {} },
  'closes-soon': { [state]: {} },
  closed: { [state]: { audit: ['closing', 'extended'] } },
  lost: { [state]: { audit: ['closing'] } },
  'later-ended': { [state]: {} },
  'later-not-closed': { [state]: {} },
  narrowed: { [state]: {} },
});

/** A new time makes a new revision. A press by a possible decider counts; otherwise the request waits again. */
const rescheduled: NextStates = {
  proposed: { audit: ['rescheduled', 'approved'], sets: ['expire', 'remind', 'freeze'] },
  scheduled: { audit: ['rescheduled', 'approved'], ...untilThen },
  approved: {
    audit: ['rescheduled', 'approved'],
    sets: ['run', 'expire'],
    cancels: ['remind', 'freeze', 'look', 'begin'],
  },
};

/** All transitions of states. Events not listed change nothing. `advance` enforces this; CONTRIBUTING.md shows it. */
export const requestStates: States = {
  proposed: {
    ...message('proposed'),
    unpostable: { cancelled: { audit: ['cancelled'], cancels: undecided } },
    approve: {
      proposed: { audit: ['approved'] },
      approved: { audit: ['approved'], sets: ['run'], cancels: ['remind', 'freeze'] },
      scheduled: { audit: ['approved'], ...untilThen },
    },
    'break-glass': {
      approved: { audit: ['break_glass'], sets: ['run', 'expire'], cancels: ['remind', 'freeze'] },
      scheduled: { audit: ['break_glass'], ...untilThen },
    },
    'freeze-judged': {
      proposed: { audit: ['frozen'], sets: ['freeze', 'expire', 'remind'] },
      expired: { audit: ['expired'], cancels: undecided },
    },
    'ask-again': { proposed: { sets: ['expire'] } },
    beside: { proposed: {} },
    looked: { proposed: { audit: ['replanned'], sets: ['expire', 'remind'] } },
    except: { proposed: { audit: ['exception'], sets: ['expire', 'remind'] } },
    reschedule: rescheduled,
    deny: { denied: { audit: ['denied'], cancels: undecided } },
    cancel: { cancelled: { audit: ['cancelled'], cancels: undecided } },
    expire: { expired: { audit: ['expired'], cancels: undecided } },
    remind: { proposed: { cancels: ['remind'] } },
    restored: { cancelled: { audit: ['cancelled'], cancels: undecided } },
  },
  approved: {
    ...message('approved'),
    posted: { approved: { sets: ['run'] } },
    unpostable: { cancelled: { audit: ['cancelled'], cancels: undecided } },
    deny: { denied: { audit: ['denied'], cancels: undecided } },
    cancel: { cancelled: { audit: ['cancelled'], cancels: undecided } },
    expire: { expired: { audit: ['expired'], cancels: undecided } },
    'component-busy': { approved: {} },
    voided: {
      approved: { audit: ['voided'] },
      proposed: { audit: ['voided'], sets: ['expire', 'remind'], cancels: ['run'] },
      cancelled: { audit: ['cancelled'], cancels: undecided },
    },
    'people-unread': { approved: {} },
    'freeze-judged': { proposed: { audit: ['frozen'], sets: ['freeze', 'expire'], cancels: ['run'] } },
    rechecked: {
      // The timer row stays until the first call is sent, so that another process can take over.
      running: { audit: ['run'], cancels: ['expire', 'remind'], lease: 'run' },
      done: { audit: ['run', 'outcome', 'opening'], cancels: [...undecided, ...watched], lease: 'release' },
      proposed: { audit: ['replanned'], sets: ['expire', 'remind'], cancels: ['run'] },
      approved: { audit: ['replanned'], sets: ['expire'] },
      failed: { audit: ['outcome'], cancels: [...undecided, ...watched], lease: 'release' },
      cancelled: { audit: ['cancelled'], cancels: undecided },
    },
    restored: {
      cancelled: { audit: ['cancelled'], cancels: undecided },
      failed: { audit: ['cancelled'], cancels: undecided },
    },
  },
  scheduled: {
    ...message('scheduled'),
    unpostable: { cancelled: { audit: ['cancelled'], cancels: undecided } },
    deny: { denied: { audit: ['denied'], cancels: undecided } },
    cancel: { cancelled: { audit: ['cancelled'], cancels: undecided } },
    expire: { expired: { audit: ['expired'], cancels: undecided } },
    'freeze-judged': { scheduled: { audit: ['frozen'] } },
    reschedule: rescheduled,
    beside: { scheduled: {} },
    looked: {
      scheduled: {},
      proposed: { audit: ['replanned'], sets: ['expire', 'remind'], cancels: ['look', 'begin'] },
    },
    voided: {
      scheduled: { audit: ['voided'] },
      proposed: { audit: ['voided'], sets: ['expire', 'remind'], cancels: ['look', 'begin'] },
      cancelled: { audit: ['cancelled'], cancels: undecided },
    },
    begin: { approved: { sets: ['run'], cancels: ['look'] } },
    restored: { cancelled: { audit: ['cancelled'], cancels: undecided } },
  },
  running: {
    ...message('running'),
    send: { running: { cancels: ['run'], lease: 'run' } },
    'step-ended': { running: { audit: ['step'], sets: ['follow'], lease: 'run' }, ...outcome(['step']) },
    // The lease is released when the events of the last call have begun.
    followed: { running: { audit: ['step'] }, ...outcome(['step']) },
    recovered: { running: recovered },
    interrupted: {
      ...outcome(['step']),
      approved: { audit: ['run'], sets: ['run', 'expire'], cancels: ['watch'], lease: 'release' },
      running: { audit: ['step'], sets: ['follow'], cancels: ['watch'], lease: 'release' },
      done: { audit: ['step', 'outcome', 'opening'], sets: ['evidence'], ...ended },
      failed: { audit: ['outcome', 'step', 'opening'], ...ended },
    },
    ...restoredRunning,
  },
  unknown: {
    ...message('unknown'),
    ...afterwards('unknown'),
    recovered: { running: recovered },
    observed: {
      running: { audit: ['step', 'check'], sets: ['follow'], cancels: ['check'], lease: 'release' },
      // The state is read again later. If it matches neither state, the lease is released until someone presses Check.
      unknown: { audit: ['check'], sets: ['check'] },
      done: { audit: ['step', 'check', 'outcome', 'opening'], sets: ['evidence'], ...ended },
      failed: { audit: ['step', 'check', 'outcome', 'opening'], ...ended },
    },
    ...restoredRunning,
    settle: {
      running: { audit: ['settled', 'step'], sets: ['follow'], cancels: ['check'], lease: 'release' },
      done: { audit: ['settled', 'step', 'outcome', 'opening'], sets: ['evidence'], ...ended },
      failed: { audit: ['settled', 'step', 'outcome', 'opening'], ...ended },
    },
  },
  done: { ...message('done'), ...afterwards('done'), judged: { done: {} }, undone: { done: {} } },
  failed: { ...message('failed'), ...afterwards('failed'), undone: { failed: {} } },
  denied: { ...message('denied'), repeated: { denied: {} } },
  cancelled: { ...message('cancelled'), repeated: { cancelled: {} } },
  expired: { ...message('expired'), repeated: { expired: {} } },
};

export function savedWith(from: RequestState, event: RequestEventName, to: RequestState): SavedWith | undefined {
  return requestStates[from][event]?.[to];
}

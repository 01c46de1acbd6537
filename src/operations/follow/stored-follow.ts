import * as z from 'zod';
import { Context } from '../../core/command/context.ts';
import { FrozenWhy } from '../../core/policy/freeze.ts';
import { StatusReading, statusKinds } from '../../core/runs/component-status.ts';
import { RunReport, runStates } from '../../core/runs/followed-run.ts';
import { runKinds } from '../../core/runs/runs-of.ts';
import { StoredEvent } from '../../core/runs/seen-event.ts';
import { liveKind } from '../../delivery/live-records.ts';
import { recordKind } from '../../store/kept/record-kind.ts';

/** `deploys`: builds, deploys, rolling updates, rollbacks, and their failures. */
export const followed = ['deploys', 'failures', 'all'] as const;

/** Subscription of one channel. The record's id is the channel's id. Times are epoch ms. */
export const Follow = z.object({
  channel: z.string(),
  context: Context,
  /** Followed components. If absent, all components of the app, including components that are added later. */
  components: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
  only: z.enum(followed),
  by: z.object({ id: z.string(), name: z.string(), lang: z.enum(['en', 'zh']), zone: z.string() }),
  at: z.number(),
  /** Why posting is paused: Slack's error code, or a code for a context that is missing in the policy. */
  paused: z.string().optional(),
});
export type Follow = z.infer<typeof Follow>;
export const followRecords = recordKind('follow', Follow);

/** Card of a run that Portolan started. `link` and `by` are set only if everyone can read the card's channel. */
const OwnCard = z.object({ channel: z.string(), link: z.string().optional(), by: z.string().optional() });

const TrackedRun = z.object({
  report: RunReport,
  reading: StatusReading.optional(),
  /** Kind of the component's status when the run was first seen. */
  was: z.enum(statusKinds),
  /** `line`: relevant log line, masked. `sought`: when the search for this line began. */
  line: z.string().optional(),
  sought: z.number().optional(),
  /** The run isn't reported before this time, because Portolan may have started it without knowing its event yet. */
  heldUntil: z.number().optional(),
  card: OwnCard.optional(),
  frozen: FrozenWhy.optional(),
  /** The run isn't reported yet, because it may be the rollout of a build that isn't listed as ended. */
  mayBePart: z.literal(true).optional(),
  /** Id of the message that shows the run, by channel; `-` if the channel doesn't show the run. */
  told: z.record(z.string(), z.string()),
  /** The run was over before its component was first read. */
  isHistory: z.literal(true).optional(),
  /** State of the run in evidence, and the version of that record. */
  kept: z.object({ state: z.enum(runStates), version: z.number() }).optional(),
  /** The run began after its component moved to another app, so this app's followers aren't notified. */
  isElsewhere: z.literal(true).optional(),
});
export type TrackedRun = z.infer<typeof TrackedRun>;

/** State of one component of a followed app. The record's id is `<app key> <component>`. */
export const FollowedComponent = z.object({
  component: z.string(),
  name: z.string(),
  /** When the component's events were first read. */
  first: z.number(),
  /** Events that already existed at the first read. */
  before: z.object({ ids: z.array(z.string()), newest: z.number().optional() }),
  events: z.array(StoredEvent),
  runs: z.array(TrackedRun),
});
export type FollowedComponent = z.infer<typeof FollowedComponent>;
export const followedComponents = recordKind('followed-component', FollowedComponent);

const RunLine = z.object({
  component: z.string(),
  name: z.string(),
  image: z.string().optional(),
  /** A build of the component only pulls its image. */
  isPulled: z.literal(true).optional(),
  report: RunReport,
  line: z.string().optional(),
  /** Link to the run's card, if everyone can read the card's channel. */
  card: z.string().optional(),
  /** Name of the person who asked for it on this card. */
  requester: z.string().optional(),
  /** Freeze during which the run began, if Portolan didn't start the run. */
  frozen: FrozenWhy.optional(),
});
export type RunLine = z.infer<typeof RunLine>;

/** A message about runs that began together. */
export const RunMessage = z.object({
  id: z.string(),
  channel: z.string(),
  context: Context,
  kind: z.enum(runKinds),
  by: z.string().optional(),
  began: z.number(),
  lines: z.array(RunLine),
  /** The message was first posted long after the run began or ended, so the message shows the times. */
  isLate: z.literal(true).optional(),
  reader: z.object({ lang: z.enum(['en', 'zh']), zone: z.string() }),
});
export type RunMessage = z.infer<typeof RunMessage>;
export const runMessages = recordKind('run-message', RunMessage);
export const liveRuns = liveKind(runMessages, 'message');

/** Number of runs that ended unseen, too long ago for a message of their own. */
export const MissedRuns = z.object({ count: z.number(), failed: z.number(), reader: RunMessage.shape.reader });
export type MissedRuns = z.infer<typeof MissedRuns>;
export const missedRecords = recordKind('missed-runs', MissedRuns);

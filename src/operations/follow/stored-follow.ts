import * as z from 'zod';
import { Context } from '../../core/command/context.ts';
import { FrozenWhy } from '../../core/policy/freeze.ts';
import { StatusReading, statusKinds } from '../../core/runs/component-status.ts';
import { RunReport, runStates } from '../../core/runs/followed-run.ts';
import { runKinds } from '../../core/runs/runs-of.ts';
import { StoredEvent } from '../../core/runs/seen-event.ts';
import { liveKind } from '../../delivery/live-message.ts';
import { recordKind } from '../../store/kept/record-kind.ts';

/** Which runs a channel is told. `deploys`: builds, deploys, rolling updates, rollbacks, and their failures. */
export const followed = ['deploys', 'failures', 'all'] as const;

/** What one channel follows; its record has the channel's id. Times here are epoch ms. */
export const Follow = z.object({
  channel: z.string(),
  context: Context,
  /** Absent for all of the app, those added later included. */
  components: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
  only: z.enum(followed),
  by: z.object({ id: z.string(), name: z.string(), lang: z.enum(['en', 'zh']), zone: z.string() }),
  at: z.number(),
  /** Why nothing is posted any more: Slack's code, or that the policy has no such context. */
  paused: z.string().optional(),
});
export type Follow = z.infer<typeof Follow>;
export const followRecords = recordKind('follow', Follow);

/** The card of a run that Portolan began itself. `link`: where everyone may read its channel. */
const OwnCard = z.object({ channel: z.string(), link: z.string().optional() });

/** One run as it is kept with its component. */
const TrackedRun = z.object({
  report: RunReport,
  reading: StatusReading.optional(),
  /** The kind of the component's status when the run was first seen. */
  was: z.enum(statusKinds),
  /** The line of its log that matters, masked; since when it is looked for. */
  line: z.string().optional(),
  sought: z.number().optional(),
  /** It may be one of Portolan's own that doesn't know its event yet: until this moment nothing is told. */
  heldUntil: z.number().optional(),
  card: OwnCard.optional(),
  /** The freeze in which it began. */
  frozen: FrozenWhy.optional(),
  /** It may be the rollout of a build whose end isn't listed yet: nothing is told until that is known. */
  mayBePart: z.literal(true).optional(),
  /** The message that shows it in each channel; `-` where it isn't shown. */
  told: z.record(z.string(), z.string()),
  /** It was over when its component was first read: history. */
  isHistory: z.literal(true).optional(),
  /** The state that evidence keeps of it, and the version of that record. */
  kept: z.object({ state: z.enum(runStates), version: z.number() }).optional(),
  /** It began after its component had moved to another app: those who follow this one aren't told. */
  isElsewhere: z.literal(true).optional(),
});
export type TrackedRun = z.infer<typeof TrackedRun>;

/** What is known of one component of a followed app; its record has the key `component key`. */
export const FollowedComponent = z.object({
  component: z.string(),
  name: z.string(),
  /** When its events were first read. */
  first: z.number(),
  /** What was there then. */
  before: z.object({ ids: z.array(z.string()), newest: z.number().optional() }),
  events: z.array(StoredEvent),
  runs: z.array(TrackedRun),
});
export type FollowedComponent = z.infer<typeof FollowedComponent>;
export const followedComponents = recordKind('followed-component', FollowedComponent);

/** What one message shows of one run. */
const RunLine = z.object({
  component: z.string(),
  name: z.string(),
  image: z.string().optional(),
  report: RunReport,
  line: z.string().optional(),
  /** Its card, where everyone may read that channel. */
  card: z.string().optional(),
  /** The freeze in which it began, if it wasn't made with Portolan. */
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
  /** It was first posted long after it began, or ended: it says when that was. */
  isLate: z.literal(true).optional(),
  reader: z.object({ lang: z.enum(['en', 'zh']), zone: z.string() }),
});
export type RunMessage = z.infer<typeof RunMessage>;
export const runMessages = recordKind('run-message', RunMessage);
/** What is followed by a message about runs. */
export const liveRuns = liveKind(runMessages, 'message');

/** Runs that ended while nobody could see them, longer ago than a message of their own makes sense. */
export const MissedRuns = z.object({ count: z.number(), failed: z.number(), reader: RunMessage.shape.reader });
export type MissedRuns = z.infer<typeof MissedRuns>;
export const missedRecords = recordKind('missed-runs', MissedRuns);

import * as z from 'zod';
import { Context, placeKey } from '../../core/command/context.ts';
import type { Ask } from '../../core/operation.ts';
import { StoredGiven } from '../../core/request/plan.ts';
import type { Text } from '../../core/text/text.ts';
import type { World } from '../../core/world.ts';
import { noContext } from '../../delivery/subscription.ts';
import type { AuditEntry } from '../../store/audit/audit-entry.ts';
import { retryRaces } from '../../store/retry-races.ts';
import type { Commit, Store } from '../../store/store.ts';
import type { Due, StoredSchedule } from '../../store/stored-types.ts';
import { settingEntry } from '../shared/define.ts';
import { pausedText } from '../shared/place/paused-text.ts';
import { scheduleMsg } from './schedule-messages.ts';

/** A schedule as it is kept. Times in epoch ms. */
export const Schedule = z.object({
  id: z.string(),
  /** The question whose answer is posted; absent: the one that draws charts. */
  operation: z.string().optional(),
  given: StoredGiven,
  /** The same as words, for people. */
  words: z.string(),
  cron: z.string(),
  /** Of the times, and of the chart's axis. */
  zone: z.string(),
  context: Context,
  channel: z.string(),
  owner: z.object({ id: z.string(), name: z.string(), lang: z.enum(['en', 'zh']) }),
  at: z.number(),
  paused: z.boolean(),
  /** Why it stopped by itself: Slack's code. */
  disabled: z.string().optional(),
  /** The run that is being posted: still there after a crash, it counts as missed. */
  posting: z.number().optional(),
});
export type Schedule = z.infer<typeof Schedule>;

/** The schedules among what is stored; what can't be read is left out. */
export function readSchedules(stored: readonly { readonly body: unknown }[]): readonly Schedule[] {
  return stored.flatMap(({ body }) => Schedule.safeParse(body).data ?? []);
}

/** A schedule with its body as it is stored: what a change of it is compared with. */
export interface LoadedSchedule {
  readonly schedule: Schedule;
  readonly body: unknown;
}

export const scheduleKind = 'schedule';

/** What schedules are changed with. */
export interface ScheduleParts {
  readonly store: Pick<Store, 'schedules' | 'commit'>;
  readonly world: Pick<World, 'now'>;
}

/** A schedule as the store keeps it. */
export function storedSchedule(schedule: Schedule): StoredSchedule {
  const { id, channel, context, owner, at } = schedule;
  return { id, placeKey: placeKey(context), channel, by: owner.id, at, body: schedule };
}

/** Whether a schedule doesn't run: someone paused it, or it stopped by itself. */
export function isIdle({ paused, disabled }: Schedule): boolean {
  return paused || disabled !== undefined;
}

/** What the audit log keeps of a setting of a schedule. */
export function scheduleEntry(schedule: Schedule, ask: Ask, operation: string): AuditEntry {
  const { id, words, cron, zone, context } = schedule;
  return settingEntry(operation, ask, context, { schedule: id, words, cron, zone });
}

/** The id of the due row of a schedule. */
export function dueId(id: string): string {
  return `schedule:${id}`;
}

/** The due row of a schedule. @param at its next run, epoch ms */
export function scheduleDue(id: string, at: number): Due {
  return { id: dueId(id), kind: scheduleKind, at, body: { schedule: id } };
}

/** A run whose chart Slack refused for the time being: it is tried again, with its own range. Times in epoch ms. */
export const KeptRun = z.object({
  schedule: z.string(),
  /** When it ran: its chart's range ends there. */
  since: z.number(),
  /** Until when it is tried. */
  until: z.number(),
  tries: z.number(),
  /** What Slack said last. */
  code: z.string(),
});
export type KeptRun = z.infer<typeof KeptRun>;

/** The due row of a kept run. */
export function keptId({ schedule, since }: Pick<KeptRun, 'schedule' | 'since'>): string {
  return `${dueId(schedule)}:kept:${since}`;
}

/** Whether a row is of a run that was asked for by hand. */
export function isOnce(row: Due): boolean {
  const id = scheduleIdOf(row);
  return id !== undefined && row.id !== dueId(id);
}

export function scheduleIdOf(row: Due): string | undefined {
  const { body } = row;
  const id = typeof body === 'object' && body !== null && 'schedule' in body ? body.schedule : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** The problems of a chart that don't pass. */
const reasons: ReadonlyMap<string, () => Text> = new Map([
  ['refused', scheduleMsg.stoppedRefused],
  ['unknown-name', scheduleMsg.stoppedName],
  ['ambiguous', scheduleMsg.stoppedName],
  ['invalid', scheduleMsg.stoppedWords],
  ['no-context', () => pausedText(noContext)],
  ['bug', scheduleMsg.stoppedBug],
]);

/** Why a schedule stopped by itself, in words; `code` is Slack's, or the kind of problem that its chart met. */
export function stoppedText(code: string): Text {
  return reasons.get(code)?.() ?? pausedText(code);
}

/**
 * Changes a schedule as it is stored now, so that a pause or an end meanwhile isn't undone.
 * @param next undefined if nothing is to be changed
 * @param more what is saved in the same commit
 * @returns whether it was changed: not one that is gone
 */
export async function changeSchedule(
  { world, store }: ScheduleParts,
  id: string,
  next: (current: Schedule) => Schedule | undefined,
  more: (current: Schedule) => Pick<Commit, 'due' | 'audit' | 'outbox'> = () => ({}),
): Promise<boolean> {
  return retryRaces(`schedule ${id}`, async () => {
    const found = await loadSchedule(store, id);
    const changed = found && next(found.schedule);
    if (!changed) return false;
    const saved = await store.commit({
      at: world.now(),
      schedule: { next: storedSchedule(changed), was: found.body },
      ...more(found.schedule),
    });
    return saved === 'saved' ? true : undefined;
  });
}

/** @returns the schedule as it is stored now; undefined for one that is gone or can’t be read */
export async function loadSchedule(
  { schedules }: { readonly schedules: Pick<Store['schedules'], 'get'> },
  id: string | undefined,
): Promise<LoadedSchedule | undefined> {
  const stored = id === undefined ? undefined : await schedules.get(id);
  const read = Schedule.safeParse(stored?.body);
  return stored && read.success ? { schedule: read.data, body: stored.body } : undefined;
}

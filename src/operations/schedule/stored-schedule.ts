import * as z from 'zod';
import { Context, placeKey } from '../../core/command/context.ts';
import type { Ask } from '../../core/operation.ts';
import { StoredGiven } from '../../core/request/plan.ts';
import { join, type Text } from '../../core/text/text.ts';
import { noContext } from '../../delivery/subscription.ts';
import type { AuditEntry } from '../../store/audit/audit-entry.ts';
import type { Store } from '../../store/store.ts';
import type { Due, StoredSchedule } from '../../store/stored-types.ts';
import { inBothLanguages } from '../operation-catalog.ts';
import { settingEntry } from '../shared/define.ts';
import { pausedText } from '../shared/place/paused-text.ts';
import { cronText } from './cron-words.ts';
import { scheduleMsg } from './schedule-messages.ts';

/** Times are epoch ms. */
export const Schedule = z.object({
  id: z.string(),
  /** Id of the question; if absent, the question that draws charts. */
  operation: z.string().optional(),
  given: StoredGiven,
  /** `given` in words, shown to people. */
  words: z.string(),
  cron: z.string(),
  /** Time zone of the schedule's times, and of the chart's time axis. */
  zone: z.string(),
  context: Context,
  channel: z.string(),
  owner: z.object({ id: z.string(), name: z.string(), lang: z.enum(['en', 'zh']) }),
  at: z.number(),
  paused: z.boolean(),
  /** Why the schedule stopped automatically: an error code of Slack, or the kind of problem with its chart. */
  disabled: z.string().optional(),
  /** Time of the run that is being posted. If it is still set after a crash, the run was missed. */
  posting: z.number().optional(),
});
export type Schedule = z.infer<typeof Schedule>;

export function readSchedules(stored: readonly { readonly body: unknown }[]): readonly Schedule[] {
  return stored.flatMap(({ body }) => Schedule.safeParse(body).data ?? []);
}

/** `body`: the stored value, compared when a change is saved. */
export interface LoadedSchedule {
  readonly schedule: Schedule;
  readonly body: unknown;
}

export const scheduleKind = 'schedule';

export function storedSchedule(schedule: Schedule): StoredSchedule {
  const { id, channel, context, owner, at } = schedule;
  return { id, placeKey: placeKey(context), channel, by: owner.id, at, body: schedule };
}

export function isIdle({ paused, disabled }: Schedule): boolean {
  return paused || disabled !== undefined;
}

export function scheduleEntry(
  { id, words, cron, zone, context, channel }: Schedule,
  ask: { readonly person: Pick<Ask['person'], 'id' | 'name'>; readonly now: number },
  operation: string,
): AuditEntry {
  const when = inBothLanguages('when', join([cronText(cron), scheduleMsg.inZone({ zone })]));
  return settingEntry(operation, ask, context, { schedule: id, words, ...when, cron, zone, channel });
}

export function dueId(id: string): string {
  return `schedule:${id}`;
}

/** @param at time of the next run, epoch ms */
export function scheduleDue(id: string, at: number): Due {
  return { id: dueId(id), kind: scheduleKind, at, body: { schedule: id } };
}

const reasons: ReadonlyMap<string, () => Text> = new Map([
  ['refused', scheduleMsg.stoppedRefused],
  ['unknown-name', scheduleMsg.stoppedName],
  ['ambiguous', scheduleMsg.stoppedName],
  ['invalid', scheduleMsg.stoppedWords],
  ['no-context', () => pausedText(noContext)],
  ['bug', scheduleMsg.stoppedBug],
]);

/** @param code an error code of Slack, or the kind of problem with the chart */
export function stoppedText(code: string): Text {
  return reasons.get(code)?.() ?? pausedText(code);
}

export async function loadSchedule(
  { schedules }: { readonly schedules: Pick<Store['schedules'], 'get'> },
  id: string | undefined,
): Promise<LoadedSchedule | undefined> {
  const stored = id === undefined ? undefined : await schedules.get(id);
  const parsed = Schedule.safeParse(stored?.body);
  return stored && parsed.success ? { schedule: parsed.data, body: stored.body } : undefined;
}

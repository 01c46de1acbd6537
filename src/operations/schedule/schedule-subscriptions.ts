import * as z from 'zod';
import type { LineRows } from '../../delivery/poster.ts';
import { type Subscriptions, subscriptionsOf } from '../../delivery/subscription.ts';
import { placeOf } from './post-schedule.ts';
import { schedulerMsg } from './scheduler-messages.ts';
import {
  changeSchedule,
  dueId,
  isIdle,
  readSchedules,
  Schedule,
  type ScheduleParts,
  scheduleEntry,
  stoppedText,
} from './stored-schedule.ts';

const stoppedKind = 'schedule-stopped';
const StoppedRow = z.object({ schedule: Schedule, code: z.string() });

export const scheduleSubscriptions: Subscriptions<Schedule> = subscriptionsOf(async (parts) => {
  const schedules = readSchedules(await parts.store.schedules.list()).filter((each) => !isIdle(each));
  return schedules.map((body) => ({ body, pause: (code) => stopSchedule(parts, body.id, code) }));
});

export const scheduleLines: LineRows = {
  kinds: [stoppedKind],
  async lineOf(row) {
    const stopped = StoppedRow.safeParse(row.body).data;
    if (!stopped) return undefined;
    const { schedule, code } = stopped;
    const { id, words, channel, owner } = schedule;
    const text = schedulerMsg.disabled({ id, words, channel: { channel }, why: stoppedText(code), code });
    return { place: placeOf(schedule, owner.id), text };
  },
};

/** Stops a schedule and notifies its owner, in one commit. Returns false if it was already stopped or is gone. */
export async function stopSchedule(parts: ScheduleParts, id: string, code: string): Promise<boolean> {
  const now = parts.world.now();
  const person = { id: 'portolan', name: 'Portolan' };
  return changeSchedule(
    parts,
    id,
    (current) => (current.disabled === undefined ? { ...finished(current), disabled: code } : undefined),
    (current) => ({
      due: { drop: [dueId(id)] },
      outbox: [{ id: `${stoppedKind}:${id}:${now}`, kind: stoppedKind, at: now, body: { schedule: current, code } }],
      audit: [{ ...scheduleEntry(current, { person, now }, 'schedule.disabled'), reason: code }],
    }),
  );
}

export function finished({ posting: _posting, ...rest }: Schedule): Schedule {
  return rest;
}

import { placeKey, placeText } from '../../core/command/context.ts';
import type { Text } from '../../core/text/text.ts';
import type { AuditEntry } from '../../store/audit/audit-entry.ts';
import type { Held } from '../../store/claims.ts';
import type { Due } from '../../store/stored-types.ts';
import type { Services } from '../shared/services.ts';
import { changeSchedule, loadSchedule } from './change-schedule.ts';
import { postSchedule, type ScheduleResult, type Scheduling } from './post-schedule.ts';
import { storedOf } from './schedule.ts';
import { stoppedText } from './schedule-stopped.ts';
import { keptUntil, keptWait, missedRuns, nextRuns } from './schedule-times.ts';
import { msg } from './scheduler-messages.ts';
import {
  dueId,
  isOnce,
  KeptRun,
  keptId,
  type LoadedSchedule,
  type Schedule,
  scheduleIdOf,
  scheduleKind,
} from './stored-schedule.ts';

/** So long someone is tried to be told that a chart was never posted, in ms. */
const tellForMs = 24 * 60 * 60_000;

/**
 * Runs one due row: posts the chart of its schedule and settles what Slack said, or drops a row that has nothing to run.
 * @throws what reading or storing throws; the row is the caller's to release then
 */
export async function runSchedule(parts: Scheduling, held: Held<Due>): Promise<void> {
  const {
    services: { world, store },
  } = parts;
  const { row } = held;
  const found = await loadSchedule(store, scheduleIdOf(row));
  if (!found) return held.release(undefined);
  const { schedule } = found;
  const kept = KeptRun.safeParse(row.body).data;
  if (kept) return runKept(parts, found, kept, held);
  const once = isOnce(row);
  if (!once && (schedule.paused || schedule.disabled !== undefined)) return held.release(undefined);
  const now = world.now();
  if (!held.holds()) return held.release(now);
  const missed = once ? [] : missedRuns(schedule, row.at, now);
  // Someone changed the schedule just now: it is looked at again as it is by then.
  if (!once && !(await moveOn(parts.services, found, now, row.at))) return held.release(now);
  const outcome = await postSchedule(parts, schedule, missed, now);
  await settle(parts, schedule, outcome, {
    schedule: schedule.id,
    since: now,
    until: keptUntil(schedule, now),
    tries: 0,
  });
  if (once) await held.release(undefined);
}

/** A run that Slack refused before: its chart is posted as it was then, or its owner is told that it never was. */
async function runKept(
  parts: Scheduling,
  { schedule, body }: LoadedSchedule,
  kept: KeptRun,
  held: Held<Due>,
): Promise<void> {
  const {
    services: { world, store },
    poster,
  } = parts;
  if (schedule.paused || schedule.disabled !== undefined) return held.release(undefined);
  const now = world.now();
  if (now >= kept.until) {
    const told = await poster.owner(
      schedule,
      notPosted(schedule, kept, msg.refusedUntil({ until: { at: kept.until } })),
    );
    const isOver = told.delivered || !told.passes || now >= kept.until + tellForMs;
    return held.release(isOver ? undefined : now + keptWait(kept.tries, told.retryAfterMs));
  }
  if (!held.holds()) return held.release(now);
  // As with any run: a crash while it is posted loses it, and never posts it twice.
  const saved = await store.commit({
    at: now,
    schedule: { next: storedOf({ ...schedule, posting: kept.since }), was: body },
    due: { drop: [held.row.id] },
  });
  if (saved !== 'saved') return held.release(now);
  await settle(parts, schedule, await postSchedule(parts, schedule, [], kept.since), {
    ...kept,
    tries: kept.tries + 1,
  });
}

/** The next run is put before this one is posted: a crash in between loses one chart, and never posts it twice. */
async function moveOn(
  { store }: Services,
  { schedule, body }: LoadedSchedule,
  now: number,
  at: number,
): Promise<boolean> {
  const [next] = nextRuns(schedule.cron, schedule.zone, now, 1);
  const due = { id: dueId(schedule.id), kind: scheduleKind, at: next ?? 0, body: { schedule: schedule.id } };
  const saved = await store.commit({
    at: now,
    schedule: { next: storedOf({ ...schedule, posting: at }), was: body },
    due: next === undefined ? { drop: [due.id] } : { put: [due] },
  });
  return saved === 'saved';
}

/** @param run what is kept of it if Slack refuses it for the time being */
async function settle(
  parts: Scheduling,
  schedule: Schedule,
  told: ScheduleResult,
  run: Omit<KeptRun, 'code'>,
): Promise<void> {
  const { services, poster } = parts;
  const { world } = services;
  if (told.delivered) {
    await changeSchedule(services, schedule.id, finished);
    return;
  }
  const { code } = told;
  world.log.warn('a scheduled chart was not posted', { schedule: schedule.id, code, kept: told.passes ?? false });
  if (told.passes) {
    const body: KeptRun = { ...run, code };
    const at = Math.min(run.until, world.now() + keptWait(run.tries, told.retryAfterMs));
    await changeSchedule(services, schedule.id, finished, () => ({
      due: { put: [{ id: keptId(run), kind: scheduleKind, at, body }] },
    }));
    return;
  }
  if (!told.gone) {
    await changeSchedule(services, schedule.id, finished);
    await poster.owner(schedule, notPosted(schedule, { ...run, code }, msg.refused()));
    return;
  }
  const stopped = await changeSchedule(
    services,
    schedule.id,
    (current) => ({ ...finished(current), disabled: code }),
    (current) => ({ due: { drop: [dueId(current.id)] }, audit: [stoppedEntry(current, code, world.now())] }),
  );
  if (!stopped) return;
  await poster.owner(
    schedule,
    msg.disabled({
      id: schedule.id,
      words: schedule.words,
      channel: { channel: schedule.channel },
      why: stoppedText(code),
      code,
    }),
  );
}

function notPosted({ id, words, channel }: Schedule, { since, code }: KeptRun, why: Text): Text {
  return msg.notPosted({ id, words, channel: { channel }, at: { at: since }, why, code });
}

/** The run that was posting is over. */
function finished({ posting: _posting, ...rest }: Schedule): Schedule {
  return rest;
}

function stoppedEntry(schedule: Schedule, code: string, at: number): AuditEntry {
  return {
    kind: 'setting',
    at,
    who: { id: 'portolan', name: 'Portolan' },
    placeKey: placeKey(schedule.context),
    place: placeText(schedule.context),
    operation: 'schedule.disabled',
    reason: code,
    details: { schedule: schedule.id },
  };
}

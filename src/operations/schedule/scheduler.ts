import type { Answer, ChartOrder } from '../../core/command/answer.ts';
import { type Context, type Person, placeKey, placeText } from '../../core/command/context.ts';
import { isProblem, type Problem } from '../../core/command/problem.ts';
import type { Request } from '../../core/operation.ts';
import type { Text } from '../../core/text/text.ts';
import type { AuditEntry } from '../../store/audit/audit-entry.ts';
import { createClaims, type Held } from '../../store/claims.ts';
import { retryRaces } from '../../store/retry-races.ts';
import type { Commit } from '../../store/store.ts';
import type { Due } from '../../store/stored-types.ts';
import { chartQuestion } from '../shared/find-operation.ts';
import type { Services } from '../shared/services.ts';
import { ProfileUnreadable } from '../shared/services.ts';
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
  Schedule,
  scheduleIdOf,
  scheduleKind,
} from './stored-schedule.ts';

/** Asks a question as a person, as if they had typed it in a channel. */
export type AskQuestion = (
  services: Services,
  request: Request,
  /** `now`: as of which time, epoch ms. */
  as: { readonly person: Person; readonly channel: string; readonly now: number },
) => Promise<{ readonly result: Answer | ChartOrder | Problem; readonly context?: Context }>;

/** How scheduled charts reach people; the Slack side hands it in. */
export interface SchedulePoster {
  /** Posts the chart. `gone`: the channel or the bot's place in it is, and will be until someone acts. */
  chart(schedule: Schedule, operation: string, order: ChartOrder, context: Context): Promise<ScheduleResult>;
  line(schedule: Schedule, text: Text): Promise<ScheduleResult>;
  /** A line for its owner alone. */
  owner(schedule: Schedule, text: Text): Promise<ScheduleResult>;
}
export type ScheduleResult = { readonly delivered: true } | ScheduleRefusal;
interface ScheduleRefusal {
  readonly delivered: false;
  readonly gone: boolean;
  readonly code: string;
  readonly problem?: Problem;
  /** Slack refuses it for the time being; for so many ms where it says so. */
  readonly passes?: true;
  readonly retryAfterMs?: number;
}

export interface Scheduler {
  start(): void;
  stop(): Promise<void>;
}

/** Rows of other replicas, and new ones, are looked for this often (ms). */
const pollMs = 5_000;
/** How many schedules are run at a time: a slow one holds up no other until all of these are slow. */
const atOnce = 4;
/** A run asked for by hand that breaks is tried so many times. */
const mostTries = 3;
/** So long someone is tried to be told that a chart was never posted, in ms. */
const tellForMs = 24 * 60 * 60_000;

/** Posts charts when their time comes: each run by one replica, late ones told once. */
export function createScheduler(services: Services, ask: AskQuestion, poster: SchedulePoster): Scheduler {
  const { world, store } = services;
  const claims = createClaims(world, store.due, world.newId());
  const stop = new AbortController();
  const running = new Set<Promise<void>>();
  let looping: Promise<void> = Promise.resolve();

  async function loop(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        if (running.size >= atOnce) {
          await Promise.race(running);
          continue;
        }
        const taken = await claims.take([scheduleKind], atOnce - running.size);
        for (const held of taken) {
          const run: Promise<void> = runSafely(held).finally(() => running.delete(run));
          running.add(run);
        }
        if (taken.length > 0) continue;
        const next = await store.due.next([scheduleKind]);
        await world.wait(Math.max(50, Math.min(pollMs, (next ?? Infinity) - world.now())), stop.signal);
      } catch (error) {
        world.log.error('schedules were not taken', { error });
        await world.wait(pollMs, stop.signal);
      }
    }
  }

  /** Runs one row; what breaks in it concerns no other. Its next run was put before it was posted. */
  async function runSafely(held: Held<Due>): Promise<void> {
    const { row } = held;
    try {
      await runRow(held);
    } catch (error) {
      world.log.error('a schedule failed', { row: row.id, error });
      const isGivenUp = isOnce(row) && row.attempts >= mostTries;
      await held
        .release(isGivenUp ? undefined : world.now() + pollMs * row.attempts)
        .catch((failure: unknown) => world.log.warn('a schedule was not released', { row: row.id, error: failure }));
    } finally {
      held.letGo();
    }
  }

  async function runRow(held: Held<Due>): Promise<void> {
    const { row } = held;
    const found = await load(scheduleIdOf(row));
    if (!found) return held.release(undefined);
    const { schedule } = found;
    const kept = KeptRun.safeParse(row.body).data;
    if (kept) return runKept(found, kept, held);
    const once = isOnce(row);
    if (!once && (schedule.paused || schedule.disabled !== undefined)) return held.release(undefined);
    const now = world.now();
    if (!held.holds()) return held.release(now);
    const missed = once ? [] : missedRuns(schedule, row.at, now);
    // Someone changed the schedule just now: it is looked at again as it is by then.
    if (!once && !(await moveOn(found, now, row.at))) return held.release(now);
    const outcome = await postOne(schedule, missed, now);
    await settle(schedule, outcome, { schedule: schedule.id, since: now, until: keptUntil(schedule, now), tries: 0 });
    if (once) await held.release(undefined);
  }

  /** A run that Slack refused before: its chart is posted as it was then, or its owner is told that it never was. */
  async function runKept({ schedule, body }: LoadedSchedule, kept: KeptRun, held: Held<Due>): Promise<void> {
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
    await settle(schedule, await postOne(schedule, [], kept.since), { ...kept, tries: kept.tries + 1 });
  }

  /** The next run is put before this one is posted: a crash in between loses one chart, and never posts it twice. */
  async function moveOn({ schedule, body }: LoadedSchedule, now: number, at: number): Promise<boolean> {
    const [next] = nextRuns(schedule.cron, schedule.zone, now, 1);
    const due = { id: dueId(schedule.id), kind: scheduleKind, at: next ?? 0, body: { schedule: schedule.id } };
    const saved = await store.commit({
      at: now,
      schedule: { next: storedOf({ ...schedule, posting: at }), was: body },
      due: next === undefined ? { drop: [due.id] } : { put: [due] },
    });
    return saved === 'saved';
  }

  /** @param at as of when: the range of its chart ends there */
  async function postOne(schedule: Schedule, missed: readonly number[], at: number): Promise<ScheduleResult> {
    const owner = await services.people.person(schedule.owner.id).catch((error: unknown) => {
      if (!(error instanceof ProfileUnreadable)) throw error;
      world.log.warn('the owner of a schedule could not be read', { schedule: schedule.id, error });
      return error;
    });
    if (owner instanceof ProfileUnreadable) return ownerUnread(owner);
    const operation = chartQuestion(services.operations)?.id ?? '';
    const { result, context } = await ask(
      services,
      { operation, given: schedule.given, in: placeText(schedule.context) },
      { person: { ...owner, zone: schedule.zone }, channel: schedule.channel, now: at },
    );
    if (missed.length > 0) await tellMissed(schedule, missed);
    if (isProblem(result)) return failed(schedule, result);
    if (!('chart' in result) || !context) return { delivered: false, gone: false, code: 'no chart' };
    const told = await poster.chart(schedule, operation, { ...result, privately: false }, context);
    return !told.delivered && told.problem ? failed(schedule, told.problem) : told;
  }

  async function tellMissed(schedule: Schedule, missed: readonly number[]): Promise<void> {
    const [first] = missed;
    const last = missed.at(-1);
    if (first === undefined || last === undefined) return;
    await poster.line(
      schedule,
      msg.missed({ id: schedule.id, count: missed.length, from: { at: first }, to: { at: last } }),
    );
  }

  /** A problem that won't pass stops the schedule: its owner left, the policy changed, a component is gone. */
  async function failed(schedule: Schedule, problem: Problem): Promise<ScheduleResult> {
    const why = 'why' in problem ? problem.why : msg.cannotAsk();
    const told = await poster.line(schedule, msg.failed({ id: schedule.id, why }));
    const passes = problem.problem === 'platform' || (problem.problem === 'refused' && problem.canRetry);
    return passes || !told.delivered ? told : { delivered: false, gone: true, code: problem.problem };
  }

  /** @param run what is kept of it if Slack refuses it for the time being */
  async function settle(schedule: Schedule, told: ScheduleResult, run: Omit<KeptRun, 'code'>): Promise<void> {
    if (told.delivered) {
      await change(schedule.id, finished);
      return;
    }
    const { code } = told;
    world.log.warn('a scheduled chart was not posted', { schedule: schedule.id, code, kept: told.passes ?? false });
    if (told.passes) {
      const body: KeptRun = { ...run, code };
      const at = Math.min(run.until, world.now() + keptWait(run.tries, told.retryAfterMs));
      await change(schedule.id, finished, () => ({
        due: { put: [{ id: keptId(run), kind: scheduleKind, at, body }] },
      }));
      return;
    }
    if (!told.gone) {
      await change(schedule.id, finished);
      await poster.owner(schedule, notPosted(schedule, { ...run, code }, msg.refused()));
      return;
    }
    const stopped = await change(
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

  /**
   * Changes a schedule as it is stored now, so that a pause or an end meanwhile isn't undone.
   * @param more what is saved in the same commit
   * @returns false for one that is gone
   */
  async function change(
    id: string,
    next: (current: Schedule) => Schedule,
    more: (current: Schedule) => Pick<Commit, 'due' | 'audit'> = () => ({}),
  ): Promise<boolean> {
    return retryRaces(`schedule ${id}`, async () => {
      const found = await load(id);
      if (!found) return false;
      const saved = await store.commit({
        at: world.now(),
        schedule: { next: storedOf(next(found.schedule)), was: found.body },
        ...more(found.schedule),
      });
      return saved === 'saved' ? true : undefined;
    });
  }

  async function load(id: string | undefined): Promise<LoadedSchedule | undefined> {
    const stored = id === undefined ? undefined : await store.schedules.get(id);
    const read = Schedule.safeParse(stored?.body);
    return stored && read.success ? { schedule: read.data, body: stored.body } : undefined;
  }

  return {
    start: () => {
      looping = loop();
    },
    async stop() {
      stop.abort();
      await looping;
      await Promise.all(running);
      claims.stop();
    },
  };
}

function ownerUnread({ limitedMs }: ProfileUnreadable): ScheduleRefusal {
  const again = limitedMs === undefined ? {} : { retryAfterMs: limitedMs };
  return { delivered: false, gone: false, code: 'users.info', passes: true, ...again };
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

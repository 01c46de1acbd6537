import type { World } from './core/world.ts';
import type { Poster } from './delivery/poster.ts';
import { createRunsDelivery } from './operations/follow/deliver-runs.ts';
import { followLines, followSubscriptions } from './operations/follow/follow-subscriptions.ts';
import { createFollower } from './operations/follow/follower.ts';
import { freezeLines } from './operations/freeze/freeze-lines.ts';
import { alertLines, createAlertWork } from './operations/incident/alert-work.ts';
import { createIncidentDelivery } from './operations/incident/deliver-incidents.ts';
import { scheduleLines, scheduleSubscriptions } from './operations/schedule/schedule-subscriptions.ts';
import { createScheduler } from './operations/schedule/scheduler.ts';
import type { Services } from './operations/shared/services.ts';
import { watchSubscriptions } from './operations/watch/pause-watches.ts';
import { watchLines } from './operations/watch/watch-notes.ts';
import { createWatcher } from './operations/watch/watcher.ts';
import { answerRequest } from './questions/answer-request.ts';
import { createAppReader } from './reader/app-reader.ts';
import type { RunReads } from './reader/run-reads.ts';
import { sweepFiles } from './slack/chart/chart-post.ts';
import type { SlackServices } from './slack/interaction/bot.ts';
import type { Posting } from './slack/post/draw-forms.ts';
import { repeatEvery } from './store/work-loop.ts';

const housekeepingMs = 10 * 60_000;

export type Background = ReturnType<typeof createBackground>;

/**
 * What the bot does without being asked: scheduled charts, followed builds, watches, incidents, alerts, and
 * housekeeping.
 * @param poster what posts: nobody waits for these messages
 * @param world this machine's own: housekeeping doesn't follow the database's clock
 */
export function createBackground(slack: SlackServices, poster: Poster<Posting>, runReads: RunReads, world: World) {
  const { services } = slack;
  const reader = createAppReader({ ...services, runs: runReads, counted: slack.metrics.readInBackground });
  const scheduler = createScheduler(services, answerRequest, poster);
  const runs = createRunsDelivery(services, reader, poster);
  reader.subscribe(createFollower(services, { reader, runs: runReads }, runs.wake));
  const lines = [watchLines, followLines, scheduleLines, alertLines(services), freezeLines];
  const incidents = createIncidentDelivery(services, poster, lines);
  const watcher = createWatcher(services, reader, incidents.wake);
  reader.subscribe(watcher);
  const alerts = createAlertWork(services, incidents.wake);
  const loops = [alerts, reader, runs, watcher, incidents, scheduler, createHousekeeping(slack, world)];
  return {
    start(): void {
      for (const loop of loops) loop.start();
    },
    /** Begins nothing further, and waits for what was begun. */
    stop: () => Promise.all(loops.map((loop) => loop.stop())),
    /** Alerts were stored: they are looked at now. */
    wakeAlerts() {
      alerts.wake();
      incidents.wake();
    },
    /** How late followed apps and watches are read, in ms. */
    late: { followed: reader.lateMs, watches: watcher.lateMs },
  };
}

/** Pauses everything that a channel asked for. @param code why: Slack's code */
export async function pauseAll(services: Services, channel: string, code: string): Promise<void> {
  for (const kind of [watchSubscriptions, followSubscriptions, scheduleSubscriptions])
    await kind.pauseIn(services, channel, code);
}

/** Forgets what nobody needs, every ten minutes. */
function createHousekeeping(slack: SlackServices, world: World) {
  async function keepHouse(): Promise<void> {
    try {
      await slack.services.store.purge(world.now());
      await sweepFiles(slack);
    } catch (error) {
      world.log.warn('housekeeping failed', { error });
    }
  }
  let end = () => {};
  return {
    start() {
      end = repeatEvery(housekeepingMs, world, keepHouse);
    },
    stop: async () => end(),
  };
}

import { repeatEvery } from './core/work-loop.ts';
import type { World } from './core/world.ts';
import type { Poster } from './delivery/poster.ts';
import { createRunsDelivery } from './operations/follow/deliver-runs.ts';
import { followLines, followSubscriptions } from './operations/follow/follow-subscriptions.ts';
import { createFollower } from './operations/follow/follower.ts';
import { freezeLines } from './operations/freeze/freeze-lines.ts';
import { alertLines, createAlertWork } from './operations/incident/alert-work.ts';
import { createIncidentDelivery } from './operations/incident/deliver-incidents.ts';
import { createScheduler, scheduleLines, scheduleSubscriptions } from './operations/schedule/scheduler.ts';
import type { Services } from './operations/shared/services.ts';
import { watchLines, watchSubscriptions } from './operations/watch/watch-notes.ts';
import { createWatcher } from './operations/watch/watcher.ts';
import { answerRequest } from './questions/answer-request.ts';
import { createAppReader } from './reader/app-reader.ts';
import type { RunReads } from './reader/run-reads.ts';
import { sweepFiles } from './slack/chart/chart-post.ts';
import type { SlackServices } from './slack/interaction/bot.ts';
import type { Posting } from './slack/post/draw-forms.ts';

const housekeepingMs = 10 * 60_000;

/** Creates the background work. Housekeeping uses this machine's clock (`world`), the rest the clock of `services`. */
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
    stop: () => Promise.all(loops.map((loop) => loop.stop())),
    wakeAlerts() {
      alerts.wake();
      incidents.wake();
    },
    /** How late the reads of followed apps and of watches are, in ms. */
    late: { followed: reader.lateMs, watches: watcher.lateMs },
  };
}

/** @param code Slack's error code, which is stored as the reason */
export async function pauseAll(services: Services, channel: string, code: string): Promise<void> {
  for (const kind of [watchSubscriptions, followSubscriptions, scheduleSubscriptions])
    await kind.pauseIn(services, channel, code);
}

/** Deletes expired data every ten minutes. */
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

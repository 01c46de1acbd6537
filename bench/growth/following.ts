import { workTakes } from '../../playground/platform/component/region-work.ts';
import type { WorldSeed } from '../../playground/platform/simulated-world.ts';
import { placeKey } from '../../src/core/command/context.ts';
import { type Follow, followRecords } from '../../src/operations/follow/stored-follow.ts';
import { maxReads } from '../../src/reader/read-schedule.ts';
import { appOf, seedOf } from '../../test/crash/replicas.ts';
import type { StillStage } from '../../test/scenario/stage.ts';
import { quantile } from '../report.ts';
import { countLimit, exactly, growth, limit } from './growth.ts';
import { channelsOf, onStillStage, watchReads } from './still.ts';
import { whileWatched } from './workflow.ts';

const perApp = 20;
const minuteMs = 60_000;
const quietMinutes = 5;
/** Minutes in which all apps are deployed, one after another. */
const deployMinutes = 20;
/** Minutes before the measurement, in which the events and lists of new components are read for the first time. */
const firstMinutes = (apps: number) => 3 + Math.ceil((1.5 * apps * perApp) / maxReads.ofAll);
/** Time from the start of a deploy until its pods are ready, in s. */
const deploySeconds = (workTakes.build + workTakes.upgrade) / 1_000;
/** Extra delay that Slack's limits and other reads cause, in s. `share`: also this share of the expected delay. */
const slackSeconds = 10;
const share = 0.1;

/** Returns the number of a component. Skips the seed's first app, because it has other components. */
const numberOf = (app: number, at = 0) => (app + 1) * perApp + at;

/** Each app has twenty components and its own channel. At first nothing runs; then each app is deployed once. */
export const following = growth({
  title: 'Followed apps of 20 components that all ran lately',
  sizes: [1, 20, 200],
  quickSizes: [1, 5],
  figures: {
    quiet: {
      what: 'reads of the platform in a minute while nothing runs, most',
      budget: {
        text: 'one ≤ 24, all ≤ 240',
        counts: true,
        kept: (values, sizes) => values.every((value, at) => value <= (sizes[at] === 1 ? 24 : maxReads.ofAll)),
      },
    },
    busy: { what: 'reads in a minute while each app is deployed once, most', budget: countLimit(maxReads.ofAll) },
    lost: { what: 'deploys without exactly one message', budget: exactly(0) },
    listed: { what: 'how late a build may be seen, as `/follow list` says', unit: 's' },
    began: { what: 'from a deploy’s beginning to its message, p99', unit: 's' },
    later: { what: 'messages later than that, a tenth and ten seconds', budget: exactly(0) },
    ended: { what: 'from a deploy’s end to its finished message, p99', unit: 's' },
    processor: { what: 'processor time of a minute, with that of the simulators', unit: 'ms' },
    loop: { what: 'event-loop delay, p99', unit: 'ms', budget: limit(20) },
  },
  measure: (size) =>
    onStillStage(
      {
        platform: { seed: roomy(seedOf((size + 1) * perApp, perApp)) },
        slack: { seed: { channels: channelsOf(size) } },
      },
      async (stage) => {
        const shown = watchMessages(stage);
        // Make each component run recently, because otherwise the bot polls it less often.
        for (let n = 0; n < size; n += 1) for (let at = 0; at < perApp; at += 1) deploy(stage, n, at);
        await stage.pass(minuteMs);
        await follow(stage, size);
        await stage.pass(firstMinutes(size) * minuteMs);
        const reads = watchReads(stage);
        const before = process.cpuUsage();
        const { result, loopMs } = await whileWatched(async () => {
          await stage.pass(quietMinutes * minuteMs);
          return deployEach(stage, size);
        });
        const { user, system } = process.cpuUsage(before);
        const { deploys, late } = result;
        const minutes = quietMinutes + deployMinutes;
        const counts = Array.from({ length: minutes }, (_, minute) => reads()[minute] ?? 0);
        for (let waited = 0; waited < 60 && shown.finished.size < size; waited += 1) await stage.pass(minuteMs);
        const after = (shownAt: ReadonlyMap<string, number>) =>
          [...deploys].map(([component, at]) => ((shownAt.get(component) ?? Number.POSITIVE_INFINITY) - at) / 1_000);
        const delays = after(shown.first);
        return {
          quiet: Math.max(...counts.slice(0, quietMinutes)),
          busy: Math.max(...counts.slice(quietMinutes)),
          lost: [...deploys.keys()].filter((component) => shown.posts.get(component) !== 1).length,
          listed: late,
          began: quantile(delays, 0.99),
          later: delays.filter((delay) => delay > (1 + share) * late + slackSeconds).length,
          ended: quantile(after(shown.finished), 0.99) - deploySeconds,
          processor: (user + system) / 1_000 / minutes,
          loop: loopMs,
        };
      },
    ),
});

/** Removes the platform's quotas, because this number of components would exceed them. */
function roomy(seed: WorldSeed): WorldSeed {
  return (now) => {
    const world = seed(now);
    return { ...world, teams: world.teams.map((team) => ({ ...team, quotas: {} })) };
  };
}

async function follow(stage: StillStage, size: number): Promise<void> {
  const at = stage.now();
  for (let n = 0; n < size; n += 1) {
    const context = { team: 'shop', region: 'east-1', app: String(appOf(numberOf(n), perApp)) };
    const by = { id: 'U0MAYA', name: 'Maya', lang: 'en', zone: 'Etc/UTC' } as const;
    const body: Follow = { channel: `C0G${n}`, context, only: 'deploys', at, by };
    const next = { kind: followRecords.kind, id: body.channel, placeKey: placeKey(context), channel: body.channel };
    await stage.bot().store.commit({ at, records: [{ next: { ...next, isOpen: true, at, body }, expect: 'new' }] });
  }
}

function deploy({ platform }: StillStage, app: number, at: number): string {
  const component = `part-${numberOf(app, at)}`;
  platform.elsewhere({ do: 'operate', component, action: 'deploy' });
  return component;
}

/** Deploys one component of each app. @returns start times by name (epoch ms), and the longest possible delay in s */
async function deployEach(stage: StillStage, size: number) {
  const deploys = new Map<string, number>();
  let late = 0;
  const since = stage.now();
  for (let n = 0; n < size; n += 1) {
    deploys.set(deploy(stage, n, n % perApp), stage.now());
    await stage.pass(since + ((n + 1) * deployMinutes * minuteMs) / size - stage.now());
    late = Math.max(late, await lateness(stage));
  }
  return { deploys, late };
}

/** Counts each deploy's messages. Notes the times of its first message and of its message “Running” (epoch ms). */
function watchMessages({ slack }: StillStage) {
  const posts = new Map<string, number>();
  const first = new Map<string, number>();
  const finished = new Map<string, number>();
  slack.subscribe((update) => {
    if (update.type !== 'log' || update.entry.kind !== 'api' || update.entry.error !== null) return;
    const { name, at, detail } = update.entry;
    const said = JSON.stringify(detail);
    const component = /Deploy (part-\d+)/.exec(said)?.[1];
    if (component === undefined) return;
    if (name === 'chat.postMessage') posts.set(component, (posts.get(component) ?? 0) + 1);
    if (!first.has(component)) first.set(component, at);
    if (/Running/.test(said) && !finished.has(component)) finished.set(component, at);
  });
  return { posts, first, finished };
}

/** Returns the delay after which the bot can notice a build, in s. Reads it from the bot's metrics. */
async function lateness(stage: StillStage): Promise<number> {
  const { port, adminPort } = stage.bot();
  const metrics = await (await fetch(`http://127.0.0.1:${adminPort ?? port}/metrics`)).text();
  const seconds = /^portolan_follow_late_seconds (\S+)$/m.exec(metrics)?.[1];
  if (seconds === undefined) throw new Error('the metrics don’t say how late a build may be seen');
  return Number(seconds);
}

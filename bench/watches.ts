import { setTimeout as pause } from 'node:timers/promises';
import { idOf } from '../playground/platform/seed/seed-id.ts';
import type { WatchCondition } from '../src/core/watch/watch-condition.ts';
import type { Watch } from '../src/operations/shared/watch/stored-watch.ts';
import { watchRecord } from '../src/operations/watch/watch-text.ts';
import { appOf } from '../test/crash/replicas.ts';
import { bursts, loopDelay } from './acks.ts';
import { atMost, besideBolt, quantile, type Section } from './report.ts';
import type { Stage } from './stage/bench-stage.ts';
import { anyone, places } from './stage/processes.ts';

const minuteMs = 60_000;
const apps = 20;
const componentsEach = 80;
/** Number of watches of a single component. With the watches of the whole app, each app has 50 watches. */
const watchedAlone = 9;
/**
 * The first minutes also read data that is then cached: names, and the time since which states last. Don't count them.
 */
const firstMinutes = 2;

/** Different conditions. None of them is ever met. */
const conditions: readonly WatchCondition[] = [
  { item: 'abnormal', side: 'above', threshold: 0, for: 5 * minuteMs },
  { item: 'request_time', side: 'above', threshold: 100_000, for: 5 * minuteMs },
  { item: 'memory_share', side: 'above', threshold: 100, for: 5 * minuteMs },
  { item: 'restarts', side: 'above', threshold: 100, for: 0 },
  { item: 'oom', side: 'above', threshold: 100, for: 0 },
];

/** Components of the simulated platform for this part. The first app belongs to the shop, and isn't watched. */
export const watchedParts = { components: (apps + 1) * componentsEach, perApp: componentsEach } as const;

function watchesOf(app: number, at: number): readonly Watch[] {
  const first = (app + 1) * componentsEach;
  const part = (n: number) => ({ id: idOf(`part-${first + n}`), name: `part-${first + n}` });
  return conditions.flatMap((condition) =>
    Array.from({ length: 1 + watchedAlone }, (_, n) => ({
      ...{ id: `w${app}${condition.item}${n}`, channel: places.channel, condition, notify: [], at },
      context: { team: 'shop', region: 'east-1', app: String(appOf(first, componentsEach)) },
      ...(n === 0 ? {} : { components: [part(n)] }),
      by: { id: anyone(), name: 'person0', lang: 'en' as const, zone: 'UTC' },
    })),
  );
}

/**
 * Measures a thousand watches in twenty apps of eighty components: their reads, and their effect on acks and the event
 * loop. Tests in test/watching check that each problem is reported once, and within the time limit.
 */
export async function benchWatches(stage: Stage, quick: boolean): Promise<Section> {
  const at = Date.now();
  const watches = Array.from({ length: apps }, (_, app) => watchesOf(app, at)).flat();
  const { port } = await stage.bot({
    fill: async (store) => {
      const records = watches.map((watch) => watchRecord(watch));
      await store.commit({ at, records });
    },
  });
  const { port: barePort } = await stage.bare();
  await loopDelay(port);
  const [acks, bareAcks, reads]: [number[], number[], number[]] = [[], [], []];
  for (let minute = 0; minute < (quick ? 3 : 8); minute += 1) {
    const before = (await stage.facts()).reads;
    for (const end = performance.now() + minuteMs; performance.now() < end; await pause(1_000)) {
      acks.push(...(await bursts(stage.load, port, { answers: true, act: help })));
      bareAcks.push(...(await bursts(stage.load, barePort, { act: help })));
    }
    reads.push((await stage.facts()).reads - before);
  }
  const each = reads.slice(firstMinutes);
  return {
    title: `${watches.length.toLocaleString('en')} watches of ${apps} apps with ${componentsEach} components each, ${reads.length} minutes`,
    how: `${acks.length} commands, which read nothing. ${reads.slice(0, firstMinutes).join(' and ')} reads in the first minutes.`,
    lines: [
      atMost(`reads of the platform in a minute, most (median ${quantile(each, 0.5)})`, Math.max(...each), 120, String),
      besideBolt('ack meanwhile, p99', 0.99, acks, bareAcks, 3),
      atMost('event-loop delay, p99', await loopDelay(port), 20),
    ],
  };
}

const help: NonNullable<Parameters<typeof bursts>[2]>['act'] = (load, port, index) =>
  load.send(port, { command: '/portolan', text: 'help', user: anyone(index) });

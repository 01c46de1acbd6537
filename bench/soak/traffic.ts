import { setTimeout as sleep } from 'node:timers/promises';
import { mib, ms, quantile } from '../quantile.ts';
import type { Line, Section } from '../report.ts';
import { mallocOf, nextMessage, residentOf, startScript } from '../stage/processes.ts';
import type { SoakPart } from './part.ts';
import { doings } from './traffic/acts.ts';
import { keepBreaking } from './traffic/faults.ts';
import { heldBy } from './traffic/held.ts';
import { errorsIn } from './traffic/log-errors.ts';
import { keepNight } from './traffic/night.ts';
import { Probed } from './traffic/probe-child.ts';
import { openTraffic, type TrafficStage } from './traffic/traffic-stage.ts';
import { sign, type Watch, watchSlack } from './traffic/watch.ts';

const pairCount = 5;
const restMs = 300;
const sampleMs = 500;
/** How long memory may take to come back after the load, in ms. */
const settleMs = 60_000;
const budget = { ackMs: 1_000, restBytes: 80 * 2 ** 20, growthBytes: 32 * 2 ** 20 };

/** Mixed traffic of several people while the platform and Slack fail in every way that the simulators know. */
export const soak: SoakPart = async ({ quick, minutes = quick ? 1 : 10 }) => {
  const stage = await openTraffic(pairCount);
  const watch = watchSlack(stage.slack);
  try {
    return [await measure(stage, watch, { quick, lengthMs: minutes * 60_000 })];
  } finally {
    watch.stop();
    await stage.stop();
  }
};

async function measure(
  stage: TrafficStage,
  watch: Watch,
  { quick, lengthMs }: { readonly quick: boolean; readonly lengthMs: number },
): Promise<Section> {
  const calls = countCalls(stage);
  const repeated = { twice: 0 };
  await warmCharts(stage, watch);
  const malloc = mallocOf(stage.pid);
  const start = residentOf(stage.pid).now;
  const over = new AbortController();
  const samples: number[] = [];
  const sampling = keepSampling(stage.pid, samples, over.signal);
  const breaking = keepBreaking(stage, over.signal);
  const night = keepNight(stage, over.signal);
  const first = heldBy(stage);
  const probe = startScript('./soak/traffic/probe-child.ts', [JSON.stringify({ port: stage.port, ...probing(stage) })]);
  const since = performance.now();
  const todo = doings(repeated);
  await Promise.all(
    stage.pairs.map(async (pair, at) => {
      for (let turn = at * 3; performance.now() - since < lengthMs && isUp(stage); turn += 1) {
        await todo[turn % todo.length]?.(stage, watch, pair);
        await sleep(restMs);
      }
    }),
  );
  const seconds = (performance.now() - since) / 1_000;
  const probed = nextMessage(probe.child, Probed);
  probe.child.send({});
  const { acks, unanswered, refused, late } = await probed;
  over.abort();
  const faults = await breaking;
  await sampling;
  const { happened, told, calls: answeredCalls } = await night;
  const last = heldBy(stage);
  const settled = await untilSettled(stage, start);
  const { silent, unjudged, waits, answered } = watch;
  const third = samples.length / 3;
  // What is left whenever garbage was collected: in between, memory follows how much of it waits.
  const low = (some: readonly number[]) => quantile(some, 0.05);
  const middle = low(samples.slice(third, -third));
  const end = low(samples.slice(-third));
  const kinds = [...answered].map(([kind, count]) => `${count} ${kind}`).join(', ');
  const slowest = Math.max(...acks);
  return {
    title: `Mixed traffic with faults, ${seconds.toFixed(0)} s`,
    how: `${pairCount} pairs of people; answered: ${kinds}. ${calls.size} different calls to change something, ${faults} faults of the platform and Slack. Acks are measured by a process of its own, whose event loop was late by up to ${ms(late)}. Memory by ${malloc}.`,
    lines: [
      none('acts without an answer', silent),
      {
        what: 'acts while the simulators themselves stood still, so that it isn’t known when their ack came',
        ours: `${unjudged.length}`,
      },
      {
        what: 'commands of the ack measurement, not acknowledged or not answered',
        ours: `${refused}, ${unanswered}`,
        budget: { text: '0, 0', kept: refused + unanswered === 0 },
      },
      none(
        'payloads refused by the simulated Slack',
        stage.slack.faults.map(({ where, error, path }) => `${where}: ${error} at ${path}`),
      ),
      {
        what: 'signed ack, slowest',
        ours: `${ms(slowest)} (p50 ${ms(quantile(acks, 0.5))}, p99 ${ms(quantile(acks, 0.99))}, ${acks.length} acks)`,
        budget: { text: `< ${ms(budget.ackMs)}`, kept: slowest < budget.ackMs },
      },
      { what: 'time to an answer', ours: `p50 ${ms(quantile(waits, 0.5))}, longest ${ms(Math.max(...waits))}` },
      none(
        'calls made twice',
        [...calls].filter(([, count]) => count > 1).map(([call]) => call),
      ),
      none(
        'repeated events answered twice',
        Array.from({ length: repeated.twice }, () => 'mention'),
      ),
      {
        what: 'resident memory after the load, above its start',
        ours: `${mib(settled.bytes - start)} (from ${mib(start)}, with the chart worker, to ${mib(settled.bytes)} within ${settled.seconds.toFixed(0)} s)`,
        budget: { text: `≤ ${mib(budget.restBytes)}`, kept: settled.bytes - start <= budget.restBytes },
      },
      {
        what: 'resident memory during the load, what is left when garbage was collected: last third above the middle one',
        ours: `${mib(end - middle)} (${mib(middle)}, ${mib(end)}; most ${mib(Math.max(...samples))})`,
        // Caches still fill in a short run: only a long one shows what grows without end.
        ...(quick
          ? {}
          : { budget: { text: `≤ ${mib(budget.growthBytes)}`, kept: end - middle <= budget.growthBytes } }),
      },
      {
        what: 'messages of watches and of followed builds',
        ours: `${told}, of ${happened} things that happened`,
        budget: { text: 'some', kept: told > 0 },
      },
      {
        what: 'calls of agents that were answered in time',
        ours: `${answeredCalls}`,
        budget: { text: 'some', kept: answeredCalls > 0 },
      },
      {
        what: 'file descriptors, first and last; the database, last',
        ours: `${first.descriptors} and ${last.descriptors}; ${mib(last.databaseBytes)}`,
      },
      none('unhandled errors in the log', errorsIn(stage.log())),
      {
        what: 'the bot',
        ours: isUp(stage) ? 'is running' : 'ended',
        budget: { text: 'is running', kept: isUp(stage) },
      },
    ],
  };
}

/** A line whose budget is that there is none; the first ones are named. */
function none(what: string, found: readonly string[]): Line {
  const named = [...new Set(found)].slice(0, 8).join('; ');
  return {
    what,
    ours: found.length === 0 ? '0' : `${found.length}: ${named}`,
    budget: { text: '0', kept: found.length === 0 },
  };
}

/** How often each call that changes something reached the platform. People never ask for the same change twice. */
function countCalls({ platform }: TrafficStage): ReadonlyMap<string, number> {
  const calls = new Map<string, number>();
  platform.log.subscribe(({ method, path, body, fault }) => {
    // A call that hangs has a second line when it ends.
    if (method === 'GET' || fault?.startsWith('hang, ')) return;
    const call = `${method} ${path} ${JSON.stringify(body)}`;
    calls.set(call, (calls.get(call) ?? 0) + 1);
  });
  return calls;
}

/** Who asks while acks are measured. */
function probing({ pairs: [pair] }: TrafficStage) {
  return { user: pair?.approver ?? '', channel: pair?.channel ?? '' };
}

/** Charts of the whole app, until the chart worker is as large as it gets: its memory belongs to the start. */
async function warmCharts({ slack, pairs }: TrafficStage, watch: Watch): Promise<void> {
  for (const [n, { asker: user, channel }] of [...pairs, ...pairs].entries()) {
    const run = () => slack.user(user).slash(channel, `/monitor range=${200 + n}m`);
    await watch.act({ kind: 'charts', what: 'a chart at the start', user, run, signs: [sign.posted(channel)] });
  }
}

async function keepSampling(pid: number, samples: number[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    samples.push(residentOf(pid).now);
    await sleep(sampleMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Waits until memory is back near its start, or for as long as it may take. */
async function untilSettled(stage: TrafficStage, start: number) {
  const since = performance.now();
  for (;;) {
    const bytes = isUp(stage) ? residentOf(stage.pid).now : Number.NaN;
    const took = performance.now() - since;
    if (!(bytes - start > budget.restBytes) || took > settleMs) return { bytes, seconds: took / 1_000 };
    await sleep(sampleMs);
  }
}

function isUp({ bot }: TrafficStage): boolean {
  return bot.exitCode === null && bot.signalCode === null;
}

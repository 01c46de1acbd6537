import { atMost, mebibyte, mib, ms, quantile, type Section } from './report.ts';
import type { Stage } from './stage/bench-stage.ts';
import { places, residentOf, watchMemory } from './stage/processes.ts';

/** Sum of three budgets, in bytes: the bot's own thread, a busy chart worker, and waiting charts (src/charts). */
const maxMemory = 200_000_000 + 350_000_000 + 256 * mebibyte;
/** Number of different pictures: only the language (of texts) and the time zone (of times) make them differ. */
const different = 2 * places.zones.length;

async function chartCounts(port: number): Promise<{ readonly drawn: number; readonly shared: number }> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const count = (outcome: string) =>
    Number(new RegExp(`^portolan_charts\\{outcome="${outcome}"\\} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  return { drawn: count('drawn'), shared: count('shared') };
}

/** All people ask together. Ends when every chart was delivered, or after a minute. Times in ms, memory in bytes. */
async function round(stage: Stage, port: number, pid: number) {
  const memory = watchMemory(pid, 25);
  let delivered = 0;
  const errors: string[] = [];
  const since = performance.now();
  const all = Promise.withResolvers<void>();
  const off = stage.posted(places.channel, (error) => {
    if (error === null) delivered += 1;
    else errors.push(error);
    if (delivered + errors.length === places.people.length) all.resolve();
  });
  const late = new Promise<void>((resolve) => setTimeout(resolve, 60_000).unref());
  const ask = (user: string) => stage.load.send(port, { command: '/monitor', text: '7d', user });
  const sent = await Promise.all(places.people.map(ask));
  await Promise.race([all.promise, late]);
  off();
  const took = performance.now() - since;
  return { acks: sent.map(({ acked }) => acked), took, delivered, errors, most: memory.stop().most };
}

/** Waits if the minute ends soon, because requests before and after its end get different charts. */
async function awayFromTheMinute(): Promise<void> {
  const second = (Date.now() / 1_000) % 60;
  if (second > 55) await new Promise((resolve) => setTimeout(resolve, (61 - second) * 1_000));
}

/** Measures fifty people who ask for the same week together. Their time zones and languages differ. */
export async function benchMonitors(stage: Stage, port: number, pid: number, quick: boolean): Promise<Section> {
  const before = await chartCounts(port);
  const earlier = await stage.facts();
  const memory = residentOf(pid).now;
  const rounds: Awaited<ReturnType<typeof round>>[] = [];
  for (let index = 0; index < (quick ? 1 : 4); index += 1) {
    await awayFromTheMinute();
    rounds.push(await round(stage, port, pid));
  }
  const [after, facts] = [await chartCounts(port), await stage.facts()];
  const acks = rounds.flatMap((each) => each.acks);
  const delivered = rounds.reduce((sum, each) => sum + each.delivered, 0);
  const last = Math.max(...rounds.map(({ took }) => took)) / 1_000;
  const faults = [...rounds.flatMap((each) => each.errors), ...facts.faults.slice(earlier.faults.length)];
  return {
    title: `${places.people.length} people ask \`/monitor 7d\` at the same moment`,
    how: `${rounds.length} rounds of ${different} different pictures: five zones in two languages. ${facts.reads - earlier.reads} reads of the platform in all. ${after.shared - before.shared} pictures shared. Refused by Slack: ${faults.join(', ') || 'nothing'}.`,
    lines: [
      atMost(`acknowledged, slowest (p50 ${ms(quantile(acks, 0.5))})`, Math.max(...acks), 1_000),
      {
        what: 'delivered',
        ours: `${delivered}, the last after ${last.toFixed(1)} s`,
        budget: { text: 'all', kept: delivered === places.people.length * rounds.length },
      },
      atMost('pictures drawn', after.drawn - before.drawn, different * rounds.length, String),
      atMost(
        `resident memory (before: ${mib(memory)})`,
        Math.max(...rounds.map(({ most: max }) => max)),
        maxMemory,
        mib,
      ),
    ],
  };
}

import { mib, ms, quantile } from './quantile.ts';
import type { Section } from './report.ts';
import type { Stage } from './stage/bench-stage.ts';
import { residentOf } from './stage/processes.ts';
import { places } from './stage/stage-places.ts';

/** The budgets of the bot's own thread and of a chart worker at work, and what charts that wait may hold (src/charts). */
const mostMemory = 200_000_000 + 350_000_000 + 256 * 2 ** 20;

/** What the chart worker counted, read where operators read it. */
async function chartCounts(port: number): Promise<{ readonly drawn: number; readonly shared: number }> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const count = (outcome: string) =>
    Number(new RegExp(`^portolan_charts\\{outcome="${outcome}"\\} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  return { drawn: count('drawn'), shared: count('shared') };
}

/** What one round of fifty brought; times in ms, memory in bytes. */
interface Round {
  readonly acks: readonly number[];
  readonly took: number;
  readonly delivered: number;
  readonly errors: readonly string[];
  readonly most: number;
}

/** Everybody asks at once; resolves when every chart is in the channel, or after a minute. */
async function round(stage: Stage, port: number, pid: number): Promise<Round> {
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, residentOf(pid).now);
  }, 25);
  let delivered = 0;
  const errors: string[] = [];
  const since = performance.now();
  const all = new Promise<void>((resolve) => {
    const off = stage.posted(places.channel, (error) => {
      if (error === null) delivered += 1;
      else errors.push(error);
      if (delivered + errors.length < places.people.length) return;
      off();
      resolve();
    });
  });
  const late = new Promise<void>((resolve) => setTimeout(resolve, 60_000).unref());
  const sent = await Promise.all(
    places.people.map((user) => stage.load.send(port, { command: '/monitor', text: '7d', user })),
  );
  await Promise.race([all, late]);
  clearInterval(watch);
  return { acks: sent.map(({ acked }) => acked), took: performance.now() - since, delivered, errors, most };
}

/** Ranges end at a whole step: nobody should ask just before a new one begins, or half of them would get another chart. */
async function awayFromTheMinute(): Promise<void> {
  const second = (Date.now() / 1_000) % 60;
  if (second > 55) await new Promise((resolve) => setTimeout(resolve, (61 - second) * 1_000));
}

/** Fifty people ask for the same week at the same moment, each in their own zone and language; some rounds of it. */
export async function benchMonitors(stage: Stage, port: number, pid: number, quick: boolean): Promise<Section> {
  const before = await chartCounts(port);
  const earlier = await stage.facts();
  const memory = residentOf(pid).now;
  const rounds: Round[] = [];
  for (let index = 0; index < (quick ? 1 : 4); index += 1) {
    await awayFromTheMinute();
    rounds.push(await round(stage, port, pid));
  }
  const [after, facts] = [await chartCounts(port), await stage.facts()];
  const acks = rounds.flatMap((each) => each.acks);
  const slowest = Math.max(...acks);
  const delivered = rounds.reduce((sum, each) => sum + each.delivered, 0);
  const most = Math.max(...rounds.map((each) => each.most));
  const drawn = after.drawn - before.drawn;
  // A picture's words follow the language, its times the zone: these are all that may differ.
  const different = new Set(
    places.people.map((_, index) => `${index % 2} ${Math.floor(index / 2) % places.zones.length}`),
  ).size;
  const people = places.people.length;
  const faults = [...rounds.flatMap((each) => each.errors), ...facts.faults.slice(earlier.faults.length)];
  return {
    title: `${people} people ask \`/monitor 7d\` at the same moment`,
    how: `${rounds.length} rounds of ${different} different pictures: five zones in two languages. ${facts.monitorReads - earlier.monitorReads} reads of the platform in all. Memory, round by round: ${rounds.map((each) => mib(each.most)).join(', ')}. Refused by Slack: ${faults.length === 0 ? 'nothing' : faults.join(', ')}.`,
    lines: [
      {
        what: 'acknowledged, slowest',
        ours: `${ms(slowest)} (p50 ${ms(quantile(acks, 0.5))})`,
        budget: { text: '< 1 s', kept: slowest < 1_000 },
      },
      {
        what: 'delivered',
        ours: `${delivered}, the last after ${(Math.max(...rounds.map((each) => each.took)) / 1_000).toFixed(1)} s`,
        budget: { text: 'all', kept: delivered === people * rounds.length },
      },
      {
        what: 'pictures drawn',
        ours: `${drawn}, ${after.shared - before.shared} shared`,
        budget: {
          text: `identical ones once: ≤ ${different * rounds.length}`,
          kept: drawn <= different * rounds.length,
        },
      },
      {
        what: 'resident memory, most meanwhile',
        ours: `${mib(most)} (before: ${mib(memory)})`,
        budget: { text: `bounded: ≤ ${mib(mostMemory)}`, kept: most <= mostMemory },
      },
    ],
  };
}

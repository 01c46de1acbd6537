import { residentOf } from './processes.ts';
import { mib, ms, quantile } from './quantile.ts';
import type { Section } from './report.ts';
import type { Stage } from './stage.ts';
import { places } from './stage-places.ts';

/** What the chart worker counted, read where operators read it. */
async function chartCounts(port: number): Promise<{ readonly drawn: number; readonly shared: number }> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const count = (outcome: string) =>
    Number(new RegExp(`^portolan_charts\\{outcome="${outcome}"\\} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  return { drawn: count('drawn'), shared: count('shared') };
}

/** Fifty people ask for the same week at the same moment: each in their own zone and language. */
export async function benchMonitors(stage: Stage, port: number, pid: number): Promise<Section> {
  const before = await chartCounts(port);
  const earlier = await stage.facts();
  const memory = residentOf(pid).now;
  let most = memory;
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
  const took = performance.now() - since;
  clearInterval(watch);
  const [after, facts] = [await chartCounts(port), await stage.facts()];
  const acks = sent.map(({ acked }) => acked);
  const drawn = after.drawn - before.drawn;
  // A picture's words follow the language, its times the zone: these are all that may differ.
  const different = new Set(
    places.people.map((_, index) => `${index % 2} ${Math.floor(index / 2) % places.zones.length}`),
  );
  const people = places.people.length;
  return {
    title: `${people} people ask \`/monitor 7d\` at the same moment`,
    how: `${different.size} different pictures: five zones in two languages; ${facts.monitorReads - earlier.monitorReads} reads of the platform; nothing refused by Slack: ${errors.length === 0 && facts.faults.length === earlier.faults.length}.`,
    lines: [
      {
        what: 'acknowledged, slowest',
        ours: `${ms(Math.max(...acks))} (p50 ${ms(quantile(acks, 0.5))})`,
        budget: { text: '< 1 s', kept: Math.max(...acks) < 1_000 },
      },
      {
        what: 'delivered',
        ours: `${delivered} in ${(took / 1_000).toFixed(1)} s`,
        budget: { text: 'all', kept: delivered === people },
      },
      {
        what: 'pictures drawn',
        ours: `${drawn}, ${after.shared - before.shared} shared`,
        budget: { text: `identical ones once: ≤ ${different.size}`, kept: drawn <= different.size },
      },
      {
        what: 'resident memory, most meanwhile',
        ours: `${mib(most)} (before: ${mib(memory)})`,
        budget: { text: '≤ 500 MB', kept: most <= 500_000_000 },
      },
    ],
  };
}

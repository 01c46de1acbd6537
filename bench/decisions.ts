import { benchDeciding } from './presses.ts';
import type { Line, Section } from './report.ts';
import { benchStore } from './store.ts';

/** Why PostgreSQL could not be measured here, or what was measured. */
async function orWhy<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (/postgres/i.test(why)) return why;
    throw error;
  }
}

/** How many requests each engine decides a second, durably. */
export async function benchDecisions(quick: boolean): Promise<readonly Section[]> {
  const store = await benchStore(quick ? 500 : 2_000);
  const deciding = await orWhy(() => benchDeciding(quick ? 150 : 500));
  const lines: Line[] = store.speeds.map(({ engine, atOnce, decided }) => ({
    what: `the store alone, ${engine}, ${atOnce} at a time`,
    ours: `${Math.round(decided)} a second`,
  }));
  if (typeof deciding !== 'string')
    for (const { engine, decided } of deciding)
      lines.push({
        what: `a press through the workflow, ${engine}, 10 at a time`,
        ours: `${Math.round(decided)} a second`,
      });
  const without = store.missing === undefined ? '' : ` PostgreSQL left out: ${store.missing}`;
  return [
    {
      title: 'Requests decided a second, durable',
      how: `A card saved by compare and set, its audit entry and a message, in one transaction that is on the disk.${without}`,
      lines,
    },
  ];
}

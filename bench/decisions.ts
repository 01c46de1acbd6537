import type { Section } from './report.ts';
import { benchStore } from './store.ts';

/** How many requests each engine decides a second, durably. */
export async function benchDecisions(quick: boolean): Promise<readonly Section[]> {
  const { speeds, missing } = await benchStore(quick ? 500 : 2_000);
  return [
    {
      title: 'Requests decided a second, durable',
      how: `A card saved by compare and set, its audit entry and a message, in one transaction that is on the disk.${missing === undefined ? '' : ` PostgreSQL left out: ${missing}`}`,
      lines: speeds.map(({ engine, atOnce, decided }) => ({
        what: `${engine}, ${atOnce} at a time`,
        ours: `${Math.round(decided)} a second`,
      })),
    },
  ];
}

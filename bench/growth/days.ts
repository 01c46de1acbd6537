import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { idOf } from '../../playground/platform/seed/seed-id.ts';
import { type Figure, factorBudget, type Growth } from './growth.ts';
import { databaseBytes, openWorkflow, residentNow } from './workflow/workflow.ts';

const perDay = 10;
const dayMs = 86_400_000;
const work = 'rows of finished work and messages';
const audit = 'bytes of the audit log for each request';
const rest = 'bytes of a request that ended, for each';

/** Days of requests that are approved and run, with the daily deletion of what is no longer needed. */
export const days: Growth = {
  title: 'Simulated days of ten requests',
  sizes: [1, 10, 60],
  quickSizes: [1, 4],
  budgets: [factorBudget(audit, 1.2), factorBudget(rest, 1.2)],
  async measure(size) {
    const flow = await openWorkflow(perDay);
    try {
      for (let day = 0; day < size; day += 1) {
        for (let n = 0; n < perDay; n += 1) {
          const id = idOf(`part-${n}`);
          await flow.approve(await flow.propose(id, day % 2 === 0 ? 'port.open' : 'port.close'));
        }
        flow.clock.pass(dayMs);
        await flow.engine.idle();
        await flow.store.purge(flow.clock.world.now());
      }
      const counted = rowsOf(flow.directory);
      const requests = size * perDay;
      const figures: readonly Figure[] = [
        ...['card', 'work', 'audit', 'event', 'note', 'record', 'lease', 'opening'].map((table) => ({
          what: table === 'work' ? work : `rows of \`${table}\``,
          value: counted.rows(table),
        })),
        { what: rest, value: counted.bytes('card') / requests, unit: 'bytes' },
        { what: audit, value: counted.bytes('audit') / requests, unit: 'bytes' },
        { what: 'the database in all', value: databaseBytes(flow.directory) / 1_000, unit: 'kB' },
        { what: 'resident memory afterwards', value: residentNow() / 2 ** 20, unit: 'MiB' },
      ];
      counted.close();
      return figures;
    } finally {
      await flow.close();
    }
  },
};

/** Rows of each table, and bytes of what they say. */
function rowsOf(directory: string) {
  const database = new DatabaseSync(join(directory, 'portolan.db'), { readOnly: true });
  const count = (what: string, table: string) =>
    Number(database.prepare(`select ${what} as n from ${table}`).get()?.n ?? 0);
  return {
    rows: (table: string) => count('count(*)', table),
    bytes: (table: string) => count('sum(length(body))', table),
    close: () => database.close(),
  };
}

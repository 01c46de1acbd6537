import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvFormat, exportPieces, jsonlFormat } from '../../src/store/audit/audit-export.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { someEntry } from '../../test/store-records.ts';
import { quantile } from '../quantile.ts';
import { factorBudget, type Growth, limitBudget } from './growth.ts';
import { databaseBytes, residentNow, timed, whileWatched } from './workflow/workflow.ts';

const perAppend = 1_000;
const appends = 50;
const append = 'an entry is appended, durable, median';
const search = 'search for a word that is in no entry';
const loop = 'event-loop delay meanwhile, p99';
const exporting = 'event-loop delay while all of it is exported as CSV and JSON lines, p99';
const verify = 'verified, for each 1,000 entries';
const memory = 'memory that verifying adds';

/** An entry as the run of a step leaves it. */
function entry(nth: number) {
  return someEntry({
    at: 1_700_000_000_000 + nth * 1_000,
    kind: 'step',
    request: `r${nth >> 3}`,
    who: { id: `U0P${nth % 50}`, name: `Person ${nth % 50} 王` },
    placeKey: `shop/east-1/${12 + (nth % 20)}`,
    operation: 'port.open',
    calls: [{ method: 'POST', path: `/console/teams/shop/apps/web${nth % 9}/ports/8080`, status: 200 }],
    status: 'running',
    reason: `release ${nth}`,
    details: { component: `web${nth % 9}`, port: 8080 },
  });
}

async function exportAll({ audit }: Store): Promise<void> {
  const head = await audit.head();
  for (const format of [csvFormat, jsonlFormat])
    for await (const _ of exportPieces(format, audit.all(), { head, selection: false }));
}

/** The audit log is kept for good: what is done with it may only grow where all of it is read. */
export const auditLog: Growth = {
  title: 'Entries in the audit log',
  sizes: [1_000, 100_000, 1_000_000],
  quickSizes: [1_000, 50_000],
  budgets: [
    factorBudget(append, 1.5),
    limitBudget(search, 1_000, 'ms'),
    limitBudget(loop, 20, 'ms'),
    limitBudget(exporting, 20, 'ms'),
    factorBudget(verify, 1.5),
    limitBudget(memory, 32, 'MiB'),
  ],
  async measure(size) {
    const directory = mkdtempSync(join(tmpdir(), 'portolan-growth-'));
    const store = await openStore({ dataDirectory: directory });
    try {
      for (let start = 0; start < size; start += perAppend)
        await store.audit.append(Array.from({ length: perAppend }, (_, n) => entry(start + n)));
      const appended = await timed(Array.from({ length: appends }), () => store.audit.append([entry(size)]));
      const { result: searched, loopMs } = await whileWatched(() =>
        timed(['nothing-like-this'], (word) => store.audit.search({ words: [word], limit: 20 })),
      );
      const exported = await whileWatched(() => exportAll(store));
      const before = residentNow();
      const [verified = Number.NaN] = await timed([0], async () => {
        const verdict = await store.audit.verify();
        if (!verdict.ok) throw new Error('the audit log is not whole');
      });
      const bytes = databaseBytes(directory);
      return [
        { what: append, value: quantile(appended, 0.5), unit: 'ms' },
        { what: search, value: searched[0] ?? Number.NaN, unit: 'ms' },
        { what: loop, value: loopMs, unit: 'ms' },
        { what: exporting, value: exported.loopMs, unit: 'ms' },
        { what: verify, value: (verified * 1_000) / size, unit: 'ms' },
        { what: memory, value: (residentNow() - before) / 2 ** 20, unit: 'MiB' },
        { what: 'bytes of the database for each entry', value: bytes / size, unit: 'bytes' },
      ];
    } finally {
      await store.close();
      rmSync(directory, { recursive: true, force: true });
    }
  },
};

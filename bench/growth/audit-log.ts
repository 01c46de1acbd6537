import { csvFormat, exportPieces, jsonlFormat } from '../../src/store/audit/audit-export.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { someEntry } from '../../test/store-records.ts';
import { mebibyte, quantile } from '../report.ts';
import { inFolder } from '../stage/processes.ts';
import { factor, growth, limit } from './growth.ts';
import { residentNow, timed, whileWatched } from './workflow.ts';

const perAppend = 1_000;
const appends = 50;

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

/** The audit log is kept forever. When it grows, only reads of the complete log may become slower. */
export const auditLog = growth({
  title: 'Entries in the audit log',
  sizes: [1_000, 100_000, 1_000_000],
  quickSizes: [],
  figures: {
    append: { what: 'an entry is appended, durable, median', unit: 'ms', budget: factor(1.5) },
    search: { what: 'search for a word that is in no entry', unit: 'ms', budget: limit(1_000) },
    loop: { what: 'event-loop delay meanwhile, p99', unit: 'ms', budget: limit(20) },
    exporting: { what: 'event-loop delay while all of it is exported, p99', unit: 'ms', budget: limit(20) },
    verify: { what: 'verified, for each 1,000 entries', unit: 'ms', budget: factor(1.5) },
    memory: { what: 'memory that verifying adds', unit: 'MiB', budget: limit(32) },
  },
  measure: (size) =>
    inFolder(async (dataDirectory) => {
      const store = await openStore({ dataDirectory });
      for (let start = 0; start < size; start += perAppend)
        await store.audit.append(Array.from({ length: perAppend }, (_, n) => entry(start + n)));
      const appended = await timed(Array.from({ length: appends }), () => store.audit.append([entry(size)]));
      const searched = await whileWatched(() =>
        timed(['nothing-like-this'], (word) => store.audit.search({ words: [[word]], limit: 20 })),
      );
      const exported = await whileWatched(() => exportAll(store));
      const before = residentNow();
      const [verified = Number.NaN] = await timed([0], async () => {
        const verdict = await store.audit.verify();
        if (!verdict.ok) throw new Error('the audit log is not whole');
      });
      const memory = (residentNow() - before) / mebibyte;
      await store.close();
      return {
        append: quantile(appended, 0.5),
        search: searched.result[0] ?? Number.NaN,
        loop: searched.loopMs,
        exporting: exported.loopMs,
        verify: (verified * 1_000) / size,
        memory,
      };
    }),
});

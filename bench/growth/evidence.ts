import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { readEvidenceKey } from '../../src/core/evidence-key.ts';
import { exportEvidence } from '../../src/evidence/export-evidence.ts';
import type { AuditEntry } from '../../src/store/audit/audit-entry.ts';
import { openStore } from '../../src/store/open-store.ts';
import { someEntry } from '../../test/store-records.ts';
import { mebibyte } from '../report.ts';
import { inFolder } from '../stage/processes.ts';
import { growth, limit } from './growth.ts';
import { residentNow, timed, whileWatched } from './workflow.ts';

const perAppend = 200;
const lookMs = 250;

function entriesOf(nth: number) {
  const at = 1_700_000_000_000 + nth * 60_000;
  const maya = { id: 'U0MAYA', name: 'Maya Brandt' };
  const about = {
    request: `r${nth}`,
    placeKey: `shop/east-1/${12 + (nth % 20)}`,
    place: 'shop',
    operation: 'port.open',
  };
  const details = {
    component: `web${nth % 9}`,
    risk: 'expose',
    rule: 'default',
    title: `Open port 8080 on web${nth % 9}`,
  };
  const entry = (kind: AuditEntry['kind'], more: object) =>
    someEntry({ ...about, at, kind, who: maya, details, ...more });
  const calls = [{ method: 'POST', path: `/console/teams/shop/apps/web${nth % 9}/ports/8080`, status: 200 }];
  return [
    entry('proposed', { status: 'proposed', reason: `release ${nth}` }),
    entry('approved', { status: 'approved', who: { id: 'U0LIU', name: '刘晓' } }),
    entry('run', { status: 'running' }),
    entry('step', { status: 'running', calls }),
    entry('outcome', { status: 'done', outcome: 'done', details: { ...details, done: 1, steps: 1 } }),
  ];
}

export const evidence = growth({
  title: 'Requests in an archive of evidence',
  sizes: [1_000, 10_000, 100_000],
  quickSizes: [],
  figures: {
    took: { what: 'until the archive is there', unit: 'ms', budget: limit(60_000) },
    loop: { what: 'event-loop delay meanwhile, p99', unit: 'ms', budget: limit(20) },
    own: { what: 'longest that its own work holds up the event loop, processor time', unit: 'ms', budget: limit(20) },
    memory: { what: 'memory at most, beyond that before', unit: 'MiB', budget: limit(96) },
  },
  measure: (size) =>
    inFolder(async (dataDirectory) => {
      const store = await openStore({ dataDirectory });
      const pair = generateKeyPairSync('ed25519');
      const key = readEvidenceKey(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
      if ('unusable' in key) throw new Error(key.unusable);
      for (let start = 0; start < size; start += perAppend)
        await store.audit.append(Array.from({ length: perAppend }, (_, n) => entriesOf(start + n)).flat());
      const order = { contexts: undefined, since: undefined, key, version: 'bench', now: Date.now() };
      const target = join(dataDirectory, 'evidence.zip');
      const before = residentNow();
      let max = before;
      const watching = setInterval(() => {
        max = Math.max(max, process.memoryUsage.rss());
      }, lookMs);
      const exported = await whileWatched(() => timed([target], () => exportEvidence(store, { ...order, target })));
      clearInterval(watching);
      await store.close();
      return {
        took: exported.result[0] ?? Number.NaN,
        loop: exported.loopMs,
        own: exported.ownMs,
        memory: (max - before) / mebibyte,
      };
    }),
});

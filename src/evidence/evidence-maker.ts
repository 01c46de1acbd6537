import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EvidenceKey } from '../core/evidence-key.ts';
import type { World } from '../core/world.ts';
import type { EvidenceMaker, EvidenceWanted } from '../operations/shared/evidence-wanted.ts';
import type { Store } from '../store/store.ts';

/** Creates the archives that people request in Slack, one after another. The audit log names the person of each. */
export function createEvidenceMaker(
  store: Store,
  { now }: Pick<World, 'now'>,
  { key, version }: { readonly key: EvidenceKey | undefined; readonly version: string },
): EvidenceMaker {
  let last: Promise<unknown> = Promise.resolve();

  async function archive({ since, context, by, mayRead }: EvidenceWanted, target: string): Promise<void> {
    const at = now();
    const about = { placeKey: context.key, place: context.name, operation: 'evidence' };
    const details = { since: new Date(since).toISOString() };
    await store.audit.append([{ at, kind: 'evidence', who: by, ...about, details }]);
    const scope = { since, contexts: new Set([context.key]), mayRead };
    // The module is loaded with the first archive, to keep the start fast.
    const { exportEvidence } = await import('./export-evidence.ts');
    await exportEvidence(store, { ...scope, key, version, now: at, by, target });
  }

  return {
    fingerprint: key?.fingerprint,
    async *make(wanted) {
      const directory = await mkdtemp(join(tmpdir(), 'portolan-evidence-'));
      try {
        const target = join(directory, 'evidence.zip');
        const archived = last.then(() => archive(wanted, target));
        last = archived.catch(() => undefined);
        await archived;
        yield* createReadStream(target);
      } finally {
        await rm(directory, { recursive: true, force: true });
      }
    },
  };
}

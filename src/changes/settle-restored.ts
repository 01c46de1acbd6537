import { advance } from '../core/request/advance.ts';
import { readRequest } from '../core/request/change-request.ts';
import { printHead } from '../store/audit/audit-entry.ts';
import { ofPortolan } from '../store/audit/audit-log.ts';
import type { BackupStamp } from '../store/backup.ts';
import type { Store } from '../store/store.ts';
import type { EngineFeature } from './engine-context.ts';
import { commitOf, type Recording } from './request-commit.ts';

export interface SettledRestore {
  readonly canceled: number;
  readonly readBack: number;
}

/** Maximum duration of a call that ran during the backup, in ms. The call's component stays locked for that time. */
const writeTimeoutMs = 80_000;

/**
 * Changes a restored database so that nothing runs automatically: cancels requests that hadn't run, and reads back the
 * outcomes of the other requests. Schedules continue with their next run. The audit log names the backup and the
 * missing period after it. @param backup time of the backup, and its last audit entry
 */
export async function settleRestored(
  store: Pick<Store, 'requests' | 'schedules' | 'audit' | 'commit'>,
  backup: BackupStamp,
  {
    operations,
    features,
    now,
  }: {
    readonly operations: Recording['services']['operations'];
    readonly features: readonly EngineFeature[];
    readonly now: number;
  },
): Promise<SettledRestore> {
  const recording: Recording = { services: { operations }, features, holder: 'restore', writeTimeoutMs };
  const settled = { canceled: 0, readBack: 0 };
  for (const stored of await store.requests.open({})) {
    const { id, version } = stored;
    const request = readRequest(stored);
    const advanced = request && advance(request, { event: 'restored', backup: backup.at }, now);
    if (!advanced || 'refusal' in advanced) continue;
    const change = commitOf(recording, advanced, version, now);
    const first = await store.commit(change);
    // Two outcomes of one component are unknown. One lease is enough to lock the component while they are read back.
    const { lease: _, ...rest } = change;
    const saved = first === 'busy' ? await store.commit(rest) : first;
    if (saved !== 'saved') throw new Error(`request ${id} could not be settled: ${saved}`);
    settled[advanced.request.state === 'unknown' ? 'readBack' : 'canceled'] += 1;
  }
  await store.commit({
    at: now,
    due: { put: (await Promise.all(features.map(({ restored }) => restored?.rows(store, now) ?? []))).flat() },
  });
  const details = { backup: new Date(backup.at).toISOString(), head: printHead(backup.head), ...settled };
  await store.audit.append([{ ...ofPortolan(now), kind: 'restored', details }]);
  return settled;
}

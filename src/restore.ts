import type { EngineFeature } from './changes/engine-context.ts';
import { commitOf, type Recording } from './changes/request-commit.ts';
import { advance } from './core/request/advance.ts';
import { readRequest } from './core/request/change-request.ts';
import { plural } from './core/text/plural.ts';
import { features } from './features.ts';
import { operations } from './operations/index.ts';
import { printHead } from './store/audit/audit-entry.ts';
import { ofPortolan } from './store/audit/audit-log.ts';
import type { AuditKeys } from './store/audit/audit-signing.ts';
import { verdictText } from './store/audit/audit-verdict.ts';
import { type BackupStamp, backUp, type Forgotten, restoreInto } from './store/backup.ts';
import { openAudit, openRestored, type StorePlace } from './store/open-store.ts';
import { type Store, StoreProblem } from './store/store.ts';

export interface BackupPlace {
  readonly place: StorePlace;
  readonly keys: AuditKeys;
  readonly now: () => number;
}

/** Backs up the embedded database. Returns messages for the operator. @throws StoreProblem */
export async function makeBackup(file: string, { place, now }: BackupPlace): Promise<readonly string[]> {
  if (place.databaseUrl !== undefined)
    throw new StoreProblem(
      'DATABASE_URL is set, so the database is PostgreSQL. Back it up with pg_dump: pg_dump --format=custom --file=portolan.dump "$DATABASE_URL"',
    );
  const { at, head } = await backUp(place.dataDirectory, file, now());
  return [
    `Backed up to ${file}, as of ${new Date(at).toISOString()}.`,
    `Audit head: ${printHead(head)}`,
    'The file holds everything that the database does. Keep it as safe as the database.',
  ];
}

/** Restores the embedded database completely or not at all. Returns messages for the operator. @throws StoreProblem */
export async function restoreBackup(file: string, { place, keys, now }: BackupPlace): Promise<readonly string[]> {
  if (place.databaseUrl !== undefined)
    throw new StoreProblem(
      'DATABASE_URL is set, so the database is PostgreSQL. Restore it with pg_restore, then run portolan restore --after-pg.',
    );
  const lines = await restoreInto(place.dataDirectory, file, (dataDirectory) =>
    settle({ place: { dataDirectory }, keys, now }),
  );
  return [`Restored ${file} into ${place.dataDirectory}.`, ...lines];
}

/**
 * Prepares a PostgreSQL database after pg_restore, before the first replica starts.
 * @throws StoreProblem
 */
export async function settleAfterPgRestore({ place, keys, now }: BackupPlace): Promise<readonly string[]> {
  if (place.databaseUrl === undefined)
    throw new StoreProblem('DATABASE_URL isn’t set. For the embedded database, use portolan restore <file>.');
  return settle({ place, keys, now });
}

async function settle({ place, keys, now }: BackupPlace): Promise<readonly string[]> {
  const at = now();
  const log = await openAudit(place, keys);
  const verdict = await log.verify().finally(() => log.close());
  if (!verdict.ok)
    throw new StoreProblem(
      ['Nothing was restored.', ...verdictText(verdict, { expected: undefined, of: 'database' })].join('\n'),
    );
  const kinds = features.flatMap(({ restored }) => restored?.kinds ?? []);
  const signing = keys.current === undefined ? undefined : { keys, now };
  const { store, stamp, forgotten } = await openRestored(place, { signing }, { now: at, kinds });
  try {
    const [newest] = await store.audit.search({ limit: 1 });
    // A PostgreSQL dump doesn't contain its time, so use the time of its newest audit entry.
    const backup = stamp ?? { at: newest?.at ?? at, head: await store.audit.head() };
    const settled = await settleRestored(store, backup, { operations, features, now: at });
    return settledText({ ...settled, ...forgotten, backup: backup.at });
  } finally {
    await store.close();
  }
}

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

function settledText({
  canceled,
  readBack,
  messages,
  presses,
  backup,
}: Forgotten & { readonly canceled: number; readonly readBack: number; readonly backup: number }): readonly string[] {
  return [
    `The audit log is intact. It has nothing of the time after ${new Date(backup).toISOString()}.`,
    `${plural(canceled, 'request', 'requests')} that hadn't run: canceled. Their messages say so once the bot runs.`,
    `${plural(readBack, 'request', 'requests')} that ran or had an unknown outcome: read when the bot starts. Nothing is sent for them.`,
    `${plural(messages, 'message', 'messages')} and ${plural(presses, 'press', 'presses')} that waited: dropped.`,
    'Temporary access whose time has passed is read when the bot starts, then closed.',
    'Agents that were revoked, and temporary access that was kept open, after the backup are as they were before. Compare them in Slack.',
  ];
}

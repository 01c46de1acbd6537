import { settleRestored } from './changes/settle-restored.ts';
import { plural } from './core/text/plural.ts';
import { features } from './features.ts';
import { operations } from './operations/index.ts';
import { printHead } from './store/audit/audit-entry.ts';
import type { AuditKeys } from './store/audit/audit-signing.ts';
import { verdictText } from './store/audit/audit-verdict.ts';
import { backUp, type Forgotten, restoreInto } from './store/backup.ts';
import { openAudit, openRestored, type StorePlace } from './store/open-store.ts';
import { StoreProblem } from './store/store.ts';

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

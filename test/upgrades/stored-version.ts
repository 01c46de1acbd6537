import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import type { StoredMessage } from '../../playground/slack/workspace/workspace.ts';
import { Json } from '../../src/core/text/json.ts';
import { Secret } from '../../src/core/text/secret.ts';
import type { Store } from '../../src/store/store.ts';

/** Folder that contains a folder for each version. `store-version.ts` writes them. */
export const storedFolder = join(import.meta.dirname, 'stored');
/** Key that signs the audit log of the stored PostgreSQL databases. */
export const storedAuditKey = new Secret('audit-key-of-the-stored-databases');

const Fields = z.record(z.string(), z.unknown());
const Message = z.object({
  channel: z.string(),
  ts: z.string(),
  user: z.string(),
  byBot: z.boolean(),
  text: z.string(),
  blocks: z.array(Fields),
  files: z.array(z.string()),
  threadTs: z.string().nullable(),
  broadcast: z.boolean().default(false),
  ephemeralFor: z.string().nullable(),
  shown: z.boolean(),
  metadata: Fields.nullable(),
  pings: z.array(z.string()),
  editedAt: z.number().nullable(),
  at: z.number(),
  states: z.record(z.string(), z.record(z.string(), Fields)),
}) satisfies z.ZodType<StoredMessage>;
const Call = z.object({ method: z.string(), path: z.string(), query: z.record(z.string(), z.string()), body: Json });

/** State of Slack and the platform when the database was copied. */
const Around = z.object({
  /** Time of the copy, epoch ms. */
  madeAt: z.number(),
  /** Slack's messages, with the blocks and buttons of that version. */
  messages: z.array(Message),
  /** Calls that the platform carried out. It carried out the last call after the copy. */
  calls: z.array(Call),
});
export type Around = z.infer<typeof Around>;

/** Versions for which there are stored databases. */
export const storedVersions: readonly string[] = readdirSync(storedFolder);

/** Database of a version: the SQLite file, or the SQL that creates the database. */
export interface StoredDatabase extends Around {
  readonly content: Buffer;
}

export function readStored(version: string, engine: Store['engine']): StoredDatabase {
  const readPart = (name: string) => gunzipSync(readFileSync(join(storedFolder, version, name)));
  return { ...Around.parse(JSON.parse(readPart(`${engine}.json.gz`).toString())), content: readPart(`${engine}.gz`) };
}

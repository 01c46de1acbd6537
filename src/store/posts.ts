import type { Db, Engine, Tables } from './engines/tables.ts';
import type { Store } from './store.ts';
import { parseJson, toJson } from './stored-json.ts';
import type { StoredPost } from './stored-types.ts';

async function postOf(db: Db, row: Tables['post'] | undefined): Promise<StoredPost | undefined> {
  if (!row) return undefined;
  const files = await db.selectFrom('post_file').select('file_id').where('post_id', '=', row.id).execute();
  return { ...row, fileIds: files.map((file) => file.file_id).sort(), body: parseJson(row.body) };
}

/** Restarts the retention time of the files that the stored post shows. */
async function touchFiles(db: Db, postId: string, now: number): Promise<void> {
  const shown = db.selectFrom('post_file').select('file_id').where('post_id', '=', postId);
  await db.updateTable('file').set({ at: now }).where('id', 'in', shown).where('at', '<', now).execute();
}

async function savePost(db: Db, post: StoredPost): Promise<void> {
  const value = { channel: post.channel, ts: post.ts, at: post.at, body: toJson(post.body) };
  await db
    .insertInto('post')
    .values({ id: post.id, ...value })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(value))
    .execute();
  await touchFiles(db, post.id, post.at);
  await db.deleteFrom('post_file').where('post_id', '=', post.id).execute();
  for (const fileId of [...new Set(post.fileIds)].sort()) {
    await addFile(db, fileId, post.at);
    await db.insertInto('post_file').values({ post_id: post.id, file_id: fileId }).execute();
  }
}

async function addFile(db: Db, id: string, at: number): Promise<void> {
  await db
    .insertInto('file')
    .values({ id, at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export function postsOf(engine: Engine): Store['posts'] {
  return {
    uploaded: (fileId, now) => engine.writeRelaxed((db) => addFile(db, fileId, now)),
    keep: (post) => engine.writeRelaxed((db) => savePost(db, post)),
    get: (id) =>
      engine.read(async (db) =>
        postOf(db, await db.selectFrom('post').selectAll().where('id', '=', id).executeTakeFirst()),
      ),
    byMessage: (channel, ts) =>
      engine.read(async (db) => {
        const query = db.selectFrom('post').selectAll().where('channel', '=', channel).where('ts', '=', ts);
        return postOf(db, await query.orderBy('at', 'desc').limit(1).executeTakeFirst());
      }),
    drop: (id) =>
      engine.write(async (db) => {
        await db.deleteFrom('post').where('id', '=', id).execute();
      }),
    orphans: (before, limit) =>
      engine.read(async (db) => {
        const shown = db.selectFrom('post_file').select('file_id');
        const query = db.selectFrom('file').select('id').where('at', '<', before).where('id', 'not in', shown);
        return (await query.orderBy('at').orderBy('id').limit(limit).execute()).map((row) => row.id);
      }),
    forget: (fileId) =>
      engine.write(async (db) => {
        await db.deleteFrom('file').where('id', '=', fileId).execute();
      }),
  };
}

import { openStates } from '../core/request/change-request.ts';
import type { Engine } from './engines/tables.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Retention times after the last use, in ms. The audit log has a separate retention. */
export const kept = {
  /** If a message was handled longer ago than this, an edit of it isn't run. */
  event: 7 * day,
  sent: 7 * day,
  seen: 180 * day,
  post: 400 * day,
  card: 400 * day,
  agent: 30 * day,
  record: 90 * day,
  incident: 400 * day,
};

/** Kinds of records kept as long as requests: incidents, their messages' places, and sources of evidence. */
const keptLonger = ['incident', 'incident-posted', 'seen-run', 'read-interval', 'exposed-address', 'freeze'];

export async function purge(engine: Engine, now: number): Promise<void> {
  const before = (ms: number) => now - ms;
  await engine.write((db) => db.deleteFrom('event').where('at', '<', before(kept.event)).execute());
  await engine.write((db) => db.deleteFrom('note').where('until_at', '<=', now).execute());
  await engine.write((db) => db.deleteFrom('work').where('done_at', '<', before(kept.sent)).execute());
  await engine.write((db) => db.deleteFrom('seen').where('at', '<', before(kept.seen)).execute());
  await engine.write((db) =>
    db
      .deleteFrom('card')
      .where('state', 'not in', openStates)
      .where('at', '<', before(kept.card))
      // Keep a request with temporary access: closing the access needs the request's place, person and channel.
      .where('id', 'not in', db.selectFrom('opening').select('card'))
      .execute(),
  );
  await engine.write((db) => db.deleteFrom('agent').where('expires', '<', before(kept.agent)).execute());
  await engine.write((db) =>
    db
      .deleteFrom('record')
      .where('is_open', '=', 0)
      .where((is) =>
        is.or([
          is.and([is('kind', 'not in', keptLonger), is('at', '<', before(kept.record))]),
          is('at', '<', before(kept.incident)),
        ]),
      )
      .execute(),
  );
  await engine.transact(async (db) => {
    // These messages stay in Slack. Forget their files too, because orphaned files are deleted from Slack.
    const old = db.selectFrom('post').select('id').where('at', '<', before(kept.post));
    const files = await db.selectFrom('post_file').select('file_id').where('post_id', 'in', old).execute();
    await db.deleteFrom('post').where('id', 'in', old).execute();
    const stillShown = db.selectFrom('post_file').select('file_id');
    for (const { file_id } of files)
      await db.deleteFrom('file').where('id', '=', file_id).where('id', 'not in', stillShown).execute();
  });
}

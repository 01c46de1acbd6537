import { onEveryEngine } from '../../../test/store-engines.ts';
import { someEntry } from '../../../test/store-records.ts';
import { tamper, withoutGuards } from '../../../test/store-tamper.ts';
import { Secret } from '../../core/text/secret.ts';
import type { AuditOptions } from '../open-store.ts';
import type { AppendedEntries } from './audit-signing.ts';

const day = 86_400_000;
const keys = { current: new Secret('the key of this test, 32 bytes or more') };

onEveryEngine('AUDIT_RETENTION', ({ open, place, name }) => {
  /** 600 entries, one per hour from time 0: 25 days. */
  const entries = Array.from({ length: 600 }, (_, index) => someEntry({ at: index * 3_600_000, request: `r${index}` }));
  const retention = (appended: AppendedEntries[] = []): AuditOptions => ({
    signing: { keys, now: () => 0 },
    retentionMs: 30 * day,
    onAppend: (each) => appended.push(each),
  });

  async function filled(appended?: AppendedEntries[]) {
    const where = await place();
    const store = await open(where, retention(appended));
    await store.audit.append(entries);
    return { where, store, audit: store.audit };
  }

  test('removes what is older, and a signed checkpoint in the chain stands for it', async () => {
    const appended: AppendedEntries[] = [];
    const { store, audit } = await filled(appended);
    const early = await audit.search({ limit: 1, until: 100 });
    const before = await audit.head();
    await store.purge(40 * day);
    const rows = [];
    for await (const row of audit.all()) rows.push(row);
    // Ten days of 24 entries each, and the entry that started signing, were removed.
    expect(rows[0]).toMatchObject({ seq: 242, at: 10 * day });
    const checkpoint = rows.at(-1);
    expect(checkpoint).toMatchObject({ seq: 602, kind: 'checkpoint', at: 40 * day, details: { removedTo: 241 } });
    expect(checkpoint?.signature).toMatch(/^[0-9a-f]{64}$/);
    expect(appended.map(({ entries }) => [entries.length, entries[0]?.kind])).toEqual([
      [1, 'signing'],
      [600, entries[0]?.kind],
      [1, 'checkpoint'],
    ]);
    expect(appended.at(-1)?.head).toEqual(await audit.head());
    expect(await audit.verify(before)).toMatchObject({
      ok: true,
      entries: 361,
      checkpoint: { seq: 602, removedTo: 241, removedHash: rows[0]?.prev },
    });
    expect(await audit.verify({ seq: 241, hash: rows[0]?.prev ?? '' })).toMatchObject({ ok: true });
    expect(await audit.verify({ seq: 100, hash: early[0]?.hash ?? '' })).toMatchObject({ faults: [{ fault: 'head' }] });
    expect([await audit.hashOf(241), await audit.hashOf(242), await audit.hashOf(999)]).toEqual([
      'removed',
      rows[0]?.hash,
      undefined,
    ]);
  });

  test('does nothing for a day after, and goes on then; without it nothing is ever removed', async () => {
    const { store, audit, where } = await filled();
    await store.purge(40 * day);
    await store.purge(40 * day + 23 * 3_600_000);
    expect((await audit.head()).seq).toBe(602);
    await store.purge(45 * day);
    expect(await audit.head()).toMatchObject({ seq: 603 });
    expect(await audit.verify()).toMatchObject({ ok: true, checkpoint: { seq: 603, removedTo: 361 } });
    await store.purge(400 * day);
    await store.purge(800 * day);
    expect(await audit.verify()).toMatchObject({ ok: true, entries: 1, checkpoint: { seq: 605 } });
    await store.close();
    const forever = await open(where, { signing: { keys, now: () => 0 } });
    await forever.purge(9_000 * day);
    expect((await forever.audit.head()).seq).toBe(605);
  });

  test('being killed between the checkpoint and the last deletion is made good by the next time', async () => {
    const { store, audit, where } = await filled();
    await tamper(where, [
      name === 'sqlite'
        ? "create trigger dies before delete on audit when old.seq > 100 begin select raise(abort, 'killed'); end"
        : "create function die() returns trigger language plpgsql as $$ begin if old.seq > 100 then raise exception 'killed'; end if; return old; end $$",
      ...(name === 'sqlite' ? [] : ['create trigger dies before delete on audit for each row execute function die()']),
    ]);
    await expect(store.purge(40 * day)).rejects.toThrow('killed');
    expect(await audit.verify()).toMatchObject({ ok: true });
    await tamper(where, [name === 'sqlite' ? 'drop trigger dies' : 'drop trigger dies on audit']);
    await store.purge(40 * day + 1);
    expect(await audit.verify()).toMatchObject({ ok: true, entries: 361, checkpoint: { seq: 602 } });
  });

  test('the database refuses to delete what no checkpoint stands for', async () => {
    const { store, where } = await filled();
    await store.purge(40 * day);
    await expect(tamper(where, ['delete from audit where seq = 242'])).rejects.toThrow('append-only');
    await expect(tamper(where, ["update audit set body = '{}' where seq = 242"])).rejects.toThrow('append-only');
  });

  test.each([
    ['more entries than the checkpoint stands for', ['delete from audit where seq < 300']],
    ['the checkpoint itself', ['delete from audit where seq = 602', headAt(601)]],
  ])('verify finds the removal of %s', async (_, statements) => {
    const { store, audit, where } = await filled();
    await store.purge(40 * day);
    await tamper(where, withoutGuards(name, statements));
    expect(await audit.verify()).toMatchObject({ ok: false, faults: [{ fault: 'missing', seq: 1 }] });
  });

  test('verify believes no checkpoint that isn’t signed', async () => {
    const { store, where } = await filled();
    await store.close();
    const without = await open(where, { retentionMs: 30 * day });
    await without.purge(40 * day);
    expect((await without.audit.verify()).ok).toBe(true);
    await without.close();
    const again = await open(where, retention());
    expect((await again.audit.verify()).faults.map(({ fault }) => fault).sort()).toEqual(['missing', 'unsigned']);
  });
});

const headAt = (seq: number): string =>
  `update audit_head set seq = ${seq}, hash = (select hash from audit where seq = ${seq})`;

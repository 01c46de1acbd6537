import { onEveryEngine } from '../../../test/store-engines.ts';
import { someEntry } from '../../../test/store-records.ts';
import { tamper, withoutGuards } from '../../../test/store-tamper.ts';
import { Secret } from '../../core/text/secret.ts';
import { type Steps, steps } from '../engines/migrations.ts';
import { openPostgres } from '../engines/postgres.ts';
import { openSqlite } from '../engines/sqlite.ts';
import { type AuditOptions, openAudit, type StorePlace } from '../open-store.ts';
import { type ChainLink, firstHead } from './audit-chain.ts';
import { AuditEntry } from './audit-entry.ts';
import { chain, searchText } from './audit-log.ts';
import { type AuditKeys, keyIdOf, signatureCheckOf, signerOf } from './audit-signing.ts';

const key = new Secret('the key of this test, 32 bytes or more');
const other = new Secret('another key, which is just as long as it');
const signing = (keys: AuditKeys): AuditOptions => ({ signing: { keys, now: () => 1_000 } });
const signed = signing({ current: key });
const ten = Array.from({ length: 10 }, (_, index) => someEntry({ at: 100 + index, request: `r${index}` }));

describe('a signature', () => {
  const entry = { seq: 3, hash: 'ab'.repeat(32) };

  test('is what it always was: a stored log must verify for ever', () =>
    expect(signerOf({ current: key })?.sign(entry)).toMatchInlineSnapshot(`
      {
        "keyId": "d6feb98c5ae3c387",
        "signature": "f2dc83b138ef38c47266eb47aa3e4db510d6f8af6af8fe45a08c1abb21c9e203",
      }
    `));

  test('is valid for its entry and key only', () => {
    const own = signerOf({ current: key })?.sign(entry) ?? { keyId: '', signature: '' };
    const check = signatureCheckOf({ current: key, previous: [other] });
    expect(check?.check(entry, own)).toBe('valid');
    expect(check?.check({ ...entry, seq: 4 }, own)).toBe('invalid');
    expect(check?.check({ ...entry, hash: 'cd'.repeat(32) }, own)).toBe('invalid');
    expect(check?.check(entry, { ...own, keyId: keyIdOf(other) })).toBe('invalid');
    expect(check?.check(entry, { ...own, signature: '' })).toBe('invalid');
    expect(check?.check(entry, { ...own, keyId: 'x' })).toBe('unknown-key');
    expect(signatureCheckOf({ previous: [key] })?.check(entry, own)).toBe('valid');
    const unset = { current: new Secret(''), previous: [new Secret('')] };
    expect([signerOf({}), signatureCheckOf({}), signerOf(unset), signatureCheckOf(unset)]).toEqual(
      Array(4).fill(undefined),
    );
  });

  test('and its key’s id reveal nothing of the key', () =>
    expect(JSON.stringify([signerOf({ current: key })?.sign(entry), signerOf({ current: key })])).not.toContain(
      'key of',
    ));
});

onEveryEngine('a signed audit log', ({ open, place, name }) => {
  async function verdicts(where: StorePlace, expected?: { seq: number; hash: string }) {
    const result = [];
    for (const keys of [{}, { current: key }]) {
      const log = await openAudit(where, keys);
      result.push(await log.verify(), ...(expected ? [await log.verify(expected)] : []));
      await log.close();
    }
    return result;
  }

  function rewritten(links: readonly ChainLink[]): readonly string[] {
    const text = (value: string | undefined) => (value === undefined ? 'null' : `'${value.replaceAll("'", "''")}'`);
    const rows = links.map(({ seq, prev, hash, body, signed: by }) => {
      const entry = AuditEntry.parse(JSON.parse(body));
      return `insert into audit (seq, at, place_key, search, prev, hash, body, key_id, signature) values (${seq}, ${entry.at}, ${text(entry.placeKey)}, ${text(searchText(entry))}, '${prev}', '${hash}', ${text(body)}, ${text(by?.keyId)}, ${text(by?.signature)})`;
    });
    const last = links.at(-1) ?? firstHead;
    return withoutGuards(name, [
      'delete from audit',
      ...rows,
      `update audit_head set seq = ${last.seq}, hash = '${last.hash}'`,
    ]);
  }

  test('starts with an entry that says so, and every entry after it is signed', async () => {
    const where = await place();
    const { audit } = await open(where, signed);
    await audit.append(ten);
    const rows = await audit.search({ limit: 99 });
    expect(rows).toHaveLength(11);
    expect(rows.at(-1)).toMatchObject({ kind: 'signing', at: 1_000, details: { keyId: keyIdOf(key) } });
    for (const row of rows)
      expect(row).toMatchObject({ keyId: keyIdOf(key), signature: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const signatures = { checked: true, signed: 11, first: { seq: 1, at: 1_000 }, unsignedBefore: 0 };
    expect(await audit.verify()).toMatchObject({ ok: true, entries: 11, signatures });
  });

  test('opening it again with the same key adds nothing; with another one, an entry', async () => {
    const where = await place();
    for (const keys of [{ current: key }, { current: key }, { current: other, previous: [key] }]) {
      const store = await open(where, signing(keys));
      await store.audit.append([someEntry()]);
      await store.close();
    }
    const check = async (keys: AuditKeys) => {
      const log = await openAudit(where, keys);
      const verdict = await log.verify();
      await log.close();
      return verdict;
    };
    expect(await check({ current: other, previous: [key] })).toMatchObject({ ok: true, entries: 5 });
    const withoutOld = await check({ current: other });
    expect(withoutOld).toMatchObject({ ok: false, faults: [{ fault: 'signature', seq: 1 }] });
    expect(withoutOld.faults[0]?.says).toContain(`Entries 1 to 3 are signed with key ${keyIdOf(key)}`);
  });

  test('entries from before the key are unsigned, and can’t be changed after it', async () => {
    const where = await place();
    const old = await open(where);
    await old.audit.append(ten);
    await old.close();
    const store = await open(where, signed);
    await store.audit.append(ten);
    const verdict = await store.audit.verify();
    expect(verdict).toMatchObject({ ok: true, signatures: { signed: 11, first: { seq: 11 }, unsignedBefore: 10 } });
    const rows = await store.audit.search({ limit: 99 });
    const genuine = rows.filter(({ seq }) => seq > 10).toReversed();
    const forged = chain(firstHead, ten.with(3, someEntry({ reason: 'innocent' })));
    const kept = genuine.map(({ seq, prev, hash, keyId = '', signature = '', ...rest }) => {
      const [link] = chain({ seq: seq - 1, hash: prev }, [AuditEntry.parse(rest)]);
      return { seq, prev, hash, body: link?.body ?? '', consistent: true, signed: { keyId, signature } };
    });
    await tamper(where, rewritten([...forged, ...kept]));
    expect((await store.audit.verify()).faults).toMatchObject([{ fault: 'changed', seq: 10 }]);
  });

  test('deleting the tail and moving the head is found with --head only', async () => {
    const where = await place();
    const { audit } = await open(where, signed);
    await audit.append(ten);
    const head = await audit.head();
    await tamper(
      where,
      withoutGuards(name, [
        'delete from audit where seq > 7',
        'update audit_head set seq = 7, hash = (select hash from audit where seq = 7)',
      ]),
    );
    const cutOff = { ok: false, faults: [{ fault: 'cut_off', seq: 8 }] };
    expect(await verdicts(where, head)).toMatchObject([{ ok: true }, cutOff, { ok: true }, cutOff]);
  });

  test.each(['with the old signatures', 'without signatures', 'signed with another key'])(
    'a chain built anew %s is found with the key',
    async (how) => {
      const where = await place();
      const { audit } = await open(where, signed);
      await audit.append(ten);
      const head = await audit.head();
      const rows = (await audit.search({ limit: 99 })).toReversed();
      const entries = [someEntry({ kind: 'signing', at: 1_000 }), ...ten.with(4, someEntry({ reason: 'innocent' }))];
      const links = chain(firstHead, entries, how.startsWith('signed') ? signerOf({ current: other }) : undefined);
      const old = (seq: number) => ({ keyId: keyIdOf(key), signature: rows[seq - 1]?.signature ?? '' });
      await tamper(
        where,
        rewritten(how.startsWith('with the') ? links.map((link) => ({ ...link, signed: old(link.seq) })) : links),
      );
      const [plain, plainHead, keyed, keyedHead] = await verdicts(where, head);
      expect(plain).toMatchObject({ ok: true, entries: 11 });
      for (const verdict of [plainHead, keyed, keyedHead]) expect(verdict).toMatchObject({ ok: false });
      expect(keyed?.faults[0]?.fault).toBe(how === 'without signatures' ? 'unsigned' : 'signature');
      await audit.append(ten);
      expect((await verdicts(where))[1]).toMatchObject({ ok: false });
    },
  );

  test('truncating to zero is found with the key, also when the running bot goes on', async () => {
    const where = await place();
    const { audit } = await open(where, signed);
    await audit.append(ten);
    const head = await audit.head();
    await tamper(where, rewritten([]));
    const [plain, plainHead, keyed, keyedHead] = await verdicts(where, head);
    expect(plain).toMatchObject({ ok: true, entries: 0 });
    expect(keyed).toMatchObject({ ok: false, faults: [{ fault: 'unsigned' }] });
    for (const verdict of [plainHead, keyedHead]) expect(verdict).toMatchObject({ ok: false });
    await audit.append(ten);
    expect((await verdicts(where))[1]).toMatchObject({ ok: false, faults: [{ fault: 'unsigned', seq: 1 }] });
  });

  test('entries that somebody appends without the key are found', async () => {
    const where = await place();
    const store = await open(where, signed);
    await store.audit.append(ten);
    await store.close();
    const without = await open(where);
    await without.audit.append(ten);
    await without.close();
    const [plain, keyed] = await verdicts(where);
    expect(plain).toMatchObject({ ok: true, entries: 21, signatures: { checked: false, signed: 11 } });
    expect(keyed).toMatchObject({ ok: false, faults: [{ fault: 'unsigned', seq: 12 }] });
    expect(keyed?.faults[0]?.says).toContain('Entries 12 to 21');
  });

  test('a database of the version before signatures opens, and its entries are unsigned', async () => {
    const where = await place();
    const names = ['001-facts', '002-posts', '003-cards', '004-work', '005-audit'];
    const before: Steps = Object.fromEntries(Object.entries(steps).filter(([step]) => names.includes(step)));
    const engine =
      where.databaseUrl === undefined
        ? await openSqlite(where.dataDirectory, before)
        : await openPostgres(where.databaseUrl, before);
    await engine.close();
    const links = chain(firstHead, ten);
    const last = links.at(-1) ?? firstHead;
    await tamper(where, [
      ...links.map(({ seq, prev, hash, body }, index) => {
        const entry = ten[index] ?? someEntry();
        return `insert into audit (seq, at, place_key, search, prev, hash, body) values (${seq}, ${entry.at}, '${entry.placeKey}', '${searchText(entry)}', '${prev}', '${hash}', '${body}')`;
      }),
      `update audit_head set seq = 10, hash = '${last.hash}'`,
    ]);
    // The command line reads the database before the new version has ever run.
    expect(await verdicts(where)).toMatchObject([
      { ok: true, entries: 10, signatures: { signed: 0 } },
      { ok: false, faults: [{ fault: 'unsigned' }] },
    ]);
    const { audit } = await open(where, signed);
    expect(await audit.verify()).toMatchObject({
      ok: true,
      entries: 11,
      signatures: { signed: 1, unsignedBefore: 10 },
    });
  });

  test('a step of the schema that was made at the same time is applied before or after', async () => {
    const where = await place();
    await (await open(where, signed)).close();
    const more: Steps = {
      ...steps,
      '006-made-meanwhile': async (db) => {
        await db.schema.createTable('meanwhile').addColumn('id', 'text').execute();
      },
    };
    const engine =
      where.databaseUrl === undefined
        ? await openSqlite(where.dataDirectory, more)
        : await openPostgres(where.databaseUrl, { steps: more });
    await engine.close();
    await tamper(where, ["insert into meanwhile (id) values ('x')"]);
  });
});

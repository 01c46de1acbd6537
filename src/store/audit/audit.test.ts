import { onEveryEngine } from '../../../test/store-engines.ts';
import { someEntry } from '../../../test/store-records.ts';
import { tamper, withoutGuards } from '../../../test/store-tamper.ts';
import { firstHead } from './audit-chain.ts';
import type { AuditEntry } from './audit-entry.ts';
import { chain } from './audit-log.ts';

test('the chain is what it always was: a stored record must verify for ever', () => {
  const entry: AuditEntry = {
    at: 1_763_700_000_000,
    kind: 'run',
    request: 'r1',
    who: { name: 'Ann 安', id: 'U1' },
    placeKey: 'shop/east/12',
    place: 'Shop',
    calls: [{ path: '/x', status: 200, method: 'POST' }],
    details: { z: 1, a: null },
  };
  expect(chain(firstHead, [entry, entry]).map(({ hash }) => hash)).toMatchInlineSnapshot(`
    [
      "63ba655fef7305af0d3f77c3fb59fdd05dfba3e7f96a8f18c65d9b9d584d2e40",
      "7fda1bcc72572789352ac550d80693829986d3698bf1d69060f8103fd4722fa6",
    ]
  `);
  expect(chain(firstHead, [entry])[0]?.body).toMatchInlineSnapshot(
    `"{"at":1763700000000,"calls":[{"method":"POST","path":"/x","status":200}],"details":{"a":null,"z":1},"kind":"run","place":"Shop","placeKey":"shop/east/12","request":"r1","seq":1,"who":{"id":"U1","name":"Ann 安"}}"`,
  );
});

onEveryEngine('the audit', ({ open, place, name }) => {
  const ten = Array.from({ length: 10 }, (_, index) =>
    someEntry({ at: 100 + index, request: `r${index}`, reason: `Grund ${index} 100%_ "Öl" 原因` }),
  );

  test('entries are chained, found again and told in order', async () => {
    const { audit } = await open();
    expect(await audit.head()).toEqual(firstHead);
    expect(await audit.verify()).toMatchObject({ ok: true, entries: 0 });
    const full: AuditEntry = {
      ...someEntry({ kind: 'outcome', request: 'r1', operation: 'port-open', plan: 'abc', status: 'done' }),
      calls: [
        { method: 'POST', path: '/console/teams/shop/ports', status: 200 },
        { method: 'PUT', path: '/x' },
      ],
      outcome: 'done',
      reason: 'needed \u0000 now \ud800',
      link: 'https://example.test/p1',
      details: { waited: 5, quick: true, note: null },
    };
    await audit.append([full, someEntry({ at: 2, who: { id: 'U2', name: 'ÖMER 王' }, placeKey: 'other' })]);
    await audit.append([]);
    const rows = [];
    for await (const row of audit.all()) rows.push(row);
    expect(rows).toMatchObject([{ ...full, seq: 1 }, { seq: 2 }]);
    expect(rows[1]?.prev).toBe(rows[0]?.hash);
    expect(await audit.head()).toEqual({ seq: 2, hash: rows[1]?.hash });
    expect(await audit.verify(await audit.head())).toMatchObject({ ok: true, entries: 2 });
    const searchSeqs = async (...words: readonly string[]) =>
      (await audit.search({ words: words.map((word) => [word]), limit: 9 })).map(({ seq }) => seq);
    expect(await searchSeqs()).toEqual([2, 1]);
    expect(await searchSeqs('ömer')).toEqual([2]);
    expect(await searchSeqs('王')).toEqual([2]);
    expect(await searchSeqs('PORT-open', 'teams/shop')).toEqual([1]);
    expect(await searchSeqs('port-open', '王')).toEqual([]);
    expect(await searchSeqs('%')).toEqual([]);
    expect(await searchSeqs('_')).toEqual([]);
    expect(await searchSeqs('\\')).toEqual([]);
    expect(await audit.search({ since: 2, limit: 9 })).toHaveLength(1);
    expect(await audit.search({ before: 2, limit: 9 })).toHaveLength(1);
    expect(await audit.search({ placeKey: 'other', limit: 9 })).toMatchObject([{ seq: 2 }]);
    expect(await audit.search({ limit: 1 })).toMatchObject([{ seq: 2 }]);
  });

  test('a search looks through all pages, for parts of words in any script, and finds the newest first', async () => {
    const { audit } = await open();
    for (let start = 0; start < 2_600; start += 650)
      await audit.append(
        Array.from({ length: 650 }, (_, index) => {
          const nth = start + index + 1;
          const reason = nth % 700 === 0 ? `原因${nth}` : `grund ${nth}`;
          return someEntry({ at: nth, reason, placeKey: nth % 2 === 0 ? 'even' : 'odd' });
        }),
      );
    const seqs = async (search: Parameters<typeof audit.search>[0]) =>
      (await audit.search(search)).map(({ seq }) => seq);
    expect(await seqs({ words: [['因']], limit: 9 })).toEqual([2_100, 1_400, 700]);
    expect(await seqs({ words: [['因']], limit: 2 })).toEqual([2_100, 1_400]);
    expect(await seqs({ words: [['因']], placeKey: 'odd', limit: 9 })).toEqual([]);
    expect(await seqs({ words: [['因'], ['14', 'no']], since: 701, limit: 9 })).toEqual([1_400]);
    expect(await seqs({ mayRead: ({ seq }) => seq < 3, limit: 9 })).toEqual([2, 1]);
    expect(await seqs({ words: [['因']], isLast: ({ at }) => at === 1_400, limit: 9 })).toEqual([2_100, 1_400]);
    const all = async (selection: Parameters<typeof audit.matching>[0]) => {
      const collected = [];
      for await (const { seq } of audit.matching(selection)) collected.push(seq);
      return collected;
    };
    const numbers = Array.from({ length: 2_600 }, (_, index) => index + 1);
    expect(await all({})).toEqual(numbers);
    expect(await all({ until: 2_000, placeKey: 'even' })).toEqual(
      numbers.filter((nth) => nth <= 2_000 && nth % 2 === 0),
    );
    expect(await all({ since: 2_501 })).toEqual(numbers.slice(2_500));
  });

  test('many writers at once make one chain without forks', async () => {
    const where = await place();
    const first = await open(where);
    const stores = name === 'postgres' ? [first, await open(where), await open(where)] : [first];
    await Promise.all(
      Array.from({ length: 120 }, (_, index) => {
        const store = stores[index % stores.length] ?? first;
        return store.commit({ at: 1, audit: [someEntry({ request: `r${index}` }), someEntry({ kind: 'approved' })] });
      }),
    );
    expect(await first.audit.verify()).toMatchObject({ ok: true, entries: 240, head: { seq: 240 } });
  });

  test('the database itself refuses to change or delete an entry', async () => {
    const where = await place();
    const { audit } = await open(where);
    await audit.append(ten);
    const attempts = [
      "update audit set body = '{}' where seq = 3",
      'delete from audit where seq = 3',
      'delete from audit',
    ];
    if (name === 'postgres') attempts.push('truncate audit');
    for (const attempt of attempts) await expect(tamper(where, [attempt])).rejects.toThrow('append-only');
    expect(await audit.verify()).toMatchObject({ ok: true, entries: 10 });
  });

  const swap = (column: string) =>
    `update audit set ${column} = (select o.${column} from was o where o.seq = 9 - audit.seq) where seq in (4, 5)`;
  const changed = [{ fault: 'changed', seq: 5 }];
  const tamperings: readonly (readonly [string, readonly string[], unknown])[] = [
    ['a changed word', ["update audit set body = replace(body, 'Grund 4', 'x') where seq = 5"], changed],
    ['a body that is no JSON', ["update audit set body = 'x' where seq = 5"], changed],
    ['a changed time beside the body', ['update audit set at = 5 where seq = 5'], changed],
    ['words hidden from the search', ["update audit set search = '' where seq = 5"], changed],
    ['an entry moved to another context', ["update audit set place_key = 'x' where seq = 5"], changed],
    ['a removed entry', ['delete from audit where seq = 5'], [{ fault: 'missing', seq: 5 }]],
    ['removed first entries', ['delete from audit where seq < 3'], [{ fault: 'missing', seq: 1 }]],
    [
      'entries in another order',
      ['create table was as select * from audit', swap('prev'), swap('hash'), swap('body'), swap('at'), swap('search')],
      [
        { fault: 'reordered', seq: 4 },
        { fault: 'reordered', seq: 5 },
      ],
    ],
    ['a cut-off end', ['delete from audit where seq > 7'], [{ fault: 'cut_off', seq: 8 }]],
    ['everything gone', ['delete from audit'], [{ fault: 'cut_off', seq: 1 }]],
    ['a forged head', [`update audit_head set hash = '${'1'.repeat(64)}'`], [{ fault: 'head', seq: 10 }]],
    ['a removed head', ['delete from audit_head'], [{ fault: 'head', seq: 10 }]],
  ];
  for (const [what, statements, faults] of tamperings)
    test(`verify finds ${what}`, async () => {
      const where = await place();
      const { audit } = await open(where);
      await audit.append(ten);
      await tamper(where, withoutGuards(name, statements));
      expect(await audit.verify()).toMatchObject({ ok: false, faults });
      expect(Array.isArray(await audit.search({ limit: 20 }))).toBe(true);
    });

  test('an entry rewritten with a fitting hash is found by the one after it', async () => {
    const where = await place();
    const { audit } = await open(where);
    await audit.append(ten);
    const rows = await audit.search({ limit: 20 });
    const fourth = rows.find(({ seq }) => seq === 4);
    if (!fourth) throw new Error('no entry 4');
    const [forged] = chain(fourth, [someEntry({ at: 104, request: 'r4', reason: 'innocent' })]);
    const texts = `body = '${forged?.body}', hash = '${forged?.hash}', search = ''`;
    await tamper(where, withoutGuards(name, [`update audit set ${texts} where seq = 5`]));
    const { faults } = await audit.verify();
    expect(faults[0]).toMatchObject({ fault: 'changed', seq: 5 });
  });

  test('an entry takes no fields that it does not know, and refuses what is no entry', async () => {
    const { audit } = await open();
    const extra = { ...someEntry(), body: 'a secret' };
    await audit.append([extra]);
    expect(JSON.stringify(await audit.search({ limit: 1 }))).not.toContain('secret');
    await expect(audit.append([{ ...someEntry(), at: Number.NaN }])).rejects.toThrow();
    expect(await audit.verify()).toMatchObject({ ok: true, entries: 1 });
  });
});

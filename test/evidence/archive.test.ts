import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { weekOfChanges } from '../../playground/week-of-changes.ts';
import { configFaultsText, readEvidenceKeyFile } from '../../src/config.ts';
import { type EvidenceKey, readEvidenceKey } from '../../src/core/evidence-key.ts';
import { verbatim } from '../../src/core/text/text.ts';
import type { EvidenceScope } from '../../src/evidence/collect-requests.ts';
import { exportEvidence, type MadeEvidence } from '../../src/evidence/export-evidence.ts';
import { sumOf } from '../../src/evidence/separation.ts';
import { verifyEvidence } from '../../src/evidence/verify-evidence.ts';
import { keepPolicy } from '../../src/operations/shared/evidence/kept-policy.ts';
import { openStore, openStoreReading, type StorePlace } from '../../src/store/open-store.ts';
import { newDatabase } from '../shared.ts';
import { tamper, withoutGuards } from '../store-tamper.ts';
import { postgresTest } from '../tools/tests-with-tools.ts';

const now = Date.UTC(2026, 10, 26, 8);
const shop = { team: 'shop', region: 'east-1', app: '12', name: 'shop' };
const billing = { team: 'shop', region: 'east-1', app: '15', name: 'billing' };
const policyText = `contexts:
  shop: { team: shop, region: east-1, app: 12 }
  billing: { team: shop, region: east-1, app: 15 }
rules:
  - when: { context: billing }
    need: approve
    from: members
  - need: confirm
freezes:
  - { from: 2026-11-23, to: 2026-11-24, zone: UTC, reason: the audit }
`;
const directory = mkdtempSync(join(tmpdir(), 'portolan-evidence-test-'));
const place = { dataDirectory: join(directory, 'data') };
const key = madeKey();
const other = madeKey();
let evidence: MadeEvidence;
let archive: string;
let archives = 0;

function pemOf(type: 'ed25519' | 'rsa'): string {
  const pair = type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync('ed25519');
  return pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function madeKey(): EvidenceKey {
  const parsed = readEvidenceKey(pemOf('ed25519'));
  if ('unusable' in parsed) throw new Error(parsed.unusable);
  return parsed;
}

async function exported(
  more: {
    readonly contexts?: ReadonlySet<string>;
    readonly mayRead?: EvidenceScope['mayRead'];
    readonly signs?: EvidenceKey | 'nobody';
  } = {},
  from: StorePlace = place,
) {
  const target = join(directory, `archive-${++archives}.zip`);
  const store = await openStoreReading(from);
  const { contexts, mayRead, signs = key } = more;
  const order = {
    contexts,
    mayRead,
    since: undefined,
    key: signs === 'nobody' ? undefined : signs,
    version: '1.0.0',
    now,
  };
  const result = await exportEvidence(store, { ...order, target });
  await store.close();
  return { ...result, target };
}

async function fill(of: StorePlace): Promise<void> {
  const store = await openStore(of);
  const shopWeek = weekOfChanges(shop, now);
  await store.commit({ at: now, audit: shopWeek.audit, records: [...shopWeek.records, ...shopWeek.addresses] });
  await keepPolicy(store, { version: undefined, text: undefined }, { now: () => now });
  await keepPolicy(store, { version: hashOfPolicy, text: policyText }, { now: () => now - 8 * 86_400_000 });
  const billingWeek = weekOfChanges(billing, now).audit.map((each) => ({
    ...each,
    request: `billing-${each.request}`,
  }));
  await store.audit.append(billingWeek);
  await store.close();
}

beforeAll(async () => {
  await fill(place);
  const first = await exported();
  evidence = first;
  archive = first.target;
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const hashOfPolicy = '37179b3c2757313099ab59dfed1d436c25feb5b24d5dac1cafe0ab7e80261fe5';

async function unpacked(path: string): Promise<Map<string, Buffer>> {
  const zip = await openPromise(path, { autoClose: false });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, Buffer.concat(await (await zip.openReadStreamPromise(entry)).toArray()));
  zip.close();
  return files;
}

/** Returns the path of a copy of the archive, in which `change` has changed the files. */
async function repacked(change: (files: Map<string, Buffer>) => void): Promise<string> {
  const files = await unpacked(archive);
  change(files);
  const zip = new ZipFile();
  for (const [name, content] of files) zip.addBuffer(content, name);
  zip.end();
  const target = join(directory, `forged-${++archives}.zip`);
  writeFileSync(target, await buffer(zip.outputStream));
  return target;
}

const edit = (name: string, change: (text: string) => string) => (files: Map<string, Buffer>) => {
  const before = files.get(name)?.toString('utf8') ?? '';
  const after = change(before);
  expect(after, `the edit of ${name} changes nothing`).not.toBe(before);
  files.set(name, Buffer.from(after));
};

const replaces = (name: string, from: string, to: string) => edit(name, (text) => text.replace(from, to));
const faultsOf = async (path: string, expected?: string) => (await verifyEvidence(path, expected)).faults;

describe('an archive', () => {
  test('verifies alone, with the key’s fingerprint', async () => {
    expect(await verifyEvidence(archive, key.fingerprint)).toMatchObject({ ok: true, faults: [], isExpected: true });
    expect((await unpacked(archive)).keys().toArray().sort()).toEqual(
      [
        ...['README.md', 'audit.jsonl', 'coverage.jsonl', 'exposure.jsonl', 'manifest.json', 'manifest.sig'],
        ...['outside.csv', 'outside.jsonl', 'public-key.pem', 'requests.csv', 'requests.jsonl'],
        ...['summary.html', 'summary.zh.html', `policies/${hashOfPolicy}.yaml`],
      ].sort(),
    );
  });
  test('counts the population, and who decided', () => {
    const { counts, outside, gaps } = evidence.summary;
    expect(counts.requests).toBe(24);
    expect(counts.effects).toEqual({ changed: 16, partly: 0, unknown: 2, nothing: 6, open: 0 });
    expect(sumOf(counts.table)).toMatchObject({
      ...{ total: 18, 'two-people': 10, 'one-person': 4, 'break-glass': 2, automatic: 2, agents: 2, exceptions: 2 },
    });
    expect(outside.map(({ what, by }) => [what, by])).toEqual([
      ['deploy', 'zhang'],
      ['restart', 'zhang'],
      ['upgrade', undefined],
      ['opened', undefined],
      ['deploy', 'zhang'],
    ]);
    expect(gaps.map(({ context, gap }) => [context, gap])).toEqual([
      ['shop', 'between'],
      ['billing', 'never'],
    ]);
  });
  test('says which of what happened outside fell into a freeze, of Slack or of the policy file', () =>
    expect(evidence.summary.outside.map(({ what, frozen }) => [what, frozen?.by, frozen?.reason])).toEqual([
      ['deploy', 'freeze', 'Sale of the week'],
      ['restart', undefined, undefined],
      ['upgrade', 'freeze', 'the audit'],
      ['opened', undefined, undefined],
      ['deploy', undefined, undefined],
    ]));
  test('has a page with the answers, no script, and nothing to load', async () => {
    const files = await unpacked(archive);
    for (const name of ['summary.html', 'summary.zh.html']) {
      const page = files.get(name)?.toString('utf8') ?? '';
      expect(page).not.toMatch(/<script|<img|<link|<iframe|@import|url\(|src=/i);
      expect(page).toContain("default-src 'none'");
    }
    const english = files.get('summary.html')?.toString('utf8');
    for (const answer of [
      ...['20 + 2 maybe', '16 that people requested', '2 that Portolan made itself', '4 seen outside Portolan'],
      ...['6 of 16', '4 outside Portolan: not known whether a second person agreed', '1 of these failed'],
      ...[
        'Deploy of web, 2026-11-22 00:00',
        'billing: builds and deploys not followed at all, addresses not read at all',
      ],
      ...['24 requests were made or decided in this time, 2 of them by Portolan itself', 'Seen open'],
      'All contexts: shop, billing',
    ])
      expect(english).toContain(answer);
  });
  test('lists the freezes with who set them, and says which change was an exception to one', async () => {
    const page = (await unpacked(archive)).get('summary.html')?.toString('utf8');
    for (const [by, reason] of [
      ['liu', 'Sale of the week'],
      ['policy file', 'the audit'],
    ])
      expect(page).toContain(`<td data-name="Set by">${by}</td><td data-name="Why">${reason}</td>`);
    expect(page).toContain('liu approved; exception to a freeze: “Ten times the traffic of a normal Tuesday”');
  });
  test('says of what was open who opened it, that a deleted rule may still answer, and of which app nothing is known', async () => {
    const page = (await unpacked(archive)).get('summary.html')?.toString('utf8') ?? '';
    const [, start = '', end = ''] = page.split(/At the (?:beginning|end)/);
    expect(start).toContain('isn’t known: billing');
    expect(start).toMatch(/shop-old\.example\.com<.*open before the first reading/);
    expect(end).toContain('http://shop-old.example.com (its rule was deleted, it may still answer)');
    expect(end).toMatch(/10\.2\.0\.9:30021<.*outside Portolan, by whom isn’t known/);
  });
});

describe('verification finds', () => {
  const policyFile = `policies/${hashOfPolicy}.yaml`;
  const rest = (text: string) => text.split('\n').slice(1).join('\n');
  const without = (name: string) => (files: Map<string, Buffer>) => void files.delete(name);
  test.each<[what: string, change: (files: Map<string, Buffer>) => void, says: string]>([
    ['a changed row', replaces('requests.jsonl', '"name":"sam"', '"name":"maya"'), 'requests.jsonl was changed'],
    ['a changed cell', replaces('requests.csv', 'break-glass', 'two-people'), 'requests.csv was changed'],
    ['a changed page', replaces('summary.html', '2 by break glass', '0 by break glass'), 'summary.html was changed'],
    ['a missing row', edit('requests.jsonl', rest), 'isn’t in requests.jsonl'],
    ['a missing entry', edit('audit.jsonl', (all) => all.split('\n').toSpliced(3, 1).join('\n')), 'Entry 4 is missing'],
    [
      'a changed entry',
      replaces('audit.jsonl', '"kind":"break_glass"', '"kind":"approved"'),
      'was changed after it was written',
    ],
    ['a missing row of what happened outside', edit('outside.jsonl', rest), 'outside.jsonl was changed'],
    ['a changed policy', replaces(policyFile, 'approve', 'confirm'), `${policyFile} was changed`],
    [
      'a changed manifest',
      replaces('manifest.json', '"outside": 5', '"outside": 4'),
      'The signature of manifest.json isn’t valid',
    ],
    ['a removed signature', without('manifest.sig'), 'The archive is unsigned'],
    ['a file more', (files) => void files.set('more.txt', Buffer.from('x')), 'more.txt isn’t one of the files'],
    ['a file less', without('outside.csv'), 'outside.csv is missing'],
  ])('%s', async (_, change, says) => {
    expect((await faultsOf(await repacked(change), key.fingerprint)).join('\n')).toContain(says);
  });

  test('a head signed by another key, once the right fingerprint is known', async () => {
    const signed = await exported({ signs: other });
    expect(await faultsOf(signed.target, key.fingerprint)).toEqual([
      `The archive is signed with another key: ${other.fingerprint}, not ${key.fingerprint}.`,
    ]);
    const replaced = await repacked((files) => void files.set('public-key.pem', Buffer.from(other.publicKey)));
    expect((await faultsOf(replaced)).join('\n')).toContain('isn’t the key that signed it');
    expect(await verifyEvidence(signed.target, other.fingerprint)).toMatchObject({ ok: true });
    expect(await verifyEvidence(signed.target, undefined)).toMatchObject({ ok: true, isExpected: false });
  });
  test('a gap that isn’t declared, also where the right key signs it', async () => {
    const forged = await repacked((files) => {
      const manifest = JSON.parse(files.get('manifest.json')?.toString('utf8') ?? '');
      manifest.coverage.gaps = manifest.coverage.gaps.filter(({ gap }: { gap: string }) => gap !== 'between');
      const bytes = Buffer.from(JSON.stringify(manifest));
      files.set('manifest.json', bytes);
      files.set('manifest.sig', key.sign(bytes));
    });
    expect((await faultsOf(forged, key.fingerprint)).join('\n')).toMatch(
      /shop wasn’t read from .* doesn’t declare that gap/,
    );
  });
  test('that it isn’t an archive at all', async () => {
    const path = join(directory, 'nothing.zip');
    writeFileSync(path, 'not a zip');
    expect((await verifyEvidence(path, undefined)).ok).toBe(false);
    expect((await verifyEvidence(join(directory, 'none.zip'), undefined)).ok).toBe(false);
  });
});

test('a new key leaves archives of the older one as they are: they verify with its fingerprint', async () => {
  const later = await exported({ signs: other });
  expect(await verifyEvidence(archive, key.fingerprint)).toMatchObject({ ok: true, isExpected: true });
  expect(await verifyEvidence(later.target, other.fingerprint)).toMatchObject({ ok: true, isExpected: true });
  expect(await verifyEvidence(archive, other.fingerprint)).toMatchObject({ ok: false });
});

postgresTest('an archive from PostgreSQL has the same population, and verifies', async () => {
  const database = { dataDirectory: directory, databaseUrl: await newDatabase() };
  await fill(database);
  const { target, manifest, summary } = await exported({}, database);
  const counted = ({ counts, outside, gaps }: MadeEvidence['summary']) => ({ counts, outside, gaps });
  expect(counted(summary)).toEqual(counted(evidence.summary));
  expect(manifest).toMatchObject({ requests: evidence.manifest.requests, policies: evidence.manifest.policies });
  expect(await verifyEvidence(target, key.fingerprint)).toMatchObject({ ok: true, faults: [] });
});

test('a file that can’t be made is said in a sentence, and one that exists stays as it is', async () => {
  const store = await openStoreReading(place);
  const order = { contexts: undefined, since: undefined, key, version: '1.0.0', now };
  const before = readFileSync(archive);
  await expect(exportEvidence(store, { ...order, target: archive })).rejects.toThrow('exists already');
  expect(readFileSync(archive).equals(before)).toBe(true);
  const nowhere = join(directory, 'none', 'evidence.zip');
  await expect(exportEvidence(store, { ...order, target: nowhere })).rejects.toThrow('doesn’t exist');
  await store.close();
});

test('without a key the archive says that it is unsigned, and never verifies', async () => {
  const { target, manifest } = await exported({ signs: 'nobody' });
  expect(manifest.key).toBeUndefined();
  const files = await unpacked(target);
  expect(files.get('summary.html')?.toString('utf8')).toContain('Unsigned');
  expect(files.get('README.md')?.toString('utf8')).toContain('unsigned');
  expect(await verifyEvidence(target, undefined)).toMatchObject({ ok: false });
});

test('of some contexts it is a selection: of the others it has only the places in the chain', async () => {
  const { target, manifest } = await exported({ contexts: new Set(['shop/east-1/12']) });
  expect(manifest).toMatchObject({ requests: 12, scope: { contexts: [{ key: 'shop/east-1/12', name: 'shop' }] } });
  expect(manifest.log.leftOut.context).toBeGreaterThan(50);
  const files = await unpacked(target);
  expect([...files.values()].map((each) => each.toString('utf8')).join('\n')).not.toContain('billing');
  expect(files.get(`policies/${hashOfPolicy}.part.yaml`)?.toString('utf8')).toContain('need: confirm');
  expect(await verifyEvidence(target, key.fingerprint)).toMatchObject({ ok: true });
});

describe('for someone who may not read all', () => {
  const leftChannel = ({ who, channel }: { readonly who: { readonly id: string }; readonly channel?: string }) =>
    Promise.resolve(who.id === 'U0LIU' || channel === 'C0OPEN');
  beforeAll(async () => {
    const store = await openStore(place);
    for (const [id, channel] of [
      ['left', 'G0CLOSED'],
      ['open', 'C0OPEN'],
    ] as const) {
      const about = { request: id, placeKey: 'shop/east-1/12', place: 'shop', operation: 'port.open', channel };
      const maya = { id: 'U0MAYA', name: 'Maya Brandt' };
      const says = verbatim(`the plan of ${id}`);
      const plan = { title: says, componentName: 'web', rows: [], steps: [{ says }] };
      const ruling = { as: 'member', rule: 'default' };
      await store.commit({
        at: now,
        request: {
          expect: 'new',
          next: {
            ...{ id, state: 'approved', revision: 1, placeKey: about.placeKey, componentKey: id, fingerprint: id },
            ...{ asker: maya.id, deciders: [], channel, ts: '1.1', openUntil: now, at: now },
            body: { at: now, asker: maya, risk: 'expose', ruling, plan },
          },
        },
        audit: [
          { at: now, kind: 'proposed', who: maya, status: 'proposed', ...about },
          { at: now, kind: 'approved', who: { id: 'U0LIU', name: '刘晓' }, status: 'approved', ...about },
        ],
      });
    }
    await store.close();
  });
  test('a request of a channel that they have left has their own entries only, and nothing of its card', async () => {
    const { target } = await exported({ mayRead: leftChannel });
    const rows = (await unpacked(target)).get('requests.jsonl')?.toString('utf8').trim().split('\n') ?? [];
    const of = (id: string) => rows.map((row) => JSON.parse(row)).find((row) => row.id === id);
    expect(of('open')).toMatchObject({ requester: { id: 'U0MAYA' }, plan: { steps: ['the plan of open'] } });
    expect(of('left')).toMatchObject({ decisions: [{ kind: 'approved', who: { id: 'U0LIU' } }] });
    expect(of('left')).not.toHaveProperty('plan');
    expect(of('left')).not.toHaveProperty('requester');
    expect(await verifyEvidence(target, key.fingerprint)).toMatchObject({ ok: true });
  });
});

test('text of people and of the platform is literal in the page, and a link leads to https only', async () => {
  const odd = '<img src=x onerror=alert(1)> "\u202e&\'';
  const store = await openStore(place);
  const about = { at: now, request: 'odd', placeKey: 'shop/east-1/12', place: odd, link: `javascript:${odd}` };
  const who = { id: 'U0ODD', name: odd };
  await store.audit.append([
    { ...about, kind: 'proposed', who, details: { title: odd, title_zh: odd, agent: odd, rule: odd } },
    { ...about, kind: 'break_glass', who, reason: odd },
    { ...about, kind: 'outcome', who, status: 'done', outcome: 'done', details: { done: 1 } },
  ]);
  await store.close();
  const files = await unpacked((await exported()).target);
  for (const name of ['summary.html', 'summary.zh.html']) {
    const page = files.get(name)?.toString('utf8') ?? '';
    expect(page.match(/&lt;img src=x onerror=alert\(1\)&gt; &quot;&amp;&#39;/g)?.length).toBeGreaterThan(4);
    expect(page).not.toMatch(/<img|\u202e|javascript:/);
  }
});

test('a log that wasn’t intact is exported as it is, and the archive declares what is missing and wrong', async () => {
  await tamper(
    place,
    withoutGuards('sqlite', [
      'delete from audit where seq = 9',
      `update audit set body = replace(body, 'shop', 'ship') where seq = 12`,
      `update audit set body = replace(body, '"at":1', '"at":90000') where seq = 1`,
    ]),
  );
  const { target, manifest } = await exported();
  expect(manifest.log.missing).toEqual([{ first: 9, last: 9 }]);
  expect(manifest.log.faults.join()).toContain('Entry 12 was changed');
  expect(await verifyEvidence(target, key.fingerprint)).toMatchObject({ ok: true });
  const page = (await unpacked(target)).get('summary.html')?.toString('utf8');
  expect(page).toContain('The audit log has no entries 9 to 9');
});

describe('a key', () => {
  test.each([
    ['of another type', pemOf('rsa'), 'names a key of the type rsa: key.pem. Only Ed25519 is accepted'],
    ['that is no key', 'hello', 'names a file without a private key in PEM'],
    ['with a passphrase', '-----BEGIN ENCRYPTED PRIVATE KEY-----\n', 'names a key with a passphrase'],
    ['that is only public', key.publicKey, 'names a public key'],
    ['that isn’t there', undefined, 'names a file that doesn’t exist'],
  ])('%s stops the command with a sentence', (_, pem, says) => {
    const loaded = readEvidenceKeyFile({ EVIDENCE_KEY_FILE: 'key.pem' }, () => pem);
    expect('faults' in loaded && configFaultsText(loaded.faults)).toContain(says);
  });
  test('is never in the archive', () => expect(readFileSync(archive).includes('PRIVATE KEY')).toBe(false));
});

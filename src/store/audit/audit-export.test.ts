import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert, constantFrom, nat, property, string } from 'fast-check';
import { anyCharacter } from '../../../test/any-character.ts';
import { onEveryEngine } from '../../../test/store-engines.ts';
import { someEntry } from '../../../test/store-records.ts';
import { canonical } from '../../core/request/plan.ts';
import { Secret } from '../../core/text/secret.ts';
import { runCli } from '../../run-cli.ts';
import type { StorePlace } from '../open-store.ts';
import { firstHead } from './audit-chain.ts';
import type { AuditEntry, AuditHead, AuditRow } from './audit-entry.ts';
import { csvFormat, exportPieces, jsonlFormat, verifyJsonl } from './audit-export.ts';
import { auditRowOf, chain } from './audit-log.ts';
import type { AuditKeys } from './audit-signing.ts';

const rowsFor = (entries: readonly AuditEntry[]) => chain(firstHead, entries).map((link) => auditRowOf(link, 0));

async function exported(format: typeof csvFormat, of: readonly AuditRow[], end: AuditHead, selection: boolean) {
  const pieces = [];
  for await (const piece of exportPieces(format, of, { head: end, selection })) pieces.push(piece);
  return pieces.join('');
}
const auditCsv = (of: readonly AuditRow[], end: AuditHead, selection: boolean) =>
  exported(csvFormat, of, end, selection);
const auditJsonl = (of: readonly AuditRow[], end: AuditHead, selection: boolean) =>
  exported(jsonlFormat, of, end, selection);

const entries = Array.from({ length: 6 }, (_, index) => someEntry({ at: index, request: `r${index}` }));
const rows = rowsFor(entries);
const last = rows.at(-1);
const head = { seq: 6, hash: last?.hash ?? '' };
const lines = (await auditJsonl(rows, head, false)).trimEnd().split('\n');

test('CSV: what a spreadsheet would run is text; quotes, lines and commas stay in their cell', async () => {
  const nasty = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', 'a "b", c', 'two\nlines', '王, 李'];
  const csv = await auditCsv(rowsFor(nasty.map((reason) => someEntry({ reason }))), head, false);
  for (const safe of ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\t=1", '"a ""b"", c"', '"two\nlines"', '"王, 李"'])
    expect(csv).toContain(`,${safe},`);
});

describe('JSONL verifies by itself', () => {
  const faultsOf = (changed: readonly string[], expected = head) =>
    verifyJsonl(changed, { expected }).faults.map(({ fault, seq }) => `${fault} ${seq}`);
  const without = (...gone: readonly number[]) => lines.filter((_, index) => !gone.includes(index));

  test('whole, a part from some day on, a selection', async () => {
    expect(verifyJsonl(lines, { expected: head })).toMatchObject({
      ok: true,
      entries: 6,
      selection: false,
      faults: [],
    });
    expect(verifyJsonl((await auditJsonl(rows.slice(2), head, false)).split('\r\n').join('\n').split('\n')).ok).toBe(
      true,
    );
    const some = await auditJsonl(
      rows.filter(({ seq }) => seq % 2 === 0),
      head,
      true,
    );
    expect(verifyJsonl(some.split('\n'))).toMatchObject({ ok: true, entries: 3, selection: true });
    expect(verifyJsonl((await auditJsonl([], firstHead, false)).split('\n'))).toMatchObject({ ok: true, entries: 0 });
  });

  test('a long export is handed on in pieces', async () => {
    const many = rowsFor(
      Array.from({ length: 1_000 }, (_, index) => someEntry({ at: index, reason: 'x'.repeat(100) })),
    );
    const sizes = [];
    for await (const piece of exportPieces(jsonlFormat, many, { head, selection: true })) sizes.push(piece.length);
    expect(sizes.length).toBeGreaterThan(3);
    expect(Math.max(...sizes)).toBeLessThan(70_000);
  });

  test.each([
    ['a changed word', lines.map((line) => line.replace('"r2"', '"r9"')), ['changed 3']],
    ['an added field', lines.map((line) => line.replace('"request":"r2"', '"request":"r2","x":1')), ['changed 3']],
    ['a line that is no JSON', lines.map((line, index) => (index === 2 ? 'x' : line)), ['changed 3', 'missing 3']],
    ['a missing line', without(2), ['missing 6', 'missing 3']],
    ['two lines swapped', [...lines.slice(0, 2), lines[3] ?? '', lines[2] ?? '', ...lines.slice(4)], ['reordered 3']],
    ['a line twice', [...lines.slice(0, 3), lines[2] ?? '', ...lines.slice(3)], ['reordered 3', 'missing 6']],
    ['the last entry cut off', without(5), ['missing 5', 'cut_off 6', 'cut_off 6']],
    ['the last line cut off', without(6), ['cut_off 7']],
    ['everything cut off', [], ['cut_off 1', 'cut_off 1']],
  ])('%s', (_, changed, faults) => expect(faultsOf(changed)).toEqual(faults));

  test('whatever is done to a line is found', () => {
    const edits = {
      remove: (at: number) => lines.filter((_, index) => index !== at),
      twice: (at: number) => lines.toSpliced(at, 0, lines[at] ?? ''),
      last: (at: number) => [...lines.filter((_, index) => index !== at), lines[at] ?? ''],
    };
    const line = nat({ max: lines.length - 1 });
    assert(
      property(line, constantFrom(edits.remove, edits.twice, edits.last), (at, edit) => {
        const changed = edit(at);
        return changed.join('\n').trim() === lines.join('\n').trim() || !verifyJsonl(changed, { expected: head }).ok;
      }),
    );
    assert(
      property(
        line,
        nat(),
        nat({ max: 3 }),
        string({ unit: anyCharacter, maxLength: 3 }),
        (at, where, length, text) => {
          const whole = lines[at] ?? '';
          const start = where % whole.length;
          const edited = `${whole.slice(0, start)}${text}${whole.slice(start + length)}`;
          const isSame = (): boolean => {
            try {
              return canonical(JSON.parse(edited)) === canonical(JSON.parse(whole));
            } catch {
              return false;
            }
          };
          return isSame() || !verifyJsonl(lines.with(at, edited), { expected: head }).ok;
        },
      ),
      { numRuns: 500 },
    );
  });

  test('what is left out of a selection is no fault, what is changed in it is', async () => {
    const some = (await auditJsonl([...rows.slice(0, 1), ...rows.slice(3)], head, true)).replace('"r4"', '"r5"');
    expect(verifyJsonl(some.split('\n')).faults).toMatchObject([{ fault: 'changed', seq: 5 }]);
  });
});

const launcher = join(import.meta.dirname, '../..', 'start.mjs');

onEveryEngine('portolan audit', ({ open, place }) => {
  let keys: AuditKeys = {};
  let written = async () => {};
  async function run(where: StorePlace, ...args: readonly string[]) {
    let out = '';
    const said: string[] = [];
    const code = await runCli(args, {
      place: where,
      keys,
      policyFile: './portolan.yaml',
      version: '1.2.3',
      now: () => 10,
      readFile: (path) => readFile(path, 'utf8'),
      write: async (text) => {
        out += text;
        await written();
      },
      evidenceKey: { key: undefined },
      policyCheck: async () => 0,
      doctor: async () => 0,
      say: (line) => said.push(line),
    });
    return { code, out, said: said.join('\n') };
  }

  test('verifies and exports while the bot runs', async () => {
    const where = await place();
    const store = await open(where);
    await store.audit.append(entries);
    expect(await run(where, 'audit', 'verify', '--head', `6:${head.hash}`)).toMatchObject({ code: 0, said: '' });
    expect(await run(where, 'audit', 'verify', '--head', ` 6:${head.hash.toUpperCase()}`)).toMatchObject({ code: 0 });
    expect(await run(where, 'audit', 'verify', '--head', `7:${head.hash}`)).toMatchObject({ code: 1 });
    const { out } = await run(where, 'audit', 'export');
    expect(out).toBe(await auditJsonl(rows, head, false));
    const file = join(where.dataDirectory, 'export.jsonl');
    await writeFile(file, out);
    expect(await run(where, 'audit', 'verify', '--file', file, '--head', `6:${head.hash}`)).toMatchObject({ code: 0 });
    await writeFile(file, out.replace('r3', 'r4'));
    expect(await run(where, 'audit', 'verify', '--file', file)).toMatchObject({ code: 1 });
    expect((await run(where, 'audit', 'export', '--format', 'csv')).out).toBe(await auditCsv(rows, head, false));
    const since = await run(where, 'audit', 'export', '--since', '1970-01-01T00:00:00.003Z');
    expect(since.out).toBe(await auditJsonl(rows.slice(3), head, false));
    expect((await run(where, 'audit', 'export', '--since', '1s')).out).toBe(out);
    await store.audit.append(entries);
    expect(await run(where, 'audit', 'verify', '--head', `6:${head.hash}`)).toMatchObject({ code: 0 });
  });

  test('an export ends with the head that it names, whatever is added meanwhile', async () => {
    const where = await place();
    const store = await open(where);
    await store.audit.append(Array.from({ length: 1_200 }, () => someEntry()));
    let pieces = 0;
    written = async () => {
      pieces += 1;
      if (pieces === 1) await store.audit.append(entries);
    };
    const { out } = await run(where, 'audit', 'export');
    written = async () => {};
    expect(pieces).toBeGreaterThan(1);
    expect(verifyJsonl(out.split('\n'))).toMatchObject({ ok: true, entries: 1_200, faults: [] });
  });

  test('says what it checked, and what it can’t detect, with and without a key and a head', async () => {
    const where = await place();
    const unsigned = await open(where);
    await unsigned.audit.append(entries.slice(0, 2));
    await unsigned.close();
    const current = new Secret('the key of this test, 32 bytes or more');
    const signing = { keys: { current }, now: () => Date.parse('2026-11-21T12:00:00Z') };
    const store = await open(where, { signing });
    await store.audit.append(entries);
    const { seq, hash } = await store.audit.head();
    const verify = async (...args: readonly string[]) => {
      const { code, out } = await run(where, 'audit', 'verify', ...args);
      expect(out).toContain(`Head: ${seq}:${hash}\n`);
      return `${code} ${out.replace(/Head: .*\n$/, '')}`;
    };
    const headGiven = ['--head', `${seq}:${hash}`];
    keys = {};
    const fine = '^0 No faults: 9 entries are unchanged as far as this check can tell.\n';
    const unchecked = 'Signatures were not checked \\(7 entries have one\\): set AUDIT_KEY.\n';
    const checked =
      'Signatures: 7 entries are signed, from entry 3 of 2026-11-21 on.\n2 entries before it are unsigned: .*\n';
    const byHead = 'Entry 9 is the one given with --head: everything up to it is unchanged.\n';
    const saying = (...parts: readonly string[]) => expect.stringMatching(new RegExp(`${parts.join('')}$`));
    expect(await verify()).toEqual(saying(fine, unchecked, 'Not detected without AUDIT_KEY: entries rewritten, .*\n'));
    expect(await verify(...headGiven)).toEqual(
      saying(fine, unchecked, byHead, 'Not detected without AUDIT_KEY: entries rewritten, .* after entry 9 by .*\n'),
    );
    keys = { current };
    expect(await verify()).toEqual(saying(fine, checked, 'Not detected: .*Give the newest head .* with --head.\n'));
    expect(await verify(...headGiven)).toEqual(
      saying(fine, checked, byHead, 'Not detected: entries removed at the end after entry 9. .*\n'),
    );
    keys = { current: new Secret('another key, which is just as long as it') };
    const other = '^1 Entries 3 to 9 are signed with key d6feb98c5ae3c387, which is neither AUDIT_KEY nor .*\n';
    expect(await verify()).toEqual(saying(other, 'The audit log is NOT intact: 1 fault in 9 entries.\n', checked));
    keys = { current };
    const file = join(where.dataDirectory, 'signed.jsonl');
    const { out } = await run(where, 'audit', 'export');
    await writeFile(file, out);
    expect(await verify('--file', file)).toMatch(/^0 No faults: 9 entries .*\nSignatures: 7 entries are signed/);
    await writeFile(file, out.replace(/"signature":"\w{8}/, '"signature":"00000000'));
    expect(await verify('--file', file)).toMatch(/^1 The signature of entry 3 is invalid/);
    expect(out).not.toContain('key of this test');
    keys = {};
  });

  test('the program itself', { timeout: 60_000 }, async () => {
    const where = await place();
    const store = await open(where);
    await store.audit.append(entries);
    const env = { ...process.env, PORTOLAN_DATA: where.dataDirectory, DATABASE_URL: where.databaseUrl ?? '' };
    const out = execFileSync(process.execPath, [launcher, 'audit', 'export'], { env, encoding: 'utf8' });
    expect(out).toBe(await auditJsonl(rows, head, false));
  });
});

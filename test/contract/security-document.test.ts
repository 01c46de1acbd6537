import { scopes } from '../../src/slack/app/manifest.ts';
import { steps } from '../../src/store/engines/migrations.ts';
import { kept } from '../../src/store/purge.ts';
import { readDocument } from '../documents/markdown.ts';

const guide = readDocument('docs/security.md');

/** Returns the table rows under a heading: the code in the first cell, and the last cell. */
function rowsUnder(title: string): readonly { readonly names: readonly string[]; readonly last: string }[] {
  const [, after = ''] = guide.split(`\n## ${title}\n`);
  return [...(after.split(/^## /m)[0] ?? '').matchAll(/^\| (`[^|]+) \|.*\| ([^|]+) \|$/gm)].map(
    ([, first = '', last = '']) => ({ names: [...first.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name), last }),
  );
}

describe('docs/security.md', () => {
  test('says what each scope of the manifest is for, and names no other', () => {
    const [, after = ''] = guide.split('\n## What each Slack scope is for\n');
    const named = [...(after.split(/^## /m)[0] ?? '').matchAll(/^\| `([\w.:]+)` \| \S.+ \|$/gm)].map(
      ([, name]) => name,
    );
    expect(named.sort()).toEqual([...scopes].sort());
  });

  const stored = rowsUnder('What is stored, and for how long');

  test('names every table of the database, and no other', () => {
    const tables = Object.values(steps).flatMap((step) =>
      [...step.toString().matchAll(/\btable\(db, ['"](\w+)['"]/g)].map(([, name = '']) => name),
    );
    expect(tables.length).toBeGreaterThan(10);
    expect(stored.flatMap(({ names }) => names).sort()).toEqual(tables.sort());
  });

  test.each([
    ['card', kept.card],
    ['post', kept.post],
    ['seen', kept.seen],
    ['work', kept.sent],
    ['event', kept.event],
  ] as const)('has the time for which %s is kept', (table, ms) => {
    const row = stored.find(({ names }) => names.includes(table));
    const [, count = '', unit = ''] = /(\d+) (days|hours)/.exec(row?.last ?? '') ?? [];
    expect(Number(count) * (unit === 'days' ? 86_400_000 : 3_600_000)).toBe(ms);
  });
});

import { expect, test } from 'vitest';
import { readDocument } from '../documents/markdown.ts';

/** docs/slack.md says of every fact whether it is from a reference, from others' reports, or unknown. */

const text = readDocument('docs/slack.md');
const sections = text.split(/^## /m).slice(1);
const sources = sections.find((section) => section.startsWith('Sources')) ?? '';
const marks = [...sources.matchAll(/^\| `(\w+)` \| .* \| (reference|report|unknown) \| (.+) \|$/gm)];

/** List items, with their further lines, and rows of tables below the heading. */
function factsOf(section: string): readonly string[] {
  const items = section.match(/^- .*(?:\n {2}.*)*/gm) ?? [];
  const rows = (section.match(/^\|.*\|$/gm) ?? []).filter((_, index, all) => !/^\|-/.test(all[index + 1] ?? ''));
  return [...items, ...rows.filter((row) => !row.startsWith('|-'))];
}

test('each source has its kind, and when it was read', () => {
  expect(marks.length).toBeGreaterThan(4);
  for (const [, _mark, kind, read] of marks) expect(read).toMatch(kind === 'unknown' ? /^–$/ : / 20\d\d$/);
});

test('every fact ends with where it is from: add a mark of the table under Sources', () => {
  const known = marks.map(([, mark]) => `\`${mark}\``);
  const facts = sections.filter((section) => section !== sources).flatMap(factsOf);
  expect(facts.length).toBeGreaterThan(80);
  const unmarked = facts.filter((fact) => {
    const end = /((?:`\w+`(?:, )?)+)(?: \|)?$/.exec(fact)?.[1]?.split(', ') ?? [];
    return end.length === 0 || !end.every((mark) => known.includes(mark));
  });
  expect(unmarked).toEqual([]);
});

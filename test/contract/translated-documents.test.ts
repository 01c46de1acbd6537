import { codeBlocks, documents, inlineCode, links, prose, readDocument } from '../documents/markdown.ts';

/**
 * Checks that translations match their documents: the same headings, blocks, lists, tables and links in the same order.
 * If a document's check fails, change its translation too.
 */

const translated = documents.filter((name) => name.endsWith('.zh.md')).map((name) => name.replace('.zh.md', '.md'));

const isTranslated = (to: string) => {
  const [file = ''] = to.split('#');
  return translated.some((name) => name.split('/').at(-1) === file.split('/').at(-1)?.replace('.zh.md', '.md'));
};

interface Section {
  readonly title: string;
  readonly level: number;
  readonly blocks: readonly string[];
  readonly lists: number;
  /** The code in the cells of each row, without the other words. */
  readonly rows: readonly string[];
  readonly links: readonly string[];
}

function sectionsOf(text: string): readonly Section[] {
  // Find headings only outside of code blocks; find code blocks in the full text.
  const lines = text.split('\n');
  const shown = prose(text).split('\n');
  const starts = shown.flatMap((line, index) => (/^#{1,6} /.test(line) ? [index] : []));
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? lines.length;
    const part = lines.slice(start, end).join('\n');
    const plain = shown.slice(start, end);
    return {
      title: shown[start] ?? '',
      level: (/^#+/.exec(shown[start] ?? '')?.[0] ?? '').length,
      blocks: codeBlocks(part).map(({ language, text: code }) => `${language}\n${code}`),
      lists: plain.filter((line) => /^\s*(?:-|\d+\.) /.test(line)).length,
      rows: plain
        .filter((line) => line.startsWith('|'))
        .map((line) => cells(line).map((cell) => inlineCode(cell).toSorted().join(' ')))
        .map((row) => row.join(' | ')),
      links: links(part)
        .filter((to) => !to.startsWith('#'))
        .map((to) => (isTranslated(to) ? to.replace('.zh.md', '.md').replace(/#.*/, '') : to))
        .toSorted(),
    };
  });
}

const cells = (row: string): readonly string[] =>
  row
    .replaceAll('\\|', '¦')
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.replaceAll('¦', '\\|'));

test('what people and operators read first is there in Chinese', () =>
  expect(translated.toSorted()).toEqual([
    ...['README.md', 'docs/deployment.md', 'docs/doctor.md', 'docs/operations.md', 'docs/policy.md'],
    'docs/troubleshooting.md',
  ]));

describe.each(translated)('%s', (name) => {
  const chineseName = name.replace(/\.md$/, '.zh.md');
  const english = sectionsOf(readDocument(name));
  const chinese = sectionsOf(readDocument(chineseName));

  test(`has the same headings as ${chineseName}`, () => {
    const other = [...english, ...chinese].findIndex((_, at) => english[at]?.level !== chinese[at]?.level);
    const [_title, _beside] = [english, chinese].map((sections) => sections[other]?.title ?? 'nothing');
    expect(chinese.map(({ level }) => level)).toEqual(english.map(({ level }) => level));
  });

  test.each(['blocks', 'lists', 'rows', 'links'] as const)(`has the same %s as ${chineseName}`, (what) => {
    const shown = (sections: readonly Section[]) =>
      sections.map((section, at) => ({ under: english[at]?.title, [what]: section[what] }));
    expect(shown(chinese)).toEqual(shown(english));
  });

  test(`names the same things in code as ${chineseName}`, () => {
    const named = (file: string) => [...new Set(inlineCode(readDocument(file)))].toSorted();
    expect(named(chineseName)).toEqual(named(name));
  });
});

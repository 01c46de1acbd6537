import { anchors, documents, isFile, prose, readDocument } from '../documents/markdown.ts';
import { sourceFiles } from './source-files.ts';

/**
 * Checks that a comment with a fact about the platform or Slack cites a heading, such as `docs/platform.md#events`. If
 * the fact isn't there yet, add it to docs/platform.md or docs/slack.md first.
 */

interface Citation {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

const files = ['src', 'playground', 'test', 'bench']
  .flatMap((folder) => sourceFiles(folder, { tests: true }))
  .filter(({ path }) => path !== 'test/contract/citations.test.ts');

const find = (pattern: RegExp): readonly Citation[] =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map((match) => ({
      path,
      line: text.slice(0, match.index).split('\n').length,
      text: match[0],
    })),
  );

const links = find(/\b(?:docs\/[\w.-]+|CONTRIBUTING|README|SECURITY)\.md(?:#[\w-]+)?/g);
const anchorsOf = new Map(documents.map((name) => [name, anchors(readDocument(name))]));

test('every link of a comment leads to a heading that is there: correct the link, or add the heading', () => {
  expect(links.length).toBeGreaterThan(300);
  const broken = links.filter(({ text }) => {
    const [path = '', anchor] = text.split('#');
    return !isFile(path) || (anchor !== undefined && !anchorsOf.get(path)?.includes(anchor));
  });
  expect(broken.map(({ path, line, text }) => `${path}:${line} links to ${text}`)).toEqual([]);
});

describe.each(['docs/platform.md', 'docs/slack.md'])('%s', (name) => {
  test('has no heading that nothing relies on: link to it, mark it *Background.*, or delete it', () => {
    const text = readDocument(name);
    const sections = prose(text).split(/^(?=#{1,6} )/m);
    const cited = new Set(links.flatMap((link) => (link.text.startsWith(`${name}#`) ? [link.text] : [])));
    const unused = sections
      .slice(1)
      .flatMap((section) => (section.includes('\n\n*Background.*') ? [] : anchors(section)))
      .filter((anchor) => anchor !== anchors(text)[0] && !cited.has(`${name}#${anchor}`));
    expect(unused.map((anchor) => `${name}#${anchor}`)).toEqual([]);
  });
});

import { readdirSync } from 'node:fs';
import { join } from 'node:path/posix';
import { checks, DoctorReport } from '../../src/checks/report/finding.ts';
import { langs } from '../../src/core/text/text.ts';
import { operations } from '../../src/operations/index.ts';
import { doctorSchema } from '../documents/doctor-schema.ts';
import { anchors, codeBlocks, documents, isFile, links, readDocument } from '../documents/markdown.ts';
import { operationsDocument, operationsPath } from '../documents/operations-document.ts';

test.each(langs)('the list of commands (%s) is what the operations say: run `npm run docs` and commit it', (lang) =>
  expect(readDocument(operationsPath[lang])).toBe(operationsDocument(operations, lang)),
);

describe('docs/doctor.md', () => {
  const text = readDocument('docs/doctor.md');

  test('has the schema of the report beside it: run `npm run docs` and commit it', () =>
    expect(readDocument('docs/doctor.schema.json')).toBe(doctorSchema()));

  test('has a row for every check, in order, and no other', () => {
    const rows = [...text.matchAll(/^\| (`[a-z-]+`(?:, `[a-z-]+`)*) \| [^`✓?⚠✗]/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name),
    );
    expect(rows).toEqual(Object.keys(checks));
  });

  test('has an example that is a report', () => {
    const example = codeBlocks(text).find(({ language }) => language === 'json');
    expect(DoctorReport.safeParse(JSON.parse(example?.text ?? '{}')).error).toBeUndefined();
  });
});

test('every picture in docs is shown somewhere, and described where it is', () => {
  const pictures = readdirSync(join(import.meta.dirname, '../../docs')).filter((name) => name.endsWith('.png'));
  const shown = documents.flatMap((name) => links(readDocument(name)).map((to) => to.split('/').at(-1)));
  expect(pictures.filter((name) => !shown.includes(name))).toEqual([]);
  const described = documents.flatMap((name) =>
    [...readDocument(name).matchAll(/!\[([^\]]*)\]\((\S+)\)/g)].map(([, words = '', to = '']) => ({ name, to, words })),
  );
  expect(described.length).toBeGreaterThan(3);
  expect(described.filter(({ words }) => words.length <= 20).map(({ name, to }) => `${name}: ${to}`)).toEqual([]);
});

describe.each(documents)('%s', (name) => {
  const text = readDocument(name);

  test('names only files that exist', () => {
    const named = [
      ...text.matchAll(/`((?:src|test|bench|playground|docs|manifest)\/[\w./-]+\.(?:ts|tsx|mjs|md|json))`/g),
    ].map(([, path = '']) => path);
    expect(named.filter((path) => !isFile(path))).toEqual([]);
  });

  test('links to files and headings that exist', () => {
    const broken = links(text)
      .filter((to) => !/^(?:https:\/\/[\w.-]+\.[a-z]+(?:\/\S*)?|mailto:\S+@\S+)$/.test(to))
      .filter((to) => {
        const [path = '', anchor] = to.split('#');
        const target = path === '' ? name : join(name, '..', path);
        if (!isFile(target)) return true;
        return anchor !== undefined && !anchors(readDocument(target)).includes(anchor);
      });
    expect(broken).toEqual([]);
  });

  test('has each heading once, so that an anchor has one meaning', () =>
    expect(anchors(text).filter((anchor) => /-\d+$/.test(anchor) && isNumbered(anchor, anchors(text)))).toEqual([]));
});

/**
 * Whether GitHub added the number to this anchor because the heading repeats. Headings like “Added” are allowed to
 * repeat.
 */
function isNumbered(anchor: string, all: readonly string[]): boolean {
  const plain = anchor.replace(/-\d+$/, '');
  return all.includes(plain) && !['added', 'changed', 'fixed', 'removed', 'security', 'database'].includes(plain);
}

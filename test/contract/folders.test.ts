import { readdirSync } from 'node:fs';
import { join } from 'node:path/posix';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { operations } from '../../src/operations/index.ts';
import { lex, sourceFiles } from './source-files.ts';

/** What is registered is what is there: a folder that nobody lists would be asked by nobody. */

const folder = 'src/operations';
const files = sourceFiles(folder);
/** Files that declare an operation, whatever they call it. */
const declaring = files.filter(
  ({ path, text }) =>
    path !== `${folder}/shared/define.ts` && /\bdefine(?:Question|Change|Setting)\(/.test(lex(text).code),
);

const Declared = z.object({
  id: z.string(),
  kind: z.enum(['question', 'change', 'setting']),
  keywords: z.array(z.unknown()),
  examples: z.array(z.string()),
});
const found = new Map<string, string>();

beforeAll(async () => {
  for (const { path } of declaring) {
    const exported: Readonly<Record<string, unknown>> = await import(join('../..', path));
    for (const value of Object.values(exported)) {
      // `defineHelp` and its like are handed the list, since they are part of it.
      const made: unknown =
        typeof value === 'function' && /^define[A-Z]/.test(value.name) ? value(() => operations) : value;
      for (const each of Array.isArray(made) ? made : [made]) {
        const operation = Declared.safeParse(each);
        if (operation.success) found.set(operation.data.id, path);
      }
    }
  }
});

describe('the list of operations', () => {
  test('has everything that is declared', () => {
    const registered = operations.map(({ id }) => id);
    expect(
      [...found].filter(([id]) => !registered.includes(id)),
      'add it to the list of its feature (src/operations/…/…-operations.ts), or to src/operations/index.ts',
    ).toEqual([]);
    expect(new Set(registered).size).toBe(registered.length);
  });

  test('every file that declares one exports it', () => {
    expect(
      declaring.map(({ path }) => path).filter((path) => ![...found.values()].includes(path)),
      'export what the file declares',
    ).toEqual([]);
  });

  test('has something of every folder', () => {
    const folders = readdirSync(join(import.meta.dirname, '../..', folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}/${name}/`)
      .filter((each) => each !== `${folder}/shared/`);
    expect(
      folders.filter((each) => !declaring.some(({ path }) => path.startsWith(each))),
      'a folder of src/operations without an operation: move what it has to src/operations/shared',
    ).toEqual([]);
  });
});

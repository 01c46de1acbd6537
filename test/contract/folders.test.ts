import { readdirSync } from 'node:fs';
import { join } from 'node:path/posix';
import { describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/index.ts';
import { declaredOperations, declaringFiles } from './files-to-edit.ts';

/** What is registered is what is there: a folder that nobody lists would be asked by nobody. */

const folder = 'src/operations';

describe('the list of operations', () => {
  test('has everything that is declared', () => {
    const registered = operations.map(({ id }) => id);
    expect(
      declaredOperations.filter(({ id }) => !registered.includes(id)).map(({ path, id }) => `${path}: ${id}`),
      'add it to the list of its feature (src/operations/…/…-operations.ts), or to src/operations/index.ts',
    ).toEqual([]);
    const pathsOf = (id: string) => declaredOperations.filter((each) => each.id === id).map(({ path }) => path);
    const twice = registered.filter((id, at) => registered.indexOf(id) !== at);
    expect(
      twice.map((id) => `${id}: ${pathsOf(id).join(', ')}`),
      'give each operation an id of its own, and list it once (src/operations/…/…-operations.ts)',
    ).toEqual([]);
  });

  test('every file that declares one exports it', () => {
    expect(
      declaringFiles.filter((path) => !declaredOperations.some((each) => each.path === path)),
      'export what the file declares',
    ).toEqual([]);
  });

  test('has something of every folder', () => {
    const folders = readdirSync(join(import.meta.dirname, '../..', folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}/${name}/`)
      .filter((each) => each !== `${folder}/shared/`);
    expect(
      folders.filter((each) => !declaringFiles.some((path) => path.startsWith(each))),
      'a folder of src/operations without an operation: move what it has to src/operations/shared',
    ).toEqual([]);
  });
});

import { basename, dirname, join } from 'node:path/posix';
import { importsOf, type SourceFile, sourceFiles } from './source-files.ts';

/** Checks the folders: each has few files, file names are unique, and folders don't import each other in a cycle. */

const files = ['src', 'playground'].flatMap((folder) => sourceFiles(folder));

const maxFiles = 20;

const sharedNames: Readonly<Record<string, string>> = { main: 'the entry point of each program' };

describe('folders', () => {
  const all = [...files, ...['test', 'bench'].flatMap((folder) => sourceFiles(folder))];
  const sizes = Map.groupBy(all, ({ path }) => dirname(path));

  test(`hold at most ${maxFiles} source files`, () => {
    expect(sizes.size).toBeGreaterThan(50);
    const large = [...sizes].filter(([, group]) => group.length > maxFiles).map(([folder]) => folder);
    expect(large, 'split the folder by what its files are about').toEqual([]);
  });
});

test('names of two files differ: a file is found by its name', () => {
  const nameOf = (path: string) => basename(path).replace(/\.(?:tsx?|d\.ts|mjs)$/, '');
  const byName = Map.groupBy(files, ({ path }) => nameOf(path));
  const several = [...byName].filter(([, group]) => group.length > 1);
  const allowed = Object.keys(sharedNames);
  const unexpected = several.filter(([name]) => !allowed.includes(name));
  expect(
    unexpected.map(([, group]) => group.map(({ path }) => path).join(' ')),
    'give one of the files a name of its own',
  ).toEqual([]);
  expect(
    allowed.filter((name) => !several.some(([each]) => each === name)),
    'delete it from `sharedNames` of this test',
  ).toEqual([]);
});

/** Returns groups of sibling folders that import each other in a cycle. A folder includes all files under it. */
function folderCycles(sources: readonly SourceFile[]): readonly string[] {
  const edges = new Map<string, Set<string>>();
  for (const { here, there } of crossings(sources)) edges.set(here, (edges.get(here) ?? new Set()).add(there));
  const reached = new Map([...edges.keys()].map((folder) => [folder, reachable(edges, folder)]));
  const loops = [...reached]
    .filter(([folder, all]) => all.has(folder))
    .map(([folder, all]) => [...all].filter((other) => other === folder || reached.get(other)?.has(folder)))
    .map((group) => group.sort().join(' ↔ '));
  return [...new Set(loops)].sort();
}

const crossings = (sources: readonly SourceFile[]) =>
  sources.flatMap(({ path, text }) =>
    importsOf(text)
      .filter(({ from }) => from.startsWith('.'))
      .map(({ from }) => join(dirname(path), from))
      .map((to) => ({ path, to, folders: siblings(dirname(path), dirname(to)) }))
      .filter(({ folders: [here, there] }) => here !== there)
      .map(({ folders: [here, there], ...each }) => ({ ...each, here, there })),
  );

/** Returns the two folders just under the nearest common parent; they are equal if one contains the other. */
function siblings(here: string, there: string): readonly [string, string] {
  const [own, other] = [here.split('/'), there.split('/')];
  const apart = own.findIndex((part, index) => part !== other[index]);
  if (apart < 0 || other.length <= apart) return [here, here];
  return [own.slice(0, apart + 1).join('/'), other.slice(0, apart + 1).join('/')];
}

function reachable(edges: ReadonlyMap<string, ReadonlySet<string>>, start: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop())
    for (const next of edges.get(folder) ?? []) {
      if (!reached.has(next)) waiting.push(next);
      reached.add(next);
    }
  return reached;
}

test('imports between folders make no cycles', () => {
  // Skip the launcher, because it imports every program.
  const imported = files.filter(({ path }) => path !== 'src/start.mjs');
  expect(folderCycles(imported), 'move what both need to a folder beside them').toEqual([]);
});

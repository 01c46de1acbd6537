import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import * as z from 'zod';
import { imageCompiling } from '../deploy/installation.ts';
import { importsOf, lex, sourceFiles } from './source-files.ts';

// A table instead of dependency-cruiser, which would replace only one table and two tests, and needs a configuration of
// the same length. The checks of clocks, the environment and texts would still need the lexer.
const files = sourceFiles('src');
const ours = files;

const data = ['core', 'platform', 'charts', 'store', 'delivery', 'reader'];
/** Layers under `slack`. These layers must not import `slack`. */
const underSlack = [...data, 'operations', 'questions', 'changes', 'observability', 'config'];

/** Layers that each layer is allowed to import. The playground, app, main and cli can import everything. */
const layers: Readonly<Record<string, readonly string[]>> = {
  core: [],
  platform: ['core'],
  charts: ['core', 'platform'],
  store: ['core'],
  delivery: ['core', 'store'],
  reader: ['core', 'platform', 'store', 'delivery'],
  'policy-file': ['core'],
  observability: ['core'],
  config: ['core', 'policy-file'],
  operations: data,
  evidence: ['core', 'store', 'policy-file', 'operations'],
  questions: [...data, 'operations'],
  changes: [...data, 'operations', 'questions'],
  slack: underSlack,
  checks: [...underSlack, 'policy-file', 'slack'],
  // Agents use the same services as people, through an entry point of their own.
  mcp: [...underSlack, 'policy-file', 'slack'],
};
const shells = ['app', 'features', 'main', 'cli', 'run-cli', 'run-evidence', 'restore', 'start', 'real-world'];
const makers = ['main', 'cli', 'start', 'real-world'];

function layerOf(path: string): string {
  const name = path.split('/')[1] ?? '';
  return name.replace(/\.(?:ts|mjs)$/, '').replace(/^(config|app)-.*$/, '$1');
}

/** Files that are allowed to import a package; no other file is. */
const owners: Readonly<Record<string, RegExp>> = {
  undici: /^src\/platform\//,
  '@slack/bolt': /^src\/(?:slack\/|app(?:-[\w-]+)?\.ts)/,
  '@slack/types': /^src\/slack\//,
  '@slack/web-api': /^src\/slack\//,
  vega: /^src\/charts\//,
  'vega-lite': /^src\/charts\//,
  canvas: /^src\/charts\//,
  piscina: /^src\/(?:charts|platform)\//,
  kysely: /^src\/store\//,
  pg: /^src\/store\//,
  'node:sqlite': /^src\/store\//,
  yazl: /^src\/evidence\//,
  yauzl: /^src\/evidence\//,
  yaml: /^src\/policy-file\//,
  pino: /^src\/observability\//,
  'prom-client': /^src\/observability\//,
  ws: /^src\/slack\/socket\//,
  '@modelcontextprotocol/server': /^src\/mcp\//,
};

const late = ['@modelcontextprotocol/server', 'canvas', 'pg', 'piscina', 'vega', 'vega-lite'];

/** Clocks, randomness, ids and timers. Only `world.ts` is allowed to use them; other code gets them from a `World`. */
const outside =
  /\bDate\.now\b|\bnew Date\(\s*\)|\bDate\(\s*\)|\bMath\.random\b|\brandomUUID\b|\brandomBytes\b|\bgetRandomValues\b|\bset(?:Timeout|Interval|Immediate)\b|\bperformance\.(?:now|timeOrigin)\b|\bAbortSignal\.timeout\b|\bhrtime\b|\bTemporal\.Now\b/g;

/** Files that are allowed to use clocks, randomness, ids or timers directly, each with its reason. */
const edges: Readonly<Record<string, string>> = {
  'src/charts/charts.ts': 'the deadline of one chart: it ends with it',
  'src/charts/worker/gate.ts': 'looks again until the thread is out of native code',
  'src/charts/worker/worker.ts': 'a turn of the worker’s own loop, which frees Skia’s memory',
  'src/platform/http/limit.ts': 'the deadline of one exchange: it ends with it',
  'src/slack/app/slack-client.ts': 'the deadline of one call: it ends with it',
  'src/slack/app/tasks.ts': 'a turn of the loop before work begins; the deadline of a stop',
  'src/slack/interaction/upload.ts': 'the deadline of one upload: it ends with it',
  'src/checks/check-agents.ts': 'the deadline of one call: it ends with it',
  'src/store/audit/audit-pages.ts': 'a turn of the loop before each page: the embedded database answers on it',
  'src/store/queue.ts': 'a turn of the loop before presses are stored: those of the same moment are stored together',
  'src/store/audit/audit-retention.ts': 'a turn of the loop after each deletion: the embedded database works on it',
};

describe('imports point one way', () => {
  test.each(Object.entries(layers))('%s', (layer, allowed) => {
    const wrong = ours
      .filter(({ path }) => layerOf(path) === layer)
      .flatMap(({ path, text }) => importsOf(text).map(({ from }) => ({ path, from })))
      .filter(({ from }) => from.startsWith('.'))
      .map(({ path, from }) => ({ path, to: layerOf(join(dirname(path), from)) }))
      .filter(({ to }) => to !== layer && !allowed.includes(to));
    expect(
      wrong,
      'move what it imports, or change `layers` of this test, and the tables of CONTRIBUTING.md and docs/architecture.md',
    ).toEqual([]);
  });

  test('the table knows every part', () => {
    const unknown = ours
      .map(({ path }) => path)
      .filter((path) => !Object.hasOwn(layers, layerOf(path)) && !shells.includes(layerOf(path)));
    expect(
      unknown,
      'move it to a folder of src that is there, or add the part to `layers` of this test, CONTRIBUTING.md and docs/architecture.md',
    ).toEqual([]);
  });
});

test('no feature imports another: what two of them need is in src/operations/shared', () => {
  const folderOf = (path: string) => /^src\/operations\/([^/]+)\//.exec(path)?.[1];
  const imports = ours.flatMap(({ path, text }) =>
    importsOf(text)
      .filter(({ from }) => from.startsWith('.'))
      .map(({ from }) => ({ path, from: folderOf(path), to: folderOf(join(dirname(path), from)) })),
  );
  const others = imports.filter(({ from, to }) => from && to && from !== to);
  expect(others.filter(({ to }) => to === 'shared').length).toBeGreaterThan(50);
  const wrong = others
    .filter(({ to }) => to !== 'shared')
    .map(({ path, to }) => `${path} imports src/operations/${to}`);
  expect(wrong, 'move what it imports to a folder of src/operations/shared').toEqual([]);
});

const core =
  /^src\/(?:changes|delivery|platform|policy-file|store)\/|^src\/core\/(?:[\w-]+\.ts|(?:command|policy|request|runs|text|time)\/)|^src\/operations\/(?:port|gateway|component|region|monitor)\/|^src\/operations\/shared\/(?:[\w-]+\.ts|(?:access|answer|chart|component|event|freeze|place)\/)/;
const standing: Readonly<Record<string, RegExp>> = {
  agents: /^src\/(?:mcp|operations\/agent)\//,
  alerts: /^src\/core\/alerts\//,
  evidence: /^src\/(?:evidence|operations\/shared\/evidence)\//,
  exposure: /^src\/operations\/(?:exposure|shared\/exposure)\//,
  follows: /^src\/operations\/follow\//,
  incidents: /^src\/(?:core\/incident|operations\/incident|operations\/shared\/incident)\//,
  schedules: /^src\/operations\/schedule\//,
  watches: /^src\/(?:core\/watch|operations\/watch)\//,
};
const lists = [
  'src/features.ts',
  'src/operations/index.ts',
  'src/operations/operation-areas.ts',
  'src/operations/shared/component-notes.ts',
  'src/operations/shared/port-notes.ts',
];

test('the core stands alone: it reaches nothing of what stands on it, directly or through others', () => {
  const byPath = new Map(ours.map((file) => [file.path, file]));
  const visited = new Set<string>();
  const wrong: string[] = [];
  const visit = (path: string, way: readonly string[]): void => {
    const file = byPath.get(path);
    if (!file || visited.has(path) || lists.includes(path)) return;
    visited.add(path);
    for (const { from } of importsOf(file.text)) {
      if (!from.startsWith('.')) continue;
      const to = join(dirname(path), from);
      const feature = Object.keys(standing).find((name) => standing[name]?.test(to));
      if (feature) wrong.push(`${feature}: ${[...way, path, to].join(' → ')}`);
      else visit(to, [...way, path]);
    }
  };
  for (const { path } of ours) if (core.test(path)) visit(path, []);
  expect(visited.size).toBeGreaterThan(250);
  expect(
    wrong,
    'let the feature add it: a property of `EngineFeature`, listed in src/features.ts, or a line in another of `lists`',
  ).toEqual([]);
});

test.each(Object.entries(owners))('%s is known in one place only', (name, owner) => {
  const users = ours.filter(({ text }) =>
    importsOf(text).some(({ from }) => from === name || from.startsWith(`${name}/`)),
  );
  expect(
    users.map(({ path }) => path).filter((path) => !owner.test(path)),
    'move what imports it to where `owners` of this test says',
  ).toEqual([]);
});

test('the event loop never loads what draws: Vega lives in the worker alone', () => {
  const drawing = ['vega', 'vega-lite', 'canvas'];
  const byPath = new Map(ours.map((file) => [file.path, file]));
  const visited = new Set<string>();
  const reached: string[] = [];
  const visit = (path: string, way: readonly string[]): void => {
    const file = byPath.get(path);
    if (!file || visited.has(path)) return;
    visited.add(path);
    for (const { from, typesOnly } of importsOf(file.text)) {
      if (typesOnly) continue;
      if (drawing.includes(from)) reached.push([...way, path, from].join(' → '));
      if (from.startsWith('.')) visit(join(dirname(path), from), [...way, path]);
    }
  };
  // Start from all files except those of the charts.
  for (const { path } of ours) if (!path.startsWith('src/charts/')) visit(path, []);
  expect(reached, 'send it to the worker (src/charts/worker), or import types only').toEqual([]);
});

test('what a start can do without is loaded on demand, and the image compiles that too', () => {
  const byPath = new Map(ours.map((file) => [file.path, file]));
  const ways = new Map<string, string>();
  const loaded = new Set<string>();
  const parts: string[] = [];
  const visit = (path: string): void => {
    const file = byPath.get(path);
    if (!file || loaded.has(path)) return;
    loaded.add(path);
    for (const { from, typesOnly, onDemand } of importsOf(file.text)) {
      if (typesOnly) continue;
      const name = from.startsWith('.') ? join(dirname(path), from) : from;
      if (onDemand) parts.push(name);
      else if (from.startsWith('.')) visit(name);
      else if (!ways.has(from)) ways.set(from, path);
    }
  };
  visit('src/main.ts');
  const early = late.filter((name) => ways.has(name)).map((name) => `${name}, imported by ${ways.get(name)}`);
  expect(early, 'loaded before the bot is ready; write `await import(…)` where it is used').toEqual([]);
  expect([...ways.keys()]).toContain('undici');
  const compiled = parts.filter((name) => name.startsWith('src/') && !loaded.has(name));
  expect(compiled.length).toBeGreaterThan(2);
  for (const path of ['src/app.ts', 'src/config.ts', ...compiled])
    expect(imageCompiling(), 'add it to what Dockerfile compiles beforehand').toContain(`'./${path}'`);
});

test('process.env is read in config.ts alone, and the launcher sets the compile cache for threads', () => {
  const readers = ours.filter(({ text }) =>
    /\bprocess\s*(?:\.\s*env\b|\[)|\benv\b[^;]*\}\s*=\s*process\b|\benv\b[^;]*from 'node:process'/.test(lex(text).code),
  );
  expect(
    readers.map(({ path }) => path),
    'read it in src/config.ts, and hand it on',
  ).toEqual(['src/config.ts', 'src/start.mjs']);
});

test('no clock, chance, id or timer but what the World hands in', () => {
  const effects = ours
    .filter(({ path }) => !makers.includes(layerOf(path)) && !Object.hasOwn(edges, path))
    .flatMap(({ path, text }) => [...lex(text).code.matchAll(outside)].map(([what]) => `${path}: ${what}`));
  expect(effects, 'take it from the World, or add the file to `edges` of this test').toEqual([]);
});

test('core knows nothing of Slack, HTTP or files', () => {
  const allowed = ['zod', 'fastest-levenshtein', 'croner', 'lru-cache', 'luxon', 'node:crypto', 'node:async_hooks'];
  const others = ours
    .filter(({ path }) => path.startsWith('src/core/'))
    .flatMap(({ path, text }) => importsOf(text).map(({ from }) => ({ path, from })))
    .filter(({ from }) => !from.startsWith('.') && !allowed.includes(from));
  expect(others, 'move the file out of src/core, or add a package without I/O to `allowed` of this test').toEqual([]);
});

test('what runs in production needs no development package', () => {
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')));
  const packages = ours
    .flatMap(({ path, text }) => importsOf(text).map(({ from, typesOnly }) => ({ path, from, typesOnly })))
    .filter(({ from, typesOnly }) => !typesOnly && !from.startsWith('.') && !from.startsWith('node:'))
    .map(({ path, from }) => ({ path, name: from.split('/', from.startsWith('@') ? 2 : 1).join('/') }));
  expect(
    packages.filter(({ name }) => !Object.hasOwn(dependencies, name)),
    'move the package to `dependencies` of package.json, or import only its types',
  ).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { mainCommand } from '../../src/core/operation.ts';
import { commands } from '../../src/operations/commands.ts';
import { operations } from '../../src/operations/index.ts';
import { optionSources } from '../../src/operations/option-sources.ts';
import { operationFile } from './files-to-edit.ts';
import { lex, type SourceFile, sourceFiles } from './source-files.ts';

/**
 * Only `src/operations` knows specific operations. Everything else works from what an operation declares, so that a new
 * one takes part in parsing, modals, shortcuts, App Home, charts and cards without a change there.
 */

/** Being cleaned: delete a folder here when its code names no operation. */
const notYet: readonly string[] = [];

/** Literals that are no command although they look like one, by file, and what they are. */
const exceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/store/stored-types.ts': {
    region: 'a kind of remembered name',
    component: 'a kind of remembered name',
  },
  'src/questions/canonical-context.ts': { region: 'a kind of remembered name' },
  'src/core/policy/policy.ts': { follow: 'a setting of the policy file', watch: 'a setting of the policy file' },
  'src/core/request/request-states.ts': { follow: 'an event of a request', watch: 'how a step goes on' },
  'src/core/request/run-request.ts': { follow: 'an event of a request', watch: 'how a step goes on' },
  'src/core/request/transition.ts': { follow: 'an event of a request', watch: 'how a step goes on' },
  'src/core/request/events/follow-messages.ts': { follow: 'the first part of keys of messages' },
  'src/core/request/events/follow-request.ts': { follow: 'an event of a request', watch: 'how a step goes on' },
  'src/changes/request-commit.ts': { watch: 'how a step goes on' },
  'src/mcp/tool/next-call.ts': { component: 'the parameter that a tool finds values for' },
  'src/policy-file/check.ts': { region: 'a key of the policy file', component: 'a key of the policy file' },
  'src/platform/endpoints.ts': { port: 'a parameter of a path of the API' },
  'src/store/audit/audit-signing.ts': {
    'portolan audit key id': 'what a key id is derived from',
    'portolan audit entry …:…': 'what an entry is signed as',
  },
};

const files = sourceFiles('src').filter(
  ({ path }) => !path.startsWith('src/operations/') && !notYet.some((folder) => path.startsWith(folder)),
);

const ids = new Set(operations.map(({ id }) => id));
const parameters = new Set(operations.flatMap(({ params }) => Object.keys(params)));
const typedCommands = operations.flatMap(({ command, keywords }) =>
  keywords.filter((words) => words.length > 0).map((words) => [command, ...words].join(' ')),
);
/** The main command is also the product's name: alone it says nothing of an operation. */
const commandWords = new Set<string>(commands.filter((command) => command !== mainCommand));

/** What a file names of specific operations. */
function namedIn({ path, text }: SourceFile): readonly string[] {
  const { code, literals } = lex(text);
  const allowed = exceptions[path] ?? {};
  return [
    ...literals.flatMap(({ text: literal, line }) => {
      const at = `${path}:${line}: ${literal}`;
      if (literal.includes('.') && ids.has(literal)) return [at];
      if (commandWords.has(literal)) return Object.hasOwn(allowed, literal) ? [] : [at];
      if (Object.hasOwn(allowed, literal)) return [];
      return typedCommands.some((typed) => new RegExp(`(?:^|[/…\`])${typed}\\b`).test(literal)) ? [at] : [];
    }),
    ...[...code.matchAll(/\b(?:given|args)\s*\??\.\s*(\w+)/g)].flatMap(([found, name = '']) =>
      parameters.has(name) ? [`${path}: ${found}`] : [],
    ),
    ...[...text.matchAll(/\b(?:given|args)\s*(?:\?\.)?\[\s*['"](\w+)['"]\s*\]/g)].map(([found]) => `${path}: ${found}`),
  ];
}

describe('no operation is named outside src/operations', () => {
  test('by its id, its command or its parameters', () => {
    expect(files.flatMap(namedIn), 'declare it in the operation, or add it to `exceptions` of this test').toEqual([]);
  });

  test('what is excepted is still there', () => {
    const unused = Object.entries(exceptions).flatMap(([path, literals]) => {
      const file = files.find((each) => each.path === path);
      const found = new Set(file ? lex(file.text).literals.map(({ text }) => text) : []);
      return Object.keys(literals).flatMap((literal) => (found.has(literal) ? [] : [`${path}: ${literal}`]));
    });
    expect(unused, 'delete it from `exceptions` of this test').toEqual([]);
  });

  test.each([
    ["const request = { operation: 'port.open' };", true],
    ["if (command === 'gateway') open();", true],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text as data
    ['tell(`/${prefix}portolan use shop`);', true],
    ['const port = card.given.port?.[0];', true],
    ["const port = given['port'];", true],
    ["const name = 'portolan'; const kind = 'report'; const label = given.label;", false],
    ['// Opens `/port open` again: port.open', false],
  ])('%s', (text, named) => {
    expect(namedIn({ path: 'x.ts', text }).length > 0).toBe(named);
  });
});

test('every select of a modal has a source of options', () => {
  const sources = operations.flatMap(({ params }) => Object.values(params).flatMap(({ source }) => source ?? []));
  expect(
    [...new Set(sources)].filter((source) => !optionSources.has(source)),
    'add it to src/operations/option-sources.ts',
  ).toEqual([]);
  expect(
    [...optionSources.keys()].filter((source) => !sources.includes(source)),
    'delete it from src/operations/option-sources.ts',
  ).toEqual([]);
});

test('what one operation declares for all is declared once', () => {
  const declared = operations.map((each) => ({
    path: operationFile(each.id),
    command: each.opensForm ? each.command : undefined,
    help: each.kind === 'question' && each.isHelp,
    context: each.kind === 'setting' && each.setsContext !== undefined,
    position: each.shortcut?.position,
  }));
  const shared = (what: 'command' | 'position') =>
    [...Map.groupBy(declared, (each) => each[what])]
      .filter(([value, all]) => value !== undefined && all.length > 1)
      .map(([value, all]) => `${value}: ${all.map(({ path }) => path).join(', ')}`);
  expect(shared('command'), 'leave `opensForm` to one operation of the command').toEqual([]);
  expect(shared('position'), 'give its `shortcut` a position of its own').toEqual([]);
  const pathsOf = (what: 'help' | 'context') => declared.filter((each) => each[what]).map(({ path }) => path);
  expect(pathsOf('help'), 'declare `isHelp` in one operation (src/operations/help/help.ts)').toHaveLength(1);
  expect(pathsOf('context'), 'declare `setsContext` in one setting (src/operations/context)').toHaveLength(1);
});

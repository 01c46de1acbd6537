import { describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/index.ts';
import { optionSources } from '../../src/operations/option-sources.ts';
import { lex, sourceFiles } from './source-files.ts';

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
  'src/questions/resolve-context.ts': { region: 'a kind of remembered name' },
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

describe('no operation is named outside src/operations', () => {
  test('what is excepted is still there', () => {
    const unused = Object.entries(exceptions).flatMap(([path, literals]) => {
      const file = files.find((each) => each.path === path);
      const found = new Set(file ? lex(file.text).literals.map(({ text }) => text) : []);
      return Object.keys(literals).flatMap((literal) => (found.has(literal) ? [] : [`${path}: ${literal}`]));
    });
    expect(unused, 'delete it from `exceptions` of this test').toEqual([]);
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
    path: each.id,
    command: each.opensForm ? each.command : undefined,
    help: each.kind === 'question' && each.isHelp,
    context: each.kind === 'setting' && each.setsContext !== undefined,
    position: each.shortcut?.position,
    id: each.id,
  }));
  const shared = (what: 'command' | 'position' | 'id') =>
    [...Map.groupBy(declared, (each) => each[what])]
      .filter(([value, all]) => value !== undefined && all.length > 1)
      .map(([value, all]) => `${value}: ${all.map(({ path }) => path).join(', ')}`);
  expect(shared('command'), 'leave `opensForm` to one operation of the command').toEqual([]);
  expect(shared('position'), 'give its `shortcut` a position of its own').toEqual([]);
  expect(shared('id')).toEqual([]);
  const pathsOf = (what: 'help' | 'context') => declared.filter((each) => each[what]).map(({ path }) => path);
  expect(pathsOf('help'), 'declare `isHelp` in one operation (src/operations/help/help.ts)').toHaveLength(1);
  expect(pathsOf('context'), 'declare `setsContext` in one setting (src/operations/context)').toHaveLength(1);
});

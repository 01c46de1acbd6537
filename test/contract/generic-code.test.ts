import { operations } from '../../src/operations/index.ts';
import { optionSources } from '../../src/operations/option-sources.ts';

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

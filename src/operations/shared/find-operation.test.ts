import { describe, expect, test } from 'vitest';
import { readAll } from '../../core/command/params.ts';
import { operations } from '../index.ts';
import { plain } from '../operation-catalog.ts';
import {
  chartQuestion,
  contextRequest,
  helpQuestion,
  offeredOperations,
  sharedModal,
  shortcutsOf,
} from './find-operation.ts';

const byId = (id: string) => {
  const found = operations.find((operation) => operation.id === id);
  if (!found) throw new Error(id);
  return found;
};

test('shortcuts come in their declared order, whatever the order of the list', () => {
  const labels = ['Post a chart', 'Open a port', 'Close a port', 'Create a gateway rule'];
  for (const listed of [operations, operations.toReversed()])
    expect(shortcutsOf(listed).map(({ label }) => plain(label, 'en'))).toEqual(labels);
});

describe('a shared modal', () => {
  test.each(['gateway.http', 'gateway.tcp'])('%s switches between all of its group', (id) => {
    const modal = sharedModal(operations, byId(id));
    expect(modal && plain(modal.title, 'en')).toBe('Gateway rule');
    expect(modal?.options.map((option) => option.id)).toEqual(['gateway.http', 'gateway.tcp']);
  });

  test('offers only what there is: an operation that is absent has no option', () => {
    const http = byId('gateway.http');
    expect(sharedModal([http], http)?.options.map(({ id }) => id)).toEqual(['gateway.http']);
    expect(sharedModal(operations, byId('port.open'))).toBeUndefined();
  });
});

describe('charts', () => {
  test('a chart kept by an older version names no question: the one that draws charts is taken', () => {
    expect(chartQuestion(operations)?.id).toBe('monitor');
    expect(chartQuestion(operations, 'monitor')?.id).toBe('monitor');
    expect(chartQuestion(operations, 'region.list')).toBeUndefined();
    expect(chartQuestion([byId('region.list')])).toBeUndefined();
  });

  test('another range leaves the step that was given for the first one; both stay in the channel', () => {
    const again = chartQuestion(operations)?.chart.again;
    const given = { component: ['web'], range: ['1h'], step: ['15'], me: ['yes'] };
    expect(again?.(given)).toEqual({ ...given, me: [] });
    expect(again?.(given, '7d')).toEqual({ component: ['web'], range: ['7d'], me: [] });
  });

  test('its ranges and its evidence are arguments that it takes', () => {
    const question = chartQuestion(operations);
    if (!question) throw new Error('no chart');
    for (const range of question.chart.ranges)
      expect(readAll(question.params, question.chart.again({}, range))).toHaveProperty('args');
    expect(readAll(question.params, question.chart.evidence('c0de'))).toHaveProperty('args.component', ['c0de']);
    const [from, to] = [Date.UTC(2026, 10, 22, 13), Date.UTC(2026, 10, 22, 14, 0, 0, 500)];
    expect(readAll(question.params, question.chart.between(['c0de', 'c1'], from, to))).toMatchObject({
      args: { component: ['c0de', 'c1'], range: { from: '2026-11-22T13:00:00Z', to: '2026-11-22T14:00:00Z' } },
    });
  });
});

test('the modal of a context is opened for a channel or for a person alone', () => {
  expect(contextRequest(operations, 'channel')).toEqual({ operation: 'context.use', given: {} });
  expect(contextRequest(operations, 'person')).toEqual({ operation: 'context.use', given: { me: ['yes'] } });
  expect(contextRequest([byId('help')], 'person')).toBeUndefined();
});

test('help is found by what it declares', () => {
  expect(helpQuestion(operations)?.id).toBe('help');
  expect(helpQuestion([byId('monitor')])).toBeUndefined();
});

test('what only some dialects have is offered there, and while the dialect is not known', () => {
  const anywhere = byId('help');
  const ofConsole = { ...byId('monitor'), dialects: ['console'] as const };
  const offered = (dialect: 'unknown' | 'console' | 'document') =>
    offeredOperations([anywhere, ofConsole], dialect).map(({ id }) => id);
  expect(offered('console')).toEqual(['help', 'monitor']);
  expect(offered('unknown')).toEqual(['help', 'monitor']);
  expect(offered('document')).toEqual(['help']);
});

import { expect, test } from 'vitest';
import { shapeOf } from '../../../test/answer-shape.ts';
import { ask } from '../../../test/operations/samples.ts';
import { newTrack } from '../../core/watch/watch-state.ts';
import { trackKey, type Watch } from './stored-watch.ts';
import { watchesAnswer } from './watch-list.ts';

const minute = 60_000;
const now = 1_000 * minute;
const watch: Watch = {
  ...{ id: 'w1', channel: 'C1', context: ask.context, notify: [], at: 0 },
  condition: { item: 'abnormal', side: 'above', threshold: 0, for: 300_000 },
  by: { id: 'U1', name: 'Ada', lang: 'en', zone: 'UTC' },
};

test('components are called as they were when they were evaluated: two of one name are told apart', () => {
  const tracks = Object.fromEntries(
    ['c1', 'c2'].map((id) => [trackKey('w1', id), { ...newTrack(now), state: 'firing' as const }]),
  );
  const evaluation = { items: { abnormal: now }, tracks, moving: {}, absent: {} };
  const listed = { watches: [watch], shares: true, names: new Map([['c1', 'search']]) };
  const named = { ...evaluation, names: { c1: 'search (a)', c2: 'search (b)' } };
  const state = shapeOf(watchesAnswer([], { ...listed, evaluation: named }, { ...ask, now })).rows[0]?.[1];
  expect(state).toBe('Firing: search (a), search (b)');
});

test('a certificate that fires is called by its name, never by a number alone: that reads as a count', () => {
  const tracks = { [trackKey('w1', '7')]: { ...newTrack(now), state: 'firing' as const } };
  const evaluation = { items: { certificates: now }, tracks, moving: {}, absent: {} };
  const watches = [{ ...watch, condition: { ...watch.condition, item: 'certificates' as const } }];
  const state = (certificates?: Record<string, string>) => {
    const listed = {
      watches,
      shares: true,
      names: new Map(),
      evaluation: { ...evaluation, certificates },
    };
    return shapeOf(watchesAnswer([], listed, { ...ask, now })).rows[0]?.[1];
  };
  expect(state({ 7: 'shop.example.test' })).toBe('Firing: shop.example.test');
  expect(state()).toBe('Firing: certificate 7');
});

test('a watch whose components aren’t in its app isn’t called OK: it says which moved, and where to', () => {
  const components = [
    { id: '1', name: 'web' },
    { id: '2', name: 'api' },
  ];
  const state = (absent: readonly string[], moved: Readonly<Record<string, string>>) => {
    const evaluation = {
      ...{ items: { abnormal: now }, tracks: {}, moving: {}, moved },
      absent: Object.fromEntries(absent.map((id) => [id, now])),
    };
    const listed = { watches: [{ ...watch, components }], shares: true, names: new Map(), evaluation };
    return shapeOf(watchesAnswer([], listed, { ...ask, now })).rows[0]?.[1];
  };
  expect(state([], {})).toBe('OK');
  expect(state(['1', '2'], { 1: 'billing', 2: 'billing' })).toBe('Moved to billing: web, api');
  expect(state(['1', '2'], { 1: 'billing', 2: '' })).toBe('Moved to billing: web; Moved to another app: api');
  expect(state(['1', '2'], { 1: 'billing' })).toBe('Moved to billing: web; Not found: api');
  expect(state(['1'], { 1: 'billing' })).toBe('Moved to billing: web');
});

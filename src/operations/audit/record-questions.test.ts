import { describe, expect, test } from 'vitest';
import { shapeOf } from '../../../test/answer-shape.ts';
import { ask } from '../../../test/operations/samples.ts';
import { someCard } from '../../../test/store-records.ts';
import { openings, requests } from './audit.ts';

describe('open requests', () => {
  const card = (id: string, more = {}) => ({ ...someCard(id, more), version: 1 });

  test('are listed with their state, who asked and until when', () => {
    const { rows } = shapeOf(
      requests.answer({}, [card('r1', { state: 'proposed' }), card('r2', { state: 'running' })], ask),
    );
    expect(rows.map(([what]) => what)).toEqual(['r1', 'r2']);
    expect(rows[0]?.[1]).not.toBe(rows[1]?.[1]);
  });

  test('more than fifty are counted', () => {
    const { rows, text } = shapeOf(
      requests.answer(
        {},
        Array.from({ length: 60 }, (_, index) => card(`r${index}`)),
        ask,
      ),
    );
    expect(rows).toHaveLength(50);
    expect(text).toMatch(/50.*60/s);
  });

  test('none is said in words', () => {
    expect(shapeOf(requests.answer({}, [], ask)).text).not.toBe('');
  });
});

describe('ports open for a while', () => {
  const opening = (body: unknown) => ({
    ...{ id: 'o1', placeKey: 'shop/east-1/12', componentKey: 'shop/east-1/12/web', until: 60_000, by: 'U1' },
    ...{ byName: 'Ada', card: 'r1', at: 1, tries: 0, body },
  });

  test('are listed by component and port, with who opened them', () => {
    const body = { component: 'c0de', componentName: 'web', port: 8080, side: 'outer' };
    const { rows } = shapeOf(openings.answer({}, [opening(body)], ask));
    expect(rows[0]).toEqual(expect.arrayContaining(['web', '8080', 'Ada']));
  });

  test('one that cannot be read hides no other', () => {
    const body = { component: 'c0de', port: 9090, side: 'inner' };
    expect(
      shapeOf(openings.answer({}, [opening({ odd: 1 }), opening(body)], ask)).rows.map(([, port]) => port),
    ).toEqual(['9090']);
  });

  test('none is said in words', () => {
    expect(shapeOf(openings.answer({}, [], ask)).text).not.toBe('');
  });
});

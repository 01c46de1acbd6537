import { describe, expect, test } from 'vitest';
import { shapeOf } from '../../../test/answer-shape.ts';
import { ask } from '../../../test/operations/samples.ts';
import { someCard } from '../../../test/store-records.ts';
import { verbatim } from '../../core/text/text.ts';
import { openings, requests } from './audit.ts';

describe('open requests', () => {
  const card = (id: string, more = {}) => ({ ...someCard(id, more), version: 1 });

  test('are listed with their state, who asked and until when', () => {
    const { rows } = shapeOf(
      requests.answer({ page: 1 }, [card('r1', { state: 'proposed' }), card('r2', { state: 'running' })], ask),
    );
    expect(rows.map(([what]) => what)).toEqual(['r1', 'r2']);
    expect(rows[0]?.[1]).not.toBe(rows[1]?.[1]);
  });

  test('all are listed, on pages', () => {
    const all = Array.from({ length: 45 }, (_, index) => card(`r${index}`));
    const pages = [1, 2, 3].map((page) => shapeOf(requests.answer({ page }, all, ask)));
    expect(pages.flatMap(({ rows }) => rows.map(([what]) => what))).toEqual(all.map(({ id }) => id));
    expect(pages[1]?.text).toContain('21–40 of 45');
    expect(pages[1]?.buttons).toEqual(['requests page=1', 'requests page=3']);
    expect(shapeOf(requests.answer({ page: 9 }, all, ask)).rows).toEqual([]);
  });

  test('a title links its card', () => {
    const body = { plan: { title: verbatim('Open it') }, asker: { name: 'Ada' }, link: 'https://x.slack.com/p1' };
    const answer = requests.answer({ page: 1 }, [card('r1', { body })], ask);
    expect(JSON.stringify(answer)).toContain('"link":"https://x.slack.com/p1"');
  });

  test('none is said in words', () => {
    expect(shapeOf(requests.answer({ page: 1 }, [], ask)).text).not.toBe('');
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

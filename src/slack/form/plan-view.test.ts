import { aCard } from '../../../test/contract/cards.ts';
import { verbatim } from '../../core/text/text.ts';
import { planView } from './plan-view.ts';

test('a plan shows the rows that change something, and says how many it leaves out', () => {
  const row = (n: number, after = 'new') => {
    return { what: verbatim(`V${n}`), before: verbatim('old'), after: verbatim(after) };
  };
  const shown = (count: number) => {
    const rows = [row(99, 'old'), ...Array.from({ length: count }, (_, n) => row(n))];
    const card = { ...aCard, plan: { ...aCard.plan, rows } };
    return JSON.stringify(planView(card, { o: card.operation }, { lang: 'en', zone: 'UTC' }, false).blocks);
  };
  expect(shown(20)).toContain('V19: old → new');
  expect(shown(20)).not.toMatch(/V99|Showing/);
  expect(shown(23)).toContain('Showing 20 of 23 rows.');
});

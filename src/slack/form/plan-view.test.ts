import { aCard } from '../../../test/contract/cards.ts';
import { verbatim } from '../../core/text/text.ts';
import { planView } from './plan-view.ts';

const shownWith = (meta: Parameters<typeof planView>[1]['meta']) => ({ meta, again: false, offers: [] });

test('a plan shows the rows that change something, and says how many it leaves out', () => {
  const row = (n: number, after = 'new') => {
    return { what: verbatim(`V${n}`), before: verbatim('old'), after: verbatim(after) };
  };
  const shown = (count: number) => {
    const rows = [row(99, 'old'), ...Array.from({ length: count }, (_, n) => row(n))];
    const card = { ...aCard, plan: { ...aCard.plan, rows } };
    return JSON.stringify(planView(card, shownWith({ o: card.operation }), { lang: 'en', zone: 'UTC' }).blocks);
  };
  expect(shown(20)).toContain('V19: old → new');
  expect(shown(20)).not.toMatch(/V99|Showing/);
  expect(shown(23)).toContain('Showing 20 of 23 rows.');
});

test('it says where its card will be: in the channel, or in the thread of the message that offered it', () => {
  const says = (th: string | undefined, lang: 'en' | 'zh') =>
    JSON.stringify(planView(aCard, shownWith({ o: aCard.operation, th }), { lang, zone: 'UTC' }).blocks);
  expect(says(undefined, 'en')).toMatch(/is posted in <#\w+>\./);
  expect(says('1.2', 'en')).toContain('is posted in the message’s thread.');
  expect(says(undefined, 'zh')).toMatch(/会发到 <#\w+>。/);
  expect(says('1.2', 'zh')).toContain('会发到该消息的消息列。');
});

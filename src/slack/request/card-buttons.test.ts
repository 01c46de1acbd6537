import { aPlan, aRequest, aRuling } from '../../../test/sample-requests.ts';
import { verbatim } from '../../core/text/text.ts';
import { cardButtons } from './card-buttons.ts';

test('the second question says when a planned change runs, and how long it lasts', () => {
  const at = Date.parse('2026-11-28T02:00Z');
  const plan = aPlan({
    title: verbatim('Open port 6379 on cache to the internet for 1 hour'),
    warnings: [{ ...verbatim('It is a database.'), lasts: 'asks' }],
  });
  const request = aRequest(0, {
    state: 'proposed',
    plan,
    ruling: aRuling({ need: 'approve', count: 1 }),
    planned: { at },
  });
  const [approve] = cardButtons(request, { lang: 'en', zone: 'Europe/Berlin' });
  expect(approve?.confirm?.text.text).toMatch(/^Open port 6379 .* for 1 hour, at 03:00.*, 28 Nov 2026\. /);
});

test('Run now asks first if others have approved the planned time, and not if its requester decides alone', () => {
  const at = Date.parse('2026-11-28T21:30Z');
  const runNow = (need: 'approve' | 'confirm') =>
    cardButtons(aRequest(0, { state: 'scheduled', ruling: aRuling({ need, count: 1 }), planned: { at } }), {
      lang: 'en',
      zone: 'Europe/Berlin',
    }).find(({ action_id: id }) => id === 'request.run_now');
  expect(runNow('approve')?.confirm?.text.text).toMatch(
    /^It runs now instead of at 22:30 .*, 28 Nov 2026\. .* If someone else must approve this, it waits for them\.$/,
  );
  expect(runNow('confirm')).not.toHaveProperty('confirm');
});

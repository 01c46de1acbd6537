import { aPlan, aRequest, aRuling } from '../../../test/sample-requests.ts';
import { wordsOf } from '../../../test/scenario/stage.ts';
import { verbatim } from '../../core/text/text.ts';
import { extendView, timeView } from './request-actions.ts';

test.each([
  [
    'that waits for confirmation says that it is confirmed',
    'confirm',
    'U0',
    'Confirm new time',
    /also confirms.*runs auto/,
  ],
  ['of the requester says that it needs approval', 'approve', 'U0', 'Change', /needs approval for that time/],
  ['of someone else says that it may be an approval', 'approve', 'U0SAM', 'Change', /counts as your approval/],
] as const)('the form with a new time %s', (_, need, viewer, submit, hint) => {
  const request = aRequest(0, { state: 'proposed', ruling: aRuling({ need, count: need === 'approve' ? 1 : 0 }) });
  const view = timeView(request, { value: '', channel: 'C1', ts: '1.1' }, { lang: 'en', zone: 'UTC' }, viewer);
  const hints = view.blocks.flatMap((block) => ('hint' in block ? [block.hint?.text] : []));
  expect(view.submit?.text).toBe(submit);
  expect(hints).toEqual([expect.stringMatching(hint)]);
});

test('the form that keeps a port open longer names the port, its closing time, and the zone of the time', () => {
  const hour = 3_600_000;
  const request = aRequest(0, {
    ...{ state: 'done', operation: 'port.until', given: { component: ['c1'], port: ['8080'], for: ['30m'] } },
    plan: aPlan({ title: verbatim('Close it in 30 minutes'), componentName: 'web', steps: [], timedFor: hour }),
  });
  const access = { id: 'r1', until: hour, closed: false };
  const zone = 'Europe/Berlin';
  const view = extendView({ ...request, access }, { value: '', channel: 'C1', ts: '1.1' }, { lang: 'en', zone });
  expect(wordsOf(view.blocks)).toMatch(/^\*web 8080\* · closes automatically at <!date\^3600\^/);
  expect(wordsOf(view.blocks)).toContain('Or until a time (UTC+1)');
  expect(wordsOf(view.blocks)).toContain('only the time counts, not the length above');
});

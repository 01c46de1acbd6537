import { aRequest, aRuling } from '../../../test/sample-requests.ts';
import { timeView } from './request-actions.ts';

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

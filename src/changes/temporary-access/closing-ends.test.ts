import { aCard } from '../../../test/contract/cards.ts';
import { type ChangeRequest, withFields } from '../../core/request/change-request.ts';
import { closingEnds } from '../apply-event.ts';

const now = 5_000;
const byHand: ChangeRequest = { ...aCard, follows: { card: 'r1', how: 'close' }, state: 'running' };
const closing: ChangeRequest = { ...byHand, system: true };
const check = { n: 1, at: 9_000 };
const looksAt = [{ id: 'close r1', at: now }];

test.each<[string, ChangeRequest, readonly object[]]>([
  ['that ends now', withFields(closing, { state: 'done', run: { ended: now } }), looksAt],
  ['that failed now', withFields(closing, { state: 'failed', run: { ended: now } }), looksAt],
  ['that ended before', withFields(closing, { state: 'done', run: { ended: now - 1 } }), []],
  ['that runs', closing, []],
  ['whose outcome is unknown and was checked', withFields(closing, { state: 'unknown', run: { check } }), looksAt],
  ['whose outcome is unknown and is checked later', { ...closing, state: 'unknown' }, []],
  ['that runs and was checked', withFields(closing, { run: { check } }), []],
  ['that a person asked for', withFields(byHand, { run: { ended: now } }), []],
  ['that follows nothing', withFields(aCard, { system: true, state: 'done', run: { ended: now } }), []],
])('the hold of a closing request %s', (_what, card, due) => {
  expect(closingEnds(card, now)).toMatchObject(due);
  expect(closingEnds(card, now)).toHaveLength(due.length);
});

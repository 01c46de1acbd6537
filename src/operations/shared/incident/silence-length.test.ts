import { ask } from '../../../../test/operations/samples.ts';
import { verbatim } from '../../../core/text/text.ts';
import { refuseShorter, silenceBy } from './silence-length.ts';

const hour = 3_600_000;

test.each([
  ['a longer one of someone else stays', 'U2', 4 * hour, hour, true],
  ['one until it recovers too', 'U2', 'recovered', hour, true],
  ['a shorter one of someone else is replaced', 'U2', hour, 'recovered', false],
  ['a person may shorten an own one', 'U1', 4 * hour, hour, false],
] as const)('of two silences, %s', (_what, other, first, second, isRefused) => {
  const present = silenceBy({ ...ask, person: { ...ask.person, id: other } }, first);
  expect(refuseShorter(verbatim('web'), present, silenceBy(ask, second)) !== undefined).toBe(isRefused);
});

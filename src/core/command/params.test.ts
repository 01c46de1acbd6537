import { verbatim } from '../text/text.ts';
import { ok, optional, readGiven } from './params.ts';

const why = verbatim('no');
const spec = {
  params: {
    length: optional(verbatim('length'), () => ({ ok: false, why })),
    level: optional<string>(verbatim('level'), ok),
  },
  faults: ({ length, level }: { readonly length: unknown; readonly level: string | undefined }) => [
    ...(length === undefined ? [{ param: 'length', why, missing: true as const }] : []),
    ...(level === 'high' ? [{ param: 'level', why }] : []),
  ],
};

test.each([
  [
    'a wrong optional value doesn’t hide what a rule says of another',
    { length: ['x'], level: ['high'] },
    'length level',
  ],
  ['a wrong value isn’t said to be missing too', { length: ['x'] }, 'length'],
  ['a rule that misses a value is told if nothing is wrong', { level: ['low'] }, 'length'],
])('%s', (_what, given, faults) => {
  const parsed = readGiven(spec, given);
  expect('faults' in parsed && parsed.faults.map(({ param }) => param).join(' ')).toBe(faults);
});

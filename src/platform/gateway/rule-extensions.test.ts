import type { NewHttpRule, NewTcpRule } from './gateway-calls.ts';
import { isAllowedExtension, RuleExtensions } from './rule-extensions.ts';

/** Texts that are valid Python, or that end the pair in which they occur. */
const attacks = [
  '__import__("os").system("id")',
  'eval("1")',
  'true,x:y',
  "a']",
  'a b',
  'a\nb',
  'a:b',
  '[x]',
  'ｔrue',
  '',
  'x'.repeat(65),
];

describe('extensions', () => {
  test.each(['console', 'unknown'] as const)(
    'only the known pairs, to the letter, on a platform that is %s',
    (dialect) => {
      const allowed = (key: string, value: string, protocol: 'http' | 'tcp') =>
        isAllowedExtension({ key, value }, protocol, dialect);
      expect(allowed('httptohttps', 'true', 'http')).toBe(true);
      expect(allowed('lb-type', 'round-robin', 'http')).toBe(true);
      expect(allowed('lb-type', 'round-robin', 'tcp')).toBe(true);
      expect(allowed('httptohttps', 'true', 'tcp')).toBe(false);
      for (const text of [...attacks, 'a', 'True', 'true ', ' true', 'constructor'])
        for (const protocol of ['http', 'tcp'] as const) {
          expect(allowed('httptohttps', text, protocol), text).toBe(false);
          expect(allowed('lb-type', text, protocol), text).toBe(false);
          expect(allowed(text, 'true', protocol), text).toBe(false);
        }
      // The check must not depend on the split between key and value.
      expect(allowed('httptohttps:true', '', 'http')).toBe(false);
      expect(allowed('', 'httptohttps:true', 'http')).toBe(false);
    },
  );

  test('plain words in the document’s dialect', () => {
    const allowed = (key: string, value: string) => isAllowedExtension({ key, value }, 'http', 'document');
    expect(allowed('A.b_c-9', 'x'.repeat(64))).toBe(true);
    for (const text of attacks) {
      expect(allowed('a', text), text).toBe(false);
      expect(allowed(text, 'a'), text).toBe(false);
    }
  });

  test('one pair that is not allowed spoils all', () => {
    const [good, bad] = [
      { key: 'lb-type', value: 'round-robin' },
      { key: 'lb-type', value: 'id()' },
    ];
    expect(RuleExtensions.check([good, bad], 'tcp', 'console')).toEqual({ notAllowed: bad });
  });

  test('a call takes nothing else for extensions', () => {
    type Pairs = readonly { readonly key: string; readonly value: string }[];
    expectTypeOf<Pairs>().not.toExtend<NewHttpRule['ruleExtensions']>();
    expectTypeOf<{ protocol: 'http'; body(): [] }>().not.toExtend<NewHttpRule['ruleExtensions']>();
    expectTypeOf<RuleExtensions<'http'>>().not.toExtend<NewTcpRule['ruleExtensions']>();
    expectTypeOf<RuleExtensions<'tcp'>>().toExtend<NewTcpRule['ruleExtensions']>();
  });
});

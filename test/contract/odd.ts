import fc from 'fast-check';
import { interpret } from '../../src/core/command/interpret.ts';
import type { RawArgs } from '../../src/core/command/params.ts';
import { type Text, verbatim } from '../../src/core/text/text.ts';
import { operations } from '../../src/operations/index.ts';
import type { Operation } from '../../src/operations/shared/define.ts';
import type { Page } from '../../src/slack/blocks/blocks.ts';

export const oddTexts: readonly string[] = [
  'a',
  ' ',
  '订单服务',
  'x'.repeat(80),
  'word '.repeat(1_000),
  '长'.repeat(5_000),
  '👩‍👩‍👧‍👦'.repeat(400),
  'مرحبا بالعالم',
  '\u202egnp.exe',
  'null\u0000byte \u0007bell \u001b[31mred',
  '<!channel> <@U0123ABCD> <https://evil.test|shop.test>',
  '&amp;<>&lt;',
  'line\nline\n\nline',
  '`code` *bold* _it_ ~gone~ :smile:',
  '\ud83d',
  '"\\"',
];

export const pages: readonly Page[] = [
  { lang: 'en', zone: 'America/St_Johns' },
  { lang: 'zh', zone: 'Asia/Shanghai' },
];

export const oddText = (index: number): Text => verbatim(oddTexts[index % oddTexts.length] ?? '');

export const examplesOf = (operation: Operation): readonly RawArgs[] =>
  operation.examples.flatMap((example) => {
    const meant = interpret(operations, 'portolan', example);
    return meant.meaning === 'request' ? [meant.request.given] : [];
  });

const words = [
  ...['', '0', '1', '80', '8080', '65536', '-1', '99999999999', '1.5', 'abc', 'web', 'grweb', '订单', 'HTTP', 'tcp'],
  ...['yes', 'no', 'maybe', 'on', 'off', 'outer', 'inner', '2h', '1m', '400d', '1h..', '2026-11-19T08:00..12:00'],
  ...['GRWEB', 'grweb-1', 'shop.test', '*.shop.test', 'https://shop.test/a', '/cart', 'a:b', 'a:', ':b', 'Name: v=1'],
  ...['10.0.0.1:30000', '[::1]:80', '256.1.1.1:1', 'shop/east-1/12', 'a/b', 'as', 'me', '0 9 * * 1-5', 'Europe/Berlin'],
];

/** Generates arguments for an operation: values of the operation's examples, plausible words, and odd texts. */
export function anyGiven(operation: Operation): fc.Arbitrary<RawArgs> {
  const examples = examplesOf(operation).flatMap((given) => Object.values(given).flat());
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...words, ...examples) },
    { weight: 1, arbitrary: fc.constantFrom(...oddTexts) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  );
  const all = Object.fromEntries(
    Object.entries(operation.params).map(([name, param]) => [
      name,
      fc.array(value, { minLength: 1, maxLength: param.repeats ? 4 : 1 }),
    ]),
  );
  return fc
    .record(all)
    .chain((given) => fc.subarray(Object.entries(given)))
    .map((some): RawArgs => Object.fromEntries(some));
}

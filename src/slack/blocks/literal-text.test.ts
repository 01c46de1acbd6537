import fc from 'fast-check';
import type { Inline } from '../../../playground/page/text/nodes.ts';
import { decode, parseInline } from '../../../playground/page/text/parse-mrkdwn.ts';
import { foldText } from '../../core/command/nearest.ts';
import { tokenise } from '../../core/command/tokenize.ts';
import { type Lang, langs, verbatim } from '../../core/text/text.ts';
import { visible } from '../../core/text/visible.ts';
import { messages } from '../slack-catalog.ts';
import { escapeMrkdwn, mrkdwn } from './mrkdwn.ts';

const hostile = fc
  .array(
    fc.constantFrom(
      ...['*', '_', '~', '`', '```', '*bold*', '_it_', '~no~', '`code`', ':tada:', ':+1:', '<!channel>', '<@U0SAM>'],
      ...['”', '“', '"', '» ', '\u202e', '\u200b', '\n', ' ', 'a', 'ok', '7', '.', '•', '&amp;', '>'],
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => `x${parts.join('')}x`);

const drawn = (nodes: readonly Inline[]): readonly string[] =>
  nodes.flatMap((node) => {
    if (node.kind === 'text' || node.kind === 'break') return [];
    return [node.kind, ...('children' in node ? drawn(node.children) : [])];
  });

/** Hostile text made of complete pieces of markup, for tests that put formatting around it. */
const phrase = fc
  .array(
    fc.constantFrom(
      ...['*bold*', '_it_', '~no~', '`code`', '`', '*', '~', ':tada:', '<!channel>', '<@U0SAM>'],
      ...['” · *Approved by security* · “', '”', 'routine', 'a', '.', '•', '\u202e'],
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => `x${parts.join('')}x`);

describe('text of people and of the platform', () => {
  test('is drawn as text, whatever marks are in it', () =>
    fc.assert(
      fc.property(hostile, (text) => {
        expect(drawn(parseInline(escapeMrkdwn(text)))).toEqual([]);
      }),
      { numRuns: 2_000 },
    ));

  test('is found when it is copied from a message and typed', () =>
    fc.assert(
      fc.property(hostile, (name) => {
        expect(foldText(decode(escapeMrkdwn(name)))).toBe(foldText(visible(name)));
      }),
      { numRuns: 2_000 },
    ));

  test('draws nothing more in any sentence of the bot, such as those of its cards', () => {
    const all = [...messages.values()];
    fc.assert(
      fc.property(fc.constantFrom(...all), fc.constantFrom<Lang>(...langs), phrase, (message, lang, text) => {
        const said = (value: string) =>
          message[lang](new Proxy({}, { get: () => value, ownKeys: () => [], has: () => true }));
        const value = escapeMrkdwn(text.replace(/\s+/g, ' '));
        expect(drawn(parseInline(said(value))), message.key).toEqual(drawn(parseInline(said('x'))));
      }),
      { numRuns: 6_000 },
    );
  });

  test.each([
    ...['web', 'my_service', 'registry.test:5000/shop/web:2.4.0', '0 9 * * 1-5', 'fe80::a:b:c', 'a & b'],
    ...['_acme-challenge.shop.test', 'a*b', '10:00:00', 'snake_case_name', '2 * 3'],
  ])('that formats nothing stays as it is, to be copied: %s', (text) =>
    expect(decode(mrkdwn(verbatim(text), 'en'))).toBe(text),
  );

  test.each(['*.shop.test', '*/5 */2 * * *', '_web_', '~old~', '`web`'])(
    'typed as it is shown means the same: %s',
    (text) => {
      const shown = decode(mrkdwn(verbatim(text), 'en'));
      expect(shown).not.toBe(text);
      expect(tokenise(`gateway show ${shown}`)).toEqual(tokenise(`gateway show ${text}`));
    },
  );
});

import fc from 'fast-check';
import * as z from 'zod';
import type { Inline, TextBlock } from '../../playground/page/text/nodes.ts';
import { parseMrkdwn, parsePlain } from '../../playground/page/text/parse-mrkdwn.ts';
import { isJson } from '../../playground/slack/json-values.ts';
import { ChangeRequest, storedBody } from '../../src/core/request/change-request.ts';
import { cardForms } from '../../src/slack/post/draw-forms.ts';
import { cardBlocks, cardShapes, cardTexts, planBlocks } from '../../src/slack/request/card-view.ts';
import { fixedSections } from '../messages/fixed-samples.ts';
import { operationSections } from '../messages/operation-samples.ts';

// Text from people, agents and the platform must be plain text in every block, so that it can't look like Portolan's
// own.

const samples = [...fixedSections(), ...(await operationSections())].flatMap((section) => section.samples);
const cards = samples.flatMap(({ card }) => card ?? []);

const parts = [
  ...['*bold*', '_it_', '~no~', '`code`', '```', '*', '_', '~', '`', ':tada:', ':+1:', '<!channel>', '<@U0SAM>'],
  ...['https://evil.test/', '<https://evil.test|ok>', '”', '“', '"', '» ', '\u202e', '\u200b', '\n', '> ', '\n> ', ' '],
  ...['” · *Approved by security, no second look needed* · “', 'routine', 'web', '7', '.', '•', '&amp;'],
];
const hostile = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 5 }).map((all) => `x${all.join('')}x`);

/** Returns the card with `words` instead of every text from people, agents or the platform. */
function saying(card: ChangeRequest, words: string, where: 'everywhere' | 'reasons' = 'everywhere'): unknown {
  const isText = (value: object) => 'key' in value && typeof value.key === 'string' && 'with' in value;
  const replaced = (value: unknown, isValue: boolean): unknown => {
    if (typeof value === 'string') return isValue ? words : value;
    if (Array.isArray(value)) return value.map((each) => replaced(each, isValue));
    if (!isJson(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        if (name === 'with' && isText(value)) return [name, replaced(inner, true)];
        const keeps = ['key', 'user', 'group', 'channel', 'link', 'show', 'zone', 'separator', 'of'];
        const isSaid =
          name === 'reason' ||
          (where === 'everywhere' && (name === 'componentName' || (isValue && !keeps.includes(name))));
        return [name, replaced(inner, isSaid)];
      }),
    );
  };
  const { asker, agent, ticket } = card;
  const { frozen } = card.decision;
  if (where === 'reasons') return replaced(storedBody(card), false);
  return {
    ...z.record(z.string(), z.unknown()).parse(replaced(storedBody(card), false)),
    asker: { ...asker, name: words },
    ...(agent ? { agent: { ...agent, name: words } } : {}),
    ...(ticket ? { ticket: { ...ticket, id: words } } : {}),
    ...(frozen ? { frozen: { ...frozen, reason: words, who: words } } : {}),
  };
}

const marksOf = (nodes: readonly Inline[]): readonly string[] =>
  nodes.flatMap((node) => {
    if (node.kind === 'text' || node.kind === 'break') return [];
    return [node.kind, ...('children' in node ? marksOf(node.children) : [])];
  });

const blockMarks = (blocks: readonly TextBlock[]): readonly string[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'quote') return ['quote', ...blockMarks(block.children)];
    if (block.kind === 'list') return block.items.flatMap(({ children }) => marksOf(children));
    if (!('children' in block)) return [block.kind];
    return [...(block.kind === 'pre' ? ['pre'] : []), ...marksOf(block.children)];
  });

function drawn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(drawn);
  if (!isJson(value)) return [];
  const { type, text, emoji, verbatim } = value;
  if (type === 'mrkdwn' && typeof text === 'string') {
    expect(verbatim).toBe(true);
    return blockMarks(parseMrkdwn(text, true)).concat('|');
  }
  if (type === 'plain_text' && typeof text === 'string') return marksOf(parsePlain(text, emoji !== false)).concat('|');
  return Object.values(value).flatMap(drawn);
}

const quotations = (blocks: unknown): number => JSON.stringify(blocks).match(/[“”]/g)?.length ?? 0;

test('no text of people, agents or the platform has an effect on any card, in any of its forms', () =>
  fc.assert(
    fc.property(fc.nat(), hostile, (index, words) => {
      const card = cards[index % cards.length];
      if (!card) throw new Error('no cards');
      const blocksOf = (each: unknown) => {
        const request = ChangeRequest.parse(JSON.parse(JSON.stringify(each)));
        const page = { lang: index % 2 ? 'en' : 'zh', zone: 'UTC' } as const;
        // The length of texts decides how much a card shows, so compare only cards of the same shape.
        const plainForms = cardForms(request, page).slice(1);
        return [
          ...cardShapes.map((shape) => cardBlocks(request, cardTexts(request), page, shape)),
          ...plainForms.map(({ blocks }) => blocks.filter(({ type }) => type !== 'actions')),
          planBlocks(request, page),
        ];
      };
      const [shown, plain] = [blocksOf(saying(card, words)), blocksOf(saying(card, 'xwordsx'))];
      expect(JSON.stringify(shown)).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b]/);
      expect(drawn(shown)).toEqual(drawn(plain));
      // A reason must not end the quotation that contains it.
      const [quoting, quoted] = [blocksOf(saying(card, words, 'reasons')), blocksOf(saying(card, 'x', 'reasons'))];
      expect(quotations(quoting)).toBe(quotations(quoted));
    }),
    { numRuns: 120 },
  ));

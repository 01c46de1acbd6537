import { describe, expect, test } from 'vitest';
import { parseMarkdown } from './parse-markdown.ts';
import { numeral, readRichText } from './read-rich-text.ts';

describe('Markdown', () => {
  test('blocks', () => {
    const source = '# Head\n\npara\nmore\n\n- a\n- b\n\n> q\n\n```js\nx\n```\n\n---\n\n| a | b |\n|---|---|\n| 1 | 2 |';
    expect(parseMarkdown(source).map(({ kind }) => kind)).toEqual([
      'heading',
      'paragraph',
      'list',
      'quote',
      'pre',
      'rule',
      'grid',
    ]);
  });

  test.each([
    ['**b**', [{ kind: 'strong', children: [{ kind: 'text', text: 'b' }] }]],
    ['*i*', [{ kind: 'em', children: [{ kind: 'text', text: 'i' }] }]],
    ['~~s~~', [{ kind: 'strike', children: [{ kind: 'text', text: 's' }] }]],
    ['\\*no\\*', [{ kind: 'text', text: '*no*' }]],
    ['`*c*`', [{ kind: 'code', text: '*c*' }]],
    ['[w](https://x.test)', [{ kind: 'link', href: 'https://x.test', children: [{ kind: 'text', text: 'w' }] }]],
    ['[w](javascript:x)', [{ kind: 'text', text: 'w' }]],
    ['snake_case_name', [{ kind: 'text', text: 'snake_case_name' }]],
  ])('%s', (source, children) => {
    expect(parseMarkdown(source)).toEqual([{ kind: 'paragraph', children }]);
  });

  test.each(['```', '|', '> > >', '[](', '**'.repeat(100), '- '])('never throws on %s', (source) => {
    expect(() => parseMarkdown(source)).not.toThrow();
  });
});

describe('rich text', () => {
  const section = (...elements: object[]) => ({
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements }],
  });

  test('styles lie around the words', () => {
    const [block] = readRichText(section({ type: 'text', text: 'x', style: { bold: true, italic: true } }));
    const inner = { kind: 'em', children: [{ kind: 'text', text: 'x' }] };
    expect(block).toEqual({ kind: 'paragraph', children: [{ kind: 'strong', children: [inner] }] });
  });

  test('unsafe links are words', () => {
    const [block] = readRichText(section({ type: 'link', url: 'javascript:x', text: 'w' }));
    expect(block).toEqual({ kind: 'paragraph', children: [{ kind: 'text', text: 'w' }] });
  });

  test('an emoji by its code points, or as its shortcode', () => {
    const [block] = readRichText(
      section({ type: 'emoji', name: 'zz', unicode: '1f6a2' }, { type: 'emoji', name: 'zz' }),
    );
    expect(block).toEqual({
      kind: 'paragraph',
      children: [
        { kind: 'emoji', name: 'zz', sign: '🚢' },
        { kind: 'text', text: ':zz:' },
      ],
    });
  });

  test('what is not known is said', () => {
    expect(JSON.stringify(readRichText(section({ type: 'hologram' })))).toContain('unknown element: hologram');
    expect(JSON.stringify(readRichText({ type: 'rich_text', elements: [{ type: 'new' }] }))).toContain(
      'unknown part: new',
    );
  });

  test('ordered lists count on, and by depth', () => {
    const item = { type: 'rich_text_section', elements: [{ type: 'text', text: 'x' }] };
    const [list] = readRichText({
      type: 'rich_text',
      elements: [{ type: 'rich_text_list', style: 'ordered', offset: 2, elements: [item, item] }],
    });
    expect(list?.kind === 'list' && list.items.map(({ marker }) => marker)).toEqual(['3.', '4.']);
    expect([numeral(28, 1), numeral(14, 2), numeral(9, 3)]).toEqual(['ab', 'xiv', '9']);
  });
});

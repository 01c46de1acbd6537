import { describe, expect, test } from 'vitest';
import type { Inline } from './nodes.ts';
import { parseInline, parseMrkdwn } from './parse-mrkdwn.ts';

const text = (words: string): Inline => ({ kind: 'text', text: words });
const link = (href: string, words = href): Inline => ({ kind: 'link', href, children: [text(words)] });

describe('words inside a line', () => {
  const cases: readonly (readonly [string, string, readonly Inline[]])[] = [
    ['plain', 'just words', [text('just words')]],
    ['entities, once', '&lt;b&gt; &amp;amp;', [text('<b> &amp;')]],
    ['bold', 'a *b* c', [text('a '), { kind: 'strong', children: [text('b')] }, text(' c')]],
    ['italic', '_b_', [{ kind: 'em', children: [text('b')] }]],
    ['strike', '~b~', [{ kind: 'strike', children: [text('b')] }]],
    ['nested', '*_b_*', [{ kind: 'strong', children: [{ kind: 'em', children: [text('b')] }] }]],
    ['marks inside words stay', 'snake_case_name 2*3*4', [text('snake_case_name 2*3*4')]],
    ['a mark that never closes stays', '*open', [text('*open')]],
    ['a mark before a space stays', '* not* this', [text('* not* this')]],
    ['bold beside Chinese signs', '（*端口*）', [text('（'), { kind: 'strong', children: [text('端口')] }, text('）')]],
    ['code keeps marks', '`a *b*`', [{ kind: 'code', text: 'a *b*' }]],
    ['code shows entities', '`&lt;x&gt;`', [{ kind: 'code', text: '<x>' }]],
    [
      'marks do not reach over code',
      '*a `*` b*',
      [{ kind: 'strong', children: [text('a '), { kind: 'code', text: '*' }, text(' b')] }],
    ],
    ['a link with words', '<https://x.test/a|see>', [link('https://x.test/a', 'see')]],
    ['a link without words', '<https://x.test>', [link('https://x.test')]],
    ['an address with an entity', '<https://x.test/?a=1&amp;b=2>', [link('https://x.test/?a=1&b=2')]],
    ['an address, without the full stop', 'see https://x.test/a.', [text('see '), link('https://x.test/a'), text('.')]],
    ['another scheme is no link', '<javascript:alert(1)|x>', [text('<javascript:alert(1)|x>')]],
    ['data is no link', '<data:text/html,x|x>', [text('<data:text/html,x|x>')]],
    ['mail is words', '<mailto:a@x.test|a@x.test>', [text('a@x.test')]],
    ['a person', '<@U0MAYA>', [{ kind: 'user', id: 'U0MAYA', label: '' }]],
    ['a person with a label', '<@U0MAYA|maya>', [{ kind: 'user', id: 'U0MAYA', label: 'maya' }]],
    ['a channel', '<#C0SHOP|shop>', [{ kind: 'channel', id: 'C0SHOP', label: 'shop' }]],
    ['a group', '<!subteam^S0123OPS>', [{ kind: 'group', id: 'S0123OPS', label: '' }]],
    ['everybody', '<!channel>', [{ kind: 'broadcast', range: 'channel' }]],
    ['a shortcode', ':ship:', [{ kind: 'emoji', name: 'ship', sign: '🚢' }]],
    ['no shortcode', ':nope: 10:30:45', [text(':nope: 10:30:45')]],
    ['lines', 'a\nb', [text('a'), { kind: 'break' }, text('b')]],
    ['a lone angle', 'a < b', [text('a < b')]],
  ];
  test.each(cases)('%s', (_, source, nodes) => expect(parseInline(source)).toEqual(nodes));
});

test('verbatim text links only what is marked', () => {
  const parsed = parseMrkdwn('*see https://x.test/a* <https://x.test/b|here>\n• https://x.test/c', true);
  expect(JSON.stringify(parsed).match(/"href":"[^"]+"/g)).toEqual(['"href":"https://x.test/b"']);
});

describe('blocks', () => {
  test('quotes, lists, code and paragraphs below each other', () => {
    const kinds = parseMrkdwn('intro\n&gt;said\n&gt;twice\n• one\n• two\n```\na &lt; b\n```\nend').map(
      ({ kind }) => kind,
    );
    expect(kinds).toEqual(['paragraph', 'quote', 'list', 'pre', 'paragraph']);
  });

  test('code keeps its lines and shows its entities', () =>
    expect(parseMrkdwn('```\n{\n  "a": "&lt;b&gt;"\n}\n```')).toEqual([
      { kind: 'pre', children: [text('{\n  "a": "<b>"\n}')] },
    ]));

  test('three angles quote the rest', () => {
    const [quote] = parseMrkdwn('>>>one\n\ntwo');
    expect(quote?.kind).toBe('quote');
    expect(quote?.kind === 'quote' && quote.children).toHaveLength(2);
  });

  test('an empty line parts paragraphs', () => expect(parseMrkdwn('a\n\n\nb')).toHaveLength(2));

  test.each(['```', '``````', '*', '<', '>>>', '<!date^x^y|z>', '`'.repeat(50), '*'.repeat(500), '<'.repeat(500)])(
    'never throws on %s',
    (source) => expect(() => parseMrkdwn(source)).not.toThrow(),
  );
});

import { pings, typedCommand, typedMessage } from './typed-text.ts';
import { createWorkspace } from './workspace-seed.ts';

const workspace = createWorkspace();

describe('typed text', () => {
  it.each([
    ['a & b < c > d', 'a &amp; b &lt; c &gt; d'],
    ['see shop.test', 'see <http://shop.test|shop.test>'],
    [
      'http web 80 shop.test/api key=a.example.com',
      'http web 80 <http://shop.test/api|shop.test/api> key=<http://a.example.com|a.example.com>',
    ],
    ['https://shop.test/x?y=1&z=2', '<https://shop.test/x?y=1&amp;z=2>'],
    ['tcp db 5432 10.0.0.1:5432', 'tcp db 5432 10.0.0.1:5432'],
    ['@sam and @operators in #shop-ops', '<@U0SAM> and <!subteam^S0123OPS> in <#C0SHOP|shop-ops>'],
    ['<@U0PORTOLAN> port list', '<@U0PORTOLAN> port list'],
  ])('turns %s into what events carry', (typed, carried) => expect(typedMessage(workspace, typed)).toBe(carried));

  it('leaves commands alone unless they ask for tokens', () => {
    expect(typedCommand(workspace, 'a & @sam shop.test', false)).toBe('a & @sam shop.test');
    expect(typedCommand(workspace, 'a & @sam', true)).toBe('a &amp; <@U0SAM|sam>');
  });

  it('finds who is pinged: in mrkdwn and rich text, never in plain text', () => {
    expect(pings('<@U0SAM> <!here>', [])).toEqual(['U0SAM', 'here']);
    const blocks = [
      { type: 'section', text: { type: 'mrkdwn', text: '<!subteam^S0123OPS>' } },
      { type: 'section', text: { type: 'plain_text', text: '<@U0LIU>' } },
      { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'user', user_id: 'U0MAYA' }] }] },
    ];
    expect(pings('<@U0SAM>', blocks)).toEqual(['S0123OPS', 'U0MAYA']);
  });
});

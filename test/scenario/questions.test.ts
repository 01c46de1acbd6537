import { acts, asks, buttonsOf, isRecord, only, presses, shownIn } from './stage.ts';
import { useStage } from './use-stage.ts';

const shop = 'C0SHOP';
const maya = 'U0MAYA';

describe.each([
  { name: 'HTTP, the console', options: {} },
  { name: 'HTTP, the document taken literally', options: { platform: { dialect: 'document' } } },
] as const)('questions: $name', async ({ options }) => {
  const isDocument = 'platform' in options;
  const stage = await useStage(options);

  const ask = (words: string) => asks(stage, maya, shop, words);

  test('regions: a table for the asker alone, with its context', async () => {
    const answer = await ask('/region');
    expect(answer.ephemeralFor).toBe(maya);
    const shown = shownIn(answer);
    for (const part of [
      'east-1',
      '华东',
      '✓ enabled',
      '⚠ under maintenance',
      '✗ disabled',
      'apps.east.shop.test',
      'East',
    ])
      expect(shown).toContain(part);
    expect(shown).toContain(isDocument ? 'shop / east-1 / #12' : 'shop / east-1 / shop #12');
    expect(answer.text).toContain('west-2');
  });

  test('regions: searched, in pages, in every spelling', async () => {
    for (const words of [
      '/region east',
      '/region list east',
      '/region search=east',
      '/region --search east',
      '/region “east”',
    ]) {
      const shown = shownIn(await ask(words));
      expect(shown, words).toContain('east-1');
      expect(shown, words).not.toContain('west-2');
    }
    expect(shownIn(await ask('/region nowhere'))).toContain('No region has `nowhere` in its name.');
    const second = await ask('/region page=2 page_size=3');
    expect(shownIn(second)).toContain('south-4');
    expect(shownIn(second)).toContain('4 of 4');
    const first = await presses(stage, maya, second, 'ask:1');
    expect(first.ts).toBe(second.ts);
    expect(shownIn(first)).toContain('1–3 of 4');
    expect(shownIn(await ask('/region page=9'))).toContain('Page 9 doesn’t exist. There is only 1 page.');
    expect(shownIn(await ask('/region east page=2'))).toContain('Page 2 doesn’t exist.');
  });

  test('a region: use, health, addresses, when its certificates end', async () => {
    const shown = shownIn(await ask('/region show east-1'));
    for (const part of [
      '✓ healthy',
      '29%',
      '9.3 of 32.0 cores',
      '21.4 of 62.7 GiB',
      'https://203.0.113.9:8443',
      'in 11 days',
    ])
      expect(shown).toContain(part);
    expect(shownIn(await ask('/region show 华东'))).toContain('Region east-1');
    expect(shownIn(await ask('/region show north-3'))).toContain('not readable');
    expect(shownIn(await ask('/region show north-3'))).toContain('✗ expired');
  });

  test('an unknown region: the nearest names, one press away', async () => {
    const problem = await ask('/region show est-1');
    expect(shownIn(problem)).toContain('has no region named `est-1`');
    const answer = await presses(stage, maya, problem, 'ask:c0');
    expect(answer.ts).toBe(problem.ts);
    expect(shownIn(answer)).toMatch(/Region (east-1|west-2)/);
  });

  test('a component by alias, name in any script, id, in-cluster name', async () => {
    const id = stage.platform.state.components.find(({ cname }) => cname === '订单服务')?.id ?? '';
    await ask('/component show gr51dd09');
    for (const typed of ['gr51dd09', '“订单服务”', '订单服务', id, 'component=订单服务', '—component 订单服务'])
      expect(shownIn(await ask(`/component show ${typed}`)), typed).toContain('Component 订单服务');
  });

  test('a component: what it is, its addresses, its ports; secrets only as set', async () => {
    const answer = await ask('/component show gr7c01aa');
    const shown = shownIn(answer);
    for (const part of [
      '● running',
      'registry.shop.test/shop/web:20251118-1',
      '1 core',
      '1 GiB',
      'https://www.shop.test',
      '8080 http',
    ])
      expect(shown).toContain(part);
    expect(shown).toContain('https://git.shop.test/shop/web.git');
    expect(buttonsOf(answer)).toMatchObject({ Chart: 'ask:0', Ports: 'ask:1', More: 'ask:3' });
    const more = await presses(stage, maya, answer, 'ask:3');
    expect(more.ts).toBe(answer.ts);
    // The other columns of ports don't fit a phone.
    expect(shown).not.toContain('GR7C01AA8080');
    for (const part of ['Component ID', 'Language', 'Node.js', 'GR7C01AA8080']) expect(shownIn(more)).toContain(part);
    // No names of the platform's fields, and no empty values.
    expect(shownIn(more).replace(/^.*More details\*|\nChart\n.*$/gs, '')).not.toMatch(/[a-z]_[a-z]|–$/m);
    expect(shownIn(await ask('/component show gr2f88b0 more=yes'))).toMatch(/\*Start command\*\s+set/);
  });

  test('ports: in every spelling', async () => {
    await ask('/component show gr7c01aa');
    for (const words of [
      '/port web',
      '/port list web',
      '/port component=web',
      '/port --component web',
      '/port “web”',
      '/port web:8080',
      '/portolan port web',
      '/portolan port list web',
      '/PORT web'.toLowerCase(),
    ]) {
      const shown = shownIn(await ask(words));
      expect(shown, words).toContain('Ports of web');
      // A table of these values is wider than a phone, and hid the addresses.
      expect(shown, words).toMatch(/\*8080 http\*\nExternal access: ● on\nAddress: <?http/);
      for (const part of ['8080', 'http', 'GR7C01AA8080', '● on', '○ off', '9090', 'grpc'])
        expect(shown, words).toContain(part);
    }
  });

  test('another context by in=, and an unknown one', async () => {
    expect(shownIn(await ask('/component show gr40701a in=lab/west-2/40'))).toContain('lab / west-2');
    const problem = await ask('/port web in=nowhere');
    expect(shownIn(problem)).toContain('`nowhere` isn’t a known context or app');
  });

  test('an unknown component is told before the form asks for what is missing', async () => {
    await ask('/component show gr2f88b0');
    const problem = await ask('/port close apii');
    expect(shownIn(problem)).toContain('is named `apii`');
    const [choice = '', id = ''] = Object.entries(buttonsOf(problem)).find(([label]) => label.startsWith('api')) ?? [];
    expect(choice).toBe('api (gr2f88b0)');
    await stage.slack.user(maya).press(problem, id);
    await stage.idle();
    expect(stage.slack.user(maya).view()?.content).toMatchObject({ callback_id: 'ask:port.close' });
  });

  test('an unknown component: the nearest names and Edit with a fresh trigger', async () => {
    await ask('/component show gr7c01aa');
    const problem = await ask('/port wbe');
    expect(shownIn(problem)).toContain('is named `wbe`');
    expect(problem.ephemeralFor).toBe(maya);
    const answer = await presses(stage, maya, problem, 'ask:c0');
    expect(shownIn(answer)).toContain('Ports of web');
    const again = await ask('/port close wbe 8080');
    await stage.user(maya).press(again, 'modal:edit');
    expect(JSON.stringify(stage.slack.user(maya).view()?.content)).toContain('"value":"wbe"');
    await stage.slack.user(maya).close(true);
  });

  test('help, with forms behind its select; words that mean nothing', async () => {
    const help = await ask('/portolan');
    expect(shownIn(help)).toMatch(/List the components of the app\n`\/component list`/);
    const requests = await ask('/portolan help topic=requests');
    expect(shownIn(requests)).toMatch(/`\/portolan audit[^`]*` – /);
    const ports = await ask('/port help');
    expect(shownIn(ports)).toMatch(/`\/port open[^`]*` – Open a port/);
    expect(shownIn(await ask('/portolan help port open'))).toMatch(/`for=`/);
    const unknown = await ask('/portolan open port web');
    expect(shownIn(unknown)).toContain('I don’t recognize “open port web”. Try `/port open web`.');
    await stage.user(maya).press(unknown, 'modal:guess');
    expect(JSON.stringify(stage.slack.user(maya).view()?.content)).toContain('"value":"web"');
    await stage.slack.user(maya).close(true);
    // A form that only asks for a page explains no word.
    const noForm = await ask('/portolan openings all');
    expect(shownIn(noForm)).toContain('I don’t recognize “openings all”.');
    // A word that is like no command isn't taken for one.
    expect(shownIn(await asks(stage, 'U0MAYA', 'C0SHOP', '/portolan bogus'))).toMatch(
      /I don’t recognize “bogus”\. Try `\/portolan help`\./,
    );
    expect(shownIn(await presses(stage, maya, noForm, 'ask:guess'))).toContain('What is open');
    const slip = await ask('/port lsit web');
    expect(shownIn(await presses(stage, maya, slip, 'ask:guess'))).toContain('Ports of web');
    // The words of another command lead there, unless a component has such a name.
    expect(shownIn(await ask('/port openings'))).toContain('What is open');
    expect(shownIn(await ask('/component ports web'))).toContain('Ports of web');
    const open = await ask('/component open web 9090');
    expect(shownIn(open)).toContain('I don’t recognize “open web 9090”. Try `/port open web 9090`.');
    // A flag of one command may be meant as the verb of another.
    const opens = await ask('/gateway open web');
    await stage.user(maya).press(opens, 'modal:guess');
    expect(JSON.stringify(stage.slack.user(maya).view()?.content)).toMatch(/Open a port.*"value":"web"/);
    await stage.slack.user(maya).close(true);
    await stage.user(maya).press(opens, 'modal:near0');
    expect(JSON.stringify(stage.slack.user(maya).view()?.content)).toContain('Gateway rule');
    await stage.slack.user(maya).close(true);
    expect(shownIn(await ask('/port wbe'))).toContain('is named `wbe`');
    await stage.user(maya).press(ports, 'modal:form', '{"o":"port.list","g":{}}');
    expect(JSON.stringify(stage.slack.user(maya).view()?.content)).toContain('ask:port.list');
    await stage.slack.user(maya).close(true);
  });

  test('the search of the help finds what the help finds, in the person’s language, and is never empty', async () => {
    const search = async (user: string, words: string, typed: string) => {
      const help = await asks(stage, user, shop, words);
      const at = help.blocks.filter(isRecord).find(({ block_id: id }) => String(id).startsWith('pick:'));
      const blockId = String(at?.block_id);
      const actionId = blockId.replace(/^(pick:\d+):.*/s, '$1');
      const loaded = await stage.slack.user(user).options({ channel: shop, ts: help.ts }, { actionId, blockId }, typed);
      const found = loaded.ok ? (loaded.options?.options ?? []) : [];
      const choose = async (value: string) =>
        only(await acts(stage, user, shop, (actor) => actor.press(help, { actionId, blockId }, value)));
      return { shown: found.map(({ text }) => text.text), values: found.map(({ value }) => value), choose };
    };
    const who = await search(maya, '/portolan help', 'who');
    expect(who.shown.at(-1)).toBe('/portolan audit – Show the audit log');
    expect(shownIn(await who.choose('portolan audit'))).toContain('Help: portolan audit');
    expect((await search('U0LIU', '/portolan help', '谁')).shown.at(-1)).toBe('/portolan audit – 查看审计日志');
    const none = await search(maya, '/portolan help', 'xyzzy');
    expect(none.shown).toEqual(['Show all topics: nothing found for “xyzzy”']);
    expect(shownIn(await none.choose(none.values[0] ?? ''))).toContain('What Portolan can do');
    // In a list, it begins with that list's commands, and still finds all others.
    expect((await search(maya, '/port help', '')).values).toContain('port close');
    expect((await search(maya, '/port help', '')).values).not.toContain('gateway list');
    expect((await search(maya, '/port help', 'domain')).values).toContain('gateway http');
  });

  test('a mention in a thread and at the top, with what Slack makes of the text', async () => {
    const parent = await stage.slack.user(maya).say(shop, 'what is up with the shop?');
    const ts = parent.ok ? (parent.ts ?? '') : '';
    const inThread = only(await acts(stage, maya, shop, (actor) => actor.mention(shop, 'component show gr7c01aa', ts)));
    expect(inThread.threadTs).toBe(ts);
    expect(inThread.shown).toBe(true);
    expect(inThread.ephemeralFor).toBe(maya);
    const top = only(await acts(stage, maya, shop, (actor) => actor.mention(shop, '/port web.shop.test &amp; more')));
    expect(top.shown).toBe(true);
    expect(shownIn(top)).toContain('I don’t recognize “/port web.shop.test');
    const link = only(await acts(stage, maya, shop, (actor) => actor.mention(shop, 'port www.shop.test')));
    expect(shownIn(link)).toContain('is named `www.shop.test`');
  });

  test('in their own messages with the bot: answered there, nothing to share', async () => {
    const direct = stage.slack.user(maya).direct();
    const answer = only(await acts(stage, maya, direct, (actor) => actor.say(direct, 'region list')));
    expect(answer.channel).toBe(direct);
    expect(shownIn(answer)).toContain('east-1');
    expect(Object.values(buttonsOf(answer))).not.toContain('share');
  });
});

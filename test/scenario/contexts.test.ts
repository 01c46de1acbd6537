import { policyOf } from '../engine/policy-of.ts';
import { asks, buttonsOf, presses, shownIn, wordsOf } from './stage.ts';
import { useStage } from './use-stage.ts';

const shop = 'C0SHOP';
const maya = 'U0MAYA';

describe('contexts', async () => {
  const stage = await useStage();
  const ask = (words: string, who = maya, channel = shop) => asks(stage, who, channel, words);

  test('said, then the channel’s, then the person’s, then the configured one; every answer names it', async () => {
    expect(shownIn(await ask('/component'))).toContain('Context: shop / east-1 / shop #12');
    expect(shownIn(await ask('/portolan use lab/west-2/40 as sandbox me'))).toContain('you now use sandbox');
    expect(shownIn(await ask('/component'))).toContain('Context: sandbox (lab / west-2 / sandbox #40)');
    expect(shownIn(await ask('/component', 'U0SAM'))).toContain('shop #12');
    expect(shownIn(await ask('/portolan use shop/east-1/15 as billing'))).toContain('This channel now uses billing');
    expect(shownIn(await ask('/component'))).toContain('billing (shop / east-1 / billing #15)');
    expect(shownIn(await ask('/component', 'U0SAM'))).toContain('billing #15');
    expect(shownIn(await ask('/component', maya, 'C0BILLING'))).toContain('sandbox #40');
    for (const said of ['in=sandbox', 'in=lab/west-2/40', '--in sandbox', 'in="sandbox"'])
      expect(shownIn(await ask(`/component ${said}`)), said).toContain('sandbox (lab / west-2 / sandbox #40)');
    const shown = shownIn(await ask('/portolan context'));
    expect(shown).toMatch(/billing \(shop \/ east-1 \/ billing #15\), set by <@U0MAYA>/);
    expect(shown).toContain('sandbox (lab / west-2');
  });

  test('a name that means another place is taken by nobody for themselves, and moved only with a word', async () => {
    await ask('/portolan use shop/east-1/20 as reports');
    const taken = await ask('/portolan use lab/west-2/40 as Reports me', 'U0LIU', 'C0GENERAL');
    expect(shownIn(taken)).toContain('名称 `Reports` 已用于另一个上下文：shop / east-1 / reports #20');
    expect(shownIn(await ask('/component in=reports'))).toContain('reports #20');
    const moved = shownIn(await ask('/portolan use shop/east-1/21 as reports'));
    expect(moved).toContain('This channel now uses reports (shop / east-1 / empty #21), set by maya.');
    expect(moved).toContain('Until now, `reports` was the name of shop / east-1 / reports #20');
    await ask('/portolan use shop/east-1/12');
  });

  test('a known name is used again by itself, or by its button', async () => {
    expect(shownIn(await ask('/portolan use sandbox'))).toContain('This channel now uses sandbox');
    const shown = await ask('/portolan context', maya, 'C0GENERAL');
    const used = await presses(stage, maya, shown, buttonsOf(shown)['Use billing'] ?? '');
    expect(shownIn(used)).toContain('This channel now uses billing');
    expect(shownIn(await ask('/component', 'U0LIU', 'C0GENERAL'))).toContain('billing #15');
  });

  test('everyone sees the language and the charts of the channel, and who set them', async () => {
    const shown = async () => shownIn(await ask('/portolan context', maya, 'C0GENERAL'));
    expect(await shown()).toMatch(/Language here\W+not set\W+Charts posted here\W+light/);
    await ask('/portolan language zh', 'U0SAM', 'C0GENERAL');
    await ask('/portolan theme dark here', 'U0LIU', 'C0GENERAL');
    const now = await shown();
    expect(now).toMatch(/Language here\W+Chinese, set by <@U0SAM>/);
    expect(now).toMatch(/Charts posted here\W+dark, set by <@U0LIU>/);
    await ask('/portolan language en', 'U0SAM', 'C0GENERAL');
  });

  test('what is set for a channel is told to everybody in it, who can set it back', async () => {
    await ask('/portolan use shop/east-1/15', maya, 'C0BILLING');
    const set = await ask('/portolan use shop/east-1/20 as reports', maya, 'C0BILLING');
    expect(set.ephemeralFor).toBeNull();
    expect(shownIn(set)).toContain('now uses reports (shop / east-1 / reports #20), set by maya. Before, it used');
    // The context didn't change, so only the person who asked sees the answer.
    expect((await ask('/portolan use reports', 'U0SAM', 'C0BILLING')).ephemeralFor).toBe('U0SAM');
    const back = await presses(stage, 'U0SAM', set, buttonsOf(set)['Set back to billing'] ?? '');
    expect(back.ephemeralFor).toBeNull();
    expect(shownIn(back)).toMatch(/now uses .*billing #15, set by sam\. Before, it used reports/);
    const first = await ask('/portolan use shop/east-1/15', maya, 'C0NOBOT');
    expect(first).toMatchObject({ ephemeralFor: null, channel: 'C0NOBOT' });
    expect(shownIn(first)).toContain('Before, it had no context of its own.');
    const cleared = await presses(stage, 'U0SAM', first, buttonsOf(first)['Clear the context'] ?? '');
    expect(shownIn(cleared)).toContain('sam cleared this channel’s context.');
    expect(await stage.bot().store.contexts.get('channel', 'C0NOBOT')).toBeUndefined();
  });

  test('where nobody can be told, nothing is set', async () => {
    // A modal gives no response_url, and the bot isn't a member of the channel.
    const form = stage.user(maya);
    await form.slash('C0NOBOT', '/portolan use');
    await form.options({ view: form.view()?.id ?? '' }, 'where', 'reports');
    await form.submit({ where: { where: 'reports' }, me: { me: [] } });
    expect(wordsOf(form.view()?.content)).toContain(
      'its context wasn’t changed: everyone here has to see such a change',
    );
    expect(await stage.bot().store.contexts.get('channel', 'C0NOBOT')).toBeUndefined();
    await form.close(true);
  });

  test('a place that is not there: the nearest ones, and nothing is set', async () => {
    const region = await ask('/portolan use shop/est-1/12');
    expect(buttonsOf(region)).toHaveProperty('shop/east-1/12');
    const app = await ask('/portolan use shop/east-1/99');
    expect(shownIn(app)).toContain('App `99` wasn’t found in east-1.');
    expect(buttonsOf(app)).toHaveProperty('billing (15)');
    expect(shownIn(await ask('/component'))).toContain('sandbox #40');
    const used = await presses(stage, maya, app, 'ask:c1');
    expect(shownIn(used)).toContain('shop / east-1 / billing #15');
  });

  test('`use none` clears the context, the channel’s or one’s own', async () => {
    await ask('/portolan use shop/east-1/15', maya, 'C0BILLING');
    expect(shownIn(await ask('/portolan use none', maya, 'C0BILLING'))).toContain(
      'maya cleared this channel’s context. Before, it used shop / east-1',
    );
    expect(shownIn(await ask('/component', 'U0SAM', 'C0BILLING'))).toContain('shop #12');
    expect(shownIn(await ask('/portolan use none', maya, 'C0BILLING'))).toContain('This channel has no context');
    await ask('/portolan use shop/east-1/15 me', 'U0SAM');
    expect(shownIn(await ask('/portolan use NONE me', 'U0SAM'))).toContain('Your personal context is cleared.');
    const [newest, before] = await stage.bot().store.audit.search({ limit: 2, words: [['context.use']] });
    expect(newest).toMatchObject({ who: { id: 'U0SAM' }, details: { scope: 'person', context: 'none' } });
    expect(before).toMatchObject({ details: { scope: 'person', context: 'shop/east-1/15' } });
    expect(shownIn(await ask('/portolan audit in=shop/east-1/15'))).toContain('shop/east-1/15');
  });

  test('what is set in direct messages is one’s own, as App Home shows it', async () => {
    const sam = stage.user('U0SAM');
    expect(shownIn(await ask('/portolan use shop/east-1/20', 'U0SAM', sam.direct()))).toContain('you now use');
    await sam.openHome();
    expect(wordsOf(sam.home()?.content)).toContain('Yours: ');
    expect(wordsOf(sam.home()?.content)).toContain('reports');
    expect(shownIn(await ask('/portolan use none', 'U0SAM', sam.direct()))).toContain(
      'Your personal context is cleared',
    );
  });

  test('a region under maintenance says so for questions too', async () => {
    await stage.platform.faults.set({ maintenance: ['east-1'] });
    const closed = await ask('/component');
    await stage.platform.faults.set({ maintenance: [] });
    expect(shownIn(closed)).toContain('Region east-1 can’t be used right now: ⚠ under maintenance.');
    expect(shownIn(await presses(stage, maya, closed, 'ask:again'))).toContain('Components of');
  });

  test('a typo in in= offers the contexts that there are, and asks the same there', async () => {
    const problem = await ask('/component show toy in=sandbx');
    const answer = await presses(stage, maya, problem, buttonsOf(problem).sandbox ?? '');
    expect(shownIn(answer)).toContain('Component toy');
    expect(shownIn(answer)).toContain('sandbox #40');
  });

  test('a place in in= that is not there: the nearest ones, one press away', async () => {
    const region = await ask('/component show toy in=lab/wst-2/40');
    expect(shownIn(region)).toContain('Team lab has no region named `wst-2`.');
    const answer = await presses(stage, maya, region, buttonsOf(region)['lab/west-2/40'] ?? '');
    expect(shownIn(answer)).toContain('Component toy');
    for (const words of ['/component', '/monitor', '/port web', '/port open web 9090']) {
      const app = await ask(`${words} in=shop/east-1/99`);
      expect(shownIn(app), words).toContain('App `99` wasn’t found in east-1.');
      expect(buttonsOf(app), words).toHaveProperty('shop (12)');
    }
  });

  test('they outlive a restart', async () => {
    await ask('/portolan use shop/west-2/31 as west');
    await stage.restart();
    expect(shownIn(await ask('/component'))).toContain('west (shop / west-2 / shop #31)');
    expect(shownIn(await ask('/component', maya, 'C0BILLING'))).toContain('sandbox #40');
  });
});

describe('no context anywhere', async () => {
  const stage = await useStage({ context: null });

  test('the bot asks for one with a picker, and it holds from then on', async () => {
    const asked = await asks(stage, maya, shop, '/port web');
    expect(shownIn(asked)).toContain('which app you mean');
    const actor = stage.user(maya);
    await actor.press(asked, 'modal:context');
    const view = actor.view();
    const loaded = await actor.options({ view: view?.id ?? '' }, 'where', '');
    const options = loaded.ok ? (loaded.options?.options ?? []) : [];
    expect(options.map(({ text }) => text.text)).toContain('billing – shop/east-1/15');
    expect(options.map(({ value }) => value)).toContain('lab/west-2/40');
    const searched = await actor.options({ view: view?.id ?? '' }, 'where', 'storefront/x');
    expect(searched.ok ? searched.options?.options.map(({ value }) => value) : []).toContain('storefront/x');
    expect((await actor.submit({ where: { where: 'shop/east-1/12' } })).ok).toBe(true);
    await stage.idle();
    await actor.close(true);
    const answer = await presses(stage, maya, asked, 'ask:again');
    expect(answer.ts).toBe(asked.ts);
    expect(shownIn(answer)).toContain('Ports of web');
    expect(shownIn(await asks(stage, 'U0SAM', shop, '/port web'))).toContain('Ports of web');
  });

  test('what needs none works without', async () => {
    expect(shownIn(await asks(stage, maya, 'C0BILLING', '/portolan'))).toContain('What Portolan can do');
    expect(shownIn(await asks(stage, maya, 'C0BILLING', '/portolan context'))).toContain('No context is set here');
    expect(shownIn(await asks(stage, maya, 'C0BILLING', '/region in=lab/west-2/40'))).toContain('Regions of lab');
  });
});

describe('a platform that follows the document alone', async () => {
  const stage = await useStage({ context: null, platform: { dialect: 'document' } });

  test('a context is typed', async () => {
    const actor = stage.user(maya);
    await actor.press(await asks(stage, maya, shop, '/component'), 'modal:context');
    const loaded = await actor.options({ view: actor.view()?.id ?? '' }, 'where', 'shop/east-1/12');
    expect(loaded.ok ? loaded.options?.options.map(({ value }) => value) : []).toEqual(['shop/east-1/12']);
    await actor.submit({ where: { where: 'shop/east-1/12' } });
    expect(shownIn(await asks(stage, maya, shop, '/component show gr7c01aa'))).toContain('Component web');
    expect(shownIn(await asks(stage, maya, shop, '/component'))).toContain('web');
  });
});

describe('contexts of the policy', async () => {
  const stage = await useStage({
    policy: policyOf(`
contexts:
  shop: { team: shop, region: east-1, app: 12, channel: ${shop} }
  billing: { team: shop, region: east-1, app: billing }
`),
  });
  const ask = (words: string, channel = shop) => asks(stage, maya, channel, words);

  test('the channel has its own, and only those that it lists can be used', async () => {
    expect(shownIn(await ask('/component'))).toContain('shop (shop / east-1 / shop #12)');
    expect(shownIn(await ask('/portolan use billing'))).toContain('policy file sets this channel’s context');
    expect(shownIn(await ask('/component in=billing'))).toContain('Context: billing (');
    expect(shownIn(await ask('/component in=shop/east-1/15'))).toContain('Context: billing (');
    for (const words of ['/component in=lab/west-2/40', '/portolan use lab/west-2/40 me']) {
      const shown = shownIn(await ask(words));
      expect(shown, words).toContain(
        '`lab/west-2/40` isn’t one of the contexts in the policy file. Use one of these: shop, billing.',
      );
    }
    expect(shownIn(await ask('/portolan use billing', 'C0GENERAL'))).toContain('now uses billing');
  });
});

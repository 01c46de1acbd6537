import { shopSeed } from '../../playground/platform/seed/shop-seed.ts';
import type { WorldSeed } from '../../playground/platform/simulated-world.ts';
import { acts, asks, buttonsOf, only, presses, shownIn } from './stage.ts';
import { useStage } from './use-stage.ts';

// Tests hostile text from the platform and from people in every place that shows it.
const shop = 'C0SHOP';
const maya = 'U0MAYA';

const nasty = '<!channel> <@U0SAM> <https://evil.test|web> *b* `c` &amp; \u202Egnp\u0007\u200b';

const hostile: WorldSeed = (now) => {
  const seed = shopSeed(now);
  return {
    ...seed,
    components: seed.components.map((each) =>
      each.cname === 'web'
        ? {
            ...each,
            cname: nasty,
            detail: { ...each.detail, image: nasty, version: nasty, desc: nasty, language: nasty },
          }
        : each,
    ),
    regions: seed.regions.map((each) => ({ ...each, alias: '<!channel> <@U0SAM> evil.test', desc: nasty })),
    apps: seed.apps.map((each) => ({ ...each, name: nasty })),
    ports: seed.ports.map((each) => ({ ...each, k8sServiceName: nasty })),
  };
};

describe('hostile text', async () => {
  const stage = await useStage({ platform: { seed: hostile } });
  afterEach(async () => {
    const pinged = stage.slack.workspace.messages.filter(({ byBot, pings }) => byBot && pings.length > 0);
    expect(pinged.map(({ blocks }) => JSON.stringify(blocks))).toEqual([]);
    const sent = stage.slack.workspace.messages.filter(({ byBot }) => byBot);
    for (const { text, blocks } of sent) {
      const all = [text, ...mrkdwnOf(blocks)].join('\n');
      const unescaped = ['<!channel', '<@U0SAM', '<https://evil', '\u202e', '\u0007', '\u200b'].filter((each) =>
        all.includes(each),
      );
      expect(unescaped, all).toEqual([]);
    }
  });

  test('from the platform, in every answer, shared ones too', async () => {
    for (const words of [
      '/region',
      '/region show east-1',
      '/component',
      '/component show gr7c01aa',
      '/component show gr7c01aa more=yes',
      '/port gr7c01aa',
      '/portolan context',
      '/monitor gr7c01aa 1h',
    ]) {
      const answer = await asks(stage, maya, shop, words);
      expect(shownIn(answer), words).toContain('evil.test');
      if (!Object.values(buttonsOf(answer)).includes('share')) continue;
      await acts(stage, maya, shop, (actor) => actor.press(answer, 'share'));
    }
  });

  test('from the platform, in numbers, choices and forms', async () => {
    const chart = await asks(stage, maya, shop, '/monitor gr7c01aa 1h');
    await acts(stage, maya, shop, (actor) => actor.press(chart, 'chart.numbers'));
    const problem = await asks(stage, maya, shop, '/port gr7c01ab');
    expect(shownIn(problem)).toContain('evil.test');
    expect(shownIn(await presses(stage, maya, problem, 'ask:c0'))).toContain('8080');
    const actor = stage.user(maya);
    await actor.slash(shop, '/port');
    const loaded = await actor.options({ view: actor.view()?.id ?? '' }, 'component', '');
    expect(loaded.ok && loaded.options?.options.some(({ text }) => text.text.includes('evil.test'))).toBe(true);
    await actor.close(true);
  });

  test('typed by people, in commands, mentions and forms', async () => {
    const texts = [
      nasty,
      '<!here> <!subteam^S0123OPS>',
      '`x` *y* _z_',
      '\u0000\u0001',
      '\'"“”‘’«»',
      '='.repeat(50),
      'x'.repeat(3_900),
      '订'.repeat(3_000),
      '--',
      '—',
      'a=b=c',
      '$(id) {{7*7}}',
      '../../etc/passwd',
      "'; drop table region; --",
    ];
    const commands = [
      ...['/port', '/component show', '/region', '/region show', '/monitor', '/portolan', '/portolan help'],
      ...['/portolan use', '/component in=x'],
    ];
    for (const [index, words] of texts.entries()) {
      // Each command gets only every third text, so each text is used with a third of the commands.
      for (const command of commands.filter((_, at) => at % 3 === index % 3))
        await acts(stage, maya, shop, (actor) => actor.slash(shop, `${command} ${words}`));
      await stage.slack.user(maya).close(true);
      const line = await acts(stage, maya, shop, (actor) => actor.mention(shop, `component show ${words}`));
      expect(line.length, words).toBeGreaterThan(0);
    }
    expect(stage.slack.user(maya).notices()).toEqual([]);
  }, 120_000);
});

function mrkdwnOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(mrkdwnOf);
  if (typeof value !== 'object' || value === null) return [];
  const own = 'type' in value && value.type === 'mrkdwn' && 'text' in value ? [String(value.text)] : [];
  return [...own, ...Object.values(value).flatMap(mrkdwnOf)];
}

describe('a workspace with prefixed commands', async () => {
  const stage = await useStage({ prefix: 'rb-' });

  test('everything that is shown has the prefix', async () => {
    expect(shownIn(await asks(stage, maya, shop, '/rb-port web'))).toContain('Ports of web');
    for (const words of ['/rb-portolan port web', '/rb-portolan rb-port web'])
      expect(shownIn(await asks(stage, maya, shop, words)), words).toContain('Ports of web');
    const shown = [
      shownIn(await asks(stage, maya, shop, '/rb-portolan')),
      shownIn(await asks(stage, maya, shop, '/rb-portolan help port')),
      shownIn(await asks(stage, maya, shop, '/rb-portolan nonsense words')),
      shownIn(only(await acts(stage, maya, shop, (actor) => actor.mention(shop, 'component show')))),
      shownIn(await asks(stage, maya, shop, '/rb-portolan audit')),
    ].join('\n');
    expect(shown).toMatch(/\/rb-port list\b/);
    expect(shown.match(/\/(region|component|port|gateway|monitor|portolan)\b(?! ?\/)/g) ?? []).toEqual([]);
    expect(shownIn(only(await acts(stage, maya, shop, (actor) => actor.mention(shop, 'rb-port web'))))).toContain(
      'Ports of web',
    );
  });
});

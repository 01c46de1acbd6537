import { idOf } from '../../playground/platform/seed/seed-id.ts';
import { objectsOf } from '../../playground/slack/json-values.ts';
import type { TemporaryAccess } from '../../src/core/request/temporary-access.ts';
import { acts, asks, buttonsOf, isRecord, only, shownIn, wordsOf } from './stage.ts';
import { useStage } from './use-stage.ts';

const shop = 'C0SHOP';
const maya = 'U0MAYA';

/** Returns the menu of the row that has some words. */
function menuOf({ blocks }: { readonly blocks: readonly unknown[] }, words: string) {
  const row = blocks.filter(isRecord).find((block) => wordsOf(block).includes(words));
  const blockId = String(row?.block_id);
  return { actionId: blockId.split(':').slice(0, 2).join(':'), blockId };
}

describe('questions to a console', async () => {
  const stage = await useStage();
  afterEach(() => stage.platform.faults.set({ regionFaults: {} }));
  const ask = (words: string, who = maya, channel = shop) => asks(stage, who, channel, words);

  test('apps: their status, unknown where the region is silent; their names mean them', async () => {
    const listed = shownIn(await ask('/portolan apps'));
    for (const part of ['Apps of shop in east-1', 'billing', '15', '◐ partly running']) expect(listed).toContain(part);
    expect(shownIn(await ask('/portolan apps bill', 'U0LIU'))).toContain('团队“shop”在集群“east-1”的应用');
    await stage.platform.faults.set({ regionFaults: { 'east-1': { kind: 'unreachable' } } });
    const silent = shownIn(await ask('/portolan apps'));
    expect(silent).toContain('? unknown');
    expect(silent).not.toContain('none running');
    await stage.platform.faults.set({ regionFaults: {} });
    expect(shownIn(await ask('/component in=billing'))).toContain('billing #15');
    expect(shownIn(await ask('/component in=shop/east-1/billing'))).toContain('billing #15');
    const typo = await ask('/component in=biling');
    expect(shownIn(typo)).toContain('`biling` isn’t a known context or app');
    expect(buttonsOf(typo)).toHaveProperty('billing (15)');
    expect(shownIn(await ask('/portolan use billing me'))).toContain('shop / east-1 / billing #15');
    await ask('/portolan use shop/east-1/12 me');
  });

  test('components: the last known statuses with their time, while the region or the platform doesn’t answer', async () => {
    const listed = shownIn(await ask('/component list'));
    expect(listed).toContain('● running');
    // A rolling update with pods that can't run needs attention, as an abnormal status does, and comes after it.
    expect(listed).toMatch(/🔴 abnormal.*◌ rolling update · 🔴 stuck.*● running/s);
    const before = /The statuses are as of <!date\^/;
    await stage.platform.faults.set({ regionFaults: { 'east-1': { kind: 'unreachable' } } });
    const silent = shownIn(await ask('/component list'));
    for (const part of [/⚠ The region isn’t responding\. /, before, /● running/, /🔴 stuck/])
      expect(silent).toMatch(part);
    const web = shownIn(await ask('/component show web'));
    expect(web).toMatch(/⚠ The region isn’t responding\. Its status and other details can’t be read now\./);
    expect(web).toMatch(/● running \(as of <!date\^/);
    expect(web).not.toContain('internal error');
    await stage.platform.faults.set({ regionFaults: {}, down: 'reset' });
    const down = await ask('/component list');
    for (const part of [/⚠ The platform doesn’t answer\. /, before, /● running/]) expect(shownIn(down)).toMatch(part);
    expect(Object.keys(buttonsOf(down))).toContain('Try again');
    expect(shownIn(await ask('/component show web'))).toMatch(/doesn’t answer.* web, as of <!date\^.*: ● running\./);
    const stuck = shownIn(await ask('/component show gr5ea3c2'));
    expect(stuck).toMatch(/as of <!date\^.*: ◌ rolling update · 🔴 stuck\./);
    // It names as many components as before, and says the same of them.
    for (const part of ['importer', '🔴 abnormal', '🔴 stuck']) expect(shownIn(down)).toContain(part);
    expect(shownIn(down)).not.toContain('some instances abnormal');
    await stage.platform.faults.set({ down: 'no' });
  });

  test('events, and the log of one that was chosen; the whole of it as a file for the asker', async () => {
    const events = await ask('/component events web');
    const shown = shownIn(events);
    for (const part of ['🔴 failed *Build*', 'took 1 minute 1 second', 'tom', '构建源码失败', '<!date^'])
      expect(shown).toContain(part);
    expect(shown).not.toContain('s3cr3t');
    const failed = stage.platform.state.events.find(({ status, pod }) => status === 'failure' && pod === null);
    const chosen = await acts(stage, maya, shop, (actor) => actor.press(events, 'pick:0', failed?.id ?? ''));
    const log = only(chosen);
    expect(log.ephemeralFor).toBe(maya);
    expect(shownIn(log)).toContain('[secret]');
    for (const part of ['\u001b', 's3cr3t']) expect(shownIn(log)).not.toContain(part);
    const before = stage.slack.workspace.files.size;
    await acts(stage, maya, shop, (actor) => actor.press(log, buttonsOf(log)['Send the whole log to me'] ?? ''));
    const [file] = [...stage.slack.workspace.files.values()].slice(before);
    expect(file?.name).toMatch(/^gr7c01aa-build-service-[0-9a-f]{8}\.log$/);
    expect(file?.bytes?.toString('utf8')).not.toContain('s3cr3t');
    expect(shownIn(await ask('/component log cache', 'U0LIU'))).toContain('还没有事件');
    expect(shownIn(await ask('/component log web 0000000'))).toContain('has the ID');
  });

  test('gateway rules, one that was chosen, and certificates with the rules that use them', async () => {
    const listed = await ask('/gateway list');
    for (const part of ['https://www.shop.test', '● active', 'web:8080', 'shop-wildcard (#7)', ':30021'])
      expect(shownIn(listed)).toContain(part);
    // A phone's columns would break the address inside words, so it has a line of its own.
    expect(objectsOf(listed.blocks).filter(({ type }) => type === 'table')).toEqual([]);
    expect(JSON.stringify(listed.blocks)).toContain(
      '"*<https://www.shop.test|https://www.shop.test>*\\nState: ● active · Routes to: web:8080 · Certificate: shop-wildcard (#7)',
    );
    const rule = stage.platform.state.httpRules.find(({ domain }) => domain === 'www.shop.test');
    const offered = objectsOf(listed.blocks).flatMap(({ block_id: id, accessory }) =>
      String(id).includes(String(rule?.id)) && isRecord(accessory) ? objectsOf(accessory.options) : [],
    );
    expect(offered.flatMap(({ text, value }) => (isRecord(text) && value ? [text.text] : []))).toEqual([
      ...['Show rule', 'Close', 'Delete rule'],
    ]);
    const show = JSON.stringify({ o: 'gateway.show', g: {} });
    const menu = menuOf(listed, 'https://www.shop.test');
    const chosen = only(await acts(stage, maya, shop, (actor) => actor.press(listed, menu, show)));
    expect(shownIn(chosen)).toContain('someone, here or in the platform’s console');
    const certificates = shownIn(await ask('/gateway certificates'));
    for (const part of [
      '⚠ in 6 days',
      'https://www.shop.test',
      '🔴 expired 4 days ago',
      '2 certificates need attention',
    ])
      expect(certificates).toContain(part);
    expect(certificates).not.toContain('lab-toys');
  });

  test('a region with the team’s quota, unknown where it doesn’t answer', async () => {
    expect(shownIn(await ask('/region show east-1'))).toMatch(/Quota of team shop\*?[\s\S]*\d%/);
    await stage.platform.faults.set({ regionFaults: { 'east-1': { kind: 'unreachable' } } });
    expect(shownIn(await ask('/region show east-1'))).toMatch(/limits of running instances\*\nunknown/);
  });

  test('each of many ports with temporary access can be extended and closed', async () => {
    const { store } = stage.bot();
    const at = Date.now();
    const inner = ['web 9090', 'api 8000', 'db 3306', 'cache 6379', 'orders 7000'];
    const put = ['web 8080', 'promo 80', ...inner].map((name, index): TemporaryAccess => {
      const [componentName = '', port] = name.split(' ');
      const component = idOf(componentName);
      const side = index < 2 ? 'outer' : 'inner';
      return {
        ...{
          id: `hold${index}`,
          placeKey: 'shop/east-1/12',
          componentKey: `shop/east-1/12/${component}`,
          request: 'r0',
        },
        ...{ by: maya, at, until: at + 3_600_000 + index * 60_000, tries: 0 },
        body: { component, componentName, port: Number(port), side, sides: [side] },
      };
    });
    await store.commit({ at, temporaryAccess: { put } });
    const listed = await ask('/portolan openings');
    expect(shownIn(listed)).toContain('orders 7000 (internal)');
    const closing = JSON.stringify({ o: 'port.close', g: { side: ['inner'] } });
    const card = only(
      await acts(stage, maya, shop, (actor) => actor.press(listed, menuOf(listed, 'orders 7000'), closing)),
    );
    expect(shownIn(card)).toContain('Close internal access to port 7000');
    const longer = JSON.stringify({ o: 'port.until', g: { side: ['outer'], longer: ['yes'] }, m: 1 });
    await acts(stage, maya, shop, (actor) => actor.press(listed, menuOf(listed, 'promo 80'), longer));
    const actor = stage.slack.user(maya);
    await actor.options({ view: actor.view()?.id ?? '' }, { actionId: 'for', blockId: 'for' }, '30m');
    const extending = await acts(stage, maya, shop, () => actor.submit({ for: { for: '30m' } }));
    expect(extending.map(shownIn).join('\n')).toContain('Keep port 80 on promo open to the internet 30 minutes longer');
    await store.commit({ at, temporaryAccess: { drop: put.map(({ id }) => id) } });
  });

  test('a rule is deleted after an approval; the live route is told of', async () => {
    const asked = await acts(stage, maya, shop, (actor) => actor.slash(shop, '/gateway delete www.shop.test'));
    const card = only(asked.filter((message) => shownIn(message).includes('will probably stay reachable')));
    const after = await acts(stage, 'U0SAM', shop, (actor) => actor.press(card, 'request.approve'));
    expect(after.map(shownIn).join('\n')).toContain('The rule https://www.shop.test is deleted.');
    expect(stage.platform.state.httpRules.some(({ domain }) => domain === 'www.shop.test')).toBe(false);
    expect(shownIn(await ask('/gateway delete 0.0.0.0:30021'))).toContain('is a TCP rule');
    stage.platform.restore();
  });
});

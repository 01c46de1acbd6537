import fc from 'fast-check';
import type { ElsewhereAct } from '../../playground/platform/edge/elsewhere.ts';
import { policyOf } from '../engine/policy-of.ts';
import { asks, buttonsOf, only, type StillStage, shownIn, startStillStage, unsound, wordsOf } from './stage.ts';

// Tests that the bot reports access once if it was opened outside of the bot, and never if the bot opened it.
const minute = 60_000;
const shop = 'C0SHOP';

let place: StillStage;
afterEach(async () => {
  expect(await unsound(place)).toEqual([]);
  await place.stop();
});

async function start(): Promise<void> {
  place = await startStillStage({
    policy: policyOf('rules: [{ when: { risk: [expose, change, destroy] }, need: run }]'),
  });
  await place.user('U0MAYA').slash(shop, '/portolan use shop/east-1/12');
  const added = shownIn(await asks(place, 'U0MAYA', shop, '/watch exposure notify=@sam'));
  expect(added).toContain('4 addresses are open now.');
}
const incidents = () =>
  place.slack
    .messages(shop, 'U0MAYA')
    .filter(({ text, threadTs }) => /^\S \w+ · Opened outside/.test(text) && !threadTs);
const posts = (words: string) => incidents().filter((message) => shownIn(message).includes(words));

test('an address that is opened in the console: one message, and it ends when it is closed or accepted', async () => {
  await start();
  await place.pass(3 * minute);
  expect(incidents()).toEqual([]);
  place.platform.elsewhere({ do: 'http-rule', component: 'api', port: 8000, domain: 'behind.test' });
  await place.pass(minute + 10_000);
  const fired = only(posts('behind.test'));
  expect(shownIn(fired)).toContain('gr2f88b0-8000-shop.apps.east.shop.test');
  expect(shownIn(fired)).toContain('Opened without a request of Portolan, and nobody has marked it as expected.');
  expect(shownIn(fired)).not.toContain('<@U0SAM>');
  expect(Object.keys(buttonsOf(fired))).toEqual([
    ...['Acknowledge', 'Close api:8000…', 'These 2 are expected…', 'Show all addresses'],
  ]);

  // The list opens over the message: a private answer would be at the end of the channel, far below.
  const reader = place.user('U0MAYA');
  const countBefore = place.slack.messages(shop, 'U0MAYA').length;
  await reader.press(fired, buttonsOf(fired)['Show all addresses'] ?? '');
  const listed = () => wordsOf(reader.view()?.content);
  await place.until('the addresses are listed', () => listed().includes('www.shop.test') || undefined);
  expect(listed()).toContain('behind.test');
  expect(reader.view()?.content).not.toHaveProperty('submit');
  await reader.close(true);
  expect(place.slack.messages(shop, 'U0MAYA')).toHaveLength(countBefore);

  // Even if someone closes the new addresses, people can still reach the database by an older one.
  expect(shownIn(fired)).toMatch(
    /Not new, so not listed above, but also to look at: `203\.0\.113\.9:30021` → db:33060/,
  );

  // Nobody expects an open database, so the bot mentions someone. Each minute has its own incident.
  place.platform.elsewhere({ do: 'open', component: 'cache', port: 6379, side: 'outer' });
  const database = await place.until('the database is told', () =>
    posts('cache:6379').find((message) => shownIn(message).includes('A database can be reached from outside')),
  );
  expect(database.ts).not.toBe(fired.ts);
  expect(JSON.stringify(database)).toContain('<@U0SAM>');

  place.platform.elsewhere({ do: 'close', component: 'api', port: 8000, side: 'outer' });
  await place.until('it has ended', () =>
    shownIn(only(posts('behind.test'))).includes('Resolved') ? true : undefined,
  );
  // The address is open again within half an hour, so the bot updates the same message.
  place.platform.elsewhere({ do: 'open', component: 'api', port: 8000, side: 'outer' });
  await place.until('it is open again', () =>
    shownIn(only(posts('behind.test'))).includes('Firing') ? true : undefined,
  );

  const maya = place.user('U0MAYA');
  await maya.press(database, buttonsOf(database)['This is expected…'] ?? '');
  await maya.submit({ why: { why: 'the cache of the branch office' } });
  await place.until('accepted', () => (shownIn(only(posts('cache:6379'))).includes('Resolved') ? true : undefined));
}, 120_000);

test('while the bot was away: told once when it is back, and what was told before stays one message', async () => {
  await start();
  place.platform.elsewhere({ do: 'open', component: 'cache', port: 6379, side: 'outer' });
  await place.until('the database is told', () => posts('cache:6379')[0]);
  let back = false;
  const restarted = place.restart().then(() => {
    back = true;
  });
  place.platform.elsewhere({ do: 'http-rule', component: 'api', port: 8000, domain: 'away.test' });
  await place.until('it is back', () => back || undefined);
  await restarted;
  await place.until('what was opened meanwhile is told', () => posts('away.test')[0]);
  await place.pass(10 * minute);
  expect([posts('cache:6379').length, posts('away.test').length, incidents().length]).toEqual([1, 1, 2]);

  // One answer covers all addresses of an incident.
  const several = only(posts('away.test'));
  const maya = place.user('U0MAYA');
  await maya.press(several, buttonsOf(several)['These 2 are expected…'] ?? '');
  expect(JSON.stringify(maya.view()?.content.blocks), 'the form lists what is accepted').toMatch(
    /away\.test\\ngr2f88b0-8000-shop|gr2f88b0-8000-shop[^"]*\\naway\.test/,
  );
  await maya.submit({ why: { why: 'moved to another domain' } });
  await place.until('both are accepted', () => shownIn(only(posts('away.test'))).includes('Resolved') || undefined);
}, 120_000);

test('through Portolan, and what was open before, nothing is ever told; around it, everything once', async () => {
  await start();
  const ports = [
    ['web', 8080],
    ['api', 8000],
    ['promo', 80],
  ] as const;
  const step = fc.record({
    through: fc.boolean(),
    port: fc.constantFrom(...ports),
    wait: fc.integer({ min: 1, max: 90 }),
  });
  const isOpen = ([name, number]: (typeof ports)[number]) => {
    const { components, ports: all } = place.platform.state;
    const component = components.find(({ cname, alias, appId }) => appId === 12 && (cname === name || alias === name));
    return all.some((each) => each.componentId === component?.id && each.number === number && each.outer);
  };
  const around: string[] = [];
  for (const [index, { through, port, wait }] of fc.sample(step, { numRuns: 14, seed: 4_911 }).entries()) {
    const [component, number] = port;
    const open = isOpen(port);
    if (through) {
      await place.user('U0MAYA').slash(shop, `/port ${open ? 'close' : 'open'} ${component} ${number}`);
    } else if (open) place.platform.elsewhere({ do: 'close', component, port: number, side: 'outer' });
    else {
      const act: ElsewhereAct = { do: 'http-rule', component, port: number, domain: `n${index}.test` };
      place.platform.elsewhere(act);
      around.push(`n${index}.test`);
      // The watch must see the address before the address is closed again.
      await place.pass(minute + 10_000);
      only(posts(`n${index}.test`), `n${index}.test`);
    }
    await place.pass(wait * 1_000);
  }
  await place.pass(2 * minute);
  expect(around.length).toBeGreaterThan(2);
  // Every message must be about access that was opened outside of the bot.
  for (const message of incidents()) expect(around.some((each) => shownIn(message).includes(each))).toBe(true);
}, 240_000);

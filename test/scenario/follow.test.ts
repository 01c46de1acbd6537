import { acts, asks, buttonsOf, only, presses, shownIn, wordsOf } from './stage.ts';
import { useStillStage } from './use-stage.ts';

const place = await useStillStage();

const shown = () => place.slack.messages('C0SHOP', 'U0MAYA').filter(({ text }) => /Deploy|Follow/i.test(text));

const until = (words: RegExp) => place.until(String(words), () => shown().find(({ text }) => words.test(text)));

test('a deploy from the console, and a push that doesn’t build: one message each, edited to its end', async () => {
  const maya = place.user('U0MAYA');
  await maya.slash('C0SHOP', '/portolan use shop/east-1/12');
  await maya.slash('C0SHOP', '/follow');
  await place.pass(40_000);
  expect(shown().filter(({ text }) => / · Deploy/.test(text))).toEqual([]);
  place.platform.elsewhere({ do: 'operate', component: 'web', action: 'deploy' });
  const first = await until(/Deploy web · mei/);
  const done = await until(/Running\*? after.* · Deploy web · mei/);
  expect(done.ts).toBe(first.ts);
  expect(JSON.stringify(done.blocks)).toContain('Details');
  place.platform.elsewhere({ do: 'operate', component: 'web', action: 'deploy', by: 'Webhook', fails: 'build' });
  const failed = await until(/Failed while building.* after .* · Deploy web · started by a webhook/);
  expect(JSON.stringify(failed.blocks)).toMatch(/error/i);
  expect(JSON.stringify(failed.blocks)).toContain('Log');
  // The answers open in modals, because private messages would be far below the message.
  const countBefore = place.slack.messages('C0SHOP', 'U0MAYA').length;
  await maya.press(failed, 'show:log:0');
  await place.until('the log is there', () => wordsOf(maya.view()?.content).includes('Log of web') || undefined);
  await maya.close(true);
  await maya.press(failed, 'plan:again');
  await place.until('the plan is there', () => /Deploy web/.test(wordsOf(maya.view()?.content)) || undefined);
  await maya.close(true);
  await maya.press(failed, 'show:details');
  await place.until(
    'who started it is there',
    () => /Started by\W+a webhook/.test(wordsOf(maya.view()?.content)) || undefined,
  );
  await maya.close(true);
  await maya.press(done, 'show:details');
  const inModal = () => wordsOf(maya.view()?.content);
  await place.until('the details are there', () => /Deploy web · mei/.test(inModal()) || undefined);
  await maya.close(true);
  expect(place.slack.messages('C0SHOP', 'U0MAYA')).toHaveLength(countBefore);
  expect(place.errors()).toEqual([]);
}, 60_000);

test('a push that doesn’t start: never green, with the reason and the way back', async () => {
  place.platform.elsewhere({ do: 'operate', component: 'api', action: 'deploy', by: 'Webhook', fails: 'start' });
  const failed = await until(
    /Failed\*? after (?:about )?\d+ (?:s|min): its new instances don’t run.* · Deploy api · started by a webhook/,
  );
  expect(wordsOf(failed.blocks)).toContain('back-off restarting failed container');
  for (const label of ['Show api', 'Try again', 'Details']) expect(buttonsOf(failed)).toHaveProperty(label);
}, 60_000);

test('what Portolan itself runs is shown by its card alone, and in other channels with a link to that', async () => {
  const maya = 'U0MAYA';
  await asks(place, maya, 'C0GENERAL', '/portolan use shop/east-1/12');
  await asks(place, maya, 'C0GENERAL', '/follow');
  const asked = await acts(place, maya, 'C0SHOP', (actor) => actor.slash('C0SHOP', '/component deploy web'));
  const card = only(asked.filter(({ blocks }) => JSON.stringify(blocks).includes('request.approve')));
  await place.slack.user(maya).press({ channel: 'C0SHOP', ts: card.ts }, 'request.approve');
  const runs = (channel: string) =>
    place.slack
      .messages(channel, maya)
      .filter(
        ({ ts, text, threadTs }) =>
          ts !== card.ts && (threadTs === null || threadTs === ts) && / · Deploy web · (?!mei|started)/.test(text),
      );
  const now = () => shownIn(only(place.slack.messages('C0SHOP', maya).filter(({ ts }) => ts === card.ts)));
  const isOver = () => (runs('C0GENERAL').some(({ text }) => /Running/.test(text)) && /Done/.test(now())) || undefined;
  await place.until('both are over', isOver);
  const [message, ...more] = runs('C0GENERAL');
  expect(JSON.stringify(message?.blocks)).toContain('Details');
  // Its card has the length.
  expect(message?.text).not.toMatch(/after \d/);
  expect(more).toEqual([]);
  expect(runs('C0SHOP')).toEqual([]);
  expect(now()).toMatch(/Done/);
  await place.idle();
  await place.slack.user(maya).press(message ?? card, 'show:details');
  const inModal = () => wordsOf(place.slack.user(maya).view()?.content);
  await place.until('the details are there', () => inModal().includes('its card') || undefined);
  await place.slack.user(maya).close(true);
  expect(place.errors()).toEqual([]);
}, 60_000);

test('following only one component says what was followed until now', async () => {
  await asks(place, 'U0MAYA', 'C0SHOP', '/follow');
  const narrowed = shownIn(await asks(place, 'U0MAYA', 'C0SHOP', '/follow web'));
  expect(narrowed).toMatch(/Until now: builds, [^\n]*, of the whole app\./);
  // The same again changes nothing, not even who has set it.
  expect(shownIn(await asks(place, 'U0SAM', 'C0SHOP', '/follow web'))).toMatch(
    /already follows .*, of web\. Set by maya\./,
  );
  expect(shownIn(await asks(place, 'U0MAYA', 'C0SHOP', '/follow'))).toMatch(/Until now: builds, [^\n]*, of web\./);
});

test('when the channel’s context changes, it still follows the app, and the announcement offers to switch', async () => {
  const maya = 'U0MAYA';
  const changed = await asks(place, maya, 'C0SHOP', '/portolan use shop/east-1/15 as billing');
  expect(shownIn(changed)).toContain('Builds and deploys posted here are still those of');
  const switched = await presses(place, maya, changed, buttonsOf(changed)['Follow billing instead'] ?? '');
  expect(shownIn(switched)).toContain('This channel now follows');
  expect(shownIn(switched)).toContain('billing');
  expect(shownIn(switched)).toContain('Until now, it followed');
  const back = await asks(place, maya, 'C0SHOP', '/portolan use none');
  expect(shownIn(back)).toContain('still those of');
  expect(place.errors()).toEqual([]);
});

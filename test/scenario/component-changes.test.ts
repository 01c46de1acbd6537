import { idOf } from '../../playground/platform/seed/seed-id.ts';
import type { StoredMessage } from '../../playground/slack/workspace/workspace.ts';
import { acts, asks, buttonsOf, only, presses, shownIn, wordsOf } from './stage.ts';
import { useStage } from './use-stage.ts';

const channel = 'C0SHOP';
const maya = 'U0MAYA';

const stage = await useStage({ mode: 'socket' });
afterEach(async () => stage.platform.restore());

const ask = (words: string) => asks(stage, maya, channel, words);
const latest = ({ ts }: StoredMessage) => stage.slack.messages(channel, maya).find((message) => message.ts === ts);
const now = (card: StoredMessage) => shownIn(latest(card));
const buttonsNow = (card: StoredMessage) => Object.keys(buttonsOf(latest(card) ?? card));
const inThread = ({ ts }: StoredMessage) =>
  stage.slack.messages(channel, maya).filter((message) => message.threadTs === ts && message.ts !== ts);

/** Advances the clocks by a few seconds at a time. Returns the card's text after each step. */
async function shownWhile(card: StoredMessage, seconds: number): Promise<readonly string[]> {
  const shown: string[] = [];
  for (let passed = 0; passed < seconds; passed += 3) {
    stage.jump(3_000);
    await stage.idle();
    shown.push(now(card));
  }
  return shown;
}

async function confirmed(words: string): Promise<StoredMessage> {
  const messages = await acts(stage, maya, channel, (actor) => actor.slash(channel, words));
  const card = only(
    messages.filter(({ ts, threadTs }) => threadTs === null || threadTs === ts),
    words,
  );
  await stage.user(maya).press({ channel, ts: card.ts }, 'request.approve');
  return card;
}

test('a deploy is followed to its end on its card', async () => {
  const card = await confirmed('/component deploy web');
  expect(now(card)).toContain('web: Deploying…');
  const shown = await shownWhile(card, 42);
  expect(shown.some((text) => /web: (?:◌ rolling update|● running)/.test(text) && text.includes('*In progress*'))).toBe(
    true,
  );
  expect(shown.at(-1)).toContain('*Done*');
  expect(shown.at(-1)).toContain('web: ● running');
});

test('a rollout that is never reported: its reason is told once, and the same request again leads to its check', async () => {
  const reason = 'doesn’t report that it updates the running version: web.';
  await stage.platform.faults.set({ nextDeploy: 'no-rollout' });
  const card = await confirmed('/component deploy web');
  await shownWhile(card, 600);
  expect(now(card)).toContain('*Outcome unknown*');
  expect(now(card).split(reason)).toHaveLength(2);
  expect(shownIn(await ask('/component deploy web'))).toContain('its outcome isn’t known yet');
  await stage.user(maya).press({ channel, ts: card.ts }, 'request.check');
  expect(now(card)).toContain('*Failed*');
  expect(now(card).split(reason)).toHaveLength(2);
  expect(now(card)).not.toContain('web: built');
  expect(now(card)).toContain('If the previous version still runs, try again.');
  expect(buttonsNow(card)).toEqual(['Try again', 'Show web', 'API calls']);
  const thread = inThread(card).map(shownIn);
  expect(thread.filter((text) => text.includes(reason))).toHaveLength(1);
  expect(thread.at(-1)).toBe('<@U0MAYA> Failed: Deploy web. If the previous version still runs, try again.');
});

describe('fifteen minutes after a change', () => {
  const charts = (card: StoredMessage) =>
    inThread(card).filter((message) => shownIn(message).includes('after “Deploy web”'));

  test('its thread shows what it did: a chart from before it to after it, with what can be said of its effect', async () => {
    // Nobody could tell what the deploys of the tests above did and what this one did.
    stage.jump(60 * 60_000);
    await stage.idle();
    const card = await confirmed('/component deploy web');
    await shownWhile(card, 42);
    expect(now(card)).toContain('*Done*');
    stage.jump(14 * 60_000);
    await stage.idle();
    expect(charts(card)).toEqual([]);
    expect(now(card)).toMatch(/^Before and after are compared at .*, in the thread$/m);
    // The components are watched until the first minute after the 15 minutes.
    for (let quarter = 0; quarter < 30 && charts(card).length === 0; quarter += 1) {
      stage.jump(15_000);
      await stage.idle();
    }
    const chart = only(charts(card));
    // The component behaves like before the deploy, so no effect is claimed.
    const verdict = chart.text.split('\n')[0] ?? '';
    const [, says = ''] = /^((?:✓ )?\*[^*]+)\*: 15 minutes after “Deploy web”$/.exec(verdict) ?? [];
    expect(says).toMatch(/^✓ \*Values show no clear change$|, but (?:from |maybe for another reason)/);
    expect(chart.blocks.map(({ type }) => type)).toEqual(['section', 'image', 'table', 'context', 'actions']);
    expect(wordsOf(chart.blocks[0])).toBe(verdict);
    expect(wordsOf(chart.blocks[2]).split('\n').slice(0, 3)).toEqual(['Item', 'Before', 'After']);
    expect(now(card)).toContain(`${says.replace('*', '')} (15 minutes after)`);
    // A status from before the verdict has its time.
    expect(now(card)).toMatch(/^web: ● running at /m);
    expect(now(card)).not.toContain('are compared at');
    expect(chart.pings).toEqual([]);
    // The chart covers at least one hour, and the change is after 45 minutes.
    const lengths = stage.platform.log.entries.map(({ query }) => Number(query.end) - Number(query.start));
    expect(lengths.filter((length) => length > 3_600 && length < 3_720)).not.toEqual([]);
    stage.jump(61_000);
    // A press shows more, and keeps the verdict.
    const longer = await presses(stage, maya, chart, 'chart.range:6h');
    expect(wordsOf(longer.blocks[0])).toBe(verdict);
    expect(wordsOf(longer.blocks)).toContain('last 6 hours');
  });

  test('where monitoring is down, one sentence says that there is no chart', async () => {
    const card = await confirmed('/component deploy web');
    await shownWhile(card, 42);
    await stage.platform.faults.set({ monitoringDown: true });
    for (let minute = 0; minute < 90; minute += 1) {
      stage.jump(60_000);
      await stage.idle();
    }
    await stage.platform.faults.set({ monitoringDown: false });
    expect(charts(card)).toEqual([]);
    expect(inThread(card).filter((message) => shownIn(message).includes('couldn’t be compared'))).toHaveLength(1);
    expect(now(card)).toContain('Before and after couldn’t be compared, because monitoring didn’t respond');
    expect(now(card)).not.toContain('are compared at');
  });

  test('of a component that was deleted meanwhile nothing is posted', async () => {
    const card = await confirmed('/component deploy web');
    await shownWhile(card, 42);
    const before = inThread(card).length;
    stage.platform.elsewhere({ do: 'delete-component', component: 'web' });
    stage.jump(16 * 60_000);
    await stage.idle();
    expect(inThread(card)).toHaveLength(before);
  });
});

test('one that fails shows why in its thread, with secrets masked, and can be tried again', async () => {
  await stage.platform.faults.set({ nextDeploy: 'build-error' });
  const card = await confirmed('/component deploy web');
  await shownWhile(card, 8 + 12);
  expect(now(card)).toContain('*Failed*');
  expect(now(card)).toContain(
    '✗ web: the build failed, so what ran before wasn’t replaced. “src/checkout.ts(41,7): error TS2322:',
  );
  // The message above the log says what failed.
  const log = inThread(card).find((message) =>
    shownIn(message).startsWith('The last lines of the platform’s log of web:'),
  );
  if (!log) throw new Error('no log in the thread');
  expect(shownIn(log)).toContain('TS2322');
  expect(shownIn(log)).toContain('NPM_TOKEN=');
  expect(shownIn(log)).not.toContain('s3cr3t');
  expect(Object.keys(buttonsOf(log))).toEqual(['Try again', 'Log']);
  // The whole log opens over the thread. A message would be far below it.
  expect(await acts(stage, maya, channel, (actor) => actor.press(log, buttonsOf(log).Log ?? ''))).toEqual([]);
  expect(JSON.stringify(stage.slack.user(maya).view()?.content)).toContain('Log of web');
  await stage.slack.user(maya).close(true);
  const shown = shownIn(await ask('/component show web'));
  expect(shown).toMatch(/^Failed at .*, requested by maya: <https:.*\|Deploy web>$/m);
  expect(shown.indexOf('Failed at')).toBeLessThan(shown.indexOf('Last changed'));
  const again = await acts(stage, maya, channel, (actor) => actor.press(log, 'request.rest'));
  expect(again.map(shownIn).join('\n')).toMatch(/Deploy web/);
});

test.each([
  ['/component stop payments', /Third-party components .*: payments\./],
  ['/component stop promo', /Already stopped: promo\./],
  ['/component stop invoice in=shop/east-1/15', /only in the channel of its context/],
  ['/gateway delete gr8b21c4-8080-shop.apps.east.shop.test in=shop/east-1/15', /only in the channel of its context/],
])('what is said instead of a card %s', async (words, says) => {
  const writes = () => stage.platform.log.entries.filter(({ method }) => method !== 'GET').length;
  const before = writes();
  expect(shownIn(await ask(words))).toMatch(says);
  expect(writes()).toBe(before);
});

describe('on a platform that has only the document’s API', async () => {
  const other = await useStage({ platform: { dialect: 'document' } });
  await asks(other, maya, channel, `/port list ${idOf('web')}`);

  test.each(['/component stop web', '/component scale web', '/component image', '/portolan policy component stop web'])(
    '%s is answered in one sentence, and no form opens',
    async (words) => {
      expect(shownIn(await asks(other, maya, channel, words))).toBe(
        'This platform’s API doesn’t support this command.',
      );
      expect(other.slack.user(maya).view()).toBeUndefined();
    },
  );

  test('help doesn’t name them', async () => {
    expect(shownIn(await asks(other, maya, channel, '/component help'))).not.toContain('Stop components');
    expect(shownIn(await ask('/component help'))).toContain('Stop components');
  });
});

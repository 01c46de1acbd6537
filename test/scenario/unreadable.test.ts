import type { StoredMessage } from '../../playground/slack/workspace/workspace.ts';
import { policyOf } from '../engine/policy-of.ts';
import { acts, asks, buttonsOf, only, presses, shownIn, startStage, unsound, wordsOf } from './stage.ts';

/** Tests that the bot never takes a missing answer from Slack as a permission. */

const yaml = `
contexts:
  shop: { team: shop, region: east-1, app: 12 }
roles:
  duty: { groups: [S0123OPS] }
rules:
  - { when: { operation: port.close }, need: run }
  - { when: { operation: port.alias }, need: approve, from: duty }
`;
const channel = 'C0SHOP';
const large = 'C0LARGE';
const crowd = Array.from({ length: 1_200 }, (_, index) => ({ id: `U0CROWD${index}`, name: `crowd${index}` }));

let ahead = 0;
/** Advances the clocks of Slack and the bot together, so that signatures stay valid. */
function jump(ms: number) {
  ahead += ms;
  stage.jump(ms);
}
// Maya and Sam joined a large channel last, so they aren't on the first page of members.
const members = ['U0PORTOLAN', ...crowd.map(({ id }) => id), 'U0MAYA', 'U0SAM'];
const stage = await startStage({
  policy: policyOf(yaml),
  context: { team: 'shop', region: 'east-1', app: '12' },
  slack: {
    signNow: () => Date.now() + ahead,
    seed: { people: crowd, channels: [{ id: large, name: 'large', members }] },
  },
});
afterEach(async () => {
  await stage.slack.injectFault({ fault: 'reset' });
  // Clear the caches, so that the reads of one test don't affect the next test.
  jump(61_000);
});
afterAll(async () => {
  expect(await unsound(stage)).toEqual([]);
  await stage.stop();
});

beforeEach(() => stage.platform.restore());
const fail = (method: string) => stage.slack.injectFault({ fault: 'fail', method, error: 'internal_error', times: 50 });
const mend = () => stage.slack.injectFault({ fault: 'reset' });
const unreadable = /could not read from Slack|couldn’t read/;

const cards = (where = channel): readonly StoredMessage[] =>
  stage.slack
    .messages(where, 'U0MAYA')
    .filter((each) => each.byBot && each.ephemeralFor === null && 'API calls' in buttonsOf(each));
const latest = () => cards().at(-1) ?? expect.fail('no card');

describe('where Slack cannot be read', () => {
  it('a change is refused, and Try again asks it', async () => {
    await fail('conversations.members');
    const before = cards().length;
    const refusal = await asks(stage, 'U0MAYA', channel, '/port close web 8080');
    expect(shownIn(refusal)).toMatch(unreadable);
    expect(cards()).toHaveLength(before);
    await mend();
    await acts(stage, 'U0MAYA', channel, (actor) => actor.press(refusal, 'ask:again'));
    expect(cards()).toHaveLength(before + 1);
    expect(cards().at(-1)?.text).toContain('Done');
  });

  it('a form for a channel whose rule lets it run does nothing, and shows why', async () => {
    await fail('conversations.members');
    const user = stage.user('U0SAM');
    await user.slash('C0BILLING', '/port close web 8080 nonsense=1');
    const writes = () => stage.platform.log.entries.filter(({ method }) => method !== 'GET').length;
    const before = writes();
    expect(await user.submit({})).toMatchObject({ ok: true });
    await stage.idle();
    expect(wordsOf(user.view()?.content)).toMatch(unreadable);
    expect(writes()).toBe(before);
    await mend();
    await fail('users.info');
    jump(61_000);
    expect(await user.submit({})).toMatchObject({ ok: true });
    await stage.idle();
    expect(wordsOf(user.view()?.content)).toMatch(unreadable);
    expect(writes()).toBe(before);
    await mend();
    expect(await user.submit({})).toMatchObject({ ok: true });
    await stage.idle();
    expect(writes()).toBe(before);
    expect(await user.submit({})).toMatchObject({ ok: true });
    await stage.idle();
    expect(writes()).toBe(before + 1);
    await user.close();
  });

  it('an approval by a user group changes nothing, and Try again approves', async () => {
    const card = only(
      await acts(stage, 'U0MAYA', channel, (actor) => actor.slash(channel, '/port alias web 8080 FRONT')),
    );
    jump(61_000);
    await fail('usergroups.users.list');
    const refusal = await presses(stage, 'U0SAM', card, 'request.approve');
    expect(shownIn(refusal)).toMatch(unreadable);
    expect(buttonsOf(refusal)).toMatchObject({ 'Try again': 'request.approve:again' });
    await mend();
    await acts(stage, 'U0SAM', channel, (actor) => actor.press(refusal, 'request.approve:again'));
    expect(cards().at(-1)?.text).toContain('Done');
  });

  it('a denial keeps its reason for Try again', async () => {
    const card = only(
      await acts(stage, 'U0MAYA', channel, (actor) => actor.slash(channel, '/port alias web 8080 DENY')),
    );
    const user = stage.user('U0SAM');
    await user.press(card, 'request.deny');
    jump(61_000);
    await fail('users.info');
    const refusal = only(
      await acts(stage, 'U0SAM', channel, (actor) => actor.submit({ reason: { reason: 'Not before Monday' } })),
    );
    expect(shownIn(refusal)).toMatch(unreadable);
    await mend();
    await user.press(refusal, 'request.deny:again');
    expect(JSON.stringify(user.view()?.content)).toContain('Not before Monday');
    await acts(stage, 'U0SAM', channel, (actor) => actor.submit({ reason: { reason: 'Not before Monday' } }));
    expect(stage.slack.messages(channel, 'U0MAYA').find(({ ts }) => ts === card.ts)?.text).toContain('Denied');
  });

  it('Close now closes nothing', async () => {
    await acts(stage, 'U0MAYA', channel, (actor) => actor.slash(channel, '/port open api 8000 for=1h'));
    const card = latest();
    await acts(stage, 'U0SAM', channel, (actor) => actor.press(card, 'request.approve'));
    expect(cards().find(({ ts }) => ts === card.ts)?.text).toContain('Done');
    jump(61_000);
    await fail('conversations.members');
    const refusal = await presses(stage, 'U0SAM', card, 'request.close_now');
    expect(shownIn(refusal)).toMatch(unreadable);
    expect(buttonsOf(refusal)).toMatchObject({ 'Try again': 'request.close_now:again' });
    await mend();
    await acts(stage, 'U0SAM', channel, (actor) => actor.press(refusal, 'request.close_now:again'));
    expect(cards().find(({ ts }) => ts === card.ts)?.text).toContain('Closed by');
  });

  it('neither a context nor a schedule is set', async () => {
    await fail('conversations.members');
    for (const words of ['/portolan use shop', '/portolan schedule monitor web at "0 9 * * 1-5"']) {
      const refusal = await asks(stage, 'U0MAYA', channel, words);
      expect(shownIn(refusal)).toMatch(unreadable);
      expect(buttonsOf(refusal)).toMatchObject({ 'Try again': 'ask:again' });
    }
  });

  it('someone without a profile asks nothing, chooses nothing, and is told so', async () => {
    await fail('users.info');
    const refusal = await asks(stage, 'U0SAM', channel, '/port web');
    expect(shownIn(refusal)).toMatch(unreadable);
    expect(buttonsOf(refusal)).toMatchObject({ 'Try again': 'ask:again' });
    await mend();
    expect(shownIn(await presses(stage, 'U0SAM', refusal, 'ask:again'))).toContain('8080');
  });

  it('a chart and a choice show Try again, which does what was pressed', async () => {
    const chart = await asks(stage, 'U0MAYA', channel, '/monitor web 1h');
    await fail('users.info');
    jump(61_000);
    const refusal = await presses(stage, 'U0SAM', chart, 'chart.range:6h');
    expect(shownIn(refusal)).toMatch(unreadable);
    expect(buttonsOf(refusal)).toMatchObject({ 'Try again': 'chart.range:6h:again' });
    const second = await presses(stage, 'U0SAM', refusal, 'chart.range:6h:again');
    await mend();
    const changed = await presses(stage, 'U0SAM', second, 'chart.range:6h:again');
    expect([changed.ts, shownIn(changed)]).toEqual([chart.ts, expect.stringContaining('last 6 hours')]);
  });

  it('a rate limit is no yes either', async () => {
    const method = 'conversations.members';
    const calls = () => stage.slack.log.filter(({ kind, name }) => kind === 'api' && name === method).length;
    await acts(stage, 'U0MAYA', channel, (actor) => actor.slash(channel, '/port open api 8000'));
    const card = latest();
    jump(61_000);
    await stage.slack.injectFault({ fault: 'rate_limit', method, times: 50, retryAfter: 30 });
    const before = calls();
    const limits = 'Slack is limiting requests. Try again in';
    const pressed = await acts(stage, 'U0SAM', channel, (actor) => actor.press(card, 'request.approve'));
    const refused = only(pressed.filter(({ ephemeralFor }) => ephemeralFor === 'U0SAM'));
    expect(shownIn(refused)).toContain(`${limits} 30 seconds.`);
    expect(buttonsOf(refused)).toMatchObject({ 'Try again': 'request.approve:again' });
    expect(shownIn(await asks(stage, 'U0MAYA', channel, '/port close web 8080'))).toContain(limits);
    expect(shownIn(await asks(stage, 'U0MAYA', channel, '/portolan use shop/east-1/12'))).toContain(limits);
    expect(calls()).toBe(before + 1);
    await mend();
    jump(30_000);
    await acts(stage, 'U0SAM', channel, (actor) => actor.press(refused, 'request.approve:again'));
    expect(shownIn(cards().at(-1))).toMatch(/Done|Approved|In progress/);
  });
});

it('a large channel is no obstacle: one’s own conversations tell', async () => {
  await stage.platform.restore();
  const before = cards(large).length;
  await stage.user('U0MAYA').slash(large, '/port close web 8080');
  expect(cards(large)).toHaveLength(before + 1);
  jump(61_000);
  await fail('users.conversations');
  const refusal = await asks(stage, 'U0SAM', large, '/port close web 9090 inner');
  expect(shownIn(refusal)).toMatch(unreadable);
});

it('the exact calls are shown to members of the card’s channel only', async () => {
  await stage.platform.restore();
  await acts(stage, 'U0MAYA', channel, (actor) => actor.slash(channel, '/port alias web 8080 CALLS'));
  const card = cards().at(-1);
  if (!card) throw new Error('no card');
  const inside = stage.user('U0SAM');
  await inside.press(card, 'request.calls');
  expect(JSON.stringify(inside.view()?.content)).toContain('change_port_alias');
  await inside.close();
  jump(61_000);
  await fail('conversations.members');
  const refusal = await presses(stage, 'U0SAM', card, 'request.calls');
  expect(shownIn(refusal)).toMatch(unreadable);
  expect(inside.view()).toBeUndefined();
  await mend();
  // Sam presses a message that he still sees just after he left the channel.
  const acted = inside.press(card, 'request.calls');
  stage.slack.workspace.channels.get(channel)?.members.delete('U0SAM');
  await acted;
  await stage.idle();
  stage.slack.workspace.channels.get(channel)?.members.add('U0SAM');
  expect(inside.view()).toBeUndefined();
  const said = [...inside.messages(channel), ...inside.messages(inside.direct())].map(shownIn).join();
  expect(said).toContain('can see the API calls');
});

it('the options of a select wait a second for the profile of who chooses, and there are none without it', async () => {
  await stage.platform.restore();
  const user = stage.user('U0SAM');
  await user.slash(channel, '/port open nonsense=1');
  const load = async () => {
    const loaded = await user.options({ view: user.view()?.id ?? '' }, 'component', 'web');
    return loaded.ok ? loaded.options?.options : loaded.error;
  };
  expect(JSON.stringify(await load())).toContain('web');
  jump(61_000);
  await stage.slack.injectFault({ fault: 'slow', method: 'users.info', ms: 2_700, times: 1 });
  // Slack waits at most 3 s for options.
  expect(await load()).toEqual([]);
  jump(61_000);
  await fail('users.info');
  expect(await load()).toEqual([]);
  await mend();
  expect(JSON.stringify(await load())).toContain('web');
  await user.close();
});

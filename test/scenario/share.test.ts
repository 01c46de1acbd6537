import { acts, asks, buttonsOf, only, presses, shownIn } from './stage.ts';
import { useStage } from './use-stage.ts';

// Tests private answers: sharing doesn't change them, updates replace them, and none is lost without its response_url.
const shop = 'C0SHOP';
const maya = 'U0MAYA';
const halfHour = 30 * 60_000;

// Use Socket Mode: its requests have no signature, so the clock can jump.
describe('private answers', async () => {
  const stage = await useStage({ mode: 'socket' });
  afterEach(async () => stage.platform.restore());

  const published = (messages: Awaited<ReturnType<typeof acts>>) =>
    messages.filter((each) => each.ephemeralFor === null);

  test('Share posts exactly what was seen, with its time and who shared it, and pings nobody', async () => {
    const answer = await asks(stage, maya, shop, '/port web');
    stage.platform.elsewhere({ do: 'add', component: 'web', port: 7777 });
    stage.jump(10 * 60_000);
    const before = stage.platform.log.entries.length;
    const shared = only(published(await acts(stage, maya, shop, (actor) => actor.press(answer, 'share'))));
    expect(stage.platform.log.entries.length).toBe(before);
    const table = (message: { blocks: readonly Readonly<Record<string, unknown>>[] }) =>
      JSON.stringify(message.blocks.find(({ type }) => type === 'table')?.rows);
    expect(table(shared)).toBe(table(answer));
    expect(shownIn(shared)).toContain('Shared by maya');
    expect(shared.pings).toEqual([]);
    expect(shared.threadTs).toBeNull();
  });

  test('is posted once, however often it is pressed', async () => {
    const answer = await asks(stage, maya, shop, '/port web');
    const messages = await acts(stage, maya, shop, async (actor) => {
      const [acted] = await Promise.all([actor.press(answer, 'share'), actor.press(answer, 'share')]);
      return acted;
    });
    expect(published(messages)).toHaveLength(1);
    const again = await acts(stage, maya, shop, (actor) => actor.press(answer, 'share'));
    expect(published(again)).toEqual([]);
    expect(shownIn(only(again))).toContain('already shared');
  });

  test('after half an hour it is asked again, in the context in which it was asked', async () => {
    const answer = await asks(stage, maya, shop, '/port web');
    await asks(stage, maya, shop, '/portolan use lab/west-2/40');
    stage.platform.elsewhere({ do: 'add', component: 'web', port: 7777 });
    stage.jump(halfHour + 60_000);
    const messages = await acts(stage, maya, shop, (actor) => actor.press(answer, 'share'));
    const shared = only(published(messages));
    expect(shownIn(shared)).toContain('Ports of web');
    expect(shownIn(shared)).toContain('shop #12');
    expect(shownIn(only(messages.filter((each) => each.ephemeralFor === maya)))).toContain('ran the command again');
    expect(JSON.stringify(shared.blocks)).not.toBe(JSON.stringify(answer.blocks));
    await asks(stage, maya, shop, '/portolan use shop/east-1/12');
  });

  test('requests of a private channel reach its members alone, also when Share runs the command again', async () => {
    const [sam, liu] = ['U0SAM', 'U0LIU'];
    const before = await asks(stage, sam, shop, '/portolan requests');
    expect(Object.values(buttonsOf(before))).toContain('share');
    stage.jump(halfHour + 60_000);
    const { channels, bot } = stage.slack.workspace;
    channels.get('G0SECRET')?.members.add(bot.user);
    await asks(stage, maya, 'G0SECRET', '/port add web 7001 in=shop/east-1/12');
    const messages = await acts(stage, sam, shop, (actor) => actor.press(before, 'share'));
    expect(published(messages)).toEqual([]);
    expect(shownIn(only(messages))).toContain('can’t be shared');
    const requests = await asks(stage, sam, shop, '/portolan requests');
    expect(shownIn(requests)).toContain('Add port 7001');
    expect(Object.values(buttonsOf(requests))).not.toContain('share');
    expect(shownIn(await asks(stage, liu, shop, '/portolan requests'))).not.toContain('7001');
    channels.get('G0SECRET')?.members.delete(bot.user);
  });

  test('a setting is never set again by sharing what it said', async () => {
    const set = await asks(stage, maya, 'C0BILLING', '/portolan schedule monitor web at "0 9 * * 1-5"');
    stage.jump(halfHour + 60_000);
    await acts(stage, maya, 'C0BILLING', (actor) => actor.press(set, 'share'));
    expect(await stage.bot().store.schedules.list()).toHaveLength(1);
  });

  test('where the bot is no member: answered, paged and shared by the response_url', async () => {
    const answer = await asks(stage, maya, 'C0NOBOT', '/region page_size=2');
    expect(answer.ephemeralFor).toBe(maya);
    const next = await presses(stage, maya, answer, buttonsOf(answer)['Next ›'] ?? '');
    expect(next.ts).toBe(answer.ts);
    const shared = only(published(await acts(stage, maya, 'C0NOBOT', (actor) => actor.press(next, 'share'))));
    expect(shared.channel).toBe('C0NOBOT');
    expect(shownIn(shared)).toContain('3–4 of 4');
  });

  test('in a private channel without the bot too', async () => {
    const answer = await asks(stage, maya, 'G0SECRET', '/region');
    expect(shownIn(answer)).toContain('Regions of shop');
  });

  test('buttons on a shared answer answer whoever presses alone', async () => {
    const answer = await asks(stage, maya, shop, '/region page_size=2');
    const shared = only(published(await acts(stage, maya, shop, (actor) => actor.press(answer, 'share'))));
    const next = only(await acts(stage, 'U0SAM', shop, (actor) => actor.press(shared, 'ask:1')));
    expect(next.ephemeralFor).toBe('U0SAM');
    expect(next.ts).not.toBe(shared.ts);
    expect(shownIn(next)).toContain('3–4 of 4');
  });

  test('a private answer to a button is where the button is: in its thread, or in the channel', async () => {
    const parent = await stage.slack.user(maya).say(shop, 'look at this');
    const ts = parent.ok ? (parent.ts ?? '') : '';
    const pressedBySam = async (where: string | undefined) => {
      const words = 'region list page_size=2';
      const answer = only(await acts(stage, maya, shop, (actor) => actor.mention(shop, words, where)));
      const shared = only(published(await acts(stage, maya, shop, (actor) => actor.press(answer, 'share'))));
      // A message that has replies also has a `thread_ts`, which equals its `ts`.
      if (where === undefined) await stage.slack.user(maya).say(shop, 'see above', shared.ts);
      return only(await acts(stage, 'U0SAM', shop, (actor) => actor.press(shared, 'ask:1')));
    };
    expect((await pressedBySam(ts)).threadTs).toBe(ts);
    expect((await pressedBySam(undefined)).threadTs).toBeNull();
  });

  test('a shared answer in a thread stays in the thread', async () => {
    const parent = await stage.slack.user(maya).say(shop, 'look at this');
    const ts = parent.ok ? (parent.ts ?? '') : '';
    const answer = only(await acts(stage, maya, shop, (actor) => actor.mention(shop, 'region list', ts)));
    expect(only(published(await acts(stage, maya, shop, (actor) => actor.press(answer, 'share')))).threadTs).toBe(ts);
  });

  test('a response_url that is gone: an ephemeral message, then their own messages', async () => {
    // The platform answers so slowly that more than 30 minutes pass.
    const late = async (channel: string) =>
      only(
        await acts(stage, maya, channel, async (actor) => {
          await stage.platform.faults.set({ nextRead: { kind: 'slow', seconds: 0.3, times: 1 } });
          const acted = await actor.slash(channel, '/region');
          stage.jump(halfHour);
          return acted;
        }),
      );
    const here = await late(shop);
    expect(here.channel).toBe(shop);
    expect(here.ephemeralFor).toBe(maya);
    const elsewhere = await late('C0NOBOT');
    expect(elsewhere.channel).toBe(stage.slack.user(maya).direct());
    expect(shownIn(elsewhere)).toContain('Regions of shop');
  });
});

import { policyOf } from '../engine/policy-of.ts';
import { acts, only, type Stage, shownIn, startStage, unsound } from './stage.ts';

const shop = 'C0SHOP';
const maya = 'U0MAYA';
const week = 7 * 86_400_000;

describe('an edited message', () => {
  let stage: Stage;
  afterEach(async () => {
    expect(await unsound(stage)).toEqual([]);
    await stage.stop();
  });

  const writes = () => stage.platform.log.entries.filter(({ method }) => method !== 'GET').length;
  const start = async () => {
    stage = await startStage({ policy: policyOf('rules: [ { when: { risk: [change, disrupt] }, need: run } ]') });
  };
  const sentBy = async (act: () => Promise<{ readonly ok: boolean; readonly ts?: string }>) => {
    const acted = await act();
    await stage.idle();
    return acted.ts ?? '';
  };
  const edited = (channel: string, ts: string, text: string) =>
    acts(stage, maya, channel, (actor) => actor.edit(channel, ts, text));

  test.each(['a channel', 'direct messages'])('runs nothing, and says so privately: in %s', async (where) => {
    await start();
    const actor = stage.slack.user(maya);
    const channel = where === 'a channel' ? shop : actor.direct();
    const text = `<@${stage.slack.workspace.bot.user}> port alias web 8080 FIRST`;
    const ts = await sentBy(() => actor.say(channel, text));
    expect(writes()).toBe(1);
    for (const again of [text, text.replace('FIRST', 'SECOND')]) {
      const line = only(await edited(channel, ts, again));
      expect(shownIn(line)).toContain('Edits aren’t run. Send it again.');
    }
    await stage.restart();
    expect(shownIn(only(await edited(channel, ts, text)))).toContain('Edits aren’t run');
    expect(writes()).toBe(1);
  });

  test('runs once where the edit adds the mention', async () => {
    await start();
    const actor = stage.slack.user(maya);
    const ts = await sentBy(() => actor.say(shop, 'port alias web 8080 FIRST'));
    expect(writes()).toBe(0);
    const text = `<@${stage.slack.workspace.bot.user}> port alias web 8080 FIRST`;
    await edited(shop, ts, text);
    expect(writes()).toBe(1);
    expect(shownIn(only(await edited(shop, ts, text.replace('FIRST', 'SECOND'))))).toContain('Edits aren’t run');
    expect(writes()).toBe(1);
  });

  test('of more than a week ago runs nothing: it may have been acted on', async () => {
    await start();
    const text = `<@${stage.slack.workspace.bot.user}> port alias web 8080 FIRST`;
    const ts = `${Math.floor((Date.now() - week) / 1_000)}.000001`;
    const edit = { user: maya, ts: '1795646760.000000' };
    const messages = await acts(stage, maya, shop, async () => {
      await stage.slack.emit('app_mention', { type: 'app_mention', user: maya, channel: shop, ts, text, edited: edit });
      return { ok: true };
    });
    expect(shownIn(only(messages))).toContain('Edits aren’t run');
    expect(writes()).toBe(0);
  });

  test('of which only a link’s preview was added is no edit', async () => {
    await start();
    const actor = stage.slack.user(maya);
    const direct = actor.direct();
    const ts = await sentBy(() => actor.say(direct, 'region list'));
    const edit = { user: maya, ts: '1795646760.000000' };
    const messages = await acts(stage, maya, direct, async () => {
      await stage.slack.emit('message.im', {
        ...{
          type: 'message',
          subtype: 'message_changed',
          channel: direct,
          channel_type: 'im',
          ts: '1795646770.000000',
        },
        message: { type: 'message', user: maya, text: 'region list', ts, edited: edit },
        previous_message: { type: 'message', user: maya, text: 'region list', ts, edited: edit },
      });
      await stage.idle();
      return { ok: true };
    });
    expect(messages).toEqual([]);
  });
});

import { WebClient } from '@slack/web-api';
import { type Stubbed, startStubbed } from '../../playground/slack/stub-bot.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { createResponder } from '../../src/slack/interaction/responder.ts';

const start = 1_800_000_000_000;
const minute = 60_000;
const log = createLogger({ level: 'error' });
const says = (text: string) => ({ text, blocks: [] });
const nextPage = {
  type: 'actions' as const,
  elements: [{ type: 'button' as const, action_id: 'next', text: { type: 'plain_text' as const, text: 'Next' } }],
};
const notice = { replaced: says('still waiting'), stays: says('still waiting; the answer follows') };

describe('a reply', () => {
  let later = 0;
  let desk: Stubbed;
  beforeEach(async () => {
    later = 0;
    desk = await startStubbed({ now: () => start + later });
  });
  afterEach(() => desk.close());

  async function replyTo(channel: string) {
    await desk.slack.user('U0MAYA').slash(channel, '/port');
    return answering(channel);
  }

  function answering(channel: string, isPrivate?: boolean) {
    const url = String(desk.requests.at(-1)?.body.response_url);
    const client = new WebClient('xoxb-bot', { slackApiUrl: desk.slack.apiUrl });
    const bot = { client, services: { world: { now: () => start + later, log } } };
    return createResponder(bot, {
      respond: async (body) => {
        const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
        if (!response.ok) throw new Error(await response.text());
      },
      channel,
      user: 'U0MAYA',
      isPrivate,
    });
  }
  const ways = () =>
    desk.slack.log
      .filter(({ kind }) => kind === 'api' || kind === 'response_url')
      .map(({ name, error }) => [name, error]);

  test('uses the response_url five times, and messages from the sixth answer on', async () => {
    const reply = await replyTo('C0SHOP');
    for (let n = 1; n <= 7; n += 1) await reply.tell(says(`answer ${n}`));
    const messages = desk.slack.user('U0MAYA').messages('C0SHOP');
    expect(messages.map(({ text }) => text)).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `answer ${n}`));
    expect(messages.map(({ ephemeralFor }) => ephemeralFor)).toEqual(Array.from({ length: 7 }, () => 'U0MAYA'));
    expect(desk.slack.user('U0SAM').messages('C0SHOP')).toEqual([]);
    expect(ways().filter(([, error]) => error)).toEqual([]);
    expect(ways().filter(([name]) => name === 'chat.postEphemeral')).toHaveLength(2);
    expect(await reply.tellAll(says('for all'))).toBe(false);
  });

  test('does not try a response_url that is about to end', async () => {
    const reply = await replyTo('C0SHOP');
    await reply.tell(says('in time'));
    later = 30 * minute - 1_000;
    await reply.tell(says('late'));
    expect(
      ways()
        .map(([name]) => name)
        .at(-1),
    ).toBe('chat.postEphemeral');
    expect(
      desk.slack
        .user('U0MAYA')
        .messages('C0SHOP')
        .map(({ text }) => text),
    ).toEqual(['in time', 'late']);
  });

  test('a notice that work goes on is said once, before the answer, and never after it', async () => {
    const reply = await replyTo('C0SHOP');
    await Promise.all([reply.tellWaiting(notice), reply.tellWaiting(notice)]);
    await reply.tell(says('the answer'));
    await reply.tellWaiting({ replaced: says('too late'), stays: says('too late') });
    await reply.tell(says('more'));
    // In a channel the first message remains, because Slack can't replace a command's answer.
    const messages = desk.slack.user('U0MAYA').messages('C0SHOP');
    expect(messages.map(({ text }) => text)).toEqual(['still waiting; the answer follows', 'the answer', 'more']);
  });

  test('in the person’s own messages the answer takes the place of the notice', async () => {
    const maya = desk.slack.user('U0MAYA');
    const reply = await replyTo(maya.direct());
    await reply.tellWaiting(notice);
    expect(maya.messages(maya.direct()).map(({ text }) => text)).toEqual(['still waiting']);
    await reply.tellWaiting({ ...notice, replaced: says('half done'), again: true });
    expect(maya.messages(maya.direct()).map(({ text }) => text)).toEqual(['half done']);
    await reply.tell(says('the answer'));
    expect(maya.messages(maya.direct()).map(({ text }) => text)).toEqual(['the answer']);
    await reply.tell(says('more'));
    expect(maya.messages(maya.direct()).map(({ text }) => text)).toEqual(['the answer', 'more']);
  });

  test('a notice is deleted where the answer is shown elsewhere, and the answer comes anew where it is gone', async () => {
    const maya = desk.slack.user('U0MAYA');
    const shown = await replyTo(maya.direct());
    await shown.tellWaiting(notice);
    await shown.endWaiting();
    expect(maya.messages(maya.direct())).toEqual([]);
    const reply = await replyTo(maya.direct());
    await reply.tellWaiting(notice);
    const [said] = maya.messages(maya.direct());
    await desk.slack.injectFault({ fault: 'delete_message', channel: maya.direct(), ts: said?.ts ?? '' });
    await reply.tell(says('the answer'));
    expect(maya.messages(maya.direct()).map(({ text }) => text)).toEqual(['the answer']);
  });

  test('in a private message whose button was pressed the answer takes the place of the notice', async () => {
    const maya = desk.slack.user('U0MAYA');
    await (await replyTo('C0SHOP')).tell({ text: 'page 1', blocks: [nextPage] });
    const [pressed] = maya.messages('C0SHOP');
    if (!pressed) throw new Error('no message');
    await maya.press(pressed, 'next');
    const reply = answering('C0SHOP', true);
    await reply.tellWaiting({ ...notice, inPlace: true });
    expect(maya.messages('C0SHOP').map(({ text }) => text)).toEqual(['still waiting']);
    await reply.tell(says('page 2'));
    expect(maya.messages('C0SHOP').map(({ text }) => text)).toEqual(['page 2']);
  });

  test('no notice stays in place of a pressed message if the answer is shown elsewhere', async () => {
    const maya = desk.slack.user('U0MAYA');
    await (await replyTo('C0SHOP')).tell({ text: 'page 1', blocks: [nextPage] });
    const [pressed] = maya.messages('C0SHOP');
    if (!pressed) throw new Error('no message');
    await maya.press(pressed, 'next');
    const reply = answering('C0SHOP', true);
    await reply.tellWaiting({ ...notice, inPlace: true });
    await reply.endWaiting();
    expect(maya.messages('C0SHOP')).toEqual([]);
  });

  test('goes to the person’s own messages where the bot is no member and the response_url is used up', async () => {
    const reply = await replyTo('C0NOBOT');
    for (let n = 1; n <= 5; n += 1) await reply.tell(says(`answer ${n}`));
    expect(reply.answeredIn()).toBe('channel');
    await reply.tell(says('answer 6'));
    expect(reply.answeredIn()).toBe('messages');
    expect(desk.slack.user('U0MAYA').messages('C0NOBOT')).toHaveLength(5);
  });
});

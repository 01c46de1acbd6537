import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { objectsOf } from '../../playground/slack/json-values.ts';
import { statesOf } from '../../playground/slack/workspace/input-values.ts';
import { type EmulatedBot, startEmulatedBot } from './bot.ts';
import { type Called, type EmulatedSlack, startEmulatedSlack } from './emulated.ts';

/**
 * The bot at a Slack that is not ours: `emulate` 0.12.2, with only the scopes of the manifest. What it lacks is played by
 * `bot.ts` (commands, interactions and events are signed and sent there) or left to our own simulator: response addresses,
 * options loads, Socket Mode, user groups, the check of blocks.
 */

let slack: EmulatedSlack;
let bot: EmulatedBot;
let maya: string;
let sam: string;
let shop: string;

beforeAll(async () => {
  slack = await startEmulatedSlack();
  bot = await startEmulatedBot(slack);
  ({ maya, sam } = slack.users);
  ({ shop } = slack.channels);
});
beforeEach(() => slack.clear());
afterAll(async () => {
  await bot.stop();
  await slack.close();
});

/** The last call of a method that Slack took. */
function last(method: string): Called {
  const found = slack.calls.findLast((called) => called.method === method && called.answer.ok);
  if (!found) throw new Error(`${method} was not called: ${slack.calls.map((called) => called.method).join(', ')}`);
  return found;
}

const refused = () =>
  slack.calls.filter(({ answer }) => !answer.ok).map(({ method, answer }) => [method, answer.error]);
const said = (called: Called) => JSON.stringify(called.args);

/** What a channel holds now, as Slack tells it. */
async function history(channel: string) {
  const answer = await slack.call('conversations.history', 'admin', { channel });
  return z.array(z.looseObject({ ts: z.string(), text: z.string() })).parse(answer.messages);
}

describe('questions', () => {
  test('without a response address, the asker alone sees the answer', async () => {
    await bot.slash('/port list web', { user: maya, channel: shop });
    const answer = last('chat.postEphemeral');
    expect(answer.args).toMatchObject({ channel: shop, user: maya });
    expect(said(answer)).toContain('8080');
    expect(refused()).toEqual([]);
    expect(JSON.stringify(await history(shop))).not.toContain('8080');
  });

  test('where the bot is not, the answer goes to the asker’s own messages with it', async () => {
    await bot.slash('/region list', { user: maya, channel: slack.channels.secret });
    expect(refused()).toEqual([['chat.postEphemeral', 'not_in_channel']]);
    const answer = last('chat.postMessage');
    expect(answer.args.channel).toBe(maya);
    const channel = z.object({ channel: z.string() }).parse(answer.answer).channel;
    expect(channel).toMatch(/^D/);
  });

  test('shared, it stands in the channel for everybody', async () => {
    await bot.slash('/region list', { user: maya, channel: shop });
    await bot.press('share', last('chat.postEphemeral'), { user: maya });
    expect(last('chat.postMessage').args.channel).toBe(shop);
    expect((await history(shop)).some(({ text }) => text.includes('east-1'))).toBe(true);
  });

  test('in a thread, by a mention', async () => {
    const { ts } = z
      .object({ ts: z.string() })
      .parse(await slack.call('chat.postMessage', 'admin', { channel: shop, text: 'hm' }));
    const event = {
      ...{ type: 'app_mention', user: maya, channel: shop, ts: '1700000000.000200', thread_ts: ts },
      text: `<@${slack.bot.user}> component show web`,
    };
    const envelope = {
      type: 'event_callback',
      event_id: 'Ev0EMULATED',
      team_id: slack.team,
      api_app_id: slack.bot.app,
    };
    await bot.send({ kind: 'events_api', payload: { ...envelope, event } });
    expect(last('chat.postEphemeral').args).toMatchObject({ channel: shop, user: maya, thread_ts: ts });
    slack.clear();
    await bot.send({ kind: 'events_api', payload: { ...envelope, event } });
    expect(slack.calls).toEqual([]);
  });
});

describe('forms', () => {
  const Opened = z.object({
    view: z.looseObject({
      id: z.string(),
      hash: z.string(),
      callback_id: z.string(),
      private_metadata: z.string(),
      blocks: z.array(z.looseObject({})),
    }),
  });

  test('open by a trigger, are submitted, and say what became of it', async () => {
    await bot.slash('/port add web', { user: maya, channel: shop });
    const { view } = Opened.parse(last('views.open').answer);
    const states = statesOf(objectsOf(view.blocks));
    const filled = { ...states, port: { port: { type: 'plain_text_input', value: '9443' } } };
    const submission = (values: unknown) => ({
      kind: 'interactive' as const,
      payload: {
        ...{ type: 'view_submission', user: { id: maya, team_id: slack.team }, team: { id: slack.team } },
        view: { ...view, state: { values } },
      },
    });
    expect(await bot.send(submission(states))).toMatchObject({ response_action: 'errors', errors: { port: /./ } });
    expect(await bot.send(submission(filled))).toMatchObject({ response_action: 'update' });
    expect(last('views.update').args.view_id).toBe(view.id);
    expect(last('chat.postMessage').args.channel).toBe(shop);
    expect(refused()).toEqual([]);
  });

  test('a trigger that was used already: a button asks for a fresh one', async () => {
    const trigger = await slack.trigger(maya);
    await bot.slash('/port open', { user: maya, channel: shop, trigger });
    await bot.slash('/port open', { user: maya, channel: shop, trigger });
    expect(refused()).toEqual([['views.open', 'exchanged_trigger_id']]);
    await bot.press('modal:open', last('chat.postEphemeral'), { user: maya });
    expect(Opened.parse(last('views.open').answer).view.callback_id).toBe('ask:port.open');
  });

  test('Advanced and another kind update the view by its hash; an older press changes nothing', async () => {
    await bot.slash('/gateway', { user: maya, channel: shop });
    const { view } = Opened.parse(last('views.open').answer);
    const press = (hash: string) => ({
      kind: 'interactive' as const,
      payload: {
        ...{ type: 'block_actions', user: { id: maya, team_id: slack.team }, team: { id: slack.team } },
        trigger_id: 'none',
        view: { ...view, type: 'modal', hash, state: { values: statesOf(objectsOf(view.blocks)) } },
        container: { type: 'view', view_id: view.id },
        actions: [{ action_id: 'form.advanced', block_id: 'form', type: 'button' }],
      },
    });
    await bot.send(press(view.hash));
    expect(said(last('views.update'))).toContain('certificate_id');
    await bot.send(press(view.hash));
    expect(refused()).toEqual([['views.update', 'hash_conflict']]);
    expect(bot.errors).toEqual([]);
  });

  test('App Home is published', async () => {
    const event = { type: 'app_home_opened', user: maya, channel: 'D0', tab: 'home', event_ts: '1700000000.000300' };
    const envelope = { type: 'event_callback', event_id: 'Ev0HOME', team_id: slack.team, api_app_id: slack.bot.app };
    await bot.send({ kind: 'events_api', payload: { ...envelope, event } });
    expect(last('views.publish').args.user_id).toBe(maya);
  });
});

describe('changes', () => {
  test('a card is posted, approved by somebody else, run once and updated in place', async () => {
    await bot.slash('/port open api 8000', { user: maya, channel: shop });
    const card = slack.calls.find(
      ({ method, answer, args }) => method === 'chat.postMessage' && answer.ok && args.blocks,
    );
    if (!card) throw new Error('no card');
    await bot.press('request.approve', card, { user: maya });
    const writes = () => bot.platform.log.entries.filter(({ method }) => method !== 'GET');
    expect(writes()).toEqual([]);
    await bot.press('request.approve', card, { user: sam });
    expect(writes()).toHaveLength(1);
    await bot.press('request.approve', card, { user: sam });
    expect(writes()).toHaveLength(1);
    const { ts } = z.object({ ts: z.string() }).parse(card.answer);
    expect(last('chat.update').args).toMatchObject({ channel: shop, ts });
    const shown = (await history(shop)).find((message) => message.ts === ts);
    expect(JSON.stringify(shown)).toContain('*Done*');
    expect(refused()).toEqual([]);
    expect(bot.errors).toEqual([]);
  });

  test('where the bot may not post, nothing is asked and the asker is told', async () => {
    await bot.slash('/port open web 8081 inner', { user: maya, channel: slack.channels.secret });
    expect(refused().map(([, error]) => error)).toContain('not_in_channel');
    expect(last('chat.postMessage').args.channel).toBe(maya);
  });
});

test('a chart is uploaded in three steps, waited for, and shown by its file', async () => {
  await bot.slash('/monitor web range=1h', { user: maya, channel: shop });
  const order = slack.calls.map(({ method }) => method).filter((method) => /^(?:files|chat)\./.test(method));
  expect(order).toEqual(
    expect.arrayContaining([
      'files.getUploadURLExternal',
      'files.completeUploadExternal',
      'files.info',
      'chat.postMessage',
    ]),
  );
  const File = z.looseObject({
    id: z.string(),
    mimetype: z.string(),
    size: z.coerce.number(),
    url_private_download: z.string(),
  });
  const { file } = z.object({ file: File }).parse(last('files.info').answer);
  expect(said(last('chat.postMessage'))).toContain(`"slack_file":{"id":"${file.id}"}`);
  expect(file.mimetype).toBe('image/png');
  const picture = await fetch(file.url_private_download, {
    headers: { authorization: 'Bearer xoxb-emulated-0123456789' },
  });
  const bytes = new Uint8Array(await picture.arrayBuffer());
  expect(bytes.byteLength).toBe(file.size);
  expect([...bytes.slice(1, 4)]).toEqual([...'PNG'].map((sign) => sign.charCodeAt(0)));
});

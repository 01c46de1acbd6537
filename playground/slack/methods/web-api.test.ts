import { type Stubbed, startStubbed } from '../stub-bot.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const modal = (more: object = {}) => ({ type: 'modal', title: plain('T'), blocks: [{ type: 'divider' }], ...more });
const button = { type: 'actions', block_id: 'b', elements: [{ type: 'button', action_id: 'go', text: plain('Go') }] };

let time = 0;
let desk: Stubbed;
const now = () => 1_800_000_000_000 + time;

beforeEach(async () => {
  time = 0;
  desk = await startStubbed({ now });
});
afterEach(() => desk.close());

const call = (method: string, args: object = {}, token?: string) => desk.call(method, { ...args }, token);
const error = async (method: string, args: object = {}, token?: string) => (await call(method, args, token)).error;

async function trigger(): Promise<unknown> {
  await desk.slack.user('U0MAYA').slash('C0SHOP', '/port x');
  return desk.requests.at(-1)?.body.trigger_id;
}

it('who may call: asks for the scopes of the manifest', async () => {
  const strict = await startStubbed({ manifest: { oauth_config: { scopes: { bot: ['chat:write'] } } } });
  expect(await strict.call('users.info', { user: 'U0MAYA' })).toEqual({
    ok: false,
    error: 'missing_scope',
    needed: 'users:read',
    provided: 'chat:write',
  });
  expect(await strict.call('conversations.info', { channel: 'C0SHOP' })).toMatchObject({ needed: 'channels:read' });
  expect(await strict.call('views.publish', { user_id: 'U0MAYA', view: { type: 'home', blocks: [] } })).toMatchObject({
    error: 'not_enabled',
  });
  await strict.close();
});

describe('chat', () => {
  it('posts only where the bot may', async () => {
    expect(await error('chat.postMessage', { channel: 'C0NOWHERE', text: 'x' })).toBe('channel_not_found');
    expect(await error('chat.postMessage', { channel: 'G0SECRET', text: 'x' })).toBe('channel_not_found');
    expect(await error('chat.postMessage', { channel: 'C0NOBOT', text: 'x' })).toBe('not_in_channel');
    for (const method of ['conversations.history', 'conversations.replies'])
      expect(await error(method, { channel: 'C0NOBOT', ts: '1.000001' })).toBe('not_in_channel');
    expect(await call('chat.postMessage', { channel: 'U0MAYA', text: 'x' })).toMatchObject({
      ok: true,
      channel: 'D00MAYA',
    });
    expect(await error('chat.postMessage', { channel: 'C0SHOP' })).toBe('no_text');
    await desk.slack.injectFault({ fault: 'remove_bot', channel: 'C0SHOP' });
    expect(await error('chat.postMessage', { channel: 'C0SHOP', text: 'x' })).toBe('not_in_channel');
    await desk.slack.injectFault({ fault: 'delete_channel', channel: 'C0SHOP' });
    expect(await error('chat.postMessage', { channel: 'C0SHOP', text: 'x' })).toBe('channel_not_found');
  });

  it('refuses wrong blocks with pointers, and remembers the fault', async () => {
    const answer = await call('chat.postMessage', {
      channel: 'C0SHOP',
      text: 'x',
      blocks: [{ type: 'header', text: plain('') }],
    });
    expect(answer).toEqual({
      ok: false,
      error: 'invalid_blocks',
      response_metadata: { messages: ['[ERROR] must be more than 0 characters [json-pointer:/blocks/0/text/text]'] },
    });
    expect(desk.slack.faults).toMatchObject([{ where: 'chat.postMessage', error: 'invalid_blocks' }]);
  });

  it('shows a reply in the channel too if the call says so', async () => {
    const { ts } = await call('chat.postMessage', { channel: 'C0SHOP', text: 'parent' });
    await call('chat.postMessage', { channel: 'C0SHOP', text: 'to all', thread_ts: ts, reply_broadcast: true });
    const shown = desk.slack.messages('C0SHOP', 'U0MAYA').filter(({ broadcast }) => broadcast);
    expect(shown.map(({ text }) => text)).toEqual(['to all']);
  });

  it('threads under parents only', async () => {
    const { ts } = await call('chat.postMessage', { channel: 'C0SHOP', text: 'parent' });
    const reply = await call('chat.postMessage', { channel: 'C0SHOP', text: 'reply', thread_ts: ts });
    expect(reply).toMatchObject({ message: { thread_ts: ts } });
    expect(await error('chat.postMessage', { channel: 'C0SHOP', text: 'x', thread_ts: reply.ts })).toBe(
      'cannot_reply_to_message',
    );
    expect(await error('chat.postMessage', { channel: 'C0SHOP', text: 'x', thread_ts: '1.000001' })).toBe(
      'thread_not_found',
    );
    expect(await error('chat.postMessage', { channel: 'C0SHOP', text: 'x', thread_ts: 'x' })).toBe('invalid_thread_ts');
  });

  it('changes only its own lasting messages', async () => {
    const { ts } = await call('chat.postMessage', { channel: 'C0SHOP', text: 'a', blocks: [button] });
    const blocksAlone = { channel: 'C0SHOP', ts, blocks: [button] };
    expect(await call('chat.update', blocksAlone)).toMatchObject({
      message: { text: 'a', blocks: [{ block_id: 'b' }] },
    });
    const textAlone = { channel: 'C0SHOP', ts, text: 'b' };
    expect(await call('chat.update', textAlone)).toMatchObject({ message: { text: 'b', blocks: [] } });
    const shop = desk.slack.workspace.channels.get('C0SHOP');
    if (shop) shop.archived = true;
    expect(await error('chat.update', textAlone)).toBe('is_inactive');
    expect(await error('chat.postMessage', { channel: 'C0SHOP', text: 'x' })).toBe('is_archived');
    if (shop) shop.archived = false;
    const whisper = await call('chat.postEphemeral', { channel: 'C0SHOP', user: 'U0MAYA', text: 'psst' });
    expect(await error('chat.update', { channel: 'C0SHOP', ts: whisper.message_ts, text: 'x' })).toBe(
      'message_not_found',
    );
    expect(await error('chat.delete', { channel: 'C0SHOP', ts: whisper.message_ts })).toBe('message_not_found');
    const said = await desk.slack.user('U0MAYA').say('C0SHOP', 'hello');
    expect(await error('chat.update', { channel: 'C0SHOP', ts: said.ok ? said.ts : '', text: 'x' })).toBe(
      'cant_update_message',
    );
    await desk.slack.injectFault({ fault: 'delete_message', channel: 'C0SHOP', ts: String(ts) });
    expect(await error('chat.update', { channel: 'C0SHOP', ts, text: 'x' })).toBe('message_not_found');
  });

  it('whispers to members alone, and in threads only once they have begun', async () => {
    expect(await error('chat.postEphemeral', { channel: 'C0SHOP', text: 'x' })).toBe('invalid_arguments');
    expect(await error('chat.postEphemeral', { channel: 'C0BILLING', user: 'U0LIU', text: 'x' })).toBe(
      'user_not_in_channel',
    );
    const maya = desk.slack.user('U0MAYA');
    const parent = await maya.say('C0SHOP', 'parent');
    const threadTs = parent.ok ? parent.ts : undefined;
    await call('chat.postEphemeral', { channel: 'C0SHOP', user: 'U0MAYA', text: 'lost', thread_ts: threadTs });
    expect(maya.messages('C0SHOP').map((one) => one.text)).toEqual(['parent']);
    await maya.say('C0SHOP', 'reply', threadTs);
    await call('chat.postEphemeral', { channel: 'C0SHOP', user: 'U0MAYA', text: 'seen', thread_ts: threadTs });
    expect(maya.messages('C0SHOP').map((one) => one.text)).toEqual(['parent', 'reply', 'seen']);
    expect(desk.slack.messages('C0SHOP', 'U0LIU').map((one) => one.text)).toEqual(['parent', 'reply']);
  });
});

it('a view wants a fresh trigger, once', async () => {
  expect(await error('views.open', { trigger_id: 'x', view: modal() })).toBe('invalid_trigger_id');
  const first = await trigger();
  expect(await error('views.open', { trigger_id: first, view: modal({ title: plain('') }) })).toBe('invalid_arguments');
  expect(await error('views.open', { trigger_id: first, view: modal() })).toBeUndefined();
  expect(await error('views.open', { trigger_id: first, view: modal() })).toBe('exchanged_trigger_id');
  const second = await trigger();
  time += 3001;
  expect(await error('views.open', { trigger_id: second, view: modal() })).toBe('expired_trigger_id');
});

it('limits, fails and loses calls', async () => {
  await desk.slack.injectFault({ fault: 'rate_limit', method: 'chat.postMessage', retryAfter: 7 });
  const limited = await fetch(`${desk.slack.apiUrl}chat.postMessage`, {
    method: 'POST',
    headers: { authorization: 'Bearer xoxb-bot' },
  });
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
  // A call before the 7 s have passed is limited again and is the bot's fault. Other channels aren't limited.
  time += 5_000;
  expect(await error('chat.postMessage', { text: 'x' })).toBe('ratelimited');
  expect(desk.slack.faults.map(({ error: code, where }) => [code, where])).toEqual([
    ['ratelimited', 'chat.postMessage'],
  ]);
  expect(await error('chat.postMessage', { channel: 'C0SHOP', text: 'other' })).toBeUndefined();
  time += 2_000;
  await desk.slack.injectFault({ fault: 'fail', method: 'chat.postMessage', error: 'fatal_error' });
  expect(await error('chat.postMessage', { channel: 'C0SHOP', text: 'x' })).toBe('fatal_error');
  await desk.slack.injectFault({ fault: 'lose_answer', method: 'chat.postMessage' });
  await expect(call('chat.postMessage', { channel: 'C0SHOP', text: 'kept' })).rejects.toThrow();
  expect(desk.slack.messages('C0SHOP', 'U0MAYA').map((one) => one.text)).toEqual(['other', 'kept']);
  expect(await error('chat.postMessage', { channel: 'C0SHOP', text: 'again' })).toBeUndefined();
});

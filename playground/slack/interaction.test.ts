import type { JsonRecord } from './page-protocol.ts';
import { type Stubbed, startStubbed } from './stub-bot.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const option = (value: string) => ({ text: plain(value), value });
const actions = (...elements: object[]) => ({ type: 'actions', block_id: 'acts', elements });
const button = { type: 'button', action_id: 'go', text: plain('Go'), value: '7' };

let time = 0;
let desk: Stubbed;
beforeEach(async () => {
  time = 0;
  desk = await startStubbed({ now: () => 1_800_000_000_000 + time });
});
afterEach(() => desk.close());

const last = (): JsonRecord => desk.requests.at(-1)?.body ?? {};
const post = (url: unknown, body: object) =>
  fetch(String(url), { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const said = async (url: unknown, body: object) => {
  const response = await post(url, body);
  return [response.status, await response.text()];
};

async function posted(...blocks: object[]): Promise<{ channel: string; ts: string }> {
  const { ts } = await desk.call('chat.postMessage', { channel: 'C0SHOP', text: 'card', blocks });
  return { channel: 'C0SHOP', ts: String(ts) };
}

it('commands keep strangers and outsiders away', async () => {
  expect(await desk.slack.user('U0FAR').slash('C0SHOP', '/port')).toMatchObject({ error: 'invalid_command' });
  expect(await desk.slack.user('U0LIU').slash('C0BILLING', '/port')).toMatchObject({ error: 'not_in_channel' });
  expect(await desk.slack.user('U0LIU').slash('G0SECRET', '/port')).toMatchObject({ error: 'channel_not_found' });
  expect(desk.requests).toEqual([]);
});

it('actions refuse what a real client could not press', async () => {
  const on = await posted(actions(button, { type: 'static_select', action_id: 'pick', options: [option('a')] }));
  const sam = desk.slack.user('U0SAM');
  expect(await sam.press(on, 'gone')).toMatchObject({ error: 'no_such_element' });
  expect(await sam.press(on, 'pick', 'z')).toMatchObject({ error: 'no_such_option' });
  expect(await sam.press({ channel: 'C0SHOP', ts: '1.000001' }, 'go')).toMatchObject({ error: 'no_such_element' });
  expect(desk.requests).toEqual([]);
  desk.answer = () => ({ body: { text: 'dropped by Slack' } });
  await sam.press(on, 'go');
  expect(desk.slack.faults).toMatchObject([{ error: 'ignored_ack_body' }]);
});

describe('response_url', () => {
  it('works five times within half an hour', async () => {
    const maya = desk.slack.user('U0MAYA');
    await maya.slash('C0NOBOT', '/port');
    const { response_url: url } = last();
    expect(await said(url, {})).toEqual([400, 'no_text']);
    expect(await said(url, { text: 'x', blocks: [{ type: 'nope' }] })).toEqual([400, 'invalid_blocks']);
    expect(await said(url, { delete_original: true })).toEqual([400, 'invalid_payload']);
    for (let n = 0; n < 5; n += 1) expect(await said(url, { text: `answer ${n}` })).toEqual([200, 'ok']);
    expect(await said(url, { text: 'six' })).toEqual([404, 'used_url']);
    expect(maya.messages('C0NOBOT')).toHaveLength(5);
    await maya.slash('C0SHOP', '/port');
    time += 30 * 60_000 + 1;
    expect(await said(last().response_url, { text: 'late' })).toEqual([404, 'expired_url']);
  });

  it('replaces and deletes the message it came from, never changing its kind', async () => {
    const on = await posted(actions(button));
    const sam = desk.slack.user('U0SAM');
    await sam.press(on, 'go');
    const { response_url: url } = last();
    expect(await said(url, { replace_original: true, response_type: 'ephemeral', text: 'x' })).toEqual([
      400,
      'invalid_payload',
    ]);
    expect(await said(url, { replace_original: true, text: 'replaced' })).toEqual([200, 'ok']);
    expect(desk.slack.messages('C0SHOP', 'U0MAYA')).toMatchObject([{ text: 'replaced', blocks: [] }]);
    expect(await said(url, { text: 'psst' })).toEqual([200, 'ok']);
    expect(sam.messages('C0SHOP').at(-1)).toMatchObject({ text: 'psst', ephemeralFor: 'U0SAM' });
    expect(await said(url, { delete_original: true })).toEqual([200, 'ok']);
    expect(await said(url, { replace_original: true, text: 'x' })).toEqual([404, 'message_not_found']);
  });
});

describe('submissions', () => {
  const form = (more: object = {}) => ({
    type: 'modal',
    callback_id: 'form',
    title: plain('T'),
    submit: plain('Go'),
    notify_on_close: true,
    blocks: [
      {
        type: 'input',
        block_id: 'port',
        label: plain('Port'),
        element: { type: 'plain_text_input', action_id: 'port' },
      },
    ],
    ...more,
  });
  async function opened() {
    await desk.slack.user('U0MAYA').slash('C0SHOP', '/port');
    await desk.call('views.open', { trigger_id: last().trigger_id, view: form() });
    return desk.slack.user('U0MAYA');
  }

  it('updates, pushes, clears and closes as the ack says', async () => {
    const maya = await opened();
    desk.answer = () => ({ body: { response_action: 'update', view: form({ title: plain('Reading…') }) } });
    expect(await maya.submit({ port: { port: '80' } })).toMatchObject({ submitted: { result: 'updated' } });
    expect(last()).toMatchObject({
      type: 'view_submission',
      view: { state: { values: { port: { port: { type: 'plain_text_input', value: '80' } } } } },
    });
    desk.answer = () => ({ body: { response_action: 'push', view: form() } });
    expect(await maya.submit({})).toMatchObject({ submitted: { result: 'pushed' } });
    expect(maya.views()).toHaveLength(2);
    desk.answer = () => ({});
    expect(await maya.submit({ port: { port: '1' } })).toMatchObject({ submitted: { result: 'closed' } });
    expect(maya.views()).toHaveLength(1);
    desk.answer = () => ({ body: { response_action: 'clear' } });
    expect(await maya.submit({})).toMatchObject({ submitted: { result: 'cleared' } });
    expect(maya.views()).toEqual([]);
    expect(desk.slack.faults).toEqual([]);
  });

  it('keeps the window open on bad answers', async () => {
    const maya = await opened();
    desk.answer = () => ({ body: { response_action: 'errors', errors: { nope: 'x' } } });
    expect(await maya.submit({ port: { port: '80' } })).toMatchObject({ ok: false, error: 'invalid_arguments' });
    desk.answer = () => ({ status: 404 });
    expect(await maya.submit({ port: { port: '80' } })).toMatchObject({ ok: false, error: 'dispatch_failed' });
    expect(maya.views()).toHaveLength(1);
    expect(desk.slack.faults).toMatchObject([{ path: '/errors/nope' }]);
    desk.answer = () => ({});
    await maya.close();
    expect(last()).toMatchObject({ type: 'view_closed', is_cleared: false, view: { callback_id: 'form' } });
  });
});

it('events come again three times, as late as Slack sends them', async () => {
  desk.answer = () => ({ status: 500 });
  await desk.slack.user('U0MAYA').mention('C0SHOP', 'hello');
  await desk.slack.tick();
  const retries = () =>
    desk.requests.map((one) => [one.headers['x-slack-retry-num'], one.headers['x-slack-retry-reason']]);
  await desk.slack.until(() => desk.slack.pendingRetries()[0]?.num === 2);
  expect(retries()).toEqual([
    [undefined, undefined],
    ['1', 'http_error'],
  ]);
  time += 60_000;
  await desk.slack.until(() => desk.slack.pendingRetries()[0]?.num === 3);
  desk.answer = () => ({});
  time += 300_000;
  await desk.slack.until(() => desk.requests.length === 4);
  expect(desk.slack.pendingRetries()).toEqual([]);
  expect(new Set(desk.requests.map((one) => one.body.event_id)).size).toBe(1);
  await desk.slack.redeliver(String(last().event_id));
  expect(desk.requests).toHaveLength(5);
});

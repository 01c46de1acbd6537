import { App, SocketModeReceiver } from '@slack/bolt';
import { LogLevel } from '@slack/web-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SimulatedSlack, startSlack } from './simulated-slack.ts';

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452000000200000001000', 'hex'), Buffer.alloc(20)]);
const plain = (text: string) => ({ type: 'plain_text' as const, text });
const section = (text: string) => ({ type: 'section' as const, text: { type: 'mrkdwn' as const, text } });
const button = (actionId: string, value: string) =>
  ({ type: 'button', action_id: actionId, text: plain(actionId), value }) as const;
const manifest = {
  features: {
    app_home: { home_tab_enabled: true, messages_tab_enabled: true },
    slash_commands: [{ command: '/port', description: 'Ports', usage_hint: 'list', should_escape: false }],
    shortcuts: [{ name: 'New', callback_id: 'new', description: 'x', type: 'global' }],
  },
  oauth_config: {
    scopes: {
      bot: [
        'chat:write',
        'commands',
        'files:write',
        'files:read',
        'users:read',
        'usergroups:read',
        'channels:read',
        'app_mentions:read',
        'im:write',
      ],
    },
  },
  settings: {
    event_subscriptions: { bot_events: ['app_mention', 'app_home_opened', 'message.im'] },
    interactivity: {
      is_enabled: true,
      request_url: 'https://x.invalid',
      message_menu_options_url: 'https://x.invalid',
    },
  },
};

let time = 0;
let slack: SimulatedSlack;
let app: App;
const now = () => Date.now() + time;

async function startBot(socketMode: boolean): Promise<void> {
  const common = {
    token: 'xoxb-bot',
    deferInitialization: true,
    logLevel: LogLevel.ERROR,
    clientOptions: { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } },
  };
  app = socketMode
    ? new App({ ...common, socketMode: true, appToken: 'xapp-1' })
    : new App({ ...common, signingSecret: 'secret' });
  await app.init();
  if (socketMode) await app.start();
  else {
    const server = await app.start({ port: 0, host: '127.0.0.1' });
    const address = 'address' in server ? server.address() : null;
    slack.bot.eventsUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/slack/events`;
  }
}

const form = {
  type: 'modal' as const,
  callback_id: 'port.open',
  title: plain('Open a port'),
  submit: plain('Plan'),
  notify_on_close: true,
  blocks: [
    {
      type: 'input' as const,
      block_id: 'component',
      label: plain('Component'),
      element: { type: 'external_select' as const, action_id: 'component', min_query_length: 0 },
    },
    {
      type: 'input' as const,
      block_id: 'port',
      label: plain('Port'),
      element: { type: 'number_input' as const, action_id: 'port', is_decimal_allowed: false, max_value: '65535' },
    },
    {
      type: 'input' as const,
      block_id: 'tags',
      optional: true,
      label: plain('Tags'),
      element: {
        type: 'checkboxes' as const,
        action_id: 'tags',
        options: [
          { text: plain('Outer'), value: 'outer' },
          { text: plain('Inner'), value: 'inner' },
        ],
      },
    },
  ],
};

function addHandlers(): void {
  app.command('/port', async ({ ack, respond, client, body, command }) => {
    if (command.text === 'slow') return;
    await ack();
    if (command.text === 'open') await client.views.open({ trigger_id: body.trigger_id, view: form });
    else await respond({ text: `you said ${command.text}` });
  });
  app.options('component', async ({ ack, options }) => {
    await ack({
      options: ['web', 'db']
        .filter((name) => name.includes(options.value))
        .map((value) => ({ text: plain(value), value })),
    });
  });
  app.view('port.open', async ({ ack, view, client }) => {
    const values = view.state.values;
    if (values.port?.port?.value === '1') {
      await ack({ response_action: 'errors', errors: { port: 'Port 1 is taken.' } });
      return;
    }
    await ack();
    await client.chat.postMessage({
      channel: 'C0SHOP',
      text: 'A card',
      blocks: [
        section(`${values.component?.component?.selected_option?.value}:${values.port?.port?.value} <@U0SAM>`),
        { type: 'actions', elements: [button('request.approve', '1'), button('request.deny', '1')] },
      ],
    });
  });
  app.action('request.approve', async ({ ack, body, client }) => {
    await ack();
    if (body.type !== 'block_actions' || !body.message || !body.channel) return;
    await client.chat.update({
      channel: body.channel.id,
      ts: body.message.ts,
      text: 'Done',
      blocks: [section(`by ${body.user.id}`)],
    });
  });
  app.event('app_mention', async ({ event, say }) => {
    await say({ text: event.text, thread_ts: event.thread_ts ?? event.ts });
  });
  app.event('app_home_opened', async ({ event, client }) => {
    await client.views.publish({ user_id: event.user, view: { type: 'home', blocks: [section('Welcome')] } });
  });
  app.error(async () => {});
}

beforeEach(async () => {
  time = 0;
  slack = await startSlack({
    now,
    manifest,
    bot: { signingSecret: 'secret', botToken: 'xoxb-bot', appToken: 'xapp-1' },
    ackMs: 1500,
  });
});

afterEach(async () => {
  await app.stop();
  await slack.close();
});

describe.each([
  ['HTTP', false],
  ['Socket Mode', true],
])('a Bolt app over %s', (_name, socketMode) => {
  beforeEach(async () => {
    await startBot(socketMode);
    addHandlers();
  });

  it('answers a command to the asker alone', async () => {
    const maya = slack.user('U0MAYA');
    expect(await maya.slash('C0SHOP', '/port list')).toEqual({ ok: true });
    const [answer] = await slack.until(() => maya.messages('C0SHOP').length > 0 && maya.messages('C0SHOP'));
    expect(answer?.text).toBe('you said list');
    expect(slack.messages('C0SHOP', 'U0SAM')).toEqual([]);
    expect(slack.faults).toEqual([]);
  });

  it('goes through a modal, its options and errors, to a card that another approves', async () => {
    const maya = slack.user('U0MAYA');
    await maya.slash('C0SHOP', '/port open');
    const view = await slack.until(() => maya.view());
    const on = { view: view.id };
    const offered = await maya.options(on, 'component', 'w');
    expect(offered).toMatchObject({ ok: true, options: { options: [{ value: 'web' }], groups: [] } });
    expect(await maya.submit({ port: { port: '80x' } })).toEqual({
      ok: true,
      submitted: {
        result: 'errors',
        errors: { component: 'Please complete this required field.', port: 'Please enter a number.' },
      },
    });
    expect(await maya.submit({ component: { component: 'nope' } })).toMatchObject({
      ok: false,
      error: 'no_such_option',
    });
    expect(
      await maya.submit({ component: { component: 'web' }, port: { port: '1' }, tags: { tags: ['outer'] } }),
    ).toEqual({
      ok: true,
      submitted: { result: 'errors', errors: { port: 'Port 1 is taken.' } },
    });
    expect(await maya.submit({ port: { port: '8080' } })).toEqual({ ok: true, submitted: { result: 'closed' } });
    expect(maya.views()).toEqual([]);

    const sam = slack.user('U0SAM');
    const card = await slack.until(() => sam.messages('C0SHOP')[0]);
    expect(card.blocks[0]).toMatchObject({ text: { text: 'web:8080 <@U0SAM>' } });
    expect(card.pings).toEqual(['U0SAM']);
    const place = { channel: card.channel, ts: card.ts };
    const seen = card.blocks;
    expect(await sam.press(place, 'request.approve')).toEqual({ ok: true });
    await slack.until(() => card.text === 'Done');
    expect(await sam.press(place, 'request.approve')).toMatchObject({ ok: false, error: 'no_such_element' });
    expect(await sam.press(place, 'request.approve', null, { seen })).toEqual({ ok: true });
    expect(slack.faults).toEqual([]);
  });

  it('hears mentions in threads, with Slack’s own rewriting', async () => {
    const maya = slack.user('U0MAYA');
    const said = await maya.say('C0SHOP', 'morning');
    const threadTs = said.ok ? (said.ts ?? '') : '';
    await maya.mention('C0SHOP', 'gateway http web 80 shop.test & more', threadTs);
    const answer = await slack.until(() => slack.messages('C0SHOP', 'U0SAM').find((one) => one.byBot));
    expect(answer.threadTs).toBe(threadTs);
    expect(answer.text).toBe('<@U0PORTOLAN> gateway http web 80 <http://shop.test|shop.test> &amp; more');
    expect(await maya.slash('C0SHOP', '/port list', threadTs)).toMatchObject({ ok: false, error: 'not_in_threads' });
    expect(await maya.slash('C0SHOP', '/nope')).toMatchObject({ ok: false, error: 'invalid_command' });
  });

  it('tells the person when nothing acknowledges in time', async () => {
    const maya = slack.user('U0MAYA');
    expect(await maya.slash('C0SHOP', '/port slow')).toMatchObject({ ok: false, error: 'operation_timeout' });
    expect(maya.notices()).toEqual(['/port failed with the error "operation_timeout"']);
  });

  it('publishes App Home', async () => {
    const maya = slack.user('U0MAYA');
    await maya.openHome();
    const home = await slack.until(() => maya.home());
    expect(home.content).toMatchObject({ type: 'home', blocks: [{ text: { text: 'Welcome' } }] });
  });

  it('uploads in three steps and shows the image once it is processed', async () => {
    const { client } = app;
    const url = await client.files.getUploadURLExternal({
      filename: 'chart.png',
      length: png.length,
      ...{ alt_txt: 'a chart' },
    });
    const id = url.file_id ?? '';
    await fetch(url.upload_url ?? '', { method: 'POST', body: png });
    await client.files.completeUploadExternal({ files: [{ id, title: 'Chart' }] });
    const shown = {
      channel: 'C0SHOP',
      text: 'a chart',
      blocks: [{ type: 'image' as const, alt_text: 'a chart', slack_file: { id } }],
    };
    await expect(client.chat.postMessage(shown)).rejects.toMatchObject({
      data: {
        error: 'invalid_blocks',
        response_metadata: { messages: ['[ERROR] invalid slack file [json-pointer:/blocks/0/slack_file]'] },
      },
    });
    expect((await client.files.info({ file: id })).file?.mimetype).toBe('');
    time += 1000;
    expect((await client.files.info({ file: id })).file).toMatchObject({ mimetype: 'image/png', original_w: 32 });
    await client.chat.postMessage(shown);
    const page = await fetch(`${slack.url}/_page/files/${id}`);
    expect(Buffer.from(await page.arrayBuffer())).toEqual(png);
    await client.filesUploadV2({
      file: Buffer.from('a,b'),
      filename: 'x.csv',
      channel_id: 'C0SHOP',
      initial_comment: 'the numbers',
    });
    expect(slack.messages('C0SHOP', 'U0MAYA').at(-1)).toMatchObject({
      text: 'the numbers',
      files: [expect.any(String)],
    });
    await client.files.delete({ file: id });
    await expect(
      client.files.getUploadURLExternal({ filename: 'a.png', length: 1, ...{ alt_txt: 'x'.repeat(1_001) } }),
    ).rejects.toMatchObject({ data: { error: 'alt_txt_too_large' } });
    await expect(client.files.info({ file: id })).rejects.toMatchObject({ data: { error: 'file_not_found' } });
  });
});

describe('requests that are not Slack’s', () => {
  it('are signed wrongly or too old, and Bolt refuses them', async () => {
    await startBot(false);
    addHandlers();
    const payload = { command: '/port', text: 'list', response_url: `${slack.url}/actions/T/none`, user_id: 'U0MAYA' };
    const forge = (more: object) => slack.forge({ kind: 'slash_commands', payload, ...more });
    expect(await forge({ secret: 'guess' })).toBe(401);
    expect(await forge({ shift: -301_000 })).toBe(401);
    expect(await forge({})).toBe(200);
  });
});

describe('Socket Mode itself', () => {
  it('reconnects when it is told to', async () => {
    const clientOptions = { slackApiUrl: slack.apiUrl };
    // The SDK waits as long as this before it connects again.
    const quick = { clientPingTimeout: 100, logLevel: LogLevel.ERROR, installerOptions: { clientOptions } };
    const receiver = new SocketModeReceiver({ appToken: 'xapp-1', ...quick });
    app = new App({ token: 'xoxb-bot', receiver, logLevel: LogLevel.ERROR, clientOptions, deferInitialization: true });
    await app.init();
    await app.start();
    addHandlers();
    expect(slack.connections()).toBe(1);
    // A connection may be asked for once a minute.
    time += 60_000;
    slack.disconnect('refresh_requested');
    await slack.until(
      () => slack.log.filter((entry) => entry.kind === 'socket' && entry.name === 'open').length === 2,
      15_000,
    );
    expect(await slack.user('U0MAYA').slash('C0SHOP', '/port list')).toEqual({ ok: true });
  });
});

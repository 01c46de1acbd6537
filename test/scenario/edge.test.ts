import { sign } from '../../playground/slack/delivery/deliver.ts';
import { acts, asks, buttonsOf, only, shownIn, startStage } from './stage.ts';
import { useStage } from './use-stage.ts';

// Tests HTTP requests of Slack and operators: refused, counted and repeated ones, and the shutdown.
const shop = 'C0SHOP';
const maya = 'U0MAYA';

describe('the edge over HTTP', async () => {
  const stage = await useStage();

  const at = (path: string) => `http://127.0.0.1:${stage.bot().port}${path}`;
  const metric = async (name: string) => {
    const text = await (await fetch(at('/metrics'))).text();
    return text
      .split('\n')
      .filter((line) => line.startsWith(name))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  };
  const command = {
    command: '/region',
    text: '',
    channel_id: shop,
    user_id: maya,
    response_url: 'http://127.0.0.1:1/',
    trigger_id: '1',
  };

  test('an unsigned request is turned away and counted; other methods and paths too', async () => {
    const before = await metric('portolan_signature_failures_total');
    const body = new URLSearchParams({ command: '/region', text: '', channel_id: shop, user_id: maya });
    expect((await fetch(at('/slack/events'), { method: 'POST', body })).status).toBe(401);
    expect(await metric('portolan_signature_failures_total')).toBe(before + 1);
    expect((await fetch(at('/slack/events'))).status).toBe(405);
    expect((await fetch(at('/elsewhere'))).status).toBe(404);
    expect(
      (await fetch(at('/slack/events'), { method: 'POST', body: 'x'.repeat(2_000_000) })).status,
    ).toBeGreaterThanOrEqual(400);
    const probe = new URLSearchParams({ ssl_check: '1', token: 'x' });
    expect((await fetch(at('/slack/events'), { method: 'POST', body: probe })).status).toBe(200);
  });

  async function send(type: string, body: string): Promise<{ readonly status: number; readonly text: string }> {
    const seconds = Math.floor(Date.now() / 1_000);
    const response = await fetch(at('/slack/events'), {
      method: 'POST',
      headers: {
        'content-type': type,
        'x-slack-request-timestamp': String(seconds),
        'x-slack-signature': sign(stage.slack.bot.signingSecret, seconds, body),
      },
      body,
    });
    return { status: response.status, text: await response.text() };
  }

  test('the address is verified: its challenge is answered', async () => {
    const asked = { type: 'url_verification', challenge: 'yes', token: 'x' };
    expect((await send('application/json; charset=utf-8', JSON.stringify(asked))).text).toContain('yes');
  });

  test('alive, ready, measured; the platform’s state is told and never in the way', async () => {
    expect((await fetch(at('/healthz'))).status).toBe(200);
    const ready = await fetch(at('/readyz'));
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({ status: 'ready', platform: { state: 'ok' } });
    await asks(stage, maya, shop, '/region');
    expect(await metric('portolan_platform_call_seconds_count')).toBeGreaterThan(0);
    await stage.platform.faults.set({ latencyMs: 5_000 });
    // The bot caches the platform's state for 5 s.
    expect(await (await fetch(at('/readyz'))).json()).toMatchObject({ platform: { state: 'ok' } });
    stage.jump(5_000);
    const slow = await fetch(at('/readyz'));
    expect(slow.status).toBe(200);
    expect(await slow.json()).toMatchObject({ platform: { state: 'failing' } });
    await stage.platform.faults.set({ latencyMs: 0, down: 'refused' });
    stage.jump(5_000);
    expect(await (await fetch(at('/readyz'))).json()).toMatchObject({
      status: 'ready',
      platform: { state: 'failing' },
    });
  });

  test('what is for another installation is not acted on, counted, and answered privately', async () => {
    const before = await metric('portolan_edge_refusals_total{why="installation"}');
    const reads = stage.platform.log.entries.length;
    const form = 'application/x-www-form-urlencoded';
    const asked = await send(form, new URLSearchParams({ ...command, team_id: 'T0OTHER' }).toString());
    expect(asked.status).toBe(200);
    expect(JSON.parse(asked.text)).toMatchObject({
      response_type: 'ephemeral',
      text: expect.stringMatching(/workspace/i),
    });
    const ours = stage.slack.workspace.team.id;
    const common = { user: { id: maya }, team: { id: ours }, trigger_id: '1' };
    const view = { id: 'V1', callback_id: 'ask:x', app_installed_team_id: 'T0OTHER', state: { values: {} } };
    const submitted = await send(
      form,
      new URLSearchParams({ payload: JSON.stringify({ type: 'view_submission', ...common, view }) }).toString(),
    );
    expect(JSON.parse(submitted.text)).toMatchObject({ response_action: 'update' });
    expect(submitted.text).toMatch(/workspace/i);
    const options = { type: 'block_suggestion', ...common, team: { id: 'T0OTHER' }, action_id: 'component', value: '' };
    const suggested = await send(form, new URLSearchParams({ payload: JSON.stringify(options) }).toString());
    expect(JSON.parse(suggested.text)).toEqual({ options: [] });
    await stage.idle();
    expect(await metric('portolan_edge_refusals_total{why="installation"}')).toBe(before + 3);
    expect(stage.platform.log.entries.length).toBe(reads);
  });

  test('what was asked is counted, by operation and outcome', async () => {
    const before = await metric('portolan_asked_total{operation="port.list"');
    await asks(stage, maya, shop, '/port web');
    expect(await metric('portolan_asked_total{operation="port.list"')).toBe(before + 1);
  });

  test('an event that comes twice is answered once', async () => {
    const event = {
      type: 'app_mention',
      user: maya,
      text: `<@${stage.slack.workspace.bot.user}> region`,
      channel: shop,
      ts: '1700000000.000100',
      event_ts: '1700000000.000100',
    };
    const messages = await acts(stage, maya, shop, async () => {
      const id = await stage.slack.emit('app_mention', event);
      await stage.slack.redeliver(id ?? '');
      await stage.idle();
      await stage.slack.redeliver(id ?? '');
      return { ok: true };
    });
    expect(messages).toHaveLength(1);
  });

  test('a mention with what people write around it is understood', async () => {
    const me = `<@${stage.slack.workspace.bot.user}>`;
    for (const text of [
      `${me}: region list`,
      `${me}，region list`,
      `${me} *region list*`,
      `*${me} region list*`,
      `*${me}*, region list`,
      `${me} \`region list\``,
      `region list ${me}`,
    ])
      expect(shownIn(only(await acts(stage, maya, shop, (actor) => actor.say(shop, text)))), text).toContain('east-1');
  });

  test('a message with any subtype that people cause is answered; what isn’t leaves a line in the log', async () => {
    const bot = stage.slack.workspace.bot.user;
    const direct = stage.slack.user(maya).direct();
    const base = { user: maya, text: `<@${bot}> region list`, type: 'app_mention', channel: shop };
    const parent = await stage.slack.user(maya).say(shop, 'what is up?');
    const thread_ts = parent.ok ? (parent.ts ?? '') : '';
    await stage.slack.user(maya).say(shop, 'looking', thread_ts);
    let at = 1_795_646_700;
    const send = (channel: string, event: object) =>
      acts(stage, maya, channel, async () => {
        at += 1;
        const ts = `${at}.000001`;
        await stage.slack.emit(channel === direct ? 'message.im' : 'app_mention', {
          ...base,
          ts,
          event_ts: ts,
          ...event,
        });
        await stage.idle();
        return { ok: true };
      });
    for (const more of [
      { subtype: 'thread_broadcast', thread_ts },
      { subtype: 'file_share', files: [{ id: 'F012345678' }] },
      { subtype: 'me_message' },
    ]) {
      expect(shownIn(only(await send(shop, more))), more.subtype).toContain('east-1');
      const there = {
        ...more,
        thread_ts: undefined,
        type: 'message',
        channel: direct,
        channel_type: 'im',
        text: 'region list',
      };
      expect(shownIn(only(await send(direct, there))), `${more.subtype} in direct messages`).toContain('east-1');
    }
    const before = stage.lines.length;
    expect(await send(shop, { subtype: 'bot_message', bot_id: 'B0ROBOT', user: undefined })).toEqual([]);
    expect(await send(shop, { subtype: 'channel_topic' })).toEqual([]);
    expect(stage.lines.slice(before).filter((line) => line.includes('a mention was not answered'))).toHaveLength(2);
  });

  test('its own words, edits, and other bots are not answered', async () => {
    const bot = stage.slack.workspace.bot;
    const base = {
      text: `<@${bot.user}> region`,
      channel: shop,
      ts: '1700000001.000100',
      event_ts: '1700000001.000100',
    };
    const messages = await acts(stage, maya, shop, async () => {
      await stage.slack.emit('app_mention', { ...base, type: 'app_mention', user: bot.user });
      await stage.slack.emit('app_mention', { ...base, type: 'app_mention', user: 'U0ROBOT', bot_id: 'B0ROBOT' });
      await stage.slack.emit('message.im', {
        ...base,
        type: 'message',
        subtype: 'message_changed',
        channel: stage.slack.user(maya).direct(),
        channel_type: 'im',
        user: maya,
      });
      return { ok: true };
    });
    expect(messages).toEqual([]);
  });

  test('guests and people of other workspaces are refused, by command and by mention, without a look', async () => {
    await stage.bot().idle();
    const before = stage.platform.log.entries.length;
    expect(shownIn(await asks(stage, 'U0GUEST', shop, '/region'))).toMatch(/guest/i);
    expect(shownIn(await asks(stage, 'U0GUEST', shop, '/port'))).toMatch(/guest/i);
    const far = await acts(stage, 'U0FAR', shop, (actor) => actor.mention(shop, 'region'));
    expect(far.map(shownIn).join()).toMatch(/workspace/i);
    expect(stage.platform.log.entries.length).toBe(before);
  });

  test('no button of an answer, a card or a chart shows or does anything for guests and people of other workspaces', async () => {
    const answer = await asks(stage, maya, shop, '/region page_size=2');
    const pressed = await acts(stage, maya, shop, (actor) => actor.press(answer, 'share'));
    const shared = only(pressed.filter(({ ephemeralFor }) => ephemeralFor === null));
    const card = await asks(stage, maya, shop, '/port add web 7003');
    const chart = await asks(stage, maya, shop, '/monitor web');
    const pressAll = async () => {
      const looked = stage.platform.log.entries.length;
      for (const [who, line] of [
        ['U0GUEST', /guest/i],
        ['U0FAR', /workspace/i],
      ] as const)
        for (const message of [shared, card, chart])
          for (const [label, id] of Object.entries(buttonsOf(message))) {
            const refused = only(await acts(stage, who, shop, (actor) => actor.press(message, id)), label);
            expect([label, refused.ephemeralFor, shownIn(refused)]).toEqual([label, who, expect.stringMatching(line)]);
            expect(stage.slack.user(who).view(), label).toBeUndefined();
          }
      return stage.platform.log.entries.slice(looked);
    };
    // On a slow machine, an optional read of an earlier answer may end during the presses, but only once.
    const reads = await pressAll();
    expect(reads.length > 0 ? await pressAll() : reads).toEqual([]);
    await acts(stage, maya, shop, (actor) => actor.press(card, 'request.cancel'));
  });

  test('a rate limit on the way of an answer is waited out', async () => {
    await stage.slack.injectFault({ fault: 'rate_limit', method: 'chat.postEphemeral', retryAfter: 1 });
    const line = only(await acts(stage, maya, shop, (actor) => actor.mention(shop, 'region')));
    expect(shownIn(line)).toContain('east-1');
    await stage.slack.injectFault({ fault: 'lose_answer', method: 'chat.postEphemeral' });
    expect((await acts(stage, maya, shop, (actor) => actor.mention(shop, 'region'))).length).toBeGreaterThan(0);
  });

  test('sixty at once: every one is answered', async () => {
    const messages = await acts(stage, maya, shop, async (actor) => {
      const acted = await Promise.all(Array.from({ length: 60 }, () => actor.slash(shop, '/port web')));
      return acted.find(({ ok }) => !ok) ?? { ok: true };
    });
    expect(messages).toHaveLength(60);
  });
});

test.each(['http', 'socket'] as const)('a stop lets a slow question end first: %s', async (mode) => {
  const stage = await startStage({ mode });
  await asks(stage, maya, shop, '/region');
  await stage.platform.faults.set({ latencyMs: 800 });
  await stage.slack.user(maya).slash(shop, '/port web');
  const before = stage.slack.user(maya).messages(shop).length;
  await stage.bot().stop();
  const messages = stage.slack.user(maya).messages(shop);
  expect(messages.length).toBe(before + 1);
  expect(shownIn(messages.at(-1))).toContain('Ports of web');
  expect(stage.slack.faults).toEqual([]);
  expect(stage.errors()).toEqual([]);
  await stage.stop();
});

test('a Socket Mode connection that Slack renews loses nothing', async () => {
  const stage = await startStage({ mode: 'socket' });
  try {
    await asks(stage, maya, shop, '/region');
    stage.slack.disconnect('refresh_requested');
    await stage.slack.until(() => stage.slack.connections() === 0, 5_000).catch(() => undefined);
    await stage.slack.until(() => stage.slack.connections() > 0, 15_000);
    expect(shownIn(await asks(stage, maya, shop, '/port web'))).toContain('Ports of web');
  } finally {
    await stage.stop();
  }
}, 40_000);

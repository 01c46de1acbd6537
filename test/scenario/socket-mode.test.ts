import * as z from 'zod';
import { startApp } from '../../src/app.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { realWorld } from '../../src/real-world.ts';
import { newDatabase } from '../shared.ts';
import { sharedCharts } from '../shared-charts.ts';
import { postgresTest } from '../tools/tests-with-tools.ts';
import { createCardHands } from './card-hands.ts';
import { acts, asks, type Stage, shownIn, startStage, unsound } from './stage.ts';

const maya = 'U0MAYA';
const shop = 'C0SHOP';
/** Factor by which the bot's waits are shorter. The bot drops a silent connection after 1.5 s instead of 15 s. */
const hurry = 10;

let stage: Stage;
afterEach(() => stage.stop());

const { cards, now, askForCard, press } = createCardHands(() => stage, shop);
const start = async () => {
  stage = await startStage({ mode: 'socket', hurry });
};
const logged = (name: string) =>
  stage.slack.log.filter((entry) => entry.kind === 'socket' && entry.name === name).length;
const warned = (what: string) => stage.lines.filter((line) => line.includes(what)).length;
const writes = () => stage.platform.log.entries.filter(({ method }) => method !== 'GET').length;

async function get(path: string) {
  const reply = await fetch(`http://127.0.0.1:${stage.bot().port}${path}`);
  return { status: reply.status, text: await reply.text() };
}
const slackCheck = async () => {
  const { status, text } = await get('/readyz');
  return {
    status,
    ...z.object({ slack: z.object({ state: z.string(), detail: z.string().optional() }) }).parse(JSON.parse(text))
      .slack,
  };
};
const isConnected = async () => /^portolan_slack_socket_connected 1$/m.test((await get('/metrics')).text);

async function openPort(): Promise<void> {
  const before = writes();
  const card = await askForCard('/port open api 8000 for=10m reason="customer demo"');
  await press('U0SAM', card, 'request.approve');
  await stage.slack.until(() => now(card.ts).text.includes('Done'));
  expect(writes()).toBe(before + 1);
}

describe('Slack ends a connection', () => {
  test.each([
    ['warning', 1_500],
    ['warning', 0],
    ['refresh_requested', 1_500],
    ['refresh_requested', 0],
    ['too_many_websockets', 0],
  ] as const)('%s, and closes it after %d ms: nothing that people do is lost', async (reason, closesMs) => {
    await start();
    const renewed = logged('open') + 1;
    stage.slack.disconnect(reason, closesMs);
    await stage.slack.until(() => logged('open') >= renewed, 10_000);
    await openPort();
    expect(shownIn(await asks(stage, maya, shop, '/port web'))).toContain('Ports of web');
    if (closesMs > 0) expect(warned('the connection to Slack was lost')).toBe(0);
    await stage.slack.until(() => stage.slack.connections() === 1);
    expect(await unsound(stage)).toEqual([]);
  });

  test('again and again: always one connection in the end, and never none', async () => {
    await start();
    for (let renewal = 2; renewal <= 8; renewal += 1) {
      stage.jump(3_600_000);
      stage.slack.disconnect('warning', 600);
      await stage.slack.until(() => logged('open') === renewal);
      expect(await slackCheck()).toMatchObject({ status: 200, state: 'ok' });
      await stage.slack.until(() => stage.slack.connections() === 1);
    }
    expect(warned('the connection to Slack was lost')).toBe(0);
  });

  test('Socket Mode is switched off and on again: not ready meanwhile, and back without a restart', async () => {
    await start();
    expect([await slackCheck(), await isConnected()]).toMatchObject([{ status: 200 }, true]);
    stage.slack.disconnect('link_disabled');
    await stage.slack.until(() => warned('"why":"link_disabled"') > 0);
    expect([await slackCheck(), await isConnected()]).toMatchObject([{ status: 200, state: 'ok' }, false]);
    stage.jump(11_000);
    expect(await slackCheck()).toMatchObject({ status: 503, detail: expect.stringMatching(/connection for 1\d s/) });
    expect((await get('/healthz')).status).toBe(200);
    stage.jump(300_000);
    expect((await get('/healthz')).status).toBe(200);
    stage.slack.bot.isSocketModeOff = false;
    await stage.slack.until(() => stage.slack.connections() === 1, 10_000);
    await expect.poll(slackCheck).toMatchObject({ status: 200, state: 'ok' });
    expect([await isConnected(), (await get('/healthz')).status]).toEqual([true, 200]);
    expect(stage.lines.filter((line) => line.includes('Slack is connected again'))).toHaveLength(1);
    await openPort();
    expect(await unsound(stage)).toEqual([]);
  });
});

describe('a connection that breaks', () => {
  test.each([
    ['breaks', () => stage.slack.socketTrouble.drop()],
    ['is half-open', () => stage.slack.socketTrouble.freeze()],
    [
      'breaks, and then has no hello',
      () => {
        stage.slack.socketTrouble.withholdHello(1);
        stage.slack.socketTrouble.drop();
      },
    ],
    [
      'breaks, and the next ones are refused',
      () => {
        stage.slack.socketTrouble.refuse(2, 503);
        stage.slack.socketTrouble.drop();
      },
    ],
  ])('%s: the next command is answered by another one', async (_what, trouble) => {
    await start();
    const before = logged('close');
    trouble();
    await stage.slack.until(() => logged('close') > before && warned('Slack is connected again') > 0, 15_000);
    await openPort();
    expect(warned('the connection to Slack was lost')).toBe(1);
    expect(await unsound(stage)).toEqual([]);
  });

  test('and Slack doesn’t answer when it is asked for the next one: each call is given up', async () => {
    await start();
    // Shorten the bot's timeout, which is 10 s in production.
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const shorter = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms === 10_000 ? 300 : ms));
    await stage.slack.injectFault({ fault: 'slow', method: 'apps.connections.open', ms: 1_500, times: 2 });
    stage.slack.socketTrouble.drop();
    await stage.slack.until(() => warned('Slack is connected again') > 0, 15_000);
    shorter.mockRestore();
    expect(warned('no connection to Slack')).toBeGreaterThan(0);
    await openPort();
    expect(await unsound(stage)).toEqual([]);
  });

  test('a clock that jumps forward breaks none', async () => {
    await start();
    stage.jump(3_600_000);
    await expect.poll(() => stage.slack.connections(), { interval: 1_500 }).toBe(1);
    expect([logged('open'), await slackCheck()]).toMatchObject([1, { status: 200 }]);
  });
});

describe('envelopes that come again', () => {
  test.each<[string, (again: () => Promise<unknown>) => Promise<unknown>]>([
    ['at once', (again) => Promise.all([again(), again()])],
    ['one after the other', async (again) => [await again(), await again(), await again()]],
    [
      'on another connection',
      async (again) => {
        stage.slack.disconnect('warning', 1_500);
        await stage.slack.until(() => stage.slack.connections() === 2);
        return Promise.all([again(), again(), again()]);
      },
    ],
    [
      'after their connection broke',
      async (again) => {
        stage.slack.socketTrouble.drop();
        await stage.slack.until(() => warned('Slack is connected again') > 0, 10_000);
        return again();
      },
    ],
  ])('%s: a press writes once', async (_when, repeat) => {
    await start();
    const card = await askForCard('/port open api 8000 for=10m reason="customer demo"');
    await press('U0SAM', card, 'request.approve');
    await repeat(() => stage.slack.socketTrouble.sendAgain());
    await stage.idle();
    expect(now(card.ts).text).toContain('Done');
    expect(writes()).toBe(1);
    expect(await unsound(stage)).toEqual([]);
  });

  test('because the ack was lost: a press writes once, and a mention is answered once', async () => {
    await start();
    const card = await askForCard('/port open api 8000 for=10m reason="customer demo"');
    stage.slack.socketTrouble.loseAcks(1);
    const pressed = stage.slack.user('U0SAM').press({ channel: shop, ts: card.ts }, 'request.approve');
    expect(await pressed).toMatchObject({ ok: false });
    await stage.slack.socketTrouble.sendAgain();
    await stage.idle();
    expect(writes()).toBe(1);

    const mention = { type: 'app_mention', user: maya, text: `<@${stage.slack.workspace.bot.user}> region` };
    const answers = await acts(stage, maya, shop, async () => {
      stage.slack.socketTrouble.loseAcks(1);
      await stage.slack.emit('app_mention', { ...mention, channel: shop, ts: '1700000000.000100' });
      await stage.slack.tick();
      return { ok: true };
    });
    expect(stage.slack.log.filter(({ kind, name }) => kind === 'delivery' && name === 'app_mention')).toHaveLength(2);
    expect(answers).toHaveLength(1);
    expect(await unsound(stage)).toEqual([]);
  });

  test('because their connection ended before the ack: the command is answered on the other one', async () => {
    await start();
    stage.slack.disconnect('warning', 5_000);
    await stage.slack.until(() => stage.slack.connections() === 2);
    for (let command = 0; command < 4; command += 1) {
      const asked = asks(stage, maya, shop, '/port web');
      if (command === 1) stage.slack.socketTrouble.dropOldest();
      expect(shownIn(await asked)).toContain('Ports of web');
    }
    expect(await unsound(stage)).toEqual([]);
  });
});

test('two hundred envelopes with charts in between: all are acknowledged and answered, none twice', async () => {
  stage = await startStage({ mode: 'socket', slack: { ackMs: 60_000 } });
  const people = [maya, 'U0SAM', 'U0LIU'];
  const acted = await Promise.all(
    Array.from({ length: 200 }, (_, at) =>
      stage.slack.user(people[at % 3] ?? maya).slash(shop, at % 25 === 0 ? '/monitor web' : '/port web'),
    ),
  );
  await stage.idle();
  expect(acted.filter(({ ok }) => !ok)).toEqual([]);
  const entries = (kind: string) => stage.slack.log.filter((entry) => entry.kind === kind && entry.error === null);
  expect([entries('delivery').length, entries('ack').length]).toEqual([200, 200]);
  expect(stage.slack.messages(shop, maya).filter(({ byBot, ephemeralFor }) => byBot && !ephemeralFor)).toHaveLength(8);
  const answers = people.flatMap((who) =>
    stage.slack.messages(shop, who).filter(({ byBot, ephemeralFor }) => byBot && ephemeralFor === who),
  );
  expect(answers).toHaveLength(192);
  expect(await unsound(stage)).toEqual([]);
}, 120_000);

postgresTest('two replicas: an envelope that comes again to the other one writes once', async () => {
  stage = await startStage({ mode: 'socket', hurry, databaseUrl: await newDatabase() });
  const otherLines: string[] = [];
  const log = createLogger({ level: 'error', stream: { write: (line: string) => void otherLines.push(line) } });
  const other = await startApp(stage.config, realWorld(log), sharedCharts());
  try {
    expect(stage.slack.connections()).toBe(2);
    const idle = async () => {
      for (const bot of [stage.bot(), other, stage.bot()]) await bot.idle();
    };
    const again = (as: 'itself' | 'new') => stage.slack.socketTrouble.sendAgain(as);
    const repeated: readonly (readonly [
      command: string,
      who: string,
      (act: () => Promise<unknown>) => Promise<unknown>,
    ])[] = [
      [
        '/port open api 8000 for=10m',
        'U0SAM',
        async (act) => Promise.all([act(), again('itself'), again('itself'), again('new')]),
      ],
      [
        '/port close web 8080',
        maya,
        async (act) => [await act(), await again('itself'), await again('itself'), await again('new')],
      ],
    ];
    for (const [command, who, repeat] of repeated) {
      const [before, cardCount] = [writes(), cards().length];
      await stage.slack.user(maya).slash(shop, command);
      const card = await stage.slack.until(() => cards()[cardCount], 10_000);
      await idle();
      await repeat(() => stage.slack.user(who).press({ channel: shop, ts: card.ts }, 'request.approve'));
      await stage.slack.until(() => now(card.ts).text.includes('Done'), 10_000);
      await idle();
      expect(writes()).toBe(before + 1);
    }
    expect([otherLines, await unsound(stage)]).toEqual([[], []]);
  } finally {
    await other.stop();
  }
});

test.each(['http', 'socket'] as const)(
  'what says that events are left out is acknowledged and logged: %s',
  async (mode) => {
    stage = await startStage({ mode });
    expect(await stage.slack.rateLimitEvents()).toMatchObject({ ok: true });
    expect(warned('Slack leaves out events')).toBe(1);
    expect(await unsound(stage)).toEqual([]);
  },
);

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { startPlatform } from '../../playground/platform/start-platform.ts';
import { startSlack } from '../../playground/slack/simulated-slack.ts';
import { addressReadings } from '../../src/operations/shared/exposure/known-address.ts';
import { incidentRecords } from '../../src/operations/shared/incident/incident-rows.ts';
import { readRecords, type StorePlace } from '../../src/store/open-store.ts';
import { freePort } from '../recorded/listening.ts';
import { newDatabase } from '../shared.ts';
import { postgresTest } from '../tools/tests-with-tools.ts';

/** Factor by which time is faster in the program, the database and the simulators, because watches count minutes. */
const speed = 12;
const bot = { botToken: 'xoxb-watching', signingSecret: 'secret-of-this-test' };
const policy = `
watches:
  items:
    - { name: state, context: shop/east-1/12, channel: C0SHOP, component: [api, cache], what: abnormal, for: 0s }
    - { name: open, context: shop/east-1/12, channel: C0SHOP, what: exposure }
`;

/** Returns code that makes a process's clock and timers faster. */
const faster = (began: number) => `
const [now, wait] = [Date.now, setTimeout];
Date.now = () => Math.round(${began} + (now() - ${began}) * ${speed});
globalThis.setTimeout = (done, ms = 0, ...given) => wait(done, ms / ${speed}, ...given);
`;

/** Makes the database's clock faster: PostgreSQL finds our function before the system's function of the same name. */
async function hurryDatabase(databaseUrl: string, began: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const moment = `to_timestamp(${began / 1_000})`;
  await client.query(`
    create schema fast;
    create function fast.statement_timestamp() returns timestamptz language sql stable
      as 'select ${moment} + (pg_catalog.statement_timestamp() - ${moment}) * ${speed}';
  `);
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  await client.query(`alter database "${rows[0]?.name}" set search_path = public, fast, pg_catalog`);
  await client.end();
}

/** Prepares a simulated Slack and platform, and starts and kills processes of `npm start`. */
async function stagePrograms(databaseUrl: string) {
  const began = Date.now();
  const now = () => Math.round(began + (Date.now() - began) * speed);
  await hurryDatabase(databaseUrl, began);
  const directory = mkdtempSync(join(tmpdir(), 'portolan-killed-'));
  const config = join(directory, 'portolan.yaml');
  writeFileSync(config, policy);
  const platform = await startPlatform({ now });
  const slack = await startSlack({ bot, now });
  const place: StorePlace = { dataDirectory: directory, databaseUrl };
  const running = new Set<ChildProcess>();
  const env = {
    SLACK_BOT_TOKEN: bot.botToken,
    SLACK_SIGNING_SECRET: bot.signingSecret,
    SLACK_API_URL: slack.apiUrl,
    PLATFORM_URL: platform.url,
    PLATFORM_TOKEN: platform.token,
    PORTOLAN_DATA: directory,
    PORTOLAN_CONFIG: config,
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
  };
  const preload = `data:text/javascript,${encodeURIComponent(faster(began))}`;

  async function start(): Promise<ChildProcess> {
    const child = spawn(process.execPath, ['--import', preload, 'src/start.mjs', 'start'], {
      env: { ...env, PORT: String(await freePort()) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += String(chunk)));
    await slack
      .until(() => said.includes('Portolan is ready') || child.exitCode !== null, 60_000)
      .catch(() => expect(said).toContain('is ready'));
    if (child.exitCode === null) return child;
    // The fast clock makes the database time out on a busy machine. Then restart the program, like a container would.
    expect(said).toMatch(/Query read timeout|the host doesn’t respond/);
    running.delete(child);
    return start();
  }

  async function kill(child: ChildProcess): Promise<void> {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    running.delete(child);
  }

  const messages = () => slack.messages('C0SHOP', 'U0MAYA').filter(({ threadTs }) => !threadTs);
  return {
    platform,
    slack,
    place,
    start: (count: number) => Promise.all(Array.from({ length: count }, start)),
    /** Kills the given processes, or all of them, without a warning. */
    async kill(children: Iterable<ChildProcess> = running): Promise<void> {
      await Promise.all([...children].map(kill));
    },
    running,
    /** Returns the messages of a component's state. */
    shown: (name: string) => messages().filter(({ text }) => new RegExp(`^[^:]* · ${name}: abnormal`).test(text)),
    /** Returns the messages of ports that were opened outside of Portolan. */
    opened: (words = '') =>
      messages()
        .filter(({ text }) => /^\S \w+ · Opened outside/.test(text))
        .map((message) => JSON.stringify(message))
        .filter((each) => each.includes(words)),
    stored: async () => (await readRecords(place, incidentRecords.kind)).length,
    async close() {
      for (const child of running) child.kill('SIGKILL');
      await Promise.all([slack.close(), platform.close()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Kills programs before incidents are posted, after that, and when Slack has accepted another message. */
async function killed(replicas: number, databaseUrl: string) {
  const stage = await stagePrograms(databaseUrl);
  const { slack, platform, shown, opened } = stage;
  try {
    const [first] = await stage.start(replicas);
    // Wait for the first reading: its addresses count as known.
    while ((await readRecords(stage.place, addressReadings.kind)).length === 0) await wait(200);
    platform.elsewhere({ do: 'container-exit', component: 'api', reason: 'Error' });
    platform.elsewhere({ do: 'http-rule', component: 'api', port: 8000, domain: 'around.test' });
    await stage.kill(first ? [first] : []);
    await stage.start(1);
    await slack.until(() => shown('api').length > 0 && opened('around.test').length > 0, 60_000);
    await slack.until(() => slack.log.some(({ name }) => name === 'files.completeUploadExternal'), 60_000);
    await stage.kill();
    // Open this port while all programs are down.
    platform.elsewhere({ do: 'open', component: 'cache', port: 6379, side: 'outer' });
    await stage.start(replicas);
    await slack.until(() => opened('cache:6379').length > 0, 60_000);

    const lost = new Promise<void>((resolve) => {
      const stop = slack.subscribe((event) => {
        if (event.type !== 'log' || event.entry.name !== 'chat.postMessage') return;
        stop();
        resolve(stage.kill());
      });
    });
    await slack.injectFault({ fault: 'lose_answer', method: 'chat.postMessage' });
    platform.elsewhere({ do: 'container-exit', component: 'cache', reason: 'Error' });
    await lost;
    expect(stage.running.size).toBe(0);
    await stage.start(replicas);
    await slack.until(() => shown('cache').length > 1, 60_000);

    platform.elsewhere({ do: 'close', component: 'api', port: 8000, side: 'outer' });
    await slack.until(() => opened('around.test').every((each) => each.includes('Resolved')), 60_000);
    const firing = opened('cache:6379').map((each) => each.includes('Firing'));
    for (const component of ['api', 'cache']) platform.elsewhere({ do: 'delete-component', component });
    const hasEnded = (name: string) => JSON.stringify(shown(name)).includes('Component deleted');
    await slack.until(() => hasEnded('api') && hasEnded('cache'), 60_000);
    return {
      states: { api: shown('api').length, cache: shown('cache').length },
      opened: { all: opened().length, around: opened('around.test').length, firing },
      stored: await stage.stored(),
      faults: slack.faults,
    };
  } finally {
    await stage.close();
  }
}

/** With the fast clock, Slack's answer can come too late on a busy machine, as if it was lost, so retry the test. */
const patient = { timeout: 240_000, retry: 2 };

postgresTest(
  'two of the program itself, killed as watches fire: each incident has one message, and a second only if Slack’s answer was lost',
  patient,
  async () =>
    expect(await killed(2, await newDatabase())).toEqual({
      states: { api: 1, cache: 2 },
      opened: { all: 2, around: 1, firing: [true] },
      stored: 4,
      faults: [],
    }),
);

import { Client } from 'pg';
import { shortId } from '../../src/core/request/request-id.ts';
import { newDatabase } from '../shared.ts';
import { createCardHands } from './card-hands.ts';
import { isRecord, only, type Stage, startStage, unsound } from './stage.ts';

const channel = 'C0SHOP';
let stage: Stage;
const { now, ask, askForCard, press } = createCardHands(() => stage, channel);

/** Returns the log's lines so far. By default, only those that LOG_LEVEL=info shows. */
const lines = (level: 'info' | 'debug' = 'info') =>
  stage.lines
    .map((line): unknown => JSON.parse(line))
    .filter(isRecord)
    .filter((line) => level === 'debug' || line.level !== 'debug');

describe('the log of a bot that works', () => {
  beforeAll(async () => {
    stage = await startStage();
  });
  afterAll(() => stage.stop());

  test('shows a request’s whole life by its short id, without what people wrote', async () => {
    const card = await askForCard('/port open api 8000 for=10m reason="for the Meyer demo"');
    await press('U0SAM', card, 'request.approve');
    stage.jump(10 * 60_000 + 1_000);
    await stage.slack.until(() => now(card.ts).text.includes('Closed automatically'), 15_000);
    stage.jump(-10 * 60_000 - 1_000);

    const [stored] = await stage
      .bot()
      .store.requests.recent(5)
      .then((all) => all.filter(({ ts }) => ts === card.ts));
    const id = shortId(stored?.id ?? '');
    const life = lines().filter((line) => JSON.stringify(line).includes(id));
    expect(life.map(({ what }) => what)).toEqual([
      'request proposed',
      'request approved',
      'request started',
      'call sent',
      'step ended',
      'request ended',
      'temporary access began',
      // The closing is a separate request, with a link to this request.
      ...['request proposed', 'request started', 'call sent', 'step ended', 'request ended'],
      'temporary access closing',
    ]);
    const [proposed, approved, , call] = life;
    const about = { request: stored?.id, operation: 'port.open', context: 'shop/east-1/12' };
    expect(proposed).toMatchObject({ ...about, level: 'info', person: 'U0MAYA', state: 'proposed' });
    expect(approved).toMatchObject({ ...about, person: 'U0SAM', state: 'approved' });
    expect(call).toMatchObject({ request: stored?.id, method: 'PUT', outcome: 'ok', status: 200 });
    expect(call).toHaveProperty('ms');
    expect(call?.path).toMatch(/^\/openapi\/v1\/.*\{port\}$/);
    expect(stage.lines.join('')).not.toMatch(/Meyer|customer demo/);
    expect(await unsound(stage)).toEqual([]);
  });

  test('has a question only at debug, with its calls and times', async () => {
    const before = lines('debug').length;
    await ask('/port list web');
    const all = lines('debug').slice(before);
    expect(all.filter(({ level }) => level !== 'debug')).toEqual([]);
    expect(all.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        'Slack was answered',
        'the platform was called',
        'Slack was called',
        'asked',
        'answered',
      ]),
    );
    const named = ['Slack was answered', 'the platform was called', 'Slack was called', 'answered'];
    for (const line of all) if (named.includes(String(line.what))) expect(line).toHaveProperty('ms');
  });

  test('counts what is refused at the door', async () => {
    const command = { command: '/port', text: '', user_id: 'U0MAYA', channel_id: channel, team_id: 'T0' };
    for (let times = 0; times < 5; times += 1)
      await stage.slack.forge({ kind: 'slash_commands', payload: command, secret: 'not the secret' });
    const refusals = () => lines().filter(({ why }) => why === 'wrong');
    expect(only(refusals())).toMatchObject({
      level: 'warn',
      what: 'a request was refused: its Slack signature',
      count: 1,
    });
    await stage.restart();
    expect(refusals().map(({ count }) => count)).toEqual([1, 4]);
  });

  test('names a platform that is down in one line, and says when it is back', async () => {
    await stage.platform.faults.set({ down: 'refused' });
    for (let times = 0; times < 3; times += 1) await ask('/port list web');
    await stage.platform.faults.reset();
    await ask('/port list web');
    const platformLines = lines().filter(({ what }) => String(what).startsWith('the platform'));
    expect(platformLines).toMatchObject([
      { level: 'warn', what: 'the platform fails', why: 'unreachable' },
      { level: 'info', what: 'the platform works again', ms: expect.any(Number) },
    ]);
  });

  test('names an answer of the platform that can’t be read', async () => {
    await stage.platform.faults.set({ nextRead: { kind: 'garble', as: 'wrong-types', times: 60 } });
    await ask('/port list web');
    await stage.platform.faults.reset();
    const failures = lines().filter(({ what }) => what === 'a command failed on the platform');
    expect(failures.at(-1)).toMatchObject({ level: 'warn', operation: 'port.list', error: { kind: 'unreadable' } });
    expect(JSON.stringify(failures)).not.toContain('stack');
  });

  test('says once which steps of the schema were done', () => {
    const [migrated] = lines().filter(({ what }) => what === 'database migrated');
    expect(migrated).toMatchObject({ store: 'sqlite', steps: expect.arrayContaining(['005-audit']) });
    expect(lines().filter(({ what }) => what === 'database migrated')).toHaveLength(1);
  });
});

test('a database that is away is three lines at most in a minute, without stacks, and its return is told', async () => {
  const databaseUrl = await newDatabase();
  // The bot's waits are 20 times shorter, so a minute in the log takes 3 s.
  stage = await startStage({ databaseUrl, hurry: 20 });
  const admin = new URL(databaseUrl);
  const name = admin.pathname.slice(1);
  admin.pathname = '/postgres';
  const client = new Client(admin.href);
  await client.connect();
  try {
    const before = lines().length;
    await client.query(`alter database ${name} allow_connections false`);
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    const linesOf = (what: string) => lines().filter((line) => line.what === what);
    await stage.slack.until(() => linesOf('the database still fails').length > 0, 20_000).catch(() => undefined);
    await client.query(`alter database ${name} allow_connections true`);
    await expect.poll(() => linesOf('the database works again').length, { timeout: 20_000 }).toBe(1);
    expect(linesOf('the database fails')).toHaveLength(1);
    expect(linesOf('the database works again')).toMatchObject([{ ms: expect.any(Number) }]);
    const all = lines().slice(before);
    expect(all.filter((line) => JSON.stringify(line).includes('stack'))).toEqual([]);
    expect(all.map(({ what }) => what).filter((what) => !String(what).startsWith('the database'))).toEqual([]);
  } finally {
    await client.query(`alter database ${name} allow_connections true`);
    await client.end();
    await stage.stop();
  }
}, 60_000);

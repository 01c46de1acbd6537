import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { type DoctorStage, doctorTokens, of, startDoctorStage } from '../../test/doctor-stage.ts';
import { aConfiguredWatch } from '../../test/operations/samples.ts';
import { listen } from '../../test/recorded/listening.ts';
import { expiredCertificate, loopbackCertificate, loopbackKey } from '../../test/recorded/loopback-certificate.ts';
import { someEntry } from '../../test/store-records.ts';
import { tamper, withoutGuards } from '../../test/store-tamper.ts';
import type { AlertSource } from '../core/policy/policy.ts';
import { realWorld } from '../real-world.ts';
import type { Tried } from '../slack/app/inspect-slack.ts';
import { openStore } from '../store/open-store.ts';
import { checkPolicyFile } from './check-policy-file.ts';
import { alertChannels, checkAlerts } from './doctor.ts';
import type { Finding } from './report/finding.ts';

const stage = await startDoctorStage();
afterEach(async () => {
  await stage.platform.faults.reset();
  await stage.slack.injectFault({ fault: 'reset' });
});
afterAll(() => stage?.stop());

const quiet = realWorld({ debug() {}, info() {}, warn() {}, error() {} });
const ahead = (ms: number) => ({ ...quiet, now: () => Date.now() + ms });
const troubles = (findings: readonly Finding[]) =>
  findings.filter(({ level }) => level === 'warning' || level === 'error').map(said);
const said = ({ check, level, found }: Finding) => `${check} ${level}: ${found}`;

describe('a sound installation', () => {
  test('has no warning and no error, and each section says what it found', async () => {
    const findings = await stage.examine();
    expect(troubles(findings)).toEqual([]);
    expect(findings.filter(({ level }) => level === 'ok').map(said)).toEqual([
      'settings ok: every variable that is set is valid, and none is missing',
      expect.stringMatching(/^memory ok: .*jemalloc/),
      'policy ok: the defaults, because no policy file is set',
      expect.stringMatching(/^slack-token ok: workspace .+, as @portolan$/),
      'slack-connection ok: Socket Mode: Slack accepted SLACK_APP_TOKEN',
      'slack-scopes ok: all 11 that the manifest asks for',
      'slack-manifest ok: the installed app has every command, shortcut, event and setting of the manifest',
      'slack-clock ok: this machine’s clock agrees with Slack’s',
      expect.stringMatching(
        /^platform-server ok: Rainbond console v6\.9\.3-release at 127\.0\.0\.1:\d+, dialect console$/,
      ),
      'platform-clock ok: this machine’s clock agrees with the platform’s',
      'platform-context ok: shop/east-1/12 (shop)',
      'platform-monitoring ok: east-1: Collected: gateway requests, CPU, memory and network, restarts (kube-state-metrics). Not collected: requests of components',
      `database ok: ${stage.data}, the first start creates it`,
      expect.stringMatching(/^disk ok: .* free$/),
    ]);
    expect(of('platform-permissions', findings)).toMatchObject([{ level: 'unknown', fix: expect.any(String) }]);
  });

  test('is only read: nothing is written anywhere', async () => {
    const calls = stage.platform.log.entries.length;
    await stage.examine();
    expect(readdirSync(stage.data)).toEqual([]);
    expect(stage.platform.log.entries.slice(calls).map(({ method }) => method)).not.toContain('POST');
    const methods = new Set(stage.slack.log.filter(({ kind }) => kind === 'api').map(({ name }) => name));
    expect([...methods].sort()).toEqual(['apps.connections.open', 'apps.manifest.export', 'auth.test', 'bots.info']);
  });
});

describe('each fault is named', () => {
  const cases: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
    ['a missing variable', { PLATFORM_TOKEN: '' }, 'settings error: PLATFORM_TOKEN is missing.'],
    ['an invalid one', { PORT: 'http' }, 'settings error: PORT isn’t a valid port. Use a number from 1 to 65535.'],
    ['a wrong token', { SLACK_BOT_TOKEN: 'xoxb-other' }, 'slack-token error: Slack rejected SLACK_BOT_TOKEN'],
    ['a wrong app token', { SLACK_APP_TOKEN: 'xapp-other' }, 'slack-connection error: Slack rejected SLACK_APP_TOKEN'],
    ['no Slack there', { SLACK_API_URL: 'http://127.0.0.1:2/api' }, 'can’t reach Slack at http://127.0.0.1:2/api/: '],
    ['a platform that isn’t there', { PLATFORM_URL: 'http://127.0.0.1:2' }, 'platform-server error: 127.0.0.1:2: '],
    ['a token that the platform refuses', { PLATFORM_TOKEN: 'other' }, 'rejected Portolan’s access token. (HTTP 401)'],
    ['an app of unknown name', { PLATFORM_CONTEXT: 'shop/east-1/shpo' }, 'platform-context error: shop/east-1/shpo: '],
    ['a data directory that can’t be', { PORTOLAN_DATA: '/proc/portolan' }, 'disk error: /proc/portolan isn’t on'],
  ];
  test('Socket Mode that is off in the app’s settings is named, with where to switch it on', async () => {
    stage.slack.bot.isSocketModeOff = true;
    const findings = await stage.examine().finally(() => {
      stage.slack.bot.isSocketModeOff = false;
    });
    const expected = {
      found: expect.stringContaining('(link_disabled)'),
      fix: expect.stringContaining('→ Socket Mode'),
    };
    expect(of('slack-connection', findings)).toMatchObject([{ level: 'error', ...expected }]);
  });

  test.each(cases)('%s', async (_what, env, expected) => {
    const lines = troubles(await stage.examine(env));
    expect(
      lines.some((each) => each.includes(expected)),
      lines.join('\n'),
    ).toBe(true);
  });
});

describe('Slack', () => {
  test('missing scopes, and an installed manifest that lacks a command', async () => {
    const lacking = await startDoctorStage((manifest) => ({
      ...manifest,
      oauth_config: { scopes: { bot: manifest.oauth_config.scopes.bot.filter((scope) => scope !== 'files:write') } },
      features: {
        ...manifest.features,
        slash_commands: manifest.features.slash_commands.filter(({ command }) => command !== '/gateway'),
      },
    }));
    try {
      const findings = await lacking.examine();
      expect(troubles(findings)).toEqual([
        'slack-scopes warning: 1 scope is missing: files:write.',
        'slack-manifest warning: The installed manifest lacks commands: /gateway.',
        'slack-manifest warning: The installed manifest lacks scopes: files:write.',
      ]);
      expect(of('slack-scopes', findings)[0]?.why).toContain('charts and exports');
    } finally {
      await lacking.stop();
    }
  });

  test.each([
    [360_000, 'socket', 'slack-clock warning: this machine’s clock is 6 minutes ahead of Slack’s.'],
    [-360_000, 'http', 'slack-clock error: this machine’s clock is 6 minutes behind Slack’s.'],
  ])('a clock that is off by %i ms, over %s', async (ms, mode, expected) => {
    const http = { SLACK_APP_TOKEN: '', SLACK_SIGNING_SECRET: doctorTokens.signingSecret };
    const lines = troubles(await stage.examine(mode === 'http' ? http : {}, { world: ahead(ms) }));
    expect(lines).toContain(expected);
    expect(lines.join()).toContain('platform-clock warning');
  });
});

describe('the platform', () => {
  test.each([
    ['web-page', 'A web page answered, not the platform’s API.'],
    ['login-page', 'A login page answered, not the platform’s API.'],
    ['login-redirect', 'A login page answered, not the platform’s API.'],
    ['other-api', 'Another service answered, not the platform’s API.'],
    ['proxy', 'A proxy answered that it can’t reach the platform.'],
  ] as const)('a %s in its place', async (standIn, expected) => {
    await stage.platform.faults.set({ standIn });
    const findings = await stage.examine();
    expect(troubles(findings)).toEqual([expect.stringContaining(`platform-server error: 127.0.0.1`)]);
    expect(troubles(findings).join()).toContain(expected);
  });

  test.each([
    ['an expired certificate', expiredCertificate, 'The platform’s TLS certificate has expired.'],
    ['a private CA', undefined, 'The platform’s TLS certificate isn’t trusted.'],
  ])('%s', async (_what, ca, expected) => {
    const cert = ca ?? loopbackCertificate;
    const server = createServer({ cert, key: loopbackKey }, (_request, response) => response.end());
    const url = `https://127.0.0.1:${await listen(server)}`;
    const trusted: Record<string, string> = ca ? { PLATFORM_CA_FILE: '/ca.pem' } : {};
    const findings = await stage.examine(
      { PLATFORM_URL: url, ...trusted },
      { readFile: (path) => (path === '/ca.pem' ? ca : undefined) },
    );
    expect(troubles(findings)).toEqual([expect.stringContaining(expected)]);
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('the database', () => {
  const entry = someEntry();
  async function used(): Promise<DoctorStage> {
    const own = await startDoctorStage();
    const store = await openStore({ dataDirectory: own.data });
    await store.audit.append([entry, entry, entry]);
    await store.close();
    return own;
  }

  test('is checked while a bot runs, without taking its lock, and after it has stopped, without leaving a file', async () => {
    const own = await used();
    try {
      const files = () =>
        readdirSync(own.data).map((name) => [name, readFileSync(join(own.data, name)).toString('base64')]);
      const before = files();
      const stopped = await own.examine();
      expect(of('database', stopped)).toMatchObject([{ level: 'ok', found: `${own.data}, up to date` }]);
      expect(of('audit-log', stopped)).toMatchObject([
        { level: 'ok', found: expect.stringContaining('3 entries, unchanged') },
      ]);
      expect(files()).toEqual(before);
      const running = await openStore({ dataDirectory: own.data });
      await running.audit.append([entry]);
      const held = await own.examine();
      expect(of('database', held)).toMatchObject([
        { level: 'ok', found: `${own.data}, up to date, in use by a running bot` },
      ]);
      expect(of('audit-log', held)).toMatchObject([{ found: expect.stringContaining('4 entries') }]);
      expect(await running.problem()).toBeUndefined();
      await running.close();
    } finally {
      await own.stop();
    }
  });

  test('of a newer version, with a broken audit chain', async () => {
    const own = await used();
    try {
      await tamper({ dataDirectory: own.data }, withoutGuards('sqlite', ['update audit set at = 7 where seq = 2']));
      await tamper({ dataDirectory: own.data }, ["insert into portolan_migration values ('999-later', '2099-01-01')"]);
      expect(troubles(await own.examine())).toEqual([
        `database error: ${own.data}: it was written by a newer or a different version of Portolan.`,
        expect.stringContaining('audit-log error: it isn’t intact: '),
      ]);
    } finally {
      await own.stop();
    }
  });

  test.each([
    [1e6, true, 'error: the disk of'],
    [50e6, true, 'warning: the disk of'],
    [9e9, false, 'can’t be written by this user.'],
  ])('on a disk with %i bytes free, writable: %s', async (freeBytes, isWritable, expected) => {
    const diskSpace = async () => ({ freeBytes, totalBytes: 10e9, isWritable });
    expect(troubles(await stage.examine({}, { diskSpace }))).toEqual([expect.stringContaining(expected)]);
  });
});

test('an invalid policy file is named with its line, and the rest is checked all the same', async () => {
  const readFile = (path: string) =>
    path === './portolan.yaml' ? 'rules:\n  - { when: { risk: everything }, need: run }\n' : undefined;
  const findings = await stage.examine({}, { readFile });
  expect(troubles(findings)).toEqual([expect.stringMatching(/^policy error: \.\/portolan\.yaml:2:\d+ /)]);
  expect(of('platform-context', findings)).toHaveLength(1);
});

test.each([
  ['rules:\n  - { need: confirm }\n', 'ok: portolan.yaml: 1 rule, 0 contexts, 0 channels'],
  ['rules:\n  - { when: { risk: everything }, need: run }\n', 'error: portolan.yaml:2:'],
  // A CI pipeline has no tokens.
  ['watches:\n  sources:\n    ops: { token_env: ALERTS_TOKEN, channel: C0SHOP }\n', 'ok: portolan.yaml: 0 rules'],
  [undefined, 'error: it names a file that doesn’t exist: portolan.yaml'],
  ['freezes: [{ to: 2026-11-20, zone: UTC, reason: old }]', 'warning: portolan.yaml:1 the freeze “old” is over.'],
  [
    'freezes: [{ zone: UTC, reason: ever }]\nwindows: [{ open: mon 09:00-10:00, zone: UTC }]',
    'warning: portolan.yaml:2 a window never opens within a year.',
  ],
])('portolan policy check looks at a file alone: %j', (file, expected) => {
  const findings = checkPolicyFile('portolan.yaml', () => file, Date.UTC(2026, 10, 26));
  expect(findings.map(({ level, found: what }) => `${level}: ${what}`).join('\n')).toContain(expected);
});

describe('--live', () => {
  test('posts, updates and deletes a message and a chart, and leaves nothing behind', async () => {
    const before = stage.slack.log.length;
    const findings = await stage.examine({}, { live: '#shop-ops' });
    expect(troubles(findings)).toEqual([]);
    expect(of('live-message', findings)).toMatchObject([{ found: 'posted, updated and deleted in #shop-ops' }]);
    expect(of('live-chart', findings)).toMatchObject([
      { found: expect.stringMatching(/^drawn, uploaded, shown and deleted/) },
    ]);
    const called = stage.slack.log
      .slice(before)
      .filter(({ kind }) => kind === 'api')
      .map(({ name }) => name);
    expect(called).toEqual(expect.arrayContaining(['chat.postMessage', 'chat.update', 'files.delete', 'chat.delete']));
    expect(stage.slack.faults).toEqual([]);
    expect(stage.slack.messages('C0SHOP', 'U0MAYA')).toEqual([]);
  });

  test('--thorough: Slack does what is relied on, told without names and ids, and nothing is left behind', async () => {
    const findings = await stage.examine({}, { live: '#shop-ops', thorough: true });
    const facts = of('live-facts', findings);
    expect(facts.map(({ level, found }) => `${level} ${found}`)).toEqual([
      'ok an update with text alone removes the blocks: as expected (ok)',
      'ok an update of 3,999 bytes: as expected (ok)',
      'ok an update of 4,001 bytes: as expected (msg_too_long)',
      'ok a message with two tables: as expected (invalid_attachments)',
      'ok a page of 200 members: as expected (ok)',
      'ok a page of 1,000 members: as expected (invalid_limit)',
      'ok a chart that is shown in messages only is ready: as expected (ok)',
      'ok a chart that is shared in a thread is shown there: as expected (ok)',
      'ok alt text of 1,001 characters: as expected (alt_txt_too_large)',
    ]);
    expect(stage.slack.messages('C0SHOP', 'U0MAYA')).toEqual([]);
    expect([...stage.slack.workspace.files.values()].filter(({ completed }) => completed)).toEqual([]);
    await stage.slack.injectFault({ fault: 'fail', method: 'conversations.members', error: 'invalid_limit' });
    const different = of('live-facts', await stage.examine({}, { live: '#shop-ops', thorough: true }));
    expect(different.find(({ level }) => level === 'warning')?.found).toBe(
      'a page of 200 members: different (invalid_limit, not ok)',
    );
  });

  test('a channel without the bot', async () => {
    const [finding] = of('live-message', await stage.examine({}, { live: 'nowhere' }));
    expect(finding).toMatchObject({ level: 'error', found: 'the bot isn’t in a channel named nowhere.' });
  });
});

test('the report never has a token in it, whatever goes wrong', async () => {
  const all = [
    await stage.examine(),
    await stage.examine({ PLATFORM_TOKEN: 'secret-platform-token' }),
    await stage.examine({
      SLACK_BOT_TOKEN: 'xoxb-other-token',
      DATABASE_URL: 'postgres://u:secret-password@127.0.0.1:2/x',
    }),
    await stage.examine({ SLACK_APP_TOKEN: 'xoxb-not-an-app-token', AUDIT_KEY: 'too-short-secret' }),
  ];
  const text = JSON.stringify(all);
  const wrongTokens = ['secret-', 'xoxb-other', 'xoxb-not-an', 'too-short'];
  const secrets = [...Object.values(doctorTokens), stage.platform.token, ...wrongTokens];
  for (const secret of secrets) expect(text).not.toContain(secret);
});

const source = (name: string, channel: string, routed?: string): readonly [string, AlertSource] => [
  name,
  {
    name,
    line: 1,
    tokenEnv: 'ALERTS_TOKEN',
    channel,
    components: [],
    routes: routed === undefined ? [] : [{ labels: new Map([['team', 'shop']]), channel: routed }],
  },
];
const alertSources = new Map([source('ops', 'C0OPS', 'C0SHOP'), source('net', 'C0OPS')]);

test('each channel is asked for once, that of a route too', () => {
  expect(alertChannels({ alertSources })).toEqual(['C0OPS', 'C0SHOP']);
  expect(alertChannels({})).toEqual([]);
});

test('a channel without the bot is named, with its source', () => {
  const members = new Map([
    ['C0OPS', { value: true }],
    ['C0SHOP', { value: false }],
  ]);
  expect(checkAlerts({ alertSources }, { channels: members })).toMatchObject([
    { level: 'warning', found: expect.stringContaining('“ops” can’t be posted in channel C0SHOP') },
  ]);
  const all = new Map([...members, ['C0SHOP', { value: true }] as const]);
  expect(checkAlerts({ alertSources }, { channels: all })).toMatchObject([{ level: 'ok' }]);
  const unread = new Map<string, Tried<boolean>>([...all, ['C0SHOP', { error: new Error('ratelimited') }]]);
  expect(checkAlerts({ alertSources }, { channels: unread })).toMatchObject([{ level: 'unknown' }]);
});

test('a channel of a watch is looked at too', () => {
  const slow = aConfiguredWatch({ channel: 'C0WEB' });
  expect(alertChannels({ alertSources, watches: [slow] })).toEqual(['C0OPS', 'C0SHOP', 'C0WEB']);
  const channels = new Map<string, Tried<boolean>>([['C0WEB', { value: false }]]);
  expect(checkAlerts({ watches: [slow] }, { channels }).map(({ found }) => found)).toEqual([
    'the watch “slow” can’t be posted in channel C0WEB: the bot isn’t a member there.',
  ]);
});

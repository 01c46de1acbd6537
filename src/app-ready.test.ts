import { createReadiness, platformCheck } from './app-base.ts';
import { announceStart, type StartedBot } from './app-ready.ts';
import { checkServer } from './checks/check-platform.ts';
import { checkPolicy } from './checks/check-settings.ts';
import { checkIdentity, checkScopes } from './checks/check-slack.ts';
import { checkDatabase } from './checks/check-storage.ts';
import type { Finding } from './checks/report/finding.ts';
import { readConfig } from './config.ts';
import type { Log } from './core/world.ts';
import type { PingResult } from './platform/platform.ts';

const env = {
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_APP_TOKEN: 'xapp-1',
  PLATFORM_URL: 'https://console.example.com/',
  PLATFORM_TOKEN: 't',
};
const parsed = readConfig(env, () => undefined);
if ('faults' in parsed) throw new Error('no configuration');
const { config } = parsed;

const well: PingResult = { reachable: true, status: 404, tokenAccepted: true, ms: 1 };
const page: PingResult = { reachable: true, status: 200, tokenAccepted: undefined, standIn: 'web-page', ms: 1 };
const server = { url: config.platform.url, dialect: 'console' as const, version: 'v6.9.3' };

const bot: StartedBot = {
  me: { name: 'portolan', workspace: 'Harbour', team: 'T1' },
  port: 3000,
  store: { engine: 'sqlite' },
  isInChannel: async () => false,
};

const findingsOf = (ping: PingResult): readonly Finding[] => [
  ...checkPolicy(config, [], 0),
  checkIdentity(bot.me),
  ...checkScopes({ missingScopes: ping === page ? ['files:write'] : [] }),
  checkServer(ping, server),
  ...checkDatabase({ engine: 'sqlite', missing: [], unknown: [], isNew: false }, './data'),
];

async function announced(findings: readonly Finding[], isTerminal: boolean) {
  const lines: (readonly [string, string, unknown])[] = [];
  const line = (level: string) => (what: string, fields?: unknown) => void lines.push([level, what, fields]);
  const log: Log = { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
  let printed = '';
  const print = (text: string) => {
    printed += text;
  };
  await announceStart(bot, config, Promise.resolve(findings), { log }, isTerminal ? print : undefined);
  return { printed, lines };
}

test('without a terminal, the same are log lines: ready with its facts, then each warning', async () => {
  const { printed, lines } = await announced(findingsOf(page), false);
  expect(printed).toBe('');
  expect(lines).toEqual([
    [
      'info',
      'Portolan is ready',
      {
        workspace: 'Harbour (T1)',
        bot: 'portolan',
        mode: 'Socket Mode',
        port: 3000,
        platform: 'https://console.example.com',
        dialect: 'auto',
        policy: 'default (no policy file)',
        store: 'sqlite',
      },
    ],
    ['warn', 'Slack scopes: 1 scope is missing: files:write.', expect.objectContaining({ check: 'slack-scopes' })],
    [
      'warn',
      expect.stringContaining('Platform: console.example.com: A web page answered, not the platform’s API.'),
      expect.objectContaining({ check: 'platform-server', why: expect.any(String) }),
    ],
  ]);
});

test.each<[PingResult, string | undefined]>([
  [well, undefined],
  [{ reachable: true, status: 401, tokenAccepted: false, ms: 1 }, 'The platform rejected Portolan’s access token.'],
  [{ reachable: false, kind: 'unreachable', reason: 'plain-http', ms: 1 }, 'Use http:// in PLATFORM_URL'],
  [page, 'A web page answered, not the platform’s API.'],
])('/readyz says what a ping found: %j', (ping, said) => {
  const { state, detail } = platformCheck(ping);
  expect(state).toBe(said === undefined ? 'ok' : 'failing');
  expect(detail ?? '').toContain(said ?? '');
});

test.each([
  [undefined, 'ok'],
  [9_999, 'ok'],
  [10_000, 'failing'],
])('without a connection of Socket Mode for %s ms, Slack is %s', async (lostMs, state) => {
  const progress = { slack: true, stopping: false, socketLostMs: () => lostMs };
  const parts = { problem: async () => undefined, platform: { ping: async () => well }, now: () => 0 };
  const { slack } = await createReadiness(progress, parts)();
  expect(slack.state).toBe(state);
  if (state === 'failing') expect(slack.detail).toMatch(/^no Socket Mode connection for \d+ s$/);
});

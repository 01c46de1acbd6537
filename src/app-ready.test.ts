import { expect, test } from 'vitest';
import { checkPlatform, logReady, platformCheck } from './app-ready.ts';
import { readConfig } from './config.ts';
import type { Log } from './core/world.ts';
import type { PingResult } from './platform/platform.ts';

function recordingLog() {
  const lines: (readonly [string, string, unknown])[] = [];
  const line = (level: string) => (what: string, fields?: unknown) => void lines.push([level, what, fields]);
  const log: Log = { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
  return { lines, world: { log } };
}

test('the ready line names the workspace, the mode, the platform and the policy; missing scopes follow', () => {
  const env = {
    SLACK_BOT_TOKEN: 'xoxb-1',
    SLACK_APP_TOKEN: 'xapp-1',
    PLATFORM_URL: 'https://console.example.com/',
    PLATFORM_TOKEN: 't',
  };
  const read = readConfig(env, () => undefined);
  if ('faults' in read) throw new Error('no configuration');
  const { lines, world } = recordingLog();
  const me = { name: 'portolan', workspace: 'Shop Inc.', team: 'T1', missingScopes: ['files:write'] };
  logReady({ config: read.config, world, me, port: 3000, store: { engine: 'sqlite' } });
  expect(lines).toEqual([
    [
      'info',
      'Portolan is ready',
      {
        workspace: 'Shop Inc. (T1)',
        bot: 'portolan',
        mode: 'Socket Mode',
        port: 3000,
        platform: 'https://console.example.com',
        dialect: 'auto',
        policy: 'default (no policy file)',
        store: 'sqlite',
      },
    ],
    ['warn', expect.stringContaining('is missing scopes'), { missing: ['files:write'] }],
  ]);
});

test('a rule that an earlier one makes unreachable is named with both lines, and the bot starts', () => {
  const file = ['rules:', '  - { need: confirm }', '  - { when: { risk: destroy }, need: approve, count: 2 }'].join(
    '\n',
  );
  const env = {
    ...{ SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: 'xapp-1' },
    PLATFORM_URL: 'http://x',
    PLATFORM_TOKEN: 't',
  };
  const read = readConfig({ ...env, PORTOLAN_CONFIG: 'team.yaml' }, () => file);
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  const { lines, world } = recordingLog();
  const me = { name: 'portolan', workspace: 'Shop Inc.', team: 'T1', missingScopes: [] };
  logReady({ config: read.config, world, me, port: 3000, store: { engine: 'sqlite' } });
  expect(lines.slice(1)).toEqual([
    ['warn', expect.stringContaining('never applies'), { rule: 'team.yaml:3', earlier: ['team.yaml:2'] }],
  ]);
});

test.each<[PingResult, string | undefined]>([
  [{ reachable: true, status: 404, tokenAccepted: true, ms: 1 }, undefined],
  [{ reachable: true, status: 401, tokenAccepted: false, ms: 1 }, 'The platform rejected Portolan’s access token.'],
  [{ reachable: false, kind: 'unreachable', reason: 'plain-http', ms: 1 }, 'Use http:// in PLATFORM_URL'],
  [
    { reachable: true, status: 200, tokenAccepted: undefined, standIn: 'web-page', ms: 1 },
    'A web page answered, not the platform’s API.',
  ],
])('what a ping found is said in the log and in /readyz: %j', async (found, said) => {
  const { lines, world } = recordingLog();
  await checkPlatform({ ping: async () => found }, world);
  const { state, detail } = platformCheck(found);
  expect([lines.length, state]).toEqual(said === undefined ? [0, 'ok'] : [1, 'failing']);
  expect(JSON.stringify(lines)).toContain(said ?? '[]');
  expect(detail ?? '').toContain(said ?? '');
});

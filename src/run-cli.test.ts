import { describe, expect, test } from 'vitest';
import { runCli } from './run-cli.ts';

const token = `ptl_abcdef_${'x'.repeat(43)}`;
const url = 'https://bot.example.com/mcp';
const connect = ['mcp', '--url', url, '--token-file', 'token'];
const shortKey = { variable: 'AUDIT_KEY', missing: false, why: 'is too short', where: '' };

/** Runs a command where there is no database, and every file has the same text; what it begins is recorded. */
async function run(args: readonly string[], file = token) {
  const began: unknown[] = [];
  const said: string[] = [];
  const code = await runCli(args, {
    ...{ place: { dataDirectory: '/nowhere' }, keys: { faults: [shortKey] }, version: '1.2.3', now: () => 10 },
    readFile: async () => file,
    write: async () => {},
    say: (line) => said.push(line),
    doctor: async (options) => {
      began.push(options);
      return 1;
    },
    bridge: async (...given) => void began.push(given),
  });
  return { code, began, said: said.join('\n') };
}

describe('what a command begins', () => {
  test.each([
    [['doctor'], 1, { json: false }],
    [['doctor', '--json', '--live=#portolan-test'], 1, { json: true, live: '#portolan-test' }],
    [['doctor', '--live=#a', '--thorough'], 1, { json: false, live: '#a', thorough: true }],
    [connect, 0, [url, token]],
  ])('%j', async (args, code, options) => {
    // Editors end a file with a line break, which isn't part of the token.
    expect(await run(args, `${token}\n`)).toEqual({ code, began: [options], said: '' });
  });
});

describe('a mistake is told with the usage before anything begins', () => {
  test.each([
    [['doctor', '--live='], '--live needs a channel'],
    [['doctor', '--thorough'], '--thorough needs --live'],
    [['doctor', '--head', '6:a'], '--head can\'t be used with "doctor"'],
    [['mcp', '--url', url], 'mcp needs --url and --token-file'],
    [['mcp', '--token-file', 'token'], 'mcp needs --url and --token-file'],
    [[...connect, '--json'], '--json can\'t be used with "mcp"'],
    [['mcp', '--url', 'http://bot.example.com/mcp', '--token-file', 'token'], '--url has to start with https'],
    [['audit', 'export', '--json'], '--json can\'t be used with "audit export"'],
  ])('%j', async (args, why) => {
    const { code, began, said } = await run(args);
    expect([code, began]).toEqual([2, []]);
    expect(said.split('\n\n')[0]).toContain(why);
    expect(said).toContain('Usage: portolan');
  });

  test('a file without a token', async () => {
    const { code, began, said } = await run(connect, 'xoxb-1');
    expect([code, began]).toEqual([2, []]);
    expect(said).toMatch(/^The file of --token-file has no valid token\./);
  });
});

test('nothing is verified with a key that is wrong: what is wrong with it is told', async () => {
  const { code, said } = await run(['audit', 'verify']);
  expect(code).toBe(2);
  expect(said).toContain('AUDIT_KEY');
  expect(said).toContain('is too short');
});

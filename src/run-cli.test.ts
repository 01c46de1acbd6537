import { verbatim } from './core/text/text.ts';
import { runCli } from './run-cli.ts';

const shortKey = { variable: 'AUDIT_KEY', missing: false, why: verbatim('is too short'), where: verbatim('') };

async function run(args: readonly string[]) {
  const began: unknown[] = [];
  const said: string[] = [];
  const code = await runCli(args, {
    place: { dataDirectory: '/nowhere' },
    keys: { faults: [shortKey] },
    evidenceKey: { key: undefined },
    version: '1.2.3',
    now: () => Date.UTC(2026, 10, 26),
    policyFile: './portolan.yaml',
    readFile: async () => '',
    write: async () => {},
    say: (line) => said.push(line),
    policyCheck: async (file) => {
      began.push({ file });
      return 1;
    },
    doctor: async (options) => {
      began.push(options);
      return 1;
    },
  });
  return { code, began, said: said.join('\n') };
}

test.each([
  [['doctor'], 1, { json: false }],
  [['doctor', '--json', '--live=#portolan-test'], 1, { json: true, live: '#portolan-test' }],
  [['policy', 'check', 'portolan.yaml'], 1, { file: 'portolan.yaml' }],
  [['doctor', '--live=#a', '--thorough'], 1, { json: false, live: '#a', thorough: true }],
])('what a command begins: %j', async (args, code, options) =>
  expect(await run(args)).toEqual({ code, began: [options], said: '' }),
);

test.each([
  [['doctor', '--live='], '--live needs a channel'],
  [['doctor', '--thorough'], '--thorough needs --live'],
  [['policy', 'check'], 'policy check needs a file'],
  [['doctor', '--head', '6:a'], '--head can\'t be used with "doctor"'],
  [['audit', 'export', '--json'], '--json can\'t be used with "audit export"'],
])('a mistake is told with the usage before anything begins: %j', async (args, why) => {
  const { code, began, said } = await run(args);
  expect([code, began]).toEqual([2, []]);
  expect(said.split('\n\n')[0]).toContain(why);
  expect(said).toContain('Usage: portolan');
});

test('nothing is verified with a key that is wrong: what is wrong with it is told', async () => {
  const { code, said } = await run(['audit', 'verify']);
  expect(code).toBe(2);
  expect(said).toContain('AUDIT_KEY');
  expect(said).toContain('is too short');
});

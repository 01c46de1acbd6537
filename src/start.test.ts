import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const launcher = join(import.meta.dirname, 'start.mjs');

test.each([
  [['--help'], 0, /^Usage: portolan <command>[\s\S]*audit verify/, ''],
  [['start', '--help'], 0, /^Usage: portolan <command>/, ''],
  [['--version'], 0, /^portolan \d+\.\d+\.\d+\n$/, ''],
  [['frob'], 2, /^$/, 'I don\'t recognize "frob".'],
] as const)('portolan %j', (words, code, out, said) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, ...words], { encoding: 'utf8' });
  expect([status, stderr.includes(said)]).toEqual([code, true]);
  expect(stdout).toMatch(out);
});

test('npm start reads the file .env of its working directory; the environment comes first', () => {
  const directory = mkdtempSync(join(tmpdir(), 'portolan-env-'));
  try {
    writeFileSync(join(directory, '.env'), '\ufeffPORT=http\nADMIN_PORT=admin\nSLACK_BOT_TOKEN=xoxb-1-2-abc\n');
    const env = { PATH: process.env.PATH, ADMIN_PORT: '9090' };
    const { stderr } = spawnSync(process.execPath, [launcher, 'start'], { cwd: directory, env, encoding: 'utf8' });
    expect(stderr).toMatch(/^ *PORT /m);
    expect(stderr).toMatch(/^ *PLATFORM_URL /m);
    expect(stderr).not.toMatch(/^ *(?:ADMIN_PORT|SLACK_BOT_TOKEN) /m);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test('threads of the bot use what was compiled too', () => {
  const printing = `process.on('exit', () => console.log(process.env.NODE_COMPILE_CACHE))`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(printing)}`, launcher, '--version'];
  const env = { PATH: process.env.PATH };
  const { stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  expect(stdout.trim().split('\n').at(-1)).toMatch(/node_modules\/\.cache\/portolan$/);
});

test('what a start compiled is kept; where nothing can be kept, it starts as well', () => {
  const directory = mkdtempSync(join(tmpdir(), 'portolan-compiled-'));
  try {
    const start = (folder: string) =>
      spawnSync(process.execPath, [launcher, 'start'], {
        cwd: directory,
        env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: folder },
        encoding: 'utf8',
      }).stderr;
    const kept = join(directory, 'kept');
    const files = () => readdirSync(kept, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    expect(start(kept)).toMatch(/^ *SLACK_BOT_TOKEN /m);
    expect(files().length).toBeGreaterThan(500);
    expect(start('/dev/null/nowhere')).toMatch(/^ *SLACK_BOT_TOKEN /m);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

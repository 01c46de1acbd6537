import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

export const personAt = (index: number): string => `U0P${String(index).padStart(2, '0')}`;

export const places = {
  signingSecret: 'bench-signing-secret-0123456789',
  botToken: 'xoxb-bench-0123456789',
  context: 'shop/east-1/12',
  channel: 'C0BENCH',
  /** Channel for charts that only keep the bot busy. */
  noise: 'C0NOISE',
  /**
   * Fifty people. Each person's language differs from the next person's, and each pair's time zone from the next
   * pair's.
   */
  people: Array.from({ length: 50 }, (_, index) => personAt(index)),
  zones: ['Europe/Berlin', 'Asia/Shanghai', 'America/New_York', 'Asia/Tokyo', 'Etc/UTC'],
} as const;

export const anyone = (index = 0): string => places.people[index % places.people.length] ?? '';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Running {
  readonly child: ChildProcess;
  readonly pid: number;
  isUp(): boolean;
  stop(): Promise<void>;
}

function running(child: ChildProcess): Running {
  const isUp = () => child.exitCode === null && child.signalCode === null;
  return {
    child,
    pid: child.pid ?? 0,
    isUp,
    async stop() {
      if (!isUp()) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 12_000);
      await ended;
      clearTimeout(late);
    },
  };
}

/** The command in `npm start`: `node`, its options, the entry point and its argument. */
const Start = z.object({ scripts: z.object({ start: z.string().startsWith('node ') }) });
export const startOptions: readonly string[] = Start.parse(JSON.parse(readFileSync(`${root}package.json`, 'utf8')))
  .scripts.start.split(' ')
  .filter((word) => word.startsWith('--'));

/** Variables that make the image use another malloc (Dockerfile). A process reads them only when it starts. */
const mallocVariables: Readonly<Record<string, string>> = Object.fromEntries(
  [...readFileSync(`${root}Dockerfile`, 'utf8').matchAll(/\b(LD_PRELOAD|MALLOC_CONF)=(\S+)/g)].map(
    ([, name = '', value = '']) => [name, value],
  ),
);

export function mallocOf(pid: number): string {
  const isImages = readFileSync(`/proc/${pid}/maps`, 'utf8').includes('jemalloc');
  return isImages ? 'jemalloc, as in the image' : 'the system’s malloc: the image’s libjemalloc2 isn’t installed';
}

export const Simulators = z.object({ platformUrl: z.string(), token: z.string(), apiUrl: z.string() });
export const Facts = z.object({ faults: z.array(z.string()), reads: z.number(), lists: z.number() });

export function botVariables({ apiUrl, platformUrl, token }: z.infer<typeof Simulators>, port: number, data: string) {
  return {
    ...{ SLACK_BOT_TOKEN: places.botToken, SLACK_SIGNING_SECRET: places.signingSecret, SLACK_API_URL: apiUrl },
    ...{ PLATFORM_URL: platformUrl, PLATFORM_TOKEN: token, PLATFORM_CONTEXT: places.context },
    ...{ PORTOLAN_DATA: data, HOST: '127.0.0.1', PORT: String(port) },
  };
}

/** Starts the bot like the image does, with only these variables. @param log log file; if absent, drops the output */
export function startBot(
  env: Readonly<Record<string, string>>,
  { entry = 'src/start.mjs', log }: { readonly entry?: string; readonly log?: string } = {},
): Running {
  // Compiled code as `npm start` keeps it, for each entry point: without it, memory and the start aren't those of a real bot.
  const compiled = { NODE_COMPILE_CACHE: `${root}node_modules/.cache/portolan` };
  const kept = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...compiled };
  const output = log === undefined ? 'ignore' : openSync(log, 'a');
  const child = spawn(process.execPath, [...startOptions, `${root}${entry}`, 'start'], {
    cwd: env.PORTOLAN_DATA,
    env: { ...kept, ...mallocVariables, ...env },
    stdio: ['ignore', output, 'inherit'],
  });
  if (typeof output === 'number') closeSync(output);
  return running(child);
}

export function startScript(name: string, args: readonly string[] = [], options: readonly string[] = []): Running {
  const env = { ...process.env, ...mallocVariables };
  return running(fork(new URL(`../${name}`, import.meta.url), [...args], { execArgv: [...options], env }));
}

/** For a child script: reports that it is ready, answers each message, and exits when its parent ends. */
export function tellParent(ready: object, answer?: () => object): void {
  process.on('message', () => answer && process.send?.(answer()));
  for (const event of ['disconnect', 'SIGTERM'] as const) process.on(event, () => process.exit(0));
  process.send?.(ready);
}

/** Returns the child's next message of this shape. Ignores other messages. @throws if the child ends first */
export async function nextMessage<T>(child: ChildProcess, shape: z.ZodType<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      child.off('message', hear);
      child.off('exit', ended);
    };
    const hear = (message: unknown) => {
      const parsed = shape.safeParse(message);
      if (!parsed.success) return;
      settle();
      resolve(parsed.data);
    };
    const ended = (code: number | null) => {
      settle();
      reject(new Error(`a process of the bench ended with ${code}`));
    };
    child.on('message', hear);
    child.on('exit', ended);
  });
}

export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the resident memory of a process in bytes: the current value, the maximum so far, and the pages of files. */
export function residentOf(pid: number): { readonly now: number; readonly most: number; readonly file: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
  return { now: field('VmRSS'), most: field('VmHWM'), file: field('RssFile') };
}

/**
 * Samples a process's memory. @returns a function that stops; its result is the first, the greatest and all values, in
 * bytes
 */
export function watchMemory(pid: number, everyMs: number) {
  const samples = [residentOf(pid).now];
  const timer = setInterval(() => {
    try {
      samples.push(residentOf(pid).now || 0);
    } catch {
      // The process has ended, so there is no sample.
    }
  }, everyMs);
  return {
    stop() {
      clearInterval(timer);
      return { first: samples[0] ?? 0, most: Math.max(...samples), samples };
    },
  };
}

export async function untilOk(url: string, { isUp }: Running, limitMs = 30_000): Promise<void> {
  const end = performance.now() + limitMs;
  while (performance.now() < end) {
    if (!isUp()) throw new Error(`the process at ${url} has ended`);
    if ((await statusOf(url)) === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`${url} was not ready within ${limitMs} ms`);
}

/** Returns the HTTP status of an address, or 0 if it doesn't answer within a second. */
export async function statusOf(url: string): Promise<number> {
  return fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 0,
  );
}

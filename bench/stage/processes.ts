import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { places } from './stage-places.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A process of the bench's own. */
export interface Running {
  readonly child: ChildProcess;
  readonly pid: number;
  isUp(): boolean;
  /** Asks it to end, waits, and then makes it. */
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

/** What `npm start` runs: `node`, its options, the entry, its word. */
const Start = z.object({ scripts: z.object({ start: z.string().startsWith('node ') }) });
/** Node's options in `npm start`. */
export const startOptions: readonly string[] = Start.parse(JSON.parse(readFileSync(`${root}package.json`, 'utf8')))
  .scripts.start.split(' ')
  .filter((word) => word.startsWith('--'));

/** The variables by which the image takes another malloc (Dockerfile): a process reads them only when it starts. */
const mallocVariables: Readonly<Record<string, string>> = Object.fromEntries(
  [...readFileSync(`${root}Dockerfile`, 'utf8').matchAll(/\b(LD_PRELOAD|MALLOC_CONF)=(\S+)/g)].map(
    ([, name = '', value = '']) => [name, value],
  ),
);

/** The malloc of a process: the image's needs libjemalloc2 to be installed. */
export function mallocOf(pid: number): string {
  const isImages = readFileSync(`/proc/${pid}/maps`, 'utf8').includes('jemalloc');
  return isImages ? 'jemalloc, as in the image' : 'the system’s malloc: the image’s libjemalloc2 isn’t installed';
}

/** The simulators that a bot of the bench is between. */
export interface Simulators {
  readonly apiUrl: string;
  readonly platformUrl: string;
  readonly token: string;
}

/** The variables of a bot between simulators, beside its port and where its data is. */
export function botVariables({ apiUrl, platformUrl, token }: Simulators, port: number, data: string) {
  return {
    ...{ SLACK_BOT_TOKEN: places.botToken, SLACK_SIGNING_SECRET: places.signingSecret, SLACK_API_URL: apiUrl },
    ...{ PLATFORM_URL: platformUrl, PLATFORM_TOKEN: token, PLATFORM_CONTEXT: places.context },
    ...{ PORTOLAN_DATA: data, HOST: '127.0.0.1', PORT: String(port) },
  };
}

/** Starts the bot as the image does, with these variables and no others of its own. @param log its file; thrown away unless given */
export function startBot(
  env: Readonly<Record<string, string>>,
  { entry = 'src/start.mjs', log }: { readonly entry?: string; readonly log?: string } = {},
): Running {
  const kept = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
  const output = log === undefined ? 'ignore' : openSync(log, 'a');
  const child = spawn(process.execPath, [...startOptions, `${root}${entry}`, 'start'], {
    cwd: env.PORTOLAN_DATA,
    env: { ...kept, ...mallocVariables, ...env },
    stdio: ['ignore', output, 'inherit'],
  });
  if (typeof output === 'number') closeSync(output);
  return running(child);
}

/** Starts a script of `bench` that speaks with us by messages; `name` is its path from there. */
export function startScript(name: string, args: readonly string[] = [], options: readonly string[] = []): Running {
  const env = { ...process.env, ...mallocVariables };
  return running(fork(new URL(`../${name}`, import.meta.url), [...args], { execArgv: [...options], env }));
}

/** A script's side: says that it is ready, answers whatever it is asked, and ends when nobody listens any more. */
export function tellParent(ready: object, answer?: () => object): void {
  process.on('message', () => answer && process.send?.(answer()));
  for (const event of ['disconnect', 'SIGTERM'] as const) process.on(event, () => process.exit(0));
  process.send?.(ready);
}

/** The next message that fits; other messages are passed over. Rejects when the process ends first. */
export async function nextMessage<T>(child: ChildProcess, shape: z.ZodType<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      child.off('message', hear);
      child.off('exit', ended);
    };
    const hear = (message: unknown) => {
      const read = shape.safeParse(message);
      if (!read.success) return;
      settle();
      resolve(read.data);
    };
    const ended = (code: number | null) => {
      settle();
      reject(new Error(`a process of the bench ended with ${code}`));
    };
    child.on('message', hear);
    child.on('exit', ended);
  });
}

/** Lets a server listen on loopback. @returns its port */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Works in a temporary folder. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Bytes of a process that are in memory: now, at most so far, and of that the pages of files. */
export function residentOf(pid: number): { readonly now: number; readonly most: number; readonly file: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
  return { now: field('VmRSS'), most: field('VmHWM'), file: field('RssFile') };
}

/** Looks at a process's memory again and again. @returns what stops it, and gives the bytes at first, at most, and each time */
export function watchMemory(pid: number, everyMs: number) {
  const samples = [residentOf(pid).now];
  const timer = setInterval(() => {
    try {
      samples.push(residentOf(pid).now || 0);
    } catch {
      // It has ended.
    }
  }, everyMs);
  return {
    stop() {
      clearInterval(timer);
      return { first: samples[0] ?? 0, most: Math.max(...samples), samples };
    },
  };
}

/** Waits until an address answers 200, looking again every few milliseconds. */
export async function untilOk(url: string, { isUp }: Running, limitMs = 30_000): Promise<void> {
  const end = performance.now() + limitMs;
  while (performance.now() < end) {
    if (!isUp()) throw new Error(`the process at ${url} has ended`);
    if ((await statusOf(url)) === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`${url} was not ready within ${limitMs} ms`);
}

/** The status of an address within a second; 0 if it doesn't answer. */
export async function statusOf(url: string): Promise<number> {
  return fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 0,
  );
}

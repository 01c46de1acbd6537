import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A process of the bench's own. */
export interface Running {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Asks it to end, waits, and then makes it. */
  stop(): Promise<void>;
}

function running(child: ChildProcess): Running {
  return {
    child,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
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
export const mallocVariables: Readonly<Record<string, string>> = Object.fromEntries(
  [...readFileSync(`${root}Dockerfile`, 'utf8').matchAll(/\b(LD_PRELOAD|MALLOC_CONF)=(\S+)/g)].map(
    ([, name = '', value = '']) => [name, value],
  ),
);

/** The malloc of a process: the image's needs libjemalloc2 to be installed. */
export function mallocOf(pid: number): string {
  const isImages = readFileSync(`/proc/${pid}/maps`, 'utf8').includes('jemalloc');
  return isImages
    ? 'jemalloc, as in the image'
    : 'the system’s malloc: libjemalloc2, which the image has, isn’t installed';
}

/** Starts the bot as the image does, with these variables and no others of its own. Its log is thrown away. */
export function startBot(env: Readonly<Record<string, string>>, entry = 'src/start.mjs'): Running {
  const kept = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
  return running(
    spawn(process.execPath, [...startOptions, `${root}${entry}`, 'start'], {
      cwd: env.PORTOLAN_DATA,
      env: { ...kept, ...mallocVariables, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
}

/** Starts a script of `bench` that speaks with us by messages; `name` is its path from there. */
export function startScript(name: string, args: readonly string[] = [], options: readonly string[] = []): Running {
  return running(
    fork(new URL(`../${name}`, import.meta.url), [...args], {
      execArgv: [...options],
      env: { ...process.env, ...mallocVariables },
    }),
  );
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

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Bytes of a process that are in memory: now, and at most so far. */
export function residentOf(pid: number): { readonly now: number; readonly most: number; readonly file: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
  return { now: field('VmRSS'), most: field('VmHWM'), file: field('RssFile') };
}

/** Waits until an address answers 200, looking again every few milliseconds. */
export async function untilOk(url: string, child: ChildProcess, limitMs = 30_000): Promise<void> {
  const end = performance.now() + limitMs;
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error(`the process at ${url} ended with ${child.exitCode}`);
    const status = await fetch(url).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`${url} was not ready within ${limitMs} ms`);
}

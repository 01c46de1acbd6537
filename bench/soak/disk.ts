import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sign } from '../../playground/slack/delivery/deliver.ts';
import type { Line, Section } from '../report.ts';
import { openStage } from '../stage/bench-stage.ts';
import { startBot, untilOk } from '../stage/processes.ts';
import { places } from '../stage/stage-places.ts';
import type { SoakPart } from './part.ts';

const sizeMb = 16;
/** Of util-linux: sets the limits of a running process. */
const prlimit = 'prlimit';
/** What each answer may take, in ms. */
const patienceMs = 20_000;
/** Within what time `/readyz` has to report it, in ms: it repeats for a second what it found before. */
const noticedMs = 2_000;

/** A place for the bot's data that can be filled and emptied while the bot runs. */
interface Disk {
  readonly directory: string;
  readonly title: string;
  readonly how: string;
  /** Whether the system reports ENOSPC, as a full disk does. */
  readonly isReal: boolean;
  fill(pid: number): void;
  empty(pid: number): void;
  remove(): void;
}

/** Fills the disk under a running bot: what it says, what still works, and that it recovers without a restart. */
export const soak: SoakPart = async () => {
  const disk = openDisk();
  const stage = await openStage();
  const env = { ...(await stage.variables()), PORTOLAN_DATA: disk.directory };
  const bot = startBot(env);
  const replies = await openReplies();
  const base = `http://127.0.0.1:${env.PORT}`;
  const ask = () => replies.send(base, { command: '/region', text: '' });
  const press = () =>
    replies.send(base, undefined, { action_id: 'request.approve', type: 'button', block_id: 'b', value: 'unknown:1' });
  /** The first answer with a status, or the last one within so many ms. */
  const readyzUntil = async (status: number, withinMs: number) => {
    const since = performance.now();
    for (;;) {
      const reply = await fetch(`${base}/readyz`);
      const found = { status: reply.status, body: await reply.text() };
      if (found.status === status || performance.now() - since > withinMs) return found;
      await sleep(100);
    }
  };
  const share = 'Share to channel';
  try {
    await untilOk(`${base}/readyz`, bot.child);
    disk.fill(bot.pid);
    const full = await readyzUntil(503, noticedMs);
    const answer = await ask();
    const pressed = await press();
    disk.empty(bot.pid);
    const recovered = await readyzUntil(200, patienceMs);
    const again = await ask();
    const told = await press();
    const reported = full.body.includes(disk.isReal ? 'disk full' : 'the database can’t be written');
    return [
      {
        title: disk.title,
        how: disk.how,
        lines: [
          line(`/readyz reports it within ${noticedMs / 1_000} s`, full.status === 503 && reported),
          ...(disk.isReal
            ? [
                line('a question is answered', answer.includes('east-1')),
                line('its Share button is left out', !answer.includes(share)),
                line('a press is answered with the reason', pressed.includes('disk is full')),
              ]
            : [
                line('a question gets an answer, or the reason for none', answer !== '' && !answer.includes(share)),
                line('a press is answered: it wasn’t saved', pressed.includes('wasn’t saved')),
              ]),
          line('recovers without a restart', recovered.status === 200 && bot.child.exitCode === null),
          line('questions have their Share button again', again.includes('east-1') && again.includes(share)),
          line('presses are saved again', !told.includes('wasn’t saved') && told !== ''),
        ],
      },
    ] satisfies Section[];
  } finally {
    await bot.stop();
    await replies.close();
    await stage.stop();
    disk.remove();
  }
};

/** A small file system; where none can be mounted, a limit on the size of the files that the bot writes. */
function openDisk(): Disk {
  const directory = mkdtempSync(join(tmpdir(), 'portolan-disk-'));
  const ballast = join(directory, 'ballast');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', directory], { stdio: 'pipe' });
  } catch {
    // RLIMIT_FSIZE of the running bot: only the soft limit, so that it can be raised again without more rights.
    const limit = (pid: number, bytes: string) =>
      void execFileSync(prlimit, ['--pid', String(pid), `--fsize=${bytes}:`], { stdio: 'pipe' });
    return {
      directory,
      title: 'A disk that refuses writes (RLIMIT_FSIZE)',
      how: 'No file system can be mounted here. Instead, the system refuses every write of the bot to a file with EFBIG, then allows them again. The bot can’t know that as a full disk.',
      isReal: false,
      fill: (pid) => limit(pid, '0'),
      empty: (pid) => limit(pid, 'unlimited'),
      remove: () => rmSync(directory, { recursive: true, force: true }),
    };
  }
  return {
    directory,
    title: 'A full disk',
    how: `The embedded database on a file system of ${sizeMb} MB that is filled to the last byte, then emptied.`,
    isReal: true,
    fill: () => fill(ballast),
    empty: () => rmSync(ballast),
    remove() {
      execFileSync('umount', [directory], { stdio: 'pipe' });
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function line(what: string, kept: boolean): Line {
  return { what, ours: kept ? 'yes' : 'no', budget: { text: 'yes', kept } };
}

/** Writes until not one more byte fits. */
function fill(path: string): void {
  for (const bytes of [65_536, 4_096, 1])
    for (;;)
      try {
        appendFileSync(path, Buffer.alloc(bytes));
      } catch {
        break;
      }
}

/** Sends signed payloads and keeps what the bot answers at their response_url. */
async function openReplies() {
  const waiting = new Map<string, (text: string) => void>();
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += String(chunk);
    });
    request.on('end', () => {
      waiting.get(request.url ?? '')?.(text);
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  let count = 0;
  return {
    /** @returns the answer's JSON, empty when none came */
    async send(base: string, typed?: { command: string; text: string }, action?: object): Promise<string> {
      count += 1;
      const user = places.people[0] ?? '';
      const answer = new Promise<string>((resolve) => waiting.set(`/r${count}`, resolve));
      const common = { response_url: `${origin}/r${count}`, trigger_id: `${count}.0.soak` };
      const body = new URLSearchParams(
        typed
          ? { ...typed, ...common, team_id: 'T0PORTOLAN', channel_id: places.channel, user_id: user }
          : {
              payload: JSON.stringify({
                type: 'block_actions',
                ...common,
                team: { id: 'T0PORTOLAN', domain: 'harbour' },
                user: { id: user, team_id: 'T0PORTOLAN' },
                channel: { id: places.channel, name: 'bench' },
                container: { type: 'message', message_ts: '1.1', channel_id: places.channel },
                message: { ts: '1.1' },
                actions: [action],
              }),
            },
      ).toString();
      const seconds = Math.floor(Date.now() / 1_000);
      await fetch(`${base}/slack/events`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-slack-request-timestamp': String(seconds),
          'x-slack-signature': sign(places.signingSecret, seconds, body),
        },
        body,
      });
      return Promise.race([answer, sleep(patienceMs).then(() => '')]);
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

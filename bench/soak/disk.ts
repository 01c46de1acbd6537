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

const title = 'A full disk';
const sizeMb = 16;
/** What each answer may take, in ms. */
const patienceMs = 20_000;

/** Fills the disk under a running bot: what it says, what still works, and that it recovers without a restart. */
export const soak: SoakPart = async () => {
  const directory = mkdtempSync(join(tmpdir(), 'portolan-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', directory], { stdio: 'pipe' });
  } catch {
    rmSync(directory, { recursive: true, force: true });
    return [{ title, lines: [], missing: 'a small file system can’t be mounted without root' }];
  }
  const stage = await openStage();
  const env = { ...(await stage.variables()), PORTOLAN_DATA: directory };
  const bot = startBot(env);
  const replies = await openReplies();
  const base = `http://127.0.0.1:${env.PORT}`;
  const ask = async () => (await replies.send(base, { command: '/region', text: '' })).includes('east-1');
  const press = () =>
    replies.send(base, undefined, { action_id: 'request.approve', type: 'button', block_id: 'b', value: 'unknown:1' });
  const readyz = async () => {
    const reply = await fetch(`${base}/readyz`);
    return { status: reply.status, body: await reply.text() };
  };
  try {
    await untilOk(`${base}/readyz`, bot.child);
    fill(join(directory, 'ballast'));
    const full = await readyz();
    const answered = await ask();
    const shares = replies.last().includes('Share to channel');
    const pressed = await press();
    rmSync(join(directory, 'ballast'));
    const since = performance.now();
    while ((await readyz()).status !== 200 && performance.now() - since < patienceMs) await sleep(200);
    const recovered = performance.now() - since;
    const again = (await ask()) && replies.last().includes('Share to channel');
    const told = await press();
    return [
      {
        title,
        how: `The embedded database on a file system of ${sizeMb} MB that is filled to the last byte, then emptied.`,
        lines: [
          line('/readyz reports it', full.status === 503 && full.body.includes('disk full')),
          line('a question is answered', answered),
          line('its Share button is left out', !shares),
          line('a press is answered with the reason', pressed.includes('disk is full')),
          line('recovers without a restart', recovered < patienceMs && bot.child.exitCode === null),
          line('questions have their Share button again', again),
          line('presses are saved again', !told.includes('disk is full') && told !== ''),
        ],
      },
    ] satisfies Section[];
  } finally {
    await bot.stop();
    await replies.close();
    await stage.stop();
    execFileSync('umount', [directory], { stdio: 'pipe' });
    rmSync(directory, { recursive: true, force: true });
  }
};

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
  let last = '';
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
    last: () => last,
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
      last = await Promise.race([answer, sleep(patienceMs).then(() => '')]);
      return last;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

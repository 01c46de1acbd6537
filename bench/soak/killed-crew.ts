import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, type Running, startBot } from '../stage/processes.ts';

const size = 3;
const lookMs = 100;
const stoppedMs = 40_000;

/** Replicas of the bot behind one address, each started again as soon as it ends. */
export interface Crew {
  /** The address that leads to one of those that are ready. */
  readonly port: number;
  /** Kills one of them, any, about as often as this, until the signal. */
  keepKilling(everyMs: number, signal: AbortSignal): Promise<void>;
  /** Stops one after the other for longer than a claim and a component's lease last, until the signal. */
  keepStopping(signal: AbortSignal): Promise<void>;
  /** `alive`: those that were ready, on average. */
  counted(): { readonly kills: number; readonly killedStarting: number; readonly alive: number };
  close(): Promise<void>;
}

interface Member {
  readonly port: number;
  running: Running;
  isReady: boolean;
}

/** Starts the crew with these variables of the bot, and waits until all are ready. */
export async function openCrew(env: Readonly<Record<string, string>>): Promise<Crew> {
  const members: Member[] = [];
  let closing = false;
  let [kills, killedStarting, looks, ready] = [0, 0, 0, 0];

  function start(member: Pick<Member, 'port'>): Running {
    return startBot({ ...env, HOST: '127.0.0.1', PORT: String(member.port) });
  }

  async function restartWhenGone(member: Member): Promise<void> {
    while (!closing) {
      const { child } = member.running;
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      member.isReady = false;
      if (closing) return;
      member.running = start(member);
    }
  }

  /** What a load balancer does: only those whose readiness answers get requests. */
  async function keepLooking(): Promise<void> {
    while (!closing) {
      await Promise.all(
        members.map(async (member) => {
          const { running } = member;
          const status = await statusOf(`http://127.0.0.1:${member.port}/readyz`);
          if (member.running === running) member.isReady = status === 200;
        }),
      );
      looks += 1;
      ready += members.filter(({ isReady }) => isReady).length;
      await sleep(lookMs);
    }
  }

  for (let at = 0; at < size; at += 1) {
    const port = await freePort();
    members.push({ port, running: start({ port }), isReady: false });
  }
  const front = await openFront(() => members.filter(({ isReady }) => isReady).map(({ port }) => port));
  const looking = keepLooking();
  const restarting = members.map(restartWhenGone);
  while (members.some(({ isReady }) => !isReady)) await sleep(lookMs);
  [looks, ready] = [0, 0];

  return {
    port: front.port,
    async keepKilling(everyMs, signal) {
      while (!signal.aborted) {
        const member = members[Math.floor(Math.random() * size)];
        if (member) {
          kills += 1;
          if (!member.isReady) killedStarting += 1;
          member.isReady = false;
          member.running.child.kill('SIGKILL');
        }
        await sleep(everyMs * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
      }
    },
    async keepStopping(signal) {
      for (let turn = 0; !signal.aborted; turn += 1) {
        const child = members[turn % size]?.running.child;
        child?.kill('SIGSTOP');
        await sleep(stoppedMs, undefined, { signal }).catch(() => undefined);
        child?.kill('SIGCONT');
        await sleep(5_000, undefined, { signal }).catch(() => undefined);
      }
    },
    counted: () => ({ kills, killedStarting, alive: ready / Math.max(1, looks) }),
    async close() {
      closing = true;
      front.close();
      await Promise.all(members.map(({ running }) => running.stop()));
      await Promise.all([looking, ...restarting]);
    },
  };
}

async function statusOf(url: string): Promise<number> {
  return fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 0,
  );
}

/** An address that passes each connection on to one of some ports, in turn. */
async function openFront(ports: () => readonly number[]): Promise<{ readonly port: number; close(): void }> {
  let turn = 0;
  const open = new Set<Socket>();
  const server = createServer((from) => {
    const found = ports();
    turn += 1;
    const port = found[turn % Math.max(1, found.length)];
    if (port === undefined) return void from.destroy();
    const to = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

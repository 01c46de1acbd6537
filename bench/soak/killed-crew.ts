import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../test/postgres.ts';
import { type Running, startBot, statusOf } from '../stage/processes.ts';

const size = 3;
const lookMs = 100;
const stoppedMs = 40_000;

export interface Crew {
  /** Kills a random replica about every `everyMs`, until the signal. */
  keepKilling(everyMs: number, signal: AbortSignal): Promise<void>;
  /** Pauses one replica after another, each for longer than a claim and a component's lease last, until the signal. */
  keepStopping(signal: AbortSignal): Promise<void>;
  kills(): number;
  close(): Promise<void>;
}

interface Member {
  readonly port: number;
  running: Running;
  isReady: boolean;
}

/**
 * Starts the replicas, and waits until all are ready. @param toReady is called repeatedly with the port of the next
 * ready replica, like the target of a load balancer
 */
export async function openCrew(
  variables: (port: number) => Readonly<Record<string, string>>,
  toReady: (port: number) => void,
): Promise<Crew> {
  const members: Member[] = [];
  let closing = false;
  let kills = 0;
  const start = (port: number) => startBot(variables(port));

  async function restartWhenGone(member: Member): Promise<void> {
    while (!closing) {
      if (member.running.isUp()) await once(member.running.child, 'exit');
      member.isReady = false;
      if (!closing) member.running = start(member.port);
    }
  }

  async function keepLooking(): Promise<void> {
    for (let turn = 0; !closing; turn += 1) {
      await Promise.all(
        members.map(async (member) => {
          const { running } = member;
          const status = await statusOf(`http://127.0.0.1:${member.port}/readyz`);
          if (member.running === running) member.isReady = status === 200;
        }),
      );
      const ready = members.filter(({ isReady }) => isReady);
      const next = ready[turn % Math.max(1, ready.length)];
      if (next) toReady(next.port);
      await sleep(lookMs);
    }
  }

  for (let at = 0; at < size; at += 1) {
    const port = await freePort();
    members.push({ port, running: start(port), isReady: false });
  }
  const looking = keepLooking();
  const restarting = members.map(restartWhenGone);
  while (members.some(({ isReady }) => !isReady)) await sleep(lookMs);
  const wait = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined);

  return {
    async keepKilling(everyMs, signal) {
      while (!signal.aborted) {
        const member = members[Math.floor(Math.random() * size)];
        if (member) {
          kills += 1;
          member.isReady = false;
          member.running.child.kill('SIGKILL');
        }
        await wait(everyMs * (0.5 + Math.random()), signal);
      }
    },
    async keepStopping(signal) {
      for (let turn = 0; !signal.aborted; turn += 1) {
        const child = members[turn % size]?.running.child;
        child?.kill('SIGSTOP');
        await wait(stoppedMs, signal);
        child?.kill('SIGCONT');
        await wait(5_000, signal);
      }
    },
    kills: () => kills,
    async close() {
      closing = true;
      await Promise.all(members.map(({ running }) => running.stop()));
      await Promise.all([looking, ...restarting]);
    },
  };
}

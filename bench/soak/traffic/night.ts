import type { ElsewhereAct } from '../../../playground/platform/edge/elsewhere.ts';
import { openLoad } from '../../stage/slack-load.ts';
import type { PairStage } from '../pairs.ts';
import { pause } from './faults.ts';

/** Events of components that nobody changes by hand. The events happen one after another, repeatedly. */
const happenings: readonly ElsewhereAct[] = [
  { do: 'container-exit', component: 'api', reason: 'Error' },
  { do: 'operate', component: 'worker', action: 'deploy' },
  { do: 'trouble', component: 'web', trouble: 'slow' },
  { do: 'operate', component: 'api', action: 'upgrade' },
  { do: 'container-exit', component: 'cache', reason: 'OOMKilled' },
  { do: 'trouble', component: 'web', trouble: 'slow', on: false },
  { do: 'operate', component: 'worker', action: 'deploy', fails: 'build' },
  { do: 'trouble', component: 'cache', trouble: 'memory' },
  { do: 'operate', component: 'cache', action: 'upgrade' },
  { do: 'trouble', component: 'cache', trouble: 'memory', on: false },
];
const everyMs = 6_000;
/** Interval of agents' calls, in ms. Each person is allowed 30 calls per minute. */
const callEveryMs = 3_000;

/**
 * Watches and follows the app in a separate channel, causes events, and lets agents read, until the signal. @returns
 * the numbers of events, of messages about them, and of agents' calls that were answered within the time limit
 */
export async function keepNight({ slack, platform, night, pairs }: PairStage, port: number, signal: AbortSignal) {
  const me = slack.user(night.member);
  for (const command of ['/watch usual add', '/watch web gateway-latency above=500ms for=1m', '/follow'])
    await me.slash(night.channel, command);
  let [happened, calls] = [0, 0];
  async function happen(): Promise<void> {
    for (let n = 0; !signal.aborted; n += 1) {
      const act = happenings[n % happenings.length];
      try {
        if (act) platform.elsewhere(act);
        happened += 1;
      } catch {
        // The console refuses an event that conflicts with an unfinished event.
      }
      await pause(everyMs, signal);
    }
  }
  async function ask(): Promise<void> {
    const load = await openLoad();
    for (let n = 0; !signal.aborted; n += 1) {
      const user = pairs[n % pairs.length]?.asker ?? '';
      const called = { tool: 'list_ports', given: { component: ['web', 'api', 'db'][n % 3] }, user };
      const answered = await load.call(port, called).catch(() => undefined);
      if (answered?.inTime) calls += 1;
      await pause(callEveryMs, signal);
    }
    await load.close();
  }
  await Promise.all([happen(), ask()]);
  const messages = slack.messages(night.channel, night.member);
  return { happened, posts: messages.filter(({ byBot, threadTs }) => byBot && !threadTs).length, calls };
}

import type { Playground } from '../../playground/playground.ts';
import type { StoredMessage } from '../../playground/slack/workspace/workspace.ts';

export const channel = 'C0SHOP';
export const [maya, sam] = ['U0MAYA', 'U0SAM'] as const;

const minute = 60_000;

/** Ways for a person to use the bot. Each call resolves when the bot has finished the work that it caused. */
export interface Hands {
  /** Types a command and returns the bot's next message that the person sees. */
  readonly ask: (who: string, words: string) => Promise<StoredMessage>;
  readonly press: (who: string, on: StoredMessage, action: string) => Promise<void>;
  readonly submit: (who: string, reason: string) => Promise<void>;
}

export function handsOn({ slack, bot }: Playground): Hands {
  const must = async (acting: Promise<{ ok: boolean }>) => {
    const acted = await acting;
    if (!acted.ok) throw new Error(JSON.stringify(acted));
    await bot().idle();
  };
  return {
    async ask(who, words) {
      const messages = () => slack.messages(channel, who).filter(({ byBot, threadTs }) => byBot && threadTs === null);
      const before = new Set(messages().map(({ ts }) => ts));
      await must(slack.user(who).slash(channel, words));
      const fresh = () => messages().filter(({ ts }) => !before.has(ts));
      return slack.until(() => fresh().findLast(({ ephemeralFor }) => ephemeralFor === null) ?? fresh().at(-1), 20_000);
    },
    press: (who, on, action) => must(slack.user(who).press(on, action)),
    submit: (who, reason) => must(slack.user(who).submit({ reason: { reason } })),
  };
}

/**
 * Simulates a team's first days, so that the database contains rows of every kind. At the end, one call is running,
 * another request waits for it, and Slack refuses messages. @param skip advances the bot's time by ms, in one step
 * @param pass advances it minute by minute
 */
export async function liveThrough(
  playground: Playground,
  skip: (ms: number) => Promise<void>,
  pass: (ms: number) => Promise<void>,
): Promise<void> {
  const { slack, platform, bot } = playground;
  const { ask, press, submit } = handsOn(playground);
  const reaches = async (state: string, count = 1) => {
    const isThere = async () => (await bot().store.requests.recent(99)).filter((card) => card.state === state).length;
    for (let look = 0; (await isThere()) < count; look += 1) {
      if (look > 1_000) throw new Error(`no request is ${state}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  await ask(maya, '/portolan use shop/east-1/12 as shop');
  await ask(sam, '/portolan use shop/east-1/12 me');
  await ask(maya, '/portolan schedule monitor web at "0 9 * * 1-5"');
  await ask(sam, '/portolan schedule monitor api 6h at "30 8 * * *" tz=Europe/Berlin');
  const [schedule] = await bot().store.schedules.list();
  await ask(sam, `/portolan schedule pause ${schedule?.id}`);
  await press(maya, await ask(maya, '/port web'), 'share');

  // Create an incident that doesn't end, and follow the app.
  await ask(maya, '/watch worker abnormal for=1m');
  await ask(maya, '/follow only=failures');
  platform.elsewhere({ do: 'container-exit', component: 'worker', reason: 'Error' });
  const incident = () => slack.messages(channel, maya).find(({ text }) => text.includes('worker: abnormal'));
  await pass(6 * minute);
  await slack.until(incident, 10_000);
  await bot().idle();

  // One port is closed automatically, and one request expires.
  const short = await ask(maya, '/port open cache 6379 for=10m reason="a demo"');
  await press(sam, short, 'request.approve');
  await reaches('done');
  await ask(maya, '/port add importer 6002');
  await skip(16 * minute);
  await reaches('expired');
  await bot().idle();

  // Three requests: one opens a port for two hours, one is canceled, one fails.
  await press(sam, await ask(maya, '/port open api 8000 for=2h'), 'request.approve');
  await reaches('done', 3);
  await press(maya, await ask(maya, '/port delete importer 5000'), 'request.cancel');
  await platform.faults.set({ nextWrite: { kind: 'error', when: 'before', status: 400 } });
  await press(maya, await ask(maya, '/port add importer 6000'), 'request.approve');
  await reaches('failed');

  // The first request waits for another person, the second for its requester.
  await ask(maya, '/port open web 8443 both=yes for=1h reason="load test"');
  await ask(maya, '/port close web 8080');

  const newest = slack.messages(channel, maya).at(-1);
  const at = new Date(Number(newest?.ts) * 1_000 + 5 * 60 * minute).toISOString();
  await press(maya, await ask(maya, `/port add db 5433 at=${at}`), 'request.approve');
  await reaches('scheduled');
  await ask(sam, '/portolan freeze for=24h reason="we have an incident"');
  await ask(maya, '/component upgrade db');

  // From now on, Slack refuses messages, so they wait in the outbox.
  const denied = await ask(maya, '/port delete api 9100');
  await press(sam, denied, 'request.deny');
  for (const method of ['chat.postMessage', 'chat.update'])
    await slack.injectFault({ fault: 'fail', method, error: 'internal_error', times: 99 });
  await submit(sam, 'not today');
  await reaches('denied');
  await slack.injectFault({ fault: 'reset' });

  // Three requests: sent with an unknown result; sent but not answered yet; approved, but waits for the second one.
  const [lost, slow, next] = [
    await ask(maya, '/port add importer 6001'),
    await ask(maya, '/port add cache 6380'),
    await ask(maya, '/port add cache 6381'),
  ];
  await platform.faults.set({ nextWrite: { kind: 'reset', when: 'before' } });
  await press(maya, lost, 'request.approve');
  await reaches('unknown');
  await platform.faults.set({ nextWrite: { kind: 'hang', seconds: 3 } });
  await slack.user(maya).press(slow, 'request.approve');
  await reaches('running');
  await slack.user(maya).press(next, 'request.approve');
  await reaches('approved');
}

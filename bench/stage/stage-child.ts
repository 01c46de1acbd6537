import * as z from 'zod';
import { startPlatform } from '../../playground/platform/start-platform.ts';
import { startSlack } from '../../playground/slack/simulated-slack.ts';
import { seedOf } from '../../test/crash/replicas.ts';
import { personAt, places, tellParent } from './processes.ts';

/** Runs the simulators in a separate process, so that only the bot's time is measured. */
const [count = 0, components = 0, perApp = 1] = z.array(z.coerce.number()).parse(process.argv.slice(2));
const seed = seedOf(components, perApp);
const platform = await startPlatform({ dialect: 'console', monitoring: 'pair', requestItems: true, seed });
let [reads, lists] = [0, 0];
platform.log.subscribe(({ method, path }) => {
  if (method !== 'GET') return;
  reads += 1;
  if (path.endsWith('/services')) lists += 1;
});
const people = Array.from({ length: count }, (_, index) => personAt(index));
const members = [...people, 'U0PORTOLAN'];
const slack = await startSlack({
  bot: { signingSecret: places.signingSecret, botToken: places.botToken, appToken: 'xapp-bench' },
  fileReadyMs: 0,
  rateLimits: 'off',
  seed: {
    people: people.map((id, index) => ({
      id,
      name: `person${index}`,
      locale: index % 2 === 0 ? 'en-US' : 'zh-CN',
      timeZone: places.zones[Math.floor(index / 2) % places.zones.length] ?? 'Etc/UTC',
    })),
    channels: [
      { id: places.channel, name: 'bench', members },
      { id: places.noise, name: 'noise', members },
    ],
  },
});

const Posted = z.object({ args: z.looseObject({ channel: z.string() }) });

slack.subscribe((update) => {
  if (update.type !== 'log' || update.entry.kind !== 'api' || update.entry.name !== 'chat.postMessage') return;
  const posted = Posted.safeParse(update.entry.detail);
  if (posted.success) process.send?.({ posted: posted.data.args.channel, error: update.entry.error });
});

tellParent({ platformUrl: platform.url, token: platform.token, apiUrl: slack.apiUrl }, () => ({
  /** Payloads of the bot that Slack would refuse. */
  faults: slack.faults.map(({ where, error }) => `${where}: ${error}`),
  reads,
  /** Reads of a whole app's components. */
  lists,
}));

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { burst } from '../acks.ts';
import { ms, quantile } from '../quantile.ts';
import type { Section } from '../report.ts';
import { freePort, nextMessage, startScript } from '../stage/processes.ts';
import { openLoad } from '../stage/slack-load.ts';
import { places } from '../stage/stage-places.ts';
import { fastNow } from './fast-clock.ts';
import { type ExpectedIncident, makeHistory } from './history.ts';

/** How much faster than the machine's the clock of the bot and its simulators runs. */
const speed = 10;
/** The first minutes read what is kept for longer: names, and since when things are as they are. */
const firstMinutes = 2;
/** What reads may come to in a minute, and how late a message may be, in s. */
const mostReads = 120;
const mostLate = 90;

const Ready = z.object({ platformUrl: z.string(), token: z.string(), apiUrl: z.string() });
const Shown = z.object({ what: z.enum(['post', 'edit', 'note']), at: z.number(), text: z.string() });
const Facts = z.object({
  shown: z.array(Shown),
  reads: z.record(z.string(), z.number()),
  besides: z.object({ lists: z.number(), queries: z.number(), events: z.number() }),
  faults: z.array(z.string()),
});

/** What came of a history, beside what should have. */
interface Compared {
  readonly wrong: readonly string[];
  /** How long after each condition had held for long enough its message came, in s. */
  readonly late: readonly number[];
}

function compare(expected: readonly ExpectedIncident[], shown: readonly z.infer<typeof Shown>[]): Compared {
  const componentOf = (text: string) => /svc\d+-\d+/.exec(text)?.[0] ?? text.slice(0, 80);
  const posts = Map.groupBy(
    shown.filter(({ what }) => what === 'post'),
    ({ text }) => componentOf(text),
  );
  const last = new Map(shown.filter(({ what }) => what !== 'note').map(({ text }) => [componentOf(text), text]));
  const wrong: string[] = [];
  const late: number[] = [];
  for (const { component, item, held, isOver } of expected) {
    const [first, ...more] = posts.get(component) ?? [];
    posts.delete(component);
    if (more.length > 0) wrong.push(`${component} ${item}: ${more.length + 1} messages`);
    if ((first === undefined) !== (held === undefined))
      wrong.push(`${component} ${item}: ${first ? 'told, and was none' : 'not told'}`);
    if (!first || held === undefined) continue;
    late.push((first.at - held) / 1_000);
    if (isOver !== undefined && /Resolved/.test(last.get(component) ?? '') !== isOver)
      wrong.push(`${component} ${item}: ${isOver ? 'not over' : 'over too early'}`);
  }
  wrong.push(...[...posts.keys()].map((other) => `${other}: not of the history`));
  wrong.push(...shown.filter(({ what }) => what === 'note').map(({ text }) => `a note: ${text.slice(0, 80)}`));
  return { wrong, late };
}

/** A thousand watches in twenty apps of eighty components, whose history is known, for an hour of simulated time. */
export async function benchWatches(quick: boolean): Promise<Section> {
  const minutes = quick ? 14 : 60;
  const began = Date.now();
  const clock = { began, speed };
  const { expected } = makeHistory(began, minutes);
  const data = mkdtempSync(join(tmpdir(), 'portolan-bench-'));
  const world = startScript('./watches/world-child.ts', [began, speed, minutes].map(String));
  const bot = startScript('./watches/bot-child.ts');
  const load = await openLoad(true, fastNow(clock));
  const bareLoad = await openLoad();
  const ready = await nextMessage(world.child, Ready);
  const [port, barePort] = [await freePort(), await freePort()];
  const bare = startScript('./peers/bare-bolt.ts', [ready.apiUrl, String(barePort)]);
  try {
    await nextMessage(bare.child, z.object({ ready: z.literal(true) }));
    const started = nextMessage(bot.child, z.object({ watches: z.number() }));
    const variables = {
      ...{ SLACK_BOT_TOKEN: places.botToken, SLACK_SIGNING_SECRET: places.signingSecret, SLACK_API_URL: ready.apiUrl },
      ...{ PLATFORM_URL: ready.platformUrl, PLATFORM_TOKEN: ready.token, PLATFORM_CONTEXT: places.context },
      ...{ PORTOLAN_DATA: data, HOST: '127.0.0.1', PORT: String(port) },
    };
    bot.child.send({ ...clock, minutes, variables });
    const { watches } = await started;
    const [acks, bareAcks]: [number[], number[]] = [[], []];
    while (fastNow(clock)() < began + minutes * 60_000) {
      acks.push(...(await burst(load, port, true, help)));
      bareAcks.push(...(await burst(bareLoad, barePort, false, help)));
      await new Promise((resolve) => setTimeout(resolve, 2_000));
    }
    const heard = nextMessage(world.child, Facts);
    const delayed = nextMessage(bot.child, z.object({ loopDelay: z.number() }));
    world.child.send({});
    bot.child.send({});
    return section({ watches, minutes, expected, acks, bareAcks, ...(await heard), ...(await delayed) });
  } finally {
    await Promise.all([bare.stop(), bot.stop()]);
    await world.stop();
    await Promise.all([load.close(), bareLoad.close()]);
    rmSync(data, { recursive: true, force: true });
  }
}

const help: Parameters<typeof burst>[3] = (load, port, index) =>
  load.send(port, { command: '/portolan', text: 'help', user: places.people[index % places.people.length] ?? '' });

function section({
  watches,
  minutes,
  expected,
  acks,
  bareAcks,
  shown,
  reads,
  besides,
  faults,
  loopDelay,
}: z.infer<typeof Facts> & {
  readonly watches: number;
  readonly minutes: number;
  readonly expected: readonly ExpectedIncident[];
  readonly acks: readonly number[];
  readonly bareAcks: readonly number[];
  readonly loopDelay: number;
}): Section {
  const { wrong, late } = compare(expected, shown);
  const count = (kind: string) => shown.filter(({ what }) => what === kind).length;
  // The last minute may have just begun.
  const each = Array.from({ length: minutes - firstMinutes - 1 }, (_, index) => reads[index + firstMinutes] ?? 0);
  const first = Array.from({ length: firstMinutes }, (_, index) => reads[index] ?? 0);
  const [most, slowest] = [Math.max(...each), quantile(late, 0.99)];
  // What happens once a minute happens so much more often here: one ack in ten stands for one in a hundred.
  const rare = 1 - 0.01 * speed;
  const [ack, bareAck] = [quantile(acks, rare), quantile(bareAcks, rare)];
  const fired = expected.filter(({ held }) => held !== undefined).length;
  return {
    title: `${watches.toLocaleString('en')} watches of 20 apps with 80 components each, ${minutes} minutes in ${minutes / speed}`,
    how: `${expected.length} components go through something: ${fired} come to an incident, ${expected.length - fired} to none. ${count('post')} messages, ${count('edit')} edits. ${first.join(' and ')} reads in the first minutes; besides, in all, ${besides.lists} lists and ${besides.queries} queries for charts, and ${besides.events} of events for them and for what changed before. Refused by Slack: ${faults.length === 0 ? 'nothing' : faults.slice(0, 5).join(', ')}.${wrong.length === 0 ? '' : ` Wrong: ${wrong.slice(0, 10).join('; ')}.`}`,
    lines: [
      {
        what: 'incidents as the history says',
        ours: `${expected.length - wrong.length} of ${expected.length}`,
        budget: { text: 'all', kept: wrong.length === 0 },
      },
      {
        what: 'posted after the condition had held for its time, p99',
        ours: `${slowest.toFixed(0)} s (p50 ${quantile(late, 0.5).toFixed(0)} s)`,
        budget: { text: `≤ ${mostLate} s`, kept: slowest <= mostLate },
      },
      {
        what: 'reads of the platform in a minute, most',
        ours: `${most} (median ${quantile(each, 0.5)})`,
        budget: { text: `≤ ${mostReads}`, kept: most <= mostReads },
      },
      {
        what: `ack meanwhile, p99 (p${rare * 100} of a clock that is ${speed} times as fast)`,
        ours: ms(ack),
        peer: { name: 'bare Bolt', value: ms(bareAck) },
        ratio: ack / bareAck,
        budget: { text: '≤ 3×', kept: ack <= 3 * bareAck },
      },
      { what: 'event-loop delay, p99', ours: ms(loopDelay), budget: { text: '≤ 20 ms', kept: loopDelay <= 20 } },
    ],
  };
}

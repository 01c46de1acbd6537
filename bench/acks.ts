import { atMost, besideBolt, ms, quantile, type Section } from './report.ts';
import type { Stage } from './stage/bench-stage.ts';
import { anyone, places } from './stage/processes.ts';
import type { Load, Sent, Typed } from './stage/slack-load.ts';

export const atOnce = 20;
const chartsAtOnce = 2;
const asked: readonly (readonly [command: string, text: string])[] = [
  ['/region', ''],
  ['/port', 'web'],
  ['/component', ''],
  ['/component', 'show web'],
  ['/portolan', 'help'],
];
/** Interval of prom-client's event loop monitor, in ms. Its values include this interval, so subtract it. */
const lookMs = 10;

function typedBy(index: number): Typed {
  const [command, text] = asked[index % asked.length] ?? ['/region', ''];
  return { command, text, user: anyone(index) };
}

type Act = (load: Load, port: number, index: number) => Promise<Sent>;

const command: Act = (load, port, index) => load.send(port, typedBy(index));

/** Presses a button of a request that doesn't exist. The bot still stores the press before it acknowledges it. */
const press: Act = (load, port, index) => load.press(port, anyone(index), 'request.approve', `gone-${index}:1`);

/** Sends twenty commands together. Returns the time of each ack, in ms. With `answers`, also waits for the answers. */
export async function bursts(
  load: Load,
  port: number,
  { count = 1, answers = false, act = command }: { count?: number; answers?: boolean; act?: Act } = {},
): Promise<readonly number[]> {
  const acks: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const sent = await Promise.all(Array.from({ length: atOnce }, (_, index) => act(load, port, index)));
    const refused = sent.find(({ status }) => status !== 200);
    if (refused) throw new Error(`a command or press was answered ${refused.status}`);
    if (answers) await Promise.all(sent.map(({ answered }) => answered));
    acks.push(...sent.map(({ acked }) => acked));
  }
  return acks;
}

/** Draws charts of a day until stopped. All differ, so that none is shared. Returns the number of drawn charts. */
export function keepDrawing(stage: Stage, port: number): () => Promise<number> {
  let [asked, drawn, stopped] = [0, 0, false];
  const ended = Promise.withResolvers<void>();
  const ask = () => {
    asked += 1;
    const text = `range=${1440 + (asked % 700)}m step=60s`;
    void stage.load.send(port, { command: '/monitor', text, user: anyone(), channel: places.noise });
  };
  const off = stage.posted(places.noise, () => {
    drawn += 1;
    if (!stopped) ask();
    else if (drawn >= asked) ended.resolve();
  });
  for (let index = 0; index < chartsAtOnce; index += 1) ask();
  return async () => {
    stopped = true;
    await ended.promise;
    off();
    return drawn;
  };
}

/** Returns the p99 delay of the bot's event loop since the last call, in ms. */
export async function loopDelay(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const seconds = Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1]);
  return Math.max(0, seconds * 1_000 - lookMs);
}

/**
 * Measures acks of twenty commands or presses at a time while charts render. Rounds alternate with a bare Bolt handler
 * under the same load, while the bot's charts keep the machine equally busy.
 */
export async function benchAcks(stage: Stage, port: number, quick: boolean): Promise<Section> {
  const { load } = stage;
  const [rounds, count] = quick ? [3, 5] : [12, 15];
  const { port: barePort } = await stage.bare();
  for (const target of [port, barePort]) await bursts(load, target, { count: 5, answers: target === port });
  const stopDrawing = keepDrawing(stage, port);
  const begin = performance.now();
  const [ours, theirs, delays]: [number[], number[], number[]] = [[], [], []];
  const [presses, barePresses]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    await loopDelay(port);
    ours.push(...(await bursts(load, port, { count, answers: true })));
    delays.push(await loopDelay(port));
    theirs.push(...(await bursts(load, barePort, { count })));
    for (let index = 0; index < count; index += 1) {
      presses.push(...(await bursts(load, port, { answers: true, act: press })));
      barePresses.push(...(await bursts(load, barePort, { act: press })));
    }
  }
  const seconds = (performance.now() - begin) / 1_000;
  const charts = await stopDrawing();
  return {
    title: `Acknowledging commands and presses, ${atOnce} at a time while charts render`,
    how: `${ours.length} commands and ${presses.length} presses that were all answered, ${(charts / seconds).toFixed(1)} charts a second meanwhile. Presses: p50 ${ms(quantile(presses, 0.5))}, slowest ${ms(Math.max(...presses))}.`,
    lines: [
      besideBolt('ack, p50', 0.5, ours, theirs),
      besideBolt('ack, p99', 0.99, ours, theirs, 1.6),
      besideBolt('ack of a press, which is stored before it, p99', 0.99, presses, barePresses, 3.5),
      atMost('ack, slowest', Math.max(...ours), 1_000),
      atMost('event-loop delay, p99', quantile(delays, 0.5), 20),
    ],
  };
}

/** Measures the time from Enter to the answer of an idle bot. The simulated platform answers immediately. */
export async function benchAnswers({ load }: Stage, port: number, quick: boolean): Promise<Section> {
  const first = await (await load.send(port, typedBy(0))).answered;
  const firstHelp = await (await load.send(port, { command: '/portolan', text: 'help', user: anyone() })).answered;
  const times = new Map<string, number[]>();
  for (let index = 0; index < asked.length * (quick ? 10 : 40); index += 1) {
    const typed = typedBy(index);
    const name = `${typed.command} ${typed.text}`.trim();
    times.set(name, [...(times.get(name) ?? []), await (await load.send(port, typed)).answered]);
  }
  return {
    title: 'From the command to its answer at the response_url, the platform answering at once',
    lines: [
      atMost('the very first after the start', first, 300),
      atMost('/portolan help, the first of its context', firstHelp, 100),
      ...[...times].map(([name, all]) =>
        atMost(`${name}, p99 (p50 ${ms(quantile(all, 0.5))})`, quantile(all, 0.99), 300),
      ),
    ],
  };
}

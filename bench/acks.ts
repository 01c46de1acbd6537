import { ms, quantile } from './quantile.ts';
import type { Section } from './report.ts';
import type { Stage } from './stage/bench-stage.ts';
import type { Load, Sent, Typed } from './stage/slack-load.ts';
import { places } from './stage/stage-places.ts';

/** Commands or presses of a burst. */
export const atOnce = 20;
/** Charts that are always being asked for while commands come. */
const chartsAtOnce = 2;
/** What people ask, in turn. */
const asked: readonly (readonly [command: string, text: string])[] = [
  ['/region', ''],
  ['/port', 'web'],
  ['/component', ''],
  ['/component', 'show web'],
  ['/portolan', 'help'],
];
/** How far apart prom-client's monitor of the event loop looks, in ms; what it tells includes that. */
const lookMs = 10;

function typedBy(index: number): Typed {
  const [command, text] = asked[index % asked.length] ?? ['/region', ''];
  return { command, text, user: places.people[index % places.people.length] ?? '' };
}

type Act = (load: Load, port: number, index: number) => Promise<Sent>;

const command: Act = (load, port, index) => load.send(port, typedBy(index));

/** Presses of a request that doesn't exist: each is stored before its ack, like any other, and answered afterwards. */
const press: Act = (load, port, index) =>
  load.press(port, {
    user: places.people[index % places.people.length] ?? '',
    actionId: 'request.approve',
    value: `gone-${index}:1`,
  });

/** Twenty at once: how long each waited for its ack, in ms. Where answers are expected, waits for them too. */
export async function burst(
  load: Load,
  port: number,
  answers: boolean,
  act: Act = command,
): Promise<readonly number[]> {
  const sent = await Promise.all(Array.from({ length: atOnce }, (_, index) => act(load, port, index)));
  const refused = sent.find(({ status }) => status !== 200);
  if (refused) throw new Error(`a command or press was answered ${refused.status}`);
  if (answers) await Promise.all(sent.map(({ answered }) => answered));
  return sent.map(({ acked }) => acked);
}

/** Keeps charts of a day in the making until stopped; no two are alike, so that none is shared. Gives how many came. */
export function keepDrawing(stage: Stage, port: number): () => Promise<number> {
  let asked = 0;
  let drawn = 0;
  let stopped = false;
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const ask = () => {
    asked += 1;
    const text = `range=${1440 + (asked % 700)}m step=60s`;
    void stage.load.send(port, { command: '/monitor', text, user: places.people[0] ?? '', channel: places.noise });
  };
  const off = stage.posted(places.noise, () => {
    drawn += 1;
    if (!stopped) ask();
    else if (drawn >= asked) end();
  });
  for (let index = 0; index < chartsAtOnce; index += 1) ask();
  return async () => {
    stopped = true;
    await ended;
    off();
    return drawn;
  };
}

/** The p99 delay of the bot's event loop since the last look, in ms. */
async function loopDelay(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const seconds = Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1]);
  return Math.max(0, seconds * 1_000 - lookMs);
}

/**
 * Acks of twenty commands or presses at a time while charts render, in rounds that alternate with a bare Bolt handler
 * under the same load, on the machine kept equally busy by the bot's charts; before that, the same bare handler on a
 * quiet one.
 */
export async function benchAcks(stage: Stage, port: number, quick: boolean): Promise<Section> {
  const rounds = quick ? 3 : 12;
  const bursts = quick ? 5 : 15;
  const { running: bare, port: barePort } = await stage.bare();
  try {
    const quiet: number[] = [];
    for (const target of [port, barePort])
      for (let index = 0; index < 5; index += 1) await burst(stage.load, target, target === port);
    for (let index = 0; index < bursts * 2; index += 1) quiet.push(...(await burst(stage.load, barePort, false)));
    const stopDrawing = keepDrawing(stage, port);
    const begin = performance.now();
    const ours: number[] = [];
    const theirs: number[] = [];
    const delays: number[] = [];
    const [presses, barePresses]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      await loopDelay(port);
      for (let index = 0; index < bursts; index += 1) ours.push(...(await burst(stage.load, port, true)));
      delays.push(await loopDelay(port));
      for (let index = 0; index < bursts; index += 1) theirs.push(...(await burst(stage.load, barePort, false)));
      for (let index = 0; index < bursts; index += 1) {
        presses.push(...(await burst(stage.load, port, true, press)));
        barePresses.push(...(await burst(stage.load, barePort, false, press)));
      }
    }
    const seconds = (performance.now() - begin) / 1_000;
    const charts = await stopDrawing();
    return section({ ours, theirs, presses, barePresses, quiet, delays, chartRate: charts / seconds });
  } finally {
    await bare.stop();
  }
}

function section(measured: {
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
  readonly presses: readonly number[];
  readonly barePresses: readonly number[];
  readonly quiet: readonly number[];
  readonly delays: readonly number[];
  readonly chartRate: number;
}): Section {
  const { ours, theirs, presses, barePresses, quiet, delays, chartRate } = measured;
  const p99 = quantile(ours, 0.99);
  const bareP99 = quantile(theirs, 0.99);
  const [pressP99, barePressP99] = [quantile(presses, 0.99), quantile(barePresses, 0.99)];
  const delay = quantile(delays, 0.5);
  const worst = Math.max(...ours);
  const peer = (values: readonly number[], share: number) => ({
    name: 'bare Bolt',
    value: ms(quantile(values, share)),
  });
  return {
    title: `Acknowledging commands and presses, ${atOnce} at a time while charts render`,
    how: `${ours.length} commands and ${presses.length} presses that were all answered, ${chartRate.toFixed(1)} charts a second meanwhile; bare Bolt on the quiet machine: p50 ${ms(quantile(quiet, 0.5))}, p99 ${ms(quantile(quiet, 0.99))}.`,
    lines: [
      {
        what: 'ack, p50',
        ours: ms(quantile(ours, 0.5)),
        peer: peer(theirs, 0.5),
        ratio: quantile(ours, 0.5) / quantile(theirs, 0.5),
      },
      {
        what: 'ack, p99',
        ours: ms(p99),
        peer: peer(theirs, 0.99),
        ratio: p99 / bareP99,
        budget: { text: '≤ 1.6×', kept: p99 <= 1.6 * bareP99 },
      },
      {
        what: 'ack of a press, which is stored before it, p99',
        ours: `${ms(pressP99)} (p50 ${ms(quantile(presses, 0.5))}, slowest ${ms(Math.max(...presses))})`,
        peer: peer(barePresses, 0.99),
        ratio: pressP99 / barePressP99,
        budget: { text: '≤ 3.5×, of ten runs the median ≤ 2.3×', kept: pressP99 <= 3.5 * barePressP99 },
      },
      { what: 'ack, slowest', ours: ms(worst), peer: peer(theirs, 1), budget: { text: '< 1 s', kept: worst < 1_000 } },
      { what: 'event-loop delay, p99', ours: ms(delay), budget: { text: '≤ 20 ms', kept: delay <= 20 } },
    ],
  };
}

/** From Enter to the answer, one command at a time on a quiet bot; the simulated platform answers at once. */
export async function benchAnswers(stage: Stage, port: number, quick: boolean): Promise<Section> {
  const first = await (await stage.load.send(port, typedBy(0))).answered;
  const help: Typed = { command: '/portolan', text: 'help', user: places.people[0] ?? '' };
  const firstHelp = await (await stage.load.send(port, help)).answered;
  const times = new Map<string, number[]>();
  for (let index = 0; index < asked.length * (quick ? 10 : 40); index += 1) {
    const typed = typedBy(index);
    const sent = await stage.load.send(port, typed);
    const name = `${typed.command} ${typed.text}`.trim();
    times.set(name, [...(times.get(name) ?? []), await sent.answered]);
  }
  return {
    title: 'From the command to its answer at the response_url, the platform answering at once',
    lines: [
      { what: 'the very first after the start', ours: ms(first), budget: { text: '< 300 ms', kept: first < 300 } },
      {
        what: '/portolan help, the first of its context',
        ours: ms(firstHelp),
        budget: { text: '≤ 100 ms', kept: firstHelp <= 100 },
      },
      ...[...times].map(([name, all]) => {
        const p99 = quantile(all, 0.99);
        return {
          what: name,
          ours: `p50 ${ms(quantile(all, 0.5))}, p99 ${ms(p99)}`,
          budget: { text: '< 300 ms', kept: p99 < 300 },
        };
      }),
    ],
  };
}

import { atOnce, burst, keepDrawing } from './acks.ts';
import { ms, quantile } from './quantile.ts';
import type { Section } from './report.ts';
import type { Stage } from './stage/bench-stage.ts';
import type { ToolAnswered } from './stage/slack-load.ts';
import { places } from './stage/stage-places.ts';

/** Calls of tools at a time. */
const callsAtOnce = 50;
/** Calls come in turn from all people: each may make 60 a minute. */
const person = (index: number) => places.people[index % places.people.length] ?? '';

/** The same questions through Slack and through a tool. */
const questions = [
  { name: 'list_ports, as /port web', command: '/port', text: 'web', tool: 'list_ports', given: { component: 'web' } },
  { name: 'find_components, as /component', command: '/component', text: '', tool: 'find_components', given: {} },
] as const;

/**
 * Tools that read beside the same questions through Slack, one at a time in turn; then acks of commands while charts render,
 * with fifty calls at once and a bare Bolt handler under the same load.
 */
export async function benchAgents(stage: Stage, quick: boolean): Promise<Section> {
  const { port } = await stage.bot({ agents: true });
  const times = await besideSlack(stage, port, quick ? 30 : 120);
  const acks = await acksMeanwhile(stage, port, quick ? 3 : 10);
  const [p99, bareP99] = [quantile(acks.ours, 0.99), quantile(acks.theirs, 0.99)];
  const worst = Math.max(...acks.ours);
  const took = acks.calls.map((each) => each.took);
  const late = acks.calls.filter(({ inTime }) => !inTime).length;
  return {
    title: 'Agents',
    how: `Signed as Slackbot’s. ${acks.calls.length} calls, ${callsAtOnce} at a time, and ${acks.ours.length} commands, ${atOnce} at a time, while charts render; a call then took ${ms(quantile(took, 0.5))}, p99 ${ms(quantile(took, 0.99))}.`,
    lines: [
      ...times.map(({ name, tool, slack }) => {
        const ratio = quantile(tool, 0.5) / quantile(slack, 0.5);
        return {
          what: `${name}, p50`,
          ours: ms(quantile(tool, 0.5)),
          peer: { name: 'through Slack', value: ms(quantile(slack, 0.5)) },
          ratio,
          budget: { text: '≤ 1.3×', kept: ratio <= 1.3 },
        };
      }),
      {
        what: `ack while ${callsAtOnce} calls are made at once, p99`,
        ours: ms(p99),
        peer: { name: 'bare Bolt', value: ms(bareP99) },
        ratio: p99 / bareP99,
        budget: { text: '≤ 3×', kept: p99 <= 3 * bareP99 },
      },
      { what: 'ack without calls, p99', ours: ms(quantile(acks.without, 0.99)) },
      { what: 'calls that took longer than 9 s', ours: String(late), budget: { text: '0', kept: late === 0 } },
      { what: 'ack meanwhile, slowest', ours: ms(worst), budget: { text: '< 1 s', kept: worst < 1_000 } },
    ],
  };
}

async function besideSlack({ load }: Stage, port: number, rounds: number) {
  const measured = questions.map(({ name }) => ({ name, tool: [] as number[], slack: [] as number[] }));
  for (let round = 0; round < rounds; round += 1)
    for (const [index, { command, text, tool, given }] of questions.entries()) {
      const user = person(round);
      const sent = await load.send(port, { command, text, user });
      const answered = await sent.answered;
      const { took: called } = await load.call(port, { tool, given, user });
      // The first rounds read the profiles of all people.
      if (round < 10) continue;
      measured[index]?.slack.push(answered);
      measured[index]?.tool.push(called);
    }
  return measured;
}

async function acksMeanwhile(stage: Stage, port: number, rounds: number) {
  const { load } = stage;
  const { running: bare, port: barePort } = await stage.bare();
  const [ours, theirs, without]: [number[], number[], number[]] = [[], [], []];
  const calls: ToolAnswered[] = [];
  try {
    for (const target of [port, barePort])
      for (let index = 0; index < 5; index += 1) await burst(load, target, target === port);
    const stopDrawing = keepDrawing(stage, port);
    const callAll = () =>
      Promise.all(
        Array.from({ length: callsAtOnce }, (_, index) => {
          const { tool, given } = questions[index % questions.length] ?? questions[0];
          return load.call(port, { tool, given, user: person(index) });
        }),
      );
    for (let round = 0; round < rounds; round += 1) {
      const called = callAll();
      for (let index = 0; index < 5; index += 1) ours.push(...(await burst(load, port, true)));
      calls.push(...(await called));
      for (let index = 0; index < 5; index += 1) without.push(...(await burst(load, port, true)));
      const again = callAll();
      for (let index = 0; index < 5; index += 1) theirs.push(...(await burst(load, barePort, false)));
      calls.push(...(await again));
    }
    await stopDrawing();
    return { ours, theirs, without, calls };
  } finally {
    await bare.stop();
  }
}

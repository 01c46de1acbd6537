import { atOnce, bursts, keepDrawing } from './acks.ts';
import { atMost, besideBolt, type Line, ms, quantile, type Section } from './report.ts';
import type { Stage } from './stage/bench-stage.ts';
import { anyone } from './stage/processes.ts';
import type { ToolAnswered } from './stage/slack-load.ts';

/** Concurrent tool calls. They are spread over all people, because each is allowed only 60 calls a minute. */
const callsAtOnce = 50;

const questions = [
  { name: 'list_ports, as /port web', command: '/port', text: 'web', tool: 'list_ports', given: { component: 'web' } },
  { name: 'find_components, as /component', command: '/component', text: '', tool: 'find_components', given: {} },
] as const;

/**
 * Compares read tools with the same questions asked in Slack, one at a time. Then measures acks while charts render,
 * with concurrent tool calls and with a bare Bolt handler under the same load.
 */
export async function benchAgents(stage: Stage, quick: boolean): Promise<Section> {
  const { port } = await stage.bot({ agents: true });
  const beside: Line[] = [];
  for (const question of questions) beside.push(await besideSlack(stage, port, question, quick ? 30 : 120));
  const { ours, theirs, without, calls } = await acksMeanwhile(stage, port, quick ? 3 : 10);
  const took = calls.map((each) => each.took);
  const late = calls.filter(({ inTime }) => !inTime).length;
  return {
    title: 'Agents',
    how: `Signed as Slackbot’s. ${calls.length} calls, ${callsAtOnce} at a time, and ${ours.length} commands, ${atOnce} at a time, while charts render; a call then took ${ms(quantile(took, 0.5))}, p99 ${ms(quantile(took, 0.99))}.`,
    lines: [
      ...beside,
      besideBolt(`ack while ${callsAtOnce} calls are made at once and charts render, p99`, 0.99, ours, theirs, 3),
      { what: 'the same without calls', ours: ms(quantile(without, 0.99)) },
      atMost('ack meanwhile, slowest', Math.max(...ours), 1_000),
      atMost('calls that took longer than 9 s', late, 0, String),
    ],
  };
}

async function besideSlack({ load }: Stage, port: number, question: (typeof questions)[number], rounds: number) {
  const { name, command, text, tool, given } = question;
  const [called, slack]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const user = anyone(round);
    const answered = await (await load.send(port, { command, text, user })).answered;
    const { took } = await load.call(port, { tool, given, user });
    // The first rounds also read everyone's profile, so they don't count.
    if (round < 10) continue;
    slack.push(answered);
    called.push(took);
  }
  const [ours, theirs] = [quantile(called, 0.5), quantile(slack, 0.5)];
  return {
    what: `${name}, p50`,
    ours: ms(ours),
    peer: { name: 'through Slack', value: ms(theirs) },
    ratio: ours / theirs,
    budget: { text: '≤ 1.3×', kept: ours <= 1.3 * theirs },
  };
}

async function acksMeanwhile(stage: Stage, port: number, rounds: number) {
  const { load } = stage;
  const { port: barePort } = await stage.bare();
  const [ours, theirs, without]: [number[], number[], number[]] = [[], [], []];
  const calls: ToolAnswered[] = [];
  const callAll = () =>
    Promise.all(
      Array.from({ length: callsAtOnce }, (_, index) => {
        const { tool, given } = questions[index % questions.length] ?? questions[0];
        return load.call(port, { tool, given, user: anyone(index) });
      }),
    );
  for (const target of [port, barePort]) await bursts(load, target, { count: 5, answers: target === port });
  const stopDrawing = keepDrawing(stage, port);
  for (let round = 0; round < rounds; round += 1) {
    const called = callAll();
    ours.push(...(await bursts(load, port, { count: 5, answers: true })));
    calls.push(...(await called));
    without.push(...(await bursts(load, port, { count: 5, answers: true })));
    const again = callAll();
    theirs.push(...(await bursts(load, barePort, { count: 5 })));
    calls.push(...(await again));
  }
  await stopDrawing();
  return { ours, theirs, without, calls };
}

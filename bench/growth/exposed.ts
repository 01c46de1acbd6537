import type { SimulatedHttpRule, WorldSeed } from '../../playground/platform/simulated-world.ts';
import { mostReads } from '../../src/reader/read-schedule.ts';
import { seedOf } from '../../test/crash/replicas.ts';
import { type StillStage, startStillStage } from '../../test/scenario/stage.ts';
import { sharedCharts } from '../../test/shared-charts.ts';
import { type Growth, limitBudget } from './growth.ts';
import { residentNow, whileWatched } from './workflow/workflow.ts';

const perApp = 2;
const rulesPerApp = 40;
const secondMs = 1_000;

const took = 'until the report is shown, in simulated time';
const reads = 'reads of the platform in a minute, most';
const missing = 'rules that the report lacks';
const again = 'memory that a second report adds';
const loop = 'event-loop delay, p99';

/**
 * A report of what can be reached from outside, of apps with 40 rules each. Time is simulated and stands still while
 * anything is under way; bot and simulators are one process here.
 */
export const exposed: Growth = {
  title: 'Apps with 40 gateway rules in a report of what can be reached',
  sizes: [1, 20, 200],
  quickSizes: [1, 20],
  budgets: [
    { what: took, text: '≤ 180 s', counts: true, kept: (values) => values.every((value) => value <= 180) },
    {
      what: reads,
      text: `≤ ${mostReads.ofAll}`,
      counts: true,
      kept: (values) => values.every((value) => value <= mostReads.ofAll),
    },
    { what: missing, text: '0', counts: true, kept: (values) => values.every((value) => value === 0) },
    limitBudget(again, 64, 'MiB'),
    limitBudget(loop, 20, 'ms'),
  ],
  async measure(size) {
    const stage = await startStillStage({ platform: { seed: withRules(size) } });
    try {
      await stage.slack.user('U0MAYA').slash('C0SHOP', '/portolan use shop/east-1/12');
      await stage.idle();
      const known = rulesOf(stage);
      const perMinute = watchReads(stage);
      const { result: seconds, loopMs } = await whileWatched(() => report(stage));
      const before = residentNow();
      await report(stage);
      const shown = /\*(\d+) addresses?\*/.exec(JSON.stringify(messages(stage).at(-1)?.blocks))?.[1];
      return [
        { what: took, value: seconds, unit: 's' },
        { what: reads, value: perMinute() },
        { what: missing, value: Math.abs(known - Number(shown ?? 0)) },
        { what: again, value: Math.max(0, residentNow() - before) / 2 ** 20, unit: 'MiB' },
        { what: loop, value: loopMs, unit: 'ms' },
      ];
    } finally {
      await stage.stop();
      await sharedCharts().close();
    }
  },
};

/** The shop, and further apps whose components have rules. */
function withRules(apps: number): WorldSeed {
  return (now) => {
    const world = seedOf(apps * perApp, perApp)(now);
    const parts = world.components.filter(({ cname }) => cname.startsWith('part-'));
    const [pattern] = world.httpRules;
    if (!pattern) throw new Error('the shop has no rule');
    const made = parts.flatMap((component, index) =>
      Array.from({ length: rulesPerApp / perApp }, (_, n): SimulatedHttpRule => {
        const number = 1_000 + index * rulesPerApp + n;
        const domain = `r${n}.${component.cname}.test`;
        return { ...pattern, number, id: `rule-${number}`, componentId: component.id, port: 8000, domain, outer: true };
      }),
    );
    const ids = new Set(parts.map(({ id }) => id));
    const ports = world.ports.map((port) => (ids.has(port.componentId) ? { ...port, outer: true } : port));
    return { ...world, ports, httpRules: [...world.httpRules, ...made] };
  };
}

/** How many addresses the console's own tables have of the team. */
function rulesOf({ platform: { state } }: StillStage): number {
  const teamId = state.teams.find(({ name }) => name === 'shop')?.id;
  const own = new Set(state.components.filter((each) => each.teamId === teamId).map(({ id }) => id));
  return [...state.httpRules, ...state.tcpRules].filter(({ outer, componentId }) => outer && own.has(componentId))
    .length;
}

function messages(stage: StillStage) {
  return stage.slack
    .messages('C0SHOP', 'U0MAYA')
    .filter(({ blocks }) => JSON.stringify(blocks).includes('Reachable from outside'));
}

/** Asks for a report. @returns after how many simulated seconds it is shown */
async function report(stage: StillStage): Promise<number> {
  const [before, since] = [messages(stage).length, stage.now()];
  await stage.slack.user('U0MAYA').slash('C0SHOP', '/portolan exposure');
  while (messages(stage).length === before && stage.now() - since < 600 * secondMs) await stage.pass(secondMs);
  return (stage.now() - since) / secondMs;
}

/** The most reads in a minute of simulated time. */
function watchReads(stage: StillStage): () => number {
  const at: number[] = [];
  stage.platform.log.subscribe(({ method }) => {
    if (method === 'GET') at.push(stage.now());
  });
  return () => Math.max(0, ...at.map((start, index) => at.slice(index).filter((each) => each < start + 60_000).length));
}

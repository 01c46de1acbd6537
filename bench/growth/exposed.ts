import type { SimulatedHttpRule, WorldSeed } from '../../playground/platform/simulated-world.ts';
import { maxReads } from '../../src/reader/read-schedule.ts';
import { seedOf } from '../../test/crash/replicas.ts';
import type { StillStage } from '../../test/scenario/stage.ts';
import { mebibyte } from '../report.ts';
import { countLimit, exactly, growth, limit } from './growth.ts';
import { onStillStage, watchReads } from './still.ts';
import { residentNow, whileWatched } from './workflow.ts';

const perApp = 2;
const rulesPerApp = 40;
const secondMs = 1_000;

export const exposed = growth({
  title: 'Apps with 40 gateway rules in a report of what can be reached',
  sizes: [1, 20, 200],
  quickSizes: [1, 20],
  figures: {
    took: { what: 'until the report is shown, in simulated time', unit: 's', budget: countLimit(180) },
    reads: { what: 'reads of the platform in a minute, most', budget: countLimit(maxReads.ofAll) },
    missing: { what: 'rules that the report lacks', budget: exactly(0) },
    memory: { what: 'memory that a second report adds', unit: 'MiB', budget: limit(64) },
    own: {
      what: 'longest that the process’s own work holds up the event loop, processor time',
      unit: 'ms',
      budget: limit(20),
    },
    loop: { what: 'event-loop delay, p99, with that of the simulators', unit: 'ms', budget: limit(20) },
  },
  measure: (size) =>
    onStillStage({ platform: { seed: withRules(size) } }, async (stage) => {
      await stage.slack.user('U0MAYA').slash('C0SHOP', '/portolan use shop/east-1/12');
      await stage.idle();
      const expected = rulesOf(stage);
      const reads = watchReads(stage);
      const { result: took, loopMs, ownMs } = await whileWatched(() => report(stage));
      const before = residentNow();
      await report(stage);
      const shown = /\*(\d+) addresses?\*/.exec(JSON.stringify(messages(stage).at(-1)?.blocks))?.[1];
      return {
        took,
        reads: Math.max(...Object.values(reads())),
        missing: Math.abs(expected - Number(shown ?? 0)),
        memory: Math.max(0, residentNow() - before) / mebibyte,
        own: ownMs,
        loop: loopMs,
      };
    }),
});

function withRules(apps: number): WorldSeed {
  return (now) => {
    const world = seedOf(apps * perApp, perApp)(now);
    const parts = world.components.filter(({ cname }) => cname.startsWith('part-'));
    const [pattern] = world.httpRules;
    if (!pattern) throw new Error('the shop has no rule');
    const rules = parts.flatMap((component, index) =>
      Array.from({ length: rulesPerApp / perApp }, (_, n): SimulatedHttpRule => {
        const number = 1_000 + index * rulesPerApp + n;
        const domain = `r${n}.${component.cname}.test`;
        return { ...pattern, number, id: `rule-${number}`, componentId: component.id, port: 8000, domain, outer: true };
      }),
    );
    const ids = new Set(parts.map(({ id }) => id));
    const ports = world.ports.map((port) => (ids.has(port.componentId) ? { ...port, outer: true } : port));
    return { ...world, ports, httpRules: [...world.httpRules, ...rules] };
  };
}

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

async function report(stage: StillStage): Promise<number> {
  const [before, since] = [messages(stage).length, stage.now()];
  await stage.slack.user('U0MAYA').slash('C0SHOP', '/portolan exposure');
  while (messages(stage).length === before && stage.now() - since < 600 * secondMs) await stage.pass(secondMs);
  return (stage.now() - since) / secondMs;
}

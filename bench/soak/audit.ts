import { setTimeout as pause } from 'node:timers/promises';
import { Secret } from '../../src/core/text/secret.ts';
import { openStore } from '../../src/store/open-store.ts';
import { mib, ms, quantile } from '../quantile.ts';
import type { Line, Section } from '../report.ts';
import { openStage, type Stage } from '../stage/bench-stage.ts';
import { residentOf, startBot, untilOk } from '../stage/processes.ts';
import { places } from '../stage/stage-places.ts';

const key = 'the-audit-key-of-the-soak-0123456789';
const perAppend = 500;
/** How far apart prom-client's monitor of the event loop looks, in ms; what it reports includes that. */
const lookMs = 10;
/** How long an export may take at most before the measurement gives up, in ms. */
const exportMs = 180_000;
const budget = { ackMs: 1_000, loopP99Ms: 20, growthBytes: 150 * 2 ** 20 };

/**
 * A long audit log, searched and exported by one person while another one asks for help all the time: neither may hold up
 * the event loop or cost memory in proportion to the log.
 */
export async function soak({ quick }: { readonly quick: boolean }): Promise<readonly Section[]> {
  const entries = quick ? 20_000 : 100_000;
  const stage = await openStage();
  try {
    const variables = await stage.variables();
    await fill(variables.PORTOLAN_DATA ?? '', entries);
    const bot = startBot({ ...variables, AUDIT_KEY: key });
    try {
      const port = Number(variables.PORT);
      await untilOk(`http://127.0.0.1:${port}/readyz`, bot.child);
      return [await measure(stage, port, bot.pid, entries)];
    } finally {
      await bot.stop();
    }
  } finally {
    await stage.stop();
  }
}

async function fill(dataDirectory: string, entries: number): Promise<void> {
  const keys = { current: new Secret(key) };
  const store = await openStore({ dataDirectory }, { signing: { keys, now: Date.now } });
  const [team, region, app] = places.context.split('/');
  for (let start = 0; start < entries; start += perAppend)
    await store.audit.append(
      Array.from({ length: perAppend }, (_, index) => {
        const nth = start + index;
        const component = `web${nth % 9}`;
        return {
          at: Date.now() - (entries - nth) * 1_000,
          kind: 'step' as const,
          request: `r${nth >> 3}`,
          who: { id: places.people[nth % 50] ?? '', name: `Person ${nth % 50} 王` },
          placeKey: places.context,
          place: [team, region, app].join('/'),
          operation: 'port.open',
          plan: 'ab'.repeat(32),
          calls: [{ method: 'POST', path: `/console/teams/${team}/apps/${component}/ports/8080`, status: 200 }],
          status: 'running',
          reason: `release ${nth}`,
          channel: places.channel,
          details: { component, port: 8080 },
        };
      }),
    );
  await store.close();
}

async function measure(stage: Stage, port: number, pid: number, entries: number): Promise<Section> {
  const people = { asking: places.people[0] ?? '', reading: places.people[1] ?? '' };
  const help = () => stage.load.send(port, { command: '/portolan', text: 'help', user: people.asking });
  const audit = (text: string) => stage.load.send(port, { command: '/portolan', text, user: people.reading });
  for (let index = 0; index < 10; index += 1) await (await help()).answered;
  // The chart worker's memory isn't the audit log's: it is there once a chart was drawn.
  await new Promise<void>((resolve) => {
    stage.posted(places.noise, () => resolve());
    void stage.load.send(port, { command: '/monitor', text: '1h', user: people.asking, channel: places.noise });
  });
  const lines: Line[] = [];
  const works: readonly (readonly [string, () => Promise<void>])[] = [
    ['search without a match', async () => void (await (await audit('audit nothing-like-this')).answered)],
    [
      'export, CSV and JSON lines',
      async () => {
        const { uploads } = await stage.facts();
        await audit('audit export');
        const end = performance.now() + exportMs;
        while ((await stage.facts()).uploads < uploads + 2) {
          if (performance.now() > end)
            throw new Error(`The export's two files did not arrive within ${exportMs / 1_000} s.`);
          await pause(100);
        }
      },
    ],
  ];
  for (const [what, work] of works) {
    const before = residentOf(pid).now;
    await loopDelay(port);
    const watch = watchAcks(help, () => residentOf(pid).now);
    const since = performance.now();
    await work();
    const took = performance.now() - since;
    const { acks, most } = await watch.stop();
    const delay = await loopDelay(port);
    const slowest = Math.max(...acks);
    const growth = most - before;
    lines.push(
      { what, ours: ms(took) },
      {
        what: '  slowest ack meanwhile',
        ours: `${ms(slowest)} (p50 ${ms(quantile(acks, 0.5))}, ${acks.length} acks)`,
        budget: { text: `< ${ms(budget.ackMs)}`, kept: slowest < budget.ackMs },
      },
      {
        what: '  event-loop delay, p99',
        ours: `${ms(delay.p99)} (longest ${ms(delay.most)})`,
        budget: { text: `≤ ${ms(budget.loopP99Ms)}`, kept: delay.p99 <= budget.loopP99Ms },
      },
      {
        what: '  resident memory, growth',
        ours: mib(growth),
        budget: { text: `≤ ${mib(budget.growthBytes)}`, kept: growth <= budget.growthBytes },
      },
    );
  }
  return { title: `An audit log of ${entries.toLocaleString('en')} entries`, lines };
}

/** Asks for help again and again, and follows the memory, until stopped. */
function watchAcks(help: () => Promise<{ readonly acked: number }>, resident: () => number) {
  const acks: number[] = [];
  let most = resident();
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      acks.push((await help()).acked);
      most = Math.max(most, resident());
      await pause(20);
    }
  })();
  return {
    async stop() {
      stopped = true;
      await watching;
      return { acks, most };
    },
  };
}

/** Delays of the bot's event loop since the last look, in ms. */
async function loopDelay(port: number): Promise<{ readonly p99: number; readonly most: number }> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const read = (name: string) => {
    const seconds = Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(text)?.[1]);
    return Math.max(0, seconds * 1_000 - lookMs);
  };
  return { p99: read('p99'), most: read('max') };
}

import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';
import { pressTogether } from '../../test/crash/replicas.ts';
import { startPostgres } from '../../test/postgres.ts';
import { countBudget, type Growth, type GrowthBudget, limitBudget } from './growth.ts';

/** Decisions that each replica makes before those that are measured: by then the code of all of them is compiled. */
const warmUp = 100;
/** Decisions of each that are measured. As many for each: a process becomes faster for minutes. */
const measuredEach = 60;
const twice = 'run twice, lost';
const connections = 'connections of each replica, most';
const single = 'processor time for a decision, one at once on all';
const processor = 'processor time for a decision, two at once on each';
const decided = 'decided, run and read back, for each';
const shared = 'processor time for a decision, sixteen at once on all';
/** Decisions at the same time: on each replica, and on all together. */
const [eachAtOnce, allAtOnce] = [2, 16];

/** Processor time of this process's children so far, in ms: the replicas'. PostgreSQL is nobody's child here. */
function replicasMs(): number {
  const children = readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
  const times = children.map((pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []);
  // Fields 14 and 15 of proc(5), in hundredths of a second; these are counted from the third.
  return times.reduce((sum, fields) => sum + (Number(fields[11]) + Number(fields[12])) * 10, 0);
}

/** The same work on more replicas of one PostgreSQL, all on the cores of this machine. */
export const replicas: Growth = {
  title: 'Replicas on one PostgreSQL',
  sizes: [1, 2, 4, 8],
  quickSizes: [],
  budgets: [
    countBudget(twice, 0),
    limitBudget(connections, 5),
    withinBudget(single),
    withinBudget(processor),
    withinBudget(shared),
    {
      what: decided,
      text: 'not longer: ≤ 1.15×',
      kept: ([first = Number.NaN, ...rest]) => rest.every((value) => value <= 1.15 * first),
    },
  ],
  async measure(size) {
    const server = await startPostgres({ durable: true });
    try {
      // The cores have room here: what replicas cost each other shows, and not what a full core costs everybody.
      const alone = await decide(await server.database(), size, 1);
      const even = await decide(await server.database(), size, eachAtOnce * size);
      const together = await decide(await server.database(), size, allAtOnce);
      return [
        { what: twice, value: alone.wrong + even.wrong + together.wrong },
        { what: decided, value: together.decidedMs, unit: 'ms' },
        { what: single, value: alone.processorMs, unit: 'ms' },
        { what: processor, value: even.processorMs, unit: 'ms' },
        { what: shared, value: together.processorMs, unit: 'ms' },
        // The measurement's own store, which waits for requests to end, counts as one more.
        { what: connections, value: Math.max(even.connections, together.connections) / (size + 1) },
      ];
    } finally {
      await server.stop();
    }
  },
};

function withinBudget(what: string): GrowthBudget {
  return {
    what,
    text: '± 15 %',
    kept: ([first = Number.NaN, ...rest]) => rest.every((value) => Math.abs(value / first - 1) <= 0.15),
  };
}

/** Makes decisions on so many replicas: the first ones only to warm up. */
async function decide(databaseUrl: string, size: number, atOnce: number) {
  const [first, measured] = [warmUp * size, measuredEach * size];
  const watch = await watchConnections(databaseUrl);
  const ended: { readonly at: number; readonly processor: number }[] = [];
  const { doubles, lost } = await pressTogether(databaseUrl, {
    ...{ rounds: first + measured, replicas: size, presses: 1, scale: 1, atOnce },
    ended(count) {
      if (count === first || count === first + measured) ended.push({ at: performance.now(), processor: replicasMs() });
    },
  });
  const connections = await watch.stop();
  const [from, to] = ended;
  if (!from || !to) throw new Error('not all decisions were made');
  return {
    wrong: doubles + lost,
    decidedMs: (to.at - from.at) / measured,
    processorMs: (to.processor - from.processor) / measured,
    connections,
  };
}

/** Counts the replicas' connections until stopped. */
async function watchConnections(connectionString: string) {
  const client = new Client({ connectionString });
  await client.connect();
  let most = 0;
  const count = async () => {
    const { rows } = await client.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    most = Math.max(most, Number(rows[0]?.n ?? 0));
  };
  let over = false;
  const counting = (async () => {
    while (!over) {
      await count();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  return {
    async stop() {
      over = true;
      await counting;
      await client.end();
      return most;
    },
  };
}

import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';
import { pressTogether } from '../../test/crash/replicas.ts';
import { startPostgres } from '../../test/postgres.ts';
import { exactly, factor, type GrowthBudget, growth, limit } from './growth.ts';

/** Decisions of each replica before the measurement, so that the code is compiled. */
const warmUp = 100;
/** Measured decisions of each replica. All make the same number, because a process gets faster for some minutes. */
const measuredEach = 60;
const [eachAtOnce, allAtOnce] = [2, 16];

/** Returns the processor time of this process's children so far, in ms. PostgreSQL isn't a child here. */
function replicasMs(): number {
  const children = readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
  const times = children.map((pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []);
  // Fields 14 and 15 of proc(5), in hundredths of a second. Index 0 of the list is field 3.
  return times.reduce((sum, fields) => sum + (Number(fields[11]) + Number(fields[12])) * 10, 0);
}

const steady: GrowthBudget = {
  text: '± 15 %',
  kept: ([first = Number.NaN, ...rest]) => rest.every((value) => Math.abs(value / first - 1) <= 0.15),
};

/** Measures the same work on different numbers of replicas, which share one PostgreSQL and this machine's cores. */
export const replicas = growth({
  title: 'Replicas on one PostgreSQL, on these two cores',
  sizes: [1, 2, 4, 8],
  quickSizes: [],
  figures: {
    wrong: { what: 'run twice, lost', budget: exactly(0) },
    decided: { what: 'decided, run and read back, for each', unit: 'ms', budget: factor(1.15) },
    single: { what: 'processor time for a decision, one at once on all', unit: 'ms', budget: steady },
    even: { what: 'the same, two at once on each', unit: 'ms', budget: steady },
    together: { what: 'the same, 16 at once on all', unit: 'ms', budget: steady },
    connections: { what: 'connections of each replica, most', budget: limit(5) },
  },
  async measure(size) {
    const server = await startPostgres({ durable: true });
    try {
      // One decision at a time doesn't fill the cores, so this shows how much replicas slow each other.
      const alone = await decide(await server.database(), size, 1);
      const even = await decide(await server.database(), size, eachAtOnce * size);
      const together = await decide(await server.database(), size, allAtOnce);
      return {
        wrong: alone.wrong + even.wrong + together.wrong,
        decided: together.decidedMs,
        single: alone.processorMs,
        even: even.processorMs,
        together: together.processorMs,
        // The measurement's own store, which waits until requests end, counts as one more replica.
        connections: Math.max(even.connections, together.connections) / (size + 1),
      };
    } finally {
      await server.stop();
    }
  },
});

async function decide(databaseUrl: string, size: number, atOnce: number) {
  const [first, measured] = [warmUp * size, measuredEach * size];
  const counted = await watchConnections(databaseUrl);
  const ended: { readonly at: number; readonly processor: number }[] = [];
  const { doubles, lost } = await pressTogether(databaseUrl, {
    ...{ rounds: first + measured, replicas: size, presses: 1, scale: 1, atOnce },
    ended(count) {
      if (count === first || count === first + measured) ended.push({ at: performance.now(), processor: replicasMs() });
    },
  });
  const connections = await counted();
  const [from, to] = ended;
  if (!from || !to) throw new Error('not all decisions were made');
  return {
    wrong: doubles + lost,
    decidedMs: (to.at - from.at) / measured,
    processorMs: (to.processor - from.processor) / measured,
    connections,
  };
}

/** Counts the replicas' connections. Returns a function that stops the count and returns its maximum. */
async function watchConnections(connectionString: string): Promise<() => Promise<number>> {
  const client = new Client({ connectionString });
  await client.connect();
  const others = `from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
  let max = 0;
  const timer = setInterval(async () => {
    const { rows } = await client.query(`select count(*)::int as n ${others}`);
    max = Math.max(max, Number(rows[0]?.n ?? 0));
  }, 50);
  return async () => {
    clearInterval(timer);
    await client.end();
    return max;
  };
}

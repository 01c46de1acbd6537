import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';
import { pressTogether } from '../../test/crash/replicas.ts';
import { startPostgres } from '../../test/postgres.ts';
import { exactly, factor, type GrowthBudget, growth, limit } from './growth.ts';

/** Decisions per replica before measuring, so that the code is compiled. */
const warmUp = 100;
/** Measured decisions per replica. The same number for each, because a process becomes faster for minutes. */
const measuredEach = 60;
const [eachAtOnce, allAtOnce] = [2, 16];

/** Returns the processor time of this process's children so far, in ms. PostgreSQL isn't a child here. */
function replicasMs(): number {
  const children = readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
  const times = children.map((pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []);
  // Fields 14 and 15 of proc(5), in hundredths of a second. The list starts at the third field.
  return times.reduce((sum, fields) => sum + (Number(fields[11]) + Number(fields[12])) * 10, 0);
}

const steady: GrowthBudget = {
  text: '± 15 %',
  kept: ([first = Number.NaN, ...rest]) => rest.every((value) => Math.abs(value / first - 1) <= 0.15),
};

/** Measures the same work on more replicas of one PostgreSQL, on the cores of this machine. */
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
      // The cores aren't full here, so this shows what replicas cost each other.
      const alone = await decide(await server.database(), size, 1);
      const even = await decide(await server.database(), size, eachAtOnce * size);
      const together = await decide(await server.database(), size, allAtOnce);
      return {
        wrong: alone.wrong + even.wrong + together.wrong,
        decided: together.decidedMs,
        single: alone.processorMs,
        even: even.processorMs,
        together: together.processorMs,
        // The measurement's store, which waits for requests to end, counts as one more.
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

/** Counts the replicas' connections until the returned function is called. That function returns the maximum. */
async function watchConnections(connectionString: string): Promise<() => Promise<number>> {
  const client = new Client({ connectionString });
  await client.connect();
  const others = `from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
  let most = 0;
  const timer = setInterval(async () => {
    const { rows } = await client.query(`select count(*)::int as n ${others}`);
    most = Math.max(most, Number(rows[0]?.n ?? 0));
  }, 50);
  return async () => {
    clearInterval(timer);
    await client.end();
    return most;
  };
}

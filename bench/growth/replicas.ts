import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { pressTogether } from '../../test/crash/replicas.ts';
import { startPostgres } from '../../test/postgres.ts';
import { countBudget, type Growth, limitBudget } from './growth.ts';

/** Decisions that each replica makes before those that are measured: by then its code is compiled. */
const warmUp = 30;
const measured = 160;
const twice = 'run twice, lost';
const connections = 'connections of each replica, most';
const processor = 'processor time of the replicas for a decision';
const decided = 'decided, run and read back, for each';

/** Processor time of this process's children that have ended, in ms: the replicas'. PostgreSQL is nobody's child here. */
function childrenMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  // Fields 16 and 17 of proc(5), in hundredths of a second; these are counted from the third.
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

/** The same work on more replicas of one PostgreSQL, all on the cores of this machine. */
export const replicas: Growth = {
  title: 'Replicas on one PostgreSQL',
  sizes: [1, 2, 4, 8],
  quickSizes: [],
  budgets: [
    countBudget(twice, 0),
    limitBudget(connections, 5),
    {
      what: processor,
      text: '± 15 %',
      kept: ([first = Number.NaN, ...rest]) => rest.every((value) => Math.abs(value / first - 1) <= 0.15),
    },
    {
      what: decided,
      text: 'not longer: ≤ 1.15×',
      kept: ([first = Number.NaN, ...rest]) => rest.every((value) => value <= 1.15 * first),
    },
  ],
  async measure(size) {
    const server = await startPostgres({ durable: true });
    try {
      const run = async (rounds: number) => {
        const databaseUrl = await server.database();
        const watch = await watchConnections(databaseUrl);
        const before = childrenMs();
        const pressing = await pressTogether(databaseUrl, { rounds, replicas: size, presses: 1, scale: 1 });
        const most = await watch.stop();
        return { ...pressing, processor: childrenMs() - before, connections: most };
      };
      // What starting costs is in both.
      const [short, long] = [await run(warmUp * size), await run(warmUp * size + measured)];
      return [
        { what: twice, value: long.doubles + long.lost },
        { what: decided, value: (1_000 * (long.seconds - short.seconds)) / measured, unit: 'ms' },
        { what: processor, value: (long.processor - short.processor) / measured, unit: 'ms' },
        // The measurement's own store, which waits for requests to end, counts as one more.
        { what: connections, value: long.connections / (size + 1) },
      ];
    } finally {
      await server.stop();
    }
  },
};

/** Counts the replicas' connections until stopped. */
async function watchConnections(connectionString: string) {
  const client = new Client({ connectionString });
  await client.connect();
  let most = 0;
  const count = async () => {
    const { rows } = await client.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
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

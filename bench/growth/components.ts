import { idOf } from '../../playground/platform/seed/seed-id.ts';
import { quantile } from '../quantile.ts';
import { countBudget, factorBudget, type Growth, limitBudget } from './growth.ts';
import { openWorkflow, residentNow, timed, whileWatched } from './workflow/workflow.ts';

const rounds = 15;
const warmUp = 3;
const byId = 'asked by id, planned, approved, run and read back, median';
const lists = 'lists of components read for that';
const byName = 'asked by a typed name and planned, median';
const namedLists = 'lists read for each of them';
const loop = 'event-loop delay meanwhile, p99';

/** What is asked about one component doesn't depend on how many its app has, except that a typed name is looked up in one list. */
export const components: Growth = {
  title: 'Components in the app',
  sizes: [20, 500, 5_000],
  quickSizes: [20, 500],
  budgets: [
    factorBudget(byId, 1.5),
    countBudget(lists, 0),
    limitBudget(byName, 400, 'ms'),
    countBudget(namedLists, 1),
    limitBudget(loop, 20, 'ms'),
  ],
  async measure(size) {
    // Those that are asked about are beside those that are counted.
    const flow = await openWorkflow(size + 2 * (rounds + warmUp));
    try {
      const parts = Array.from({ length: 2 * (rounds + warmUp) }, (_, n) => `part-${n}`);
      const [ids, names] = [parts.slice(0, rounds + warmUp).map(idOf), parts.slice(rounds + warmUp)];
      const run = async (id: string) => flow.approve(await flow.propose(id));
      await timed(ids.slice(0, warmUp), run);
      await timed(names.slice(0, warmUp), flow.propose);
      await flow.read();
      const known = await timed(ids.slice(warmUp), run);
      const knownReads = await flow.read();
      const { result: typed, loopMs } = await whileWatched(() => timed(names.slice(warmUp), flow.propose));
      const typedReads = await flow.read();
      return [
        { what: byId, value: quantile(known, 0.5), unit: 'ms' },
        { what: lists, value: knownReads.lists },
        { what: 'calls to the platform for each', value: knownReads.reads / rounds },
        { what: byName, value: quantile(typed, 0.5), unit: 'ms' },
        { what: namedLists, value: typedReads.lists / rounds },
        { what: loop, value: loopMs, unit: 'ms' },
        { what: 'resident memory afterwards', value: residentNow() / 2 ** 20, unit: 'MiB' },
      ];
    } finally {
      await flow.close();
    }
  },
};

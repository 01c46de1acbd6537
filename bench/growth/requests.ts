import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { idOf } from '../../playground/platform/seed/seed-id.ts';
import { ChangeRequest, storedBody } from '../../src/core/request/change-request.ts';
import { answerRequest } from '../../src/questions/answer-request.ts';
import { readHome } from '../../src/slack/home/home-facts.ts';
import type { StoredRequest } from '../../src/store/stored-types.ts';
import { channel, people } from '../../test/engine/stage.ts';
import { mebibyte, quantile } from '../report.ts';
import { exactly, factor, growth, limit } from './growth.ts';
import { openWorkflow, residentNow, timed, type Workflow, whileWatched } from './workflow.ts';

const rounds = 15;
const warmUp = 3;

/**
 * Questions about one component don't depend on the number of components in the app, except that the bot looks up a
 * typed name in one list.
 */
export const components = growth({
  title: 'Components in the app',
  sizes: [20, 500, 5_000],
  quickSizes: [20, 500],
  figures: {
    byId: { what: 'asked by id, planned, approved, run and read back, median', unit: 'ms', budget: factor(1.5) },
    lists: { what: 'lists of components read for that', budget: exactly(0) },
    byName: { what: 'asked by a typed name and planned, median', unit: 'ms', budget: limit(400) },
    namedLists: { what: 'lists read for each of them', budget: exactly(1) },
    loop: { what: 'event-loop delay meanwhile, p99', unit: 'ms', budget: limit(20) },
    memory: { what: 'resident memory afterwards', unit: 'MiB' },
  },
  async measure(size) {
    // Components for the measured requests, in addition to the counted components.
    const flow = await openWorkflow(size + 2 * (rounds + warmUp));
    try {
      const parts = Array.from({ length: 2 * (rounds + warmUp) }, (_, n) => `part-${n}`);
      const [ids, names] = [parts.slice(0, rounds + warmUp).map(idOf), parts.slice(rounds + warmUp)];
      const run = async (id: string) => flow.approve(await flow.propose(id));
      const ask = (name: string) => flow.propose(name);
      await timed(ids.slice(0, warmUp), run);
      await timed(names.slice(0, warmUp), ask);
      await flow.lists();
      const idTimes = await timed(ids.slice(warmUp), run);
      const lists = await flow.lists();
      const { result: typed, loopMs } = await whileWatched(() => timed(names.slice(warmUp), ask));
      return {
        byId: quantile(idTimes, 0.5),
        lists,
        byName: quantile(typed, 0.5),
        namedLists: (await flow.lists()) / rounds,
        loop: loopMs,
        memory: residentNow() / mebibyte,
      };
    } finally {
      await flow.close();
    }
  },
});

const perPlace = 10;
/** Number of ended requests: every team has some, and App Home shows the latest. */
const ended = 100;

async function fill({ store }: Workflow, from: StoredRequest, size: number): Promise<void> {
  const { version: _, ...base } = from;
  const card = ChangeRequest.parse(base.body);
  for (let n = -ended; n < size; n += 1) {
    const state = n < 0 ? 'cancelled' : base.state;
    const place = Math.max(0, Math.floor(n / perPlace));
    const id = `copy-${n}`;
    const placeKey = place === 0 ? base.placeKey : `team-${place}/east-1/12`;
    // Spread the requests over 500 people, so that each person has only a few.
    const asker = { ...card.asker, id: `U0ASK${Math.abs(n) % 500}` };
    const keys = { componentKey: `${placeKey}/${n}`, fingerprint: `copy ${n}`, ts: `${n}.0` };
    const body = storedBody({ ...card, id, asker, state });
    const next = { ...base, id, state, at: base.at - size + n, placeKey, asker: asker.id, ...keys, body };
    const result = await store.commit({ at: base.at, request: { next, expect: 'new' } });
    if (result !== 'saved') throw new Error(`${id} was ${result}`);
  }
}

/** Requests that wait in other places must not slow this place. */
export const openRequests = growth({
  title: 'Open requests',
  sizes: [10, 1_000, 10_000],
  quickSizes: [],
  figures: {
    press: { what: 'a press, until it has run, median', unit: 'ms', budget: factor(1.5) },
    home: { what: 'what App Home shows is read, median', unit: 'ms', budget: factor(1.5) },
    listed: { what: '`/portolan requests`, median', unit: 'ms', budget: factor(1.5) },
  },
  async measure(size) {
    const count = rounds + warmUp;
    const flow = await openWorkflow(count + 1);
    try {
      const from = await flow.store.requests.get((await flow.propose(idOf('part-0'))).id);
      if (!from) throw new Error('the first request is gone');
      await fill(flow, from, size);
      const cards: ChangeRequest[] = [];
      for (let n = 1; n <= count; n += 1) cards.push(await flow.propose(idOf(`part-${n}`)));
      const question = { operation: 'requests', given: {} };
      const listRequests = () => answerRequest(flow.services, question, { person: people.ann, channel });
      const pages = await timed(cards, listRequests);
      const homes = await timed(cards, () => readHome(flow, people.ann));
      const pressed = await timed(cards, flow.approve);
      const median = (took: readonly number[]) => quantile(took.slice(warmUp), 0.5);
      return { press: median(pressed), home: median(homes), listed: median(pages) };
    } finally {
      await flow.close();
    }
  },
});

const perDay = 10;
const dayMs = 86_400_000;

/** Days with requests that are approved and run. Old data is deleted once a day. */
export const days = growth({
  title: 'Simulated days of ten requests',
  sizes: [1, 10, 60],
  quickSizes: [],
  figures: {
    request: { what: 'bytes of a request that ended', unit: 'bytes', budget: factor(1.2) },
    audit: { what: 'bytes of the audit log for each request', unit: 'bytes', budget: factor(1.2) },
    work: { what: 'rows of finished work and messages: bounded from day ten on' },
  },
  async measure(size) {
    const flow = await openWorkflow(perDay);
    try {
      for (let day = 0; day < size; day += 1) {
        for (let n = 0; n < perDay; n += 1) {
          const operation = day % 2 === 0 ? 'port.open' : 'port.close';
          await flow.approve(await flow.propose(idOf(`part-${n}`), { operation }));
        }
        flow.clock.pass(dayMs);
        await flow.engine.idle();
        await flow.store.purge(flow.clock.world.now());
      }
      using database = new DatabaseSync(join(flow.directory, 'portolan.db'), { readOnly: true });
      const count = (what: string, table: string) =>
        Number(database.prepare(`select ${what} as n from ${table}`).get()?.n ?? 0);
      const bytes = (table: string) => count('sum(length(body))', table) / (size * perDay);
      return { request: bytes('card'), audit: bytes('audit'), work: count('count(*)', 'work') };
    } finally {
      await flow.close();
    }
  },
});

import { idOf } from '../../playground/platform/seed/seed-id.ts';
import { ChangeRequest } from '../../src/core/request/change-request.ts';
import { answerRequest } from '../../src/questions/answer-request.ts';
import { readHome } from '../../src/slack/home/home-facts.ts';
import type { StoredRequest } from '../../src/store/stored-types.ts';
import { channel, people } from '../../test/engine/stage.ts';
import { quantile } from '../quantile.ts';
import { factorBudget, type Growth } from './growth.ts';
import { openWorkflow, timed, type Workflow } from './workflow/workflow.ts';

const rounds = 15;
const warmUp = 3;
const perPlace = 10;
const press = 'a press, until it has run, median';
const proposed = 'a request, planned and stored, median';
const home = 'what App Home shows is read, median';
const listed = '`/portolan requests`, median';

/** Requests that have ended: every team has some, and App Home looks at the last ones. */
const ended = 100;

/**
 * So many open requests beside those that are measured, ten in each context, and some that have ended, copied from one that
 * was really asked for.
 */
async function fill({ store }: Workflow, from: StoredRequest, size: number): Promise<void> {
  const { version: _, ...base } = from;
  const card = ChangeRequest.parse(base.body);
  for (let n = -ended; n < size; n += 1) {
    const state = n < 0 ? 'cancelled' : base.state;
    const place = Math.max(0, Math.floor(n / perPlace));
    const id = `copy-${n}`;
    const placeKey = place === 0 ? base.placeKey : `team-${place}/east-1/12`;
    // Of 500 people: nobody has more than some of them.
    const asker = { ...card.asker, id: `U0ASK${Math.abs(n) % 500}` };
    const body = { ...card, id, asker, state };
    const next = {
      ...base,
      id,
      state,
      at: base.at - size + n,
      placeKey,
      asker: asker.id,
      componentKey: `${placeKey}/${n}`,
      fingerprint: `copy ${n}`,
      ts: `${n}.0`,
      body,
    };
    const result = await store.commit({ at: base.at, request: { next, expect: 'new' } });
    if (result !== 'saved') throw new Error(`${id} was ${result}`);
  }
}

/** What waits elsewhere costs nobody anything. */
export const openRequests: Growth = {
  title: 'Open requests',
  sizes: [10, 1_000, 10_000],
  quickSizes: [10, 1_000],
  budgets: [factorBudget(press, 1.5), factorBudget(proposed, 1.5), factorBudget(home, 1.5), factorBudget(listed, 1.5)],
  async measure(size) {
    const count = rounds + warmUp;
    const flow = await openWorkflow(count + 1);
    try {
      const from = await flow.store.requests.get((await flow.propose(idOf('part-0'))).id);
      if (!from) throw new Error('the first request is gone');
      await fill(flow, from, size);
      const ids = Array.from({ length: count }, (_, n) => idOf(`part-${n + 1}`));
      const cards: ChangeRequest[] = [];
      const asked = await timed(ids, async (id) => cards.push(await flow.propose(id)));
      const question = { operation: 'requests', given: {} };
      const read = () => answerRequest(flow.services, question, { person: people.ann, channel });
      const pages = await timed(ids, read);
      const homes = await timed(ids, () => readHome(flow, people.ann));
      const pressed = await timed(cards, flow.approve);
      const median = (took: readonly number[]) => quantile(took.slice(warmUp), 0.5);
      return [
        { what: proposed, value: median(asked), unit: 'ms' },
        { what: press, value: median(pressed), unit: 'ms' },
        { what: home, value: median(homes), unit: 'ms' },
        { what: listed, value: median(pages), unit: 'ms' },
      ];
    } finally {
      await flow.close();
    }
  },
};

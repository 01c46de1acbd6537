import { createRateLimits } from '../../playground/slack/check/rate-limits.ts';
import { createClock } from '../../test/engine/clock.ts';
import { openTemporaryStore } from '../../test/engine/temporary-store.ts';
import type { Store } from '../store/store.ts';
import { createEdits } from './edits.ts';
import type { PostResult } from './post-result.ts';
import type { PostPlace } from './poster.ts';

const start = 1_000_000_000;
const minute = 60_000;
const reader = { lang: 'en', zone: 'UTC' } as const;
const message = { channel: 'C1', ts: '1', reader };

let store: Store;
let clock: ReturnType<typeof createClock>;
let isAway: boolean;
let edited: { readonly of: string; readonly at: number }[];
let refused: string[];
/** When the next edit of a card is due, epoch ms. */
let cardAt: number | undefined;

beforeEach(async () => {
  store = await openTemporaryStore();
  clock = createClock(start, 'edits');
  [isAway, edited, refused, cardAt] = [false, [], [], undefined];
});
afterEach(async () => store.close());

/** Returns a Slack that limits edits like the simulated Slack, and the edits of cards and of others. */
function stage() {
  const limits = createRateLimits();
  const { now } = clock.world;
  const post = async ({ channel, ts = 'new' }: { channel: string; ts?: string }, { shows: of }: { shows: string }) => {
    if (isAway) return { posted: false, why: 'unreachable', code: 'timeout' } satisfies PostResult;
    const retryAfterMs = ts === 'new' ? 0 : limits.take('chat.update', channel, now());
    if (retryAfterMs > 0) {
      refused.push(of);
      return { posted: false, why: 'rate-limited', code: 'ratelimited', retryAfterMs } satisfies PostResult;
    }
    edited.push({ of, at: now() - start });
    return { posted: true, channel, ts } satisfies PostResult;
  };
  const parts = { store: { limits: store.limits, outbox: { next: async () => cardAt } }, world: clock.world };
  const cards = createEdits(parts, { post }, 'cards');
  // Incidents, their pictures and runs each have their own, and all share the limits.
  const kinds = [1, 2, 3].map(() => createEdits(parts, { post }, 'others'));
  let turn = 0;
  const others = {
    post(place: PostPlace, drawn: { shows: string }) {
      turn += 1;
      return (kinds[turn % kinds.length] ?? expect.fail()).post(place, drawn);
    },
  };
  return {
    cards: () => cards.post(message, { shows: 'card' }),
    others: () => others.post(message, { shows: 'other' }),
    firstMessage: () => others.post({ channel: 'C1', reader }, { shows: 'other' }),
  };
}

async function eachSecond(seconds: number, act: (second: number) => Promise<unknown>): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await act(second);
    clock.pass(1_000);
  }
}

const countOf = (of: string, from: number, to: number) =>
  edited.filter((each) => each.of === of && each.at >= from && each.at < to).length;

test('others use all edits that Slack allows if there are no cards, spread over the minute', async () => {
  const { others } = stage();
  await eachSecond(180, async () => {
    while ('posted' in (await others()));
  });
  for (const from of [0, minute, 2 * minute]) expect(countOf('other', from, from + minute)).toBe(50);
  expect(countOf('other', minute, minute + 6_000)).toBe(5);
  expect(refused).toEqual([]);
});

test('a card that comes while others use all edits finds room within seconds', async () => {
  const { cards, others } = stage();
  const waits: number[] = [];
  let since: number | undefined;
  await eachSecond(310, async (second) => {
    if (second % 37 === 36) since = second;
    if (since !== undefined) {
      const outcome = await cards();
      if ('posted' in outcome && outcome.posted) {
        waits.push(second - since);
        since = undefined;
      }
    }
    while ('posted' in (await others()));
  });
  expect(waits).toHaveLength(8);
  expect(Math.max(...waits)).toBeLessThan(7);
});

test('while a card is due, others let it go first, but never stop', async () => {
  const { others } = stage();
  cardAt = start;
  await eachSecond(180, others);
  for (const from of [0, minute, 2 * minute]) expect(countOf('other', from, from + minute)).toBe(10);
});

test('a card that is due later holds up nothing', async () => {
  const { others } = stage();
  cardAt = start + 10 * minute;
  await eachSecond(60, others);
  expect(countOf('other', 0, minute)).toBe(50);
});

test('cards that never stop get most edits, and others still change', async () => {
  const { cards, others } = stage();
  cardAt = start;
  let othersAt = start;
  await eachSecond(300, async () => {
    const now = clock.world.now();
    while ((cardAt ?? 0) <= now) {
      const outcome = await cards();
      if ('posted' in outcome && !outcome.posted) cardAt = now + (outcome.retryAfterMs ?? 0);
    }
    while (othersAt <= now) {
      const outcome = await others();
      othersAt = now + ('again' in outcome ? outcome.again : outcome.posted ? 0 : (outcome.retryAfterMs ?? 0));
    }
  });
  for (let from = minute; from < 5 * minute; from += minute) {
    expect(countOf('other', from, from + minute)).toBeGreaterThanOrEqual(5);
    expect(countOf('card', from, from + minute)).toBeGreaterThanOrEqual(40);
  }
});

test('first messages are never held back', async () => {
  const { others, firstMessage } = stage();
  cardAt = start;
  for (let edit = 0; edit < 10; edit += 1) await others();
  expect(await firstMessage()).toMatchObject({ posted: true });
});

test('what Slack didn’t get, or limited, doesn’t count', async () => {
  const { cards, others } = stage();
  isAway = true;
  for (let edit = 0; edit < 100; edit += 1) await cards();
  isAway = false;
  for (let edit = 0; edit < 70; edit += 1) await cards();
  expect([edited.length, refused.length]).toEqual([50, 20]);
  clock.pass(minute);
  await eachSecond(60, others);
  expect(countOf('other', minute, 2 * minute)).toBe(50);
});

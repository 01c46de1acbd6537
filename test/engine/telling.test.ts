import { test as base } from 'vitest';
import { advance } from '../../src/core/request/advance.ts';
import { withFields } from '../../src/core/request/change-request.ts';
import type { Tell } from '../../src/core/request/transition.ts';
import { verbatim } from '../../src/core/text/text.ts';
import type { PostResult } from '../../src/delivery/post-result.ts';
import { channel, people } from './stage.ts';
import { useStages } from './stages.ts';

const stageWith = useStages();
const test = base.extend('stage', () => stageWith()).extend('waiting', () => waiting());
const open = { component: ['api'], port: ['8000'] };
/** Returns a stage with a request that waits for approval. Its card is posted. */
async function waiting() {
  const stage = await stageWith();
  const card = await stage.card('ann', 'port.open', open);
  await stage.quiet();
  return { stage, card };
}
const refuse = (why: 'not-in-channel' | 'channel-gone' | 'message-gone' | 'unreachable' | 'other') =>
  ({ posted: false, why, code: why }) as const;

test('a first post refused after whoever asked has gone: they are told directly', async ({ stage }) => {
  stage.poster.refusals.push(
    { how: 'post', refusal: refuse('unreachable') },
    { how: 'post', refusal: refuse('not-in-channel') },
  );
  expect(await stage.ask('ann', 'port.open', open)).toMatchObject({ linked: false });
  await stage.pass(1_000);
  expect(stage.newPosts()).toEqual([
    expect.stringContaining('direct · proposed · UANN · I can’t post in this channel'),
  ]);
  expect((await stage.store.requests.recent(9)).map(({ state }) => state)).toEqual(['cancelled']);
});

test('a card that can’t be updated until somebody acts: the requester is told once, and it is tried until then', async ({
  waiting: { stage, card },
}) => {
  const fix = verbatim('Set the new token.');
  // The first attempt fails otherwise.
  stage.poster.refusals.push({ how: 'update', refusal: refuse('other') });
  for (let count = 0; count < 4; count += 1)
    stage.poster.refusals.push({ how: 'update', refusal: { posted: false, code: 'refused', why: 'needs-fix', fix } });
  await stage.pressed('bob', card, 'approve');
  for (let round = 0; round < 6; round += 1) await stage.pass(10_000);
  expect(stage.newPosts()).toEqual([
    expect.stringContaining('note · done'),
    expect.stringContaining('UANN · I couldn’t update the card of this request'),
    'update · done',
  ]);
});

test('an update waits as long as Slack asks, and holds up no line', async ({ waiting: { stage, card } }) => {
  stage.poster.refusals.push({
    how: 'update',
    refusal: { posted: false, code: 'refused', why: 'rate-limited', retryAfterMs: 7_000 },
  });
  await stage.pressed('bob', card, 'approve');
  expect(stage.newPosts()).toEqual([expect.stringContaining('note · done')]);
  await stage.pass(6_999);
  expect(stage.newPosts()).toEqual([]);
  await stage.pass(1);
  expect(stage.newPosts()).toEqual(['update · done']);
});

test('lines wait for the first message of their card, however long Slack is away', async ({ stage }) => {
  stage.poster.refusals.push({ how: 'post', refusal: refuse('unreachable') });
  await stage.approved('ann', 'port.open', open);
  expect(stage.newPosts()).toEqual([]);
  await stage.pass(1_000);
  const [first, ...others] = stage.newPosts();
  expect(first).toBe('post · done');
  expect(others).toContainEqual(expect.stringContaining('note · done'));
});

test('a slow Slack has at most eight messages on their way, and a new card waits for none of them', async ({
  waiting: { stage, card },
}) => {
  const ends: (() => void)[] = [];
  let max = 0;
  const slow = (tell: () => Promise<PostResult>) => async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.push(resolve);
    max = Math.max(max, ends.length);
    await promise;
    return tell();
  };
  const { poster } = stage;
  const posted = { posted: true, channel, ts: '9.000' } as const;
  const post = poster.post;
  const slowly = slow(async () => posted);
  poster.post = (place, drawn) => (drawn.shows === 'card' ? post(place, drawn) : slowly());
  const tells: Tell[] = [
    ...Array.from({ length: 20 }, () => ({ tell: 'direct' as const, user: 'UBOB', text: verbatim('Hello') })),
    ...Array.from({ length: 20 }, () => ({ tell: 'evidence' as const })),
  ];
  const outbox = tells.map((tell, at) => ({
    ...{ id: `slow ${at}`, kind: `change.${tell.tell}`, at: stage.clock.world.now(), lane: `lane ${at}` },
    body: { card: card.id, tell },
  }));
  await stage.store.commit({ at: stage.clock.world.now(), outbox });
  stage.engine.start();
  for (let second = 0; second < 8; second += 1) {
    await expect.poll(() => ends.length).toBeGreaterThanOrEqual(6);
    stage.clock.pass(1_000);
  }
  // First messages have their own limit, so edits don't delay them.
  const other = await stage.card('bob', 'port.open', { component: ['web'], port: ['8443'], both: ['yes'] });
  expect([other.shown.ts !== undefined, max]).toEqual([true, 8]);
  poster.post = async () => posted;
  for (const end of ends) end();
  await stage.engine.idle();
  expect(await stage.store.outbox.size()).toBe(0);
});

test('a deleted message that can’t be posted again: its request stays as it is, and its notes go to the requester', async ({
  waiting: { stage, card },
}) => {
  stage.poster.refusals.push(
    { how: 'note', refusal: refuse('message-gone') },
    { how: 'post', refusal: refuse('channel-gone') },
  );
  const at = stage.clock.world.now();
  const body = (text: string) => ({ card: card.id, tell: { tell: 'note', text: verbatim(text) } satisfies Tell, at });
  await stage.store.commit({ at, outbox: [{ id: 'line', kind: 'change.note', at, body: body('line') }] });
  for (let second = 0; second < 5; second += 1) await stage.pass(1_000);
  expect(stage.newPosts()).toEqual([expect.stringMatching(/^direct .*line/)]);
  expect([stage.poster.refusals, await stage.now(card)]).toMatchObject([
    [],
    { state: 'proposed', shown: { wasPosted: true } },
  ]);
  expect((await stage.now(card)).shown.ts).toBeUndefined();
});

test('a deleted message is posted again with its next state', async ({ waiting: { stage, card } }) => {
  stage.poster.refusals.push({ how: 'update', refusal: refuse('message-gone') });
  await stage.pressed('bob', card, 'approve');
  expect(stage.newPosts().join()).toMatch(/^post · (approved|done)/);
  expect((await stage.now(card)).shown.ts).not.toBe(card.shown.ts);
});

test('a deleted message is posted again without another chart', async ({ waiting: { stage, card } }) => {
  const first = withFields(await stage.now(card), { shown: { evidence: true } });
  const gone = advance(first, { event: 'message-gone', ts: first.shown.ts ?? '' }, 1);
  if ('refusal' in gone) expect.fail();
  const again = advance(gone.request, { event: 'posted', channel, ts: '9.9' }, 2);
  expect(again).toMatchObject({ request: { shown: { ts: '9.9' } }, tells: [], timers: [] });
});

test('a line about an old request waits for the message that is posted again', async ({ waiting: { stage, card } }) => {
  await stage.pass(23 * 3_600_000);
  await stage.pass(2 * 3_600_000);
  await stage.quiet();
  const { post } = stage.poster;
  let isAway = true;
  stage.poster.post = async (place, drawn) => {
    if (place.ts === card.shown.ts || place.thread === card.shown.ts) return refuse('message-gone');
    return isAway && drawn.shows === 'card' ? refuse('unreachable') : post(place, drawn);
  };
  const at = stage.clock.world.now();
  const tell: Tell = { tell: 'note', text: verbatim('line') };
  await stage.store.commit({
    at,
    outbox: [{ id: 'line', kind: 'change.note', at, body: { card: card.id, tell, at } }],
  });
  for (let second = 0; second < 20; second += 1) await stage.pass(1_000);
  expect(stage.newPosts()).toEqual([]);
  isAway = false;
  for (let second = 0; second < 30; second += 1) await stage.pass(1_000);
  expect(stage.newPosts()).toEqual([expect.stringContaining('post'), expect.stringMatching(/^note .*line/)]);
});

test('a message that a line finds deleted is posted once, also if its request changes meanwhile', async ({
  waiting: { stage, card },
}) => {
  const { post } = stage.poster;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let posts = 0;
  stage.poster.post = async (place, drawn) => {
    // Like Slack, refuse every call that concerns a deleted message.
    if (place.ts === card.shown.ts || place.thread === card.shown.ts) return refuse('message-gone');
    if (drawn.shows !== 'card' || place.ts !== undefined) return post(place, drawn);
    posts += 1;
    await released;
    return post(place, drawn);
  };
  const at = stage.clock.world.now();
  const tell: Tell = { tell: 'note', text: verbatim('line') };
  await stage.store.commit({
    at,
    outbox: [{ id: 'line', kind: 'change.note', at, lane: 'a lane', body: { card: card.id, tell } }],
  });
  stage.engine.start();
  await expect.poll(() => posts).toBe(1);
  await stage.press('bob', card, 'approve');
  await expect.poll(async () => (await stage.now(card)).state).toBe('done');
  release();
  for (let second = 0; second < 30; second += 1) await stage.pass(1_000);
  expect(posts).toBe(1);
  expect(stage.newPosts()).toContainEqual(expect.stringContaining('line'));
  expect(await stage.store.outbox.size()).toBe(0);
});

test('a channel that is gone: the outcome goes to the asker directly', async ({ waiting: { stage, card } }) => {
  for (const how of ['update', 'note'] as const) stage.poster.refusals.push({ how, refusal: refuse('channel-gone') });
  await stage.pressed('bob', card, 'approve');
  expect(stage.newPosts()).toContainEqual(expect.stringContaining('direct · done · UANN · Done: Open port 8000'));
});

test('a post whose answer was lost stands twice: both act on one request, the stray one is told', async ({ stage }) => {
  const card = await stage.card('ann', 'port.open', open);
  const press = { do: 'approve', card: card.id, revision: 1, person: people.bob, channel } as const;
  const stray = await stage.engine.press({ ...press, message: { channel, ts: '1.000' } });
  expect(stray).toMatchObject({ stray: true, changeRequest: { state: 'approved' } });
  expect((await stage.engine.press({ ...press, message: { channel, ts: card.shown.ts ?? '' } })).stray).toBeUndefined();
  await stage.engine.idle();
  expect(stage.writes()).toHaveLength(1);
});

test('a message that is pressed before its posting was confirmed is the card’s own', async ({ stage }) => {
  stage.poster.refusals.push({ how: 'post', refusal: refuse('unreachable') });
  const card = await stage.card('ann', 'port.open', open);
  expect(card.shown.ts).toBeUndefined();
  const message = { channel, ts: '2.000' };
  const press = { do: 'approve', card: card.id, revision: 1, person: people.bob, channel, message } as const;
  expect(await stage.engine.press(press)).toMatchObject({ changeRequest: { shown: { ts: '2.000' } } });
  await stage.pass(5_000);
  expect(stage.newPosts()).not.toContain('post · done');
  expect(await stage.now(card)).toMatchObject({ state: 'done' });
});

test('of two messages pressed before either posting was confirmed, one is the card’s own', async ({ stage }) => {
  stage.poster.refusals.push({ how: 'post', refusal: refuse('unreachable') });
  const card = await stage.card('ann', 'port.open', open);
  const press = { do: 'approve', card: card.id, revision: 1, channel } as const;
  const pressed = await Promise.all([
    stage.engine.press({ ...press, person: people.bob, message: { channel, ts: '7.000' } }),
    stage.engine.press({ ...press, person: people.cem, message: { channel, ts: '8.000' } }),
  ]);
  const {
    shown: { ts },
  } = await stage.now(card);
  expect(pressed.map(({ stray }) => stray === true)).toEqual([ts !== '7.000', ts !== '8.000']);
  expect(pressed.filter(({ stray }) => stray)).toHaveLength(1);
});

test('a note that is refused until somebody acts is tried for about two hours, and then goes to the requester', async ({
  waiting: { stage, card },
}) => {
  const fix = verbatim('Set the new token.');
  const refusal = { posted: false, code: 'refused', why: 'needs-fix', fix } as const;
  for (let count = 0; count < 40; count += 1) stage.poster.refusals.push({ how: 'note', refusal });
  await stage.pressed('bob', card, 'approve');
  const since = stage.clock.world.now();
  const posts = [...stage.newPosts()];
  while (!posts.some((line) => line.startsWith('direct')) && stage.clock.world.now() - since < 4 * 3_600_000) {
    await stage.pass(60_000);
    posts.push(...stage.newPosts());
  }
  // The first attempt and 29 retries make 30 attempts.
  expect(40 - stage.poster.refusals.length).toBe(30);
  expect(stage.clock.world.now() - since).toBeGreaterThan(90 * 60_000);
  expect(posts.filter((line) => !line.startsWith('update'))).toEqual([expect.stringMatching(/^direct · done · UANN/)]);
  expect(await stage.store.outbox.size()).toBe(0);
});

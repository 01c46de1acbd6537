import { test as base } from 'vitest';
import type { ChangeRequest } from '../../src/core/request/change-request.ts';
import { verbatim } from '../../src/core/text/text.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import type { Stage, StageOptions } from './stage.ts';
import { useStagesOfOneTime } from './stages.ts';

const stageWith = useStagesOfOneTime();
const test = base.extend('stage', () => stageWith());

const minutes = 60_000;
const web = { component: ['web'] };

const another = ({ store, clock, simulated }: Stage, options: StageOptions = {}) =>
  stageWith({ store, clock, simulated, ...options });

async function until(stage: Stage, card: ChangeRequest, state: ChangeRequest['state']): Promise<void> {
  for (let round = 0; round < 40 && (await stage.now(card)).state !== state; round += 1) await stage.pass(4_000);
  expect((await stage.now(card)).state).toBe(state);
}

/** Ends the watching of a change's components, because no watcher runs here. The chart waits for its end. */
async function endWatching({ store }: Stage, { id }: ChangeRequest): Promise<void> {
  await store.commit({ at: 0, records: [{ drop: { kind: 'after-change', id } }] });
}

async function done(stage: Stage, operation: string, given: Record<string, string[]>, isWatched = false) {
  const card = await stage.approved('ann', operation, given, 'ann');
  await until(stage, card, 'done');
  stage.newPosts();
  if (!isWatched) await endWatching(stage, card);
  return stage.now(card);
}

const chartsOf = (stage: Stage) => stage.newPosts().filter((line) => line.startsWith('evidence'));

test.each([
  ['component.scale', { ...web, instances: ['4'] }],
  ['component.deploy', web],
  ['component.image', { component: ['cache'], image: ['redis:7.2'] }],
  ['component.restart', web],
  ['component.upgrade', web],
])('%s: its chart is posted once, fifteen minutes after it was done', async (operation, given) => {
  const stage = await stageWith();
  const card = await done(stage, operation, given);
  await stage.pass(15 * minutes - 1 - (stage.clock.world.now() - (card.run.ended ?? 0)));
  expect(chartsOf(stage)).toEqual([]);
  await stage.pass(1);
  expect(chartsOf(stage)).toEqual(['evidence · done · after']);
  await stage.pass(60 * minutes);
  expect(chartsOf(stage)).toEqual([]);
});

test('while the components are watched, the verdict waits, but not for ever', async ({ stage }) => {
  const card = await done(stage, 'component.deploy', web, true);
  await stage.pass(16 * minutes);
  expect(chartsOf(stage)).toEqual([]);
  await endWatching(stage, card);
  await stage.pass(15_000);
  expect(chartsOf(stage)).toEqual(['evidence · done · after']);
  await done(stage, 'component.deploy', web, true);
  await stage.pass(22 * minutes);
  expect(chartsOf(stage)).toEqual(['evidence · done · after']);
});

test('a change that failed has none', async ({ stage }) => {
  await stage.simulated.faults.set({ nextDeploy: 'build-error' });
  const card = await stage.approved('ann', 'component.deploy', web, 'ann');
  await until(stage, card, 'failed');
  stage.newPosts();
  await stage.pass(30 * minutes);
  expect(chartsOf(stage)).toEqual([]);
});

test('a process that ends meanwhile leaves it to the next one; two of them post it once', async ({ stage }) => {
  await done(stage, 'component.deploy', web);
  await stage.engine.stop();
  stage.clock.pass(20 * minutes);
  const [one, other] = [await another(stage), await another(stage)];
  await Promise.all([one.engine.idle(), other.engine.idle()]);
  expect([...chartsOf(one), ...chartsOf(other)]).toEqual(['evidence · done · after']);
});

test('a process that ends before it has noted that it put the message puts no second one', async ({ stage }) => {
  const card = await done(stage, 'component.deploy', web);
  await stage.pass(15 * minutes);
  expect(chartsOf(stage)).toHaveLength(1);
  const due = { id: `evidence ${card.id}`, kind: 'change.evidence', at: 0, body: { card: card.id } };
  await stage.store.commit({ at: 0, due: { put: [due], drop: [] } });
  await stage.engine.idle();
  expect(chartsOf(stage)).toEqual([]);
});

const says = async ({ engine, ...stage }: Stage, card: ChangeRequest) => {
  await engine.idle();
  return plain((await stage.now(card)).shown.aftermath?.says ?? verbatim(''), 'en', 'UTC');
};

test('monitoring that is down for a while delays it; for longer, the card says so, and after an hour the thread too', async ({
  stage,
}) => {
  const down = { how: 'evidence', refusal: { posted: false, code: 'refused', why: 'unreachable' } } as const;
  await done(stage, 'component.deploy', web);
  stage.poster.refusals.push(down, down);
  await stage.pass(15 * minutes);
  await stage.pass(1 * minutes);
  expect(stage.newPosts()).toEqual([]);
  await stage.pass(1 * minutes);
  expect(stage.newPosts()).toEqual(['evidence · done · after']);

  const card = await done(stage, 'component.deploy', web);
  stage.poster.refusals.push(...Array.from({ length: 11 }, () => down));
  for (let passed = 0; passed < 25; passed += 1) await stage.pass(1 * minutes);
  expect(stage.newPosts()).toEqual(['update · done']);
  expect(await says(stage, card)).toMatch(/^Before and after aren’t compared yet, .* Trying again until \d\d:\d\d/);
  for (let passed = 0; passed < 60; passed += 1) await stage.pass(1 * minutes);
  const over = /^Before and after couldn’t be compared, because monitoring didn’t respond \d\d:\d\d.*–\d\d:\d\d/;
  expect(stage.newPosts()).toEqual([
    expect.stringMatching(/^note · done · Before and after couldn’t/),
    'update · done',
  ]);
  expect(await says(stage, card)).toMatch(over);
});

test('a bot that is out of the channel posts it once it is back; after a day, the requester hears that it wasn’t', async ({
  stage,
}) => {
  const out = { how: 'evidence', refusal: { posted: false, code: 'not_in_channel', why: 'not-in-channel' } } as const;
  await done(stage, 'component.deploy', web);
  stage.poster.refusals.push(out, out, out);
  for (let passed = 0; passed < 6; passed += 1) await stage.pass(10 * minutes);
  expect(stage.newPosts()).toEqual(['evidence · done · after']);

  const card = await done(stage, 'component.deploy', web);
  stage.poster.refusals.push(...Array.from({ length: 200 }, () => out));
  for (let passed = 0; passed < 150; passed += 1) await stage.pass(10 * minutes);
  expect(stage.newPosts()).toEqual([
    expect.stringMatching(/^direct · .*weren’t compared, because I couldn’t post in/),
    'update · done',
  ]);
  expect(await says(stage, card)).toBe('Before and after couldn’t be compared here.');
  stage.poster.refusals.length = 0;
});

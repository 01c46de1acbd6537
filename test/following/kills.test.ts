import { FollowedComponent, followedComponents, followRecords } from '../../src/operations/follow/stored-follow.ts';
import { simulateApp } from './simulated-app.ts';
import { simulateTime } from './simulated-time.ts';
import { stageFollowing } from './stage.ts';

const minute = 60_000;
const start = Date.UTC(2027, 0, 15, 9);

/** Simulates a deploy that fails, so that the bot mentions its starter. One of three replicas dies at an effect. */
async function lived(at?: number, when?: 'before' | 'after') {
  const time = simulateTime(start);
  const deploys = [
    { component: 'web', by: 'tom', at: start - 10 * minute, buildMs: minute, rolloutMs: minute },
    { component: 'web', by: 'ann', at: start + 30_000, buildMs: 70_000, rolloutMs: 0, fails: 'rollout' as const },
  ];
  const app = simulateApp(['web'], deploys, time.world.now);
  const stage = await stageFollowing(time, app.platform, { people: new Map([['ann', 'U_ANN']]) });
  Object.assign(stage.effects, at === undefined ? {} : { at, when });
  await stage.follow('C1');
  for (let n = 0; n < 3; n += 1) stage.replica();
  await time.pass(4 * minute);
  const [stored] = await stage.store.records.list(followedComponents.kind);
  const component = FollowedComponent.parse(stored?.body);
  const runs = component.runs.filter(({ isHistory }) => !isHistory).map(({ report }) => report.state);
  const left = await stage.store.outbox.size();
  await stage.close();
  const { effects, messages, mentions } = stage;
  return { effects: effects.done, messages, mentions, runs, left, errors: time.errors };
}

test('three replicas, one killed before or after anything that it writes or posts: one run is stored, and told once', async () => {
  const whole = await lived();
  const texts = ({ messages }: typeof whole) =>
    messages.map(({ message }) => message.lines.map(({ report: { state, by } }) => `${state} ${by}`).join());
  expect(texts(whole)).toEqual(['failed ann']);
  expect(whole.mentions).toEqual([expect.stringContaining('U_ANN')]);
  expect(new Set(whole.effects)).toEqual(new Set(['commit', 'post', 'edit', 'mention']));
  for (const [at, effect] of whole.effects.entries())
    for (const when of ['before', 'after'] as const) {
      const killed = await lived(at, when);
      const where = `killed ${when} ${effect} ${at}`;
      expect(killed.runs, where).toEqual(['failed']);
      // A repeated message is allowed only if the replica died before it stored Slack's answer to the first message.
      const isLost = when === 'after' ? effect === 'post' : effect === 'commit' && whole.effects[at - 1] === 'post';
      const distinct = texts(killed).filter((text, n, all) => !isLost || all.indexOf(text) === n);
      expect(
        distinct.filter((text) => !isLost || !/building|rolling/.test(text)),
        where,
      ).toEqual(['failed ann']);
      if (!isLost) expect(killed.messages, where).toHaveLength(1);
      else expect(killed.messages.length, where).toBeLessThanOrEqual(2);
      const isAsked = effect === 'mention' && when === 'after';
      expect(killed.mentions.length, where).toBeGreaterThanOrEqual(1);
      expect(killed.mentions.length, where).toBeLessThanOrEqual(isAsked ? 2 : 1);
      expect(killed.left, where).toBe(0);
      expect(killed.errors, where).toEqual([]);
    }
}, 120_000);

async function paused(at?: number, when?: 'before' | 'after') {
  const time = simulateTime(start);
  const app = simulateApp(['web'], [], time.world.now);
  const contexts = [{ name: 'cart', team: 'shop', region: 'east', app: '2' }];
  const stage = await stageFollowing(time, app.platform, { contexts });
  Object.assign(stage.effects, at === undefined ? {} : { at, when });
  await stage.follow('C1');
  for (let n = 0; n < 3; n += 1) stage.replica();
  await time.pass(minute);
  const left = await stage.store.outbox.size();
  expect((await stage.store.records.get(followRecords.kind, 'C1'))?.body).toMatchObject({ paused: 'no_context' });
  await stage.close();
  return { effects: stage.effects.done, notices: stage.paused, left, errors: time.errors };
}

test('that following is paused is told once, whichever replica dies meanwhile', async () => {
  const whole = await paused();
  expect(whole.notices).toEqual([expect.stringContaining('the policy has no such context any more')]);
  expect(new Set(whole.effects)).toEqual(new Set(['commit', 'line']));
  for (const [at, effect] of whole.effects.entries())
    for (const when of ['before', 'after'] as const) {
      const killed = await paused(at, when);
      const where = `killed ${when} ${effect} ${at}`;
      const isLost = effect === 'line' && when === 'after';
      expect(killed.notices, where).toEqual(isLost ? [...whole.notices, ...whole.notices] : whole.notices);
      expect(killed.left, where).toBe(0);
      expect(killed.errors, where).toEqual([]);
    }
}, 60_000);

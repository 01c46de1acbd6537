import { placeKey } from '../../src/core/command/context.ts';
import { defaultPolicy, type Policy } from '../../src/core/policy/policy.ts';
import type { RunKind } from '../../src/core/runs/runs-of.ts';
import { freezesThen } from '../../src/operations/follow/follower.ts';
import { runStateText } from '../../src/operations/follow/run-text.ts';
import { followedComponents, followRecords } from '../../src/operations/follow/stored-follow.ts';
import { readIntervals } from '../../src/operations/shared/evidence/read-interval.ts';
import { seenRuns } from '../../src/operations/shared/evidence/seen-run.ts';
import { freezeRecords, type StoredFreeze } from '../../src/operations/shared/freeze/stored-freeze.ts';
import { runsMessage, whenText } from '../../src/slack/follow/runs-view.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import { policyOf } from '../engine/policy-of.ts';
import { type SimulatedDeploy, simulateApp } from './simulated-app.ts';
import { simulateTime } from './simulated-time.ts';
import { stageFollowing } from './stage.ts';

const minute = 60_000;
const start = 1_800_000_000_000;
const deploy = (component: string, at: number, more: Partial<SimulatedDeploy> = {}): SimulatedDeploy => ({
  ...{ component, by: 'tom', at: start + at, buildMs: 72_000, rolloutMs: 60_000 },
  ...more,
});

async function stageOf(deploys: readonly SimulatedDeploy[], names = ['web', 'api'], policy: Partial<Policy> = {}) {
  const time = simulateTime(start);
  const app = simulateApp(names, deploys, time.world.now);
  const stage = await stageFollowing(time, app.platform, { people: new Map([['ann', 'U_ANN']]), ...policy });
  onTestFinished(async () => {
    await stage.close();
    expect(time.errors).toEqual([]);
  });
  const states = (n: number) => stage.messages[n]?.message.lines.map((line) => plain(runStateText(line), 'en', 'UTC'));
  return { ...stage, time, app, states };
}

/** Follows an app in a channel, with one replica. */
async function followed(...given: Parameters<typeof stageOf>) {
  const stage = await stageOf(...given);
  await stage.follow('C1');
  stage.replica();
  return stage;
}

test('one message for each run, from its first state to its end; with what failed, and whom it mentions', async () => {
  const stage = await stageOf([
    deploy('web', -10 * minute),
    deploy('api', -12 * minute),
    deploy('web', 2 * minute),
    deploy('api', 2 * minute + 5_000),
    deploy('api', 10 * minute, { by: 'ann', fails: 'build' }),
  ]);
  await stage.follow('C1');
  await stage.follow('C2', { only: 'failures' });
  stage.replica();
  await stage.time.pass(3 * minute + 10_000);
  // The same person started both runs within seconds, so one message shows both. It doesn't show earlier runs.
  expect(stage.messages.map(({ message }) => message.lines.map(({ name }) => name).toSorted())).toEqual([
    ['api', 'web'],
  ]);
  expect(stage.states(0)?.[0]).toBe('Building');
  await stage.time.pass(4 * minute);
  expect(stage.states(0)).toEqual([
    expect.stringMatching(/^\*?Running\*? after about 2 min .*\(build 1 min 1\d s\)$/),
    expect.stringMatching(/^\*?Running\*? after about 2 min .*\(build 1 min 1\d s\)$/),
  ]);
  await stage.time.pass(6 * minute);
  expect(stage.messages.map(({ message }) => message.channel)).toEqual(['C1', 'C1', 'C2']);
  expect(stage.states(1)).toEqual(['*Failed while building* after 1 min 12 s']);
  expect(stage.messages[1]?.message.lines[0]?.line).toMatch(/^error: e\d+ broke/);
  expect(stage.mentions).toEqual([expect.stringContaining('U_ANN'), expect.stringContaining('U_ANN')]);
  // For evidence, the bot stores runs that no request started, and the times at which it read them.
  const kept = (await seenRuns.bodies(stage.store)).map(({ name, run }) => [name, run.by, run.state]);
  expect(kept.toSorted()).toEqual([
    ['api', 'ann', 'failed'],
    ['api', 'tom', 'running'],
    ['web', 'tom', 'running'],
  ]);
  expect((await readIntervals.bodies(stage.store)).map(({ from, to }) => to - from > 5 * minute)).toEqual([true]);
});

test('a deploy that wasn’t requested with Portolan says in its channel that it began in a freeze, and evidence keeps it', async () => {
  const { freezes } = policyOf(
    'freezes: [{ from: 2027-01-15T08:05, to: 2027-01-15T08:15, zone: UTC, reason: Double Eleven, break_glass: false }]',
  );
  const deploys = [deploy('web', 2 * minute), deploy('api', 6 * minute), deploy('web', 16 * minute)];
  const stage = await followed(deploys, ['web', 'api'], { freezes });
  await stage.time.pass(22 * minute);
  const shown = stage.messages.map(({ message }) => JSON.stringify(runsMessage(message, { lang: 'en', zone: 'UTC' })));
  expect(shown.map((each) => each.includes('Double Eleven'))).toEqual([false, true, false]);
  expect(shown[1]).toContain('wasn’t requested with Portolan');
  const kept = (await seenRuns.bodies(stage.store)).map(({ name, frozen }) => [name, frozen?.reason]);
  expect(kept).toEqual([
    ['web', undefined],
    ['api', 'Double Eleven'],
    ['web', undefined],
  ]);
});

test('a freeze of Slack that was ended early froze what began before its end, and nothing after it', async () => {
  const stage = await stageOf([]);
  const context = { team: 'shop', region: 'east', app: '1' };
  const body: StoredFreeze = {
    ...{ id: 'f', context, channel: 'C1', by: { id: 'U1', name: 'Dee' }, reason: 'incident' },
    ...{ from: start, to: start + 5 * minute },
  };
  const next = {
    kind: freezeRecords.kind,
    id: 'f',
    placeKey: placeKey(context),
    channel: 'C1',
    isOpen: false,
    at: start,
    body,
  };
  await stage.store.commit({ at: start, records: [{ next, expect: 'new' }] });
  const frozenThen = await freezesThen({ policy: defaultPolicy, records: stage.store.records }, context);
  const whoAt = (kind: RunKind, at: number) => frozenThen({ kind, began: start + at })?.who;
  expect([whoAt('deploy', -1), whoAt('deploy', minute), whoAt('deploy', 5 * minute)]).toEqual([
    undefined,
    'Dee',
    undefined,
  ]);
  // Freezes never apply to these operations, because people need them to end a problem. So the message has no mark.
  expect([whoAt('restart', minute), whoAt('stop', minute), whoAt('start', minute)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('a message is finished although nobody follows the app any more', async () => {
  const stage = await followed([deploy('web', -10 * minute), deploy('web', 90_000)]);
  await stage.time.pass(2 * minute + 30_000);
  expect(stage.states(0)).toEqual(['Building']);
  await stage.store.commit({ at: stage.time.world.now(), records: [{ drop: { kind: followRecords.kind, id: 'C1' } }] });
  await stage.time.pass(5 * minute);
  expect(stage.states(0)).toEqual([expect.stringMatching(/^\*Running\*/)]);
  expect(stage.messages).toHaveLength(1);
});

test('a later run changes nothing of what is said of an earlier one, although the image is another one', async () => {
  const stage = await followed([deploy('web', minute), deploy('web', 10 * minute)]);
  await stage.time.pass(8 * minute);
  const edits = stage.messages[0]?.edits.length;
  stage.app.images.set('web', 'goodrain.me/web:2');
  await stage.time.pass(10 * minute);
  expect(stage.messages).toHaveLength(2);
  expect(stage.messages[0]?.edits.length).toBe(edits);
  expect(stage.messages.map(({ message }) => message.lines[0]?.image)).toEqual([undefined, 'goodrain.me/web:2']);
});

test('a build that only pulls an image is told as such while it runs and when it fails', async () => {
  const stage = await stageOf([deploy('web', minute, { fails: 'build', buildMs: 5 * minute })]);
  stage.app.sources.set('web', 'docker_run');
  await stage.follow('C1');
  stage.replica();
  await stage.time.pass(4 * minute);
  expect(stage.states(0)).toEqual(['Pulling the image']);
  await stage.time.pass(6 * minute);
  expect(stage.states(0)).toEqual(['*Failed while pulling the image* after 5 min']);
});

test('two components of one name are told apart by their aliases', async () => {
  const stage = await stageOf([deploy('web', minute), deploy('api', minute)], ['web', 'api', 'db']);
  for (const alias of ['web', 'api']) stage.app.displayNames.set(alias, 'search');
  await stage.follow('C1');
  stage.replica();
  await stage.time.pass(8 * minute);
  const names = stage.messages.flatMap(({ message }) => message.lines.map(({ name }) => name));
  expect(names.toSorted()).toEqual(['search (api)', 'search (web)']);
});

test('what ended after a channel began to follow, and before its component was first read, is told', async () => {
  const stage = await stageOf([deploy('web', -3 * minute), deploy('web', 10_000)], ['web']);
  await stage.follow('C1');
  stage.app.failsBetween(start, start + 10 * minute);
  stage.replica();
  await stage.time.pass(15 * minute);
  expect(stage.messages.map(({ message }) => message.lines.map(({ report }) => report.began - start))).toEqual([
    [10_000],
  ]);
  expect(stage.states(0)).toEqual([expect.stringMatching(/^\*Running\*/)]);
});

test('what runs on a component that moves to another app is followed there, and nothing that begins there', async () => {
  const stage = await followed([deploy('web', -10 * minute), deploy('web', minute), deploy('web', 2.7 * minute)]);
  await stage.time.pass(2 * minute);
  expect(stage.states(0)).toEqual(['Building']);
  stage.app.moves('web');
  await stage.time.pass(10 * minute);
  expect(stage.states(0)).toEqual([expect.stringMatching(/^\*Running\* after about 2 min/)]);
  expect(stage.messages).toHaveLength(1);
  expect((await stage.store.records.list(followedComponents.kind)).map(({ id }) => id)).toEqual([
    expect.stringContaining(' api'),
  ]);
});

test('a build that fails after its component moved to another app is told with its cause', async () => {
  const stage = await stageOf([deploy('web', -10 * minute), deploy('web', minute, { fails: 'build' })]);
  await stage.follow('C1', { only: 'failures' });
  stage.replica();
  await stage.time.pass(90_000);
  stage.app.moves('web');
  await stage.time.pass(5 * minute);
  expect(stage.states(0)).toEqual(['*Failed while building* after 1 min 12 s']);
  expect(stage.messages[0]?.message.lines[0]?.line).toMatch(/^error: /);
});

test('a component is said to be deleted after a second list, a minute later, lacks it', async () => {
  const names = ['web', 'api'];
  const stage = await followed([deploy('web', -10 * minute), deploy('web', minute, { buildMs: 30 * minute })], names);
  await stage.time.pass(2 * minute);
  names.shift();
  await stage.time.pass(50_000);
  names.unshift('web');
  await stage.time.pass(minute);
  expect(stage.states(0)).toEqual(['Building']);
  names.shift();
  await stage.time.pass(50_000);
  expect(stage.states(0)).toEqual(['Building']);
  await stage.time.pass(40_000);
  expect(stage.states(0)).toEqual(['*Component deleted*']);
});

test('a run that is told late says when it was', async () => {
  // A component that hasn't run for two weeks is polled only every ten minutes.
  const stage = await stageOf([deploy('web', minute), deploy('api', 5 * minute, { fails: 'build' })]);
  await stage.follow('C1');
  stage.app.failsBetween(start + 4 * minute, start + 14 * minute);
  stage.replica();
  await stage.time.pass(20 * minute);
  const times = stage.messages.map(({ message }) => whenText(message));
  expect(times.map((text) => text && plain(text, 'en', 'UTC'))).toEqual([undefined, 'Began 08:05 UTC, 15 Jan 2027']);
});

test('what ended while nobody could see it, more than an hour ago, is counted in one line; the rest is told', async () => {
  const stage = await stageOf([
    deploy('web', -10 * minute),
    deploy('api', -12 * minute),
    deploy('web', 5 * minute),
    deploy('api', 8 * minute, { fails: 'build' }),
    deploy('web', 70 * minute),
  ]);
  await stage.follow('C1');
  stage.app.failsBetween(start + 4 * minute, start + 100 * minute);
  stage.replica();
  await stage.time.pass(110 * minute);
  expect(stage.missed).toEqual([expect.stringMatching(/^2 builds and deploys ended .*; 1 failed\./)]);
  expect(stage.messages.map(({ message }) => message.lines.map(({ report }) => report.began - start))).toEqual([
    [70 * minute],
  ]);
});

test('a channel that the bot was removed from is told no more: its creator is told once, and other channels go on', async () => {
  const stage = await followed(
    [deploy('web', -10 * minute), deploy('web', minute), deploy('web', 10 * minute)],
    ['web'],
  );
  stage.slack.refuses = { posted: false, why: 'not-in-channel', code: 'not_in_channel' };
  await stage.time.pass(5 * minute);
  expect((await stage.store.records.get(followRecords.kind, 'C1'))?.body).toMatchObject({ paused: 'not_in_channel' });
  delete stage.slack.refuses;
  await stage.follow('C2');
  await stage.time.pass(15 * minute);
  expect(stage.paused).toEqual([expect.stringContaining('I was removed from the channel')]);
  expect(stage.messages.map(({ message }) => message.channel)).toEqual(['C2']);
});

test('`all` is told of restarts and the like, `deploys` isn’t, and neither of what pods go through', async () => {
  const stage = await stageOf([deploy('web', -10 * minute)], ['web']);
  await stage.follow('C1');
  await stage.follow('C2', { only: 'all' });
  stage.replica();
  await stage.time.pass(minute);
  stage.app.happens({
    component: 'web',
    type: 'restart-service',
    by: 'tom',
    at: stage.time.world.now(),
    end: stage.time.world.now() + 5_000,
  });
  stage.app.happens({
    component: 'web',
    type: 'CrashLoopBackOff',
    by: 'system',
    at: stage.time.world.now(),
    pod: 'web-1',
  });
  await stage.time.pass(5 * minute);
  expect(stage.messages.map(({ message }) => [message.channel, message.kind])).toEqual([['C2', 'restart']]);
});

test('a rollout whose new pods crash beside living old ones is told as failed, not followed until it takes too long', async () => {
  const stage = await stageOf([deploy('web', 2 * minute, { fails: 'hidden' })], ['web']);
  await stage.follow('C1', { only: 'failures' });
  stage.replica();
  await stage.time.pass(4 * minute);
  expect(stage.messages).toEqual([]);
  const crash = { component: 'web', type: 'CrashLoopBackOff', by: 'system', pod: 'web-77c4-new01' };
  stage.app.happens({ ...crash, at: stage.time.world.now() });
  await stage.time.pass(2 * minute);
  expect(stage.states(0)).toEqual([
    '*Failed* after about 2 min 5 s: its new instances don’t run, old ones may still be serving',
  ]);
});

import { expect, test } from 'vitest';
import { plain } from '../../src/core/text/text.ts';
import { runStateText } from '../../src/operations/follow/run-text.ts';
import { type SimulatedDeploy, simulateApp } from './simulated-app.ts';
import { simulateTime } from './simulated-time.ts';
import { stageFollowing } from './stage.ts';

const minute = 60_000;
const start = 1_800_000_000_000;
const deploy = (component: string, at: number, more: Partial<SimulatedDeploy> = {}): SimulatedDeploy => ({
  ...{ component, by: 'tom', at: start + at, buildMs: 72_000, rolloutMs: 60_000 },
  ...more,
});

async function stageOf(deploys: readonly SimulatedDeploy[], names = ['web', 'api']) {
  const time = simulateTime(start);
  const app = simulateApp(names, deploys, time.world.now);
  const stage = await stageFollowing(time, app.platform, { people: new Map([['ann', 'U_ANN']]) });
  const states = (n: number) =>
    stage.messages[n]?.message.lines.map(({ report }) => plain(runStateText(report), 'en', 'UTC'));
  return { ...stage, time, app, states };
}

test('one message for each run, from its first state to its end; with what failed, and whom it mentions', async () => {
  const s = await stageOf([
    deploy('web', -10 * minute),
    deploy('api', -12 * minute),
    deploy('web', 2 * minute),
    deploy('api', 2 * minute + 5_000),
    deploy('api', 10 * minute, { by: 'ann', fails: 'build' }),
  ]);
  await s.follow('C1');
  await s.follow('C2', { only: 'failures' });
  s.replica();
  await s.time.pass(3 * minute + 10_000);
  // Both began with the same person, seconds apart: one message. What ended before isn't told.
  expect(s.messages.map(({ message }) => message.lines.map(({ name }) => name).toSorted())).toEqual([['api', 'web']]);
  expect(s.states(0)?.[0]).toBe('Building');
  await s.time.pass(4 * minute);
  expect(s.states(0)).toEqual([
    expect.stringMatching(/^\*?Running\*? after 2 min .*\(build 1 min 1\d s\)$/),
    expect.stringMatching(/^\*?Running\*? after 2 min .*\(build 1 min 1\d s\)$/),
  ]);
  await s.time.pass(6 * minute);
  expect(s.messages.map(({ message }) => message.channel)).toEqual(['C1', 'C1', 'C2']);
  expect(s.states(1)).toEqual(['*Failed while building*']);
  expect(s.messages[1]?.message.lines[0]?.line).toMatch(/^error: e\d+ broke/);
  expect(s.mentions.map(({ user }) => user)).toEqual(['U_ANN', 'U_ANN']);
  expect(s.time.errors).toEqual([]);
  await s.close();
});

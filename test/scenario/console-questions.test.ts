import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { asks, buttonsOf, type Stage, shownIn, startStage, unsound } from './stage.ts';

// What only a console can tell, asked through a simulated Slack of a simulated platform.
const shop = 'C0SHOP';
const maya = 'U0MAYA';

describe('questions to a console', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage();
  });
  afterEach(async () => {
    await stage.platform.faults.set({ regionFaults: {} });
    expect(await unsound(stage)).toEqual([]);
  });
  afterAll(() => stage?.stop());
  const ask = (words: string, who = maya, channel = shop) => asks(stage, who, channel, words);

  test('apps: their status, unknown where the region is silent; their names mean them', async () => {
    const listed = shownIn(await ask('/portolan apps'));
    for (const part of ['Apps of shop in east-1', 'billing', '15', '◐ partly running']) expect(listed).toContain(part);
    expect(shownIn(await ask('/portolan apps bill', 'U0LIU'))).toContain('团队 shop 在集群 east-1 的应用');
    await stage.platform.faults.set({ regionFaults: { 'east-1': { kind: 'unreachable' } } });
    const silent = shownIn(await ask('/portolan apps'));
    expect(silent).toContain('? unknown');
    expect(silent).not.toContain('none running');
    await stage.platform.faults.set({ regionFaults: {} });
    expect(shownIn(await ask('/component in=billing'))).toContain('billing #15');
    expect(shownIn(await ask('/component in=shop/east-1/billing'))).toContain('billing #15');
    const typo = await ask('/component in=biling');
    expect(shownIn(typo)).toContain('There is no context or app called `biling`');
    expect(buttonsOf(typo)).toHaveProperty('billing (15)');
    expect(shownIn(await ask('/portolan use billing me'))).toContain('app billing (15)');
  });
});

import { afterEach, describe, expect, test } from 'vitest';
import type { Place } from '../../src/core/command/context.ts';
import { parsePolicy } from '../../src/policy-file/parse.ts';
import { asks, type Stage, shownIn, startStage, unsound } from './stage.ts';

// Whose record somebody may read: never more for what they set with `use` themselves.
const maya = 'U0MAYA';
const liu = 'U0LIU';
const general = 'C0GENERAL';
const configured: Place = { team: 'shop', region: 'east-1', app: '12' };

let stage: Stage;
afterEach(async () => {
  expect(await unsound(stage)).toEqual([]);
  await stage.stop();
});

async function start(yaml: string, context: Place | null = null): Promise<void> {
  const read = parsePolicy(yaml);
  if (!('policy' in read)) throw new Error(JSON.stringify(read.faults));
  stage = await startStage({ policy: read.policy, context });
}
const audit = async (who: string, channel: string, words = '') =>
  shownIn(await asks(stage, who, channel, `/portolan audit${words}`));

describe('the record of a context', () => {
  test.each(['nobody', 'captains'])('left to %s: only the channel that the policy file gives it', async (who) => {
    await start(`
contexts: { billing: { team: shop, region: east-1, app: 15, channel: C0BILLING }, shop: { team: shop, region: east-1, app: 12, channel: C0SHOP } }
roles: { captains: { users: [U0MAYA] } }
may: { read_audit: ${who} }`);
    const direct = stage.slack.user(liu).direct();
    await asks(stage, maya, 'C0BILLING', '/portolan use billing me');
    expect(await audit(maya, 'C0BILLING')).toContain('context.use');
    expect(await audit(liu, direct, ' in=billing')).not.toContain('context.use');
    for (const words of ['use billing', 'use billing me']) {
      await asks(stage, liu, direct, `/portolan ${words}`);
      for (const asked of ['', ' web', ' export'])
        expect(await audit(liu, direct, asked)).toMatch(/策略不允许|只有 captains/);
    }
    await asks(stage, liu, general, '/portolan use billing');
    expect(await audit(liu, general)).toMatch(/策略不允许|只有 captains/);
  });

  test('left to nobody, and no channel has it by the policy file: setting it opens nothing', async () => {
    await start('may: { read_audit: nobody }');
    await asks(stage, maya, general, '/portolan use shop/east-1/15');
    expect(await audit(maya, general)).toContain('The policy lets nobody do this');
    const direct = stage.slack.user(maya).direct();
    await asks(stage, maya, direct, '/portolan use shop/east-1/15');
    expect(await audit(maya, direct)).toContain('The policy lets nobody do this');
  });

  test('left to members: those of a channel that has it, wherever they ask', async () => {
    await start('');
    await asks(stage, maya, 'C0BILLING', '/portolan use shop/east-1/15');
    expect(await audit(maya, 'C0BILLING')).toContain('context.use');
    expect(await audit('U0SAM', stage.slack.user('U0SAM').direct(), ' in=shop/east-1/15')).toContain('context.use');
    const direct = stage.slack.user(liu).direct();
    for (const words of ['', ' me']) {
      await asks(stage, liu, direct, `/portolan use shop/east-1/15${words}`);
      expect(await audit(liu, direct)).toContain('只有相关频道的成员');
    }
  });

  test('of a context that only direct messages have is told in none of them', async () => {
    await start('');
    const direct = stage.slack.user(maya).direct();
    await asks(stage, maya, direct, '/portolan use shop/east-1/15');
    expect(await audit(maya, direct)).toContain('No channel has this context');
  });

  test('of the configured context is everybody’s, unless the policy file gives it to a channel', async () => {
    await start('may: { read_audit: nobody }', configured);
    expect(await audit(maya, stage.slack.user(maya).direct())).toContain('Nothing is recorded');
    await stage.stop();
    await start('{ channels: { C0BILLING: { context: shop/east-1/12 } } }', configured);
    expect(await audit(liu, stage.slack.user(liu).direct())).toContain('只有相关频道的成员');
    expect(await audit(maya, stage.slack.user(maya).direct())).toContain('Nothing is recorded');
  });
});

import type { Place } from '../../src/core/command/context.ts';
import { policyOf } from '../engine/policy-of.ts';
import { acts, asks, type Stage, shownIn, startStage, unsound } from './stage.ts';

// Tests which entries of the audit log a person can read. The choice of a context with `use` never shows more entries.
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
  // Use Socket Mode: its requests have no signature, so the clock can jump.
  stage = await startStage({ policy: policyOf(yaml), context, mode: 'socket' });
}
const audit = async (who: string, channel: string, words = '') =>
  shownIn(await asks(stage, who, channel, `/portolan audit${words}`));
const entered = /set the context|设置了上下文|port 7000|端口 7000/;

async function exported(who: string, channel: string): Promise<string> {
  const before = new Set(stage.slack.workspace.files.keys());
  await acts(stage, who, channel, (actor) => actor.slash(channel, '/portolan audit export'));
  const files = [...stage.slack.workspace.files.values()].filter(({ id }) => !before.has(id));
  expect(files.map(({ name }) => name)).toEqual(['portolan-audit.csv', 'portolan-audit.jsonl']);
  return files.map(({ bytes }) => bytes?.toString('utf8')).join('\n');
}

describe('all entries of a context', () => {
  test.each(['nobody', 'captains', 'members'])(
    'read_audit left to %s: in the channel that the policy file binds it to, and to those named',
    async (who) => {
      await start(`
contexts: { billing: { team: shop, region: east-1, app: 15, channel: C0BILLING }, shop: { team: shop, region: east-1, app: 12, channel: C0SHOP } }
roles: { captains: { users: [U0MAYA] } }
may: { read_audit: ${who} }`);
      const direct = stage.slack.user(liu).direct();
      await asks(stage, maya, 'C0BILLING', '/portolan use billing me');
      expect(await audit('U0SAM', 'C0BILLING')).toMatch(entered);
      expect(await audit(liu, direct, ' in=billing')).not.toMatch(entered);
      for (const words of ['use billing', 'use billing me']) {
        await asks(stage, liu, direct, `/portolan ${words}`);
        expect(await audit(liu, direct, ' maya')).not.toMatch(entered);
      }
      const file = await exported(liu, direct);
      expect(file).toContain(liu);
      expect(file).not.toContain(maya);
      await asks(stage, liu, general, '/portolan use billing');
      expect(await audit(liu, general, ' maya')).not.toMatch(entered);
      const captain = await audit(maya, stage.slack.user(maya).direct(), ' liu in=billing');
      if (who === 'captains') expect(captain).toMatch(entered);
      if (who === 'nobody') expect(captain).not.toMatch(entered);
    },
  );

  test('without a policy file: what somebody sets with use in a channel of their own shows them nothing of others', async () => {
    await start('');
    await asks(stage, maya, 'C0BILLING', '/portolan use shop/east-1/15');
    await asks(stage, liu, general, '/portolan use shop/east-1/15');
    const shown = await audit(liu, general);
    expect(shown).toContain('liu');
    expect(shown).not.toContain('maya');
    expect(shown).toContain('仅显示');
    expect(await exported(liu, general)).not.toContain(maya);
    // Other members of the channel for which someone chose the context don't see the entries either.
    expect(await audit('U0SAM', 'C0BILLING')).not.toMatch(entered);
  });

  test('of PLATFORM_CONTEXT are everybody’s, unless the policy file binds it to a channel', async () => {
    await start('may: { read_audit: nobody }', configured);
    await asks(stage, maya, 'C0SHOP', '/portolan use shop/east-1/12');
    expect(await audit(liu, stage.slack.user(liu).direct())).toMatch(entered);
    await stage.stop();
    await start('{ channels: { C0BILLING: { context: shop/east-1/12 } } }', configured);
    await asks(stage, maya, 'C0BILLING', '/portolan use shop/east-1/12 me');
    expect(await audit(liu, stage.slack.user(liu).direct())).not.toMatch(entered);
    expect(await audit('U0SAM', stage.slack.user('U0SAM').direct())).toMatch(entered);
  });

  test('are not shown while Slack doesn’t tell who is in the channel', async () => {
    await start('channels: { C0BILLING: { context: shop/east-1/15 } }');
    await asks(stage, maya, 'C0BILLING', '/portolan use shop/east-1/15 me');
    for (const method of ['conversations.members', 'users.conversations'])
      await stage.slack.injectFault({ fault: 'fail', method, error: 'fatal_error', times: 99 });
    stage.jump(61_000);
    expect(await audit('U0SAM', 'C0BILLING')).not.toMatch(entered);
  });
});

test('entries of a request are for those who are in its card’s channel now', async () => {
  await start('');
  await asks(stage, maya, 'C0BILLING', '/portolan use shop/east-1/12 me');
  const card = await asks(stage, maya, 'C0BILLING', '/port add web 7000');
  await acts(stage, maya, card.channel, (actor) => actor.press(card, 'request.approve'));
  const sam = stage.slack.user('U0SAM').direct();
  const entries = await audit('U0SAM', sam, ' in=shop/east-1/12');
  expect(entries).toMatch(/port 7000|端口 7000/);
  expect(entries).not.toMatch(/the context of this channel|本频道的上下文/);
  expect(await audit(liu, general, ' in=shop/east-1/12')).not.toMatch(entered);
  stage.slack.workspace.channels.get('C0BILLING')?.members.delete('U0SAM');
  stage.jump(61_000);
  expect(await audit('U0SAM', sam, ' in=shop/east-1/12')).not.toMatch(entered);
  stage.slack.workspace.channels.get('C0BILLING')?.members.delete(maya);
  stage.jump(61_000);
  expect(await audit(maya, stage.slack.user(maya).direct())).toMatch(/port 7000|端口 7000/);
});

test('entries of a request in somebody’s direct messages are not for others', async () => {
  await start('');
  const direct = stage.slack.user(maya).direct();
  const card = await asks(stage, maya, direct, '/port add web 7000 in=shop/east-1/12');
  await acts(stage, maya, card.channel, (actor) => actor.press(card, 'request.approve'));
  expect(await audit(maya, direct, ' in=shop/east-1/12')).toMatch(/port 7000|端口 7000/);
  for (const channel of ['C0SHOP', stage.slack.user('U0SAM').direct()])
    expect(await audit('U0SAM', channel, ' in=shop/east-1/12')).not.toMatch(entered);
});

test('files of an export that Slack takes but doesn’t show are named to their asker', async () => {
  stage = await startStage({ mode: 'socket', hurry: 20 });
  await stage.slack.injectFault({ fault: 'files_never_shared' });
  const direct = stage.slack.user(maya).direct();
  const messages = await acts(stage, maya, direct, (actor) => actor.slash(direct, '/portolan audit export'));
  expect(messages.flatMap(({ files }) => files)).toEqual([]);
  expect(messages.map(({ text }) => /“(.*)” but doesn’t show it/.exec(text)?.[1] ?? '').filter(Boolean)).toEqual([
    'portolan-audit.csv',
    'portolan-audit.jsonl',
  ]);
});

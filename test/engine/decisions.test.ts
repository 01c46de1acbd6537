import { test as base } from 'vitest';
import { defaultPolicy, type Policy } from '../../src/core/policy/policy.ts';
import { channel, knownPeople, type Name, people } from './stage.ts';
import { useStages } from './stages.ts';

const stageWith = useStages();
const test = base.extend('stage', () => stageWith());

const open = { component: ['api'], port: ['8000'] };
const close = { component: ['web'], port: ['8080'] };

const withRules = (rules: Policy['rules'], more: Partial<Policy> = {}): Policy => ({
  ...defaultPolicy,
  source: 'file',
  roles: new Map([['operators', { name: 'operators', users: ['UBOB', 'UCEM', 'UANN'], groups: [] }]]),
  rules,
  ...more,
});
const twoOperators = withRules([{ line: 1, when: { risk: ['expose'] }, need: 'approve', from: 'operators', count: 2 }]);

describe('who may decide', () => {
  test('what needs the asker’s confirm is nobody else’s', async ({ stage }) => {
    const card = await stage.card('ann', 'port.close', close);
    expect(await stage.pressed('bob', card, 'approve')).toContain('Only the requester, @UANN');
    expect(await stage.pressed('ann', card, 'approve')).toBe('Confirmed. Running now.');
    expect(stage.writes()).toEqual(['PUT ports/8080 close_outer']);
  });

  test('a card knows whether its undo would need an approval, by the rules of its channel', async ({ stage }) => {
    expect((await stage.card('ann', 'port.close', close)).decision.undoNeeds).toBe('approve');
    expect((await stage.card('ann', 'port.open', open)).decision.undoNeeds).toBeUndefined();
    const free = withRules([{ line: 1, when: { channel: [channel] }, need: 'confirm', from: 'asker', count: 0 }]);
    const other = await stageWith({ policy: free });
    expect((await other.card('ann', 'port.close', close)).decision.undoNeeds).toBeUndefined();
  });

  test('a closing time is ruled as opening the port only if it keeps the port open longer', async () => {
    const strict = withRules([
      { line: 1, when: { operation: ['port.open'] }, need: 'approve', from: 'operators', count: 2 },
    ]);
    const stage = await stageWith({ policy: strict });
    await stage.approved('ann', 'port.until', { ...close, for: ['1h'] }, 'ann');
    const needs = async (length: string) => {
      const { decision } = await stage.card('ann', 'port.until', { ...close, for: [length] });
      return decision.ruling;
    };
    expect(await needs('50m')).toMatchObject({ need: 'confirm' });
    expect(await needs('3h')).toMatchObject({ need: 'approve', from: 'operators', count: 2 });
  });

  test('a channel’s rules are for those who are in it: a form may name any channel', async () => {
    const free = withRules([{ line: 1, when: { channel: [channel] }, need: 'run', from: 'asker', count: 0 }]);
    const stage = await stageWith({ policy: free, people: knownPeople({ away: ['ann'] }) });
    const asked = await stage.ask('ann', 'port.open', open);
    expect('why' in asked && asked.why.key).toBe('change.notYourChannel');
    expect(stage.writes()).toEqual([]);
  });

  test('Close now and Extend are for those who are in the channel, as asking is', async () => {
    const stage = await stageWith({ people: knownPeople({ away: ['dee'] }) });
    const card = await stage.approved('ann', 'port.open', { ...open, for: ['2h'] });
    expect((await stage.press('dee', card, 'close_now')).says.key).toBe('change.notYoursToClose');
    expect((await stage.press('dee', card, 'extend')).says.key).toBe('change.notYourChannel');
    await stage.engine.idle();
    expect(stage.writes()).toEqual(['PUT ports/8000 open_outer']);
    expect(await stage.pressed('cem', card, 'close_now')).toBe('Closing it now.');
    expect(stage.writes()).toEqual(['PUT ports/8000 open_outer', 'PUT ports/8000 close_outer']);
  });

  test('a broken glass doesn’t hide the approval that it came with, nor who could have approved', async () => {
    const few = withRules(twoOperators.rules, {
      roles: new Map([['operators', { name: 'operators', users: ['UBOB', 'UANN'], groups: [] }]]),
      breakGlass: { name: 'operators', users: ['UANN'], groups: [] },
    });
    const stage = await stageWith({ policy: few });
    const card = await stage.card('ann', 'port.open', open);
    expect(card).toMatchObject({ decision: { onlyGlass: { able: 1 } } });
    expect(await stage.pressed('bob', card, 'approve')).toBe('Approved. 1 more approval is needed.');
    expect(await stage.pressed('ann', card, 'break_glass', { reason: 'the shop is down' })).toContain(
      'Running now with only 1 of 2 approvals',
    );
    expect(stage.newPosts().join('\n')).toContain('to run this with only 1 of 2 approvals. Reason: “the shop is down”');
    const [entry] = (await stage.store.audit.search({ limit: 99 })).filter(({ kind }) => kind === 'break_glass');
    expect(entry?.details).toMatchObject({ approvals: 1, needed: 2 });
  });

  test.each<{ away: readonly Name[]; from: string; recipients: readonly string[] }>([
    { away: ['bob', 'cem', 'dee'], from: 'operators', recipients: ['UBOB', 'UCEM'] },
    { away: ['bob'], from: 'operators', recipients: [] },
    { away: ['bob', 'cem', 'dee'], from: 'channel-members', recipients: ['UDEE'] },
    { away: ['bob', 'cem'], from: 'channel-members', recipients: [] },
  ])(
    'a broken glass reaches approvers directly when none of them is in the channel: $from without $away',
    async ({ away, from, recipients }) => {
      const operators = { name: 'operators', users: ['UBOB', 'UCEM'], groups: [] };
      const glass = withRules([{ line: 1, when: {}, need: 'approve', from, count: 1 }], {
        roles: new Map([['operators', operators]]),
        breakGlass: { name: 'captains', users: ['UANN', 'UDEE'], groups: [] },
      });
      const stage = await stageWith({ policy: glass, people: knownPeople({ away }) });
      const card = await stage.card('ann', 'port.open', open);
      await stage.pressed('ann', card, 'break_glass', { reason: 'the shop is down' });
      await stage.engine.idle();
      const directs = stage.poster.posts.filter(
        ({ how, text }) => how === 'direct' && text?.includes('the shop is down'),
      );
      expect(directs.map(({ to }) => to)).toEqual(recipients);
    },
  );
});

describe('asking', () => {
  test('what nobody is known to be able to approve is not posted, and can be tried again', async () => {
    const stage = await stageWith({
      people: { ...knownPeople(), candidates: async () => ({ people: [], others: 'unreadable' }) },
    });
    expect(await stage.ask('ann', 'port.open', open)).toMatchObject({ problem: 'refused', canRetry: true });
    expect([stage.newPosts(), await stage.store.requests.recent(9)]).toEqual([[], []]);
  });

  test.each([
    ['a guest', 'gus', 'port.open', open, 'refused'],
    ['an unknown component', 'ann', 'port.open', { component: ['wbe'], port: ['8080'] }, 'unknown-name'],
    ['an unknown port', 'ann', 'port.open', { component: ['web'], port: ['8081'] }, 'unknown-name'],
    ['a missing value', 'ann', 'port.open', { component: ['web'] }, 'invalid'],
    ['outer before inner', 'ann', 'port.open', { component: ['web'], port: ['8443'] }, 'refused'],
    ['longer open than allowed', 'ann', 'port.open', { ...open, for: ['25h'] }, 'invalid'],
  ] as const)('%s: nothing is asked', async (_what, who, operation, given, problem) => {
    const stage = await stageWith();
    expect(await stage.ask(who, operation, given)).toMatchObject({ problem });
    expect(stage.newPosts()).toEqual([]);
    expect(await stage.store.requests.recent(9)).toEqual([]);
    expect(stage.writes()).toEqual([]);
  });

  test('an equal open request is linked to, also if asked at once; a Confirm is each asker’s own', async ({
    stage,
  }) => {
    const asked = await Promise.all([
      stage.ask('ann', 'port.open', open),
      stage.ask('bob', 'port.open', { component: ['gr2f88b0'], port: ['8000'] }),
    ]);
    const cards = asked.map((each) => ('request' in each ? each : undefined));
    expect(cards.map((each) => each?.linked).sort()).toEqual([false, true]);
    expect(cards[0]?.request.id).toBe(cards[1]?.request.id);
    const mine = await stage.card('ann', 'port.close', close);
    expect((await stage.card('bob', 'port.close', close)).id).not.toBe(mine.id);
    expect(await stage.ask('ann', 'port.close', close)).toMatchObject({ linked: true });
  });

  test('a platform that does not answer is told with Try again; nothing is asked', async ({ stage }) => {
    await stage.simulated.faults.set({ down: 'reset' });
    expect(await stage.ask('ann', 'port.open', open)).toMatchObject({ problem: 'platform', canRetry: true });
    expect(await stage.store.requests.recent(9)).toEqual([]);
  });
});

describe('endings without running', () => {
  test('cancelled by the asker alone', async ({ stage }) => {
    const card = await stage.card('ann', 'port.open', open);
    expect(await stage.pressed('bob', card, 'cancel')).toContain('Only the requester, @UANN');
    expect(await stage.pressed('ann', card, 'cancel')).toBe('Canceled. Nothing was changed.');
    expect(await stage.pressed('bob', card, 'approve')).toBe('This request has already been canceled.');
    expect(stage.writes()).toEqual([]);
  });

  test('reminded once at half time, expired at the end, and then nothing can be decided', async ({ stage }) => {
    const card = await stage.card('ann', 'port.open', open);
    await stage.quiet();
    await stage.pass(7 * 60_000);
    expect(stage.newPosts()).toEqual([]);
    await stage.pass(30_000);
    // No decider can be mentioned, so the note goes to the channel instead of the requester.
    expect(stage.newPosts()).toEqual([expect.stringContaining('approval from someone else in this channel by ')]);
    await stage.pass(7 * 60_000);
    expect(stage.newPosts()).toEqual([]);
    await stage.pass(30_000);
    expect(await stage.now(card)).toMatchObject({ state: 'expired' });
    expect(stage.newPosts()).toEqual(['update · expired', expect.stringContaining('note · expired · asker')]);
    expect(await stage.pressed('bob', card, 'approve')).toContain('expired');
    await stage.pass(3_600_000);
    expect(stage.newPosts()).toEqual([]);
    expect(stage.writes()).toEqual([]);
  });

  test('a press in the moment after the end, before the clock’s work was done, decides nothing', async ({ stage }) => {
    const card = await stage.card('ann', 'port.open', open);
    stage.clock.pass(900_000);
    expect((await stage.press('bob', card, 'approve')).says.key).toBe('card.isExpired');
    await stage.engine.idle();
    expect(await stage.now(card)).toMatchObject({ state: 'expired' });
  });
});

test('a decision counts by the time of its press, also if it is processed after the expiry', async ({ stage }) => {
  const card = await stage.card('ann', 'port.open', { component: ['web'], port: ['8443'], both: ['yes'] });
  const { clock, engine, store } = stage;
  const press = { do: 'approve', card: card.id, revision: card.revision, person: people.bob, channel } as const;
  const at = card.expires - 1;
  const row = { id: 'p1', kind: 'press', at, lane: `press ${card.id}`, body: {} };
  await store.presses.put({ row, holder: 'dead', now: at, leaseMs: 15_000 });
  clock.pass(card.expires - clock.world.now() + 5_000);
  await engine.idle();
  expect((await stage.now(card)).state).toBe('proposed');
  expect((await engine.press({ ...press, at: card.expires })).says.key).toBe('card.isExpired');
  expect((await engine.press({ ...press, at })).says.key).toBe('card.approvedRuns');
  await engine.idle();
  expect((await stage.now(card)).state).toBe('done');
});

test('a press that is processed twice asks anew once', async ({ stage }) => {
  const card = await stage.approved('ann', 'port.close', { component: ['web'], port: ['8080'] }, 'ann');
  const undo = {
    do: 'undo',
    card: card.id,
    revision: card.revision,
    person: people.ann,
    channel,
    id: 'press-1',
  } as const;
  expect((await stage.engine.press(undo)).proposed).toMatchObject({ request: { id: 'press-1' } });
  const created = await stage.now({ id: 'press-1' });
  await stage.pressed('ann', created, 'cancel');
  expect((await stage.engine.press(undo)).proposed).toMatchObject({ request: { id: 'press-1', state: 'cancelled' } });
  expect(await stage.store.requests.recent(9)).toHaveLength(2);
});

import type { CardAction } from '../../src/changes/change-engine-types.ts';
import type { Person } from '../../src/core/command/context.ts';
import type { Policy } from '../../src/core/policy/policy.ts';
import type { People } from '../../src/operations/shared/services.ts';
import { ProfileUnreadable } from '../../src/operations/shared/services.ts';
import { policyOf } from './policy-of.ts';
import { channel, knownPeople, type Name, people, type Stage } from './stage.ts';
import { useStages } from './stages.ts';

const minute = 60_000;
const open = useStages();
const given = { component: ['api'], port: ['8000'] };

function changingPeople(groups: Record<string, readonly (keyof typeof people)[]> = {}) {
  const standings = new Map<string, Person['standing']>();
  const away = new Set<string>();
  const unreadable = new Set<string>();
  const inGroups = { ...groups };
  const now = () => knownPeople({ groups: inGroups });
  const directory: People = {
    ...knownPeople(),
    async person(id) {
      if (unreadable.has(id)) throw new ProfileUnreadable(id, { cause: 'test' });
      const person = await now().person(id);
      return { ...person, standing: standings.get(id) ?? person.standing };
    },
    actor: async (who, channel) => ({ ...(await now().actor(who, channel)), inChannel: !away.has(who.id) }),
    candidates: (of) => now().candidates(of),
  };
  return { directory, standings, away, unreadable, inGroups };
}

/** Another request has the component, so that Ann's decided change runs later. `release` ends that. */
async function decided(stage: Stage, who: Name = 'bob', what: CardAction = 'approve', more = {}) {
  const card = await stage.card('ann', 'port.open', given);
  const end = await stage.lock(card, 10 * minute);
  await stage.pressed(who, card, what, more);
  const release = async (on = stage) => {
    await end();
    await on.pass(1_000);
  };
  return { card, release };
}

test.each<[Person['standing'], string]>([
  ['stranger', 'is no longer a member of this workspace'],
  ['guest', 'is now a guest'],
])('a requester who became a %s before it runs: canceled, nothing was sent', async (standing, says) => {
  const { directory, standings } = changingPeople();
  const stage = await open({ people: directory });
  const card = await stage.card('ann', 'port.open', given);
  standings.set('UANN', standing);
  await stage.pressed('bob', card, 'approve');
  expect(await stage.now(card)).toMatchObject({ state: 'cancelled' });
  expect(stage.writes()).toEqual([]);
  expect(stage.newPosts().join()).toContain(`@UANN, who requested this, ${says}`);
});

test('an approval whose giver was deactivated is void: the request waits again, named, with a new expiry', async () => {
  const { directory, standings } = changingPeople();
  const stage = await open({ people: directory });
  const { card, release } = await decided(stage);
  expect(await stage.now(card)).toMatchObject({ state: 'approved' });
  stage.newPosts();
  await stage.pass(5 * minute);
  standings.set('UBOB', 'stranger');
  await release();
  const expires = stage.clock.world.now() + 15 * minute;
  expect(await stage.now(card)).toMatchObject({ state: 'proposed', expires, decision: { approvals: [] } });
  expect(stage.newPosts().join('\n')).toContain(
    'deciders · @UBOB’s approval no longer counts: they are no longer a member of this workspace. Nothing was sent. Please decide again.',
  );
  const [entry] = await stage.store.audit.search({ limit: 1 });
  expect(entry).toMatchObject({ kind: 'voided', who: { id: 'UBOB' } });
  await stage.pressed('dee', await stage.now(card), 'approve');
  expect(await stage.now(card)).toMatchObject({ state: 'done' });
});

test('a decision keeps the rule, its version and the group that made it valid', async () => {
  const { directory } = changingPeople({ S0OPS: ['bob'] });
  const policy = policyOf(
    'roles:',
    '  ops: { users: [UDEE], groups: [S0OPS] }',
    'rules:',
    '  - { when: { risk: expose }, need: approve, from: ops }',
  );
  const stage = await open({ people: directory, policy });
  const card = await stage.approved('ann', 'port.open', given);
  const ground = { rule: { index: 0, line: 4 }, version: policy.version, as: 'role', role: 'ops' };
  expect((await stage.now(card)).decision.approvals).toMatchObject([
    { by: 'UBOB', ground: { ...ground, group: 'S0OPS' } },
  ]);
});

const byOps = (...more: readonly string[]) =>
  policyOf(
    'roles:',
    '  ops: { users: [UDEE], groups: [S0OPS] }',
    '  security: { users: [UCEM] }',
    'rules:',
    '  - { when: { risk: expose }, need: approve, from: ops }',
    ...more,
  );

test.each([false, true])(
  'a group that was rotated since voids an approval only with recheck_roles: %s',
  async (again) => {
    const { directory, inGroups, away } = changingPeople({ S0OPS: ['bob'] });
    const stage = await open({ people: directory, policy: byOps(...(again ? ['recheck_roles: true'] : [])) });
    const { card, release } = await decided(stage);
    inGroups.S0OPS = ['cem'];
    away.add('UBOB');
    await release();
    expect(await stage.now(card)).toMatchObject({ state: again ? 'proposed' : 'done' });
  },
);

test('a requester who has left the channel voids nothing, unless the policy says so', async () => {
  for (const again of [false, true]) {
    const { directory, away } = changingPeople({ S0OPS: ['bob'] });
    const stage = await open({ people: directory, policy: byOps(...(again ? ['recheck_roles: true'] : [])) });
    const { card, release } = await decided(stage);
    away.add('UANN');
    await release();
    expect(await stage.now(card)).toMatchObject({ state: again ? 'cancelled' : 'done' });
  }
});

test.each<[string, readonly string[], string]>([
  ['asks for more people', ['  - { when: { risk: expose }, need: approve, from: ops, count: 2 }'], 'proposed'],
  ['asks others', ['  - { when: { risk: expose }, need: approve, from: security }'], 'proposed'],
  ['lets no one ask it here', ['channels: { C0SHOP: { allow: [question] } }'], 'cancelled'],
])('a policy file that now %s counts when it runs', async (_what, rules, state) => {
  const { directory } = changingPeople({ S0OPS: ['bob'] });
  const stage = await open({ people: directory, policy: byOps() });
  const { card, release } = await decided(stage);
  const head = ['roles:', '  ops: { users: [UDEE], groups: [S0OPS] }', '  security: { users: [UCEM] }'];
  const policy = policyOf(...head, ...(state === 'proposed' ? ['rules:'] : []), ...rules);
  const next = await reopened(stage, directory, policy);
  await release(next);
  expect(await next.now(card)).toMatchObject({ state });
  expect(next.writes()).toEqual([]);
});

test.each([
  [['break_glass: security'], 'done'],
  [[], 'proposed'],
])('a broken glass counts while the policy file allows it: %j', async (more, state) => {
  const { directory } = changingPeople({ S0OPS: ['bob'] });
  const stage = await open({ people: directory, policy: byOps('break_glass: security') });
  const { card, release } = await decided(stage, 'cem', 'break_glass', { reason: 'customers wait' });
  expect(await stage.now(card)).toMatchObject({ state: 'approved' });
  const policy = byOps('evidence: false', ...more);
  const next = await reopened(stage, directory, policy);
  await release(next);
  expect(await next.now(card)).toMatchObject({ state });
});

test('what Slack doesn’t tell is tried for two minutes, then the card says why it waits', async () => {
  const { directory, unreadable } = changingPeople();
  const stage = await open({ people: directory });
  const card = await stage.card('ann', 'port.open', given);
  stage.newPosts();
  unreadable.add('UANN');
  await stage.pressed('bob', card, 'approve');
  await stage.pass(minute);
  expect(stage.newPosts().join('\n')).not.toContain('in Slack whether');
  await stage.pass(minute);
  expect(stage.newPosts().join('\n')).toContain('I can’t check in Slack whether the approvers still may approve');
  await stage.pass(minute);
  expect(stage.newPosts()).toEqual([]);
  unreadable.clear();
  await stage.pass(minute);
  expect(await stage.now(card)).toMatchObject({ state: 'done' });
});

test('a requester who is not in the channel any more can’t confirm: a press is judged when it is pressed', async () => {
  const { directory, away } = changingPeople();
  const stage = await open({ people: directory });
  const card = await stage.card('ann', 'port.close', { component: ['web'], port: ['8080'] });
  away.add('UANN');
  expect(await stage.pressed('ann', card, 'approve')).toContain('Only members of this channel');
  expect(await stage.now(card)).toMatchObject({ state: 'proposed' });
});

test('the bot’s own closings run, whoever opened the port', async () => {
  const { directory, standings } = changingPeople();
  const stage = await open({ people: directory });
  const card = await stage.approved('ann', 'port.open', { ...given, for: ['1h'] });
  standings.set('UANN', 'stranger');
  standings.set('UBOB', 'stranger');
  await stage.pass(60 * minute);
  expect((await stage.now(card)).access).toMatchObject({ closed: true, how: 'closed' });
});

async function reopened(stage: Stage, directory: People, policy: Policy): Promise<Stage> {
  await stage.engine.stop();
  const { store, simulated, clock } = stage;
  return open({ store, simulated, clock, people: directory, policy });
}

test('a group of the requester’s that a new policy file names for the first time counts', async () => {
  const { directory, inGroups } = changingPeople({ S0OPS: ['ann', 'bob'] });
  const stage = await open({ people: directory, policy: byOps() });
  const { card, release } = await decided(stage);
  expect(await stage.now(card)).toMatchObject({ state: 'approved', decision: { ruling: { askerGroups: ['S0OPS'] } } });
  // The bot asks Slack only about groups that are in the policy file.
  inGroups.S0NEW = ['ann'];
  const rules = [
    'roles:',
    '  ops: { users: [UDEE], groups: [S0OPS] }',
    '  new: { groups: [S0NEW] }',
    '  security: { users: [UCEM] }',
    'rules:',
    '  - { when: { risk: expose, asker: new }, need: approve, from: security }',
    '  - { when: { risk: expose }, need: approve, from: ops }',
  ];
  const next = await reopened(stage, directory, policyOf(...rules));
  await release(next);
  expect(await next.now(card)).toMatchObject({ state: 'proposed', decision: { ruling: { from: 'security' } } });
});

test('a change in another context than the channel’s doesn’t run once no rule names that context', async () => {
  const { directory } = changingPeople();
  const rule = '  - { when: { context: shop/east-1/15 }, need: confirm }';
  const stage = await open({ people: directory, policy: policyOf('rules:', rule) });
  const request = { operation: 'component.stop', given: { component: ['invoice'] }, in: 'shop/east-1/15' };
  const proposed = await stage.engine.propose(request, { person: people.ann, channel });
  const card = 'request' in proposed ? proposed.request : expect.fail('no card');
  const release = await stage.lock(card, 10 * minute);
  await stage.pressed('ann', card, 'approve');
  expect(await stage.now(card)).toMatchObject({ state: 'approved' });
  const next = await reopened(stage, directory, policyOf('expiry: 20m'));
  await release();
  await next.pass(1_000);
  expect(await next.now(card)).toMatchObject({ state: 'cancelled' });
  expect(next.writes()).toEqual([]);
});

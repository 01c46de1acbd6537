import { test as base } from 'vitest';
import type { Revealed } from '../../src/core/command/answer.ts';
import type { RawArgs } from '../../src/core/command/params.ts';
import { isProblem } from '../../src/core/command/problem.ts';
import { defaultPolicy, type Policy } from '../../src/core/policy/policy.ts';
import type { ChangeRequest } from '../../src/core/request/change-request.ts';
import { isSecretOf, readToken } from '../../src/operations/agent/agent-token.ts';
import { loadAgent } from '../../src/operations/agent/stored-agent.ts';
import { ProfileUnreadable, type Services } from '../../src/operations/shared/services.ts';
import { answerRequest } from '../../src/questions/answer-request.ts';
import { cardMessage } from '../../src/slack/request/card-view.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import { channel, knownPeople, type Name, people, type Stage } from './stage.ts';
import { useStages } from './stages.ts';

const stageWith = useStages();
const test = base.extend('stage', () => stageWith());
const minute = 60_000;
const day = 86_400_000;
const runsAlone: Policy = { ...defaultPolicy, rules: [{ line: 1, when: {}, need: 'run', from: 'asker', count: 0 }] };

/** Asks a question or changes a setting. Returns the text that only the person sees, and the answer or the problem. */
async function asks(stage: Stage, who: Name, operation: string, given: RawArgs = {}, isShown = true) {
  const shown: Revealed[] = [];
  const reveal = async (revealed: Revealed) => {
    shown.push(revealed);
    return isShown;
  };
  const asked = { person: people[who], channel, now: stage.clock.world.now(), reveal };
  const { result } = await answerRequest(stage.services, { operation, given }, asked);
  const why = isProblem(result) && result.problem === 'refused' ? plain(result.why, 'en') : undefined;
  return { shown, result, why };
}

async function create(stage: Stage, who: Name = 'ann', given: RawArgs = {}) {
  const { shown, why } = await asks(stage, who, 'agent.create', { name: ['helper'], ...given });
  const token = readToken(shown[0]?.secret.reveal() ?? '');
  if (!token) throw new Error(`no token: ${why}`);
  const agent = loadAgent(await stage.store.agents.get(token.id));
  if (!agent) throw new Error('no agent');
  return { token, agent };
}

async function proposes(stage: Stage, agent: { readonly id: string }, given: RawArgs, reason?: string) {
  const proposed = await stage.engine.propose(
    { operation: 'port.open', given, reason },
    { person: people.ann, channel, agent: { id: agent.id, name: 'helper', token: true, asked: 'x' } },
  );
  if (!('request' in proposed)) throw new Error(JSON.stringify(proposed));
  return proposed.request;
}

const api = { component: ['api'], port: ['8000'] };
const shownOn = (card: ChangeRequest) => JSON.stringify(cardMessage(card));

describe('tokens', () => {
  test('of one owner, no two have the same name, and there are at most 20', async ({ stage }) => {
    for (let n = 1; n <= 20; n += 1) await create(stage, 'ann', { name: [`helper-${n}`] });
    const why = async (name: string) => (await asks(stage, 'ann', 'agent.create', { name: [name] })).why;
    expect(await why('Helper-7')).toContain('helper-7');
    expect(await why('helper-21')).toContain('20');
    expect((await create(stage, 'bob', { name: ['helper-7'] })).agent.owner.id).toBe(people.bob.id);
  });

  test('are shown once and stored as a hash, with owner, right and expiry', async ({ stage }) => {
    const { token, agent } = await create(stage, 'ann', { may: ['read'], for: ['30d'], context: ['shop/east-1/12'] });
    expect(agent).toMatchObject({ name: 'helper', may: 'read', owner: { id: 'UANN' }, contexts: [{ app: '12' }] });
    expect(agent.expires - agent.at).toBe(30 * day);
    expect(isSecretOf(token.secret, agent.hash)).toBe(true);
    const audit = await stage.store.audit.search({ limit: 9 });
    expect(audit[0]).toMatchObject({ kind: 'setting', operation: 'agent.create', details: { agent: 'helper' } });
    expect(JSON.stringify([agent, audit])).not.toContain(token.secret.reveal());
  });

  test('that can’t be shown don’t exist', async ({ stage }) => {
    const { why } = await asks(stage, 'ann', 'agent.create', { name: ['helper'] }, false);
    expect(why).toContain('created none');
    expect(await stage.store.agents.list()).toEqual([]);
  });

  test.each<[string, Name, RawArgs, Partial<Policy['agents']>, string]>([
    ['a guest', 'gus', {}, {}, 'Guests can’t'],
    ['nobody may', 'ann', {}, { who: 'nobody' }, 'lets no one'],
    ['not in the role', 'ann', {}, { who: 'ops' }, 'Only ops'],
    ['more than the policy allows', 'ann', { may: ['propose'] }, { allow: ['read'] }, 'only to read'],
    ['none allowed', 'ann', {}, { allow: [] }, 'no agents'],
    ['for too long', 'ann', { for: ['91d'] }, {}, 'up to 90 days'],
    [
      'another context',
      'ann',
      { context: ['a/b/1'] },
      { contexts: [{ team: 'shop', region: '*', app: '*' }] },
      'a/b/1',
    ],
  ])('aren’t made for %s', async (_case, who, given, agents, why) => {
    const stage = await stageWith({ policy: { ...defaultPolicy, agents: { ...defaultPolicy.agents, ...agents } } });
    const refused = await asks(stage, who, 'agent.create', { name: ['helper'], ...given });
    expect(refused.why).toContain(why);
    expect([refused.shown, await stage.store.agents.list()]).toEqual([[], []]);
  });

  test('are told to their owner a week before they expire, unless they are short or revoked', async ({ stage }) => {
    await create(stage, 'ann', { for: ['14d'] });
    await create(stage, 'bob', { for: ['13d'] });
    await create(stage, 'cem', { for: ['14d'] });
    await asks(stage, 'cem', 'agent.revoke', { agent: ['helper'] });
    await stage.pass(7 * day);
    expect(stage.newPosts()).toEqual([
      expect.stringContaining('direct · proposed · UANN · The token of your agent *helper*'),
    ]);
  });

  test.each([
    ['unreachable', undefined, 5 * minute],
    ['rate-limited', 30_000, 5 * minute],
    ['rate-limited', 20 * minute, 20 * minute],
    ['other', undefined, undefined],
  ] as const)('are told of again where Slack was %s (%s): after %s', async (why, retryAfterMs, again) => {
    const stage = await stageWith();
    await create(stage, 'ann', { for: ['14d'] });
    stage.poster.refusals.push({ how: 'direct', refusal: { posted: false, code: 'refused', why, retryAfterMs } });
    await stage.pass(7 * day);
    await stage.pass((again ?? day) - 1);
    expect(stage.newPosts()).toEqual([]);
    await stage.pass(1);
    expect(stage.newPosts()).toHaveLength(again === undefined ? 0 : 1);
  });
});

describe('what an agent proposes', () => {
  test('waits for its owner where the policy would run it at once, and says whose words are whose', async () => {
    const stage = await stageWith({ policy: runsAlone });
    const { agent } = await create(stage);
    const card = await proposes(stage, agent, api, 'the callback <!channel>');
    expect(card).toMatchObject({ state: 'proposed', asker: { id: 'UANN' }, decision: { ruling: { need: 'confirm' } } });
    const shown = shownOn(card);
    expect(shown).toContain('Requested by the agent *helper* for Ann. The agent says: “the callback ');
    expect(shown).not.toContain('<!channel>');
    await stage.pass(60_000);
    expect(stage.writes()).toEqual([]);
    expect(await stage.pressed('bob', card, 'approve')).toContain('Only the requester');
    expect(await stage.pressed('ann', card, 'approve')).toBe('Confirmed. Running now.');
    expect(await stage.now(card)).toMatchObject({ state: 'done' });
    const [first] = (await stage.store.audit.search({ limit: 99 })).filter(({ kind }) => kind === 'proposed');
    expect(first).toMatchObject({ who: { id: 'UANN' }, details: { agent: 'helper' } });
  });

  test('can’t be approved by its owner', async ({ stage }) => {
    const card = await proposes(stage, (await create(stage)).agent, api);
    expect(await stage.pressed('ann', card, 'approve')).toContain('approve your own');
    expect(stage.writes()).toEqual([]);
  });

  test('is canceled by the agent itself, and when it is revoked', async ({ stage }) => {
    const { agent } = await create(stage);
    const own = await proposes(stage, agent, api);
    expect(await stage.engine.withdraw(own.id, own.asker)).toBeUndefined();
    expect(shownOn(await stage.now(own))).toContain('The agent *helper* withdrew it.');
    const open = await proposes(stage, agent, api);
    const other = await proposes(stage, { id: 'another' }, { component: ['web'], port: ['9090'] });
    const person = await stage.card('ann', 'port.open', { component: ['web'], port: ['8443'], both: ['yes'] });
    await asks(stage, 'ann', 'agent.revoke', { agent: ['helper'] });
    await stage.engine.idle();
    expect(await stage.now(open)).toMatchObject({ state: 'cancelled', run: { why: { key: 'card.agentRevoked' } } });
    expect(await stage.now(other)).toMatchObject({ state: 'proposed' });
    expect(await stage.now(person)).toMatchObject({ state: 'proposed' });
  });

  test.each<[string, (stage: Stage, away: Name[]) => Promise<unknown>, string]>([
    ['its token is gone', ({ store }) => store.agents.list().then(([one]) => drop(store, one?.id)), 'was revoked'],
    ['its owner has left the channel', async (_stage, away) => away.push('ann'), 'no longer a member'],
  ])('doesn’t run once it is approved where %s', async (_case, change, why) => {
    const away: Name[] = [];
    const directory = () => knownPeople({ away });
    const stage = await stageWith({ people: { ...directory(), actor: (who, where) => directory().actor(who, where) } });
    const card = await proposes(stage, (await create(stage)).agent, api);
    await change(stage, away);
    await stage.pressed('bob', card, 'approve');
    expect(await stage.now(card)).toMatchObject({ state: 'failed' });
    expect(shownOn(await stage.now(card))).toContain(why);
    expect(stage.writes()).toEqual([]);
  });

  const ops = { agents: { ...defaultPolicy.agents, who: 'ops' } };
  const roles = new Map([['ops', { name: 'ops', users: [], groups: ['S0OPS'] }]]);
  test.each<[string, Partial<Services['people']>]>([
    ['profile', { person: async (id) => Promise.reject(new ProfileUnreadable(id, { cause: undefined })) }],
    ['groups', { actor: async (person) => ({ person, groups: { in: [], unreadable: ['S0OPS'] }, inChannel: true }) }],
    ['channels', { actor: async (person) => ({ person, groups: ['S0OPS'], inChannel: 'unreadable' }) }],
  ])('waits while Slack doesn’t tell its owner’s %s, and runs then', async (_what, untold) => {
    const directory = knownPeople({ groups: { S0OPS: ['ann'] } });
    let owner: Services['people'] = directory;
    const slack: Services['people'] = {
      ...directory,
      person: (id) => (id === people.ann.id ? owner : directory).person(id),
      actor: (who, where) => (who.id === people.ann.id ? owner : directory).actor(who, where),
    };
    const stage = await stageWith({ policy: { ...defaultPolicy, ...ops, roles }, people: slack });
    const card = await proposes(stage, (await create(stage)).agent, api);
    owner = { ...directory, ...untold };
    await stage.pressed('bob', card, 'approve');
    expect([(await stage.now(card)).state, stage.writes()]).toEqual(['approved', []]);
    owner = directory;
    await stage.pass(minute);
    expect(await stage.now(card)).toMatchObject({ state: 'done' });
  });
});

const drop = (store: Stage['store'], id = '') => store.commit({ at: 0, agents: { drop: [id] } });

import { test as base } from 'vitest';
import { defaultPolicy } from '../../src/core/policy/policy.ts';
import type { ChangeRequest } from '../../src/core/request/change-request.ts';
import { ProfileUnreadable } from '../../src/operations/shared/services.ts';
import { cardTexts } from '../../src/slack/request/card-view.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import { knownPeople, type Stage } from './stage.ts';
import { useStages } from './stages.ts';

const stageWith = useStages();
const test = base.extend('stage', () => stageWith());
const open = { component: ['api'], port: ['8000'] };

test('changed behind the bot’s back: nothing runs, the change is shown, approvals are void', async ({ stage }) => {
  const card = await stage.card('ann', 'port.open', { component: ['web'], port: ['8443'], both: ['yes'] });
  stage.simulated.elsewhere({ do: 'open', component: 'web', port: 8443, side: 'inner' });
  await stage.pass(60_000);
  expect(await stage.pressed('bob', card, 'approve')).toBe('Approved. Running now.');
  expect(stage.writes()).toEqual([]);
  const next = await stage.now(card);
  expect(next).toMatchObject({ state: 'proposed', revision: 2, decision: { approvals: [] } });
  expect(next.expires).toBe(card.expires + 60_000);
  const shown = (next.shown.changed ?? []).map(({ what, before, after }) =>
    [what, before, after].map((text) => plain(text, 'en')).join(' | '),
  );
  expect(shown).toContain('Internal access | ○ off → ● on | –');
  expect(stage.newPosts().slice(-2)).toEqual([
    'update · proposed',
    expect.stringContaining('note · proposed · deciders · The state on the platform changed'),
  ]);
  expect(await stage.pressed('cem', card, 'approve')).toContain('The plan has changed');
  expect(await stage.pressed('ann', card, 'cancel')).toContain('The plan has changed');
  expect(await stage.pressed('cem', next, 'approve')).toBe('Approved. Running now.');
  expect(stage.writes()).toEqual(['PUT ports/8443 open_outer']);
  expect(await stage.now(card)).toMatchObject({ state: 'done', revision: 2 });
  expect(await stage.kinds()).toEqual(['proposed', 'approved', 'replanned', 'approved', 'run', 'step', 'outcome']);
});

test('a rule whose port was opened meanwhile: only what differs is shown, not its call again', async ({ stage }) => {
  const given = { component: ['api'], port: ['8000'], domain_name: ['new.shop.test'], whether_open: ['yes'] };
  const card = await stage.card('ann', 'gateway.http', given);
  stage.simulated.elsewhere({ do: 'open', component: 'api', port: 8000, side: 'outer' });
  await stage.pressed('bob', card, 'approve');
  const { changed = [] } = (await stage.now(card)).shown;
  expect(
    changed.map(({ what, before, after }) => [what, before, after].map((text) => plain(text, 'en')).join(' | ')),
  ).toEqual([
    'Plan | Open port 8000 on api to the internet at http://new.shop.test | Add the internet address http://new.shop.test to port 8000 on api',
    'External access | ○ off → ● on | –',
    'Warning | – | Port 8000 is already open to the internet: anyone can reach it.',
  ]);
});

test('done by somebody else meanwhile: nothing is sent, and it says so', async ({ stage }) => {
  const card = await stage.card('ann', 'port.open', open);
  stage.simulated.elsewhere({ do: 'open', component: 'api', port: 8000, side: 'outer' });
  await stage.pressed('bob', card, 'approve');
  expect(await stage.now(card)).toMatchObject({ state: 'cancelled', run: { why: { key: 'card.alreadyNow' } } });
  expect(stage.newPosts().at(-1)).toContain('Nothing was left to do');
  expect(stage.writes()).toEqual([]);
});

test('done by another request meanwhile: the waiting card says so, with the person, until it is undone', async ({
  stage,
}) => {
  const decide = async (request: ChangeRequest) => {
    await stage.pressed(request.decision.ruling.need === 'approve' ? 'bob' : 'cem', request, 'approve');
    await stage.pass(1_000);
  };
  stage.simulated.elsewhere({ do: 'open', component: 'api', port: 8000, side: 'outer' });
  const waits = await stage.card('ann', 'port.close', { ...open, side: ['outer'] });
  const elsewhere = await stage.card('ann', 'port.open', { component: ['web'], port: ['8443'], both: ['yes'] });
  await decide(await stage.card('cem', 'port.close', { ...open, side: ['outer'] }));
  const told = await stage.now(waits);
  expect(told).toMatchObject({ state: 'proposed', revision: 1, shown: { looked: { by: { name: 'Cem' } } } });
  const shown = cardTexts(told).state.map((line) => plain(line, 'en'));
  expect(shown.join('\n')).toMatch(/Changed since, by .*:\* .*isn’t open to the internet/);
  expect((await stage.now(elsewhere)).shown.looked).toBeUndefined();
  await decide(await stage.card('cem', 'port.open', { ...open, both: ['yes'] }));
  expect((await stage.now(waits)).shown.looked).toBeUndefined();
});

test('a waiting request with another plan after another request: its deciders see the new plan at once', async ({
  stage,
}) => {
  const waits = await stage.card('ann', 'port.open', { component: ['web'], port: ['8443'], both: ['yes'] });
  const inner = await stage.card('cem', 'port.open', { component: ['web'], port: ['8443'], side: ['inner'] });
  await stage.pressed(inner.decision.ruling.need === 'approve' ? 'bob' : 'cem', inner, 'approve');
  await stage.pass(1_000);
  expect(await stage.now(waits)).toMatchObject({
    state: 'proposed',
    revision: 2,
    shown: { changed: expect.anything() },
  });
  expect(stage.newPosts().join('\n')).toContain('note · proposed · deciders · Another change has ended');
});

test('a denied request is no longer named as pending on the card that waits beside it', async ({ stage }) => {
  const other = await stage.card('cem', 'port.open', { ...open, for: ['1h'] });
  const waits = await stage.card('ann', 'port.open', open);
  expect(waits.shown.beside).toMatchObject([{ request: other.id }]);
  await stage.pressed('bob', other, 'deny', { reason: 'no' });
  await stage.pass(1_000);
  const next = await stage.now(waits);
  expect(next).toMatchObject({ state: 'proposed', revision: 1 });
  expect([next.shown.beside, next.shown.looked]).toEqual([undefined, undefined]);
});

test('no longer possible: failed, nothing sent', async ({ stage }) => {
  const card = await stage.card('ann', 'port.open', open);
  stage.simulated.elsewhere({ do: 'close', component: 'api', port: 8000, side: 'inner' });
  await stage.pressed('bob', card, 'approve');
  expect(await stage.now(card)).toMatchObject({ state: 'failed', run: { why: { key: 'card.refusedNow' } } });
  expect(stage.writes()).toEqual([]);
});

test('not readable before running: failed, nothing sent', async ({ stage }) => {
  const card = await stage.card('ann', 'port.open', open);
  await stage.simulated.faults.set({ down: 'reset' });
  await stage.pressed('bob', card, 'approve');
  expect(await stage.now(card)).toMatchObject({ state: 'failed', run: { steps: [{ state: 'not-sent' }] } });
  expect(stage.newPosts().at(-1)).toContain('couldn’t read the current state');
  expect(stage.writes()).toEqual([]);
});

describe('a plan that has come to touch more than half of the application', () => {
  const glass = { name: 'captains', users: ['UANN'], groups: [] };
  const few = { component: ['web', 'api', 'cache'] };
  const shrink = ({ simulated }: Stage) => {
    for (const component of ['db', 'worker', '订单服务', 'promo', 'gr5ea3c1', 'gr5ea3c2'])
      simulated.elsewhere({ do: 'delete-component', component });
  };

  test('needs what the policy says of it now, break glass included', async () => {
    const stage = await stageWith({ policy: { ...defaultPolicy, breakGlass: glass } });
    const card = await stage.card('ann', 'component.stop', few);
    expect(card).toMatchObject({ decision: { ruling: { need: 'confirm' } } });
    shrink(stage);
    await stage.pressed('ann', card, 'approve');
    const next = await stage.now(card);
    expect(next).toMatchObject({
      state: 'proposed',
      decision: { raised: true, ruling: { need: 'approve', breakGlass: glass } },
    });
    expect(stage.writes()).toEqual([]);
    expect(await stage.pressed('ann', next, 'break_glass', { reason: 'the shop is down' })).toContain('Running now');
    expect(stage.writes()).toHaveLength(1);
  });

  test('is refused where nobody could approve it, and asked again only once Slack tells', async () => {
    const directory = knownPeople({ away: ['bob', 'cem', 'dee', 'gus'] });
    let isSilent = true;
    const person: typeof directory.person = async (id) => {
      if (isSilent) throw new ProfileUnreadable(id, { cause: 'rate limited' });
      return directory.person(id);
    };
    const stage = await stageWith({ people: { ...directory, person } });
    const card = await stage.card('ann', 'component.stop', few);
    shrink(stage);
    await stage.pressed('ann', card, 'approve');
    expect(await stage.now(card)).toMatchObject({ state: 'approved', revision: 1 });
    isSilent = false;
    await stage.pass(5_000);
    expect(await stage.now(card)).toMatchObject({ state: 'failed', run: { why: { key: 'card.refusedNow' } } });
    expect(stage.newPosts().at(-1)).toMatch(/No one else .* approve/);
    expect(stage.writes()).toEqual([]);
  });
});

test('what nobody has to decide runs only as it was asked: a plan that changed waits for its asker', async () => {
  const rules = [{ line: 1, when: {}, need: 'run', from: 'asker', count: 0 }] as const;
  const stage = await stageWith({ policy: { ...defaultPolicy, source: 'file', rules } });
  stage.poster.refusals.push({
    how: 'post',
    refusal: { posted: false, code: 'refused', why: 'rate-limited', retryAfterMs: 3_000 },
  });
  const card = await stage.card('ann', 'port.open', { component: ['web'], port: ['8443'], both: ['yes'] });
  expect(card).toMatchObject({ state: 'approved' });
  stage.simulated.elsewhere({ do: 'open', component: 'web', port: 8443, side: 'inner' });
  await stage.pass(3_000);
  const next = await stage.now(card);
  expect(next).toMatchObject({ state: 'proposed', revision: 2, decision: { ruling: { need: 'confirm' } } });
  expect(next.expires).toBe(card.expires + 3_000);
  expect(next.shown.changed?.length).toBeGreaterThan(0);
  expect(stage.newPosts().at(-1)).toContain('note · proposed · asker · The state on the platform changed');
  await stage.pass(60_000);
  expect(stage.writes()).toEqual([]);
  expect(await stage.pressed('bob', next, 'approve')).toContain('Only the requester, @UANN');
  expect(await stage.pressed('ann', next, 'approve')).toBe('Confirmed. Running now.');
  expect(await stage.now(card)).toMatchObject({ state: 'done', revision: 2 });
  expect(stage.writes()).toEqual(['PUT ports/8443 open_outer']);
});

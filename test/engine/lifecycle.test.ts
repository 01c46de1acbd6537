import { test as base } from 'vitest';
import { idOf } from '../../playground/platform/seed/seed-id.ts';
import { isProblem } from '../../src/core/command/problem.ts';
import { defaultPolicy } from '../../src/core/policy/policy.ts';
import { type ChangeRequest, lockKeysOf } from '../../src/core/request/change-request.ts';
import { cardButtons } from '../../src/slack/request/card-buttons.ts';
import { cardMessage } from '../../src/slack/request/card-view.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import { channel, people, type Stage } from './stage.ts';
import { useStagesOfOneTime } from './stages.ts';

const stageWith = useStagesOfOneTime();
const test = base.extend('stage', () => stageWith());

async function confirmed(stage: Stage, operation: string, given: Record<string, string[]>): Promise<ChangeRequest> {
  const card = await stage.card('ann', operation, given);
  expect(card.decision.ruling.need).toBe('confirm');
  await stage.pressed('ann', card, 'approve');
  return stage.now(card);
}

async function seconds(stage: Stage, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 4) await stage.pass(Math.min(left, 4) * 1_000);
}

function buttonsOf(card: ChangeRequest): Readonly<Record<string, string>> {
  const buttons = cardButtons(card, { lang: 'en', zone: 'UTC' });
  return Object.fromEntries(buttons.map(({ action_id = '', text }) => [action_id, text.text]));
}

const web = { component: ['web'] };
const statusOf = (stage: Stage, name: string) =>
  stage.simulated.state.components.find(({ id }) => id === idOf(name))?.status;
const operations = (stage: Stage) =>
  stage.simulated.log.entries
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/operations'))
    .map(({ body }) => body);

test('a stop is verified by its event, and its component is free as soon as that was seen', async ({ stage }) => {
  const card = await confirmed(stage, 'component.stop', web);
  expect(card).toMatchObject({
    state: 'running',
    run: { steps: [{ state: 'following', events: [{ state: 'running' }] }] },
  });
  expect(cardMessage(card).text).toContain('web: Stopping…');
  expect(await stage.store.leases.of(lockKeysOf(card))).toEqual([]);
  await seconds(stage, 18);
  expect(await stage.now(card)).toMatchObject({ state: 'done' });
  expect(statusOf(stage, 'web')).toBe('closed');
  expect(operations(stage)).toEqual([{ action: 'stop', service_ids: [idOf('web')] }]);
  const [step] = (await stage.store.audit.search({ limit: 20 })).filter(({ kind }) => kind === 'step').reverse();
  expect(step).toMatchObject({ details: { ids: idOf('web') } });
  expect((await stage.press('ann', card, 'undo')).request).toMatchObject({ operation: 'component.start' });
});

test.each([
  ['component.stop', ['stop']],
  ['component.restart', ['stop', 'start']],
])('%s: a component that moves to another app meanwhile is followed there', async (operation, actions) => {
  const stage = await stageWith();
  const card = await confirmed(stage, operation, web);
  expect(card.state).toBe('running');
  stage.simulated.elsewhere({ do: 'move-component', component: 'web', app: 15 });
  await seconds(stage, 60);
  expect(await stage.now(card)).toMatchObject({
    state: 'done',
    run: { steps: actions.map(() => ({ state: 'done' })) },
  });
  expect(operations(stage)).toEqual(actions.map((action) => ({ action, service_ids: [idOf('web')] })));
});

test('most of an application needs another person’s approval', async ({ stage }) => {
  const card = await stage.card('ann', 'component.stop_all', {});
  expect(card.decision.ruling).toMatchObject({ need: 'approve', count: 1 });
  expect(await stage.pressed('ann', card, 'approve')).toContain('your own request');
  await stage.pressed('bob', card, 'approve');
  await seconds(stage, 20);
  expect((await stage.now(card)).state).toBe('done');
  expect(operations(stage)[0]).toEqual({ action: 'stop', service_ids: card.plan.locks });
  expect(card.plan.locks).not.toContain(idOf('payments'));
});

test.each([
  [{ in: 'shop/east-1/15' }, 'invoice', /only in the channel of its context/],
  [{ in: 'shop/east-1/12' }, 'web', undefined],
])('another context than the channel’s %j', async (more, component, why) => {
  const stage = await stageWith();
  const asked = { person: people.ann, channel };
  const request = { operation: 'component.stop', given: { component: [component] }, ...more };
  const proposed = await stage.engine.propose(request, asked);
  if (why) expect(isProblem(proposed) && proposed.problem === 'refused' && plain(proposed.why, 'en')).toMatch(why);
  else expect(proposed).toHaveProperty('request');
  // A direct conversation has no context.
  const direct = await stage.engine.propose(request, { ...asked, channel: 'D0ANN' });
  expect(direct).toMatchObject({ problem: 'refused' });
});

test('a person’s own context doesn’t reach a component, unless a rule names it', async () => {
  const billing = { team: 'shop', region: 'east-1', app: '15' };
  const rule = { line: 1, when: { context: [billing] }, need: 'confirm', from: 'channel-members', count: 1 } as const;
  for (const rules of [[], [rule]]) {
    const stage = await stageWith({ policy: { ...defaultPolicy, rules } });
    await stage.store.contexts.set('person', people.ann.id, { ...billing, setBy: people.ann.id, at: 0 });
    const proposed = await stage.ask('ann', 'component.stop', { component: ['invoice'] });
    expect('request' in proposed).toBe(rules.length > 0);
    expect(await stage.ask('ann', 'port.close', { component: ['invoice'], port: ['8080'] })).toHaveProperty('request');
  }
});

test('what a region has no memory for now may be tried again', async ({ stage }) => {
  await stage.simulated.faults.set({ nextScale: 'lacks-memory' });
  const failed = await confirmed(stage, 'component.scale', { ...web, instances: ['4'] });
  expect(failed).toMatchObject({ state: 'failed' });
  expect(cardMessage(failed).text).toContain('enough memory');
  expect(buttonsOf(failed)).toMatchObject({ 'request.rest': 'Try again' });
});

describe('an answer that proves nothing', () => {
  test('nothing was done: failed after twenty seconds, and it can be asked again', async ({ stage }) => {
    await stage.simulated.faults.set({ nextOperation: 'ignored' });
    const card = await confirmed(stage, 'component.stop', web);
    await seconds(stage, 19);
    expect((await stage.now(card)).state).toBe('running');
    await seconds(stage, 2);
    const failed = await stage.now(card);
    expect(failed).toMatchObject({ state: 'failed', run: { steps: [{ events: [{ state: 'missing' }] }] } });
    expect(cardMessage(failed).text).toContain('didn’t start anything');
    expect(JSON.stringify(cardMessage(failed).blocks)).toContain('Try again');
    expect(operations(stage)).toHaveLength(1);
    const { proposed } = await stage.press('ann', failed, 'rest');
    expect(proposed).toHaveProperty('request.given', { component: [idOf('web')] });
  });

  test('the region refused inside its yes: failed as soon as its log was looked for twice', async ({ stage }) => {
    await stage.simulated.faults.set({ nextOperation: 'refused-inside-200' });
    const card = await confirmed(stage, 'component.upgrade', web);
    await seconds(stage, 4);
    expect(await stage.now(card)).toMatchObject({
      state: 'failed',
      run: { steps: [{ events: [{ state: 'failed' }] }] },
    });
    expect(stage.newPosts().join('\n')).toContain('log · failed · web: no log');
  });

  test('a failed deploy has the log on its card', async ({ stage }) => {
    await stage.simulated.faults.set({ nextOperation: 'refused-inside-200' });
    const card = await confirmed(stage, 'component.deploy', web);
    await seconds(stage, 4);
    expect(buttonsOf(await stage.now(card))).toMatchObject({ 'show:log': 'Log' });
  });
});

describe('an answer that is lost', () => {
  test('after its effect: the event is seen and followed', async ({ stage }) => {
    const asked = await stage.card('ann', 'component.stop', web);
    await stage.simulated.faults.set({ nextWrite: { kind: 'reset', when: 'after' } });
    await stage.pressed('ann', asked, 'approve');
    expect((await stage.now(asked)).run.steps[0]?.state).toBe('following');
    await seconds(stage, 18);
    expect((await stage.now(asked)).state).toBe('done');
  });

  test('before its effect: unknown, read back, then failed; never sent again', async ({ stage }) => {
    const asked = await stage.card('ann', 'component.stop', web);
    await stage.simulated.faults.set({ nextWrite: { kind: 'reset', when: 'before' } });
    await stage.pressed('ann', asked, 'approve');
    expect((await stage.now(asked)).state).toBe('unknown');
    for (const wait of [5, 10, 15, 30, 30]) await stage.pass(wait * 1_000);
    expect((await stage.now(asked)).state).toBe('failed');
    expect(operations(stage)).toHaveLength(1);
    expect(statusOf(stage, 'web')).toBe('running');
  });

  test('and the platform begins only later: the read-back finds it, and it is followed', async ({ stage }) => {
    const asked = await stage.card('ann', 'component.deploy', web);
    await stage.simulated.faults.set({ nextWrite: { kind: 'reset', when: 'after' }, eventDelayMs: 26_000 });
    await stage.pressed('ann', asked, 'approve');
    expect((await stage.now(asked)).state).toBe('unknown');
    await stage.pass(5_000);
    await stage.pass(10_000);
    expect((await stage.now(asked)).state).toBe('unknown');
    await stage.pass(15_000);
    expect((await stage.now(asked)).state).toBe('running');
    await seconds(stage, 25);
    expect((await stage.now(asked)).state).toBe('done');
    expect(operations(stage)).toHaveLength(1);
  });

  test('events that can’t be read: not sent; lost later: unknown until the state shows it', async ({ stage }) => {
    await stage.simulated.faults.set({ eventsUnreadable: true });
    const unsent = await confirmed(stage, 'component.stop', web);
    expect(unsent).toMatchObject({ state: 'failed', run: { steps: [{ state: 'not-sent' }] } });
    await stage.simulated.faults.set({ eventsUnreadable: false });
    const asked = await stage.card('ann', 'component.stop', web);
    const stop = stage.simulated.log.subscribe(({ path }) => {
      if (path.endsWith('/operations')) void stage.simulated.faults.set({ eventsUnreadable: true });
    });
    await stage.pressed('ann', asked, 'approve');
    stop();
    await seconds(stage, 44);
    expect((await stage.now(asked)).state).toBe('unknown');
    await stage.pass(5_000);
    expect((await stage.now(asked)).state).toBe('done');
  });
});

describe('a deploy', () => {
  test('is followed through the build and the update after it; ports can be closed meanwhile', async ({ stage }) => {
    const card = await confirmed(stage, 'component.deploy', web);
    await seconds(stage, 3);
    const close = await stage.approved('ann', 'port.close', { component: ['web'], port: ['8080'] }, 'ann');
    expect((await stage.now(close)).state).toBe('done');
    await seconds(stage, 9);
    const now = await stage.now(card);
    expect(now).toMatchObject({ state: 'running', run: { steps: [{ events: [{ state: 'running' }] }] } });
    expect(now.run.steps[0]?.events?.[0]?.first).toBeDefined();
    expect(now.run.steps[0]?.events?.[0]?.elsewhere).toBeUndefined();
    await seconds(stage, 18);
    expect((await stage.now(card)).state).toBe('done');
    expect(statusOf(stage, 'web')).toBe('running');
  });

  test('a second change of the same component is refused with a link', async ({ stage }) => {
    const waiting = await stage.card('bob', 'component.upgrade', web);
    await confirmed(stage, 'component.deploy', web);
    const refused = await stage.ask('ann', 'component.stop', web);
    const why = isProblem(refused) && refused.problem === 'refused' ? plain(refused.why, 'en') : '';
    expect(why).toContain('Another request is still in progress on this component');
    expect(why).toContain('https://chat.test/');
    await stage.pressed('bob', waiting, 'approve');
    expect(await stage.now(waiting)).toMatchObject({ state: 'failed', run: { steps: [{ state: 'not-sent' }] } });
    expect(operations(stage)).toHaveLength(1);
    expect(await stage.ask('ann', 'component.stop', { component: ['api'] })).toHaveProperty('request');
  });

  test('goes on in another process, and is never sent again', async ({ stage }) => {
    const card = await confirmed(stage, 'component.deploy', web);
    await stage.engine.stop();
    const other = await stageWith({ store: stage.store, clock: stage.clock, simulated: stage.simulated });
    await seconds(other, 36);
    expect((await other.now(card)).state).toBe('done');
    expect(operations(stage)).toHaveLength(1);
  });

  test('is not followed for longer than the policy allows', async ({ stage }) => {
    const card = await confirmed(stage, 'component.deploy', web);
    await stage.simulated.faults.set({ eventsUnreadable: true });
    for (let minute = 0; minute < 31; minute += 1) await stage.pass(60_000);
    const late = await stage.now(card);
    expect([late.state, late.run.check]).toEqual(['unknown', undefined]);
    expect(cardMessage(late).text).toContain('No outcome is known yet, and I no longer follow it');
    expect(await stage.pressed('bob', late, 'check')).toContain('Try again later with Check now');
    await stage.simulated.faults.set({ eventsUnreadable: false });
    await stage.pressed('bob', late, 'check');
    await seconds(stage, 12);
    expect((await stage.now(card)).state).toBe('done');
  });
});

describe('a restart', () => {
  test('stops, waits until everything is stopped, and starts', async ({ stage }) => {
    const card = await confirmed(stage, 'component.restart', { component: ['web', 'api'] });
    await seconds(stage, 2);
    expect((await stage.now(card)).run.steps.map(({ state }) => state)).toEqual(['following', 'waiting']);
    await seconds(stage, 28);
    expect(await stage.now(card)).toMatchObject({
      state: 'done',
      run: { steps: [{ state: 'done' }, { state: 'done' }] },
    });
    const ids = [idOf('web'), idOf('api')];
    expect(operations(stage).map((body) => JSON.stringify(body))).toEqual([
      JSON.stringify({ action: 'stop', service_ids: ids }),
      JSON.stringify({ action: 'start', service_ids: ids }),
    ]);
    expect([statusOf(stage, 'web'), statusOf(stage, 'api')]).toEqual(['running', 'running']);
  });

  test('whose platform doesn’t answer says since when it wasn’t read, and not that it only takes long', async ({
    stage,
  }) => {
    const card = await confirmed(stage, 'component.restart', web);
    await seconds(stage, 2);
    const shown = async () =>
      cardMessage(await stage.now(card)).text + JSON.stringify(cardMessage(await stage.now(card)).blocks);
    expect(await shown()).not.toContain('not read since');
    await stage.simulated.faults.set({ down: 'reset' });
    await seconds(stage, 90);
    expect(await shown()).toMatch(/web: Stopping….* · not read since .*, because the platform doesn’t answer/);
    await stage.simulated.faults.reset();
    await seconds(stage, 60);
    expect(await shown()).not.toContain('not read since');
    expect((await stage.now(card)).state).toBe('done');
    // Otherwise, its length would be taken for that of the restart.
    expect(await shown()).toMatch(/The platform couldn’t be read from .* to .*, so parts of it may have ended earlier/);
  });

  test('offers a rolling update instead: that takes its place where its requester chooses it', async ({ stage }) => {
    const card = await stage.card('ann', 'component.restart', web);
    expect(JSON.stringify(cardMessage(card).blocks)).toContain('Rolling update instead');
    const { request } = await stage.press('bob', card, 'next');
    expect(request).toEqual({
      operation: 'component.upgrade',
      given: { component: [idOf('web')] },
      in: 'shop/east-1/12',
    });
    expect((await stage.now(card)).state).toBe('proposed');
    expect(await stage.store.requests.open({ placeKey: 'shop/east-1/12' })).toHaveLength(2);
    await stage.pressed('ann', card, 'next');
    expect((await stage.now(card)).state).toBe('cancelled');
    expect(cardMessage(await stage.now(card)).text).toMatch(
      /Nothing was changed\s.*Replaced by request .*: .*rolling/is,
    );
    expect(operations(stage)).toEqual([]);
  });

  test('whose process dies between the stop and the start is finished by another', async ({ stage }) => {
    const card = await confirmed(stage, 'component.restart', web);
    await seconds(stage, 2);
    await stage.engine.stop();
    const other = await stageWith({ store: stage.store, clock: stage.clock, simulated: stage.simulated });
    await seconds(other, 32);
    expect((await other.now(card)).state).toBe('done');
    expect(operations(stage)).toHaveLength(2);
    expect(statusOf(stage, 'web')).toBe('running');
  });

  test('whose start can’t be sent says that it is stopped, mentions the requester, and offers Start', async () => {
    const stage = await stageWith({ policy: { ...defaultPolicy, longestRun: 60_000 } });
    const card = await confirmed(stage, 'component.restart', web);
    const stop = stage.simulated.log.subscribe(({ method, path }) => {
      if (method === 'GET' && path.endsWith(`/services/${idOf('web')}`) && statusOf(stage, 'web') === 'closed')
        setImmediate(() => void stage.simulated.faults.set({ down: 'refused' }));
    });
    await seconds(stage, 12);
    expect((await stage.now(card)).run.steps.map(({ state }) => state)).toEqual(['done', 'waiting']);
    for (const wait of [20, 20, 20]) await stage.pass(wait * 1_000);
    stop();
    const failed = await stage.now(card);
    expect(failed).toMatchObject({ state: 'failed', run: { steps: [{ state: 'done' }, { state: 'not-sent' }] } });
    expect(plain(failed.run.why ?? failed.plan.title, 'en')).toMatch(/^web is stopped\./);
    expect(stage.newPosts().at(-1)).toMatch(/^note · failed · asker · .*web is stopped/);
    expect(JSON.stringify(cardMessage(failed).blocks)).toContain('"Start"');
    await stage.simulated.faults.reset();
    const { proposed } = await stage.press('ann', failed, 'rest');
    expect(proposed).toMatchObject({ request: { operation: 'component.start', given: { component: [idOf('web')] } } });
  });

  test('a stop by someone else meanwhile is told what is going on, whenever it comes', async ({ stage }) => {
    const waiting = await stage.card('bob', 'component.stop', web);
    const card = await confirmed(stage, 'component.restart', web);
    expect(await stage.card('cem', 'component.stop_all', {}).catch(() => undefined)).toBeUndefined();
    let refusals = 0;
    for (let passed = 0; passed < 40 && (await stage.now(card)).state === 'running'; passed += 1) {
      for (const [operation, given] of [
        ['component.stop', web],
        ['component.stop_all', {}],
        ['component.restart', web],
      ] as const) {
        const answer = await stage.ask('cem', operation, given);
        const why =
          isProblem(answer) && answer.problem === 'refused' ? plain(answer.why, 'en') : JSON.stringify(answer);
        expect(why).toContain('in progress on this component: Restart web');
        refusals += 1;
      }
      if (passed === 1) {
        expect(statusOf(stage, 'web')).toMatch(/stopping|closed/);
        await stage.pressed('bob', waiting, 'approve');
        const refused = await stage.now(waiting);
        expect([refused.state, plain(refused.run.why ?? refused.plan.title, 'en')]).toEqual([
          'failed',
          expect.stringContaining('in progress on this component: Restart web'),
        ]);
      }
      await seconds(stage, 2);
    }
    expect(refusals).toBeGreaterThan(20);
    expect([(await stage.now(card)).state, statusOf(stage, 'web')]).toEqual(['done', 'running']);
  });

  test('of two, one of which didn’t stop, starts the other alone', async ({ stage }) => {
    await stage.simulated.faults.set({ nextOperation: 'refused-inside-200' });
    const card = await confirmed(stage, 'component.restart', { component: ['web', 'api'] });
    await seconds(stage, 40);
    const failed = await stage.now(card);
    expect(operations(stage)).toEqual([
      { action: 'stop', service_ids: [idOf('web'), idOf('api')] },
      { action: 'start', service_ids: [idOf('api')] },
    ]);
    expect([failed.state, statusOf(stage, 'web'), statusOf(stage, 'api')]).toEqual(['failed', 'running', 'running']);
    const { text } = cardMessage(failed);
    expect(text).toContain('✗ web: failed');
    expect(stage.newPosts().at(-1)).toMatch(/Partly done: Restart /);
    expect(text).toContain('○ web: not started, because it didn’t stop');
    expect(text).not.toContain('remaining steps');
    const last = (await stage.store.audit.search({ limit: 20 })).find(({ kind }) => kind === 'step');
    expect(last).toMatchObject({ details: { ids: idOf('api') } });
    // The button tries only the failed step again.
    expect(buttonsOf(failed)).toEqual({ 'request.rest': 'Try again', 'show:log': 'Log', 'request.calls': 'API calls' });
    const { proposed } = await stage.press('ann', failed, 'rest');
    expect(proposed).toMatchObject({
      request: { operation: 'component.restart', given: { component: [idOf('web')] } },
    });
  });

  test('of two, one of which didn’t start, offers to start that alone', async ({ stage }) => {
    const card = await stage.card('ann', 'component.restart', { component: ['web', 'api'] });
    const stop = stage.simulated.log.subscribe(({ method, path }) => {
      if (method !== 'POST' || !path.endsWith('/operations')) return;
      stop();
      void stage.simulated.faults.set({ nextOperation: 'refused-inside-200' });
    });
    await stage.pressed('ann', card, 'approve');
    await seconds(stage, 60);
    const failed = await stage.now(card);
    expect([failed.state, statusOf(stage, 'web'), statusOf(stage, 'api')]).toEqual(['failed', 'closed', 'running']);
    expect(buttonsOf(failed)).toEqual({ 'request.rest': 'Start', 'show:log': 'Log', 'request.calls': 'API calls' });
    const { proposed } = await stage.press('ann', failed, 'rest');
    expect(proposed).toMatchObject({ request: { operation: 'component.start', given: { component: [idOf('web')] } } });
  });
});

describe('size and image', () => {
  const writes = (stage: Stage) => stage.writes().map((call) => call.split('/').at(-1));

  test('instances, then memory: the second call waits for the end of the first', async ({ stage }) => {
    const card = await confirmed(stage, 'component.scale', { ...web, instances: ['4'], memory: ['2048'] });
    await seconds(stage, 2);
    expect((await stage.now(card)).run.steps.map(({ state }) => state)).toEqual(['following', 'waiting']);
    await seconds(stage, 25);
    expect((await stage.now(card)).state).toBe('done');
    expect(writes(stage)).toEqual(['horizontal', 'vertical']);
    expect(await stage.ask('ann', 'component.scale', { ...web, instances: ['4'] })).toHaveProperty('already');
  });

  test.each([
    ['instances that crash', { nextStart: 'crash' }, { instances: ['4'] }, { instances: ['3'] }],
    ['a size whose pods crash', { nextStart: 'crash' }, { memory: ['2048'] }, { memory: ['1024'] }],
  ] as const)('%s can be taken back from the card, although it failed', async (_what, fault, wanted, before) => {
    const stage = await stageWith();
    const card = await stage.card('ann', 'component.scale', { ...web, ...wanted });
    await stage.simulated.faults.set(fault);
    await stage.pressed('ann', card, 'approve');
    await seconds(stage, 120);
    const failed = await stage.now(card);
    expect(failed).toMatchObject({ state: 'failed', run: { steps: [{ state: 'failed' }] } });
    expect(buttonsOf(failed)).toMatchObject({ 'request.undo': 'Undo', 'request.rest': 'Try again' });
    const undo = await stage.follow('ann', failed, 'undo');
    expect(undo).toMatchObject({ given: before, follows: { card: card.id, how: 'undo' } });
    await stage.pressed('ann', undo, 'approve');
    await seconds(stage, 60);
    expect((await stage.now(undo)).state).toBe('done');
  });

  test('the second call is not sent when its process is gone', async ({ stage }) => {
    const card = await confirmed(stage, 'component.scale', { ...web, instances: ['4'], memory: ['2048'] });
    await stage.engine.stop();
    const other = await stageWith({ store: stage.store, clock: stage.clock, simulated: stage.simulated });
    for (let round = 0; round < 14; round += 1) await other.pass(10_000);
    expect(await other.now(card)).toMatchObject({
      state: 'failed',
      run: { steps: [{ state: 'done' }, { state: 'not-sent' }] },
    });
    expect(writes(stage)).toEqual(['horizontal']);
  });
});

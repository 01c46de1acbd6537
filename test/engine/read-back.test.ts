import { test as base } from 'vitest';
import type { FaultPatch } from '../../playground/platform/edge/platform-faults.ts';
import { cardMessage } from '../../src/slack/request/card-view.ts';
import type { Stage } from './stage.ts';
import { useStages } from './stages.ts';

const stageWith = useStages();
const test = base.extend('stage', () => stageWith());
const open = { component: ['api'], port: ['8000'] };
const both = { component: ['web'], port: ['8443'], both: ['yes'] };

async function approved(stage: Stage, given: Record<string, string[]>, fault: FaultPatch, operation = 'port.open') {
  const card = await stage.card('ann', operation, given);
  await stage.simulated.faults.set(fault);
  await stage.pressed('bob', card, 'approve');
  return card;
}

describe('a call whose answer says nothing', () => {
  test.each([
    ['a reset after its effect', { kind: 'reset', when: 'after' }],
    ['an HTML page after its effect', { kind: 'garble', as: 'html', when: 'after' }],
  ] as const)('%s: the state shows it, so it is done', async (_what, nextWrite) => {
    const stage = await stageWith();
    const card = await approved(stage, open, { nextWrite });
    expect(await stage.now(card)).toMatchObject({ state: 'done', run: { steps: [{ state: 'done' }] } });
    expect(stage.writes()).toHaveLength(1);
  });

  test('temporary access that ended meanwhile is told once the outcome is known', async ({ stage }) => {
    const card = await approved(
      stage,
      { ...open, for: ['2h'] },
      { nextWrite: { kind: 'hang', seconds: 9, apply: false } },
    );
    const at = stage.clock.world.now();
    const body = { card: card.id, opening: card.id, how: 'by-hand' };
    await stage.store.commit({ at, due: { put: [{ id: 'ended', kind: 'change.ended', at, body }] } });
    await stage.pass(0);
    expect(await stage.now(card)).toMatchObject({ state: 'unknown', access: { closed: false } });
    stage.simulated.elsewhere({ do: 'open', component: 'api', port: 8000, side: 'outer' });
    await stage.pass(60_000);
    await stage.pass(60_000);
    expect(await stage.now(card)).toMatchObject({ state: 'done', access: { closed: true, how: 'by-hand' } });
  });

  test.each([
    ['a reset before its effect', { kind: 'reset', when: 'before' }, ''],
    ['a 500 before its effect', { kind: 'error', when: 'before' }, 'reported an internal error'],
    ['nothing at all', { kind: 'hang', seconds: 9, apply: false }, ''],
  ] as const)('%s: unknown, read five times, then failed; never sent again', async (_what, nextWrite, answered) => {
    const stage = await stageWith();
    const card = await approved(stage, open, { nextWrite });
    const times: number[] = [];
    for (const at of [5, 15, 30, 60]) {
      expect(await stage.now(card), String(at)).toMatchObject({ state: 'unknown' });
      times.push(((await stage.now(card)).run.check?.at ?? 0) - stage.clock.world.now());
      await stage.pass(times.at(-1) ?? 0);
    }
    expect(times).toEqual([5_000, 10_000, 15_000, 30_000]);
    expect((await stage.press('bob', card, 'check')).says.key).toBe('card.checkBefore');
    await stage.pass(30_000);
    expect(await stage.now(card)).toMatchObject({ state: 'failed', run: { steps: [{ state: 'failed' }] } });
    const drawn = cardMessage(await stage.now(card));
    expect(drawn.text).toContain('had no effect');
    if (answered !== '')
      expect(drawn.text).toMatch(
        new RegExp(`${answered}.* After several checks, the state was still unchanged.*Reference`),
      );
    expect(JSON.stringify(drawn.blocks)).toContain('Try again');
    const notes = stage.newPosts().filter((post) => post.startsWith('note'));
    expect(notes.at(-1)).toContain('had no effect');
    // The outcome follows within two minutes, so only the first note about it mentions the requester.
    expect(notes.slice(-2).map((note) => note.includes('asker'))).toEqual([true, false]);
    expect(stage.writes()).toHaveLength(1);
    const outcomes = (await stage.store.audit.search({ limit: 99 })).filter(({ kind }) => kind === 'outcome');
    expect(outcomes.toReversed().map(({ outcome }) => outcome)).toEqual(['unknown', 'failed']);
    await stage.press('ann', card, 'rest');
    expect(stage.newPosts().at(-1)).toBe('post · proposed');
    expect(stage.writes()).toHaveLength(1);
  });

  test('a platform that cannot be read: read until it can, however long', async ({ stage }) => {
    const card = await stage.card('ann', 'port.open', open);
    await stage.simulated.faults.set({ nextWrite: { kind: 'reset', when: 'after' } });
    const stop = stage.simulated.log.subscribe(({ method }) => {
      if (method !== 'GET') void stage.simulated.faults.set({ down: 'reset' });
    });
    await stage.pressed('bob', card, 'approve');
    stop();
    expect(await stage.now(card)).toMatchObject({ state: 'unknown' });
    for (let round = 0; round < 6; round += 1) await stage.pass(300_000);
    expect(await stage.now(card)).toMatchObject({ state: 'unknown' });
    expect(await stage.pressed('bob', card, 'check')).toContain('couldn’t read');
    await stage.simulated.faults.reset();
    await stage.pass(300_000);
    expect(await stage.now(card)).toMatchObject({ state: 'done' });
  });

  test('a state that is neither: people are asked to look, and their Check ends it', async ({ stage }) => {
    const card = await approved(
      stage,
      { component: ['api'], port: ['8000'], alias: ['SHOP_API'] },
      { nextWrite: { kind: 'reset', when: 'before' } },
      'port.alias',
    ).catch(() => undefined);
    if (!card) throw new Error('no card');
    await stage.pressed('ann', card, 'approve');
    expect(await stage.now(card)).toMatchObject({ state: 'unknown' });
    stage.simulated.elsewhere({ do: 'rename', component: 'api', port: 8000, alias: 'OTHER', service: 'other' });
    for (const _ of [1, 2, 3, 4, 5]) await stage.pass(30_000);
    const now = await stage.now(card);
    expect(now).toMatchObject({ state: 'unknown' });
    expect(now.run.check).toBeUndefined();
    expect(stage.newPosts().at(-1)).toContain('Look at the platform, then press');
    expect(await stage.pressed('bob', card, 'check')).toContain('failed');
    expect(await stage.now(card)).toMatchObject({ state: 'failed' });
  });
});

describe('a call that is refused', () => {
  test('fails with the platform’s own reason, and nothing after it is sent', async ({ stage }) => {
    const card = await stage.card('ann', 'port.open', open);
    const stop = stage.simulated.log.subscribe(({ path }) => {
      if (!path.endsWith('/ports')) return;
      stop();
      stage.simulated.elsewhere({ do: 'close', component: 'api', port: 8000, side: 'inner' });
    });
    await stage.pressed('bob', card, 'approve');
    expect(await stage.now(card)).toMatchObject({
      state: 'failed',
      run: { steps: [{ state: 'failed', status: 404 }] },
    });
    expect(stage.newPosts().at(-1)).toMatch(
      /Failed: Open port 8000 on api to the internet\. Internal access must be opened first/,
    );
    expect(stage.writes()).toHaveLength(1);
    await stage.pass(300_000);
    expect(stage.writes()).toHaveLength(1);
  });

  test('never left: failed, nothing sent, and it can be asked again', async ({ stage }) => {
    const card = await stage.card('ann', 'port.open', open);
    const reads = stage.simulated.log.subscribe(({ path }) => {
      if (path.endsWith('/ports')) setImmediate(() => void stage.simulated.faults.set({ down: 'refused' }));
    });
    await stage.pressed('bob', card, 'approve');
    reads();
    const now = await stage.now(card);
    expect(now.state).toBe('failed');
    expect(now.run.steps[0]?.state).toBe('not-sent');
    expect(stage.writes()).toEqual([]);
  });
});

describe('several steps', () => {
  test('stop at the first that is not done; the rest is a new request', async ({ stage }) => {
    const card = await stage.card('ann', 'port.open', both);
    let written = false;
    const stop = stage.simulated.log.subscribe(({ method, path }) => {
      written ||= method === 'PUT';
      if (!written || method !== 'GET' || !path.endsWith('/ports')) return;
      stop();
      stage.simulated.elsewhere({ do: 'close', component: 'web', port: 8443, side: 'inner' });
    });
    await stage.pressed('bob', card, 'approve');
    expect(await stage.now(card)).toMatchObject({
      state: 'failed',
      run: { steps: [{ state: 'done' }, { state: 'failed' }] },
    });
    expect(stage.writes()).toHaveLength(2);
    const rest = await stage.follow('ann', await stage.now(card), 'rest');
    expect(rest).toMatchObject({ follows: { card: card.id, how: 'rest' }, run: { steps: [{ state: 'waiting' }, {}] } });
    await stage.pressed('bob', rest, 'approve');
    expect(await stage.now(rest)).toMatchObject({ state: 'done' });
    expect(stage.writes()).toHaveLength(4);
  });

  test('a first step that worked after all ends without the rest', async ({ stage }) => {
    const card = await approved(stage, both, { nextWrite: { kind: 'reset', when: 'before' } });
    expect(await stage.now(card)).toMatchObject({
      state: 'unknown',
      run: { steps: [{ state: 'unknown' }, { state: 'not-sent' }] },
    });
    stage.simulated.elsewhere({ do: 'open', component: 'web', port: 8443, side: 'inner' });
    await stage.pass(5_000);
    expect(await stage.now(card)).toMatchObject({
      state: 'failed',
      run: { why: { key: 'card.lateDone' }, steps: [{ state: 'done' }, { state: 'not-sent' }] },
    });
    expect(stage.writes()).toHaveLength(1);
  });
});

describe('gateway rules', () => {
  const rule = { component: ['web'], port: ['8080'], domain_name: ['new.shop.test'] };
  const opening = { component: ['api'], port: ['9100'], domain_name: ['new.shop.test'], whether_open: ['yes'] };
  test.each([
    [500, 'The region reported an internal error: no.'],
    [400, 'The region rejected this: no.'],
  ])('refused by the region (%i) after the port was opened: failed, and the open port is told', async (status, why) => {
    const stage = await stageWith();
    const fault = { kind: 'answers', status, body: { msg: 'no' }, only: 'http-rule' } as const;
    const card = await approved(stage, opening, { regionFaults: { 'east-1': fault } }, 'gateway.http');
    expect(await stage.now(card)).toMatchObject({
      state: 'failed',
      run: { steps: [{ offer: { operation: 'port.close' } }] },
    });
    const drawn = cardMessage(await stage.now(card));
    expect(drawn.text).toContain(why);
    expect(drawn.text).toContain('The rule wasn’t created. Port 9100 on api is now open to the internet.');
    expect(JSON.stringify(drawn.blocks)).toContain('Close port 9100');
    expect(stage.newPosts().at(-1)).toContain('is now open to the internet');
  });

  test('lost before its effect, the port opened meanwhile: failed, and the open port is told', async ({ stage }) => {
    const card = await approved(stage, opening, { nextWrite: { kind: 'reset', when: 'before' } }, 'gateway.http');
    for (const side of ['inner', 'outer'] as const)
      stage.simulated.elsewhere({ do: 'open', component: 'api', port: 9100, side });
    for (const _ of [1, 2, 3, 4, 5]) await stage.pass(30_000);
    expect(await stage.now(card)).toMatchObject({
      state: 'failed',
      run: { steps: [{ offer: { operation: 'port.close' } }] },
    });
    expect(cardMessage(await stage.now(card)).text).toContain('Port 9100 on api is now open to the internet.');
  });

  test('without an answer and without a list, by the addresses', async () => {
    const stage = await stageWith({ dialect: 'document' });
    const web = stage.simulated.state.components[0]?.id ?? '';
    const card = await approved(
      stage,
      { ...rule, component: [web] },
      { nextWrite: { kind: 'reset', when: 'after' } },
      'gateway.http',
    );
    expect(await stage.now(card)).toMatchObject({ state: 'done' });
  });
});

test('undo is a new request, itself planned and decided', async ({ stage }) => {
  const card = await stage.card('ann', 'port.open', open);
  expect((await stage.press('bob', card, 'undo')).says.key).toBe('change.notOver');
  await stage.pressed('bob', card, 'approve');
  const { says, proposed, request } = await stage.press('cem', card, 'undo');
  expect(says.key).toBe('change.asked');
  expect(request).toMatchObject({ operation: 'port.close', in: 'shop/east-1/12' });
  const undo = proposed && 'request' in proposed ? proposed.request : expect.fail('no undo');
  expect(undo).toMatchObject({ operation: 'port.close', asker: { id: 'UCEM' } });
  expect(undo.follows).toMatchObject({ card: card.id, how: 'undo' });
  expect(await stage.pressed('cem', undo, 'approve')).toBe('Confirmed. Running now.');
  expect(stage.writes()).toEqual(['PUT ports/8000 open_outer', 'PUT ports/8000 close_outer']);
  expect((await stage.press('cem', card, 'undo')).proposed).toHaveProperty('already');
});

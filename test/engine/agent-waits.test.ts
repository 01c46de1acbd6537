import { test as base } from 'vitest';
import { cardMessage } from '../../src/slack/request/card-view.ts';
import { agentCalls, callsOf, makeAgent, opening, slackbotCalls, useAgentStages } from './agent-calls.ts';
import type { Stage } from './stage.ts';

const { agentStage, contextStage } = useAgentStages();
const test = base.extend('agent', () => agentStage());
const hour = 3_600_000;

async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
}

async function waited<T>(stage: Stage, ms: number, work: Promise<T>) {
  const began = stage.clock.world.now();
  let settled: { readonly value: T } | undefined;
  void work.then((value) => {
    settled = { value };
  });
  for (let passed = 0; passed <= ms && !settled; passed += 250) {
    stage.clock.pass(250);
    await turns();
  }
  if (!settled) throw new Error('still waiting');
  return { answer: settled.value, took: stage.clock.world.now() - began };
}

describe('get_request', () => {
  test('waits for the next state, 25 seconds for an agent and 5 for Slackbot', async ({ agent: { stage, call } }) => {
    const { data } = await call('propose_change', opening('web', 8443, { both: ['yes'] }));
    const asked = { request: data.request };
    const agent = await waited(stage, 40_000, call('get_request', asked));
    expect(agent.answer.data).toMatchObject({ state: 'waiting_for_approval' });
    expect(agent.took).toBeGreaterThanOrEqual(25_000);
    const slackbot = await waited(stage, 40_000, slackbotCalls(stage, 'ann', 'a')('get_request', asked));
    expect(slackbot.took).toBeLessThan(8_000);
    const waits = call('get_request', asked);
    stage.simulated.elsewhere({ do: 'open', component: 'web', port: 8443, side: 'inner' });
    await stage.pressed('bob', await stage.now({ id: String(data.request) }), 'approve');
    const planned = await waited(stage, 40_000, waits);
    expect(planned.answer.data).toMatchObject({ state: 'waiting_for_approval', revision: 2 });
    expect(planned.took).toBeLessThan(5_000);
    const waiting = call('get_request', asked);
    await stage.pressed('bob', await stage.now({ id: String(data.request) }), 'deny', { reason: 'not today' });
    const denied = await waited(stage, 40_000, waiting);
    expect(denied.answer.data).toMatchObject({ state: 'denied', final: true });
    expect(denied.took).toBeLessThan(5_000);
  });

  test('goes on waiting while only what nobody can see changes, such as the steps of a run', async ({
    agent: { stage, call },
  }) => {
    const { data } = await call('propose_change', opening('web', 8443, { both: ['yes'] }));
    const waiting = call('get_request', { request: data.request });
    await turns();
    const stored = await stage.store.requests.get(String(data.request));
    if (!stored) throw new Error('no such request');
    const { version, ...next } = stored;
    expect(await stage.store.commit({ at: 0, request: { next, expect: version } })).toBe('saved');
    expect((await waited(stage, 40_000, waiting)).took).toBeGreaterThanOrEqual(20_000);
  });

  test('ends its wait when the bot stops, with the state as it is', async () => {
    const stage = await contextStage();
    const agent = await makeAgent(stage);
    const { data } = await (await agentCalls(stage, agent))('propose_change', opening('api', 8000));
    const stopping = new AbortController();
    const waiting = callsOf(
      stage,
      { by: 'token', agent },
      undefined,
      undefined,
      stopping.signal,
    )('get_request', { request: data.request });
    stopping.abort();
    expect((await waiting).data).toMatchObject({ state: 'waiting_for_approval' });
  });
});

describe('people', () => {
  test('cancel what their agent has asked for, and those who decide deny it', async ({ agent: { stage, call } }) => {
    const card = async () =>
      stage.now({ id: String((await call('propose_change', opening('api', 8000))).data.request) });
    const first = await card();
    expect(JSON.stringify(cardMessage(first))).toContain('request.cancel');
    await stage.pressed('ann', first, 'cancel');
    expect(await stage.now(first)).toMatchObject({ state: 'cancelled' });
    const second = await card();
    await stage.pressed('bob', second, 'deny');
    expect(await stage.now(second)).toMatchObject({ state: 'denied' });
  });

  test('who deny a plan twice aren’t asked for it again for an hour, and then they are', async ({
    agent: { stage, call },
  }) => {
    const ask = () => call('propose_change', opening('api', 8000));
    for (const _turn of [1, 2])
      await stage.pressed('bob', await stage.now({ id: String((await ask()).data.request) }), 'deny');
    expect((await ask()).text).toContain('denied this change twice');
    const longer = await call('propose_change', opening('api', 8000, { for: ['31m'] }));
    expect(longer.text).toContain('denied this change twice');
    expect((await call('propose_change', opening('web', 9090))).isError).toBe(false);
    await stage.pass(hour + 1);
    expect((await ask()).data).toMatchObject({ state: 'waiting_for_approval' });
  });
});

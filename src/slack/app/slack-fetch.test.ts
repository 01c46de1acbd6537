import { afterEach, describe, expect, test, vi } from 'vitest';
import { createSlackFetch } from './slack-fetch.ts';

test.each([
  ['chat.postMessage', { ok: true }, 200, 'ok'],
  ['chat.postMessage', { ok: false, error: 'not_in_channel' }, 200, 'not_in_channel'],
  ['chat.postMessage', { ok: false, error: 'Something <long> that is no code' }, 200, 'other'],
  ['chat.postMessage', { ok: false, error: 'fatal_error' }, 500, '500'],
  ['response_url', 'ok', 200, 'ok'],
])('a call of %s that brings %j with %i is counted as what it is', async (method, body, status, outcome) => {
  const counted: string[] = [];
  const fetch = createSlackFetch(
    { now: () => 0, wait: async () => {} },
    { slackCalled: (name, result) => void counted.push(`${name} ${result}`) },
    async () => new Response(JSON.stringify(body), { status }),
  );
  const path = method === 'response_url' ? 'actions/T0/1/abc' : `api/${method}`;
  const response = await fetch(`https://slack.example/${path}`);
  expect(counted).toEqual([`${method} ${outcome}`]);
  expect(await response.json()).toEqual(body);
});

describe('a modal, whose trigger lives for three seconds', () => {
  afterEach(() => vi.restoreAllMocks());
  const metrics = { slackCalled: () => {} };
  const called = (method: string, waited: number[], send: typeof globalThis.fetch) =>
    createSlackFetch(
      { now: () => 0, wait: async (ms) => void waited.push(ms) },
      metrics,
      send,
    )(`https://slack.example/api/${method}`);

  test.each([
    ['views.open', 429, []],
    ['views.push', 429, []],
    ['chat.postMessage', 200, [10_000]],
  ])('%s that is rate-limited', async (method, status, waits) => {
    const waited: number[] = [];
    const answers = [429, 200].map((each) => new Response('{}', { status: each, headers: { 'retry-after': '10' } }));
    const response = await called(method, waited, async () => answers.shift() ?? Response.error());
    expect([response.status, waited]).toEqual([status, waits]);
  });

  test.each([
    ['views.open', 2_500],
    ['views.update', 10_000],
  ])('%s that hangs is given up while %i ms have passed', async (method, ms) => {
    const late = new AbortController();
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
    const hangs: typeof globalThis.fetch = (_input, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        late.abort();
      });
    await expect(called(method, [], hangs)).rejects.toThrow('aborted');
    expect(limit.mock.calls).toEqual([[ms]]);
  });
});

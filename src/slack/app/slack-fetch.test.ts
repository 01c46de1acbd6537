import { expect, test } from 'vitest';
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

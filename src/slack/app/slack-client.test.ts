import { createLogger } from '../../observability/logger.ts';
import { createSlackFetch, createSlackLimits } from './slack-client.ts';

const log = createLogger({ level: 'silent' });
const metrics = { slackCalled: () => {} };

/** Returns a `fetch` without patience for limits, over a stub of Slack. */
const fetchWith = (
  send: typeof globalThis.fetch,
  counts: Parameters<typeof createSlackFetch>[1] = metrics,
  wait = async (_ms: number) => {},
) => createSlackFetch({ now: () => 0, wait, random: () => 0, log }, counts, createSlackLimits(), 0, send);

test.each([
  ['chat.postMessage', { ok: true }, 200, 'ok'],
  ['chat.postMessage', { ok: false, error: 'not_in_channel' }, 200, 'not_in_channel'],
  ['chat.postMessage', { ok: false, error: 'Something <long> that is no code' }, 200, 'other'],
  ['chat.postMessage', { ok: false, error: 'fatal_error' }, 500, '500'],
  ['response_url', 'ok', 200, 'ok'],
])('a call of %s that brings %j with %i is counted as what it is', async (method, body, status, outcome) => {
  const counted: string[] = [];
  const slackCalled = (name: string, result: string) => void counted.push(`${name} ${result}`);
  const fetch = fetchWith(async () => new Response(JSON.stringify(body), { status }), { slackCalled });
  const path = method === 'response_url' ? 'actions/T0/1/abc' : `api/${method}`;
  const response = await fetch(`https://slack.example/${path}`);
  expect(counted).toEqual([`${method} ${outcome}`]);
  expect(await response.json()).toEqual(body);
});

describe('what Slack limits', () => {
  /** Creates two clients of one token, a clock that moves only when they wait, and the calls that reached Slack. */
  function stage(patienceMs: number, limitedFor: (call: string) => number | undefined) {
    let now = 0;
    const calls: string[] = [];
    const pass = (ms: number) => {
      now += ms;
    };
    const world = { now: () => now, wait: async (ms: number) => pass(ms), random: () => 0, log };
    const send: typeof globalThis.fetch = async (input, init) => {
      const method = String(input).split('/').at(-1) ?? '';
      const call = [method, new URLSearchParams(String(init?.body ?? '')).get('channel') ?? ''].join(' ').trim();
      calls.push(`${now / 1_000} s: ${call}`);
      const seconds = limitedFor(call);
      return seconds === undefined
        ? Response.json({ ok: true })
        : Response.json({ ok: false }, { status: 429, headers: seconds > 0 ? { 'retry-after': String(seconds) } : {} });
    };
    const limits = createSlackLimits();
    const fetch = createSlackFetch(world, metrics, limits, patienceMs, send);
    const other = createSlackFetch(world, metrics, limits, 0, send);
    const by = (which: typeof fetch) => async (method: string, channel?: string) => {
      const body = channel === undefined ? '' : `text=x&channel=${channel}`;
      const { status, headers } = await which(`https://slack.example/api/${method}`, { method: 'POST', body });
      return status === 429 ? `limited for ${headers.get('retry-after')} s` : status;
    };
    return { calls, ask: by(fetch), askOther: by(other), pass };
  }

  test('isn’t called before the time that Slack named, whoever asks', async () => {
    let limited: number | undefined = 30;
    const { calls, ask, askOther, pass } = stage(2_500, () => limited);
    expect(await ask('conversations.members', 'C1')).toBe('limited for 30 s');
    pass(10_000);
    expect(await askOther('conversations.members', 'C2')).toBe('limited for 20 s');
    limited = undefined;
    expect(await ask('users.info')).toBe(200);
    pass(20_000);
    expect(await ask('conversations.members', 'C1')).toBe(200);
    expect(calls).toEqual(['0 s: conversations.members C1', '10 s: users.info', '30 s: conversations.members C1']);
  });

  test('an address for one reply is limited for itself: the next reply has another', async () => {
    const { calls, ask } = stage(2_500, () => 1);
    expect([await ask('abc'), await ask('def')]).toEqual(['limited for 1 s', 'limited for 1 s']);
    expect(calls).toEqual(['0 s: abc', '0 s: def']);
  });

  test('posting is limited in each channel for itself', async () => {
    const { calls, ask } = stage(0, (call) => (call === 'chat.postMessage C1' ? 7 : undefined));
    for (const channel of ['C1', 'C2', 'C1']) await ask('chat.postMessage', channel);
    expect(calls).toEqual(['0 s: chat.postMessage C1', '0 s: chat.postMessage C2']);
  });

  test.each<[string, number, readonly number[], string | number, readonly number[]]>([
    ['nobody waits', 0, [1], 'limited for 1 s', [0]],
    ['a short limit is waited for', 2_500, [2], 200, [0, 2]],
    ['no longer than asked in all', 2_500, [2, 1], 'limited for 1 s', [0, 2]],
    ['half a minute several times', 90_000, [30, 30, 30], 200, [0, 30, 60, 90]],
    ['never longer than half a minute at once', 90_000, [31], 'limited for 31 s', [0]],
    ['without a time, a second', 2_500, [0], 200, [0, 1]],
  ])('%s', async (_what, patience, limits, result, times) => {
    const left = [...limits];
    const { calls, ask } = stage(patience, () => left.shift());
    expect(await ask('chat.update')).toBe(result);
    expect(calls).toEqual(times.map((time) => `${time} s: chat.update`));
  });

  test.each(['views.open', 'views.push'])(
    '%s waits for no limit: its trigger lives for three seconds',
    async (method) => {
      const { calls, ask } = stage(90_000, () => 1);
      expect(await ask(method)).toBe('limited for 1 s');
      expect(calls).toHaveLength(1);
    },
  );
});

test.each([
  ['chat.postMessage', []],
  ['chat.postEphemeral', []],
  ['files.completeUploadExternal', []],
  ['views.open', []],
  ['chat.update', [200, 400]],
  ['conversations.info', [200, 400]],
])('a broken connection: %s, which may have arrived, is called again after %j ms', async (method, expected) => {
  const waits: number[] = [];
  const send = vi.fn(async () => {
    throw new TypeError('fetch failed');
  });
  const fetch = fetchWith(send, metrics, async (ms) => void waits.push(ms));
  await expect(fetch(`https://slack.example/api/${method}`)).rejects.toThrow('fetch failed');
  expect(waits).toEqual(expected);
  expect(send).toHaveBeenCalledTimes(1 + expected.length);
});

describe('a modal, whose trigger lives for three seconds', () => {
  afterEach(() => vi.restoreAllMocks());

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
    await expect(fetchWith(hangs)(`https://slack.example/api/${method}`)).rejects.toThrow('aborted');
    expect(limit.mock.calls).toEqual([[ms]]);
  });
});

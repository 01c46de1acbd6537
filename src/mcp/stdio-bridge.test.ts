import { describe, expect, test } from 'vitest';
import { bridgeFault, runBridge } from './stdio-bridge.ts';

const token = `ptl_abcdef_${'x'.repeat(43)}`;
const url = 'https://bot.example.com/mcp';

/** What a client reads that has sent some lines, and what was sent to the server for them. */
async function bridged(lines: readonly string[], answerOf: (body: string, init: RequestInit) => Response) {
  const answers: string[] = [];
  const sent: { readonly body: string; readonly headers: Headers; readonly init: RequestInit }[] = [];
  async function* typed() {
    for (const line of lines) {
      yield line;
      // The answers to earlier lines may be there before the next one.
      await new Promise(setImmediate);
    }
  }
  await runBridge({
    ...{ url, token, lines: typed(), answer: (line) => answers.push(line) },
    fetch: async (_url, init = {}) => {
      const body = String(init.body);
      sent.push({ body, headers: new Headers(init.headers), init });
      return answerOf(body, init);
    },
  });
  return { answers, sent };
}

const json = (value: unknown) => Response.json(value);
const ping = (id: number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });

describe('the bridge', () => {
  test('sends each line with the token, never to another place, and writes each answer as a line', async () => {
    const { answers, sent } = await bridged([ping(1), '', ping(2)], (body) =>
      json({ jsonrpc: '2.0', id: JSON.parse(body).id, result: {} }),
    );
    expect(answers.map((line) => JSON.parse(line).id).sort()).toEqual([1, 2]);
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([`Bearer ${token}`, `Bearer ${token}`]);
    expect(sent[0]?.init.redirect).toBe('error');
  });

  test('reads answers that come as a stream of events, and writes nothing for a notification', async () => {
    const { answers } = await bridged(
      [ping(1), JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })],
      (body) =>
        body.includes('ping')
          ? new Response('event: message\ndata: {"jsonrpc":"2.0","id":1,\ndata: "result":{}}\n\n', {
              headers: { 'content-type': 'text/event-stream' },
            })
          : new Response(null, { status: 202 }),
    );
    expect(answers).toEqual(['{"jsonrpc":"2.0","id":1,"result":{}}']);
  });

  test('repeats the version that was agreed on, or what a message of the newer protocol says itself', async () => {
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    const { sent } = await bridged(
      [
        JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }),
        ping(2),
        JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'list_ports', _meta: meta } }),
      ],
      () => json({ jsonrpc: '2.0', id: 1, result: { protocolVersion: '2025-06-18' } }),
    );
    const headers = sent.map((each) =>
      ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map((name) => each.headers.get(name)),
    );
    expect(headers).toEqual([
      [null, null, null],
      ['2025-06-18', null, null],
      ['2026-07-28', 'tools/call', 'list_ports'],
    ]);
  });

  test.each<[string, (body: string) => Response, string]>([
    ['a token that was revoked', () => new Response('', { status: 401 }), 'was revoked'],
    ['a page instead of an answer', () => new Response('<html>', { status: 502 }), 'status 502'],
    [
      'no connection',
      () => {
        throw new TypeError('fetch failed');
      },
      'can’t be reached',
    ],
  ])('says in an error what is wrong: %s', async (_case, answerOf, says) => {
    const { answers } = await bridged([ping(7)], answerOf);
    expect(JSON.parse(answers[0] ?? '')).toMatchObject({ id: 7, error: { message: expect.stringContaining(says) } });
    expect(answers.join('')).not.toContain(token);
  });

  test('refuses what is no message, and one that is too long', async () => {
    const { answers, sent } = await bridged(['{', `{"id":1,"x":"${'x'.repeat(300_000)}"}`], () => json({}));
    expect(answers.map((line) => JSON.parse(line).error.message)).toEqual([
      'Not a JSON-RPC message.',
      'The message is too long.',
    ]);
    expect(sent).toEqual([]);
  });

  test('a call that the client cancels ends, and gets no answer', async () => {
    let ended: AbortSignal | null | undefined;
    const cancelled = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    const { answers } = await bridged([ping(1), cancelled], (body, init) => {
      if (!body.includes('ping')) return new Response(null, { status: 202 });
      ended = init.signal;
      const never = new ReadableStream({
        start: (stream) => init.signal?.addEventListener('abort', () => stream.error(new Error('ended'))),
      });
      return new Response(never);
    });
    expect([answers, ended?.aborted]).toEqual([[], true]);
  });
});

test.each<[string, string, string | undefined]>([
  [url, token, undefined],
  ['http://localhost:4400/mcp', token, undefined],
  ['http://bot.example.com/mcp', token, 'has to start with https'],
  ['nonsense', token, "isn't a valid address"],
  [url, 'xoxb-1', 'no valid token'],
])('the address %s with a token is checked first', (address, given, says) => {
  const fault = bridgeFault(address, given);
  if (says === undefined) expect(fault).toBeUndefined();
  else expect(fault).toContain(says);
  expect(fault ?? '').not.toContain(token);
});

import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import * as z from 'zod';
import { setChannelContexts } from '../../playground/first-screen.ts';
import { createAgent } from '../../playground/playground.ts';
import { defaultPolicy } from '../../src/core/policy/policy.ts';
import { sharedCharts } from '../shared-charts.ts';
import { shownIn, wordsOf } from './stage.ts';
import { useStage } from './use-stage.ts';

const channel = 'C0SHOP';
const secret = 'playground-signing-secret-0123456789';
const open: Client[] = [];
const stage = await useStage({ agents: true, hurry: 20, policy: { ...defaultPolicy, evidence: false } });
await setChannelContexts(stage);
afterAll(async () => {
  for (const each of open) await each.close();
});

const address = () => new URL(stage.config.mcpUrl ?? '');
type Era = 'legacy' | 'modern';

async function connect(token: string, era: Era = 'legacy'): Promise<Client> {
  const modern = { versionNegotiation: { mode: { pin: '2026-07-28' } } } as const;
  const client = new Client({ name: 'test', version: '1' }, era === 'modern' ? modern : {});
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(address(), { requestInit: { headers } }));
  open.push(client);
  return client;
}

let count = 0;
const tokenOf = (name: string, may: 'read' | 'propose' = 'propose', owner = 'U0MAYA') =>
  createAgent(stage.bot(), { id: owner, name: owner }, { name, id: `agent${++count}`, may, at: Date.now() });

async function call(client: Client, name: string, args: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: args });
  const [first] = result.content;
  const text = first?.type === 'text' ? first.text : '';
  const data: Record<string, unknown> = z.record(z.string(), z.unknown()).catch({}).parse(result.structuredContent);
  return { isError: result.isError === true, text, data, content: result.content };
}

/** Sends a raw request, like anybody on the network can. */
const post = (headers: Record<string, string>, body: string | Buffer, path = '/mcp', method = 'POST') =>
  new Promise<{ status: number; body: string; challenge: string | undefined }>((resolve, reject) => {
    const { host, hostname, port } = address();
    const type = { host, 'content-type': 'application/json', accept: 'application/json' };
    const sent = httpRequest({ host: hostname, port, path, method, headers: { ...type, ...headers } }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      const challenge = response.headers['www-authenticate'];
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(pieces).toString(), challenge }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });

const listing = (args: object = {}, meta?: object) =>
  JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'list_contexts', arguments: args, ...(meta ? { _meta: { slack: meta } } : {}) },
  });
function signed(body: string, key = secret): Record<string, string> {
  const stamp = String(Math.floor(Date.now() / 1_000));
  const signature = `v0=${createHmac('sha256', key).update(`v0:${stamp}:${body}`).digest('hex')}`;
  return { 'x-slack-request-timestamp': stamp, 'x-slack-signature': signature };
}
const cards = () =>
  stage.slack.messages(channel, 'U0SAM').filter((each) => shownIn(each).includes('Requested by the agent'));

describe.each(['legacy', 'modern'] as const)('an agent over the %s protocol', (era) => {
  test('finds, proposes, waits, and reports what was done after someone else approved it', {
    timeout: 90_000,
  }, async () => {
    const client = await connect(await tokenOf(`helper-${era}`), era);
    expect(client.getProtocolEra()).toBe(era);
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(15);
    expect((await call(client, 'list_contexts')).data).toMatchObject({ may: 'propose' });
    const components = await call(client, 'find_components', { context: 'shop' });
    expect(JSON.stringify(components.data)).toContain('api');
    const change = { context: 'shop', change: 'port.open', parameters: { component: 'api', port: 8000, for: '2h' } };
    const before = cards().length;
    const plan = await call(client, 'plan_change', change);
    expect(plan.data).toMatchObject({ risk: 'expose', needs: 'approval of 1' });
    expect(cards()).toHaveLength(before);
    const proposed = await call(client, 'propose_change', { ...change, reason: 'I debug the <!channel> callback' });
    expect(proposed.data).toMatchObject({ state: 'waiting_for_approval', plan_hash: plan.data.plan_hash });
    const { request } = proposed.data;
    const card = cards().at(-1);
    expect(shownIn(card)).toContain(`Requested by the agent *helper-${era}* for `);
    expect(shownIn(card)).not.toContain('<!channel>');
    const waiting = call(client, 'get_request', { request });
    await stage.slack.user('U0MAYA').press(card ?? { channel, ts: '' }, 'request.approve');
    await stage.slack.user('U0SAM').press(card ?? { channel, ts: '' }, 'request.approve');
    await waiting;
    await stage.idle();
    const done = await call(client, 'get_request', { request });
    expect(done.data).toMatchObject({ state: 'done', final: true });
    expect(JSON.stringify(done.data.data)).toContain('http');
    await stage.user('U0SAM').slash(channel, '/port close api 8000');
    stage.platform.restore();
  });
});

const Monitoring = z.object({
  from: z.string(),
  lines: z.array(z.string()),
  findings: z.array(z.string()).default([]),
  series: z.array(z.object({ unit: z.string(), points: z.array(z.tuple([z.string(), z.number()])).min(1) })).min(1),
});

test('reads a chart as numbers, and as a picture on request', { timeout: 120_000 }, async () => {
  await sharedCharts().warm();
  const client = await connect(await tokenOf('charts', 'read'));
  const asked = { context: 'shop', component: ['web'], range: '6h' };
  const chart = await call(client, 'read_monitoring', { ...asked, image: true });
  expect(chart.content.map(({ type }) => type)).toEqual(['text', 'text', 'image']);
  expect(JSON.stringify(chart.data)).toContain('"item":"gateway_latency"');
  const numbers = await call(client, 'read_monitoring', { ...asked, points: 6 });
  expect(numbers.content).toHaveLength(2);
  const { data } = z.object({ data: Monitoring }).parse(numbers.data);
  expect(data.lines[0]).toMatch(/^web.*, .*(?:steady|varying|rising|falling|rises|falls)/);
  for (const { points, unit } of data.series) {
    expect(points.length).toBeLessThanOrEqual(6);
    expect(unit).toMatch(/^(?:m?s|req\/s|clients?|cores?|[MG]iB|[kM]?B\/s)$/);
    for (const [time, value] of points) {
      expect(time).toBe(new Date(time).toISOString().replace('.000Z', 'Z'));
      expect(value).toBe(Number(value.toPrecision(4)));
    }
  }
  // In a long range, each point has the time at which its step begins.
  const week = await call(client, 'read_monitoring', { ...asked, range: '7d', points: 6 });
  const long = z.object({ data: Monitoring }).parse(week.data).data;
  expect(long.series.map(({ points }) => points[0]?.[0])).toContain(long.from);
  const unknown = await call(client, 'read_monitoring', { ...asked, item: ['restarts'] });
  expect(unknown.isError).toBe(true);
  expect(JSON.stringify(unknown.data)).not.toContain('find_components');
  // Missing data isn't a finding. The text must not say "0 findings", because people would think that all is well.
  expect(numbers.text).not.toContain('Findings: 0');
  expect(JSON.stringify(numbers.data)).toContain('"notes":[');
  const above = await call(client, 'read_monitoring', { ...asked, item: ['cpu'], above: '0.01' });
  expect(JSON.stringify(above.data)).toMatch(/"first_passed":"20\d\d-/);
});

describe('who may call', () => {
  test.each<[string, () => Promise<{ status: number }>, number]>([
    ['no identity', () => post({}, listing()), 401],
    ['a malformed token', () => post({ authorization: 'Bearer ptl_x' }, listing()), 401],
    ['an unknown token', () => post({ authorization: `Bearer ptl_abcdef_${'x'.repeat(43)}` }, listing()), 401],
    ['a signature over another body', () => post(signed('{}'), listing()), 401],
    ['another secret', () => post(signed(listing(), 'x'), listing()), 401],
    [
      'both identities',
      async () => post({ ...signed(listing()), authorization: `Bearer ${await tokenOf('both')}` }, listing()),
      401,
    ],
    [
      'another host',
      async () => post({ host: 'evil.test', authorization: `Bearer ${await tokenOf('host')}` }, listing()),
      403,
    ],
    [
      'another origin',
      async () => post({ origin: 'https://evil.test', authorization: `Bearer ${await tokenOf('origin')}` }, listing()),
      403,
    ],
    ['GET', () => post({}, '', '/mcp', 'GET'), 405],
    ['a list', async () => post({ authorization: `Bearer ${await tokenOf('list')}` }, `[${listing()}]`), 400],
    [
      '10 MB',
      async () => post({ authorization: `Bearer ${await tokenOf('large')}`, 'content-length': '10485760' }, ''),
      413,
    ],
  ])('%s is refused', async (_case, send, status) => expect((await send()).status).toBe(status));

  test.each<[string, Record<string, string>]>([
    ['no token', {}],
    ['a malformed one', { authorization: 'Bearer ptl_x' }],
    ['an unknown one', { authorization: `Bearer ptl_abcdef_${'x'.repeat(43)}` }],
  ])('%s is told what to do, in the header and in the body', async (_case, headers) => {
    const answer = await post(headers, listing());
    expect(answer).toMatchObject({ status: 401, challenge: expect.stringContaining('Bearer ') });
    expect(JSON.parse(answer.body).error.message).toContain('creates a new one in Slack');
  });

  test('another host is told so, JSON is JSON in any case, and broken JSON is an error of the protocol', async () => {
    const authorization = `Bearer ${await tokenOf('told')}`;
    const elsewhere = await post({ host: 'evil.test', authorization }, listing());
    expect(JSON.parse(elsewhere.body).error.message).toContain('MCP_URL');
    expect((await post({ authorization, 'content-type': 'Application/JSON; charset=utf-8' }, listing())).status).toBe(
      200,
    );
    const broken = await post({ authorization }, '{"jsonrpc":');
    expect(broken.status).toBe(400);
    expect(JSON.parse(broken.body).error).toMatchObject({ code: -32_700 });
  });

  test('no answer dumps the library’s validation, whatever a message holds', async () => {
    const authorization = `Bearer ${await tokenOf('odd')}`;
    for (const method of ['initialize', 'tools/list', 'tools/call', 'ping', 'server/discover', 'nothing', 7])
      for (const params of [
        null,
        undefined,
        [],
        'x',
        { _meta: 7 },
        { cursor: 7 },
        { name: 7 },
        { protocolVersion: 7 },
      ]) {
        const { body } = await post({ authorization }, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
        expect(body, `${method} ${JSON.stringify(params)}`).not.toMatch(/invalid_type|Invalid input|"path/);
      }
  });

  test('Slack’s signature with its person; never a token with somebody’s name', async () => {
    const maya = { user_id: 'U0MAYA', team_id: 'T0PORTOLAN' };
    const body = listing({}, maya);
    expect((await post(signed(body), body)).status).toBe(200);
    const guest = listing({}, { ...maya, team_id: null });
    expect((await post(signed(guest), guest)).body).toContain('"isError":true');
    const nobody = listing();
    expect((await post(signed(nobody), nobody)).body).toContain('didn’t say who asks');
    const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect((await post(signed(list), list)).body).toContain('propose_change');
    const token = await tokenOf('liu', 'read', 'U0LIU');
    const row = async () => (await stage.bot().store.audit.search({ limit: 1 }))[0];
    expect((await post({ authorization: `Bearer ${token}` }, body)).status).toBe(200);
    expect(await row()).toMatchObject({ kind: 'agent', who: { id: 'U0LIU' }, details: { agent: 'liu' } });
  });

  test('Slackbot is told after 9 seconds what goes on, however slow the platform is', async () => {
    await stage.platform.faults.set({ latencyMs: 1_000 });
    const call = { name: 'find_components', arguments: { context: 'shop' } };
    const slack = { user_id: 'U0MAYA', team_id: 'T0PORTOLAN' };
    const params = { ...call, _meta: { slack } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    expect((await post(signed(body), body)).body).toContain('It takes longer than 9 seconds.');
    await stage.platform.faults.set({ latencyMs: 0 });
    // The first call continues in the bot, and a new equal call waits for its result.
    const isAnswered = async () => (await post(signed(body), body)).body.includes('blocks');
    await vi.waitUntil(isAnswered, { timeout: 15_000, interval: 500 });
  });

  test('a token works until the moment when it is revoked', async () => {
    const client = await connect(await tokenOf('gone'));
    await stage.bot().store.commit({ at: Date.now(), agents: { drop: [`agent${count}`] } });
    await expect(call(client, 'list_contexts')).rejects.toThrow();
  });
});

describe('what an agent can’t do', () => {
  test('with a read token: propose, plan, cancel', async () => {
    const client = await connect(await tokenOf('reader', 'read'));
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('propose_change');
    const tried = await call(client, 'propose_change', { change: 'port.open', parameters: {}, reason: 'x' });
    expect(tried).toMatchObject({ isError: true, text: 'You can’t use the tool "propose_change".' });
  });

  test.each<[string, string, Record<string, unknown>, string]>([
    ['no context of several', 'find_components', {}, 'Several contexts can be used'],
    ['a wrong name', 'read_component', { context: 'shop', component: 'apii' }, 'data.choices has the nearest'],
    [
      'a wrong value',
      'plan_change',
      { context: 'shop', change: 'port.open', parameters: { component: 'api', port: 99999 } },
      'port: this value isn’t valid.',
    ],
    [
      'a change that there isn’t',
      'plan_change',
      { context: 'shop', change: 'port.opne', parameters: {} },
      'The nearest of 20: port.open',
    ],
    ['a request of nobody', 'get_request', { request: 'x' }, 'no such request'],
    ['null', 'read_component', { context: 'shop', component: null }, 'component: '],
  ])('%s is told in a sentence', async (_case, tool, args, says) => {
    const answer = await call(await shared(), tool, args);
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain(says);
  });

  test('1,000 calls at once: the most of a minute are answered, the others are refused, and the bot goes on', {
    timeout: 120_000,
  }, async () => {
    const authorization = `Bearer ${await tokenOf('flood', 'read', 'U0LIU')}`;
    const all = await Promise.allSettled(Array.from({ length: 1_000 }, () => post({ authorization }, listing())));
    const answers = all.map((each) => (each.status === 'fulfilled' ? each.value.body : 'no connection'));
    const answered = answers.filter((each) => each.includes('"contexts"')).length;
    expect([59, 60]).toContain(answered);
    const refused = /Too many calls within a minute|no connection|^$|too (?:many|busy)/i;
    expect(answers.filter((each) => !each.includes('"contexts"') && !refused.test(each))).toEqual([]);
    expect((await call(await shared(), 'list_contexts')).isError).toBe(false);
  });

  test('a body of 10 MB that doesn’t say so is refused before it is read', async () => {
    const authorization = `Bearer ${await tokenOf('large')}`;
    const body = Buffer.from(listing({ context: 'x'.repeat(10 * 1_024 * 1_024) }));
    const sent = post({ authorization, 'transfer-encoding': 'chunked' }, body).then(
      ({ status }) => status,
      () => 413,
    );
    expect(await sent).toBe(413);
  });
});

let ready: Promise<Client> | undefined;
function shared(): Promise<Client> {
  ready ??= tokenOf('shared', 'propose', 'U0SAM').then((token) => connect(token));
  return ready;
}

test('a person makes a token in a modal, and it is nowhere else', async () => {
  const actor = stage.user('U0LIU');
  await actor.slash(channel, '/portolan agent create from-modal may=read');
  await actor.submit({});
  const shown = wordsOf(actor.view()?.content);
  const [token = ''] = /ptl_[\w-]+/.exec(shown) ?? [];
  expect((await (await connect(token)).listTools()).tools.length).toBeGreaterThan(5);
  expect(stage.lines.join('')).not.toContain(token);
  const messages = stage.slack.messages(channel, 'U0LIU');
  expect(JSON.stringify(messages)).not.toContain('ptl_');
  await actor.close(true);
});

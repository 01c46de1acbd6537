import { z } from 'zod';
import type { Json } from '../../src/core/text/json.ts';
import { recordings } from '../../test/recorded/recorded.ts';
import type { ElsewhereAct } from './edge/elsewhere.ts';
import type { FaultPatch } from './edge/platform-faults.ts';
import { recordedSeed } from './seed/recorded-seed.ts';
import { type SimulatedPlatform, startPlatform } from './start-platform.ts';

/** Recordings that the simulator can't reproduce, with the reason. */
const leftOut: { readonly [name: string]: string } = {
  op8_range_region_vector_value: 'a region that answers a range query with single values, which no Prometheus does',
};

const web = 'fa4e0000000000000000000000000001';
const open8080: ElsewhereAct = { do: 'open', component: web, port: 8080, side: 'outer' };
const closeInner: ElsewhereAct = { do: 'close', component: web, port: 8080, side: 'inner' };
const add = (port: number): ElsewhereAct => ({ do: 'add', component: web, port });
const rule = (component: string, port: number, domain: string): ElsewhereAct => ({
  do: 'http-rule',
  component,
  port,
  domain,
});
const custom8095 = rule(web, 8095, 'custom.example.test');
const close8095: ElsewhereAct = { do: 'close', component: web, port: 8095, side: 'outer' };

/** Step before a recorded request: an act of somebody else, or a raw request if no such act exists. */
type Step = ElsewhereAct | { readonly send: string; readonly path: string; readonly body: Json };

const app = '/openapi/v1/teams/demo-team/regions/rainbond/apps/1';
const change8080 = (body: Json): Step => ({ send: 'PUT', path: `${app}/services/${web}/ports/8080`, body });
const post = (http: Json): Step => ({ send: 'POST', path: `${app}/domains`, body: { protocol: 'http', http } });
const postTcp = (end_point: string, more: { readonly [name: string]: Json }): Step => {
  const part = { service_id: web, container_port: 9000, end_point, default_port: 31000, default_ip: '127.0.0.1' };
  return { send: 'POST', path: `${app}/domains`, body: { protocol: 'tcp', tcp: { ...part, ...more } } };
};
/** Gives the component its recorded load balancer port, by opening external access without internal access. */
const legacyNumber: readonly Step[] = [
  closeInner,
  change8080({ action: 'only_open_outer' }),
  change8080({ action: 'close_outer' }),
];

const rules: readonly Step[] = [
  post({ service_id: web, container_port: 80, domain_name: 'a.example.test' }),
  post({
    service_id: web,
    container_port: 80,
    domain_name: 'b.example.test',
    domain_path: '/api',
    domain_cookie: 'k=v',
    domain_header: 'X-A=b',
    the_weight: 50,
  }),
  rule(web, 8080, 'c.example.test'),
  post({
    service_id: web,
    container_port: 80,
    domain_name: 'd.example.test',
    rule_extensions: [{ key: 'httptohttps', value: 'true' }],
  }),
  post({ service_id: web, container_port: 80, domain_name: 'e.example.test', certificate_id: 5 }),
  rule('fa4e0000000000000000000000000004', 5000, 'g.example.test'),
  rule('fa4e0000000000000000000000000003', 443, 'j.example.test'),
  post({ service_id: web, container_port: 80, domain_name: 'l.example.test' }),
  postTcp('127.0.0.1:31000', { rule_extensions: [{ key: 'lb-type', value: 'round-robin' }] }),
  postTcp('127.0.0.1:31001', {}),
];

const before: { readonly [name: string]: readonly Step[] } = {
  op5_close_inner_again: [closeInner],
  op5_close_outer_ok: [open8080],
  op5_close_outer_ok_tcp: [{ do: 'open', component: web, port: 9000, side: 'outer' }],
  op5_open_inner_ok: [closeInner],
  op5_open_outer_again: [open8080],
  op5_open_outer_without_inner: [closeInner],
  op5_change_protocol_tcp_while_outer_open: [open8080],
  op5_close_outer_after_only_open: legacyNumber.slice(0, 2),
  op5_change_protocol_ok: legacyNumber,
  op5_change_protocol_same: [...legacyNumber, { do: 'protocol', component: web, port: 8080, protocol: 'grpc' }],
  op5_change_alias_ok: legacyNumber,
  op5_list_after_change_alias: [
    ...legacyNumber,
    { do: 'rename', component: web, port: 8080, alias: 'WEB_B', service: 'web-b' },
  ],
  op6_delete_ok: [closeInner],
  op6_delete_again: [closeInner, { do: 'delete', component: web, port: 8080 }],
  op6_setup_custom_domain: [add(8095)],
  op6_delete_custom_domain: [add(8095), custom8095],
  op6_setup_close_outer: [add(8095), custom8095],
  op6_delete_after_close: [add(8095), custom8095, close8095],
  op6_delete_region_404: [add(8096)],
  op7_http_port_not_outer_whether_open: rules.slice(0, 2),
  op7_http_rule_extensions_objects: rules.slice(0, 3),
  op7_http_service_of_other_app: rules.slice(0, 5),
  op7_http_third_party: rules.slice(0, 6),
  op7_both_parts_protocol_http: rules.slice(0, 7),
  op7_tcp_ok: rules.slice(0, 8),
  op7_http_region_404_swallowed: rules,
};

const region = (status: number, body: Json): FaultPatch => ({
  regionFaults: { rainbond: { kind: 'answers', status, body } },
});
const weather: { readonly [name: string]: FaultPatch } = {
  op2_region_extend_true_region_503: region(503, { msg: 'down' }),
  op4_add_region_412_memory: region(412, { msg: 'cluster_lack_of_memory' }),
  op6_delete_region_404: region(404, { msg: 'not found' }),
  op7_http_region_404_swallowed: region(404, { msg: 'not found' }),
  op7_http_region_500: region(500, { code: 500, msg: 'boom' }),
  op8_range_region_400: region(400, { msg: 'bad' }),
};

describe('answers recorded from a real console', () => {
  let platform: SimulatedPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ seed: recordedSeed, requestItems: true });
  });
  afterAll(() => platform.close());
  beforeEach(async () => {
    platform.restore();
    await platform.faults.reset();
  });

  test('all are here', () => expect(recordings.length).toBeGreaterThan(130));

  test.for(recordings.filter(({ name }) => leftOut[name] === undefined))(
    '$name',
    async ({ name, request, response }) => {
      for (const step of before[name] ?? []) await take(platform, step);
      await platform.faults.set(weather[name] ?? {});
      const answer = await fetch(`${platform.url}${request.path}`, {
        method: request.method,
        headers: request.headers,
        ...(request.body === null ? {} : { body: textOf(request.body) }),
      });
      expect(answer.status).toBe(response.status);
      for (const header of [
        'Allow',
        'Vary',
        'WWW-Authenticate',
        'X-Frame-Options',
        'Content-Encoding',
        'Content-Type',
      ]) {
        if (header === 'Content-Encoding' && request.headers['Accept-Encoding'] === undefined) continue;
        expect(answer.headers.get(header), `${header}, as the console has it: playground/platform/routes.ts`).toBe(
          response.headers[header] ?? null,
        );
      }
      expect(answer.headers.get('X-Request-ID')).toMatch(/^[0-9a-f]{32}$/);
      const text = await answer.text();
      const body: Json = text === '' ? null : text.startsWith('\n<') ? text : JSON.parse(text);
      const wanted = z.json().parse(response.body);
      expect(comparable(body)).toEqual(comparable(wanted));
      expect(keysOf(body)).toEqual(keysOf(wanted));
      const bytes = Number(response.headers['Content-Length']);
      if (sameLength(text, request)) expect(Buffer.byteLength(text)).toBe(bytes);
    },
  );
});

/** Whether the lengths must be equal: not with `0.0` from Python, generated ids, tracebacks or compression. */
function sameLength(text: string, request: { readonly method: string; readonly headers: object }): boolean {
  if (request.method === 'HEAD' || 'Accept-Encoding' in request.headers) return false;
  return !/Traceback|used_disk|"fakerule/.test(text);
}

async function take(platform: SimulatedPlatform, step: Step): Promise<void> {
  if ('do' in step) return platform.elsewhere(step);
  const answer = await fetch(`${platform.url}${step.path}`, {
    method: step.send,
    headers: { Authorization: platform.token, 'Content-Type': 'application/json' },
    body: JSON.stringify(step.body),
  });
  expect(answer.status).toBe(200);
}

const textOf = (body: Json): string => (typeof body === 'string' ? body : JSON.stringify(body));

/** Removes parts that always differ: rule ids, traceback lines, object addresses. */
function comparable(value: Json): Json {
  if (typeof value === 'string') {
    if (value.startsWith('Traceback (most recent call last):\n'))
      return `Traceback … ${value.trim().split('\n').at(-1)}`;
    return value.replace(/object at 0x[0-9a-f]+/, 'object');
  }
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      /^(http|tcp)_rule_id$/.test(key) ? /^[0-9a-z]{31,32}$/.test(String(inner)) : comparable(inner),
    ]),
  );
}

/** Returns a body's keys in their order, which also matters, because people read these bodies. */
function keysOf(value: Json): Json {
  if (Array.isArray(value)) return value.map(keysOf);
  if (typeof value !== 'object' || value === null) return null;
  return Object.entries(value).map(([key, inner]) => [key, keysOf(inner)]);
}

import { z } from 'zod';
import type { Json } from '../../src/core/text/json.ts';
import { consoleRecordings } from '../../test/recorded/recorded.ts';
import type { FaultPatch } from './edge/platform-faults.ts';
import { recordedMoreSeed } from './seed/recorded-more-seed.ts';
import { type SimulatedPlatform, startPlatform } from './start-platform.ts';

const figures = 'its figures are made up; rest.test.ts looks at them';
const absent = 'variables and volumes aren’t simulated: nothing here asks for them';

/** Recordings that the simulator can't reproduce, with the reason. */
const leftOut: { readonly [name: string]: string } = {
  op17_get_extension_is_evaluated: 'the simulator does not evaluate Python',
  op25_monitor_is_outer_false: figures,
  op25_monitor_ok: figures,
  op26_query_other_enterprise: figures,
  op26_query_plus_becomes_space: figures,
  op26_query_region_down: figures,
  op26_range_ampersand_sets_a_parameter: figures,
  op26_range_no_data: figures,
  op26_range_no_step: figures,
  op26_range_ui_query_is_malformed: figures,
  op27_resource_no_limit: 'what is used is the sum of other components',
  op28_envs_bad_name: absent,
  op28_envs_empty_list_reads_all: absent,
  op29_volumes_again: absent,
  op29_volumes_ok: absent,
};

const lab = '/openapi/v1/teams/demo-team/regions/rainbond/apps/5';
const api = '000000000000000000000000000c0011';
const service = `${lab}/services/${api}`;

/** Request before the recorded one. `wait`: seconds to wait after it. */
type Step = { readonly send: string; readonly body?: Json; readonly wait?: number };

const operate = (action: string, wait = 0): Step => ({
  send: `POST ${lab}/operations`,
  body: { action, service_ids: [api] },
  wait,
});
const scale = (new_node: number): Step => ({
  send: `POST ${service}/telescopic/horizontal`,
  body: { new_node },
  wait: 9,
});
const size = (new_memory: number, new_cpu: number | null): Step => ({
  send: `POST ${service}/telescopic/vertical`,
  body: { new_memory, new_cpu, new_gpu: null },
  wait: 9,
});
const rule = (domain_name: string, more: { readonly [name: string]: Json } = {}): Step => ({
  send: `POST ${lab}/httpdomains`,
  body: { service_id: api, container_port: 8080, domain_name, ...more },
});
const certificate = { certificate_id: 1 };
const addresses: readonly Step[] = [
  rule('c.example.test'),
  rule('g.example.test', certificate),
  rule('i.example.test'),
];

const before: { readonly [name: string]: readonly Step[] } = {
  op12_stop_one_readback_later: [
    { send: `DELETE ${lab}/httpdomains/6589f92a9e493b83cd8cd9fd8a9c2783` },
    operate('stop', 9),
  ],
  op12_region_412_memory: [operate('stop', 9)],
  op16_create_duplicate: [rule('a.example.test')],
  op19_delete_again: [],
  op21_horizontal_readback: [...addresses, scale(3)],
  op21_horizontal_readback_event: [{ ...scale(3), wait: 0 }],
  op21_horizontal_text_number: [scale(4)],
  op22_vertical_readback: [...addresses, scale(4), size(1024, 1000)],
  op22_vertical_nulls_readback: [...addresses, scale(4), size(512, null)],
  op22_vertical_region_409: [{ ...size(1024, 1000), wait: 1 }],
  op23_build_event_at_once: [
    ...Array.from({ length: 4 }, () => [size(512, 500), size(256, 250)]).flat(),
    { send: `POST ${service}/build`, body: {} },
  ],
  op23_build_repo_url_readback: [
    ...addresses,
    scale(4),
    size(256, 250),
    { send: `POST ${service}/build`, body: { repo_url: 'registry.example.test/lab:2' }, wait: 9 },
  ],
};

const first = '698818f62e5a8c25d38789d8abb7ed71';
const cookie = rule('a.example.test', { domain_cookie: 'k=v' });
const app = { domain_cookie: 'k=v', domain_path: '/app', the_weight: 60 };
const both = { domain_cookie: 'k=v;k2=v2', domain_header: 'x:1;y:2' };

/** Recorded ids that differ in the simulator: the id in the path, and the step that creates its rule or event. */
const replacedIds: { readonly [name: string]: readonly [id: string, step: Step] } = {
  op19_delete_ok: [
    '698818f62e5a8c25d38789d8abb7ed71',
    rule('a.example.test', { domain_cookie: 'k=v', the_weight: 30 }),
  ],
  op18_put_domains_path: [first, cookie],
  op18_put_extensions_objects: [first, rule('a.example.test', app)],
  op18_put_header: [first, cookie],
  op18_put_path_and_cookie: [first, rule('a.example.test', { the_weight: 60 })],
  op18_put_unknown_certificate: [first, rule('a.example.test', app)],
  op18_put_domain_of_sibling_rule: [first, rule('a.example.test', app)],
  op18_put_https_without_certificate_id: [
    '757bdf8f349dfbe7c6834e0a6f8a44d6',
    rule('b.example.test', { ...both, domain_path: '/v1', the_weight: 40, certificate_id: 1 }),
  ],
  op19_delete_region_404_swallowed: [
    '14e18bbe5d43de58d9b6ba409d9b69b5',
    rule('f.example.test', { certificate_id: 999 }),
  ],
  op23_build_logs: ['da97bf5aa193409a840a1e68e66a1aef', { send: `POST ${service}/build`, body: {}, wait: 20 }],
};

const region = (status: number, body: Json): FaultPatch => ({
  regionFaults: { rainbond: { kind: 'answers', status, body } },
});
const down: FaultPatch = { regionFaults: { rainbond: { kind: 'aborts' } } };

const weather: { readonly [name: string]: FaultPatch } = {
  op11_service_region_down: down,
  op11_services_region_down: down,
  op12_failure_inside_200: { nextOperation: 'refused-inside-200' },
  op12_region_409: region(409, { msg: '操作过于频繁，请稍后再试' }),
  op12_region_412_memory: region(412, { msg: 'tenant_lack_of_memory' }),
  op12_region_500_no_code: region(500, { msg: 'boom' }),
  op12_region_down: down,
  op13_events_region_500: { eventsUnreadable: true },
  op14_logs_region_500: region(500, { msg: 'read event log error' }),
  op19_delete_region_404_swallowed: region(404, { msg: 'not found' }),
  op21_horizontal_region_down: down,
  op23_build_region_500: region(500, { msg: 'boom' }),
  op27_resource_region_down: down,
};

describe('further answers recorded from a real console', () => {
  const start = Date.parse('2026-11-22T04:47:50+08:00');
  let now = start;
  let platform: SimulatedPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ seed: recordedMoreSeed, now: () => now });
  });
  afterAll(() => platform.close());
  beforeEach(async () => {
    now = start;
    platform.restore();
    await platform.faults.reset();
  });

  async function take({ send, body, wait = 0 }: Step): Promise<Json> {
    const [method = 'GET', path = ''] = send.split(' ');
    const answer = await fetch(`${platform.url}${path}`, {
      method,
      headers: { Authorization: platform.token, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(answer.status, send).toBeLessThan(300);
    const text = await answer.text();
    now += wait * 1_000;
    const parsed: Json = text === '' ? null : JSON.parse(text);
    return parsed;
  }

  test('all are here', () => {
    const names = consoleRecordings.map(({ name }) => name);
    expect(names).toHaveLength(96);
    const listed = [
      ...Object.keys(leftOut),
      ...Object.keys(before),
      ...Object.keys(weather),
      ...Object.keys(replacedIds),
    ];
    expect(listed.filter((name) => !names.includes(name))).toEqual([]);
  });

  test.for(consoleRecordings.filter(({ name }) => leftOut[name] === undefined))(
    '$name',
    async ({ name, request, response }) => {
      for (const step of before[name] ?? []) await take(step);
      const [id = '', step] = replacedIds[name] ?? [];
      const own = step === undefined ? '' : idIn(await take(step));
      await platform.faults.set(weather[name] ?? {});
      const answer = await fetch(`${platform.url}${id === '' ? request.path : request.path.replace(id, own)}`, {
        method: request.method,
        headers: request.headers,
        ...(request.body === null ? {} : { body: JSON.stringify(request.body) }),
      });
      expect(answer.status).toBe(response.status);
      const isPage = response.headers.Allow === undefined;
      for (const header of isPage ? ['Content-Type', 'Allow'] : ['Content-Type', 'Allow', 'Vary', 'X-Frame-Options'])
        expect(answer.headers.get(header), `${header}, as the console has it: playground/platform/routes.ts`).toBe(
          response.headers[header] ?? null,
        );
      const text = await answer.text();
      const isJson = response.headers['Content-Type'] === 'application/json';
      const body: Json = text === '' ? null : isJson ? JSON.parse(text) : text;
      const wanted = z.json().parse(response.body);
      expect(comparable(body)).toEqual(comparable(wanted));
      expect(keysOf(body)).toEqual(keysOf(wanted));
    },
  );
});

const Made = z.union([
  z.object({ http_rule_id: z.string() }).transform((rule) => rule.http_rule_id),
  z.object({ event_id: z.string() }).transform((event) => event.event_id),
]);

const idIn = (body: Json): string => Made.parse(body);

/** Removes parts that always differ: ids, times, tracebacks, and the region's requests. */
function comparable(value: Json, name = ''): Json {
  if (/^(?:http_rule_id|event_id)$/.test(name)) return value === '' ? '' : /^[0-9a-f]{32}$/.test(String(value));
  if (name === 'logs' && Array.isArray(value)) return value.length > 0 ? 'lines' : [];
  if (name === 'request_body') return value !== '';
  if (typeof value === 'string') {
    if (value.startsWith('Traceback (most recent call last):\n'))
      return `Traceback … ${value.trim().split('\n').at(-1)}`;
    return value.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00/, 'time');
  }
  if (Array.isArray(value)) return value.map((each) => comparable(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, comparable(inner, key)]));
}

/** Returns a body's keys in their order, which also matters, because people read these bodies. */
function keysOf(value: Json): Json {
  if (Array.isArray(value)) return value.slice(0, 1).map(keysOf);
  if (typeof value !== 'object' || value === null) return null;
  return Object.entries(value).map(([key, inner]) => [key, keysOf(inner)]);
}

import fc from 'fast-check';
import { readAppInfo, readApps, readTeams } from './app/app-endpoints.ts';
import { readComponentDetail, readComponents } from './component/component-endpoints.ts';
import { mapError } from './errors/map-error.ts';
import { readGatewayRules } from './gateway/gateway-endpoints.ts';
import { parseMonitoring, parseRawMonitoring } from './monitoring/monitoring-reply.ts';
import { readPort, readPorts } from './port/port-endpoints.ts';
import { readRegionInfo, readTeamRegions } from './region/region-endpoints.ts';

const text = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, `the ${name}`]));
const whole = (names: string) => Object.fromEntries(names.split(' ').map((name, i) => [name, i + 1]));
const flags = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, true]));

const teamRegion = text(
  'region_id region_name region_alias tenant_name url wsurl httpdomain tcpdomain token status desc scope',
);
const region = {
  ...text(
    'region_name region_alias url wsurl httpdomain tcpdomain scope ssl_ca_cert cert_file key_file desc health_status status',
  ),
  ...whole('used_disk total_disk used_memory total_memory used_cpu total_cpu'),
};
const port = {
  container_port: 80,
  ...text('protocol port_alias k8s_service_name'),
  ...flags('is_inner_service is_outer_service'),
};
const component = {
  access_infos: ['http://a.test'],
  ...text(
    'status service_id tenant_id service_key service_alias service_cname service_region desc category version image cmd',
  ),
  ...text(
    'extend_method code_from git_url code_version service_type language service_origin service_source create_status',
  ),
  ...text(
    'check_uuid check_event_id docker_cmd server_type k8s_component_name build_strategy job_strategy arch dockerfile',
  ),
  ...whole('update_version min_node min_cpu container_gpu min_memory git_project_id creater total_memory'),
  ...whole('tenant_service_group_id oauth_service_id'),
  ...flags('is_service open_webhooks is_upgrate build_upgrade'),
};

describe('lenient where nothing depends on it', () => {
  test('a broken region is left out of a list, only broken ones are no list', () => {
    expect(readTeamRegions({ total: 2, regions: [{}, teamRegion] })?.regions).toHaveLength(1);
    expect(readTeamRegions({ total: 1, regions: [{}] })).toBeUndefined();
    expect(readTeamRegions({ total: 0, regions: [] })).toEqual({ total: 0, regions: [] });
    expect(readTeamRegions({ regions: 'none' })).toBeUndefined();
  });

  test('numbers that were not asked for are unknown, not zero (docs/platform.md#region-detail)', () => {
    const zero = { used_disk: 0, total_disk: 0, used_memory: 0, total_memory: 0, used_cpu: 0, total_cpu: 0 };
    const none = { used: undefined, total: undefined };
    expect(readRegionInfo({ ...region, ...zero })).toMatchObject({
      cpu: none,
      memory: none,
      disk: none,
      measured: false,
    });
    const measured = { cpu: { used: 0, total: 8 }, measured: true };
    expect(readRegionInfo({ ...region, ...zero, used_cpu: 0, total_cpu: 8 })).toMatchObject(measured);
  });
});

test.each([
  { ...port, container_port: '80' },
  { ...port, is_inner_service: 'true' },
  { ...port, is_outer_service: null },
  { ...port, protocol: undefined },
])('%j is no port, and no list holds it', (broken) => {
  expect(readPort(broken)).toBeUndefined();
  expect(readPorts([port, broken])).toBeUndefined();
});

describe('monitoring', () => {
  const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

  test('takes every layout of value as it comes', () => {
    const layouts = [['1700000000', '7'], [['1', '2']], '7', null, undefined, { a: 1 }];
    const reply = parseMonitoring(
      bytes([
        { service_id: 'a', monitors: null },
        {
          service_id: 'b',
          monitors: [{ monitor_item: 'request', data: { result: layouts.map((value) => ({ value })) } }, 7],
        },
        'noise',
      ]),
    );
    expect(reply).toMatchObject([{ monitors: [] }, { monitors: [{ item: 'request' }] }]);
    expect(reply?.[1]?.monitors[0]?.series?.map(({ value }) => value)).toEqual(layouts);
  });

  test('keeps Prometheus’ own labels and values', () => {
    const result = [{ metric: { service_id: 'a', n: 7 }, values: [[1, '2']] }];
    expect(parseRawMonitoring(bytes({ status: 'success', data: { resultType: 'matrix', result } }))).toEqual([
      { value: undefined, values: [[1, '2']], metric: { service_id: 'a' } },
    ]);
    expect(parseRawMonitoring(bytes({ status: 'error', error: 'x' }))).toBeUndefined();
  });
});

const readers = [
  readTeamRegions,
  readRegionInfo,
  readPort,
  readPorts,
  readGatewayRules,
  readComponentDetail,
  readComponents,
  readTeams,
  readApps,
  readAppInfo,
];

test('no JSON makes a reader fail, and no broken field takes the sound ones along', () =>
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(component)), (value, name) => {
      for (const reader of readers) {
        reader(value);
        reader({ code: 200, msg: '', data: value });
        reader({ code: 200, msg: '', data: { bean: value, list: value } });
      }
      const detail = readComponentDetail({ ...component, [name]: value });
      if (name !== 'service_id' && name !== 'service_alias') expect(detail?.serviceId).toBe('the service_id');
    }),
  ));

test('no JSON makes an explanation fail, and nothing internal comes through any of its fields', () => {
  const internal = fc.constantFrom(
    'Traceback (most recent call last):\n  File "/app/console/x.py", line 3',
    'at https://10.2.0.9:8443/v2/tenants',
    'dial tcp 10.2.0.9:8443',
    'key 0123456789abcdef0123456789abcdef01234567',
    'by tok-secret here',
  );
  const leaf = fc.oneof(internal, fc.jsonValue({ maxDepth: 1 }));
  const body = fc.oneof(
    leaf,
    fc.record(
      {
        code: fc.oneof(fc.integer({ min: 0, max: 60_000 }), leaf),
        msg: fc.oneof(
          leaf,
          fc.record({ url: leaf, httpcode: leaf, body: fc.record({ msg: leaf, validation_error: leaf }) }),
        ),
        msg_show: leaf,
        detail: leaf,
        err: fc.oneof(leaf, fc.dictionary(fc.string(), fc.array(leaf))),
        error_trace: leaf,
        data: leaf,
      },
      { requiredKeys: [] },
    ),
  );
  fc.assert(
    fc.property(body, fc.integer({ min: 200, max: 599 }), fc.boolean(), (value, status, wrote) => {
      const error = mapError({
        asked: 'updatePort',
        wrote,
        status,
        body: value,
        form: 'json',
        requestId: 'r-1234',
        secrets: ['tok-secret'],
      });
      const shown = JSON.stringify(error) + error.message;
      expect(shown).not.toMatch(/Traceback|File |10\.2\.0\.9|https:|0123456789abcdef|tok-secret|\/app\//);
      if (wrote && status >= 500) expect(error).toMatchObject({ outcome: 'unknown', canRetry: false });
    }),
    { numRuns: 400 },
  );
});

import { PlatformError } from '../../src/platform/errors/platform-error.ts';
import { parseRawMonitoring } from '../../src/platform/monitoring/monitoring-reply.ts';
import { consoleRecordings, operationOf, startReplay } from './recorded.ts';

/** Tests recorded answers to reads that only the console has. The real client reads them over 127.0.0.1. */

const replay = await startReplay();
afterAll(() => replay.close());

const at = (iso: string) => Date.parse(iso);
const unknownUse = { used: undefined, total: undefined };
const components = (list: readonly (readonly [name: string, status: string | undefined])[]) =>
  list.map(([serviceCname, status]) => expect.objectContaining({ serviceCname, status }));

const replies: { readonly [name: string]: unknown } = {
  op10_app_part_running: {
    appId: '5',
    name: 'lab',
    k8sApp: 'lab',
    status: 'part_running',
    serviceCount: 6,
    runningServiceCount: 2,
  },
  op10_apps_member_not_in_team: [expect.objectContaining({ appId: '4', name: 'empty' })],
  op10_apps_page_ignored: [
    expect.objectContaining({ appId: '5', name: 'lab' }),
    expect.objectContaining({ appId: '1' }),
    expect.objectContaining({ appId: '2' }),
    expect.objectContaining({ appId: '4' }),
  ],
  op10_apps_query: [expect.objectContaining({ appId: '1', name: 'shop' })],
  op11_services_member_not_in_team: components([['admin', 'running']]),
  op11_services_region_down: components([['admin', undefined]]),
  op12_stop_one_readback_later: expect.objectContaining({ status: 'closed', minNode: 2 }),
  op21_horizontal_readback: expect.objectContaining({ minNode: 3 }),
  op21_horizontal_readback_event: {
    total: 23,
    events: [expect.objectContaining({ optType: 'horizontal-service', finalStatus: '', endedAt: undefined })],
  },
  op22_vertical_readback: expect.objectContaining({ minMemory: 1024, minCpu: 1000 }),
  op22_vertical_nulls_readback: expect.objectContaining({ minMemory: 512, minCpu: 80 }),
  op23_build_event_at_once: {
    total: 31,
    events: [expect.objectContaining({ optType: 'build-service', finalStatus: '', endedAt: undefined })],
  },
  op23_build_logs: { lines: ['start pull image', expect.any(String), expect.any(String), 'build-service success'] },
  op23_build_repo_url_readback: expect.objectContaining({ status: 'upgrade', image: 'registry.example.test/lab:2' }),
  op17_get_extension_is_evaluated: { rule: expect.objectContaining({ id: 12, domainName: 'm.example.test' }) },
  op17_get_unknown: { rule: undefined },
  op19_delete_readback: { rule: undefined },
  op26_range_ampersand_sets_a_parameter: expect.any(Array),
  op13_events_none: {
    total: 4,
    events: [
      {
        eventId: 'd37f93bcb395443780bdd3b35e71cff9',
        optType: 'start-service',
        target: 'service',
        targetId: '000000000000000000000000000c0012',
        userName: 'admin',
        status: 'success',
        finalStatus: 'complete',
        message: '',
        createdAt: at('2026-11-21T20:47:38Z'),
        startedAt: at('2026-11-21T20:47:38Z'),
        endedAt: at('2026-11-21T20:47:39Z'),
      },
      expect.anything(),
      expect.anything(),
      expect.anything(),
    ],
  },
  op14_logs_of_other_team: { lines: ['a log line of another team'] },
  op14_logs_region_500: { lines: [] },
  op14_logs_unknown_event: { lines: [] },
  op14_logs_success: {
    lines: [
      'Start pulling image registry.example.test/lab:1',
      '8f2a: Already exists',
      'Image push success',
      '\u001b[32mBuild version 20261121 success\u001b[0m',
    ],
  },
  op20_certs_ok: {
    unreadable: 0,
    certificates: [
      {
        id: 1,
        alias: 'shop-cert',
        issuedTo: ['shop.example.test', 'www.shop.example.test'],
        issuedBy: '第三方签发',
        hasExpired: false,
        expiresAt: at('2027-02-09T20:47:20Z'),
      },
      expect.objectContaining({ id: 2, hasExpired: true, expiresAt: at('2026-11-18T20:47:20Z') }),
      expect.objectContaining({ id: 3, alias: 'auto-cert', issuedBy: "Let's Encrypt签发" }),
    ],
  },
  op20_certs_page_2: { unreadable: 0, certificates: [expect.objectContaining({ id: 3 })] },
  op26_range_no_data: [],
  op27_resource_no_limit: { cpu: { used: 1500, total: undefined }, memory: { used: 3072, total: undefined } },
  op27_resource_region_down: { cpu: unknownUse, memory: unknownUse },
};

const refusals: { readonly [name: string]: object } = {
  op11_service_region_down: { kind: 'server', reason: 'platform-failed', asked: 'readComponent' },
  op13_events_page_text: { kind: 'server', reason: 'platform-failed', asked: 'listEvents' },
  op13_events_region_500: { kind: 'server', reason: 'region-failed', asked: 'listEvents', canRetry: true },
  op20_certs_page_text: { kind: 'server', reason: 'platform-failed', asked: 'listCertificates' },
  op26_range_no_step: { kind: 'rejected', reason: 'region-refused', asked: 'queryRawMonitoring' },
  op26_range_ui_query_is_malformed: { kind: 'rejected', reason: 'region-refused', asked: 'queryRawMonitoring' },
};

test.each(Object.entries(replies))('%s', async (name, expected) => {
  const value = await replay.answerTo(name);
  expect(value instanceof Uint8Array ? parseRawMonitoring(value) : value).toEqual(expected);
});

test.each(Object.entries(refusals))('%s', async (name, expected) => {
  const error = await replay.answerTo(name).catch((reason: unknown) => reason);
  if (!(error instanceof PlatformError)) throw new Error('no PlatformError');
  expect(error).toMatchObject(expected);
  expect(JSON.stringify(error.sentence)).not.toMatch(/Traceback|\.py\b|https?:|example\.test|0x|invalid literal/);
});

describe('the longer answers', () => {
  test('a page of events: those that run have no end, pod events name their pod', async () => {
    const page = await replay.answerTo('op13_events_page_2');
    expect(page).toMatchObject({ total: 22 });
    expect(page).toMatchObject({
      events: expect.arrayContaining([
        expect.objectContaining({ optType: 'start-service', status: '', finalStatus: '', endedAt: undefined }),
        expect.objectContaining({ optType: 'OOMKilled', target: 'pod', targetId: 'lab-api-6d9f7c5b8-k2x9p' }),
        expect.objectContaining({ optType: 'upgrade-service', finalStatus: 'timeout' }),
        expect.objectContaining({ optType: 'build-service', status: 'failure', message: '拉取镜像失败' }),
      ]),
    });
    // The body of the console's call to the region can contain variables and passwords, so it must not appear.
    expect(JSON.stringify(page)).not.toContain('SECRET-ENV');
  });

  test('components: every one, with what it runs', async () => {
    const list = await replay.answerTo('op11_services_ok');
    expect(list).toHaveLength(6);
    expect(list).toEqual(
      expect.arrayContaining([expect.objectContaining({ serviceAlias: 'gr000011', serviceCname: 'api', minNode: 2 })]),
    );
  });

  test.each(['op15_rules_both', 'op15_rules_query_other'])('%s', async (name) => {
    expect(await replay.answerTo(name)).toMatchObject({ http: [{ id: 3, serviceName: 'gr000011' }], tcp: [{}] });
  });
});

test('no recorded answer to a read is left out', () => {
  const looser = ['op11_services_ok', 'op13_events_page_2', 'op15_rules_both', 'op15_rules_query_other'];
  const reads = consoleRecordings.filter(({ request }) => request.method === 'GET');
  expect([...Object.keys(replies), ...Object.keys(refusals), ...looser].sort()).toEqual(
    reads.filter((each) => operationOf(each)).map(({ name }) => name),
  );
});

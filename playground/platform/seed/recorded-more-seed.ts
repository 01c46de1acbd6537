import type { Json } from '../../../src/core/text/json.ts';
import type {
  SimulatedComponent,
  SimulatedEvent,
  SimulatedHttpRule,
  SimulatedPort,
  SimulatedTeam,
  WorldSeed,
} from '../simulated-world.ts';
import { recordedSeed } from './recorded-seed.ts';

const teamId = '000000000000000000000000000a0000';
const secondTeam = '000000000000000000000000000b0000';
const everything = [300005, 300006, 300007, 300008] as const;
const minute = 60_000;

/** World of the second set of recordings of a real console, rebuilt from the recorded answers. */
export const recordedMoreSeed: WorldSeed = (now) => {
  const noQuotas: SimulatedTeam['quotas'] = {};
  const base = recordedSeed(now);
  const users = { email: 'x@example.test', teams: [] };
  return {
    ...base,
    enterpriseId: 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
    users: [
      { ...users, id: 1, nickName: 'admin', token: 'fake-admin-access-key', may: everything },
      { ...users, id: 2, nickName: 'member', token: 'fake-member-access-key', may: [] },
      { ...users, id: 3, nickName: 'starter', token: 'fake-starter-access-key', may: [300005] },
    ],
    teams: [
      {
        ...{ number: 1, id: teamId, name: 'demo-team', alias: '演示团队', regions: ['rainbond'], unready: [] },
        quotas: { rainbond: { memory: 0, cpu: 0 } },
      },
      {
        number: 2,
        id: secondTeam,
        name: 'second',
        alias: 'Second',
        regions: ['rainbond'],
        unready: [],
        quotas: noQuotas,
      },
    ],
    regions: base.regions
      .filter(({ name }) => name === 'rainbond')
      .map((region) => ({
        ...region,
        ...{ id: '000000000000000000000000000d034d', url: 'http://region.example.test:8443' },
        ...{ httpdomain: 'rainbond.apps.example.test', tcpdomain: '192.0.2.7' },
      })),
    apps: [
      app(1, 'shop', 'app-0', '', '2026-11-22T04:47:19.058246'),
      app(2, '后台', 'app-1', '', '2026-11-22T04:47:19.058246'),
      app(4, 'empty', 'app-3', '', '2026-11-22T04:47:19.058246'),
      app(5, 'lab', 'lab', 'tests', '2026-11-22T04:47:19.830883'),
    ],
    components: [
      component('0005', 2, 'admin', {
        k8sName: 'gr000005',
        detail: {
          ...plain,
          ...{ version: '20261101', image: 'registry.example.test/app:1', cmd: 'run --password=SECRET-CMD' },
          git_url: 'https://user:SECRET-GIT@git.example.test/x.git',
          docker_cmd: 'docker run -e P=SECRET-DOCKER app',
        },
      }),
      component('0006', 9, 'foreign', { teamId: secondTeam, status: 'closed' }),
      component('0011', 5, 'api', {}),
      component('0012', 5, 'one', {
        status: 'abnormal',
        detail: { ...plain, min_node: 1, min_memory: 100, extend_method: 'state_singleton' },
      }),
      component('0013', 5, 'outside', { source: 'third_party' }),
      component('0014', 5, 'draft', { status: 'undeploy', createStatus: 'creating' }),
      component('0015', 5, 'source', {
        ...{ status: 'undeploy', source: 'source_code' },
        detail: { ...plain, git_url: 'https://git.example.test/a.git', code_version: 'main', language: 'Java-maven' },
      }),
      component('0016', 5, 'arm', { status: 'closed', detail: { ...plain, arch: 'arm64' } }),
    ],
    ports: [port('0011', 8080, 'http', true), port('0011', 9090, 'tcp', true), port('0005', 80, 'http', false)],
    httpRules: [
      rule(3, '6589f92a9e493b83cd8cd9fd8a9c2783', '0011', 'gr000011-8080-demo-team.rainbond.apps.example.test'),
      { ...rule(2, '66666666666666666666666666666666', '0006', 'foreign.example.test'), type: 1 },
    ],
    tcpRules: [
      {
        ...{ number: 1, id: '77777777777777777777777777777777', componentId: idOf('0011'), port: 9090 },
        ...{ regionId: '000000000000000000000000000d034d', endPoint: '0.0.0.0:30100', protocol: 'tcp' },
        ...{ type: 0, outer: true, extensions: '' },
      },
    ],
    certificates: [
      certificate(1, 'shop-cert', ['shop.example.test', 'www.shop.example.test'], '2027-02-09T20:47:20Z'),
      certificate(2, 'old-cert', ['old.example.test'], '2026-11-18T20:47:20Z'),
      { ...certificate(3, 'auto-cert', ['auto.example.test'], '2026-12-11T20:47:21Z'), issuer: 'rainbond' },
    ],
    events: events(now),
    issued: { http: 3, tcp: 1, events: 30 },
  };
};

const plain: { readonly [field: string]: Json } = {
  service_key: '0000',
  desc: '',
  category: 'application',
  version: '1',
  image: 'registry.example.test/lab:1',
  min_node: 2,
  service_type: null,
  docker_cmd: '',
};

function idOf(number: string): string {
  return `000000000000000000000000000c${number}`;
}

function app(id: number, name: string, k8sName: string, note: string, createdAt: string) {
  return { id, teamId, region: 'rainbond', name, note, createdAt, k8sName };
}

function component(
  number: string,
  appId: number,
  cname: string,
  more: Partial<SimulatedComponent>,
): SimulatedComponent {
  return {
    ...{ id: idOf(number), teamId, appId, region: 'rainbond', alias: `gr00${number}`, cname, k8sName: cname },
    ...{ status: 'running', source: 'docker_run', createStatus: 'complete', endpoints: [], rhythm: null },
    detail: plain,
    ...more,
  };
}

function port(owner: string, number: number, protocol: string, outer: boolean): SimulatedPort {
  return {
    ...{ componentId: idOf(owner), number, lbMappingPort: 0, protocol, alias: `P${number}` },
    ...{ inner: true, outer, k8sServiceName: `gr00${owner}` },
  };
}

function rule(number: number, id: string, owner: string, domain: string): SimulatedHttpRule {
  return {
    ...{ number, id, componentId: idOf(owner), port: 8080, domain, path: '', cookie: '', header: '' },
    ...{ protocol: 'http', certificateId: 0, weight: 100, type: 0, outer: true, autoSsl: false },
    ...{ extensions: '', rewrites: '' },
  };
}

function certificate(id: number, alias: string, issuedTo: readonly string[], expires: string) {
  return { id, teamId, alias, issuedTo, issuer: 'Example CA', expiresAt: Date.parse(expires) };
}

/** 22 events of a component (the middle ten are recorded), four of another one, and one of another team. */
function events(now: number): readonly SimulatedEvent[] {
  const start = { componentId: idOf('0011'), optType: 'start-service', endsAt: 40_000 };
  const recorded: readonly Partial<SimulatedEvent>[] = [
    {
      ...{ optType: 'add-service-env', endsAt: 40_000 },
      requestBody: '{"env_name": "DB_PASSWORD", "env_value": "SECRET-ENV"}',
    },
    {
      ...{ optType: 'OOMKilled', pod: 'lab-api-6d9f7c5b8-k2x9p', status: 'failure', endedAs: 'complete' },
      message: 'container api out of memory',
    },
    { optType: 'horizontal-service', status: 'failure' },
    { optType: 'build-service', status: 'failure', message: '拉取镜像失败' },
    { optType: 'upgrade-service', endsAt: null, timedOut: true },
    { optType: 'stop-service' },
    {},
    {
      ...{ optType: 'CrashLoopBackOff', pod: 'lab-api-6d9f7c5b8-w8m4t', status: 'failure', endsAt: null },
      message: 'back-off restarting failed container',
    },
    { optType: 'update-service' },
    { endsAt: null },
  ];
  const log = ['Start pulling image registry.example.test/lab:1', '8f2a: Already exists', 'Image push success'];
  const lines = [...log, '\u001b[32mBuild version 20261121 success\u001b[0m'];
  const all: readonly Partial<SimulatedEvent>[] = [
    { id: '00000000000000000000000000ee0001', log: lines.map((text, n) => ({ at: n * 2_000, text })) },
    {},
    ...recorded,
    ...Array.from({ length: 10 }, () => ({})),
    ...['build', 'build', 'stop', 'start'].map((what) => ({ componentId: idOf('0012'), optType: `${what}-service` })),
    {
      ...{ id: '00000000000000000000000000ee0014', componentId: idOf('0006') },
      log: [{ at: 0, text: 'a log line of another team' }],
    },
  ];
  return all.map((event, index) => {
    const startedAt = now - (all.length - index) * 5 * minute;
    const fields = {
      ...start,
      pod: null,
      userName: event.pod ? 'system' : 'admin',
      requestBody: '',
      message: '',
      ...event,
    };
    return {
      ...{ id: `00000000000000000000000000ef${String(index).padStart(4, '0')}`, status: 'success', timedOut: false },
      ...fields,
      startedAt,
      listedFrom: startedAt,
      endsAt: fields.endsAt === null ? null : startedAt + fields.endsAt,
      log: fields.log?.map(({ at, text }) => ({ at: startedAt + at, text })) ?? null,
    };
  });
}

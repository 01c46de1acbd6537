import type { Capacity, Region, Rhythm, SimulatedComponent, SimulatedPort, WorldSeed } from '../simulated-world.ts';

/** World of the recordings of a real console, rebuilt from the recorded answers. */
export const recordedSeed: WorldSeed = () => ({
  enterpriseId: 'fa4e0000000000000000000000000e01',
  users: [
    {
      id: 1,
      nickName: 'admin',
      email: 'admin@example.test',
      token: 'fake-admin-access-key',
      teams: [teamId],
      may: [300005, 300006, 300007, 300008],
    },
    { id: 2, nickName: 'member', email: 'member@example.test', token: 'fake-member-access-key', teams: [], may: [] },
  ],
  teams: [
    {
      number: 1,
      id: teamId,
      name: 'demo-team',
      alias: 'Demo team',
      regions: ['dead', 'rainbond', 'stopped'],
      unready: [],
      quotas: {},
    },
  ],
  regions: [
    region('5', 'dead', 'Dead', { url: 'http://127.0.0.1:7999', reachable: false }),
    region('1', 'rainbond', 'Rainbond', { caCert: fakePem, cert: fakePem, key: fakePem }),
    region('2', 'second', 'Second', {}),
    region('3', 'stopped', 'Stopped', { status: '2', caCert: '', cert: '', key: '' }),
    region('4', 'blankcert', 'Blank', { caCert: '', cert: '', key: '' }),
  ],
  apps: [1, 2, 3, 4].map((id) => ({
    id,
    teamId,
    region: id === 4 ? 'dead' : 'rainbond',
    name: `app-${id}`,
    note: '',
    createdAt: '2026-01-01T00:00:00',
    k8sName: `app-${id}`,
  })),
  components: [
    component(1, 1, 'web', { rhythm: living }),
    component(2, 1, 'db', { rhythm: living }),
    component(3, 1, 'third', { source: 'third_party', endpoints: ['192.0.2.10:443'] }),
    component(4, 2, 'other', {}),
    component(5, 1, 'new', { createStatus: 'creating' }),
    component(6, 4, 'far', { region: 'dead' }),
  ],
  ports: [
    port(1, 80, 'http', true, true),
    port(1, 8080, 'http', true, false),
    port(1, 9000, 'tcp', true, false),
    port(2, 3306, 'mysql', true, false),
    port(3, 443, 'tcp', false, false),
    port(4, 5000, 'http', false, false),
    port(6, 80, 'http', false, false),
  ],
  httpRules: [
    {
      number: 1,
      id: 'fakerule00000000000000000000001',
      componentId: idOf(1),
      port: 80,
      domain: 'gr000001-80-demo-team.demo.example.test',
      path: '/',
      cookie: '',
      header: '',
      protocol: 'http',
      certificateId: 0,
      weight: 100,
      type: 0,
      outer: true,
      autoSsl: false,
      extensions: '',
      rewrites: '',
    },
  ],
  tcpRules: [],
  certificates: [],
  routes: [],
  events: [],
  issued: { http: 1, tcp: 0, events: 0 },
});

const teamId = 'fa4e0000000000000000000000000t01';
const fakePem = '-----BEGIN FAKE-----\nnot-a-real-cert\n-----END FAKE-----';
const living: Rhythm = { kind: 'living', load: 20, base: 30 };
const unknown: Capacity = { usedDisk: 0, totalDisk: 0, usedMemory: 0, totalMemory: 0, usedCpu: 0, totalCpu: 0 };

function idOf(number: number): string {
  return `fa4e000000000000000000000000000${number}`;
}

function region(number: string, name: string, alias: string, more: Partial<Region>): Region {
  return {
    id: `fa4e00000000000000000000000000r${number}`,
    name,
    alias,
    url: 'http://127.0.0.1:7971',
    wsurl: 'ws://127.0.0.1:6060',
    httpdomain: 'demo.example.test',
    tcpdomain: '127.0.0.1',
    token: null,
    status: '1',
    desc: '',
    scope: 'private',
    caCert: null,
    cert: null,
    key: null,
    capacity: unknown,
    reachable: true,
    ...more,
  };
}

function component(
  number: number,
  appId: number,
  cname: string,
  more: Partial<SimulatedComponent>,
): SimulatedComponent {
  return {
    id: idOf(number),
    teamId,
    appId,
    region: 'rainbond',
    alias: `gr00000${number}`,
    cname,
    k8sName: cname,
    status: 'running',
    source: 'docker_run',
    createStatus: 'complete',
    endpoints: [],
    rhythm: null,
    detail: {},
    ...more,
  };
}

function port(owner: number, number: number, protocol: string, inner: boolean, outer: boolean): SimulatedPort {
  const alias = `GR00000${owner}${number}`;
  const k8sServiceName = `gr00000${owner}`;
  return { componentId: idOf(owner), number, lbMappingPort: 0, protocol, alias, inner, outer, k8sServiceName };
}

import type { Json } from '../../../src/core/text/json.ts';
import type { Rhythm, SimulatedComponent, SimulatedPort } from '../simulated-world.ts';
import { idOf } from './seed-id.ts';

type ComponentFields = {
  readonly cname?: string;
  readonly k8sName?: string;
  readonly status?: string | null;
  readonly source?: string;
  readonly createStatus?: string;
  readonly endpoints?: readonly string[];
  readonly rhythm?: Rhythm | null;
  readonly detail?: { readonly [field: string]: Json };
};

/** `name` determines the id. The display name is `cname` if it is given, else `name`. */
function component(
  appId: number,
  region: string,
  name: string,
  alias: string,
  fields: ComponentFields = {},
): SimulatedComponent {
  const cname = fields.cname ?? name;
  return {
    id: idOf(name),
    teamId: idOf(appId === 40 ? 'team lab' : 'team shop'),
    appId,
    region,
    alias,
    cname,
    k8sName: fields.k8sName ?? (/^[a-z][-a-z0-9]*$/.test(cname) ? cname : alias),
    status: fields.status === undefined ? 'running' : fields.status,
    source: fields.source ?? 'docker_run',
    createStatus: fields.createStatus ?? 'complete',
    endpoints: fields.endpoints ?? [],
    rhythm: fields.rhythm ?? null,
    detail: fields.detail ?? {},
  };
}

function living(load: number, base: number): Rhythm {
  return { kind: 'living', load, base };
}

const flat: Rhythm = { kind: 'flat', load: 0, base: 0 };
const silent: Rhythm = { kind: 'silent', load: 0, base: 0 };

const sourceBuilt = {
  git_url: 'https://deploy:hunter2-not-for-slack@git.shop.test/shop/web.git',
  git_project_id: 4,
  code_from: 'gitlab_manual',
  code_version: 'main',
  language: 'Node.js',
  image: 'registry.shop.test/shop/web:20251118-1',
  version: '20251118-1',
  min_node: 3,
  min_cpu: 1000,
  min_memory: 1024,
  update_version: 41,
  service_origin: 'assistant',
};

export const shopComponents: readonly SimulatedComponent[] = [
  component(12, 'east-1', 'web', 'gr7c01aa', { source: 'source_code', rhythm: living(40, 35), detail: sourceBuilt }),
  component(12, 'east-1', 'api', 'gr2f88b0', {
    rhythm: living(90, 12),
    detail: {
      image: 'registry.shop.test/shop/api:3.2.0',
      version: '3.2.0',
      min_cpu: 0,
      cmd: 'serve --key=s3cr3t-in-cmd',
    },
  }),
  component(12, 'east-1', 'db', 'gr90db11', {
    source: 'market',
    rhythm: living(30, 4),
    detail: {
      image: 'mysql:8.4',
      version: '8.4',
      extend_method: 'state_singleton',
      service_type: 'mysql',
      category: 'store',
      min_cpu: 2000,
      min_memory: 4096,
      service_origin: 'cloud',
      tenant_service_group_id: 6,
      is_upgrate: true,
    },
  }),
  component(12, 'east-1', 'cache', 'gr44ca5e', {
    rhythm: flat,
    detail: {
      image: 'redis:7.4',
      version: '7.4',
      service_type: 'redis',
      category: 'cache',
      docker_cmd: 'docker run -e REDIS_PASSWORD=s3cr3t redis:7.4',
    },
  }),
  component(12, 'east-1', 'orders', 'gr51dd09', { cname: '订单服务', status: 'some_abnormal', rhythm: living(14, 80) }),
  component(12, 'east-1', 'payments', 'gr66ee01', { source: 'third_party', endpoints: ['198.51.100.7:443'] }),
  component(12, 'east-1', 'worker', 'gr0b0b42', { rhythm: silent, detail: { min_node: 2, container_gpu: 8192 } }),
  component(12, 'east-1', 'importer', 'gr77c4e7', { status: null, createStatus: 'creating', rhythm: silent }),
  component(12, 'east-1', 'promo', 'gr9a71e2', { status: 'closed' }),
  component(12, 'east-1', 'search a', 'gr5ea3c1', { cname: 'search', rhythm: living(22, 55) }),
  component(12, 'east-1', 'search b', 'gr5ea3c2', {
    cname: 'search',
    k8sName: 'search-2',
    status: 'upgrade',
    detail: { image: 'nginx:1.27-search', version: '1.27-search' },
    rhythm: living(6, 60),
  }),
  component(15, 'east-1', 'invoice', 'gr8b21c4', { rhythm: living(5, 140) }),
  component(15, 'east-1', 'ledger', 'gr8b2d0b', {
    rhythm: flat,
    detail: { image: 'postgres:17', version: '17', extend_method: 'state_singleton', category: 'store' },
  }),
  component(20, 'east-1', 'report-web', 'gr2a0e11', { status: 'abnormal' }),
  component(22, 'east-1', 'points', 'gr6a17c0', {
    detail: { image: 'registry.shop.test:5000/shop/points:2.4.1', version: '2.4.1', min_node: 2, min_memory: 256 },
  }),
  component(22, 'east-1', 'profile', 'gr6a17c1', {
    status: 'undeploy',
    source: 'source_code',
    detail: { ...sourceBuilt, git_url: 'https://deploy:s3cr3t-git@git.shop.test/shop/profile.git', min_node: 1 },
  }),
  component(31, 'west-2', 'web west', 'gr30aa17', { cname: 'web', rhythm: living(18, 41) }),
  component(31, 'west-2', 'api west', 'gr30aa18', { cname: 'api', status: 'starting', rhythm: living(25, 17) }),
  component(40, 'west-2', 'toy', 'gr40701a', { rhythm: living(2, 20) }),
];

function port(
  component: string,
  number: number,
  protocol: string,
  open: string,
  alias: string,
  service: string,
): SimulatedPort {
  return {
    componentId: idOf(component),
    number,
    lbMappingPort: 0,
    protocol,
    alias,
    inner: open.includes('inner'),
    outer: open.includes('outer'),
    k8sServiceName: service,
  };
}

export const shopPorts: readonly SimulatedPort[] = [
  port('web', 8080, 'http', 'inner outer', 'GR7C01AA8080', 'web'),
  port('web', 8443, 'http', '', 'GR7C01AA8443', 'web'),
  port('web', 9090, 'grpc', 'inner', 'RPC', 'web'),
  port('api', 8000, 'http', 'inner', 'API', 'gr2f88b0'),
  port('api', 9100, 'http', '', 'METRICS', 'gr2f88b0'),
  port('db', 3306, 'mysql', 'inner', 'MYSQL', 'gr90db11'),
  port('db', 33060, 'tcp', 'inner outer', 'MYSQLX', 'gr90db11'),
  port('cache', 6379, 'tcp', 'inner', 'REDIS', 'gr44ca5e'),
  port('orders', 7000, 'http', 'inner', 'ORDERS', 'orders'),
  port('orders', 7001, 'udp', '', 'GR51DD097001', 'orders'),
  port('payments', 443, 'tcp', '', 'GR66EE01443', 'gr66ee01'),
  port('importer', 5000, 'http', '', 'GR77C4E75000', 'gr77c4e7'),
  port('promo', 80, 'http', 'inner outer', 'PROMO', 'gr9a71e2'),
  port('search a', 9200, 'http', 'inner', 'SEARCH', 'gr5ea3c1'),
  port('search b', 9200, 'http', 'inner', 'SEARCH', 'gr5ea3c2'),
  port('invoice', 8080, 'http', 'inner outer', 'INVOICE', 'gr8b21c4'),
  port('ledger', 5432, 'tcp', 'inner', 'LEDGER', 'gr8b2d0b'),
  port('report-web', 8080, 'http', '', 'GR2A0E118080', 'gr2a0e11'),
  port('points', 8000, 'http', 'inner', 'POINTS', 'points'),
  port('profile', 8000, 'http', 'inner', 'PROFILE', 'profile'),
  port('web west', 8080, 'http', 'inner outer', 'GR30AA178080', 'gr30aa17'),
  port('api west', 8000, 'http', 'inner', 'GR30AA188000', 'gr30aa18'),
  port('toy', 80, 'http', 'inner outer', 'TOY', 'gr40701a'),
];

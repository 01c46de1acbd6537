import { createHash } from 'node:crypto';
import type {
  SimulatedApp,
  SimulatedHttpRule,
  SimulatedTcpRule,
  SimulatedTeam,
  SimulatedUser,
  WorldSeed,
} from '../simulated-world.ts';
import { idOf } from './seed-id.ts';
import { shopComponents, shopPorts } from './shop-components.ts';
import { shopCertificates, shopHistory } from './shop-history.ts';
import { shopRegions } from './shop-regions.ts';

/** Default access key of the playground's bot: 40 hex characters, like real keys. */
export const playgroundToken = createHash('sha1').update('portolan playground').digest('hex');

const teams: readonly SimulatedTeam[] = [
  {
    number: 1,
    id: idOf('team shop'),
    name: 'shop',
    alias: '商店',
    regions: ['east-1', 'west-2', 'north-3', 'south-4'],
    unready: [],
    quotas: { 'east-1': { memory: 32_768, cpu: 24_000 } },
  },
  {
    number: 2,
    id: idOf('team lab'),
    name: 'lab',
    alias: '实验室',
    regions: ['east-1', 'west-2'],
    unready: ['east-1'],
    quotas: { 'west-2': { memory: 0, cpu: 0 } },
  },
];

const users: readonly SimulatedUser[] = [
  {
    id: 1,
    nickName: 'portolan',
    email: 'portolan@shop.test',
    token: playgroundToken,
    teams: teams.map((team) => team.id),
    may: [300005, 300006, 300007, 300008],
  },
  { id: 7, nickName: 'guest', email: 'guest@shop.test', token: idOf('guest').padEnd(40, '0'), teams: [], may: [] },
];

function app(id: number, team: string, region: string, name: string, note = ''): SimulatedApp {
  return {
    id,
    teamId: idOf(`team ${team}`),
    region,
    name,
    note,
    createdAt: '2025-06-01T10:00:00',
    k8sName: `app-${id}`,
  };
}

const apps: readonly SimulatedApp[] = [
  app(12, 'shop', 'east-1', 'shop', 'the storefront'),
  app(15, 'shop', 'east-1', 'billing'),
  app(20, 'shop', 'east-1', 'reports', 'no performance plugin here'),
  app(21, 'shop', 'east-1', 'empty'),
  app(22, 'shop', 'east-1', '会员中心', 'members and points'),
  app(31, 'shop', 'west-2', 'shop', 'the same storefront, in the west'),
  app(40, 'lab', 'west-2', 'sandbox'),
];

const plain = {
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
} as const;

function http(
  number: number,
  component: string,
  port: number,
  domain: string,
  more: Partial<SimulatedHttpRule> = {},
): SimulatedHttpRule {
  return { number, id: idOf(`http rule ${number}`), componentId: idOf(component), port, domain, ...plain, ...more };
}

const httpRules: readonly SimulatedHttpRule[] = [
  http(3, 'web', 8080, 'gr7c01aa-8080-shop.apps.east.shop.test'),
  http(5, 'web', 8080, 'www.shop.test', { type: 1, certificateId: 7, protocol: 'https', rewrites: '[]' }),
  http(8, 'api', 8000, 'gr2f88b0-8000-shop.apps.east.shop.test', { outer: false }),
  http(9, 'promo', 80, 'gr9a71e2-80-shop.apps.east.shop.test'),
  http(11, 'invoice', 8080, 'gr8b21c4-8080-shop.apps.east.shop.test'),
  http(12, 'web west', 8080, 'gr30aa17-8080-shop.apps.west.shop.test'),
  http(14, 'toy', 80, 'toys.lab.test', { type: 1, rewrites: '[]' }),
];

const tcpRules: readonly SimulatedTcpRule[] = [
  {
    number: 2,
    id: idOf('tcp rule 2'),
    componentId: idOf('db'),
    regionId: idOf('region east-1'),
    port: 33060,
    endPoint: '0.0.0.0:30021',
    protocol: 'tcp',
    type: 0,
    outer: true,
    extensions: null,
  },
];

/**
 * The playground's world: two teams, four regions (one under maintenance, one disabled), seven apps with components in
 * all relevant states, live metrics and recent events.
 */
export const shopSeed: WorldSeed = (now) => ({
  enterpriseId: idOf('enterprise'),
  users,
  teams,
  regions: shopRegions(now),
  apps,
  components: shopComponents,
  ports: shopPorts,
  httpRules,
  tcpRules,
  certificates: shopCertificates(now),
  // Every rule of an open port has created a route.
  routes: httpRules
    .filter(({ outer }) => outer)
    .map(({ componentId, port, domain }) => ({ componentId, port, domain })),
  ...shopHistory(now, { http: 14, tcp: 2 }),
});

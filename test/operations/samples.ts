import type { ChartOrder } from '../../src/core/command/answer.ts';
import type { Ask } from '../../src/core/operation.ts';
import type { ConfiguredWatch } from '../../src/core/policy/policy.ts';
import type { TemporaryAccess } from '../../src/core/request/temporary-access.ts';
import type { Schedule } from '../../src/operations/schedule/stored-schedule.ts';
import type { ComponentFacts } from '../../src/operations/shared/change-facts.ts';
import type { Watch } from '../../src/operations/shared/watch/stored-watch.ts';
import type { AppInfo } from '../../src/platform/app/app-endpoints.ts';
import type { Certificate } from '../../src/platform/certificate/certificate-endpoints.ts';
import type { ComponentSummary } from '../../src/platform/component/component-endpoints.ts';
import type { ComponentEvent } from '../../src/platform/event/event-endpoints.ts';
import type { HttpRule, TcpRule } from '../../src/platform/gateway/gateway-endpoints.ts';
import type { Port } from '../../src/platform/port/port-endpoints.ts';

export const ask: Ask = {
  person: { id: 'U1', name: 'Ada', lang: 'en', zone: 'UTC', standing: 'member' },
  channel: 'C1',
  context: { team: 'shop', region: 'east-1', app: '12', appName: 'Shop' },
  now: 0,
  prefix: '',
};

export const WEB = 'c0de0000000000000000000000000001';
export const API = 'c0de0000000000000000000000000002';

export const aPort = (number: number, more: Partial<Port> = {}): Port => ({
  containerPort: number,
  protocol: 'http',
  portAlias: `GRWEB${number}`,
  isInnerService: true,
  isOuterService: false,
  k8sServiceName: 'grweb',
  ...more,
});

export const someFacts = (more: Partial<ComponentFacts> = {}): ComponentFacts => ({
  component: { id: WEB, alias: 'grweb', name: 'web' },
  region: {
    regionName: 'east-1',
    status: '1',
    httpdomain: 'apps.example.test',
    tcpdomain: '203.0.113.9',
    tenantName: 'shop',
  },
  dialect: 'console',
  ports: [aPort(8080)],
  ...more,
});

export const anHttpRule = (more: Partial<HttpRule> = {}): HttpRule => ({
  id: 1,
  ruleExtensions: [],
  httpRuleId: 'r1',
  regionId: undefined,
  tenantId: undefined,
  serviceId: WEB,
  serviceName: 'grweb',
  domainName: 'www.shop.test',
  containerPort: 8080,
  protocol: 'http',
  certificateId: 0,
  domainType: 'www',
  serviceAlias: 'web',
  isSenior: false,
  domainPath: '/',
  domainCookie: '',
  domainHeader: '',
  type: 1,
  theWeight: 100,
  isOuterService: true,
  autoSsl: false,
  autoSslConfig: undefined,
  pathRewrite: false,
  rewrites: undefined,
  ...more,
});

export const aTcpRule = (more: Partial<TcpRule> = {}): TcpRule => ({
  id: 4,
  tcpRuleId: 't1',
  regionId: undefined,
  tenantId: undefined,
  serviceId: WEB,
  serviceName: 'grweb',
  endPoint: '203.0.113.9:30021',
  protocol: 'tcp',
  containerPort: 5432,
  serviceAlias: 'web',
  type: 0,
  ruleExtensions: undefined,
  isOuterService: true,
  ...more,
});

export const aComponent: ComponentSummary = {
  serviceId: '1'.padStart(32, '0'),
  serviceAlias: 'gr1',
  serviceCname: 'web',
  k8sComponentName: 'web',
  status: 'running',
  serviceSource: 'docker_run',
  extendMethod: 'stateless_multiple',
  image: 'registry.shop.test:5000/shop/web:2.4.0',
  version: '2.4.0',
  minNode: 2,
  minCpu: 500,
  minMemory: 512,
  createStatus: 'complete',
  arch: 'amd64',
  buildUpgrade: true,
  containerGpu: 8192,
};

export function anApp(more: Partial<AppInfo> = {}): AppInfo {
  const running = { status: 'running', serviceCount: 3, runningServiceCount: 3 };
  return { appId: '12', name: 'Shop', k8sApp: undefined, ...running, ...more };
}

export function aChartOrder(more: Partial<ChartOrder> = {}): ChartOrder {
  const times = { range: { last: 3_600_000 }, start: 0, end: 3_600, step: 60 };
  return { chart: true, ...times, outerOnly: false, privately: false, ...more };
}

export function aCertificate(more: Partial<Certificate> = {}): Certificate {
  const names = { alias: 'shop', issuedTo: ['shop.test'], issuedBy: undefined };
  return { id: 7, ...names, hasExpired: false, expiresAt: 1_000, ...more };
}

/** @param at its start, epoch ms */
export function anEvent(at: number, more: Partial<ComponentEvent> = {}): ComponentEvent {
  const of = { target: 'service', targetId: 'c0de', access: undefined, userName: 'maya', message: '' };
  const state = { status: 'success', finalStatus: 'complete', endedAt: undefined };
  return { eventId: 'e1', optType: 'build-service', ...of, ...state, createdAt: at, startedAt: at, ...more };
}

export const aWatch = (more: Partial<Watch> = {}): Watch => ({
  id: 'w',
  channel: 'C1',
  context: { team: 'shop', region: 'east', app: '1' },
  notify: [],
  at: 1_000,
  condition: { item: 'request_time', side: 'above', threshold: 500, for: 300_000 },
  by: { id: 'U1', name: 'maya', lang: 'en', zone: 'UTC' },
  ...more,
});

export function aConfiguredWatch(more: Partial<ConfiguredWatch> = {}): ConfiguredWatch {
  const context = { team: 'shop', region: 'east', app: '1' };
  return { name: 'slow', line: 9, channel: 'C1', components: [], what: 'abnormal', notify: [], context, ...more };
}

export const aSchedule = (more: Partial<Schedule> = {}): Schedule => ({
  ...{
    id: 's1',
    given: {},
    words: 'monitor web',
    cron: '0 9 * * *',
    zone: 'UTC',
    channel: 'C1',
    at: 1,
    paused: false,
  },
  context: { team: 'shop', region: 'east', app: '1' },
  owner: { id: 'U1', name: 'Ann', lang: 'en' },
  ...more,
});

export function aTemporaryAccess(more: Partial<TemporaryAccess> = {}): TemporaryAccess {
  const place = { placeKey: 'shop/east-1/12', componentKey: 'shop/east-1/12/web' };
  return { id: 'o1', ...place, request: 'r1', by: 'U1', at: 1, until: 60_000, tries: 0, body: {}, ...more };
}

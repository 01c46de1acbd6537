import type { Ask } from '../../src/core/operation.ts';
import type { ComponentFacts } from '../../src/operations/shared/change-facts.ts';
import type { ComponentSummary } from '../../src/platform/component/component-endpoints.ts';
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

export function aPort(number: number, more: Partial<Port> = {}): Port {
  return {
    containerPort: number,
    protocol: 'http',
    portAlias: `GRWEB${number}`,
    isInnerService: true,
    isOuterService: false,
    k8sServiceName: 'grweb',
    ...more,
  };
}

export function someFacts(more: Partial<ComponentFacts> = {}): ComponentFacts {
  return {
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
  };
}

export function anHttpRule(more: Partial<HttpRule> = {}): HttpRule {
  return {
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
  };
}

export function aTcpRule(more: Partial<TcpRule> = {}): TcpRule {
  return {
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
  };
}

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

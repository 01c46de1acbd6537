import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { readAccepted, readBuildStarted, readEmptyReply } from './lifecycle/accepted-reply.ts';
import { BuildBody, HorizontalBody, ImageBody, OperateBody, VerticalBody } from './lifecycle/lifecycle-schema.ts';
import { readAppInfo, readApps, readNamespace, readTeams } from './resources/application-reply.ts';
import { readCertificates } from './resources/certificate-reply.ts';
import { readComponentDetail, readComponents } from './resources/component-reply.ts';
import { readEventLog, readEvents } from './resources/event-reply.ts';
import { readFoundRule, readGatewayRules, readHttpRule } from './resources/gateway-reply.ts';
import { readPort, readPorts } from './resources/port-reply.ts';
import { readRegionInfo, readTeamRegions, readTeamResource } from './resources/region-reply.ts';
import { AddPortBody, gatewayBody, HttpRuleBody, UpdatePortBody } from './resources/write-schema.ts';

const MIB = 1024 * 1024;

const team = '/teams/{team}';
const region = `${team}/regions/{region}` as const;
const app = `${region}/apps/{app}` as const;
const service = `${app}/services/{service}` as const;
const port = `${service}/ports/{port}` as const;
const httpRules = `${app}/httpdomains` as const;

const read = { access: 'read', method: 'GET', deadline: 'read', maxBytes: 8 * MIB } as const;
const readBytes = { ...read, deadline: 'monitoring', maxBytes: 32 * MIB } as const;
const write = { access: 'write', deadline: 'write', maxBytes: 8 * MIB } as const;

/** The bodies of a call that only the console has: nothing is sent to a platform that speaks the document's dialect. */
function consoleBody<Body extends z.ZodType>(body: Body) {
  return { unknown: body, console: body, document: z.never() };
}

/** What the region's gateway answers when a rule changes (platform facts 2). */
const gatewayCodes = {
  50001: 'route-missing',
  50002: 'rule-exists',
  50003: 'gateway-refused',
  50004: 'gateway-refused',
  50005: 'gateway-port-taken',
} as const;
const portCodes = { ...gatewayCodes, 20500: 'k8s-name-exists', 20501: 'port-exists' } as const;

/**
 * Every call that is made to the platform, once. The client, the exact calls of a request, the recorded tests and the
 * simulated platform's routes derive from these rows. Numbers such as 4.1 are sections of the interface document.
 */
export const endpoints = {
  /** 4.1. With a search, the console pastes it into SQL (platform facts 3.1): only the document's dialect gets one. */
  listRegions: {
    ...read,
    path: `${team}/regions`,
    query: ['query', 'page', 'page_size'],
    reply: { console: 'bare', document: 'bare', read: readTeamRegions },
  },
  /** 4.2 */
  readRegion: {
    ...read,
    path: '/regions/{region}',
    query: ['region_id', 'extend_info'],
    reply: { console: 'bare', document: 'bare', read: readRegionInfo },
  },
  /** 4.3 */
  listPorts: {
    ...read,
    path: `${service}/ports`,
    reply: { console: 'envelope', document: 'bare', read: readPorts },
  },
  /**
   * 4.4. `port` goes as text: the document declares a string, and the console reads a number out of either (platform
   * facts 3.4). The console requires the inner flag, the document the protocol: both are always sent.
   */
  addPort: {
    ...write,
    method: 'POST',
    path: `${service}/ports`,
    body: { unknown: AddPortBody, console: AddPortBody, document: AddPortBody },
    reply: { console: 'envelope', document: 'bare', read: readPort },
    codes: portCodes,
    sideEffects: ['k8s-name-invalid', 'k8s-name-exists'],
  },
  /** 4.5. A change of alias renames variables in the region before a name is refused (platform facts 3.5). */
  updatePort: {
    ...write,
    method: 'PUT',
    path: port,
    body: { unknown: UpdatePortBody, console: UpdatePortBody, document: UpdatePortBody },
    reply: { console: 'envelope', document: 'bare', read: readPort },
    codes: portCodes,
    sideEffects: ['k8s-name-invalid', 'k8s-name-exists'],
  },
  /** 4.6 */
  deletePort: {
    ...write,
    method: 'DELETE',
    path: port,
    body: undefined,
    reply: { console: 'envelope', document: 'bare', read: readPort },
    codes: portCodes,
    sideEffects: 'none',
  },
  /** 4.7. The console opens the port before it looks at the rule (platform facts 3.7). */
  createGatewayRule: {
    ...write,
    method: 'POST',
    path: `${app}/domains`,
    body: { unknown: gatewayBody('unknown'), console: gatewayBody('console'), document: gatewayBody('document') },
    pairs: ['domain_cookie', 'domain_header', 'rule_extensions'],
    reply: { console: 'bare', document: 'bare', read: readGatewayRules },
    codes: gatewayCodes,
    regionRefusal: 'domain-invalid',
    sideEffects: 'any',
  },
  /** 4.8. Any text in `is_outer`, also "false", means true to the console (platform facts 3.8). */
  queryMonitoring: {
    ...readBytes,
    path: `${app}/monitor/query_range`,
    query: ['start', 'end', 'step', 'is_outer'],
    reply: { console: 'bare', document: 'bare', bytes: true },
  },
  /** 4.9 */
  readComponent: {
    ...read,
    path: service,
    reply: { console: 'bare', document: 'bare', read: readComponentDetail },
  },

  /* Beyond the document: only a console has these (platform facts 4). */

  listTeams: {
    ...read,
    path: '/teams',
    query: ['page', 'page_size'],
    reply: { console: 'bare', read: readTeams },
  },
  /** Facts 2, continued: `query` is a part of the name. There are no pages. */
  listApps: { ...read, path: `${region}/apps`, query: ['query'], reply: { console: 'bare', read: readApps } },
  readApp: { ...read, path: app, reply: { console: 'bare', read: readAppInfo } },
  listComponents: { ...read, path: `${app}/services`, reply: { console: 'bare', read: readComponents } },
  listRules: { ...read, path: `${app}/domains`, reply: { console: 'bare', read: readGatewayRules } },
  /* From here on, "facts" are the platform facts, continued (facts-more). */

  /** Facts 4. Any id is acted on, also that of another team; the answer proves nothing. */
  operateComponents: {
    ...write,
    method: 'POST',
    path: `${app}/operations`,
    body: consoleBody(OperateBody),
    reply: { console: 'bare', read: readAccepted },
    codes: { 10402: 'lifecycle-not-permitted' },
    pageFailure: 'region-failed',
    sideEffects: 'none',
  },
  /** Facts 12. */
  scaleHorizontally: {
    ...write,
    method: 'POST',
    path: `${service}/telescopic/horizontal`,
    body: consoleBody(HorizontalBody),
    reply: { console: 'bare', read: readEmptyReply, mayBeEmpty: true },
    codes: { 10104: 'instances-unchanged' },
    sideEffects: 'none',
  },
  /** Facts 13. */
  scaleVertically: {
    ...write,
    method: 'POST',
    path: `${service}/telescopic/vertical`,
    body: consoleBody(VerticalBody),
    reply: { console: 'bare', read: readEmptyReply, mayBeEmpty: true },
    sideEffects: 'none',
  },
  /** Facts 14. */
  buildComponent: {
    ...write,
    method: 'POST',
    path: `${service}/build`,
    body: consoleBody(BuildBody),
    reply: { console: 'bare', read: readBuildStarted },
    sideEffects: 'none',
  },
  /** Facts 15. The console takes any text and says that it worked. */
  changeImage: {
    ...write,
    method: 'PUT',
    path: `${service}/docker-image-change`,
    body: consoleBody(ImageBody),
    reply: { console: 'envelope', read: readAccepted },
    sideEffects: 'none',
  },
  /** Facts 8. Where the port is to be opened, that comes before the rule. */
  createHttpRule: {
    ...write,
    method: 'POST',
    path: httpRules,
    body: consoleBody(HttpRuleBody),
    pairs: ['domain_cookie', 'domain_header', 'rule_extensions'],
    reply: { console: 'bare', read: readHttpRule },
    codes: gatewayCodes,
    regionRefusal: 'domain-invalid',
    sideEffects: 'any',
  },
  /** Facts 7. Where the application has no such rule, the answer has blank fields. */
  readHttpRule: { ...read, path: `${httpRules}/{rule}`, reply: { console: 'bare', read: readFoundRule } },
  /** Facts 10. The live route stays. */
  deleteHttpRule: {
    ...write,
    method: 'DELETE',
    path: `${httpRules}/{rule}`,
    body: undefined,
    reply: { console: 'bare', read: readHttpRule },
    codes: { ...gatewayCodes, 1404: 'no-such-rule' },
    sideEffects: 'none',
  },
  /** Facts 5. Anything but a number in `page` fails inside the console. */
  listEvents: {
    ...read,
    path: `${service}/events`,
    query: ['page', 'page_size'],
    reply: { console: 'bare', read: readEvents },
  },
  /** Facts 6. The console doesn't check whose event it is: only ids out of `listEvents`. Build logs are long. */
  readEventLog: {
    ...read,
    maxBytes: 32 * MIB,
    path: `${region}/events/{event}/logs`,
    reply: { console: 'bare', read: readEventLog },
  },
  /** Facts 11. A single certificate is never asked for: that reply holds its private key. */
  listCertificates: {
    ...read,
    path: `${team}/certificates`,
    query: ['page', 'page_size'],
    reply: { console: 'bare', read: readCertificates },
  },
  /** Facts 18. */
  readTeamResource: { ...read, path: `${region}/resource`, reply: { console: 'bare', read: readTeamResource } },
  /** Facts 17. Of the team's inner ports, only the namespace beside them is read. */
  readNamespace: { ...read, path: `${region}/apps_port`, reply: { console: 'envelope', read: readNamespace } },
  /** Prometheus' own range query: any query for any token, so the query is always one of our own (platform facts 3.8). */
  queryRawMonitoring: {
    ...readBytes,
    path: '/monitor/query_range',
    query: ['region_name', 'query', 'start', 'end', 'step'],
    reply: { console: 'bare', bytes: true },
  },
} as const satisfies { readonly [id: string]: Endpoint };

type Endpoints = typeof endpoints;

/** The name of a platform call. */
export type EndpointId = keyof Endpoints;

/** The calls that change something. */
export type WriteId = {
  [Id in EndpointId]: Endpoints[Id]['access'] extends 'write' ? Id : never;
}[EndpointId];

/** The calls that only read. */
export type ReadId = Exclude<EndpointId, WriteId>;

/** The reads whose reply isn't parsed. */
export type ByteId = {
  [Id in ReadId]: Endpoints[Id]['reply'] extends { readonly bytes: true } ? Id : never;
}[ReadId];

/** The calls whose reply is parsed. */
export type ParsedId = Exclude<EndpointId, ByteId>;

/** What a call's reply is read as. */
export type ReplyOf<Id extends ParsedId> = NonNullable<ReturnType<Endpoints[Id]['reply']['read']>>;

/** The query parameters that a read may be given; those that are undefined aren't sent. */
export type QueryOf<Id extends ReadId> = Endpoints[Id] extends {
  readonly query: readonly (infer Name extends string)[];
}
  ? { readonly [name in Name]?: string | number | undefined }
  : { readonly [name: string]: never };

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The values that a call's path needs. */
export type PathValues<Id extends EndpointId> = {
  readonly [Name in NamesIn<Endpoints[Id]['path']>]: Name extends 'port' ? number : string;
};

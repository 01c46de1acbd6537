import { z } from 'zod';
import { readAppInfo, readApps, readNamespace, readTeams } from './app/app-reply.ts';
import { readCertificates } from './certificate/certificate-reply.ts';
import { readAccepted, readBuildStarted, readEmptyReply } from './component/accepted-reply.ts';
import { BuildBody, HorizontalBody, ImageBody, OperateBody, VerticalBody } from './component/component-body.ts';
import { readComponentDetail, readComponents } from './component/component-reply.ts';
import type { Endpoint } from './endpoint.ts';
import { readEventLog, readEvents } from './event/event-reply.ts';
import { AddPortBody, gatewayBody, HttpRuleBody, UpdatePortBody } from './gateway/gateway-body.ts';
import { readFoundRule, readGatewayRules, readHttpRule } from './gateway/gateway-reply.ts';
import { readPort, readPorts } from './port/port-reply.ts';
import { readRegionInfo, readTeamRegions, readTeamResource } from './region/region-reply.ts';

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

/** What the region's gateway answers when a rule changes (docs/platform.md#errors). */
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
 * simulated platform's routes derive from these rows. Links are to docs/platform.md.
 */
export const endpoints = {
  /** With a search, the console pastes it into SQL (docs/platform.md#regions): only the document's dialect gets one. */
  listRegions: {
    ...read,
    path: `${team}/regions`,
    query: ['query', 'page', 'page_size'],
    reply: { console: 'bare', document: 'bare', read: readTeamRegions },
  },
  /** docs/platform.md#region-detail */
  readRegion: {
    ...read,
    path: '/regions/{region}',
    query: ['region_id', 'extend_info'],
    reply: { console: 'bare', document: 'bare', read: readRegionInfo },
  },
  /** docs/platform.md#ports */
  listPorts: {
    ...read,
    path: `${service}/ports`,
    reply: { console: 'envelope', document: 'bare', read: readPorts },
  },
  /**
   * `port` goes as text: the document declares a string, and the console reads a number out of either
   * (docs/platform.md#adding-a-port). The console requires the inner flag, the document the protocol: both are always
   * sent.
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
  /** A change of alias renames variables in the region before a name is refused (docs/platform.md#aliases). */
  updatePort: {
    ...write,
    method: 'PUT',
    path: port,
    body: { unknown: UpdatePortBody, console: UpdatePortBody, document: UpdatePortBody },
    reply: { console: 'envelope', document: 'bare', read: readPort },
    codes: portCodes,
    sideEffects: ['k8s-name-invalid', 'k8s-name-exists'],
  },
  /** docs/platform.md#deleting-a-port */
  deletePort: {
    ...write,
    method: 'DELETE',
    path: port,
    body: undefined,
    reply: { console: 'envelope', document: 'bare', read: readPort },
    codes: portCodes,
    sideEffects: 'none',
  },
  /** The console opens the port before it looks at the rule (docs/platform.md#gateway-rules). */
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
  /** Any text in `is_outer`, also "false", means true to the console (docs/platform.md#monitoring). */
  queryMonitoring: {
    ...readBytes,
    path: `${app}/monitor/query_range`,
    query: ['start', 'end', 'step', 'is_outer'],
    reply: { console: 'bare', document: 'bare', bytes: true },
  },
  /** docs/platform.md#components */
  readComponent: {
    ...read,
    path: service,
    reply: { console: 'bare', document: 'bare', read: readComponentDetail },
  },

  /* Beyond the document: only a console has these (docs/platform.md#teams-and-apps). */

  listTeams: {
    ...read,
    path: '/teams',
    query: ['page', 'page_size'],
    reply: { console: 'bare', read: readTeams },
  },
  /** `query` is a part of the name. There are no pages. */
  listApps: { ...read, path: `${region}/apps`, query: ['query'], reply: { console: 'bare', read: readApps } },
  readApp: { ...read, path: app, reply: { console: 'bare', read: readAppInfo } },
  listComponents: { ...read, path: `${app}/services`, reply: { console: 'bare', read: readComponents } },
  listRules: { ...read, path: `${app}/domains`, reply: { console: 'bare', read: readGatewayRules } },

  /** docs/platform.md#operations: any id is acted on, also that of another team; the answer proves nothing. */
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
  /** docs/platform.md#instances */
  scaleHorizontally: {
    ...write,
    method: 'POST',
    path: `${service}/telescopic/horizontal`,
    body: consoleBody(HorizontalBody),
    reply: { console: 'bare', read: readEmptyReply, mayBeEmpty: true },
    codes: { 10104: 'instances-unchanged' },
    sideEffects: 'none',
  },
  /** docs/platform.md#memory-and-cpu */
  scaleVertically: {
    ...write,
    method: 'POST',
    path: `${service}/telescopic/vertical`,
    body: consoleBody(VerticalBody),
    reply: { console: 'bare', read: readEmptyReply, mayBeEmpty: true },
    sideEffects: 'none',
  },
  /** docs/platform.md#building */
  buildComponent: {
    ...write,
    method: 'POST',
    path: `${service}/build`,
    body: consoleBody(BuildBody),
    reply: { console: 'bare', read: readBuildStarted },
    sideEffects: 'none',
  },
  /** docs/platform.md#changing-the-image: the console takes any text and says that it worked. */
  changeImage: {
    ...write,
    method: 'PUT',
    path: `${service}/docker-image-change`,
    body: consoleBody(ImageBody),
    reply: { console: 'envelope', read: readAccepted },
    sideEffects: 'none',
  },
  /** docs/platform.md#single-http-rules: where the port is to be opened, that comes before the rule. */
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
  /** docs/platform.md#reading-gateway-rules: where the application has no such rule, the answer has blank fields. */
  readHttpRule: { ...read, path: `${httpRules}/{rule}`, reply: { console: 'bare', read: readFoundRule } },
  /** docs/platform.md#deleting-a-rule: the live route stays. */
  deleteHttpRule: {
    ...write,
    method: 'DELETE',
    path: `${httpRules}/{rule}`,
    body: undefined,
    reply: { console: 'bare', read: readHttpRule },
    codes: { ...gatewayCodes, 1404: 'no-such-rule' },
    sideEffects: 'none',
  },
  /** docs/platform.md#events: anything but a number in `page` fails inside the console. */
  listEvents: {
    ...read,
    path: `${service}/events`,
    query: ['page', 'page_size'],
    reply: { console: 'bare', read: readEvents },
  },
  /**
   * docs/platform.md#event-logs: the console doesn't check whose event it is: only ids out of `listEvents`. Build
   * logs are long.
   */
  readEventLog: {
    ...read,
    maxBytes: 32 * MIB,
    path: `${region}/events/{event}/logs`,
    reply: { console: 'bare', read: readEventLog },
  },
  /** docs/platform.md#certificates: a single certificate is never asked for: that reply holds its private key. */
  listCertificates: {
    ...read,
    path: `${team}/certificates`,
    query: ['page', 'page_size'],
    reply: { console: 'bare', read: readCertificates },
  },
  /** docs/platform.md#team-resources */
  readTeamResource: { ...read, path: `${region}/resource`, reply: { console: 'bare', read: readTeamResource } },
  /** docs/platform.md#raw-monitoring-queries: of the team's inner ports, only the namespace beside them is read. */
  readNamespace: { ...read, path: `${region}/apps_port`, reply: { console: 'envelope', read: readNamespace } },
  /**
   * Prometheus' own range query: any query for any token, so the query is always one of our own
   * (docs/platform.md#raw-monitoring-queries).
   */
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

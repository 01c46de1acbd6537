import { z } from 'zod';
import type { Dialect, Endpoint } from '../endpoint.ts';
import { app, consoleBody, jsonRead, write } from '../endpoint-parts.ts';
import { asFlag, asInteger, asObject, asText, asTexts, type ReadBy, readEntries, readerOf } from '../lenient.ts';
import { objectOf } from '../reply-envelope.ts';
import {
  CERTIFICATE_CONFIG,
  CONDITION,
  DOMAIN,
  HEADER_NAME,
  HEADER_VALUE,
  IP_ADDRESS,
  RULE_PATH,
} from './gateway-text.ts';
import { isAllowedExtension, type KeyValue, type RuleProtocol } from './rule-extensions.ts';

const KeyValueBody = z.strictObject({ key: z.string(), value: z.string() });

const HeaderBody = z.strictObject({ key: z.string().regex(HEADER_NAME), value: z.string().regex(HEADER_VALUE) });

/** The host of an end point can be a name instead of an IP address. */
const DefaultIp = z.union([z.string().regex(IP_ADDRESS), z.string().regex(DOMAIN)]);

const ServiceId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

function extensions(protocol: RuleProtocol, dialect: Dialect) {
  const isAllowed = (pair: KeyValue) => isAllowedExtension(pair, protocol, dialect);
  if (protocol === 'tcp' || dialect !== 'document') return z.array(KeyValueBody.refine(isAllowed));
  return z.array(
    z.string().refine((text) => {
      const [key = '', value = '', ...rest] = text.split(':');
      return rest.length === 0 && isAllowed({ key, value });
    }),
  );
}

function httpRule(dialect: Dialect) {
  return z.strictObject({
    service_id: ServiceId,
    container_port: z.int(),
    certificate_id: z.int().optional(),
    domain_name: z.string().regex(DOMAIN),
    domain_cookie: z.string().regex(CONDITION).optional(),
    domain_header: z.string().regex(CONDITION).optional(),
    the_weight: z.int().optional(),
    domain_path: z.string().regex(RULE_PATH).optional(),
    rule_extensions: extensions('http', dialect).optional(),
    whether_open: z.boolean().optional(),
    auto_ssl: z.boolean().optional(),
    auto_ssl_config: z.string().regex(CERTIFICATE_CONFIG).optional(),
    configuration: z
      .strictObject({
        proxy_body_size: z.int().optional(),
        proxy_buffer_numbers: z.int().optional(),
        proxy_buffer_size: z.int().optional(),
        proxy_buffering: z.enum(['on', 'off']).optional(),
        proxy_connect_timeout: z.int().optional(),
        proxy_read_timeout: z.int().optional(),
        proxy_send_timeout: z.int().optional(),
        set_headers: z.array(HeaderBody).optional(),
      })
      .optional(),
  });
}

/** docs/platform.md#single-http-rules */
const HttpRuleBody = httpRule('console');

/** End point with at most 32 characters (docs/platform.md#tcp-rules). */
const END_POINT = /^(?=.{1,32}$)[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?:[1-9]\d{0,4}$/;

/** Rejects text that must not be sent to the platform (docs/security.md). */
function gatewayBody(dialect: Dialect) {
  return z.discriminatedUnion('protocol', [
    z.strictObject({ protocol: z.literal('http'), http: httpRule(dialect) }),
    z.strictObject({
      protocol: z.literal('tcp'),
      tcp: z.strictObject({
        container_port: z.int(),
        service_id: ServiceId,
        end_point: z.string().regex(END_POINT),
        rule_extensions: extensions('tcp', dialect).optional(),
        default_port: z.int(),
        default_ip: DefaultIp,
      }),
    }),
  ]);
}

const httpRules = `${app}/httpdomains` as const;

/** docs/platform.md#errors */
export const gatewayCodes = {
  50001: 'route-missing',
  50002: 'rule-exists',
  50003: 'gateway-refused',
  50004: 'gateway-refused',
  50005: 'gateway-port-taken',
} as const;

/** The console opens the port before it checks the rule. */
const newRule = {
  ...write,
  method: 'POST',
  pairs: ['domain_cookie', 'domain_header', 'rule_extensions'],
  codes: gatewayCodes,
  regionRefusal: 'domain-invalid',
  sideEffects: 'any',
} as const;

function sharedOf(raw: { readonly [field: string]: unknown }) {
  return {
    id: asInteger(raw.ID),
    regionId: asText(raw.region_id),
    tenantId: asText(raw.tenant_id),
    serviceId: asText(raw.service_id),
    /** Alias of the component, on the console (docs/platform.md#gateway-rules). */
    serviceName: asText(raw.service_name),
    /** Display name of the component, on the console. */
    serviceAlias: asText(raw.service_alias),
    /** `https` if a certificate is bound. */
    protocol: asText(raw.protocol),
    containerPort: asInteger(raw.container_port),
    /** 0: default rule, 1: custom rule. */
    type: asInteger(raw.type),
    isOuterService: asFlag(raw.is_outer_service),
  };
}

const readRule = readerOf(z.object({}), (_, raw) => ({
  ...sharedOf(raw),
  ruleExtensions: asTexts(raw.rule_extensions),
  httpRuleId: asText(raw.http_rule_id),
  domainName: asText(raw.domain_name),
  certificateId: asInteger(raw.certificate_id),
  domainType: asText(raw.domain_type),
  isSenior: asFlag(raw.is_senior),
  domainPath: asText(raw.domain_path),
  domainCookie: asText(raw.domain_cookie),
  domainHeader: asText(raw.domain_heander),
  theWeight: asInteger(raw.the_weight),
  autoSsl: asFlag(raw.auto_ssl),
  autoSslConfig: asText(raw.auto_ssl_config),
  pathRewrite: asFlag(raw.path_rewrite),
  rewrites: asText(raw.rewrites),
}));

/** docs/platform.md#reading-gateway-rules */
export type HttpRule = ReadBy<typeof readRule>;

const readTcpRule = readerOf(z.object({}), (_, raw) => ({
  ...sharedOf(raw),
  tcpRuleId: asText(raw.tcp_rule_id),
  endPoint: asText(raw.end_point),
  ruleExtensions: asText(raw.rule_extensions),
}));

/** docs/platform.md#reading-gateway-rules */
export type TcpRule = ReadBy<typeof readTcpRule>;

/** Rules of an app. The reply to creating a rule has the same form (docs/platform.md#gateway-rules). */
export interface GatewayRules {
  readonly http: readonly HttpRule[];
  readonly tcp: readonly TcpRule[];
}

/** `rule` is undefined if the application has no such rule. */
export interface FoundRule {
  readonly rule: HttpRule | undefined;
}

export function readGatewayRules(body: unknown): GatewayRules | undefined {
  const rules = asObject(objectOf(body));
  if (!rules || !('http' in rules || 'tcp' in rules)) return undefined;
  const http = readEntries(entriesOf(rules.http), readRule);
  const tcp = readEntries(entriesOf(rules.tcp), readTcpRule);
  return http && tcp && { http, tcp };
}

function readHttpRule(body: unknown): HttpRule | undefined {
  const rule = readRule(objectOf(body));
  return rule?.httpRuleId ? rule : undefined;
}

/** For an unknown rule, the reply has blank fields (docs/platform.md#reading-gateway-rules). */
function readFoundRule(body: unknown): FoundRule | undefined {
  const rule = asObject(objectOf(body));
  return rule && 'http_rule_id' in rule ? { rule: readHttpRule(body) } : undefined;
}

function entriesOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

export const gatewayEndpoints = {
  listRules: { ...jsonRead, path: `${app}/domains`, reply: { console: 'bare', read: readGatewayRules } },
  /** The console opens the port before it checks the rule (docs/platform.md#gateway-rules). */
  createGatewayRule: {
    ...newRule,
    path: `${app}/domains`,
    body: { unknown: gatewayBody('unknown'), console: gatewayBody('console'), document: gatewayBody('document') },
    reply: { console: 'bare', document: 'bare', read: readGatewayRules },
  },
  /** docs/platform.md#single-http-rules: opens the port, if requested, before it creates the rule. */
  createHttpRule: {
    ...newRule,
    path: httpRules,
    body: consoleBody(HttpRuleBody),
    reply: { console: 'bare', read: readHttpRule },
  },
  /** docs/platform.md#reading-gateway-rules: for an unknown rule, the reply has blank fields. */
  readHttpRule: { ...jsonRead, path: `${httpRules}/{rule}`, reply: { console: 'bare', read: readFoundRule } },
  /** docs/platform.md#deleting-a-rule: the call doesn't remove the live route. */
  deleteHttpRule: {
    ...write,
    method: 'DELETE',
    path: `${httpRules}/{rule}`,
    body: undefined,
    reply: { console: 'bare', read: readHttpRule },
    codes: { ...gatewayCodes, 1404: 'no-such-rule' },
    sideEffects: 'none',
  },
} as const satisfies { readonly [id: string]: Endpoint };

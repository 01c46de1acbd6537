import { z } from 'zod';
import { asFlag, asInteger, asObject, asText, asTexts, type ReadBy, readEntries, readerOf } from '../lenient.ts';
import { objectOf } from '../reply-envelope.ts';

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

export function readHttpRule(body: unknown): HttpRule | undefined {
  const rule = readRule(objectOf(body));
  return rule?.httpRuleId ? rule : undefined;
}

/** For an unknown rule, the reply has blank fields (docs/platform.md#reading-gateway-rules). */
export function readFoundRule(body: unknown): FoundRule | undefined {
  const rule = asObject(objectOf(body));
  return rule && 'http_rule_id' in rule ? { rule: readHttpRule(body) } : undefined;
}

function entriesOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

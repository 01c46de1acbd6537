import { z } from 'zod';
import { anything, asFlag, asInteger, asObject, asText, asTexts, readEntries } from '../lenient.ts';

import { objectOf } from '../reply-envelope.ts';

/**
 * One HTTP rule of an application (docs/platform.md#reading-gateway-rules). Which fields are always there is not
 * stated: all may be missing.
 */
export interface HttpRule {
  readonly id: number | undefined;
  readonly ruleExtensions: readonly string[];
  readonly httpRuleId: string | undefined;
  readonly regionId: string | undefined;
  readonly tenantId: string | undefined;
  readonly serviceId: string | undefined;
  /** On the console this is the component's alias … (docs/platform.md#gateway-rules) */
  readonly serviceName: string | undefined;
  readonly domainName: string | undefined;
  readonly containerPort: number | undefined;
  /** `https` when a certificate is bound. */
  readonly protocol: string | undefined;
  readonly certificateId: number | undefined;
  readonly domainType: string | undefined;
  /** … and this its display name. */
  readonly serviceAlias: string | undefined;
  readonly isSenior: boolean | undefined;
  readonly domainPath: string | undefined;
  readonly domainCookie: string | undefined;
  readonly domainHeader: string | undefined;
  /** 0 default, 1 custom. */
  readonly type: number | undefined;
  readonly theWeight: number | undefined;
  readonly isOuterService: boolean | undefined;
  readonly autoSsl: boolean | undefined;
  readonly autoSslConfig: string | undefined;
  readonly pathRewrite: boolean | undefined;
  readonly rewrites: string | undefined;
}

/** One TCP rule of an application (docs/platform.md#reading-gateway-rules). */
export interface TcpRule {
  readonly id: number | undefined;
  readonly tcpRuleId: string | undefined;
  readonly regionId: string | undefined;
  readonly tenantId: string | undefined;
  readonly serviceId: string | undefined;
  readonly serviceName: string | undefined;
  readonly endPoint: string | undefined;
  readonly protocol: string | undefined;
  readonly containerPort: number | undefined;
  readonly serviceAlias: string | undefined;
  readonly type: number | undefined;
  readonly ruleExtensions: string | undefined;
  readonly isOuterService: boolean | undefined;
}

/** All rules of an application: also what creating one answers (docs/platform.md#gateway-rules). */
export interface GatewayRules {
  readonly http: readonly HttpRule[];
  readonly tcp: readonly TcpRule[];
}

/** An HTTP rule that was asked for by its id (console only); without one the application has no such rule. */
export interface FoundRule {
  readonly rule: HttpRule | undefined;
}

const shared = {
  ID: anything,
  region_id: anything,
  tenant_id: anything,
  service_id: anything,
  service_name: anything,
  service_alias: anything,
  protocol: anything,
  container_port: anything,
  type: anything,
  rule_extensions: anything,
  is_outer_service: anything,
};

/** An HTTP rule as it comes (docs/platform.md#reading-gateway-rules). */
const HttpRuleReply = z
  .object({
    ...shared,
    http_rule_id: anything,
    domain_name: anything,
    certificate_id: anything,
    domain_type: anything,
    is_senior: anything,
    domain_path: anything,
    domain_cookie: anything,
    domain_heander: anything,
    the_weight: anything,
    auto_ssl: anything,
    auto_ssl_config: anything,
    path_rewrite: anything,
    rewrites: anything,
  })
  .transform(
    (raw): HttpRule => ({
      id: asInteger(raw.ID),
      ruleExtensions: asTexts(raw.rule_extensions),
      httpRuleId: asText(raw.http_rule_id),
      regionId: asText(raw.region_id),
      tenantId: asText(raw.tenant_id),
      serviceId: asText(raw.service_id),
      serviceName: asText(raw.service_name),
      domainName: asText(raw.domain_name),
      containerPort: asInteger(raw.container_port),
      protocol: asText(raw.protocol),
      certificateId: asInteger(raw.certificate_id),
      domainType: asText(raw.domain_type),
      serviceAlias: asText(raw.service_alias),
      isSenior: asFlag(raw.is_senior),
      domainPath: asText(raw.domain_path),
      domainCookie: asText(raw.domain_cookie),
      domainHeader: asText(raw.domain_heander),
      type: asInteger(raw.type),
      theWeight: asInteger(raw.the_weight),
      isOuterService: asFlag(raw.is_outer_service),
      autoSsl: asFlag(raw.auto_ssl),
      autoSslConfig: asText(raw.auto_ssl_config),
      pathRewrite: asFlag(raw.path_rewrite),
      rewrites: asText(raw.rewrites),
    }),
  );

/** A TCP rule as it comes (docs/platform.md#reading-gateway-rules). */
const TcpRuleReply = z.object({ ...shared, tcp_rule_id: anything, end_point: anything }).transform(
  (raw): TcpRule => ({
    id: asInteger(raw.ID),
    tcpRuleId: asText(raw.tcp_rule_id),
    regionId: asText(raw.region_id),
    tenantId: asText(raw.tenant_id),
    serviceId: asText(raw.service_id),
    serviceName: asText(raw.service_name),
    endPoint: asText(raw.end_point),
    protocol: asText(raw.protocol),
    containerPort: asInteger(raw.container_port),
    serviceAlias: asText(raw.service_alias),
    type: asInteger(raw.type),
    ruleExtensions: asText(raw.rule_extensions),
    isOuterService: asFlag(raw.is_outer_service),
  }),
);

/** An application's rules, or undefined when the reply has neither list. A list that is missing or null is empty. */
export function readGatewayRules(body: unknown): GatewayRules | undefined {
  const rules = asObject(objectOf(body));
  if (!rules || !('http' in rules || 'tcp' in rules)) return undefined;
  const http = readEntries(entriesOf(rules.http), HttpRuleReply);
  const tcp = readEntries(entriesOf(rules.tcp), TcpRuleReply);
  return http && tcp && { http, tcp };
}

/** One HTTP rule, as the console answers to having made or deleted it; undefined when the reply isn't one. */
export function readHttpRule(body: unknown): HttpRule | undefined {
  const { data: rule } = HttpRuleReply.safeParse(objectOf(body));
  return rule?.httpRuleId ? rule : undefined;
}

/**
 * What reading one HTTP rule finds: where there is none, the console answers with blank fields
 * (docs/platform.md#reading-gateway-rules).
 */
export function readFoundRule(body: unknown): FoundRule | undefined {
  const found = asObject(objectOf(body));
  return found && 'http_rule_id' in found ? { rule: readHttpRule(body) } : undefined;
}

function entriesOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

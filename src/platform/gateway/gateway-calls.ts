import type { Place } from '../../core/command/context.ts';
import { defined } from '../../core/defined.ts';
import type { JsonObject } from '../../core/text/json.ts';
import { portNumber, type WriteCall, writeCall } from '../call.ts';
import type { KeyValue, RuleExtensions } from './rule-extensions.ts';

/** docs/platform.md#http-rules: timeouts in seconds, sizes in the platform's units. */
export interface ProxyConfiguration {
  readonly proxyBodySize?: number;
  readonly proxyBufferNumbers?: number;
  readonly proxyBufferSize?: number;
  readonly proxyBuffering?: string;
  readonly proxyConnectTimeout?: number;
  readonly proxyReadTimeout?: number;
  readonly proxySendTimeout?: number;
  readonly setHeaders?: readonly KeyValue[];
}

/** docs/platform.md#http-rules. Missing values aren't sent. */
export interface NewHttpRule {
  readonly protocol: 'http';
  /** Id of the component. An alias doesn't work here (docs/platform.md#http-rules). */
  readonly serviceId: string;
  readonly containerPort: number;
  readonly domainName: string;
  readonly certificateId?: number;
  readonly domainCookie?: string;
  readonly domainHeader?: string;
  readonly theWeight?: number;
  readonly domainPath?: string;
  readonly ruleExtensions?: RuleExtensions<'http'>;
  readonly whetherOpen?: boolean;
  readonly autoSsl?: boolean;
  readonly autoSslConfig?: string;
  readonly configuration?: ProxyConfiguration;
}

/** docs/platform.md#tcp-rules. The default port and the address are always sent. */
export interface NewTcpRule {
  readonly protocol: 'tcp';
  readonly serviceId: string;
  readonly containerPort: number;
  readonly endPoint: string;
  readonly ruleExtensions?: RuleExtensions<'tcp'>;
  readonly defaultPort?: number;
  readonly defaultIp?: string;
}

export type NewGatewayRule = NewHttpRule | NewTcpRule;

/** Creates a rule (docs/platform.md#gateway-rules). The dialect determines the form of the extensions. */
export function createGatewayRuleCall(place: Place, rule: NewGatewayRule): WriteCall {
  const part: JsonObject = rule.protocol === 'http' ? { http: httpPart(rule) } : { tcp: tcpPart(rule) };
  return writeCall('createGatewayRule', place, { protocol: rule.protocol, ...part });
}

/** Creates a live route with proxy settings; the documented call can't (docs/platform.md#single-http-rules). */
export function createHttpRuleCall(place: Place, rule: NewHttpRule): WriteCall {
  return writeCall('createHttpRule', place, httpPart(rule));
}

/** Omits missing values, because the console rejects null and "" (docs/platform.md#gateway-rules). */
function httpPart(rule: NewHttpRule): JsonObject {
  return defined({
    service_id: rule.serviceId,
    container_port: portNumber(rule.containerPort),
    certificate_id: rule.certificateId,
    domain_name: rule.domainName,
    domain_cookie: rule.domainCookie,
    domain_header: rule.domainHeader,
    the_weight: rule.theWeight,
    domain_path: rule.domainPath,
    rule_extensions: rule.ruleExtensions?.body(),
    whether_open: rule.whetherOpen,
    auto_ssl: rule.autoSsl,
    auto_ssl_config: rule.autoSslConfig,
    configuration: rule.configuration === undefined ? undefined : configurationBody(rule.configuration),
  });
}

function configurationBody(configuration: ProxyConfiguration): JsonObject {
  return defined({
    proxy_body_size: configuration.proxyBodySize,
    proxy_buffer_numbers: configuration.proxyBufferNumbers,
    proxy_buffer_size: configuration.proxyBufferSize,
    proxy_buffering: configuration.proxyBuffering,
    proxy_connect_timeout: configuration.proxyConnectTimeout,
    proxy_read_timeout: configuration.proxyReadTimeout,
    proxy_send_timeout: configuration.proxySendTimeout,
    set_headers: configuration.setHeaders?.map(({ key, value }) => ({ key, value })),
  });
}

function tcpPart(rule: NewTcpRule): JsonObject {
  const split = /^(.+):(\d{1,5})$/.exec(rule.endPoint);
  if (!split) throw new TypeError('an end point is ip:port');
  return defined({
    container_port: portNumber(rule.containerPort),
    service_id: rule.serviceId,
    end_point: rule.endPoint,
    rule_extensions: rule.ruleExtensions?.body(),
    default_port: rule.defaultPort ?? Number(split[2]),
    default_ip: rule.defaultIp ?? split[1],
  });
}

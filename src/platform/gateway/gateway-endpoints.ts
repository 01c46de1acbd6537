import { z } from 'zod';
import type { Dialect, Endpoint } from '../endpoint.ts';
import { app, consoleBody, readJson, write } from '../endpoint-parts.ts';
import { readFoundRule, readGatewayRules, readHttpRule } from './gateway-reply.ts';
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

export const gatewayEndpoints = {
  listRules: { ...readJson, path: `${app}/domains`, reply: { console: 'bare', read: readGatewayRules } },
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
  readHttpRule: { ...readJson, path: `${httpRules}/{rule}`, reply: { console: 'bare', read: readFoundRule } },
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

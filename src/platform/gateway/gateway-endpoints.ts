import type { Endpoint } from '../endpoint.ts';
import { app, consoleBody, read, write } from '../endpoint-parts.ts';
import { gatewayBody, HttpRuleBody } from './gateway-body.ts';
import { readFoundRule, readGatewayRules, readHttpRule } from './gateway-reply.ts';

const httpRules = `${app}/httpdomains` as const;

/** What the region's gateway answers when a rule changes (docs/platform.md#errors). */
export const gatewayCodes = {
  50001: 'route-missing',
  50002: 'rule-exists',
  50003: 'gateway-refused',
  50004: 'gateway-refused',
  50005: 'gateway-port-taken',
} as const;

/** The port is opened before the rule is looked at. */
const newRule = {
  ...write,
  method: 'POST',
  pairs: ['domain_cookie', 'domain_header', 'rule_extensions'],
  codes: gatewayCodes,
  regionRefusal: 'domain-invalid',
  sideEffects: 'any',
} as const;

/** The calls about gateway rules. */
export const gatewayEndpoints = {
  listRules: { ...read, path: `${app}/domains`, reply: { console: 'bare', read: readGatewayRules } },
  /** The console opens the port before it looks at the rule (docs/platform.md#gateway-rules). */
  createGatewayRule: {
    ...newRule,
    path: `${app}/domains`,
    body: { unknown: gatewayBody('unknown'), console: gatewayBody('console'), document: gatewayBody('document') },
    reply: { console: 'bare', document: 'bare', read: readGatewayRules },
  },
  /** docs/platform.md#single-http-rules: where the port is to be opened, that comes before the rule. */
  createHttpRule: {
    ...newRule,
    path: httpRules,
    body: consoleBody(HttpRuleBody),
    reply: { console: 'bare', read: readHttpRule },
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
} as const satisfies { readonly [id: string]: Endpoint };

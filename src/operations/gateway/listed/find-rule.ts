import type { GatewayRules, HttpRule, TcpRule } from '../../../platform/gateway/gateway-reply.ts';
import { bareRule, httpAddress } from '../../shared/port-addresses.ts';

export type AnyRule =
  | { readonly kind: 'http'; readonly id: string; readonly address: string; readonly rule: HttpRule }
  | { readonly kind: 'tcp'; readonly id: string; readonly address: string; readonly rule: TcpRule };

/** Returns all rules except those without an id, because they can't be named. */
export function allRules({ http, tcp }: GatewayRules): readonly AnyRule[] {
  return [
    ...http.flatMap((rule): AnyRule[] => {
      const id = rule.httpRuleId;
      return id ? [{ kind: 'http', id, address: httpAddress(rule), rule }] : [];
    }),
    ...tcp.flatMap((rule): AnyRule[] => {
      const id = rule.tcpRuleId;
      return id ? [{ kind: 'tcp', id, address: rule.endPoint ?? '?', rule }] : [];
    }),
  ];
}

/** Target of a rule that was just created. It identifies the rule in addition to the rule's address. */
export interface RuleTarget {
  readonly component?: string;
  readonly port?: number;
}

/**
 * Returns the rules for an id or address. An address without a path means the rule at `/`, or the only rule of its
 * domain. `http://` and `https://` distinguish two rules of one address; a single rule matches either. If the target is
 * known, the scheme must match, so that no other rule is returned instead of a deleted one.
 */
export function matchingRules(typed: string, rules: readonly AnyRule[], target: RuleTarget = {}): readonly AnyRule[] {
  const matches = atAddress(typed, rules, target);
  const [scheme] = /^https?:\/\//i.exec(typed.trim()) ?? [];
  if (!scheme) return matches;
  const same = matches.filter(({ address }) => address.startsWith(scheme.toLowerCase()));
  const isKnown = target.component !== undefined && target.port !== undefined;
  return same.length > 0 || isKnown ? same : matches;
}

function atAddress(typed: string, rules: readonly AnyRule[], target: RuleTarget): readonly AnyRule[] {
  const byId = rules.filter(({ id }) => id === typed);
  if (byId.length > 0) return byId;
  const wanted = bareRule(typed);
  const fits = rules.filter(({ rule }) => isTarget(rule, target));
  const exact = fits.filter(({ address }) => bareRule(address) === wanted);
  if (exact.length > 0 || wanted.includes('/')) return exact;
  // The platform shows all addresses as the region's TCP domain (docs/platform.md#reading-gateway-rules).
  const [, port] = /^(?:0\.0\.0\.0)?:?(\d{1,5})$/.exec(wanted) ?? [];
  if (port !== undefined) return fits.filter(({ kind, address }) => kind === 'tcp' && address.endsWith(`:${port}`));
  return fits.filter(({ kind, address }) => kind === 'http' && bareRule(address).split('/')[0] === wanted);
}

function isTarget({ serviceId, containerPort }: HttpRule | TcpRule, { component, port }: RuleTarget): boolean {
  return (component === undefined || serviceId === component) && (port === undefined || containerPort === port);
}

/** Returns undefined if the platform doesn't say whether the rule is active. */
export function isActive({ rule }: AnyRule): boolean | undefined {
  return rule.isOuterService;
}

/** Returns the target's display name in the rule, or its alias (docs/platform.md#gateway-rules). */
export function nameInRule({ rule }: AnyRule): string {
  return rule.serviceAlias || rule.serviceName || rule.serviceId || '?';
}

export function sortedRules(rules: readonly AnyRule[], targetNameOf: (rule: AnyRule) => string): readonly AnyRule[] {
  const key = (each: AnyRule) => [
    isActive(each) === false ? '1' : '0',
    targetNameOf(each),
    String(each.rule.containerPort ?? 0).padStart(5, '0'),
    each.address,
  ];
  return rules
    .map((each) => ({ each, key: key(each).join('\u0000') }))
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ each }) => each);
}

import type { GatewayRules, HttpRule, TcpRule } from '../../../platform/gateway/gateway-endpoints.ts';
import { httpAddress } from '../../shared/port-addresses.ts';

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

/** Returns undefined if the platform doesn't say whether the rule is active. */
export function isActive({ rule }: AnyRule): boolean | undefined {
  return rule.isOuterService;
}

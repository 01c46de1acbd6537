import { type Policy, type Risk, type Rule, risks } from './policy.ts';
import { matchesPlace } from './policy-decision.ts';

export interface UnreachableRule {
  readonly rule: Rule;
  readonly by: readonly Rule[];
}

/** Finds rules that earlier rules certainly cover. It doesn't know groups' members or operations' risks. */
export function unreachableRules({ rules, roles }: Pick<Policy, 'rules' | 'roles'>): readonly UnreachableRule[] {
  return rules.flatMap((rule, index) => {
    const earlier = rules.slice(0, index).filter((each) => coversPlace(each, rule, roles));
    const by = (rule.when.risk ?? risks).map((risk) => earlier.find((each) => hasRisk(each, risk)));
    return by.every((each) => each !== undefined) ? [{ rule, by: [...new Set(by)] }] : [];
  });
}

function hasRisk({ when }: Rule, risk: Risk): boolean {
  return when.risk === undefined || when.risk.includes(risk);
}

/** Checks whether a rule matches everything that another one matches, ignoring risks. */
function coversPlace({ when: wide }: Rule, { when: narrow }: Rule, roles: Policy['roles']): boolean {
  return (
    covers(wide.operation, narrow.operation, (one, other) => one === other) &&
    covers(wide.channel, narrow.channel, (one, other) => one === other) &&
    covers(wide.context, narrow.context, matchesPlace) &&
    covers(wide.asker, narrow.asker, (one, other) => one === other || roles.get(one)?.users.includes(other) === true)
  );
}

/** Checks whether all alternatives of `narrow` are in `wide`; no list means anything. */
function covers<T>(
  wide: readonly T[] | undefined,
  narrow: readonly T[] | undefined,
  is: (one: T, other: T) => boolean,
): boolean {
  return wide === undefined || (narrow?.every((other) => wide.some((one) => is(one, other))) ?? false);
}

import { ok, type Read, wrong } from '../command/params.ts';
import type { Policy, Rule } from './policy.ts';
import type { PolicyDecision } from './policy-decision.ts';
import { policyMsg } from './policy-messages.ts';

export interface Ticket {
  readonly id: string;
  readonly link?: string;
}

export const longestTicket = 100;

/** Reads a ticket and checks it against the deciding rule's pattern. @param typed undefined if none was given */
export function ticketFor(
  { rules }: Pick<Policy, 'rules'>,
  { rule }: Pick<PolicyDecision, 'rule'>,
  typed: string | undefined,
): Read<Ticket | undefined> {
  const wanted = rule === 'default' ? undefined : rules[rule.index]?.ticket;
  const id = typed?.trim() ?? '';
  if (id === '') return wanted ? wrong(policyMsg.ticketMissing({ pattern: wanted.pattern })) : ok(undefined);
  if (id.length > longestTicket) return wrong(policyMsg.ticketLong({ most: longestTicket }));
  if (wanted && !isOf(wanted, id)) return wrong(policyMsg.ticketWrong({ typed: id, pattern: wanted.pattern }));
  const matching = wanted ?? ticketRules({ rules }).find((each) => isOf(each, id));
  return ok({ id, link: matching?.link?.replaceAll('{ticket}', encodeURIComponent(id)) });
}

export function ticketRules({ rules }: Pick<Policy, 'rules'>): readonly NonNullable<Rule['ticket']>[] {
  return [...new Map(rules.flatMap(({ ticket }) => (ticket ? [[ticket.pattern, ticket] as const] : []))).values()];
}

function isOf({ pattern }: NonNullable<Rule['ticket']>, id: string): boolean {
  return new RegExp(`^(?:${pattern})$`, 'u').test(id);
}

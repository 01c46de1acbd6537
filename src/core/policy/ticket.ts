import type { Policy, Rule } from './policy.ts';

export interface Ticket {
  readonly id: string;
  readonly link?: string;
}

export const longestTicket = 100;

export function ticketRules({ rules }: Pick<Policy, 'rules'>): readonly NonNullable<Rule['ticket']>[] {
  return [...new Map(rules.flatMap(({ ticket }) => (ticket ? [[ticket.pattern, ticket] as const] : []))).values()];
}

import type { Plan } from '../../core/request/plan.ts';

/** Keys that find other open requests for the same thing (`Plan.touches`). */

/** @param port with its protocol if its number isn't unique */
export function touchedPort(component: string, port: number | string): string {
  return `port ${component} ${port}`;
}

/** Returns the wanted state of external access (`Plan.wants`). Another request may want the opposite. */
export function wantsPort(component: string, port: number, wanted: 'open' | 'closed'): Pick<Plan, 'wants'> {
  return { wants: { [touchedPort(component, port)]: wanted } };
}

/** Ignores path and conditions, because two rules of one domain share its traffic. */
export function touchedDomain(domain: string): string {
  return `domain ${domain.toLowerCase()}`;
}

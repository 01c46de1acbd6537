import type { Plan } from '../../core/request/plan.ts';

/** What open requests on the same thing find each other by (`Plan.touches`). */

/** A port of a component, by the component's id. @param port with its protocol where its number isn't unique */
export function touchedPort(component: string, port: number | string): string {
  return `port ${component} ${port}`;
}

/** The protocol of a port that a plan touches, if its number isn't unique. */
export function touchedProtocol({ component, touches = [] }: Plan, port: number): string | undefined {
  const before = touchedPort(component, `${port}/`);
  return touches.find((each) => each.startsWith(before))?.slice(before.length);
}

/** What a plan wants of a port's external access (`Plan.wants`): another request may want the opposite. */
export function wantsPort(component: string, port: number, wanted: 'open' | 'closed'): Pick<Plan, 'wants'> {
  return { wants: { [touchedPort(component, port)]: wanted } };
}

/** A domain, whatever its path and conditions: two rules of one domain share its traffic. */
export function touchedDomain(domain: string): string {
  return `domain ${domain.toLowerCase()}`;
}

/** An address and port of the region's gateway. */
export function touchedEndPoint(endPoint: string): string {
  return `endpoint ${endPoint}`;
}

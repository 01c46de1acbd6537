import { type Place, placeKey } from '../../../core/command/context.ts';
import { type ChangeRequest, readRequests } from '../../../core/request/change-request.ts';
import type { TemporaryAccess } from '../../../core/request/temporary-access.ts';
import { accessChangeOf } from '../access/opened-access.ts';
import { type AccessSide, readAccess, ruleOf, setsOnlyClosing } from '../access/port-state.ts';
import type { Reads } from '../define.ts';

export interface PortOfComponent {
  readonly component: string;
  readonly port: number;
}

export interface RanReads {
  readonly requests: Pick<Reads['requests'], 'ran'>;
  readonly isPublic: Reads['isPublic'];
}

/**
 * Returns an app's requests that ran, newest first. Leaves out the links of cards that not everyone can read, because
 * every channel of the app shows these requests.
 */
export async function ranRequests(
  place: Place,
  limit: number,
  { requests, isPublic }: RanReads,
): Promise<readonly ChangeRequest[]> {
  const ran = readRequests(await requests.ran(placeKey(place), limit)).map(async (request) => {
    const { shown } = request;
    return (await isPublic(shown.channel)) ? request : { ...request, shown: { ...shown, link: undefined } };
  });
  return Promise.all(ran);
}

export function accessToPort({ component, port }: PortOfComponent, place: string, stored: readonly TemporaryAccess[]) {
  return stored.find((access) => {
    const data = readAccess(access);
    return (
      access.placeKey === place && data?.component === component && data.port === port && data.sides.includes('outer')
    );
  });
}

/** Returns the latest request that opened or closed external access, with any outcome. Expects newest first. */
export function lastAccessOf(
  port: PortOfComponent,
  requests: readonly ChangeRequest[],
): { readonly is: 'opened' | 'closed'; readonly request: ChangeRequest } | undefined {
  for (const request of requests) {
    const is = changedAccess(request, port);
    if (is) return { is, request };
  }
  return undefined;
}

/** Returns how a request changed a side of a port, with any outcome. A new closing time doesn't change it. */
export function changedAccess(
  request: ChangeRequest,
  { component, port }: PortOfComponent,
  side: AccessSide = 'outer',
): 'opened' | 'closed' | undefined {
  if (request.plan.component !== component || setsOnlyClosing(request)) return undefined;
  const change = accessChangeOf(request);
  if (change?.port === port && change.closes.includes(side)) return 'closed';
  const opens = change?.port === port && change.opens.includes(side);
  return opens || (side === 'outer' && opensByRule(request, port)) ? 'opened' : undefined;
}

/** Checks whether creating the request's gateway rule also opened its port. */
function opensByRule({ plan }: ChangeRequest, port: number): boolean {
  const before = plan.steps[0]?.before;
  const wasOpen = typeof before === 'object' && before !== null && 'portOpen' in before && before.portOpen === true;
  return ruleOf(plan)?.port === port && !wasOpen;
}

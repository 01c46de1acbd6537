import { placeKey } from '../../../core/command/context.ts';
import type { ChangeRequest } from '../../../core/request/change-request.ts';
import type { Hold } from '../../../core/request/hold.ts';
import { ruleOf, TemporaryAccess } from '../../shared/access/port-state.ts';
import { accessChangeOf } from '../../shared/access/temporary-access.ts';

/** Who opened a port through Portolan: a Slack id; and until when it stays open (epoch ms), where that is limited. */
export interface Opener {
  readonly by: string;
  readonly until?: number;
}

/**
 * Who opened a port to the internet, where Portolan knows: by the temporary access that it has now, else by the latest
 * request that opened it, unless a later one closed it.
 */
export function openerOf(
  { component, port }: { readonly component: string; readonly port: number },
  place: string,
  { holds, done }: { readonly holds: readonly Hold[]; readonly done: readonly ChangeRequest[] },
): Opener | undefined {
  for (const { body, by, until, placeKey: key } of holds) {
    const { data } = TemporaryAccess.safeParse(body);
    const isIt = key === place && data?.component === component && data.port === port;
    if (isIt && data.sides.includes('outer')) return { by, until };
  }
  for (const request of done) {
    if (request.plan.component !== component || placeKey(request.context) !== place) continue;
    const change = accessChangeOf(request);
    if (change?.port === port && change.closes.includes('outer')) return undefined;
    if ((change?.port === port && change.opens.includes('outer')) || opensByRule(request, port))
      return { by: request.asker.id };
  }
  return undefined;
}

/** A gateway rule may open its port. */
function opensByRule({ plan }: ChangeRequest, port: number): boolean {
  const before = plan.steps[0]?.before;
  const wasOpen = typeof before === 'object' && before !== null && 'portOpen' in before && before.portOpen === true;
  return ruleOf(plan)?.port === port && !wasOpen;
}

import { placeKey } from '../../../core/command/context.ts';
import { type ChangeRequest, hasRun, readRequests } from '../../../core/request/change-request.ts';
import { hasReplacedNothing } from '../../../core/request/follow-up.ts';
import { seenComponents } from '../find-component.ts';
import type { Services } from '../services.ts';
import { eventChanges } from './event-marks.ts';
import { isDoneBy } from './request-changes.ts';

/** Number of finished requests that are searched for a later change. */
const maxLooked = 100;

export interface LaterChange {
  /** When it began, epoch ms. */
  readonly at: number;
  /** Operation of a request of Portolan. Absent for a change in the console or by a webhook. */
  readonly operation?: string;
}

/**
 * Returns the changes to a request's components that began after it, by a request of Portolan, in the console or by a
 * webhook, the first one first. From then on, nobody can tell what the request did. A failed build doesn't count.
 *
 * @param since epoch ms
 */
export async function laterChanges(
  services: Pick<Services, 'store' | 'platform' | 'world'>,
  request: ChangeRequest,
  { since, ids }: { readonly since: number; readonly ids: ReadonlySet<string> },
): Promise<readonly LaterChange[]> {
  const all = await Promise.all([ofRequests(services, request, ids), ofEvents(services, request, since, ids)]);
  return all
    .flat()
    .filter(({ at }) => at > since)
    .toSorted((one, other) => one.at - other.at);
}

async function ofRequests(
  { store: { requests } }: Pick<Services, 'store'>,
  { id, context }: ChangeRequest,
  ids: ReadonlySet<string>,
): Promise<readonly LaterChange[]> {
  const key = placeKey(context);
  const [running, ended, open] = await Promise.all([
    requests.running(),
    requests.recent(maxLooked),
    requests.open({ placeKey: key }),
  ]);
  const here = [...running.map(({ request }) => request), ...ended, ...open].filter((each) => each.placeKey === key);
  return readRequests(here)
    .filter((other) => other.id !== id && hasRun(other) && !hasReplacedNothing(other))
    .filter(({ plan }) => (plan.locks ?? [plan.component]).some((locked) => ids.has(locked)))
    .flatMap(({ run: { started: at }, operation }) => (at === undefined ? [] : [{ at, operation }]));
}

async function ofEvents(
  { store, platform, world }: Pick<Services, 'store' | 'platform' | 'world'>,
  request: ChangeRequest,
  since: number,
  ids: ReadonlySet<string>,
): Promise<readonly LaterChange[]> {
  const components = (await seenComponents(request.context, store)).filter(({ id }) => ids.has(id));
  const read = await Promise.all(
    components.map((each) => eventChanges(platform, each, request.context, since / 1_000, world.log)),
  );
  return read.flatMap(({ changes }) =>
    changes
      .filter((each) => !each.replacedNothing && !isDoneBy(each, request))
      .map((each) => ({ at: each.since * 1_000 })),
  );
}

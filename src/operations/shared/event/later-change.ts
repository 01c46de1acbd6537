import { placeKey } from '../../../core/command/context.ts';
import { type ChangeRequest, hasRun, readRequests } from '../../../core/request/change-request.ts';
import { hasReplacedNothing } from '../../../core/request/follow-up.ts';
import { seenComponents } from '../find-component.ts';
import type { Services } from '../services.ts';
import { eventChanges } from './event-marks.ts';
import { isDoneBy } from './request-changes.ts';

/** Number of finished requests that are searched for a later change. */
const maxLooked = 100;

/**
 * Returns when the first change to a request's components began after it, by a request of Portolan, in the console or by
 * a webhook, epoch ms. From then on, nobody can tell what the request did. A failed build doesn't count.
 *
 * @param since epoch ms
 */
export async function firstLaterChange(
  services: Pick<Services, 'store' | 'platform' | 'world'>,
  request: ChangeRequest,
  { since, ids }: { readonly since: number; readonly ids: ReadonlySet<string> },
): Promise<number | undefined> {
  const began = (await Promise.all([ofRequests(services, request, ids), ofEvents(services, request, since, ids)]))
    .flat()
    .filter((at) => at > since);
  return began.length === 0 ? undefined : Math.min(...began);
}

async function ofRequests(
  { store: { requests } }: Pick<Services, 'store'>,
  { id, context }: ChangeRequest,
  ids: ReadonlySet<string>,
): Promise<readonly number[]> {
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
    .flatMap(({ run }) => run.started ?? []);
}

async function ofEvents(
  { store, platform, world }: Pick<Services, 'store' | 'platform' | 'world'>,
  request: ChangeRequest,
  since: number,
  ids: ReadonlySet<string>,
): Promise<readonly number[]> {
  const components = (await seenComponents(request.context, store)).filter(({ id }) => ids.has(id));
  const read = await Promise.all(
    components.map((each) => eventChanges(platform, each, request.context, since / 1_000, world.log)),
  );
  return read.flatMap(({ changes }) =>
    changes.filter((each) => !each.replacedNothing && !isDoneBy(each, request)).map((each) => each.since * 1_000),
  );
}

import type { Context, Person } from '../../core/command/context.ts';
import type { RawArgs } from '../../core/command/params.ts';
import { isProblem, type Problem } from '../../core/command/problem.ts';
import type { Unread } from '../../core/incident/incident.ts';
import type { Request } from '../../core/operation.ts';
import { momentNear } from '../../core/text/instant-text.ts';
import { join, type Text } from '../../core/text/text.ts';
import { componentMsg } from '../../operations/component/component-messages.ts';
import { componentStatus } from '../../operations/shared/component/component-format.ts';
import { lastStatuses } from '../../operations/shared/component/last-statuses.ts';
import { type Named, seenComponents } from '../../operations/shared/find-component.ts';
import { regionTroubles, unreadOf } from '../../operations/shared/incident/region-trouble.ts';
import type { Services } from '../../operations/shared/services.ts';
import { quickContextFor } from '../../questions/resolve-context.ts';
import { slackMsg } from '../interaction/slack-messages.ts';

/** Questions about what is reachable. Portolan's records answer a part of them without the platform. */
const aboutAddresses: ReadonlySet<string> = new Set(['component.show', 'port.list', 'gateway.list']);

/** Questions about the state of components. The stored states of the watches answer a part of them. */
const aboutStates: ReadonlySet<string> = new Set(['watch.usual']);

/** Adds to the problem of a platform that doesn't answer since when that is so, and offers what is on record. */
export async function withLastKnown(
  services: Services,
  request: Request,
  { channel, person }: { readonly channel: string; readonly person: Person },
  problem: Problem,
): Promise<Problem> {
  if (problem.problem !== 'platform' || !problem.isSilent) return problem;
  const context = await quickContextFor(services, { channel, person, in: request.in });
  if (!context || isProblem(context)) return problem;
  const unread = unreadOf(await regionTroubles(services.store, context.region));
  const why = unread ? join([problem.why, sinceText(unread, context, services.world.now())]) : problem.why;
  if (aboutStates.has(request.operation))
    return { ...problem, why, offers: [{ label: slackMsg.lastStates(), operation: 'watch.list', given: {} }] };
  if (!aboutAddresses.has(request.operation)) return { ...problem, why };
  const [typed] = request.given.component ?? [];
  const named = typed === undefined ? undefined : await seenComponent(typed, context, services);
  const last = named && (await lastStatusText(named, context, services));
  const given: RawArgs = typed === undefined ? {} : { search: [named?.name ?? typed] };
  return {
    ...problem,
    why: last ? join([why, last]) : why,
    offers: [{ label: slackMsg.lastKnown(), operation: 'exposure', given }],
  };
}

/** Finds the component that a request asks about. A button may have only its id. */
async function seenComponent(typed: string, context: Context, { store }: Services): Promise<Named | undefined> {
  const found = (await seenComponents(context, store)).filter((each) =>
    [each.id, each.alias, each.name].includes(typed),
  );
  return found.length === 1 ? found[0] : undefined;
}

async function lastStatusText({ id, name }: Named, context: Context, { store, world }: Services) {
  const last = await lastStatuses(context, store);
  const status = last?.statuses[id];
  if (!last || status === undefined) return undefined;
  const shown = componentStatus({ status });
  const known = last.stuck?.includes(id) ? componentMsg.statusStuck({ status: shown }) : shown;
  return slackMsg.lastStatus({ name, status: known, at: momentNear(last.at, world.now()) });
}

function sinceText({ since, by }: Unread, { region }: Context, now: number): Text {
  const at = momentNear(since, now);
  return by === 'platform' ? slackMsg.silentSince({ at }) : slackMsg.unreadSince({ region, at });
}

import { type Context, isTeamId } from '../core/command/context.ts';
import { invalid, isProblem, type Problem } from '../core/command/problem.ts';
import { contextsOf } from '../core/policy/policy.ts';
import { aboutPlace } from '../operations/context/check-context.ts';
import { contextMsg } from '../operations/context/context-messages.ts';
import { findRegion } from '../operations/shared/find-region.ts';
import { readsOf, type Services } from '../operations/shared/services.ts';
import { PlatformError } from '../platform/errors/platform-error.ts';

/**
 * A context by the names that the platform itself uses. It takes a team's id for its name (docs/platform.md#paths) and
 * perhaps other letter case, but rules, equal requests, temporary access and the record know a place by one spelling.
 * The team's regions are asked once for each spelling, and remembered. What the policy file lists is compared with that
 * list alone.
 * @param sure whether the names have to be proven: then a platform that does not tell is a failure, not passed over
 * @throws PlatformError where the names have to be proven and the platform does not answer
 */
export async function canonicalContext(
  context: Context,
  services: Services,
  sure: boolean,
): Promise<Context | Problem> {
  if (contextsOf(services.policy)) return context;
  const seen = await seenPlace(context, services);
  if (seen) return seen;
  try {
    const region = await findRegion(context.region, context, readsOf(services));
    if (isProblem(region)) return sure ? aboutPlace(region, context) : context;
    const team = region.tenantName || context.team;
    if (sure && !region.tenantName && isTeamId(team)) return invalid('where', contextMsg.teamById({ team }));
    const proper = { ...context, team, region: region.regionName };
    // An alias may be given to another region one day: only names are remembered.
    const isName = context.region.toLowerCase() === region.regionName.toLowerCase();
    if (isName && region.tenantName) await rememberPlace(context, proper, services);
    return proper;
  } catch (error) {
    if (sure || !(error instanceof PlatformError)) throw error;
    return context;
  }
}

/** The same for a context that was read before, without asking the platform; undefined where it was not. */
export async function seenPlace(context: Context, services: Services): Promise<Context | undefined> {
  const [seen] = await services.store.seen.find(spelling(context), 'region');
  const [team, region] = seen?.names ?? [];
  return team === undefined || region === undefined ? undefined : { ...context, team, region };
}

async function rememberPlace(typed: Context, { team, region }: Context, services: Services): Promise<void> {
  const at = services.world.now();
  await services.store.seen.remember([
    { place: spelling(typed), kind: 'region', id: region, names: [team, region], at },
  ]);
}

function spelling({ team, region }: Context): string {
  return `spelt ${encodeURIComponent(team)}/${encodeURIComponent(region)}`;
}

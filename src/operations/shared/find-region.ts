import type { Place } from '../../core/command/context.ts';
import { isProblem, type Problem } from '../../core/command/problem.ts';
import { resolve } from '../../core/command/resolve.ts';
import type { Text } from '../../core/text/text.ts';
import { PlatformError } from '../../platform/errors/platform-error.ts';
import type { TeamRegion } from '../../platform/region/region-reply.ts';
import { wordsFor } from './component/component-format.ts';
import type { PlaceReads } from './define.ts';
import { nameWithAlias, unknownTeam } from './find-team.ts';
import { sharedMsg } from './operation-messages.ts';
import { statusMsg } from './region-status-messages.ts';

const statuses = wordsFor({
  0: statusMsg.beingEdited,
  1: statusMsg.enabled,
  2: statusMsg.disabled,
  3: statusMsg.maintenance,
});

/** Returns a status in words and a symbol (docs/platform.md#regions). */
export function regionStatus(status: string | undefined): Text {
  if (!status) return statusMsg.statusMissing();
  return statuses.get(status)?.() ?? statusMsg.statusUnknown({ status });
}

/** Returns all regions of a team, at most a thousand. */
export async function allRegions(team: string, reads: PlaceReads): Promise<readonly TeamRegion[]> {
  const { regions } = await reads.platform.listRegions({ team, page: 1, pageSize: 1_000 });
  return regions;
}

/** Returns the result of a read, or a problem with similar names if the platform doesn't know the team. */
export async function orUnknownTeam<T>(reading: Promise<T>, team: string, reads: PlaceReads): Promise<T | Problem> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof PlatformError && isUnknownTeam(error)) return unknownTeam(team, reads);
    throw error;
  }
}

function isUnknownTeam({ kind, reason }: PlatformError): boolean {
  return reason === 'no-such-team' || (kind === 'not-found' && reason === undefined);
}

/** Finds a team's region by name, id or alias. Ignores letter case if no region matches exactly. */
export async function findRegion(
  typed: string,
  { team }: Pick<Place, 'team'>,
  reads: PlaceReads,
): Promise<TeamRegion | Problem> {
  const regions = await orUnknownTeam(allRegions(team, reads), team, reads);
  if (isProblem(regions)) return regions;
  return resolve(typed, regions, {
    param: 'region',
    idsOf: ({ regionId }) => [regionId],
    namesOf: ({ regionName, regionAlias }) => [regionName, regionAlias],
    choiceOf: (each) => ({ value: each.regionName, label: regionText(each) }),
    several: sharedMsg.severalRegions,
    unknown: sharedMsg.unknownRegion({ typed, team }),
  });
}

/** Adds the alias if it differs from the name. */
export function regionText({ regionName, regionAlias }: Pick<TeamRegion, 'regionName' | 'regionAlias'>): string {
  return nameWithAlias(regionName, regionAlias);
}

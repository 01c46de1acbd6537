import type { Place } from '../../core/command/context.ts';
import { nearest } from '../../core/command/nearest.ts';
import { type Choice, invalid, isProblem, type Problem } from '../../core/command/problem.ts';
import { resolve, unknownName } from '../../core/command/resolve.ts';
import type { Ask } from '../../core/operation.ts';
import { contextsOf } from '../../core/policy/policy.ts';
import type { Text } from '../../core/text/text.ts';
import { PlatformError } from '../../platform/errors/platform-error.ts';
import type { TeamRegion } from '../../platform/region/region-endpoints.ts';
import { wordsFor } from './component/component-format.ts';
import type { PlaceReads } from './define.ts';
import { sharedMsg } from './operation-messages.ts';
import { orUndefined } from './or-undefined.ts';
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

const maxTeams = 100;

/** Returns the team of a question: the typed team, the context's, or the only allowed team. @throws PlatformError */
export async function teamFor(
  typed: string | undefined,
  ask: Pick<Ask, 'context'>,
  reads: PlaceReads,
): Promise<string | Problem> {
  const allowed = contextsOf(reads.policy)?.map(({ team }) => team);
  if (typed !== undefined)
    return !allowed || allowed.includes(typed) ? typed : notKnown(typed, allowed.map(teamChoice));
  if (ask.context.team !== '') return ask.context.team;
  const teams = allowed ? [...new Set(allowed)].map(teamChoice) : await knownTeams(reads);
  const [only] = teams;
  if (only && teams.length === 1) return only.value;
  if (teams.length === 0) return invalid('team', sharedMsg.teamMissing());
  return { problem: 'ambiguous', param: 'team', why: sharedMsg.severalTeams({ count: teams.length }), choices: teams };
}

async function unknownTeam(typed: string, reads: PlaceReads): Promise<Problem> {
  // The names are optional: without them, the problem suggests no teams.
  return notKnown(typed, (await orUndefined(knownTeams(reads))) ?? []);
}

function notKnown(typed: string, teams: readonly Choice[]): Problem {
  const near = nearest(typed, teams, ({ value, label }) => [value, label]);
  return unknownName({ param: 'team', typed, why: sharedMsg.unknownTeam({ typed }) }, near, teams, (team) => team);
}

/** Returns the platform's teams, or the teams of stored contexts if the platform has no list. */
async function knownTeams(reads: PlaceReads): Promise<readonly Choice[]> {
  const listed = await reads.platform.listTeams();
  if (listed)
    return listed.slice(0, maxTeams).map(({ teamName, teamAlias }) => ({
      value: teamName,
      label: nameWithAlias(teamName, teamAlias),
    }));
  const stored = (await reads.contexts.list()).map(({ context }) => context.team);
  return [...new Set([...(reads.fallback ? [reads.fallback.team] : []), ...stored])].slice(0, maxTeams).map(teamChoice);
}

function nameWithAlias(name: string, alias: string | undefined): string {
  return alias && alias !== name ? `${name} (${alias})` : name;
}

function teamChoice(team: string): Choice {
  return { value: team, label: team };
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

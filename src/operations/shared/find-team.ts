import { nearest } from '../../core/command/nearest.ts';
import { type Choice, invalid, type Problem } from '../../core/command/problem.ts';
import { unknownName } from '../../core/command/resolve.ts';
import type { Ask } from '../../core/operation.ts';
import { contextsOf } from '../../core/policy/policy.ts';
import type { PlaceReads } from './define.ts';
import { sharedMsg } from './operation-messages.ts';
import { orUndefined } from './or-undefined.ts';

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

export async function unknownTeam(typed: string, reads: PlaceReads): Promise<Problem> {
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

export function nameWithAlias(name: string, alias: string | undefined): string {
  return alias && alias !== name ? `${name} (${alias})` : name;
}

function teamChoice(team: string): Choice {
  return { value: team, label: team };
}

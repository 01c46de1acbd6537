import { type Context, placeKey } from '../../core/command/context.ts';
import { isProblem, type Problem } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import { contextsOf } from '../../core/policy/policy.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { type PlatformError, unlessPlatformFails } from '../../platform/errors/platform-error.ts';
import type { Reads } from '../shared/define.ts';
import { allRegions, orUnknownTeam } from '../shared/find-region.ts';
import { teamFor } from '../shared/find-team.ts';
import { contextText, knownContexts } from '../shared/place/known-contexts.ts';
import { exposedMsg } from './exposure-report-messages.ts';

export interface ExposureScope {
  readonly apps: readonly Context[];
  readonly title: Text;
  /** Key under which the report is stored for the next comparison. */
  readonly key: string;
  readonly unlisted: readonly Unlisted[];
}

export interface Unlisted {
  readonly name: Text;
  readonly error: PlatformError;
}

export interface AskedScope {
  readonly team?: string | undefined;
  readonly all: boolean;
  readonly here: boolean;
}

/**
 * Returns the apps of a report: those of a team, or of all contexts. If the policy file lists the allowed contexts,
 * returns only those.
 * @throws PlatformError if the team's regions can't be listed
 */
export async function scopeOf(asked: AskedScope, ask: Ask, reads: Reads): Promise<ExposureScope | Problem> {
  const { context, only } = ask;
  const mayUse = (each: Context) => only?.some((one) => placeKey(one) === placeKey(each)) ?? true;
  if (asked.here) return { apps: [context], title: contextText(context), key: placeKey(context), unlisted: [] };
  if (asked.all) {
    const contexts = [...(await knownContexts(reads)), ...(contextsOf(reads.policy) ? [] : [context])];
    const apps = [...new Map(contexts.map((each) => [placeKey(each), each])).values()].filter(mayUse);
    return { apps, title: exposedMsg.ofAll(), key: '*', unlisted: [] };
  }
  const team = await teamFor(asked.team, ask, reads);
  if (isProblem(team)) return team;
  const ofTeam = await appsOfTeam(team, reads);
  if (isProblem(ofTeam)) return ofTeam;
  const title = exposedMsg.ofTeam({ team: verbatim(team) });
  return { ...ofTeam, apps: ofTeam.apps.filter(mayUse), title, key: team };
}

async function appsOfTeam(team: string, reads: Reads): Promise<Pick<ExposureScope, 'apps' | 'unlisted'> | Problem> {
  const ofPolicy = contextsOf(reads.policy);
  if (ofPolicy) return { apps: ofPolicy.filter((each) => each.team === team), unlisted: [] };
  const regions = await orUnknownTeam(allRegions(team, reads), team, reads);
  if (isProblem(regions)) return regions;
  const unlisted: Unlisted[] = [];
  const listed = regions.map(async ({ regionName: region }) => {
    const apps = await unlessPlatformFails(
      () => reads.platform.listApps({ team, region }),
      (error) => unlisted.push({ name: exposedMsg.region({ region }), error }),
    );
    return (apps ?? []).map(({ appId, name }): Context => ({ team, region, app: appId, appName: name }));
  });
  return { apps: (await Promise.all(listed)).flat(), unlisted };
}

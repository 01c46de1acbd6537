import { appNumber, type Context, type Place, placeText } from '../../core/command/context.ts';
import { type Choice, isProblem, type Problem } from '../../core/command/problem.ts';
import { unknownName } from '../../core/command/resolve.ts';
import { contextsOf } from '../../core/policy/policy.ts';
import { PlatformError } from '../../platform/errors/platform-error.ts';
import type { PlaceReads } from '../shared/define.ts';
import { findRegion } from '../shared/find-team-and-region.ts';
import { appChoice } from '../shared/place/find-app.ts';
import { contextMsg } from './context-messages.ts';

/**
 * Checks that the place exists, and adds the app's name if the platform returns it.
 * @param now epoch ms
 * @throws PlatformError if the platform can't answer
 */
export async function checkContext(context: Context, reads: PlaceReads, now: number): Promise<Context | Problem> {
  const region = await findRegion(context.region, context, reads);
  if (isProblem(region)) return aboutPlace(region, context);
  // The platform also accepts a team's ID and perhaps other letter case, so use the real name. Places of the policy
  // file stay unchanged.
  const team = contextsOf(reads.policy) ? context.team : region.tenantName || context.team;
  const place: Place = { team, region: region.regionName, app: appNumber(context.app) };
  try {
    const app = await reads.platform.readApp(place);
    if (!app) await askForApp(place, reads, now);
    return { ...context, ...place, ...(app ? { appName: app.name } : {}) };
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind !== 'not-found') throw error;
    return unknownApp(place, reads);
  }
}

/** Checks whether an app exists by its monitoring (docs/platform.md#monitoring). @throws PlatformError `not-found` */
async function askForApp(place: Place, reads: PlaceReads, now: number): Promise<void> {
  const end = Math.floor(now / 60_000) * 60;
  try {
    await reads.platform.queryMonitoring({ ...place, start: end - 60, end, step: 60 });
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind === 'not-found') throw error;
  }
}

export function aboutPlace(problem: Problem, place: Place): Problem {
  if (problem.problem !== 'unknown-name' && problem.problem !== 'ambiguous') return problem;
  const part = problem.param === 'team' ? 'team' : 'region';
  const whole = ({ value }: Choice): Choice => {
    const text = placeText({ ...place, [part]: value });
    return { value: text, label: text };
  };
  return problem.problem === 'unknown-name'
    ? { ...problem, param: 'where', nearest: problem.nearest.map(whole) }
    : { ...problem, param: 'where', choices: problem.choices.map(whole) };
}

async function unknownApp(place: Place, reads: PlaceReads): Promise<Problem> {
  const apps = (await reads.platform.listApps({ team: place.team, region: place.region })) ?? [];
  const why = contextMsg.unknownApp({ app: place.app, region: place.region });
  return unknownName({ param: 'where', typed: placeText(place), why }, [], apps, (app) => appChoice(app, place));
}

import {
  appNumber,
  type Context,
  parseNamedPlace,
  parsePlace,
  placeKey,
  placeText,
} from '../../../core/command/context.ts';
import { isDirectMessage } from '../../../core/command/direct-message.ts';
import { nearest } from '../../../core/command/nearest.ts';
import { invalid, isProblem, type Problem } from '../../../core/command/problem.ts';
import { matching, maxListed, unknownName } from '../../../core/command/resolve.ts';
import { contextsOf } from '../../../core/policy/policy.ts';
import { join, type Text, verbatim } from '../../../core/text/text.ts';
import type { StoredContext } from '../../../store/stored-types.ts';
import type { Reads } from '../define.ts';
import { type AppArea, type AppSource, contextOfApp } from './find-app.ts';
import { knownContextMsg } from './known-context-messages.ts';

export interface ContextSources extends Pick<Reads, 'policy' | 'contexts'> {
  readonly platform: AppSource;
}

/**
 * Returns the allowed context for a context's name, or for a team, region and app (number or name). If no context has
 * the name, searches for an app with this name in the area `near`.
 * @throws PlatformError if an app's name can't be looked up
 */
export async function contextOf(typed: string, sources: ContextSources, near?: AppArea): Promise<Context | Problem> {
  const place = parsePlace(typed);
  if (place) return allowed(place, typed, sources);
  const named = parseNamedPlace(typed);
  if (named) return allowedApp(named.app, named, typed, sources);
  const byName = await knownName(typed, sources);
  if (!isProblem(byName) || !near) return byName;
  const app = await allowedApp(typed, near, typed, sources);
  if (!isProblem(app) || app.problem === 'ambiguous') return app;
  if (byName.problem !== 'unknown-name' || app.problem !== 'unknown-name') return byName;
  // The text was searched as a context and as an app. List the similar names first.
  const both = [byName, app].toSorted((one, other) => Number(one.others ?? false) - Number(other.others ?? false));
  const choices = both.flatMap(({ nearest: near }) => near);
  const listed = choices.slice(0, maxListed);
  const more = (byName.more ?? 0) + (app.more ?? 0) + choices.length - listed.length;
  return { ...byName, nearest: listed, others: (byName.others ?? false) || (app.others ?? false), more };
}

async function allowedApp(app: string, area: AppArea, typed: string, sources: ContextSources) {
  const context = await contextOfApp(app, area, sources.platform);
  return isProblem(context) ? context : allowed(context, typed, sources);
}

function allowed(place: Context, typed: string, { policy }: ContextSources): Context | Problem {
  const ofPolicy = contextsOf(policy);
  if (!ofPolicy) return place;
  const allowedContext = ofPolicy.find((each) => placeKey(each) === placeKey(place));
  return allowedContext ?? notInPolicy(typed, ofPolicy);
}

function notInPolicy(typed: string, ofPolicy: readonly { readonly name: string }[]): Problem {
  const names = ofPolicy.map(({ name }) => verbatim(name));
  return invalid('where', knownContextMsg.notInPolicy({ typed, names: join(names, ', ') }));
}

async function knownName(typed: string, { policy, contexts }: ContextSources): Promise<Context | Problem> {
  const ofPolicy = contextsOf(policy);
  if (ofPolicy) {
    const [meant] = matching(typed, ofPolicy, { idsOf: () => [], namesOf: ({ name }) => [name] });
    return meant ?? notInPolicy(typed, ofPolicy);
  }
  const [named] = await contexts.named(typed);
  if (named) return plainContext(named.context);
  const all = await contexts.list();
  const names = [...new Set(all.flatMap(({ context }) => context.name ?? []))];
  const near = nearest(typed, names, (name) => [name]);
  const asked = { param: 'where', why: knownContextMsg.unknownName({ typed }) };
  return unknownName(asked, near, names, (name) => ({ value: name, label: name }));
}

/** Removes the person from a stored context, and corrects the app's number, which old versions stored as typed. */
export function plainContext(stored: StoredContext): Context {
  const { team, region, name, appName } = stored;
  const app = appNumber(stored.app);
  return { team, region, app, name, appName };
}

/** Returns a context as every message writes it: `shop (shop / east-1 / shop #12)`. */
export function contextText(context: Context): Text {
  const app =
    context.appName === undefined
      ? knownContextMsg.appOf({ id: context.app })
      : knownContextMsg.appNamed({ name: context.appName, id: context.app });
  const place = knownContextMsg.place({ team: context.team, region: context.region, app });
  return context.name === undefined ? place : knownContextMsg.placeNamed({ name: context.name, place });
}

/** Returns the name of a context or its app, for lists in which places repeat. */
export function shortContextText({ name, appName, ...place }: Context): Text {
  return verbatim(name ?? appName ?? placeText(place));
}

/** Returns the contexts that everyone can see, each place once. Contexts of people and direct messages are private. */
export async function knownContexts(
  reads: Pick<Reads, 'policy'> & { readonly contexts: Pick<Reads['contexts'], 'list'> },
): Promise<readonly Context[]> {
  const ofPolicy = contextsOf(reads.policy);
  if (ofPolicy) return ofPolicy;
  const shared = (await reads.contexts.list())
    .filter(({ scope, key }) => scope === 'name' || (scope === 'channel' && !isDirectMessage(key)))
    .map(({ context }) => plainContext(context));
  const named = new Set(shared.filter(({ name }) => name !== undefined).map(placeKey));
  const shown = shared.filter((context) => context.name !== undefined || !named.has(placeKey(context)));
  return [...new Map(shown.map((context) => [`${context.name ?? ''} ${placeKey(context)}`, context])).values()];
}

import type { Answer, AskButton, Part } from '../../core/answer.ts';
import { appNumber, type Context, type Place, parsePlace, placeKey } from '../../core/context.ts';
import { nearest } from '../../core/nearest.ts';
import type { Ask } from '../../core/operation.ts';
import { flag, ok, optional, type Read, required, wrong } from '../../core/params.ts';
import { channelContext, contextsOf } from '../../core/policy.ts';
import { maySetting } from '../../core/policy-decide.ts';
import { invalid, isProblem, type Problem, refused } from '../../core/problem.ts';
import { join, type Text, verbatim } from '../../core/text.ts';
import { PlatformError } from '../../platform/platform-error.ts';
import type { StoredContext } from '../../store/records.ts';
import { defineQuestion, defineSetting, type Reads, type Settings } from '../define.ts';
import { findRegion } from '../region/region.ts';
import { say } from './sentences.ts';

const lastMe = (word: string, last: boolean) => (last && word.toLowerCase() === 'me' ? 'yes' : undefined);

/** `/portolan use <team>/<region>/<app> [as <name>] [me]` and `/portolan use <name>`. */
export const contextUse = defineSetting({
  id: 'context.use',
  command: 'portolan',
  words: [['use']],
  says: say.useSays(),
  examples: ['portolan use shop/east-1/12 as shop', 'portolan use shop', 'portolan use shop me=yes'],
  params: {
    where: required<string>(say.where(), say.whereMissing(), readWhere, {
      input: 'external',
      source: 'contexts',
      hint: say.whereHint(),
      aliases: ['context'],
    }),
    as_word: optional<string>(
      say.name(),
      (typed) => (typed.toLowerCase() === 'as' ? ok('as') : wrong(say.asWrong({ typed }))),
      {
        input: 'hidden',
      },
    ),
    name: optional<string>(say.name(), readName, { hint: say.nameHint(), aliases: ['as'] }),
    me: flag(say.me(), 'me', { says: lastMe }),
  },
  order: ['where', 'as_word', 'name'],
  needs: 'nothing',

  async apply(args, ask, settings): Promise<Answer | Problem> {
    const fromPolicy = channelContext(settings.policy, ask.channel);
    if (!args.me && fromPolicy) return refused(say.policySets());
    if (!args.me) {
      const no = maySetting(settings.policy, 'set_context', await settings.somebody(ask.person, ask.channel));
      if (no) return refused(no.no);
    }
    const wanted = await contextOf(args.where, settings);
    if (isProblem(wanted)) return wanted;
    const checked = await checkContext(wanted, settings);
    if (isProblem(checked)) return checked;
    const context = { ...checked, ...(args.name === undefined ? {} : { name: args.name }) };
    const before = await meantBefore(context, settings);
    // A name is for everybody: who sets only their own context takes it from nobody.
    if (before && args.me) return refused(say.nameTaken({ name: context.name ?? '', place: sayContext(before) }));
    await keep(context, args.me, ask, settings);
    const said = sayContext(context);
    return {
      title: say.title(),
      parts: [
        { part: 'line', text: args.me ? say.youUse({ context: said }) : say.channelUses({ context: said }) },
        ...(before
          ? [{ part: 'note', text: say.nameMoved({ name: context.name ?? '', place: sayContext(before) }) } as const]
          : []),
      ],
      share: !args.me,
    };
  },
});

/** The other place that a context's name has meant until now; the policy file's names are its own. */
async function meantBefore(context: Context, reads: Pick<Reads, 'contexts' | 'policy'>): Promise<Place | undefined> {
  if (context.name === undefined || contextsOf(reads.policy)) return undefined;
  const [named] = await reads.contexts.named(context.name);
  if (!named || placeKey(named.context) === placeKey(context)) return undefined;
  const { name: _name, ...place } = bare(named.context);
  return place;
}

function readWhere(typed: string): Read<string> {
  if (typed.includes('/')) return parsePlace(typed) ? ok(typed) : wrong(say.whereWrong({ typed }));
  return ok(typed);
}

function readName(typed: string): Read<string> {
  return /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,39}$/u.test(typed) ? ok(typed) : wrong(say.nameWrong({ typed }));
}

/** The context that a name or triple means, of those that may be used. */
export async function contextOf(typed: string, reads: Pick<Reads, 'policy' | 'contexts'>): Promise<Context | Problem> {
  const ofPolicy = contextsOf(reads.policy);
  const place = parsePlace(typed);
  if (ofPolicy) {
    const found = ofPolicy.find((each) => (place ? placeKey(each) === placeKey(place) : each.name === typed));
    const names = join(
      ofPolicy.map(({ name }) => verbatim(name)),
      ', ',
    );
    return found ?? invalid('where', say.notInPolicy({ typed, names }));
  }
  if (place) return place;
  const [named] = await reads.contexts.named(typed);
  if (named) return bare(named.context);
  const all = await reads.contexts.list();
  const names = [...new Set(all.flatMap(({ context }) => context.name ?? []))];
  return {
    problem: 'unknown-name',
    param: 'where',
    why: say.unknownName({ typed }),
    nearest: nearest(typed, names, (name) => [name]).map((name) => ({ value: name, label: name })),
  };
}

/** Asks the platform whether the place exists, and for the app's name where it tells. */
export async function checkContext(context: Context, reads: Reads): Promise<Context | Problem> {
  const region = await findRegion(context.region, { ...context }, reads);
  if (isProblem(region))
    return region.problem === 'unknown-name'
      ? { ...region, param: 'where', nearest: placesOf(region.nearest, context) }
      : region;
  // The platform takes a team's id for its name, and perhaps other letter case. What the policy file lists stays as it is.
  const team = contextsOf(reads.policy) ? context.team : region.tenantName || context.team;
  const place: Place = { team, region: region.regionName, app: appNumber(context.app) };
  try {
    const app = await reads.platform.readApp(place);
    return { ...context, ...place, ...(app ? { appName: app.name } : {}) };
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind !== 'not-found') throw error;
    return unknownApp(place, reads);
  }
}

/** Nearby regions as whole places. */
export function placesOf(nearby: readonly { value: string; label: string }[], context: Context) {
  return nearby.map(({ value }) => {
    const place = `${context.team}/${value}/${context.app}`;
    return { value: place, label: place };
  });
}

async function unknownApp(place: Place, reads: Reads): Promise<Problem> {
  const apps = (await reads.platform.listApps({ team: place.team, region: place.region })) ?? [];
  return {
    problem: 'unknown-name',
    param: 'where',
    why: say.unknownApp({ app: place.app, region: place.region }),
    others: true,
    nearest: apps.slice(0, 5).map((app) => ({
      value: `${place.team}/${place.region}/${app.appId}`,
      label: `${app.name} (${app.appId})`,
    })),
  };
}

async function keep(context: Context, mine: boolean, ask: Ask, settings: Settings): Promise<void> {
  const scope = mine ? 'person' : 'channel';
  const key = mine ? ask.person.id : ask.channel;
  const stored: StoredContext = { ...context, setBy: ask.person.id, at: ask.now };
  await settings.store.commit({
    at: ask.now,
    contexts: {
      put: [
        { scope, key, context: stored },
        ...(context.name === undefined ? [] : [{ scope: 'name' as const, key: context.name, context: stored }]),
      ],
    },
    audit: [
      {
        kind: 'setting',
        at: ask.now,
        who: { id: ask.person.id, name: ask.person.name },
        placeKey: placeKey(context),
        place: `${context.team}/${context.region}/${context.app}`,
        operation: 'context.use',
        details: { scope, key },
      },
    ],
  });
}

/** A stored context without who set it; one of long ago may have its app's number as it was typed. */
export function bare(stored: StoredContext): Context {
  const { team, region, name, appName } = stored;
  const app = appNumber(stored.app);
  return { team, region, app, ...(name === undefined ? {} : { name }), ...(appName === undefined ? {} : { appName }) };
}

/** A context in words: its name where it has one, and the place. */
export function sayContext(context: Context): Text {
  const app =
    context.appName === undefined ? verbatim(context.app) : say.appNamed({ name: context.appName, id: context.app });
  const place = say.place({ team: context.team, region: context.region, app });
  return context.name === undefined ? place : say.placeNamed({ name: context.name, place });
}

interface ContextFacts {
  readonly channel?: StoredContext;
  readonly person?: StoredContext;
  readonly policy?: Context;
  readonly known: readonly Context[];
}

/** `/portolan context [me]`. */
export const contextShow = defineQuestion({
  id: 'context.show',
  command: 'portolan',
  words: [['context']],
  says: say.showSays(),
  examples: ['portolan context'],
  params: { me: flag(say.me(), 'me', { input: 'hidden', says: lastMe }) },
  order: [],
  needs: 'nothing',

  async gather(_args, ask, reads): Promise<ContextFacts> {
    const [channel, person, all] = await Promise.all([
      reads.contexts.get('channel', ask.channel),
      reads.contexts.get('person', ask.person.id),
      reads.contexts.list(),
    ]);
    const policy = channelContext(reads.policy, ask.channel);
    const known = contextsOf(reads.policy) ?? distinct(all.map(({ context }) => bare(context)));
    return { ...(channel ? { channel } : {}), ...(person ? { person } : {}), ...(policy ? { policy } : {}), known };
  },

  answer(_args, facts, ask) {
    const holds = ask.context.team === '' ? undefined : ask.context;
    const fields = [
      { label: say.holds(), value: holds ? sayContext(holds) : say.noneNow() },
      ...(facts.policy ? [{ label: say.ofPolicy(), value: sayContext(facts.policy) }] : []),
      { label: say.ofChannel(), value: facts.channel ? saySet(facts.channel) : say.noneNow() },
      { label: say.ofYou(), value: facts.person ? saySet(facts.person) : say.noneNow() },
    ];
    const parts: Part[] = [{ part: 'fields', fields }];
    if (!holds) parts.push({ part: 'line', text: say.noneHere({ command: `/${ask.prefix}portolan` }) });
    if (facts.known.length > 0) {
      parts.push({ part: 'heading', text: say.known() });
      parts.push({ part: 'line', text: join(facts.known.slice(0, 20).map(sayContext), '\n') });
    }
    return {
      title: say.title(),
      parts: [...parts, { part: 'buttons', buttons: buttonsOf(facts.known) }],
      share: false,
    };
  },
});

function buttonsOf(known: readonly Context[]): readonly AskButton[] {
  const named = known.slice(0, 4).map((context) => {
    const name = context.name ?? `${context.team}/${context.region}/${context.app}`;
    return { label: say.useOne({ name }), operation: 'context.use', given: { where: [name] } };
  });
  return [...named, { label: say.change(), operation: 'context.use', given: {}, opens: 'modal' as const }];
}

function saySet(stored: StoredContext): Text {
  return say.setBy({ context: sayContext(bare(stored)), who: { user: stored.setBy }, when: { at: stored.at } });
}

function distinct(contexts: readonly Context[]): readonly Context[] {
  return [...new Map(contexts.map((context) => [`${context.name ?? ''} ${placeKey(context)}`, context])).values()];
}

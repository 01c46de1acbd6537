import type { PlainTextOption } from '@slack/types';
import type { Context, Person, Place } from '../../core/command/context.ts';
import type { Ask } from '../../core/command/operation.ts';
import type { Source } from '../../core/command/params.ts';
import { isProblem } from '../../core/command/problem.ts';
import { contextsOf } from '../../core/policy/policy.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { allRegions } from '../../operations/region/region.ts';
import { schedulesHere } from '../../operations/schedule/schedule.ts';
import { findComponent, knownComponents } from '../../operations/shared/find-component.ts';
import { readsOf, type Services } from '../../operations/shared/services.ts';
import { msg } from '../app/slack-messages.ts';
import { type Page, plainText } from '../blocks/blocks.ts';
import { blockLimits } from '../blocks/limits.ts';

/** One thing that can be chosen. */
export interface Found {
  readonly value: string;
  readonly label: Text;
  /** What a search finds it by. */
  readonly names: readonly string[];
}

/** What an options load is about. */
export interface OptionsQuestion {
  readonly source: Source;
  readonly typed: string;
  readonly context: Context;
  readonly person: Person;
  readonly channel: string;
  /** The value of the parameter that this one depends on. */
  readonly parent?: string;
}

/** Slack waits three seconds; the answer has to leave before (product, section 2). */
export const optionsDeadlineMs = 2_000;
/** A value that stands for nothing that can be taken; validation tells what is missing. */
export const noValue = '-';
const cacheMs = 15_000;

/** Finds what an external select offers. Lists are kept for some seconds, so that typing asks the platform once. */
export function createOptions(services: Services) {
  const cache = new Map<string, { readonly found: Promise<readonly Found[]>; readonly until: number }>();

  function list(question: OptionsQuestion): Promise<readonly Found[]> {
    const { team, region, app } = question.context;
    const key = JSON.stringify([question.source, team, region, app, question.channel, question.parent ?? '']);
    const now = services.world.now();
    const kept = cache.get(key);
    if (kept && kept.until > now) return kept.found;
    if (cache.size > 500) cache.clear();
    const found = read(services, question);
    cache.set(key, { found, until: now + cacheMs });
    found.catch(() => cache.delete(key));
    return found;
  }

  /** The options for Slack: at most 100, or one that says why there are none and takes what was typed. */
  return async function options(question: OptionsQuestion, page: Page): Promise<PlainTextOption[]> {
    if (question.source === 'ports' && !question.parent)
      return [only(msg.chooseFirst({ what: msg.component() }), page)];
    const stop = new AbortController();
    try {
      const found = await Promise.race([
        list(question),
        services.world.wait(optionsDeadlineMs, stop.signal).then(() => undefined),
      ]);
      return found ? offer(found, question.typed, page) : slow(question.typed, page);
    } catch {
      return slow(question.typed, page);
    } finally {
      stop.abort();
    }
  };
}

async function read(services: Services, question: OptionsQuestion): Promise<readonly Found[]> {
  const reads = readsOf(services);
  const { context } = question;
  const asking = askOf(services, question);
  switch (question.source) {
    case 'components': {
      const { components } = await knownComponents(context, reads, asking.now);
      return components.map(({ id, name, alias, inCluster }) => ({
        value: id,
        label: verbatim(name === alias ? alias : `${name} (${alias})`),
        names: [name, alias, id, inCluster ?? ''],
      }));
    }
    case 'ports': {
      const component = await findComponent(question.parent ?? '', asking, reads);
      if (isProblem(component)) return [];
      const { team, region, app } = context;
      const ports = await reads.platform.listPorts({ team, region, app, service: component.id });
      return ports.map((port) => ({
        value: String(port.containerPort),
        label: msg.portOption({
          port: port.containerPort,
          protocol: port.protocol,
          inner: port.isInnerService ? '●' : '○',
          outer: port.isOuterService ? '●' : '○',
        }),
        names: [String(port.containerPort), port.protocol, port.portAlias],
      }));
    }
    case 'regions':
      return (await allRegions(context.team, reads)).map(({ regionName, regionAlias }) => ({
        value: regionName,
        label: verbatim(regionAlias && regionAlias !== regionName ? `${regionName} (${regionAlias})` : regionName),
        names: [regionName, regionAlias],
      }));
    case 'contexts':
      return contexts(services);
    case 'schedules':
      return (await schedulesHere(asking, reads)).map(({ id, words }) => ({
        value: id,
        label: verbatim(`${id} – ${words}`),
        names: [id, words],
      }));
  }
}

/** The contexts that may be used: the policy file's, else named ones and all that the platform lists. */
async function contexts(services: Services): Promise<readonly Found[]> {
  const ofPolicy = contextsOf(services.policy);
  if (ofPolicy) return ofPolicy.map((each) => namedPlace(each.name, each));
  const stored = await services.store.contexts.list();
  const named = stored.flatMap(({ context }) =>
    context.name === undefined ? [] : [namedPlace(context.name, context)],
  );
  const listed = await listedPlaces(services);
  return [...new Map([...named, ...listed].map((each) => [each.value, each])).values()];
}

/** The places that the platform tells: teams, their enabled regions by 4.1, and the apps where it has a list of them. */
async function listedPlaces(services: Services): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const team of await knownTeams(services)) {
    const regions = await allRegions(team, readsOf(services)).catch(() => []);
    for (const { regionName } of regions.filter(({ status }) => status === '1').slice(0, 10)) {
      const apps = await services.platform.listApps({ team, region: regionName }).catch(() => undefined);
      // Where apps have no list, their number is typed: it completes each region.
      if (!apps) found.push({ value: `${team}/${regionName}/`, label: verbatim(''), names: [] });
      for (const { appId, name } of apps ?? []) {
        const value = `${team}/${regionName}/${appId}`;
        found.push({ value, label: verbatim(`${name} – ${value}`), names: [name, value] });
      }
    }
  }
  return found.filter(({ value }) => value.length <= blockLimits.optionValue);
}

async function knownTeams(services: Services): Promise<readonly string[]> {
  const listed = await services.platform.listTeams();
  if (listed) return listed.slice(0, 10).map(({ teamName }) => teamName);
  const stored = (await services.store.contexts.list()).map(({ context }) => context.team);
  return [...new Set([...(services.fallback ? [services.fallback.team] : []), ...stored])].slice(0, 10);
}

/** A place of which only the app's number is missing, with the number that was typed; undefined where none was. */
function completed(found: Found, typed: string): Found | undefined {
  if (!found.value.endsWith('/')) return found;
  if (!/^\d{1,9}$/.test(typed)) return undefined;
  const value = `${found.value}${typed}`;
  return { value, label: verbatim(value), names: [value] };
}

function namedPlace(name: string, { team, region, app }: Place): Found {
  const place = `${team}/${region}/${app}`;
  return { value: name, label: verbatim(`${name} (${place})`), names: [name, place] };
}

function askOf(services: Services, { person, channel, context }: OptionsQuestion): Ask {
  return { person, channel, context, now: services.world.now(), prefix: services.prefix };
}

/** What fits what was typed; what was typed itself can always be taken, since lists may be incomplete. */
function offer(found: readonly Found[], typed: string, page: Page): PlainTextOption[] {
  const wanted = typed.normalize('NFKC').trim().toLowerCase();
  const whole = found.flatMap((each) => completed(each, typed.trim()) ?? []);
  const fits = whole.filter(({ value, names }) =>
    [value, ...names].some((name) => name.normalize('NFKC').toLowerCase().includes(wanted)),
  );
  const usable = fits.filter(({ value }) => value !== '' && value.length <= blockLimits.optionValue);
  const own = typed.trim();
  const exact = usable.some(({ value, names }) => value === own || names.includes(own));
  const room = blockLimits.options - 2;
  const options = usable.slice(0, room).map(({ value, label }) => option(value, label, page));
  if (own && !exact && own.length <= blockLimits.optionValue)
    options.push(option(own, msg.asTyped({ typed: own }), page));
  if (usable.length > room) options.push(only(msg.moreOptions({ count: usable.length - room }), page));
  return options.length > 0 ? options : [only(msg.noneOption(), page)];
}

function slow(typed: string, page: Page): PlainTextOption[] {
  const own = typed.trim().slice(0, blockLimits.optionValue);
  return own ? [option(own, msg.slowOption({ typed: own }), page)] : [only(msg.slowNothing(), page)];
}

function only(label: Text, page: Page): PlainTextOption {
  return option(noValue, label, page);
}

function option(value: string, label: Text, page: Page): PlainTextOption {
  return { value, text: plainText(label, page, blockLimits.optionText) };
}

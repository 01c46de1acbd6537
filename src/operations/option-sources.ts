import { DateTime } from 'luxon';
import { itemText } from '../charts/data/item-messages.ts';
import { type Context, type Person, type Place, placeText } from '../core/command/context.ts';
import { isProblem } from '../core/command/problem.ts';
import { incidentTitle } from '../core/incident/incident-title.ts';
import { contextsOf } from '../core/policy/policy.ts';
import { join, langs, type Text, verbatim } from '../core/text/text.ts';
import type { Certificate } from '../platform/certificate/certificate-endpoints.ts';
import type { Dialect } from '../platform/endpoint.ts';
import { GATEWAY_ITEMS } from '../platform/monitoring/gateway-query.ts';
import type { RegionSources } from '../platform/monitoring/region-sources.ts';
import { RESOURCE_ITEMS } from '../platform/monitoring/resource-query.ts';
import { MONITOR_ITEMS } from '../platform/platform.ts';
import type { Port } from '../platform/port/port-endpoints.ts';
import { certificateMsg } from './gateway/certificate-messages.ts';
import { componentOf, gatherRules, ruleText } from './gateway/listed/gateway-facts.ts';
import { plain } from './operation-catalog.ts';
import { portMsg } from './port/port-messages.ts';
import { accessLengthOptions, lengthOptions } from './port/port-params.ts';
import { cronWordMsg, dayNames } from './schedule/cron-word-messages.ts';
import { cronOf, cronText } from './schedule/cron-words.ts';
import { schedulesHere } from './schedule/schedule-list.ts';
import { nextRuns } from './schedule/schedule-times.ts';
import { itemShown, rangeOptions } from './shared/chart/chart-params.ts';
import { hasSource } from './shared/chart/collected-items.ts';
import { searchedWords } from './shared/chart/item-word-messages.ts';
import type { Reads } from './shared/define.ts';
import { choiceText, findComponent, knownComponents, type Named } from './shared/find-component.ts';
import { allRegions, regionText, teamFor } from './shared/find-team-and-region.ts';
import { incidentRecords } from './shared/incident/incident-rows.ts';
import { orUndefined } from './shared/or-undefined.ts';
import { portInFull, type SelectOption } from './shared/shared-params.ts';
import { ownWatchesFirst } from './watch/find-watch.ts';
import { gatherWatches } from './watch/watch-list.ts';
import { watchText } from './watch/watch-text.ts';
import { watchedOptions } from './watch/watch-threshold.ts';

/** Inputs that a list of options may depend on, in addition to the platform and the store. */
interface OptionParts {
  readonly context: Context;
  readonly channel: string;
  readonly person: Person;
  /** IANA time zone of the person. */
  readonly zone: string;
  /** Value of the parameter that this parameter depends on; empty if there is none. */
  readonly parent: string;
}

interface OptionList {
  /** Cache key. Lists with equal keys are equal, because a list depends on nothing else. */
  readonly key: string;
  /** @throws PlatformError if the platform doesn't answer */
  readonly find: (reads: Reads, now: number) => Options;
}

type OptionSource = (parts: OptionParts) => OptionList;
type Options = Promise<readonly SelectOption[]>;
type Parts<Name extends keyof OptionParts> = Pick<OptionParts, Name>;

/** Declares the parts that a source needs. The source gets only these parts, so the cache key always has them all. */
function from<const Part extends keyof OptionParts>(
  needs: readonly Part[],
  find: (parts: Parts<Part>, reads: Reads, now: number) => Options,
): OptionSource {
  return (parts) => {
    const needed = pick(parts, needs);
    return { key: JSON.stringify(needed), find: (reads, now) => find(needed, reads, now) };
  };
}

function pick<Part extends keyof OptionParts>(parts: OptionParts, names: readonly Part[]): Parts<Part>;
function pick(parts: OptionParts, names: readonly (keyof OptionParts)[]): Partial<OptionParts> {
  return Object.fromEntries(names.map((name) => [name, parts[name]]));
}

/** Option sources for external selects in modals, by the `source` of a parameter. */
export const optionSources: ReadonlyMap<string, OptionSource> = new Map([
  ['components', from(['context'], components)],
  ['scalable', from(['context'], scalable)],
  ['ports', from(['context', 'parent'], ports)],
  ['regions', from(['context'], regions)],
  ['rules', from(['context'], rules)],
  ['certificates', from(['context'], certificates)],
  ['contexts', from([], contexts)],
  ['schedules', from(['context', 'channel', 'person'], schedules)],
  ['watches', from(['context', 'channel', 'person'], watches)],
  ['incidents', from(['channel', 'person'], incidents)],
  ['groups', from([], groups)],
  ['lengths', from([], async (_parts, reads) => lengthOptions(reads.policy.maxOpen))],
  ['openings', from([], async (_parts, reads) => accessLengthOptions(reads.policy.maxOpen))],
  ['ranges', from([], async () => rangeOptions())],
  ['items', from(['context'], items)],
  ['watched', from(['context'], async (parts, reads) => watchedOptions(await sourcesOf(parts, reads)))],
  ['times', from(['zone'], async ({ zone }, _reads, now) => timeOptions(now, zone))],
]);

const presets = ['weekdays at 9:00', 'daily at 9:00', 'mondays at 9:00', 'weekdays at 18:00', 'hourly'];

/** Returns the usual times in `zone`, each with its next three runs. A person can type others. `now`: epoch ms. */
export function timeOptions(now: number, zone: string): readonly SelectOption[] {
  return presets.flatMap((value) => {
    const cron = cronOf(value);
    if (cron === undefined) return [];
    const next = nextRuns(cron, zone, now, 3).flatMap((at) => runText(DateTime.fromMillis(at, { zone })));
    return [{ value, label: cronWordMsg.preset({ when: cronText(cron), next: join(next, ', ') }), names: [value] }];
  });
}

function runText(at: DateTime): readonly Text[] {
  const weekday = dayNames[at.weekday % 7];
  return weekday ? [cronWordMsg.run({ weekday, day: at.day, month: at.month, time: at.toFormat('HH:mm') })] : [];
}

async function sourcesOf({ context: { region } }: Parts<'context'>, { platform }: Reads) {
  return orUndefined(platform.readSources({ region }));
}

async function items(parts: Parts<'context'>, reads: Reads): Options {
  return itemOptions(reads.platform.dialect(), await sourcesOf(parts, reads));
}

/** Returns the items that the region collects. The document's API has no gateway, CPU, memory or network items. */
function itemOptions(dialect: Dialect, sources: RegionSources | undefined): readonly SelectOption[] {
  const ofDialect = dialect === 'document' ? MONITOR_ITEMS : [...MONITOR_ITEMS, ...GATEWAY_ITEMS];
  const offered = ofDialect.filter((item) => hasSource(item, sources));
  const items = offered.map((item) => ({
    value: item,
    label: itemShown(item),
    names: [item, ...langs.map((lang) => plain(itemText(item), lang)), ...searchedWords(item)],
  }));
  if (dialect === 'document' || !hasSource('cpu', sources)) return items;
  return [
    ...items,
    {
      value: 'resources',
      label: itemShown('resources'),
      names: ['resources', ...RESOURCE_ITEMS.flatMap((item) => [item, ...searchedWords(item)])],
    },
  ];
}

async function watches(parts: Parts<'context' | 'channel' | 'person'>, reads: Reads, now: number): Options {
  const listed = await gatherWatches({ ...parts, now, prefix: '' }, reads);
  return ownWatchesFirst(listed.watches, parts.channel).map((each) => ({
    value: each.id,
    label: watchText(each),
    names: [each.id],
  }));
}

/** Lists firing incidents of a channel, for its members only. */
async function incidents({ channel, person }: Parts<'channel' | 'person'>, reads: Reads): Options {
  if ((await reads.actor(person, channel)).inChannel !== true) return [];
  return (await incidentRecords.bodies(reads, { isOpen: true }))
    .filter((incident) => incident.channel === channel && incident.ended === undefined)
    .map((incident) => ({ value: incident.id, label: incidentTitle(incident), names: [incident.id] }));
}

async function groups(_parts: unknown, reads: Reads): Options {
  return (await reads.userGroups()).map(({ id, handle, name }) => ({
    value: id,
    label: verbatim(name === handle ? `@${handle}` : `@${handle} (${name})`),
    names: [id, handle, `@${handle}`, name],
  }));
}

async function components({ context }: Parts<'context'>, reads: Reads, now: number): Options {
  return (await knownComponents(context, reads, now)).components.map(componentOption);
}

/** Lists components with a changeable number of instances (docs/platform.md#instances). */
async function scalable({ context }: Parts<'context'>, reads: Reads, now: number): Options {
  const knownHere = await knownComponents(context, reads, now);
  return knownHere.components.filter(({ onEachNode }) => !onEachNode).map(componentOption);
}

function componentOption(each: Named): SelectOption {
  return {
    value: each.id,
    label: verbatim(choiceText(each)),
    names: [each.name, each.alias, each.id, each.inCluster ?? ''],
  };
}

async function ports({ context, parent }: Parts<'context' | 'parent'>, reads: Reads, now: number): Options {
  const component = await findComponent(parent, { context, now }, reads);
  if (isProblem(component)) return [];
  const listed = await reads.platform.listPorts({ ...context, service: component.id });
  const isShared = ({ containerPort }: Port) =>
    listed.filter((each) => each.containerPort === containerPort).length > 1;
  return listed.map((each) => ({
    value: isShared(each) ? portInFull(each) : String(each.containerPort),
    label: portMsg.option({
      port: each.containerPort,
      protocol: each.protocol,
      inner: each.isInnerService ? portMsg.isOn() : portMsg.isOff(),
      outer: each.isOuterService ? portMsg.isOn() : portMsg.isOff(),
    }),
    names: [String(each.containerPort), each.protocol, each.portAlias],
  }));
}

async function regions(parts: Parts<'context'>, reads: Reads): Options {
  const team = await teamFor(undefined, parts, reads);
  if (isProblem(team)) return [];
  return (await allRegions(team, reads)).map((each) => ({
    value: each.regionName,
    label: verbatim(regionText(each)),
    names: [each.regionName, each.regionAlias],
  }));
}

async function rules({ context }: Parts<'context'>, reads: Reads, now: number): Options {
  const facts = await gatherRules({ context, now }, reads);
  if (isProblem(facts)) return [];
  return facts.rules.map((rule) => ({
    value: rule.id,
    label: ruleText(rule, facts.components),
    names: [rule.address, componentOf(rule, facts.components), rule.id],
  }));
}

/** Lists the team's certificates and “none”. If the platform has no list, returns nothing, and people type a number. */
async function certificates({ context }: Parts<'context'>, reads: Reads): Options {
  const list = await reads.platform.listCertificates({ team: context.team });
  if (!list) return [];
  const named = list.certificates.map((each) => ({
    value: String(each.id),
    label: certificateOption(each),
    names: [each.alias ?? '', ...each.issuedTo, String(each.id)],
  }));
  return [...named, { value: '0', label: noCertificate(), names: ['0'] }];
}

function certificateOption({ id, alias, issuedTo }: Certificate): Text {
  if (issuedTo.length === 0) return alias ? certificateMsg.named({ alias, id }) : verbatim(`#${id}`);
  const names = join(issuedTo.slice(0, 2).map(verbatim), ', ');
  return certificateMsg.option({ alias: alias ?? '', id, names });
}

function noCertificate(): Text {
  return certificateMsg.none();
}

async function schedules(parts: Parts<'context' | 'channel' | 'person'>, reads: Reads): Options {
  return (await schedulesHere(parts, reads)).map(({ id, words }) => ({
    value: id,
    label: verbatim(`${id} – ${words}`),
    names: [id, words],
  }));
}

async function contexts(_parts: object, reads: Reads): Options {
  const ofPolicy = contextsOf(reads.policy);
  if (ofPolicy) return ofPolicy.map((each) => namedPlace(each.name, each));
  const stored = (await reads.contexts.list()).map(({ context }) => context);
  const named = stored.flatMap((each) => (each.name === undefined ? [] : [namedPlace(each.name, each)]));
  const listed = await listedPlaces(stored, reads);
  return [...new Map([...named, ...listed].map((each) => [each.value, each])).values()];
}

/** Lists the platform's teams, enabled regions and apps. Omits unreadable parts, because any place can be typed. */
async function listedPlaces(stored: readonly Context[], reads: Reads): Options {
  const options: SelectOption[] = [];
  for (const team of await knownTeams(stored, reads)) {
    const enabled = (await allRegions(team, reads).catch(() => [])).filter(({ status }) => status === '1');
    for (const { regionName } of enabled.slice(0, 10)) {
      const apps = await reads.platform.listApps({ team, region: regionName }).catch(() => undefined);
      // Without a list of apps, people type the app's number after the region.
      if (!apps) options.push({ value: `${team}/${regionName}/`, label: verbatim(''), names: [] });
      for (const { appId, name } of apps ?? []) {
        const value = placeText({ team, region: regionName, app: appId });
        options.push({ value, label: verbatim(`${name} – ${value}`), names: [name, value] });
      }
    }
  }
  return options;
}

async function knownTeams(stored: readonly Context[], reads: Reads): Promise<readonly string[]> {
  const listed = await reads.platform.listTeams();
  if (listed) return listed.slice(0, 10).map(({ teamName }) => teamName);
  const teams = [...(reads.fallback ? [reads.fallback] : []), ...stored].map(({ team }) => team);
  return [...new Set(teams)].slice(0, 10);
}

function namedPlace(name: string, place: Place): SelectOption {
  const text = placeText(place);
  return { value: name, label: verbatim(`${name} (${text})`), names: [name, text] };
}

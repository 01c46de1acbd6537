import { type Context, placeKey, placeText } from '../command/context.ts';
import { present } from '../defined.ts';
import { asFiringAgain, firingsAfter, type Incident, type IncidentLine, withHistory } from '../incident/incident.ts';
import { incidentMsg } from '../incident/incident-messages.ts';
import { listText, verbatimList } from '../text/joined.ts';
import { join, type Text, verbatim } from '../text/text.ts';
import type { WatchItem } from '../watch/watch-condition.ts';
import { type AlertGroup, type KnownAlert, severityRank, shownAlerts } from './alert-group.ts';
import { alertMsg } from './alert-messages.ts';
import { shownText } from './notification.ts';

const maxLines = 20;

interface AlertPlace {
  /** `source`: name of the alert source. `group`: key of the alert group in that source. */
  readonly source: string;
  readonly group: string;
  readonly channel: string;
  readonly notify?: readonly string[];
  readonly reader: Incident['reader'];
}

export function incidentIdOf({ group }: Pick<AlertPlace, 'group'>, { since }: Pick<AlertGroup, 'since'>): string {
  return `alert:${group}@${since.toString(36)}`;
}

/** Returns the incident of an alert group. Actions of people, such as a silence, come from `before`. */
export function alertIncident(
  before: Incident | undefined,
  group: AlertGroup,
  { source, group: id, channel, notify = [], reader }: AlertPlace,
  now: number,
): Incident {
  const isReopened = before?.ended !== undefined && group.state === 'firing';
  const firings = isReopened ? firingsAfter(before) : before?.firings;
  const alerts = ofLastFiring(shownAlerts(group), firings);
  const { context, component } = aboutOf(group);
  const places = placesOf(group, context);
  const isMixed = new Set(alerts.map(({ severity }) => severity)).size > 1;
  const around = { title: group.title, context, before, alerts, places, isMixed };
  const lines = alerts.slice(0, maxLines).map((alert) => lineOfAlert(alert, around));
  const more = alerts.length - lines.length + group.others;
  const {
    ended: _ended,
    more: _more,
    unsent: _unsent,
    context: _c,
    component: _about,
    ...kept
  } = isReopened ? asFiringAgain(before) : (before ?? opened(group, notify, now));
  const { ended } = group;
  const steps = [
    ...(isReopened ? [{ at: now, what: 'reopened' as const }] : []),
    ...(ended !== undefined && before?.ended === undefined ? [{ at: ended, what: 'ended' as const }] : []),
  ];
  const title = verbatim(group.title);
  return {
    ...kept,
    id: before?.id ?? incidentIdOf({ group: id }, group),
    source: { kind: 'alerts', name: source, group: id, link: group.link },
    channel,
    // The known one has names, too.
    context: context && before?.context && isSamePlace(context, before.context) ? before.context : context,
    component,
    title: places.length > 0 ? alertMsg.of({ what: verbatimList(places), said: title }) : title,
    severity: worstSeverity(judgedAlerts(group)),
    lines,
    ...(more > 0 ? { more } : {}),
    times: group.times,
    ...(firings ? { firings } : {}),
    ended,
    unsent: group.unsent,
    history: withHistory(kept.history, ...steps),
    reader,
  };
}

/** Omits alerts that were resolved in an earlier firing. */
function ofLastFiring(alerts: readonly KnownAlert[], firings: Incident['firings'] = []): readonly KnownAlert[] {
  const last = firings.at(-1)?.to ?? Number.NEGATIVE_INFINITY;
  const recent = alerts.filter(({ ended }) => ended === undefined || ended > last);
  return recent.length > 0 ? recent : alerts;
}

type Opened = Pick<Incident, 'opened' | 'before' | 'done' | 'history' | 'notify' | 'mentioned'> & Partial<Incident>;

function opened({ since }: AlertGroup, notify: readonly string[], now: number): Opened {
  const history = [{ at: since, what: 'fired' as const }];
  const mentioned = Object.fromEntries(notify.map((who) => [who, now]));
  return { opened: now, before: [], done: [], history, notify: [...notify], mentioned };
}

function judgedAlerts({ alerts }: AlertGroup): readonly KnownAlert[] {
  const firing = alerts.filter(({ state }) => state === 'firing');
  return firing.length > 0 ? firing : alerts;
}

/** Maximum number of components that a title or a note names. */
const maxPlaces = 3;

/**
 * Returns the components that a title names; none if there are too many, or if an alert's component is unknown. A line
 * says how many alerts weren't sent.
 */
function placesOf(group: AlertGroup, context: Context | undefined): readonly string[] {
  const judged = judgedAlerts(group).map((alert) => placeOf(alert, context));
  const places = new Set(judged);
  const isKnown = group.others === 0 && judged.length > 0 && !places.has(undefined) && places.size <= maxPlaces;
  return isKnown ? present([...places]) : [];
}

/** Checks whether all alerts of the group are known. If not, it isn't known which components they are about. */
function isWhole({ others, unsent }: AlertGroup): boolean {
  return others === 0 && unsent === undefined;
}

/** Returns the name of the alert's component, or if it isn't recognized, the text of the label that should name it. */
function placeOf(alert: KnownAlert, context: Context | undefined): string | undefined {
  const { component, about } = alert;
  if (component && context && isIn(alert, context)) return component.name;
  return about && (shownText(about.name) || undefined);
}

function worstSeverity(alerts: readonly KnownAlert[]): string | undefined {
  const named = present(alerts.map(({ severity }) => severity));
  return named.toSorted((one, other) => severityRank(one) - severityRank(other))[0];
}

/** Returns the firing alerts' common context and component (all alerts' if none fires); omits those that differ. */
function aboutOf(group: AlertGroup): Partial<Incident> {
  const judged = judgedAlerts(group);
  const recognized = judged.filter(({ component }) => component);
  const [first] = recognized;
  const { component, about: { context } = {} } = first ?? {};
  if (!first || !context || recognized.some((alert) => !isIn(alert, context))) return {};
  const isOne = isWhole(group) && judged.every((alert) => alert.component?.id === component?.id);
  return { context, ...(isOne ? { component } : {}) };
}

function isIn({ about }: KnownAlert, context: Context): boolean {
  return about !== undefined && isSamePlace(about.context, context);
}

function isSamePlace(one: Context, other: Context): boolean {
  return placeKey(one) === placeKey(other);
}

interface LinePlace extends Pick<AlertGroup, 'title'> {
  readonly context: Context | undefined;
  readonly before: Pick<Incident, 'lines'> | undefined;
  readonly alerts: readonly KnownAlert[];
  /** Components that the title names. */
  readonly places: readonly string[];
  /** Whether the alerts have different severities, so that each line has its own. */
  readonly isMixed: boolean;
}

function lineOfAlert(alert: KnownAlert, around: LinePlace): IncidentLine {
  const { context, before, places, alerts } = around;
  const { state, startsAt, ended, fingerprint, isUnsent, reported } = alert;
  const component = context && isIn(alert, context) ? alert.component : undefined;
  const was = before?.lines.find(({ key }) => key === fingerprint);
  // The one of before was compared with what the region collects.
  const charted = was?.component
    ? { item: was.item, isUncharted: was.isUncharted }
    : { item: suggestedItem(alert.name), isUncharted: undefined };
  return {
    key: fingerprint,
    what: whatOf(alert, around, component || places.length === 1 ? undefined : placeOf(alert, context)),
    note: unfoundText(alert, alerts),
    called: verbatim(alert.name),
    component,
    ...(component ? charted : {}),
    state,
    since: startsAt,
    ended: ended && Math.max(ended, startsAt),
    ...(isUnsent && state === 'unreported' ? { lastSent: reported } : {}),
  };
}

const itemWords: readonly (readonly [RegExp, WatchItem])[] = [
  [/latency|slow|duration|response.?time|timeout/i, 'request_time'],
  [/memory|oom/i, 'memory'],
  [/cpu|throttl/i, 'cpu'],
  [/network|bandwidth/i, 'network'],
  [/traffic|request.?rate|throughput/i, 'request'],
  [/error|5xx/i, 'gateway_errors'],
];

/** Returns the chart item that an alert's name suggests (`ShopMemoryHigh` suggests memory), or undefined. */
export function suggestedItem(name: string): WatchItem | undefined {
  return itemWords.find(([words]) => words.test(name))?.[1];
}

/** Returns one text for all components of the alert's app that weren't found, so that it is shown once. */
function unfoundText(alert: KnownAlert, alerts: readonly KnownAlert[]): Text | undefined {
  const { context } = alert.about ?? {};
  if (!context || !isWithoutComponent(alert)) return undefined;
  const missing = alerts.filter((each) => isWithoutComponent(each) && isIn(each, context));
  const names = [...new Set(missing.flatMap(({ about }) => (about ? shownText(about.name) : [])))];
  const left = names.length - maxPlaces;
  const more = left > 0 ? [incidentMsg.moreLines({ count: left })] : [];
  return alertMsg.unfound({
    app: context.appName ?? placeText(context),
    names: listText([...names.slice(0, maxPlaces).map(verbatim), ...more]),
    count: names.length,
  });
}

function isWithoutComponent({ state, component, isUnfound }: KnownAlert): boolean {
  return state === 'firing' && !component && isUnfound === true;
}

/** @param place the component's name, if the line doesn't name it otherwise */
function whatOf(
  { name, summary, details, severity }: KnownAlert,
  { title, isMixed }: LinePlace,
  place: string | undefined,
): Text {
  const [text, ...labels] = present([summary, details]);
  const parts = present([place, (name !== title || text === undefined) && name, text]);
  const says = parts.map(verbatim).reduceRight((said, what) => alertMsg.of({ what, said }));
  const facts = present([...labels, isMixed && severity]).map(verbatim);
  return facts.length > 0 ? alertMsg.withFacts({ says, facts: join(facts, ',') }) : says;
}

import { type Context, placeKey } from '../command/context.ts';
import { asFiringAgain, firingsAfter, type Incident, type IncidentLine, withHistory } from '../incident/incident.ts';
import { type Text, verbatim } from '../text/text.ts';
import type { WatchItem } from '../watch/watch-condition.ts';
import { type AlertGroup, type KnownAlert, shownAlerts } from './alert-group.ts';
import { alertMsg } from './alert-messages.ts';

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
  const alerts = shownAlerts(group);
  const { context, component } = aboutOf(group);
  const lines = alerts.slice(0, maxLines).map((alert) => lineOfAlert(alert, group, context, before));
  const more = alerts.length - lines.length + group.others;
  const isReopened = before?.ended !== undefined && group.state === 'firing';
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
  const called = alertMsg.group({ title: verbatim(group.title), source: verbatim(source) });
  return {
    ...kept,
    id: before?.id ?? incidentIdOf({ group: id }, group),
    source: { kind: 'alerts', name: source, group: id },
    channel,
    // The known one has names, too.
    context: context && before?.context && isSamePlace(context, before.context) ? before.context : context,
    component,
    title: component ? alertMsg.of({ what: verbatim(component.name), said: called }) : called,
    lines,
    ...(more > 0 ? { more } : {}),
    times: group.times,
    ...(isReopened ? { firings: firingsAfter(before) } : {}),
    ended,
    unsent: group.unsent,
    history: withHistory(kept.history, ...steps),
    reader,
  };
}

type Opened = Pick<Incident, 'opened' | 'before' | 'done' | 'history' | 'notify' | 'mentioned'> & Partial<Incident>;

function opened({ since }: AlertGroup, notify: readonly string[], now: number): Opened {
  const history = [{ at: since, what: 'fired' as const }];
  const mentioned = Object.fromEntries(notify.map((who) => [who, now]));
  return { opened: now, before: [], done: [], history, notify: [...notify], mentioned };
}

/** Returns the firing alerts' common context and component (all alerts' if none fires); omits those that differ. */
function aboutOf(group: AlertGroup): Partial<Incident> {
  const firing = group.alerts.filter(({ state }) => state === 'firing');
  const judged = firing.length > 0 ? firing : group.alerts;
  const recognized = judged.filter(({ component }) => component);
  const [first] = recognized;
  const { component, about: { context } = {} } = first ?? {};
  if (!first || !context || recognized.some((alert) => !isIn(alert, context))) return {};
  const isOne = group.others === 0 && judged.every((alert) => alert.component?.id === component?.id);
  return { context, ...(isOne ? { component } : {}) };
}

function isIn({ about }: KnownAlert, context: Context): boolean {
  return about !== undefined && isSamePlace(about.context, context);
}

function isSamePlace(one: Context, other: Context): boolean {
  return placeKey(one) === placeKey(other);
}

function lineOfAlert(
  alert: KnownAlert,
  { title }: AlertGroup,
  context: Context | undefined,
  before: Pick<Incident, 'lines'> | undefined,
): IncidentLine {
  const { state, startsAt, ended, fingerprint } = alert;
  const component = context && isIn(alert, context) ? alert.component : undefined;
  const was = before?.lines.find(({ key }) => key === fingerprint);
  // The one of before was compared with what the region collects.
  const item = component && (was?.component ? was.item : suggestedItem(alert.name));
  return {
    key: fingerprint,
    what: whatOf(alert, title),
    called: verbatim(alert.name),
    component,
    item,
    state,
    since: startsAt,
    ended: ended && Math.max(ended, startsAt),
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

function whatOf({ name, summary, details }: KnownAlert, title: string): Text {
  const called = details ?? (name === title && summary !== undefined ? undefined : name);
  if (called === undefined) return verbatim(summary ?? name);
  return summary === undefined ? verbatim(called) : alertMsg.of({ what: verbatim(called), said: verbatim(summary) });
}

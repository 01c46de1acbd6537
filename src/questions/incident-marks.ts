import type { ChartJob, ChartSummary } from '../charts/data/job.ts';
import type { ChartOrder } from '../core/command/answer.ts';
import { type Context, placeKey } from '../core/command/context.ts';
import {
  type Incident,
  incidentState,
  isOfCrash,
  isOutOfMemory,
  isStartKnown,
  presentFiring,
} from '../core/incident/incident.ts';
import { incidentMsg } from '../core/incident/incident-messages.ts';
import { hasNoData } from '../core/incident/incident-state-text.ts';
import { lineTitle } from '../core/incident/incident-title.ts';
import { canonical } from '../core/request/plan.ts';
import { durationText } from '../core/text/duration-messages.ts';
import type { Text } from '../core/text/text.ts';
import { incidentFailures, incidentNamed } from '../operations/incident/incident-buttons.ts';
import { incidentRecords } from '../operations/shared/incident/incident-rows.ts';
import type { Services } from '../operations/shared/services.ts';
import type { ContainerEnd, MarkQuery } from './change-marks.ts';

/** Returns the incident that a chart is about. Returns undefined if it isn't about what is drawn, or isn't visible here. */
export async function chartedIncident(
  {
    store,
    people,
  }: { readonly store: Pick<Services['store'], 'records'>; readonly people: Pick<Services['people'], 'isPublic'> },
  {
    order,
    context,
    viewer,
  }: {
    readonly order: Pick<ChartOrder, 'incident' | 'components'>;
    readonly context: Context;
    readonly viewer: { readonly channel: string };
  },
): Promise<Incident | undefined> {
  const incident = (await incidentRecords.get(store, order.incident))?.body;
  if (!incident?.context || placeKey(incident.context) !== placeKey(context)) return undefined;
  const drawn = order.components?.map(({ id }) => id);
  if (!incident.lines.some(({ component }) => component && (drawn?.includes(component.id) ?? true))) return undefined;
  return incident.channel === viewer.channel || (await people.isPublic(incident.channel)) ? incident : undefined;
}

/** Returns the ends of containers that the channel's incidents know. The platform forgets those of replaced pods. */
export async function knownEnds(
  { store, people }: Parameters<typeof chartedIncident>[0],
  { order, context, viewer }: Omit<Parameters<typeof chartedIncident>[1], 'order'> & { readonly order: ChartOrder },
): Promise<readonly ContainerEnd[]> {
  const incidents = await incidentRecords.bodies(store, { placeKey: placeKey(context), since: order.start * 1_000 });
  const ends = incidents.map(async ({ ends: own = [], component, channel }) => {
    const isDrawn = component && (order.components?.some(({ id }) => id === component.id) ?? true);
    const isSeen = own.length > 0 && (channel === viewer.channel || (await people.isPublic(channel)));
    if (!isDrawn || !isSeen) return [];
    return own.map(({ at, cause }) => ({ time: at / 1_000, what: cause, name: component.name }));
  });
  return (await Promise.all(ends)).flat();
}

const maxFiring = 3;

/**
 * Returns which problems of the only drawn component fire, those of drawn items first. If one fills nearly the whole chart,
 * no value looks unusual.
 */
export async function firingInChart(
  { store, people }: Parameters<typeof chartedIncident>[0],
  { order, context, viewer }: Omit<Parameters<typeof chartedIncident>[1], 'order'> & { readonly order: ChartOrder },
): Promise<readonly Text[]> {
  const [only, ...others] = order.components ?? [];
  if (!only || others.length > 0 || order.incident !== undefined) return [];
  const open = await incidentRecords.bodies(store, { placeKey: placeKey(context), isOpen: true });
  const firing = open.map(async (incident) => {
    const isOfIt = incident.component?.id === only.id && incident.ended === undefined;
    const isSeen = isOfIt && (incident.channel === viewer.channel || (await people.isPublic(incident.channel)));
    // Without data, nobody knows whether it still fires.
    if (!isSeen || incidentState(incident) !== 'firing' || hasNoData(incident)) return [];
    // A group of alerts has a title of its own. Of watches, each channel may have other conditions in one incident.
    const { title } = incident;
    const lines = incident.lines.filter(({ state, noData }) => state === 'firing' && !noData);
    return title
      ? [{ title, item: undefined, from: presentFiring(incident, 0).from }]
      : lines.map((line) => ({ title: lineTitle(line), item: line.item, from: line.since }));
  });
  // Several channels may watch the same.
  const byTitle = Map.groupBy((await Promise.all(firing)).flat(), ({ title }) => canonical(title));
  const once = [...byTitle.values()].flatMap(([first, ...same]) =>
    first ? [{ ...first, from: Math.min(first.from, ...same.map(({ from }) => from)) }] : [],
  );
  const isDrawn = ({ item }: (typeof once)[number]) => item !== undefined && order.items?.includes(item) === true;
  return once
    .toSorted((one, other) => Number(isDrawn(other)) - Number(isDrawn(one)))
    .slice(0, maxFiring)
    .map(({ title, from }) => incidentMsg.firesInChart({ title, at: { at: from, show: 'moment' } }));
}

/** Seconds between two values of a container's memory (docs/platform.md#raw-monitoring-queries). */
const memoryEvery = 15;
/** If the highest value is above this share of the limit, the chart shows why memory ran out. */
const nearLimit = 0.9;

/** Returns that a chart doesn't show the peak of the memory which ran out; undefined if it does, or has no limit. */
export function unseenPeakText(
  incident: Incident | undefined,
  { panels, samplesApart = memoryEvery }: Pick<ChartSummary, 'panels' | 'samplesApart'>,
): Text | undefined {
  const panel = incident && isOutOfMemory(incident) ? panels.find(({ item }) => item === 'memory') : undefined;
  const [only, ...others] = panel?.limits ?? [];
  // Memory ran out at the limit of before, if the limit was changed since.
  if (!only || only.since !== undefined || others.length > 0) return undefined;
  const { value, peak } = only;
  if (value <= 0 || peak === null || peak > value * nearLimit) return undefined;
  const interval = durationText(samplesApart * 1_000);
  return incidentMsg.unseenPeak({ interval, share: `${Math.round((peak / value) * 100)}%` });
}

/**
 * An earlier firing or incident may have had a higher value, so only values of the present firing have a label. Memory
 * may have had its peak before a container ended, and an alert begins after its condition.
 */
export function labelledOf(incident: Incident | undefined): Pick<ChartJob, 'labelledFrom'> {
  if (!incident) return {};
  const earlier = incident.firings?.at(-1)?.to;
  const isLater = incident.source.kind !== 'watches' || incident.lines.some(isOfCrash) || isOutOfMemory(incident);
  const isBegun = !isLater && isStartKnown(incident);
  const from = earlier ?? (isBegun ? Math.min(...incident.lines.map(({ since }) => since)) : undefined);
  return from === undefined ? {} : { labelledFrom: from / 1_000 };
}

/** Returns what a chart marks of an incident: when it began, and the changes that its message names. */
export function incidentMarks(incident: Incident | undefined): Pick<MarkQuery, 'failures' | 'named'> {
  return incident ? { failures: incidentFailures(incident), named: incidentNamed(incident) } : {};
}

import type { ChartOrder } from '../core/command/answer.ts';
import { type Context, placeKey } from '../core/command/context.ts';
import type { Incident } from '../core/incident/incident.ts';
import { incidentFailures, incidentNamed } from '../operations/incident/incident-buttons.ts';
import { incidentRecords } from '../operations/shared/incident/incident-rows.ts';
import type { Services } from '../operations/shared/services.ts';
import type { MarkQuery } from './change-marks.ts';

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

/** Returns what a chart marks of an incident: when it began, and the changes that its message names. */
export function incidentMarks(incident: Incident | undefined): Pick<MarkQuery, 'failures' | 'named'> {
  return incident ? { failures: incidentFailures(incident), named: incidentNamed(incident) } : {};
}

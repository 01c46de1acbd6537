import type { Part } from '../../../core/command/answer.ts';
import { placeKey } from '../../../core/command/context.ts';
import { type Incident, isOngoing } from '../../../core/incident/incident.ts';
import { hasNoData, incidentMark } from '../../../core/incident/incident-state-text.ts';
import { incidentSince } from '../../../core/incident/incident-text.ts';
import { titleBeside } from '../../../core/incident/incident-title.ts';
import type { Ask } from '../../../core/operation.ts';
import type { Reads } from '../define.ts';
import { channelAccess } from '../place/channel-access.ts';
import { incidentActionMsg } from './incident-action-messages.ts';
import { incidentRecords, liveIncidents } from './incident-rows.ts';
import { onePerProblem } from './visible-incidents.ts';

const maxShown = 5;

type IncidentAsk = Pick<Ask, 'context' | 'person' | 'channel' | 'now'>;

/** Returns the ongoing incidents of the context's app. Private channels aren't disclosed. */
async function ongoingIncidents(
  ask: IncidentAsk,
  reads: Pick<Reads, 'actor' | 'isPublic' | 'records'>,
): Promise<readonly Incident[]> {
  const access = channelAccess(ask, reads);
  const key = placeKey(ask.context);
  const own: Incident[] = [];
  // Incidents of alerts aren't stored by app.
  for (const incident of await incidentRecords.bodies(reads, { isOpen: true })) {
    const { context, ended, channel } = incident;
    const isOwn = ended === undefined && context !== undefined && placeKey(context) === key;
    if (isOwn && (await access.mayPost(channel))) own.push(incident);
  }
  return own;
}

/** Returns the ids of an app's components with a condition that fires now. */
export async function firingComponents(
  ask: IncidentAsk,
  reads: Pick<Reads, 'actor' | 'isPublic' | 'records'>,
): Promise<ReadonlySet<string>> {
  const known = (await ongoingIncidents(ask, reads)).filter((incident) => !hasNoData(incident));
  return new Set(
    known.flatMap(({ component, lines }) =>
      lines.flatMap((line) => (line.state === 'firing' ? ((line.component ?? component)?.id ?? []) : [])),
    ),
  );
}

/** Returns the ids of an app's components that an ongoing incident says are abnormal, also as known last. */
export async function abnormalComponents(
  ask: IncidentAsk,
  reads: Pick<Reads, 'actor' | 'isPublic' | 'records'>,
): Promise<ReadonlySet<string>> {
  const lines = (await ongoingIncidents(ask, reads)).flatMap((incident) => incident.lines.filter(isOngoing));
  return new Set(lines.flatMap(({ item, component }) => (item === 'abnormal' && component ? component.id : [])));
}

/** Returns a linked line for each ongoing incident of a component. */
export async function incidentNotes(
  { ask, component }: { readonly ask: IncidentAsk; readonly component: string },
  reads: Pick<Reads, 'actor' | 'isPublic' | 'linkOf' | 'records' | 'soon'>,
): Promise<readonly Part[]> {
  const own = onePerProblem(await ongoingIncidents(ask, reads), ask.channel).filter(
    ({ lines, component: only }) =>
      only?.id === component || lines.some((line) => isOngoing(line) && line.component?.id === component),
  );
  const lines = own.slice(-maxShown).map(async (incident): Promise<Part> => {
    const link = await incidentLink(incident, reads);
    const label = titleBeside(incident, own);
    const title = link === undefined ? label : { link, label };
    const since = incidentSince(incident, ask.now);
    return { part: 'line', text: incidentActionMsg.ongoing({ mark: incidentMark(incident), title, since }) };
  });
  return Promise.all(lines);
}

/** Returns the link of an incident's message. Undefined if it isn't posted yet, or Slack didn't return it in time. */
export async function incidentLink(
  { id, channel }: Incident,
  reads: Pick<Reads, 'linkOf' | 'records' | 'soon'>,
): Promise<string | undefined> {
  const ts = (await liveIncidents.posted.get(reads, id))?.body.ts;
  return ts === undefined ? undefined : await reads.soon(() => reads.linkOf({ channel, ts }));
}

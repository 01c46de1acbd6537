import { type Context, placeKey } from '../../core/command/context.ts';
import { type IncidentLine, incidentState, isOngoing } from '../../core/incident/incident.ts';
import { incidentTitle } from '../../core/incident/incident-text.ts';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import { changedComponents, type Plan } from '../../core/request/plan.ts';
import { loadLive } from '../../delivery/live-records.ts';
import type { Store } from '../../store/store.ts';
import { incidentRecords, liveIncidents } from '../shared/incident/incident-rows.ts';
import { visibleIncidents } from '../shared/incident/visible-incidents.ts';
import type { Services } from '../shared/services.ts';

async function isAboutIncident(
  { records }: Pick<Store, 'records'>,
  asked: { readonly channel: string; readonly thread: string; readonly plan: Plan; readonly context: Context },
): Promise<boolean> {
  const { channel, thread, plan, context } = asked;
  for (const incident of await incidentRecords.bodies({ records }, { isOpen: true })) {
    if (incident.channel !== channel || !incident.context || placeKey(incident.context) !== placeKey(context)) continue;
    const firing = incident.lines.filter(isOngoing).flatMap(({ component }) => component?.id ?? []);
    const own = incident.component ? [incident.component.id] : [];
    const touched = plan.locks ?? [plan.component];
    if (firing.length === 0 || !touched.every((id) => [...firing, ...own].includes(id))) continue;
    const posted = await liveIncidents.posted.get({ records }, incident.id);
    if (posted?.body.ts === thread) return true;
  }
  return false;
}

function wasGoingAt({ since, ended }: IncidentLine, at: number): boolean {
  return since < at && (ended === undefined || ended >= at);
}

/** Checks whether a change of the component may end a condition. It can't renew a certificate or close an address. */
function isCurable({ item }: IncidentLine): boolean {
  return item !== 'certificates' && item !== 'exposure';
}

/** Allows changes in incident threads during freezes, and allows lines to link to incidents. */
export const incidentFeature = {
  isUrgent: isAboutIncident,
  async incidentsOf(services: Pick<Services, 'store' | 'people'>, request: ChangeRequest) {
    const { plan, at, context } = request;
    const { started = at } = request.run;
    const { channel } = request.shown;
    const changed = changedComponents(plan);
    return (await visibleIncidents(services, { context, channel })).flatMap((incident) => {
      const own = incident.lines.filter(({ component }) => component && changed.includes(component.id));
      const later = own.filter(({ since }) => since >= started);
      const lines = later.length > 0 ? later : own.filter((line) => wasGoingAt(line, started) && isCurable(line));
      const [first] = lines;
      if (!first) return [];
      const { id, ended, why } = incident;
      return [{ id, title: incidentTitle({ lines }), since: first.since, ended, why, state: incidentState({ lines }) }];
    });
  },
  /** Undefined if the incident isn't posted yet. */
  async messageOf(store: Store, id: string) {
    const live = await loadLive(store, liveIncidents, id);
    const ts = live?.posted?.ts;
    return live && ts !== undefined ? { channel: live.thing.channel, ts } : undefined;
  },
};

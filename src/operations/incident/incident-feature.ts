import { type Context, placeKey } from '../../core/command/context.ts';
import { defined, isSameJson, present } from '../../core/defined.ts';
import {
  type Incident,
  type IncidentFiring,
  type IncidentLine,
  incidentState,
  isOfCrash,
  isOngoing,
  presentFiring,
  reasonOf,
} from '../../core/incident/incident.ts';
import { changeText } from '../../core/incident/incident-changes-text.ts';
import { killText, shortestLull } from '../../core/incident/incident-times.ts';
import { incidentTitle, titledLines } from '../../core/incident/incident-title.ts';
import { type ChangeRequest, reachedComponents } from '../../core/request/change-request.ts';
import { callsPlatform, mayHaveChanged } from '../../core/request/follow-up.ts';
import { changedComponents, type Plan } from '../../core/request/plan.ts';
import { minuteOf } from '../../core/watch/watch-state.ts';
import { loadLive } from '../../delivery/live-records.ts';
import type { Store } from '../../store/store.ts';
import { laterChanges } from '../shared/event/later-change.ts';
import { briefReason } from '../shared/event/trouble-text.ts';
import { enricherOf } from '../shared/incident/incident-changes.ts';
import { incidentRecord, incidentRecords, incidentRow, liveIncidents } from '../shared/incident/incident-rows.ts';
import { firstCause } from '../shared/incident/possible-cause.ts';
import { onePerProblem, visibleIncidents } from '../shared/incident/visible-incidents.ts';
import type { Services } from '../shared/services.ts';
import { evaluationRecords, type WatchEvaluation } from '../shared/watch/stored-watch.ts';

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

/** Checks whether a condition was known to be met at a moment. A watch that was made later reads earlier values, too. */
export function wasGoingAt(
  { since, ended, watchedSince = since }: Pick<IncidentLine, 'since' | 'ended' | 'watchedSince'>,
  at: number,
): boolean {
  return since < at && watchedSince <= at && (ended === undefined || ended >= at);
}

/** Checks whether a change of the component may end a condition. It can't renew a certificate or close an address. */
function isCurable({ item }: IncidentLine): boolean {
  return item !== 'certificates' && item !== 'exposure';
}

/** The platform's events are read when the incident is evaluated. */
const noEvents = { listEvents: async () => undefined };
/** Maximum number of attempts to save an incident that is evaluated at the same time. */
const maxRaces = 3;

async function showChange(services: Services, id: string, request: ChangeRequest): Promise<void> {
  const { store, world } = services;
  const enrich = await enricherOf(services, noEvents, request.context);
  for (let race = 0; race < maxRaces; race += 1) {
    const record = await incidentRecords.get(store, id);
    if (!record) return;
    const { body, version } = record;
    const next = await enrich(body);
    if (next === body) return;
    const now = world.now();
    const records = [incidentRecord(next, version, { ...record, at: now })];
    const saved = await store.commit({ at: now, records, outbox: [incidentRow(id, version + 1, now)] });
    if (saved === 'saved') return;
  }
}

/** Returns the last firing that began before a time and had all of the conditions. */
export function firingBefore(
  { firings = [] }: Pick<Incident, 'firings'>,
  lines: readonly Pick<IncidentLine, 'what'>[],
  at: number,
): Pick<IncidentFiring, 'from' | 'to'> | undefined {
  const hadAll = ({ peaks }: IncidentFiring) =>
    lines.every((line) => peaks.some((peak) => isSameJson(peak.what, line.what)));
  const last = firings.findLast((firing) => firing.from < at && hadAll(firing));
  return last && { from: last.from, to: last.to };
}

/** Returns the time from which one of the conditions is met again after their end, also before it fires. */
export function metAfter(
  lines: readonly Pick<IncidentLine, 'key'>[],
  ended: number,
  tracks: WatchEvaluation['tracks'],
): number | undefined {
  const again = lines.flatMap(({ key }) => tracks[key]?.since ?? []).filter((since) => since > ended);
  return again.length > 0 ? Math.min(...again) : undefined;
}

function saysCause(lines: readonly IncidentLine[], cause: string): boolean {
  return cause === 'OOMKilled' && lines.some(({ item }) => item === 'oom');
}

/**
 * Returns the conditions of an incident that a change's note is about: those that began after it; if all of them were
 * met before it, too, those that went on all the time come with them.
 */
export function linesAround(own: readonly IncidentLine[], started: number) {
  const later = own.filter(({ since }) => since >= started);
  const going = own.filter((line) => wasGoingAt(line, started) && isCurable(line));
  const isNew = later.some(({ earlier }) => !earlier || earlier.from >= started);
  if (!isNew && going.some(({ state }) => state === 'firing')) return { lines: [...going, ...later], later: [] };
  return { lines: later.length > 0 ? later : going, later };
}

/** Returns the time before a change in which all of the conditions were met, although their incident went on since. */
export function metBefore(lines: readonly IncidentLine[], started: number): IncidentLine['earlier'] {
  const times = lines.map(({ since, earlier }) => (since >= started ? earlier : undefined));
  const known = present(times).filter(({ from }) => from < started);
  if (known.length === 0 || known.length < lines.length) return undefined;
  return { from: Math.min(...known.map(({ from }) => from)), to: Math.max(...known.map(({ to }) => to)) };
}

/** Returns the time since a change in which none of the ongoing conditions was met. */
export function sharedLull(lines: readonly IncidentLine[], started: number): IncidentLine['lull'] {
  const ongoing = lines.filter(isOngoing);
  const lulls = (ongoing.length > 0 ? ongoing : lines).map(({ lull, earlier, since }) =>
    since >= started && earlier ? { from: earlier.to, to: since } : lull,
  );
  const known = present(lulls);
  if (known.length === 0 || known.length < lulls.length) return undefined;
  const [from, to] = [Math.max(...known.map((each) => each.from)), Math.min(...known.map((each) => each.to))];
  return from >= started && to - from >= shortestLull ? { from, to } : undefined;
}

/** Allows changes in incident threads during freezes, and shows changes in incidents and incidents in changes. */
export const incidentFeature = {
  /** Shows a change in the ongoing incidents of its components, before they are evaluated again. */
  async changed(services: Services, request: ChangeRequest) {
    if (!callsPlatform(request) || !mayHaveChanged(request)) return;
    const changed = changedComponents(request.plan);
    const key = placeKey(request.context);
    for (const { id, ended, context, lines } of await incidentRecords.bodies(services.store, { isOpen: true })) {
      const isHere = ended === undefined && context && placeKey(context) === key;
      if (isHere && lines.some(({ component }) => component && changed.includes(component.id)))
        await showChange(services, id, request);
    }
  },
  isUrgent: isAboutIncident,
  async incidentsOf(services: Pick<Services, 'store' | 'people' | 'platform' | 'world'>, request: ChangeRequest) {
    const { plan, at, context } = request;
    const { started = at } = request.run;
    const { channel } = request.shown;
    const changed = changedComponents(plan);
    const [visible, evaluation] = await Promise.all([
      visibleIncidents(services, { context, channel }),
      evaluationRecords.get(services.store, placeKey(context)),
    ]);
    const incidents = onePerProblem(visible, channel);
    const wereBad = new Set<string | undefined>(
      reachedComponents(request.run.steps).flatMap(({ id, was }) =>
        was === 'abnormal' || was === 'degraded' ? id : [],
      ),
    );
    const ofChanged = ({ lines }: Incident) =>
      lines.filter(({ component }) => component && changed.includes(component.id));
    const hasLater = incidents.some((each) => ofChanged(each).some(({ since }) => since >= started));
    const changes = hasLater ? await laterChanges(services, request, { since: started, ids: new Set(changed) }) : [];
    return incidents.flatMap((incident) => {
      const own = ofChanged(incident);
      const { lines, later } = linesAround(own, started);
      if (lines.length === 0) return [];
      const { id, ended, why, cause: type } = incident;
      const earlier = firingBefore(incident, lines, started) ?? metBefore(lines, started);
      const state = incidentState({ lines });
      // A kill is earlier than the first value that shows it.
      const titled = titledLines(lines);
      const next = firstCause(changes, titled);
      const { from: since, to, died } = presentFiring({ ...incident, lines: titled }, ended ?? services.world.now());
      const killed = died && killText(died, services.world.now());
      const over = ended && to;
      const metAgain = over && metAfter(lines, over, evaluation?.body.tracks ?? {});
      const named = [...incident.before, ...incident.done].find(({ at }) => at === next);
      const change = named && changeText(named, services.world.now());
      const afterOther =
        next !== undefined && since >= minuteOf(next) ? { at: next, ...defined({ change }) } : undefined;
      const cause = type === undefined ? undefined : { type, isNamed: saysCause(titled, type) };
      const said = cause?.isNamed || !titled.some(isOfCrash) ? undefined : reasonOf(incident);
      const reason = said && briefReason(said);
      const isAgain = later.some((line) => isOfCrash(line) && wereBad.has(line.component?.id));
      const began = lines.filter(isOngoing).map((line) => line.recovering);
      const isRecovering = state === 'recovering' && !began.includes(undefined);
      const recovering = isRecovering ? Math.max(...present(began)) : undefined;
      const told = { title: incidentTitle({ lines }), since, ended: over, why, cause, reason, state };
      return [
        { id, ...told, earlier, isAgain, lull: sharedLull(lines, started), metAgain, afterOther, recovering, killed },
      ];
    });
  },
  /** Undefined if the incident isn't posted yet. */
  async messageOf(store: Store, id: string) {
    const live = await loadLive(store, liveIncidents, id);
    const ts = live?.posted?.ts;
    return live && ts !== undefined ? { channel: live.thing.channel, ts } : undefined;
  },
};

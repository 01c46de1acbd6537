import { groupAt, quietAt, receiveNotification } from '../../core/alerts/alert-group.ts';
import { alertIncident, incidentIdOf } from '../../core/alerts/alert-incident.ts';
import type { AlertNotification } from '../../core/alerts/notification.ts';
import { Incident } from '../../core/incident/incident.ts';
import type { AlertLabels, AlertSource } from '../../core/policy/policy.ts';
import type { Services } from '../../operations/shared/services.ts';
import type { Commit, RecordChange } from '../../store/store.ts';
import type { Due, Outgoing, StoredRecord } from '../../store/stored-types.ts';
import { alertIncidentKind, groupIdOf, groupKind, quietKind, StoredGroup, tooLargeKind } from './stored-alerts.ts';

/** How often a group is read again when another replica has saved it meanwhile. */
const mostRaces = 10;
const hour = 3_600_000;

/** What became of a notification. `repeated`: it said nothing new. */
export type Received = 'stored' | 'repeated';

type Parts = Pick<Services, 'store' | 'world' | 'policy' | 'language'>;

/**
 * Keeps what a notification says, durably, before it is answered.
 * @throws StoreProblem where it can't be kept: Alertmanager sends it again
 */
export async function receiveAlerts(parts: Parts, source: AlertSource, told: AlertNotification): Promise<Received> {
  const id = groupIdOf(source.name, told.groupKey);
  const about = aboutOf(source, told);
  return changeGroup(parts, id, (stored, now) => {
    const { group, changed } = receiveNotification(stored?.group, told, now);
    if (!changed) return undefined;
    const isNew = stored === undefined || stored.group.since !== group.since;
    const kept = isNew ? undefined : stored;
    const component = kept?.about ?? about;
    return {
      ...{ source: source.name, channel: kept?.channel ?? channelFor(source, told.labels), group },
      ...(component ? { about: component } : {}),
    };
  });
}

/** Looks whether alerts of a group are still reported, and when to look again. */
export async function lookForSilence(parts: Parts, id: string): Promise<void> {
  await changeGroup(parts, id, (stored, now) => stored && { ...stored, group: groupAt(stored.group, now) });
}

/** Changes what is kept of a group, with its incident, the message and the next look: all or nothing. */
async function changeGroup(
  parts: Parts,
  id: string,
  change: (stored: StoredGroup | undefined, now: number) => StoredGroup | undefined,
): Promise<Received> {
  const { store, world } = parts;
  for (let race = 0; race < mostRaces; race += 1) {
    const record = await store.records.get(groupKind, id);
    const stored = StoredGroup.safeParse(record?.body).data;
    const now = world.now();
    const next = change(stored, now);
    if (!next) return 'repeated';
    const incidentId = incidentIdOf({ group: id }, next.group);
    const incident = await store.records.get(alertIncidentKind, incidentId);
    if ((await store.commit(commitOf(parts, { id, next, record, incident, now }))) === 'saved') return 'stored';
  }
  throw new Error('a group of alerts changed too often to be kept');
}

type Changing = {
  readonly id: string;
  readonly next: StoredGroup;
  readonly record: StoredRecord | undefined;
  readonly incident: StoredRecord | undefined;
  readonly now: number;
};

function commitOf(parts: Parts, { id, next, record, incident, now }: Changing): Commit {
  const { source, channel, group, about } = next;
  const before = Incident.safeParse(incident?.body).data;
  const reader = {
    lang: parts.policy.channels?.get(channel)?.language ?? parts.language ?? 'en',
    zone: 'UTC',
  } as const;
  const shown = alertIncident(before, group, { source, group: id, channel, reader }, now);
  const isOpen = group.state === 'firing';
  const quiet = quietAt(group);
  const groupChange = recordOf({ kind: groupKind, id, channel, isOpen, at: now, body: next }, record);
  const due: Commit['due'] =
    quiet === undefined ? { drop: [quietRow(id)] } : { put: [{ ...lookAt(id, Math.max(quiet, now)) }] };
  if (before && JSON.stringify(before) === JSON.stringify(shown)) return { at: now, records: [groupChange], due };
  return {
    at: now,
    due,
    records: [
      groupChange,
      recordOf(
        { kind: alertIncidentKind, id: shown.id, channel, isOpen, at: now, body: shown, context: about?.context },
        incident,
      ),
    ],
    outbox: [outgoingOf(shown.id, (incident?.version ?? 0) + 1, now)],
  };
}

function recordOf(
  { context: _context, ...next }: Omit<StoredRecord, 'version' | 'placeKey'> & { readonly context?: unknown },
  stored: StoredRecord | undefined,
): RecordChange {
  return { next: { ...next, placeKey: '' }, expect: stored?.version ?? 'new' };
}

function quietRow(id: string): string {
  return `${quietKind}:${id}`;
}

function lookAt(id: string, at: number): Due {
  return { id: quietRow(id), kind: quietKind, at, body: { group: id } };
}

/** The row that shows an incident's newest version; rows of one message go one after another. */
function outgoingOf(incident: string, version: number, now: number): Outgoing {
  const lane = `${alertIncidentKind}:${incident}`;
  return { id: `${lane}:${version}`, kind: alertIncidentKind, lane, at: now, body: { incident } };
}

/** One line an hour in the source's channel: what it sends is too large. */
export async function tellTooLarge({ store, world }: Parts, { name, channel }: AlertSource): Promise<void> {
  const at = world.now();
  const id = `${tooLargeKind}:${name}:${Math.floor(at / hour)}`;
  await store.commit({ at, outbox: [{ id, kind: tooLargeKind, at, body: { source: name, channel } }] });
}

/** Where a group's incident is posted: by the first route whose labels all its alerts have. */
export function channelFor({ routes, channel }: AlertSource, labels: AlertLabels): string {
  return routes.find((route) => hasLabels(labels, route.labels))?.channel ?? channel;
}

/** The component that the alerts of a group are about: that of the first alert that the policy file recognizes. */
function aboutOf({ components }: AlertSource, { alerts }: AlertNotification): StoredGroup['about'] {
  for (const { labels } of alerts)
    for (const { context, labels: wanted, name } of components) {
      const found = labels.get(name)?.trim();
      if (found && found.length <= 100 && hasLabels(labels, wanted)) return { context, name: found };
    }
  return undefined;
}

function hasLabels(labels: AlertLabels, wanted: AlertLabels): boolean {
  return [...wanted].every(([label, value]) => labels.get(label) === value);
}

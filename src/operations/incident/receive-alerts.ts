import { createHash } from 'node:crypto';
import {
  type AlertGroup,
  duplicateWithin,
  groupAt,
  type KnownAlert,
  receiveNotification,
} from '../../core/alerts/alert-group.ts';
import { alertIncident, incidentIdOf } from '../../core/alerts/alert-incident.ts';
import { type AlertNotification, alertDetails, type ReceivedAlert } from '../../core/alerts/notification.ts';
import { isSameJson } from '../../core/defined.ts';
import type { Incident } from '../../core/incident/incident.ts';
import { type IncidentNote, mentionAgain, passTime, tellEnd } from '../../core/incident/observe-lines.ts';
import type { AlertLabels, AlertSource } from '../../core/policy/policy.ts';
import { recordKind } from '../../store/kept/record-kind.ts';
import { retryRaces } from '../../store/retry-races.ts';
import type { Commit } from '../../store/store.ts';
import type { Due, StoredRecord } from '../../store/stored-types.ts';
import { chartRows, incidentRecord, incidentRecords, incidentRow, noteRow } from '../shared/incident/incident-rows.ts';
import { linkToLater, withPast } from '../shared/incident/past-firings.ts';
import { channelReader } from '../shared/place/channel-reader.ts';
import type { Services } from '../shared/services.ts';
import { lookKind, type SourceRow, StoredGroup, tooLargeKind } from './stored-alerts.ts';

const hour = 3_600_000;
/** Interval between checks of a firing group, in ms: for reminders, ends of silences, alerts that aren't repeated. */
const lookEvery = 60_000;

/** `repeated`: the notification contained nothing new. `too_many`: too many groups already fire. */
type Received = 'stored' | 'repeated' | 'too_many';

type AlertParts = Pick<Services, 'store' | 'world' | 'policy' | 'language'>;

/** Stores a notification before replying to it. @throws StoreProblem if this fails; Alertmanager then sends it again */
export async function receiveAlerts(
  parts: AlertParts,
  source: AlertSource,
  received: AlertNotification,
): Promise<Received> {
  const id = groupIdOf(source.name, received.groupKey);
  const notification = {
    ...received,
    alerts: received.alerts.map((alert) => ({ ...alert, ...recognizeComponent(source, alert, received.labels) })),
  };
  if (await isTooMany(parts, source, id, received)) {
    await tellOfSource(parts, source, 'too-many');
    return 'too_many';
  }
  return changeGroup(parts, id, async ({ stored, now }) => {
    const { group, changed } = receiveNotification(stored?.group, notification, now);
    if (!changed) return undefined;
    const kept = stored?.group.since === group.since ? stored : undefined;
    const channel = kept?.channel ?? routeChannel(source, received.labels);
    return { next: { source: source.name, channel, group } };
  });
}

const groupRecords = recordKind('alert-group', StoredGroup);

function groupIdOf(source: string, groupKey: string): string {
  return createHash('sha256').update(`${source}\n${groupKey}`).digest('hex').slice(0, 32);
}

const maxOpenGroups = 100;

async function isTooMany(
  { store }: AlertParts,
  { name, open = maxOpenGroups }: AlertSource,
  id: string,
  { alerts }: AlertNotification,
): Promise<boolean> {
  if (!alerts.some(({ status }) => status === 'firing')) return false;
  if ((await groupRecords.get(store, id))?.isOpen) return false;
  const firing = await groupRecords.bodies(store, { isOpen: true });
  return firing.filter(({ source }) => source === name).length >= open;
}

export async function lookAtGroup(
  parts: AlertParts,
  id: string,
  more: (stored: StoredGroup) => Promise<GroupFindings>,
): Promise<void> {
  await changeGroup(parts, id, async ({ stored, now }) => {
    if (!stored) return undefined;
    const { found, enrich } = await more(stored);
    const { alerts, ...group } = groupAt(stored.group, now);
    const recognized = alerts.map((alert) => ({
      ...alert,
      ...(alert.component ? {} : found(alert)),
    }));
    return { next: { ...stored, group: { ...group, alerts: recognized } }, enrich };
  });
}

export interface GroupFindings {
  /** The component that an alert is about, or that there is none. */
  found(alert: KnownAlert): Partial<Pick<KnownAlert, 'component' | 'isUnfound' | 'about'>>;
  /** Adds the changes made before and after the incident began. */
  enrich(incident: Incident): Promise<Incident>;
}

interface KnownGroup {
  readonly stored: StoredGroup | undefined;
  readonly now: number;
}

interface ChangedGroup {
  readonly next: StoredGroup;
  readonly enrich?: GroupFindings['enrich'];
}

/** Changes a group, its incident, the message and the time of the next look in one commit. */
async function changeGroup(
  parts: AlertParts,
  id: string,
  change: (group: KnownGroup) => Promise<ChangedGroup | undefined>,
): Promise<Received> {
  const { store, world } = parts;
  return retryRaces(`group ${id}`, async () => {
    const record = await store.records.get(groupRecords.kind, id);
    const stored = groupRecords.read(record)?.body;
    const now = world.now();
    const before = stored && (await store.records.get(incidentRecords.kind, incidentIdOf({ group: id }, stored.group)));
    const changed = await change({ stored, now });
    if (!changed) return 'repeated';
    const { next } = changed;
    const shownId = incidentIdOf({ group: id }, next.group);
    const row = before?.id === shownId ? before : await store.records.get(incidentRecords.kind, shownId);
    const shown = await showGroup(parts, id, changed, incidentRecords.read(row)?.body, now);
    const later = await linkToLater(store, incidentRecords.read(row)?.body, shown.incident, now);
    const commit = groupCommit(id, next, { record, row, later, ...shown }, now);
    return (await store.commit(commit)) === 'saved' ? 'stored' : undefined;
  });
}

interface ShownGroup {
  readonly incident: Incident;
  readonly note: IncidentNote | undefined;
}

async function showGroup(
  { store, policy, language }: AlertParts,
  id: string,
  { next, enrich = async (incident) => incident }: ChangedGroup,
  before: Incident | undefined,
  now: number,
): Promise<ShownGroup> {
  const { source, channel, group } = next;
  // Reading it for each notification would parse all watches, and an incident would change its language midway.
  const reader = before?.reader ?? (await channelReader(store, channel)) ?? { lang: language ?? 'en', zone: 'UTC' };
  const notify = policy.alertSources?.get(source)?.notify ?? [];
  const place = { source, group: id, channel, notify, reader };
  // The line that it fires again has the number of firings, too.
  const shown = await enrich(await withPast(store, alertIncident(before, group, place, now)));
  const isReopened = before?.ended !== undefined && shown.ended === undefined;
  const isOver = before && before.ended === undefined && shown.ended !== undefined;
  const note = isReopened ? mentionAgain(shown, now) : isOver ? tellEnd(shown, now) : undefined;
  const passed = note ?? passTime(shown, now);
  return { incident: passed?.incident ?? shown, note: passed?.note };
}

interface GroupParts extends ShownGroup, Readonly<Record<'record' | 'row', StoredRecord | undefined>> {
  readonly later: Awaited<ReturnType<typeof linkToLater>>;
}

/** Returns the commit that updates a group. `record` and `row` are the stored versions of `next` and `incident`. */
function groupCommit(
  id: string,
  next: StoredGroup,
  { record, row, incident, note, later }: GroupParts,
  now: number,
): Commit {
  const { channel, group } = next;
  const isOpen = group.state === 'firing';
  const isShownAlike = isSameJson(row?.body, incident);
  const isKeptAlike = isSameJson(record?.body, next);
  const before = incidentRecords.read(row)?.body;
  // A chart can be drawn only if a component is known.
  const charted = before && hasComponents(before) ? before : undefined;
  // Leave `placeKey` empty, because an app's watch evaluation handles all incidents with the app's key.
  const saved = { placeKey: '', isOpen, at: now };
  const settledAt = nextDoubtEnd(group);
  // Look one more time after the end, because changes before the end belong in the incident.
  const isOver = !isOpen && isShownAlike && settledAt === undefined;
  const isRecognized = group.alerts.some(({ about }) => about);
  const lookNext = isRecognized && !isShownAlike ? now : now + lookEvery;
  return {
    at: now,
    records: [
      ...(isKeptAlike ? [] : [groupRecords.save(next, { ...saved, id, channel }, record?.version)]),
      ...(isShownAlike ? [] : [incidentRecord(incident, row?.version, saved)]),
      ...later.records,
    ],
    due: isOver ? { drop: [lookRow(id)] } : { put: [lookAt(id, Math.min(lookNext, settledAt ?? lookNext))] },
    outbox: [
      ...(isShownAlike ? [] : [incidentRow(incident.id, (row?.version ?? 0) + 1, now)]),
      ...(hasComponents(incident) ? chartRows(charted, incident, now) : []),
      ...(note ? [noteRow(note, now)] : []),
      ...later.outbox,
    ],
  };
}

/** Returns when the next doubt about an alert is settled (epoch ms), or undefined if there is none. */
export function nextDoubtEnd({ alerts }: AlertGroup): number | undefined {
  const ends = alerts.flatMap(({ doubted, reported }) => (doubted === undefined ? [] : [reported + duplicateWithin]));
  return ends.length === 0 ? undefined : Math.min(...ends);
}

function lookRow(id: string): string {
  return `${lookKind}:${id}`;
}

function lookAt(id: string, at: number): Due {
  return { id: lookRow(id), kind: lookKind, at, body: { group: id } };
}

const rowSuffixes: Readonly<Record<SourceRow['what'], string>> = {
  'too-large': '',
  'too-many': ':many',
  grafana: ':grafana',
};

/** Posts, at most hourly in the source's channel, that its notifications are too large, too many, or from Grafana. */
export async function tellOfSource(
  { store, world }: AlertParts,
  { name, channel, open = maxOpenGroups }: AlertSource,
  what: SourceRow['what'],
): Promise<void> {
  const at = world.now();
  const id = `${tooLargeKind}:${name}:${Math.floor(at / hour)}${rowSuffixes[what]}`;
  const body: SourceRow = { source: name, channel, what, open };
  await store.commit({ at, outbox: [{ id, kind: tooLargeKind, at, body }] });
}

/** Returns the channel of the first route with labels that all alerts have; otherwise, the source's channel. */
function routeChannel({ routes, channel }: AlertSource, labels: AlertLabels): string {
  return routes.find((route) => hasLabels(labels, route.labels))?.channel ?? channel;
}

function hasComponents({ lines }: Incident): boolean {
  return lines.some(({ component }) => component);
}

function recognizeComponent(
  { components }: AlertSource,
  alert: ReceivedAlert,
  common: AlertLabels,
): Pick<ReceivedAlert, 'about' | 'details'> {
  const { labels } = alert;
  for (const { context, labels: wanted, name } of components) {
    const label = labels.get(name)?.trim();
    if (label && label.length <= 100 && hasLabels(labels, wanted))
      return { about: { context, name: label }, details: alertDetails(alert, common, name) };
  }
  return {};
}

function hasLabels(labels: AlertLabels, wanted: AlertLabels): boolean {
  return [...wanted].every(([label, value]) => labels.get(label) === value);
}

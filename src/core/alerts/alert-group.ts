import * as z from 'zod';
import { defined } from '../defined.ts';
import { reopenedWithin } from '../incident/incident.ts';
import type { AlertNotification, ToldAlert } from './notification.ts';

/** So many alerts of a group are known one by one; of more, only how many there are. */
export const mostAlerts = 300;
/** An alert that isn't repeated for so long is no longer reported, in ms: Alertmanager repeats after 4 hours by default. */
export const silentAfter = 24 * 60 * 60_000;
/** How much older than this what is kept of the last report may be, in ms: repetitions alone are few writes. */
const reportedWithin = 5 * 60_000;

/** One alert of a group. Times in epoch ms. */
const KnownAlert = z.object({
  fingerprint: z.string(),
  state: z.enum(['firing', 'resolved', 'unreported']),
  startsAt: z.number(),
  /** When it was reported last. */
  reported: z.number(),
  /** When its end was told or found. */
  ended: z.number().exactOptional(),
  name: z.string(),
  summary: z.string().exactOptional(),
  details: z.string().exactOptional(),
  /** It ended in an earlier incident of the group: kept to know late repetitions. */
  isPast: z.literal(true).exactOptional(),
});
export type KnownAlert = z.infer<typeof KnownAlert>;

/**
 * What is known of one group of one source: one incident at a time, from the first alert that fires until all are
 * resolved. Times in epoch ms.
 */
export const AlertGroup = z.object({
  title: z.string(),
  state: z.enum(['firing', 'resolved', 'unreported']),
  /** When the present incident began. */
  since: z.number(),
  ended: z.number().exactOptional(),
  /** How often the incident began: more than 1 where it was reopened. */
  times: z.number(),
  /** When any notification came last. */
  reported: z.number(),
  alerts: z.array(KnownAlert).readonly(),
  /** Alerts that fire and aren't among `alerts`. */
  others: z.number(),
});
export type AlertGroup = z.infer<typeof AlertGroup>;

/** What a notification changes: nothing, what is kept, or also what people see. */
export type GroupChange =
  | { readonly group: AlertGroup | undefined; readonly changed: false }
  | { readonly group: AlertGroup; readonly changed: 'kept' | 'shown' };

/**
 * What is known after a notification. An alert is told from its repetitions by its fingerprint, its start and its status:
 * what came already, or came late, changes nothing. That an alert is missing from a notification doesn't end it.
 * @param group what was known, if anything; a group that only ends is none
 */
export function receiveNotification(
  group: AlertGroup | undefined,
  notification: AlertNotification,
  now: number,
): GroupChange {
  const before = new Map(group?.alerts.map((alert) => [alert.fingerprint, alert]));
  const told = newestOf(notification.alerts);
  const news = told.flatMap((alert) => newsOf(before.get(alert.fingerprint), alert, now) ?? []);
  const fires = news.some(
    ({ state, fingerprint }) => state === 'firing' && before.get(fingerprint)?.state !== 'firing',
  );
  if (!group && !fires) return { group, changed: false };
  const base = group && !startsAnew(group, fires, now) ? group : emptyGroup(group, notification, now);
  const known = new Map(base.alerts.map((alert) => [alert.fingerprint, alert]));
  for (const alert of news) known.set(alert.fingerprint, alert);
  const { kept, left } = withinLimit([...known.values()]);
  const isTold = told.some(({ status }) => status === 'firing') || notification.truncated > 0;
  // Of those that aren't known one by one, only the newest notification tells how many there are.
  const others = isTold ? left + notification.truncated : 0;
  const next = settleGroup({ ...base, reported: now, alerts: kept, others }, now);
  if (group && news.length === 0 && others === group.others) {
    if (now - group.reported < reportedWithin) return { group, changed: false };
    return { group: { ...group, reported: now }, changed: 'kept' };
  }
  return { group: next, changed: group && isShownAlike(group, next) ? 'kept' : 'shown' };
}

/** The same alert twice in one notification, which Alertmanager doesn't do: the one that began last counts. */
function newestOf(alerts: readonly ToldAlert[]): readonly ToldAlert[] {
  const newest = new Map<string, ToldAlert>();
  for (const alert of alerts) {
    const other = newest.get(alert.fingerprint);
    const isLater = !other || alert.startsAt > other.startsAt;
    if (isLater || (alert.startsAt === other.startsAt && alert.status === 'resolved'))
      newest.set(alert.fingerprint, alert);
  }
  return [...newest.values()];
}

/** What is known of an alert after it was told; undefined where that is old. */
function newsOf(known: KnownAlert | undefined, told: ToldAlert, now: number): KnownAlert | undefined {
  const { fingerprint, status, name, summary, details } = told;
  // A sender whose clock is ahead would otherwise hide what comes after.
  const startsAt = Math.min(told.startsAt, now);
  const shown = { name, ...defined({ summary, details }) };
  const next = { fingerprint, startsAt, reported: now, ...shown };
  if (!known) return status === 'firing' ? { ...next, state: 'firing' } : undefined;
  const isLater = startsAt > known.startsAt;
  if (status === 'firing') {
    if (isLater || known.state === 'unreported')
      return { ...next, startsAt: Math.max(startsAt, known.startsAt), state: 'firing' };
    if (known.state === 'resolved') return undefined;
    const isRecent = now - known.reported < reportedWithin;
    const isSame = known.summary === summary && known.details === details;
    return isRecent && isSame ? undefined : { ...next, startsAt: known.startsAt, state: 'firing' };
  }
  if (known.state === 'resolved' || startsAt < known.startsAt) return undefined;
  return { ...next, state: 'resolved', ended: now };
}

function startsAnew(group: AlertGroup, fires: boolean, now: number): boolean {
  return fires && group.ended !== undefined && now - group.ended >= reopenedWithin;
}

/** A new incident. What ended in an earlier one is kept for a day, so that a late repetition doesn't begin another. */
function emptyGroup(before: AlertGroup | undefined, { title }: AlertNotification, now: number): AlertGroup {
  const alerts = (before?.alerts ?? [])
    .filter(({ ended }) => ended !== undefined && now - ended < silentAfter)
    .map((alert) => ({ ...alert, isPast: true as const }));
  return { title, state: 'firing', since: now, times: 0, reported: now, alerts, others: 0 };
}

/** At most so many alerts, those that fire and were known before first. @returns how many that fire are left out */
function withinLimit(alerts: readonly KnownAlert[]): { readonly kept: readonly KnownAlert[]; readonly left: number } {
  if (alerts.length <= mostAlerts) return { kept: alerts, left: 0 };
  const keepingOrder = ({ state, isPast }: KnownAlert) => (state === 'firing' ? 0 : isPast ? 2 : 1);
  const ordered = alerts.toSorted((one, other) => keepingOrder(one) - keepingOrder(other));
  const left = ordered.slice(mostAlerts).filter(({ state }) => state === 'firing').length;
  return { kept: ordered.slice(0, mostAlerts), left };
}

function settleGroup(group: AlertGroup, now: number): AlertGroup {
  const { ended: _ended, ...rest } = group;
  const { alerts } = group;
  if (group.others > 0 || alerts.some(({ state }) => state === 'firing')) {
    const isBeginning = group.state !== 'firing' || group.times === 0;
    return { ...rest, state: 'firing', times: group.times + Number(isBeginning) };
  }
  if (group.state !== 'firing') return group;
  const isUnreported = alerts.some(({ state, isPast }) => state === 'unreported' && !isPast);
  return { ...rest, state: isUnreported ? 'unreported' : 'resolved', ended: now };
}

/** What is known at a moment: what wasn't repeated for a day is no longer reported, which isn't the same as resolved. */
export function groupAt(group: AlertGroup, now: number): AlertGroup {
  if (group.state !== 'firing') return group;
  const isSilent = (reported: number) => now - reported >= silentAfter;
  const alerts = group.alerts.map((alert) =>
    alert.state === 'firing' && isSilent(alert.reported)
      ? { ...alert, state: 'unreported' as const, ended: now }
      : alert,
  );
  const isQuiet = isSilent(group.reported);
  const settled = settleGroup({ ...group, alerts, others: isQuiet ? 0 : group.others }, now);
  // Of those that weren't known one by one, nobody has told the end.
  return group.others > 0 && settled.state === 'resolved' ? { ...settled, state: 'unreported' } : settled;
}

/** node-9 comes before node-10. */
const byNumbers = new Intl.Collator('en', { numeric: true });
const sortName = ({ details = '', name, fingerprint }: KnownAlert) => `${details} ${name} ${fingerprint}`;

/** The alerts of the present incident: those that fire first, then by when they began. */
export function shownAlerts(group: AlertGroup): readonly KnownAlert[] {
  const stateOrder = ({ state }: KnownAlert) => (state === 'firing' ? 0 : state === 'unreported' ? 1 : 2);
  return group.alerts
    .filter(({ isPast }) => !isPast)
    .sort(
      (one, other) =>
        stateOrder(one) - stateOrder(other) ||
        one.startsAt - other.startsAt ||
        byNumbers.compare(sortName(one), sortName(other)),
    );
}

function isShownAlike(one: AlertGroup, other: AlertGroup): boolean {
  const drawn = (group: AlertGroup) => [
    ...[group.state, group.since, group.times, group.others],
    ...shownAlerts(group).map(({ fingerprint, state, startsAt, summary, details }) => [
      ...[fingerprint, state, startsAt, summary, details],
    ]),
  ];
  return JSON.stringify(drawn(one)) === JSON.stringify(drawn(other));
}

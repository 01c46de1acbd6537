import * as z from 'zod';
import { placeKey } from '../command/context.ts';
import { NamedComponent, reopenedWithin } from '../incident/incident.ts';
import { AlertComponent, type AlertNotification, type ReceivedAlert } from './notification.ts';

/** Maximum number of alerts stored per group; further ones are only counted. */
export const maxAlerts = 300;
/** Time after the last report until an alert counts as unreported, in ms. Alertmanager repeats every 4 hours. */
export const silentAfter = 24 * 60 * 60_000;
/** Time after which an unchanged alert's `reported` time is stored again, in ms. Saves writes on repetitions. */
const reportedWithin = 5 * 60_000;
/** Time after an end when a firing report can be a late duplicate, in ms (docs/platform.md#alertmanager). */
export const duplicateWithin = 15_000;

const KnownAlert = z.object({
  fingerprint: z.string(),
  state: z.enum(['firing', 'resolved', 'unreported']),
  startsAt: z.number(),
  /** Time of the last report if the alert is firing; time when its end was first reported if it is resolved. */
  reported: z.number(),
  ended: z.number().optional(),
  /** End of the alert's previous firing. A `startsAt` before this time belongs to that firing. */
  endedBefore: z.number().optional(),
  /** Time of a firing report that came shortly after the alert's end, so it can be a late duplicate. */
  doubted: z.number().optional(),
  name: z.string(),
  summary: z.string().optional(),
  details: z.string().optional(),
  severity: z.string().optional(),
  /** Component according to the alert's labels, and the time when the search for it began. */
  about: AlertComponent.extend({ since: z.number() }).optional(),
  component: NamedComponent.optional(),
  /** Alertmanager left it out of the last notification, so that its state isn't known. */
  isUnsent: z.literal(true).optional(),
  /** The app's components were read, and none has the name in the alert's labels. */
  isUnfound: z.literal(true).optional(),
});
export type KnownAlert = z.infer<typeof KnownAlert>;

/** A group of alerts of one source. It has one incident at a time, until all alerts are resolved. Times in epoch ms. */
export const AlertGroup = z.object({
  title: z.string(),
  state: z.enum(['firing', 'resolved', 'unreported']),
  since: z.number(),
  ended: z.number().optional(),
  /** Number of times that the incident began; more than 1 if it was reopened. */
  times: z.number(),
  reported: z.number(),
  alerts: z
    // Earlier versions also stored alerts of past incidents.
    .array(KnownAlert.extend({ isPast: z.literal(true).optional() }))
    .transform((stored): readonly KnownAlert[] => stored.flatMap(({ isPast, ...alert }) => (isPast ? [] : [alert]))),
  /** Number of firing alerts above the limit, which aren't in `alerts`. */
  others: z.number(),
  /** Number of alerts that Alertmanager left out of the last notification. Their states are unknown. */
  unsent: z.number().optional(),
  /** Address of the group's alerts in Alertmanager. */
  link: z.string().optional(),
});
export type AlertGroup = z.infer<typeof AlertGroup>;

type GroupChange =
  | { readonly group: AlertGroup | undefined; readonly changed: false }
  | { readonly group: AlertGroup; readonly changed: true };

/**
 * Returns the group after a notification. The last report counts, except late duplicates. Missing alerts stay, but become
 * unreported if Alertmanager left some out.
 */
export function receiveNotification(
  group: AlertGroup | undefined,
  notification: AlertNotification,
  now: number,
): GroupChange {
  const before = new Map(group?.alerts.map((alert) => [alert.fingerprint, alert]));
  const { alerts, truncated, link } = notification;
  const sent = new Set(alerts.map(({ fingerprint }) => fingerprint));
  const omitted =
    truncated > 0 ? (group?.alerts ?? []).filter((alert) => isOpen(alert) && !sent.has(alert.fingerprint)) : [];
  const news = [
    ...alerts.flatMap((notified) => newsOf(before.get(notified.fingerprint), notified, now) ?? []),
    ...omitted.flatMap((alert) =>
      alert.state === 'firing' ? [{ ...unreportedAlert(alert, now), isUnsent: true as const }] : [],
    ),
  ];
  const fires = news.some(
    ({ state, fingerprint }) => state === 'firing' && before.get(fingerprint)?.state !== 'firing',
  );
  if (!group && !fires) return { group, changed: false };
  const base = group && !startsAnew(group, fires, now) ? group : emptyGroup(notification, now);
  const byFingerprint = new Map(base.alerts.map((alert) => [alert.fingerprint, alert]));
  for (const alert of news) byFingerprint.set(alert.fingerprint, alert);
  const { kept, left } = withinLimit([...byFingerprint.values()]);
  // Those that are listed are among the ones that Alertmanager left out. A group that begins anew lists no earlier ones.
  const listed = omitted.filter(({ fingerprint }) => byFingerprint.has(fingerprint));
  const unsent = Math.max(0, truncated - listed.length) || undefined;
  const next = settleGroup({ ...base, reported: now, alerts: kept, others: left, unsent, link }, now);
  const isSame = next.others === group?.others && next.unsent === group.unsent && next.link === group.link;
  if (group && news.length === 0 && isSame) {
    if (now - group.reported < reportedWithin) return { group, changed: false };
    return { group: { ...group, reported: now }, changed: true };
  }
  return { group: next, changed: true };
}

/** Checks whether an alert isn't known to be resolved. */
function isOpen({ state }: KnownAlert): boolean {
  return state !== 'resolved';
}

function unreportedAlert(alert: KnownAlert, now: number): KnownAlert {
  return { ...alert, state: 'unreported', ended: now };
}

function newsOf(before: KnownAlert | undefined, alert: ReceivedAlert, now: number): KnownAlert | undefined {
  if (alert.status === 'resolved') return before && resolvedAlert(before, alert, now);
  // If the sender's clock is fast, a start in the future must not hide later reports.
  const startsAt = Math.min(alert.startsAt, now);
  const next = {
    ...shownOf(alert, before, now),
    fingerprint: alert.fingerprint,
    reported: now,
    state: 'firing' as const,
  };
  if (!before) return { ...next, startsAt };
  if (before.state !== 'resolved') {
    const isRecent = before.state === 'firing' && now - before.reported < reportedWithin;
    const since = earliestStart(before, startsAt);
    const isSaid = before.summary === alert.summary && before.details === alert.details;
    const isSame = isSaid && before.startsAt === since && before.about?.name === alert.about?.name;
    return isRecent && isSame ? undefined : { ...next, startsAt: since, endedBefore: before.endedBefore };
  }
  const ended = before.ended ?? before.reported;
  if (startsAt >= ended) return { ...next, startsAt, endedBefore: ended };
  // The start is before the reported end: either a late duplicate, or the alert's sender was unavailable.
  if (now - before.reported >= duplicateWithin) return { ...next, startsAt: now, endedBefore: ended };
  return before.doubted === undefined ? { ...before, doubted: now } : undefined;
}

/** Returns the earlier of two reported starts, because two senders can report different ones. */
function earliestStart({ startsAt, endedBefore = 0 }: KnownAlert, reportedStart: number): number {
  return reportedStart < endedBefore ? startsAt : Math.min(reportedStart, startsAt);
}

function resolvedAlert(before: KnownAlert, alert: ReceivedAlert, now: number): KnownAlert | undefined {
  if (before.state === 'resolved') {
    const { doubted, ...rest } = before;
    return doubted === undefined ? undefined : rest;
  }
  const { endsAt = now } = alert;
  // A late duplicate: it reports the end of the alert's previous firing.
  if (before.state === 'firing' && endsAt < before.startsAt && now - before.reported < duplicateWithin)
    return undefined;
  const startsAt = earliestStart(before, alert.startsAt);
  // An end before the known start comes from a clock that differs, so use the present time.
  const ended = endsAt > before.startsAt ? Math.min(endsAt, now) : now;
  return {
    ...shownOf(alert, before, now),
    fingerprint: before.fingerprint,
    state: 'resolved',
    startsAt,
    reported: now,
    ended,
  };
}

type ShownOfAlert = Omit<
  KnownAlert,
  'fingerprint' | 'state' | 'startsAt' | 'reported' | 'ended' | 'endedBefore' | 'doubted' | 'isUnsent'
>;

function shownOf(
  { name, summary, details, severity, about }: ReceivedAlert,
  before: KnownAlert | undefined,
  now: number,
): ShownOfAlert {
  const { component, isUnfound, about: known } = before ?? {};
  const isSame = about && known?.name === about.name && placeKey(known.context) === placeKey(about.context);
  // The known one has the app's name, too.
  const kept = isSame ? known : about && { ...about, since: now };
  return { name, summary, details, severity, about: kept, component, isUnfound };
}

function startsAnew(group: AlertGroup, fires: boolean, now: number): boolean {
  return fires && group.ended !== undefined && now - group.ended >= reopenedWithin;
}

function emptyGroup({ title }: AlertNotification, now: number): AlertGroup {
  return { title, state: 'firing', since: now, times: 0, reported: now, alerts: [], others: 0 };
}

/** Keeps at most `maxAlerts` alerts, firing ones first. @returns `left`: number of firing alerts that aren't kept */
function withinLimit(alerts: readonly KnownAlert[]): { readonly kept: readonly KnownAlert[]; readonly left: number } {
  if (alerts.length <= maxAlerts) return { kept: alerts, left: 0 };
  const ordered = alerts.toSorted((one, other) => Number(other.state === 'firing') - Number(one.state === 'firing'));
  const left = ordered.slice(maxAlerts).filter(({ state }) => state === 'firing').length;
  return { kept: ordered.slice(0, maxAlerts), left };
}

function settleGroup(group: AlertGroup, now: number): AlertGroup {
  const { ended: _ended, ...rest } = group;
  const { alerts } = group;
  if (alerts.some(({ state }) => state === 'firing')) {
    const isBeginning = group.state !== 'firing' || group.times === 0;
    return { ...rest, state: 'firing', times: group.times + Number(isBeginning) };
  }
  if (group.state !== 'firing') return group;
  const isUnreported = alerts.some(({ state }) => state === 'unreported');
  const ends = alerts.flatMap(({ ended }) => ended ?? []);
  const ended = isUnreported || ends.length === 0 ? now : Math.max(...ends);
  return { ...rest, state: isUnreported ? 'unreported' : 'resolved', ended, others: 0 };
}

/** Updates a group to `now`: alerts not repeated for a day become unreported; doubts not settled become firing. */
export function groupAt(group: AlertGroup, now: number): AlertGroup {
  const alerts = group.alerts.map((alert): KnownAlert => {
    if (alert.state === 'firing' && now - alert.reported >= silentAfter) return unreportedAlert(alert, now);
    const { doubted, ended = alert.reported, ...rest } = alert;
    if (doubted === undefined || now < alert.reported + duplicateWithin) return alert;
    return { ...rest, state: 'firing', startsAt: doubted, reported: doubted, endedBefore: ended };
  });
  const isSame = alerts.every((alert, index) => alert === group.alerts[index]);
  // In earlier versions, alerts that were only counted (not stored) could keep a group firing.
  const isOrphan = group.state === 'firing' && !alerts.some(({ state }) => state === 'firing');
  if (isSame && isOrphan && now - group.reported >= silentAfter)
    return { ...group, state: 'unreported', ended: now, others: 0 };
  return isSame ? group : settleGroup({ ...group, alerts }, now);
}

/** Usual names of severities, the worst first. Others come after them. */
const severities: readonly string[] = ['critical', 'page', 'error', 'high', 'major', 'warning', 'minor', 'low', 'info'];

export function severityRank(severity = ''): number {
  const index = severities.indexOf(severity.toLowerCase());
  return index < 0 ? severities.length : index;
}

const byNumbers = new Intl.Collator('en', { numeric: true });
const sortName = ({ details = '', name, fingerprint }: KnownAlert) => `${details} ${name} ${fingerprint}`;

export function shownAlerts(group: AlertGroup): readonly KnownAlert[] {
  const stateOrder = ({ state }: KnownAlert) => (state === 'firing' ? 0 : state === 'unreported' ? 1 : 2);
  return group.alerts.toSorted(
    (one, other) =>
      stateOrder(one) - stateOrder(other) ||
      severityRank(one.severity) - severityRank(other.severity) ||
      one.startsAt - other.startsAt ||
      byNumbers.compare(sortName(one), sortName(other)),
  );
}

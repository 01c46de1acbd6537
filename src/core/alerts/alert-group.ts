import * as z from 'zod';
import { NamedComponent, reopenedWithin } from '../incident/incident.ts';
import { AlertComponent, type AlertNotification, type ToldAlert } from './notification.ts';

/** So many alerts of a group are known one by one; of more, only how many there are. */
export const mostAlerts = 300;
/** An alert that isn't repeated for so long is no longer reported, in ms: Alertmanager repeats after 4 hours by default. */
export const silentAfter = 24 * 60 * 60_000;
/** How much older than this what is kept of the last report may be, in ms: repetitions alone are few writes. */
const reportedWithin = 5 * 60_000;
/**
 * For so long after an alert was resolved, that it fires may be a late duplicate of another Alertmanager, in ms
 * (docs/platform.md#alertmanager).
 */
export const duplicateWithin = 15_000;

/** One alert of a group. Times in epoch ms. */
const KnownAlert = z.object({
  fingerprint: z.string(),
  state: z.enum(['firing', 'resolved', 'unreported']),
  startsAt: z.number(),
  /** When its state was reported: of one that fires, last; of one that is resolved, first. */
  reported: z.number(),
  ended: z.number().optional(),
  /** When it had ended before it fired again: a `startsAt` before that is of the earlier time. */
  endedBefore: z.number().optional(),
  /** When it was reported that it fires again, so soon after its end that it may be a late duplicate. */
  doubted: z.number().optional(),
  name: z.string(),
  summary: z.string().optional(),
  details: z.string().optional(),
  /** The component that it is about, as its labels call it, and since when it is looked for. */
  about: AlertComponent.extend({ since: z.number() }).optional(),
  /** The same as the platform has it. */
  component: NamedComponent.optional(),
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
  ended: z.number().optional(),
  /** How often the incident began: more than 1 where it was reopened. */
  times: z.number(),
  /** When any notification came last. */
  reported: z.number(),
  alerts: z
    // Earlier versions also kept alerts of incidents that were over.
    .array(KnownAlert.extend({ isPast: z.literal(true).optional() }))
    .transform((stored): readonly KnownAlert[] => stored.flatMap(({ isPast, ...alert }) => (isPast ? [] : [alert]))),
  /** Alerts that may fire and aren't among `alerts`. */
  others: z.number(),
  /** Alerts that the last notification left out when all others were resolved: whether they fire isn't known. */
  unsent: z.number().optional(),
});
export type AlertGroup = z.infer<typeof AlertGroup>;

/** What a notification changes: nothing, what is kept, or also what people see. */
export type GroupChange =
  | { readonly group: AlertGroup | undefined; readonly changed: false }
  | { readonly group: AlertGroup; readonly changed: 'kept' | 'shown' };

/**
 * What is known after a notification. An alert is known by its fingerprint, and what arrived last counts, except for
 * late duplicates. That an alert is missing from a notification doesn't end it.
 * @param group what was known, if anything; a group that only ends is none
 */
export function receiveNotification(
  group: AlertGroup | undefined,
  notification: AlertNotification,
  now: number,
): GroupChange {
  const before = new Map(group?.alerts.map((alert) => [alert.fingerprint, alert]));
  const news = notification.alerts.flatMap((told) => newsOf(before.get(told.fingerprint), told, now) ?? []);
  const fires = news.some(
    ({ state, fingerprint }) => state === 'firing' && before.get(fingerprint)?.state !== 'firing',
  );
  if (!group && !fires) return { group, changed: false };
  const base = group && !startsAnew(group, fires, now) ? group : emptyGroup(notification, now);
  const known = new Map(base.alerts.map((alert) => [alert.fingerprint, alert]));
  for (const alert of news) known.set(alert.fingerprint, alert);
  const { kept, left } = withinLimit([...known.values()]);
  const { truncated } = notification;
  const goesOn = kept.some(({ state }) => state === 'firing');
  const { unsent: _before, ...rest } = base;
  const counted = goesOn
    ? { others: left + truncated }
    : { others: 0, ...(truncated > 0 ? { unsent: truncated } : {}) };
  const next = settleGroup({ ...rest, reported: now, alerts: kept, ...counted }, now);
  if (group && news.length === 0 && next.others === group.others && next.unsent === group.unsent) {
    if (now - group.reported < reportedWithin) return { group, changed: false };
    return { group: { ...group, reported: now }, changed: 'kept' };
  }
  return { group: next, changed: group && isShownAlike(group, next) ? 'kept' : 'shown' };
}

/** What is known of an alert after it was told; undefined if that is nothing new. */
function newsOf(known: KnownAlert | undefined, told: ToldAlert, now: number): KnownAlert | undefined {
  if (told.status === 'resolved') return known && resolvedAlert(known, told, now);
  // If the clock of a sender is ahead, what comes later isn't hidden by that.
  const startsAt = Math.min(told.startsAt, now);
  const next = { ...shownOf(told, known, now), fingerprint: told.fingerprint, reported: now, state: 'firing' as const };
  if (!known) return { ...next, startsAt };
  if (known.state !== 'resolved') {
    const isRecent = known.state === 'firing' && now - known.reported < reportedWithin;
    const since = earliestStart(known, startsAt);
    const isSaid = known.summary === told.summary && known.details === told.details;
    const isSame = isSaid && known.startsAt === since && known.about?.name === told.about?.name;
    return isRecent && isSame ? undefined : { ...next, startsAt: since, endedBefore: known.endedBefore };
  }
  const ended = known.ended ?? known.reported;
  if (startsAt >= ended) return { ...next, startsAt, endedBefore: ended };
  // It began before its end was told: as a late duplicate does, and as one whose sender was away does.
  if (now - known.reported >= duplicateWithin) return { ...next, startsAt: now, endedBefore: ended };
  return known.doubted === undefined ? { ...known, doubted: now } : undefined;
}

/** Of two senders of an alert, the earliest start is kept. */
function earliestStart({ startsAt, endedBefore = 0 }: KnownAlert, told: number): number {
  return told < endedBefore ? startsAt : Math.min(told, startsAt);
}

function resolvedAlert(known: KnownAlert, told: ToldAlert, now: number): KnownAlert | undefined {
  if (known.state === 'resolved') {
    const { doubted, ...rest } = known;
    return doubted === undefined ? undefined : rest;
  }
  const { endsAt = now } = told;
  // The late duplicate of an end before it fired again.
  if (known.state === 'firing' && endsAt < known.startsAt && now - known.reported < duplicateWithin) return undefined;
  const startsAt = earliestStart(known, told.startsAt);
  // One that was over before it is known to have begun: another clock has told so.
  const ended = endsAt > known.startsAt ? Math.min(endsAt, now) : now;
  return {
    ...shownOf(told, known, now),
    fingerprint: known.fingerprint,
    state: 'resolved',
    startsAt,
    reported: now,
    ended,
  };
}

type ShownOfAlert = Omit<
  KnownAlert,
  'fingerprint' | 'state' | 'startsAt' | 'reported' | 'ended' | 'endedBefore' | 'doubted'
>;

function shownOf(
  { name, summary, details, about }: ToldAlert,
  known: KnownAlert | undefined,
  now: number,
): ShownOfAlert {
  const { component, about: { since = now } = {} } = known ?? {};
  return { name, summary, details, about: about && { ...about, since }, component };
}

function startsAnew(group: AlertGroup, fires: boolean, now: number): boolean {
  return fires && group.ended !== undefined && now - group.ended >= reopenedWithin;
}

function emptyGroup({ title }: AlertNotification, now: number): AlertGroup {
  return { title, state: 'firing', since: now, times: 0, reported: now, alerts: [], others: 0 };
}

/** At most so many alerts, those that fire and were known before first. @returns how many that fire are left out */
function withinLimit(alerts: readonly KnownAlert[]): { readonly kept: readonly KnownAlert[]; readonly left: number } {
  if (alerts.length <= mostAlerts) return { kept: alerts, left: 0 };
  const ordered = alerts.toSorted((one, other) => Number(other.state === 'firing') - Number(one.state === 'firing'));
  const left = ordered.slice(mostAlerts).filter(({ state }) => state === 'firing').length;
  return { kept: ordered.slice(0, mostAlerts), left };
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

/**
 * What is known at a moment: what wasn't repeated for a day is no longer reported, which isn't the same as resolved. What
 * may have been a late duplicate, and wasn't contradicted, fires.
 */
export function groupAt(group: AlertGroup, now: number): AlertGroup {
  const alerts = group.alerts.map((alert): KnownAlert => {
    if (alert.state === 'firing' && now - alert.reported >= silentAfter)
      return { ...alert, state: 'unreported', ended: now };
    const { doubted, ended = alert.reported, ...rest } = alert;
    if (doubted === undefined || now < alert.reported + duplicateWithin) return alert;
    return { ...rest, state: 'firing', startsAt: doubted, reported: doubted, endedBefore: ended };
  });
  const isSame = alerts.every((alert, index) => alert === group.alerts[index]);
  // Earlier versions kept a group firing by alerts that it knew only the number of.
  const isOrphan = group.state === 'firing' && !alerts.some(({ state }) => state === 'firing');
  if (isSame && isOrphan && now - group.reported >= silentAfter)
    return { ...group, state: 'unreported', ended: now, others: 0 };
  return isSame ? group : settleGroup({ ...group, alerts }, now);
}

/** When a group has to be looked at to settle a doubt, epoch ms; undefined if there is none. */
export function doubtSettledAt({ alerts }: AlertGroup): number | undefined {
  const ends = alerts.flatMap(({ doubted, reported }) => (doubted === undefined ? [] : [reported + duplicateWithin]));
  return ends.length === 0 ? undefined : Math.min(...ends);
}

/** node-9 comes before node-10. */
const byNumbers = new Intl.Collator('en', { numeric: true });
const sortName = ({ details = '', name, fingerprint }: KnownAlert) => `${details} ${name} ${fingerprint}`;

/** The alerts of the present incident: those that fire first, then by when they began. */
export function shownAlerts(group: AlertGroup): readonly KnownAlert[] {
  const stateOrder = ({ state }: KnownAlert) => (state === 'firing' ? 0 : state === 'unreported' ? 1 : 2);
  return group.alerts.toSorted(
    (one, other) =>
      stateOrder(one) - stateOrder(other) ||
      one.startsAt - other.startsAt ||
      byNumbers.compare(sortName(one), sortName(other)),
  );
}

function isShownAlike(one: AlertGroup, other: AlertGroup): boolean {
  const drawn = (group: AlertGroup) => [
    ...[group.state, group.since, group.times, group.others, group.unsent],
    ...shownAlerts(group).map(({ fingerprint, state, startsAt, summary, details }) => [
      ...[fingerprint, state, startsAt, summary, details],
    ]),
  ];
  return JSON.stringify(drawn(one)) === JSON.stringify(drawn(other));
}

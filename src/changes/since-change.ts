import { present } from '../core/defined.ts';
import { type ChangeRequest, type ReachedComponent, reachedComponents } from '../core/request/change-request.ts';
import type { NamedEvent } from '../core/request/events/followed-event.ts';
import { lastTrouble, startingTypes } from '../core/runs/component-run.ts';
import { statusKind } from '../core/runs/component-status.ts';
import { rememberEvents } from '../core/runs/seen-event.ts';
import { momentNear, spanNear } from '../core/text/instant-text.ts';
import { join, type Text } from '../core/text/text.ts';
import { changeMsg } from './change-messages.ts';
import { type EngineContext, linkNamed, type RequestIncident } from './engine-context.ts';
import { readNow } from './events/read-events.ts';
import type { SinceChange } from './request-drawn.ts';

export async function readSinceChange(engine: EngineContext, request: ChangeRequest): Promise<SinceChange> {
  const started = request.run.started ?? request.at;
  const perFeature = await Promise.all(engine.features.map((each) => each.incidentsOf?.(engine.services, request)));
  const found = perFeature.flatMap((each) => each ?? []);
  const earlier = found.filter(({ since }) => since < started);
  const [incidents, components] = await Promise.all([
    Promise.all(found.map(async (each) => ({ ...each, link: await linkNamed(engine, each.id) }))),
    readComponents(engine, request, earlier),
  ]);
  return sinceChange({ ...request.shown, started, now: engine.services.world.now(), incidents, components });
}

interface FoundSince extends Pick<ChangeRequest['shown'], 'aftermath'> {
  readonly started: number;
  readonly now: number;
  readonly incidents: readonly RequestIncident[];
  readonly components: ComponentsSince;
}

interface ComponentsSince {
  readonly running: readonly Text[];
  readonly notAgain: readonly Text[];
  /** The last trouble of the pods since the change. */
  readonly reported?: { readonly type: string; readonly says: Text } | undefined;
}

export function sinceChange({ aftermath, started, now, incidents: found, components }: FoundSince): SinceChange {
  const incidents = found.filter(({ afterOther }) => afterOther === undefined);
  // Without a link, no incident reported it, so that no incident's end says that it is over.
  const unlinked = aftermath?.link === undefined ? aftermath : undefined;
  const alone = unlinked?.isWorse ? [unlinked.says] : [];
  const earlier = incidents.filter(({ since }) => since < started);
  const later = incidents.filter(({ since }) => since >= started);
  const after = later.filter((each) => !each.earlier && !isAsBefore(each, aftermath));
  // The message names what the change was about, so that only several incidents need their titles.
  const isOne = earlier.length < 2;
  const { reported } = components;
  // An incident's reason isn't listed once more.
  const telling = later.find(({ cause }) => reported && cause?.type === reported.type);
  const linesOf = (some: readonly RequestIncident[]) =>
    some.map((each) => {
      const line = incidentLine(each, now, isOne);
      const why = reported && each === telling && !each.cause?.isNamed ? reported.says : each.reason;
      return why ? { ...line, named: join([line.named, why], ' · ') } : line;
    });
  const worse = linesOf(after).map(({ named }) => named);
  const firing = earlier.filter(({ state }) => state === 'firing');
  const goesOn = linesOf(firing).map((each) => each.goesOn);
  // Its incident may not have ended in between.
  const hasComeBack = aftermath?.isAgain === true;
  const metAgain = earlier.filter((each) => each.metAgain !== undefined);
  // A recovery from before the change began isn't due to it.
  const ended = earlier.filter((each) => isOver(each) && (each.ended ?? 0) >= started);
  // It came back before its incident had ended, so that the change wasn't what ended it.
  const relapsed = ended.filter(({ lull }) => lull);
  const over = linesOf(ended.filter((each) => !relapsed.includes(each)));
  const hasRecovered = after.length > 0 && alone.length === 0 && after.every(isOver);
  // As the first note said it, with the reason that the platform has reported since.
  const back = unlinked?.isAgain && components.running.length === 0 ? [unlinked.says] : [];
  const isReportedApart = reported && !telling && back.length === 0;
  return {
    worse: later.every(isOver) ? [...alone, ...worse] : worse,
    worseUntil: hasRecovered ? Math.max(...after.map(({ ended = 0 }) => ended)) : undefined,
    again: [
      ...(hasComeBack ? goesOn : []),
      ...linesOf(later.filter((each) => !after.includes(each))).map(({ named }) => named),
      ...linesOf(relapsed).map(({ hasEnded }) => hasEnded),
      ...back.map((says) => (reported && !telling ? join([says, reported.says], ' · ') : says)),
    ],
    unresolved: [
      ...(hasComeBack ? [] : goesOn),
      ...linesOf(metAgain).map(({ hasEnded }) => hasEnded),
      ...(isReportedApart ? [reported.says] : []),
    ],
    recovered: [...components.running, ...components.notAgain, ...over.map(({ hasEnded }) => hasEnded)],
    afterOther: found.flatMap((each) => {
      if (each.afterOther === undefined) return [];
      const says = incidentLine(each, now, isOne).named;
      const { at, change } = each.afterOther;
      return [
        change ? changeMsg.afterNamed({ says, change }) : changeMsg.afterOther({ says, at: momentNear(at, now) }),
      ];
    }),
    relapse: relapseOf([...metAgain, ...later], [...firing, ...relapsed], started),
  };
}

/** Checks whether an incident is about a problem that was there before the change, as the first note said it. */
function isAsBefore({ isAgain }: RequestIncident, aftermath: FoundSince['aftermath']): boolean {
  return isAgain === true && !aftermath?.isWorse;
}

/**
 * Returns the last recovery of a problem from before the change that the problem followed again.
 * @param going incidents that weren't ended by that recovery
 */
function relapseOf(
  incidents: readonly RequestIncident[],
  going: readonly RequestIncident[],
  started: number,
): SinceChange['relapse'] {
  const lulls = present(going.map(({ lull }) => lull)).map(({ from, to }) => ({ recovered: from, again: to }));
  // A problem that went on all the time has no lull.
  if (lulls.length < going.length) return undefined;
  const relapses = incidents.flatMap(({ since, ended, metAgain, earlier }) => {
    const [recovered, again] = since < started ? [ended, metAgain] : [earlier?.to, since];
    return recovered !== undefined && again !== undefined && recovered > started ? [{ recovered, again }] : [];
  });
  return [...relapses, ...lulls].toSorted((one, other) => one.again - other.again).at(-1);
}

function isOver({ ended, state, metAgain }: RequestIncident): boolean {
  return ended !== undefined && state === 'resolved' && metAgain === undefined;
}

/** @param isOne whether the incident is the only one from before the change */
function incidentLine(found: RequestIncident, now: number, isOne: boolean) {
  const { title, since, ended = since, earlier, link, metAgain, lull, recovering, killed } = found;
  const linked = (label: Text) => (link ? { link, label } : label);
  const called = isOne ? changeMsg.theIncident() : title;
  const at = momentNear(since, now);
  const period = spanNear(since, ended, now);
  const again = metAgain === undefined ? undefined : momentNear(metAgain, now);
  const over = (label: Text) => {
    const incident = linked(label);
    if (again) return changeMsg.isBack({ ...period, incident, again });
    if (killed) return changeMsg.killedOver({ incident, killed });
    return lull
      ? changeMsg.isResolvedAfterLull({ ...period, incident, lull: lullText(lull, now) })
      : changeMsg.isResolved({ ...period, incident });
  };
  const still = { at, incident: linked(called), now: momentNear(now, now) };
  const incident = linked(title);
  const goes = killed
    ? changeMsg.killedAt({ incident, killed })
    : recovering === undefined
      ? changeMsg.incidentAt({ at, incident })
      : changeMsg.recoversSince({ at, incident, since: momentNear(recovering, now) });
  const says = again || isOver(found) ? over(title) : goes;
  return {
    named: earlier ? changeMsg.alsoBefore({ says, ...spanNear(earlier.from, earlier.to, now) }) : says,
    // The note isn't edited when the incident ends, so it says when this was so.
    goesOn: lull ? changeMsg.firesAfterLull({ ...still, lull: lullText(lull, now) }) : changeMsg.stillFiring(still),
    hasEnded: over(called),
  };
}

function lullText({ from, to }: NonNullable<RequestIncident['lull']>, now: number): Text {
  return changeMsg.lull(spanNear(from, to, now));
}

/** Reads whether components that were abnormal before a change run now, and the trouble of their pods since. */
async function readComponents(
  engine: EngineContext,
  request: ChangeRequest,
  incidents: readonly RequestIncident[],
): Promise<ComponentsSince> {
  const reached = reachedComponents(request.run.steps);
  const abnormal = reached.filter(({ was }) => was === 'abnormal' || was === 'degraded');
  const why = incidents.findLast((incident) => incident.why)?.why;
  // The reason belongs to one component.
  const [only] = reached.length === 1 ? reached : [];
  const wanted = only && why ? [only] : abnormal;
  if (wanted.length === 0) return { running: [], notAgain: [] };
  const ids = wanted.map(({ id }) => id);
  const { events, statuses } = await readNow(engine, request, ids);
  const runs = ({ id }: ReachedComponent) => statusKind(statuses.get(id)) === 'running';
  const running = abnormal.filter(runs).map(runsAgain);
  const itsEvents = only && events.get(only.id);
  if (!itsEvents) return { running, notAgain: [] };
  const now = engine.services.world.now();
  const { before, since, isFirstStart } = troubleAround(itsEvents, request, now);
  const reported =
    since?.what && since.since !== undefined
      ? { type: since.type, says: changeMsg.reportedAt({ why: since.what, at: momentNear(since.since, now) }) }
      : undefined;
  const reason = why ?? before?.what;
  return {
    running,
    notAgain: reason && !reported && runs(only) && isFirstStart ? [changeMsg.notAgain({ why: reason })] : [],
    reported,
  };
}

function runsAgain({ name, was }: ReachedComponent): Text {
  return (was === 'abnormal' ? changeMsg.runsAgain : changeMsg.allRunAgain)({ name });
}

/** Returns the last trouble of pods before a change and since its end, and whether it was the first start after that. */
function troubleAround(
  page: readonly NamedEvent[],
  { at, run: { started = at, ended = started } }: ChangeRequest,
  now: number,
) {
  const events = rememberEvents([], page, now);
  const pods = events.filter(({ pod }) => pod !== undefined);
  const last = (isWanted: (since: number) => boolean) =>
    lastTrouble({ pods: pods.filter(({ since }) => since !== undefined && isWanted(since)), others: [] });
  const before = last((since) => since < started);
  const starts = events.flatMap(({ type, pod, since }) =>
    pod === undefined && startingTypes.includes(type) && since !== undefined ? [since] : [],
  );
  // Times of events are whole seconds.
  const begin = started - 1_000;
  const isAfterOther = before?.since !== undefined && starts.some((at) => at > (before.since ?? 0) && at < begin);
  const isFirstStart = !isAfterOther && starts.some((at) => at >= begin && at <= ended);
  return { before, since: last((since) => since > ended), isFirstStart };
}

import { present } from '../../core/defined.ts';
import { type IncidentAction, isFound, type LineBegin, type Silence } from '../../core/incident/incident.ts';
import type { StateMark } from '../../core/incident/state-marks.ts';
import { momentNear } from '../../core/text/instant-text.ts';
import { listText, verbatimList } from '../../core/text/joined.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import { isReadByRange } from '../../core/watch/watch-condition.ts';
import {
  hasNoData,
  isFiring,
  isLastOld,
  lastSeen,
  sampleEvery,
  trackKey,
  type WatchTrack,
} from '../../core/watch/watch-state.ts';
import { unmeasuredText } from '../shared/chart/collected-items.ts';
import { briefReason } from '../shared/event/trouble-text.ts';
import { addressOfKey } from '../shared/exposure/exposed-address.ts';
import { type RegionTroubles, unreadOf } from '../shared/incident/region-trouble.ts';
import { pausedText } from '../shared/place/paused-text.ts';
import { silenceOfWatch, type Watch, type WatchEvaluation } from '../shared/watch/stored-watch.ts';
import { watchMsg } from './watch-messages.ts';
import { limitAlone, watchedValue } from './watched-items.ts';

export interface WatchStates {
  readonly evaluation?: WatchEvaluation;
  /** Start of the region's troubles, epoch ms. */
  readonly troubles?: RegionTroubles;
  /** The platform doesn't answer now, and no evaluation has found yet that this is why. */
  readonly isSilent?: boolean;
  /** Names of the app's components by id. */
  readonly names: ReadonlyMap<string, string>;
  /** Ongoing incidents by the keys of their conditions. */
  readonly incidents?: ReadonlyMap<string, ListedIncident>;
}

interface ListedIncident {
  readonly id?: string;
  /** Link of the incident's message. */
  readonly link?: string;
  /** The incident's own silence, also if its watch isn't silenced. */
  readonly silence?: Silence;
  readonly acknowledged?: IncidentAction;
  readonly why?: Text;
  /** When memory ran out, and how often, in place of the begin and the reason. */
  readonly killed?: Text | undefined;
  /** Present and most extreme values. */
  readonly values?: readonly Text[];
  /** When this firing began as its message says, epoch ms. */
  readonly since?: number;
  /** When the watch was set up as this firing began, because its limit may have been changed since, epoch ms. */
  readonly watchedSince?: number | undefined;
  /** The limit with which this firing began, if the watch has another one now. */
  readonly limitThen?: Text | undefined;
}

export interface StateOfWatch {
  readonly mark: StateMark;
  readonly state: Text;
  /** Time of the last evaluation if nothing is wrong, epoch ms. */
  readonly fineAt: number | undefined;
}

export function firingTracks(watch: Watch, evaluation: WatchEvaluation | undefined): readonly WatchTrack[] {
  return tracksOf(watch, evaluation).flatMap(({ track }) => (isFiring(track) ? [track] : []));
}

/** Returns the current silence. A silence until recovery ends when none of its tracks fires anymore. */
export function silenceNow(
  watch: Watch,
  evaluation: WatchEvaluation | undefined,
  now: number,
): Partial<Silence> | undefined {
  const silence = silenceOfWatch(watch, now);
  const isOver =
    silence?.recovered && !firingTracks(watch, evaluation).some((track) => silenceOfWatch(watch, now, track));
  return isOver ? undefined : silence;
}

/** Checks whether all, some or none of what a watch reports is silenced, by the watch or by the incidents' own silences. */
export function silencedPart(
  watch: Watch,
  { evaluation, incidents }: WatchStates,
  now: number,
): 'all' | 'some' | 'none' {
  if (silenceNow(watch, evaluation, now)) return 'all';
  const firing = tracksOf(watch, evaluation).filter(({ track }) => isFiring(track));
  const silenced = firing.filter(({ key }) => incidents?.get(key)?.silence);
  return silenced.length === 0 ? 'none' : silenced.length < firing.length ? 'some' : 'all';
}

/** Returns the id of the only incident of the watch that nobody has acknowledged; undefined if there are several. */
export function incidentToAcknowledge(watch: Watch, { evaluation, incidents }: WatchStates): string | undefined {
  const open = tracksOf(watch, evaluation).flatMap(({ key, track }) => {
    const { id, acknowledged } = incidents?.get(key) ?? {};
    return isFiring(track) && id !== undefined && !acknowledged ? [id] : [];
  });
  const [only, ...others] = new Set(open);
  return others.length === 0 ? only : undefined;
}

interface KeyedTrack {
  readonly key: string;
  readonly thing: string;
  readonly track: WatchTrack;
}

/** Returns a watch's tracks. Omits the tracks of components that moved to another app. */
function tracksOf({ id }: Watch, evaluation: WatchEvaluation | undefined): readonly KeyedTrack[] {
  const prefix = trackKey(id, '');
  return Object.entries(evaluation?.tracks ?? {}).flatMap(([key, track]) => {
    const thing = key.slice(prefix.length);
    return key.startsWith(prefix) && evaluation?.moved?.[thing] === undefined ? [{ key, thing, track }] : [];
  });
}

/** Age from which an evaluation is shown as late, in ms. */
const lateAfter = 3 * 60_000;

/** Checks whether the platform might not answer: the last evaluation is missing, or could read nothing of the region. */
export function mayBeSilent({ evaluation, troubles = {} }: WatchStates, now: number): boolean {
  const unread = unreadOf(troubles);
  if (unread) return unread.by === 'region';
  const last = Math.max(...Object.values(evaluation?.items ?? {}));
  return Number.isFinite(last) && now - last > 1.5 * sampleEvery;
}

/** Returns the time of the last known states, epoch ms; undefined if the region can be read. */
function lastReadable({ troubles = {}, isSilent }: WatchStates, at: number | undefined): number | undefined {
  const unread = unreadOf(troubles);
  // The evaluation that ran as the region became unreadable may have read only a part.
  return unread ? unread.since - sampleEvery : isSilent ? at : undefined;
}

/** Returns the start of a lack of data in the region's monitoring that hides the values; undefined if it is recent. */
function unmeasuredSince({ condition }: Watch, { unmeasured }: RegionTroubles, now: number): number | undefined {
  const isHidden = unmeasured !== undefined && isReadByRange(condition.item) && now - unmeasured > lateAfter;
  return isHidden ? unmeasured : undefined;
}

/** If the region can't be read, returns the state before. The answer says since when it can't, once for all watches. */
export function watchStateOf(watch: Watch, states: WatchStates, now: number): StateOfWatch {
  const { evaluation, troubles = {} } = states;
  const only = (mark: StateMark, ...texts: readonly Text[]) => ({ mark, state: inOneLine(texts), fineAt: undefined });
  if (watch.paused !== undefined) {
    const { name: who, at = 0 } = watch.pausedBy ?? {};
    if (watch.paused !== 'person') return only('off', watchMsg.paused({ why: pausedText(watch.paused) }));
    return only(
      'off',
      who === undefined ? watchMsg.pausedByPerson() : watchMsg.pausedBy({ who, at: momentNear(at, now) }),
    );
  }
  const at = evaluation?.items[watch.condition.item];
  const asOf = lastReadable(states, at);
  const blind = asOf === undefined ? unmeasuredSince(watch, troubles, now) : undefined;
  if (asOf !== undefined || blind !== undefined) {
    const found = evaluation && foundStates(watch, states, evaluation, { missing: [], isUnread: true, asOf, now });
    const { active = [], others = [] } = found ?? {};
    const isKnown = active.length + others.length === 0 && at !== undefined;
    const texts = present([
      blind !== undefined && watchMsg.blind({ at: momentNear(blind, now) }),
      ...others,
      // Without values, a later evaluation has seen nothing.
      isKnown && watchMsg.okAt({ at: momentNear(Math.min(at, blind ?? at), now) }),
    ]);
    const isNothing = active.length + texts.length === 0;
    const state = inLines(active, isNothing ? [watchMsg.noDataAtAll()] : texts);
    return { mark: found?.mark ?? 'unclear', state, fineAt: isKnown && blind === undefined ? at : undefined };
  }
  const missing = (watch.components ?? []).filter(({ id }) => evaluation?.absent[id] !== undefined);
  const lost = missing.filter(({ id }) => evaluation?.moved?.[id] === undefined).map(({ name }) => name);
  const unknown = [...unknownComponents(watch), ...lost];
  const notFound = unknown.length === 0 ? [] : [watchMsg.notFound({ names: join(unknown.map(verbatim), ', ') })];
  const unmeasured = evaluation?.unmeasured?.[watch.condition.item];
  if (unmeasured !== undefined) {
    const wasMeasured = tracksOf(watch, evaluation).some(({ track }) => track.last !== undefined);
    return only(
      'unclear',
      wasMeasured
        ? watchMsg.listUnmeasuredSince({ at: momentNear(unmeasured, now) })
        : watchMsg.listUnmeasured({ why: unmeasuredText(watch.condition.item) }),
    );
  }
  const silence = silenceNow(watch, evaluation, now);
  const silenced = silence ? [silencedText(silence, now)] : [];
  const began = Math.max(watch.at, watch.resumed ?? 0);
  // A watch that was just set up or edited has only tracks of incidents that go on until it is evaluated.
  const isNew = at !== undefined && at < began;
  const mayBeNew = isNew && tracksOf(watch, evaluation).length === 0;
  if (!evaluation || at === undefined || at < began - 60_000 || mayBeNew) {
    const isDue = now - began <= lateAfter;
    return only(
      'unclear',
      ...silenced,
      isDue ? watchMsg.evaluatedSoon() : watchMsg.late({ at: momentNear(began, now) }),
      ...notFound,
    );
  }
  const isLate = now - at > lateAfter;
  const {
    mark,
    active,
    others: unclear,
    idle,
    count,
  } = foundStates(watch, states, evaluation, { missing, isUnread: isLate, now });
  const isAlone = active.length + unclear.length + idle.length === 0;
  // Not OK if the last evaluation is late, or nothing of the watch can be evaluated.
  const isOk = !isLate && !isNew && (isAlone ? watch.components?.length !== missing.length : count > 0);
  const others = present([
    ...silenced,
    isOk && (isAlone ? watchMsg.ok() : watchMsg.okOf({ count })),
    isNew && !isLate && count > 0 && watchMsg.othersSoon(),
    isOk && active.length === 0 && latestText(watch, states, evaluation, { at, now }),
    ...unclear,
    ...idle,
    ...notFound,
    isLate && watchMsg.late({ at: momentNear(at, now) }),
  ]);
  const isFine = isOk && !silence && active.length + unclear.length + notFound.length === 0;
  const shown = mark ?? (isLate || notFound.length > 0 ? 'unclear' : isOk ? 'good' : 'off');
  return {
    mark: silence && active.length === 0 ? 'off' : shown,
    state: active.length > 0 ? inLines(active, others) : inOneLine(others),
    fineAt: isFine ? at : undefined,
  };
}

/** Returns the value closest to the limit, with the limit and when it was read; without a value, when it was checked. */
function latestText(
  { id, condition, components }: Watch,
  { names }: WatchStates,
  evaluation: WatchEvaluation,
  { at, now }: { readonly at: number; readonly now: number },
): Text {
  const latest = evaluation.latest?.[id];
  const shown = latest && watchedValue(condition, latest, now);
  if (!shown) return watchMsg.checkedAt({ at: momentNear(at, now) });
  const own = components?.find((each) => each.id === latest.thing)?.name;
  const name = own ?? evaluation.certificates?.[latest.thing] ?? names.get(latest.thing);
  const limit = limitAlone(condition);
  if (condition.item === 'certificates')
    return watchMsg.certificateAndLimit({
      name: name ?? watchMsg.certificateNumber({ id: latest.thing }),
      value: shown,
      limit,
    });
  const isOnly = components?.length === 1;
  const value = isOnly || name === undefined ? shown : watchMsg.valueOf({ value: shown, name });
  const says = isOnly
    ? watchMsg.valueAndLimit
    : watchMsg[condition.side === 'above' ? 'highestAndLimit' : 'lowestAndLimit'];
  return says({ value, limit, at: momentNear(latest.at, now) });
}

export function unknownComponents({ configured = [] }: Pick<Watch, 'configured'>): readonly string[] {
  return configured.filter(({ id }) => id === undefined).map(({ typed }) => typed);
}

function inOneLine(texts: readonly Text[]): Text {
  return watchMsg.stateIs({ state: join(texts, ' · ') });
}

function inLines(active: readonly Text[], others: readonly Text[]): Text {
  return join([...active.map((text) => inOneLine([text])), ...(others.length > 0 ? [inOneLine(others)] : [])], '\n');
}

/** Returns who acknowledged and silenced something. @param until omits a silence that ends at this time or earlier */
export function handledTexts({ acknowledged, silence }: ListedIncident, now: number, until = 0): readonly Text[] {
  return present([
    acknowledged && watchMsg.acknowledgedBy({ who: acknowledged.name }),
    silence && silence.until > until && silencedText(silence, now),
  ]);
}

function silencedText({ name, until: at = 0, recovered }: Partial<Silence>, now: number): Text {
  if (recovered && name !== undefined) return watchMsg.silencedUntilOver({ who: name });
  const until = momentNear(at, now);
  return name === undefined ? watchMsg.silenced({ until }) : watchMsg.silencedBy({ who: name, until });
}

function movedTexts(missing: NonNullable<Watch['components']>, { moved = {} }: WatchEvaluation): readonly Text[] {
  const apps = Map.groupBy(missing, ({ id }) => moved[id]);
  return [...apps].flatMap(([app, these]) => {
    if (app === undefined) return [];
    const names = verbatimList(these.map(({ name }) => name));
    return [app === '' ? watchMsg.moved({ names }) : watchMsg.movedTo({ names, app })];
  });
}

interface FoundStates {
  /** Mark of the worst state; undefined if nothing is wrong. */
  readonly mark: StateMark | undefined;
  readonly active: readonly Text[];
  readonly others: readonly Text[];
  readonly idle: readonly Text[];
  /** Number of components that are OK; 0 if it is unknown. */
  readonly count: number;
}

const maxNamed = 10;
/** Maximum number of components without measurements that are named, because nobody has to act on them. */
const maxIdleNamed = 3;

interface FoundAt {
  readonly missing: NonNullable<Watch['components']>;
  /** The watch couldn't be evaluated lately, so its last values aren't the present ones. */
  readonly isUnread: boolean;
  /** Time of the states to return, if the region can't be read since then, epoch ms. */
  readonly asOf?: number | undefined;
  readonly now: number;
}

function foundStates(
  watch: Watch,
  { names, incidents }: WatchStates,
  evaluation: WatchEvaluation,
  { missing, isUnread, asOf, now }: FoundAt,
): FoundStates {
  const isOfComponents = watch.condition.item !== 'certificates' && watch.condition.item !== 'exposure';
  const nameOf = thingNames(watch, names, evaluation);
  const tracks = tracksOf(watch, evaluation);
  const isOld = (track: WatchTrack) =>
    asOf === undefined ? isLastOld(track) || (isOfComponents && isUnread) : isLastOld(track, asOf);
  const among = (
    is: (track: WatchTrack, thing: string) => boolean,
    text: (given: { names: Text; count: number }) => Text,
    hasLines = false,
  ): readonly Text[] => {
    const matching = tracks.filter(({ track, thing }) => is(track, thing));
    const more = matching.length - maxNamed;
    const named = matching.slice(0, maxNamed).map(({ key, thing, track }) => {
      const known = incidents?.get(key) ?? {};
      const { link, why, killed, values = [], since, watchedSince = watch.at, limitThen, ...incident } = known;
      const label = nameOf(thing);
      const linked = link === undefined ? label : watchMsg.linked({ name: { link, label } });
      const isShown = track.state === 'firing' || (isFiring(track) && isOld(track));
      const fires = isShown || track.state === 'pending' ? (since ?? track.since) : undefined;
      const pending = track.state === 'pending' && track.last && watchedValue(watch.condition, track.last, now);
      const facts = [
        ...(fires === undefined
          ? []
          : killed
            ? [watchMsg.reason({ why: killed })]
            : [join(present([began({ since: fires, isOlder: track.isOlder, watchedSince }, now), limitThen]), ',')]),
        ...(pending ? [pending] : []),
        ...(values.length > 0 ? [join(values, ',')] : []),
        ...(fires !== undefined && why && !killed ? [watchMsg.reason({ why: briefReason(why) })] : []),
        ...handledTexts(incident, now, silenceOfWatch(watch, now, track)?.until),
      ];
      return { name: linked, facts };
    });
    // Many facts in brackets would be unreadable on a phone.
    const isBelow = (facts: readonly Text[]) => hasLines && named.length === 1 && facts.length > 2;
    const texts = named.map(({ name, facts }) =>
      facts.length === 0
        ? name
        : watchMsg[isBelow(facts) ? 'withFactsBelow' : 'withFacts']({ name, facts: join(facts, ' · ') }),
    );
    const all = more > 0 ? [...texts, watchMsg.andMore({ count: more })] : texts;
    // Several things with facts in brackets would be unreadable in one sentence.
    if (hasLines && named.filter(({ facts }) => facts.length > 1).length > 1)
      return all.map((names) => text({ names, count: 1 }));
    return matching.length === 0 ? [] : [text({ names: listText(all), count: matching.length })];
  };
  const all = watch.components?.length ?? names.size;
  const begun = Math.max(watch.at, watch.resumed ?? 0);
  // A component that was OK stays so while missing samples are bridged. A new watch hasn't seen it yet.
  const isMissing = (track: WatchTrack) => track.state === 'ok' && track.idle !== true && !isLastOld(track);
  const isUnseen = (track: WatchTrack) => isMissing(track) && lastSeen(track) <= begun;
  // A track is stored only while its component isn't OK, or has a missing sample.
  const apart = new Set([
    ...tracks.flatMap(({ thing, track }) => (isMissing(track) && !isUnseen(track) ? [] : [thing])),
    ...missing.map(({ id }) => id),
  ]);
  // Each thing is listed once: what fires without new values only under those without data.
  const isBlind = (track: WatchTrack) =>
    isFiring(track) ? isOld(track) : (hasNoData(track) || isUnseen(track)) && !isUnread;
  const firing = among((track) => track.state === 'firing' && !isBlind(track), watchMsg.firing, true);
  const moving = [
    ...among((track) => track.state === 'recovering' && !isBlind(track), watchMsg.recovering),
    ...among(({ state }) => state === 'pending', watchMsg.pending),
  ];
  const unread = isOfComponents ? [] : (evaluation.unread ?? []);
  // A component that was measured before may have no traffic, or its monitoring may have ended.
  const latest = evaluation.latest?.[watch.id];
  const isIdle = (track: WatchTrack) => track.idle === true && !isFiring(track);
  const ended = tracks.flatMap(({ thing, track }) => {
    if (isFiring(track) || !isLastOld(track) || isUnread) return [];
    const last = track.last ?? (latest?.thing === thing ? latest : undefined);
    const value = last && watchedValue(watch.condition, last, now);
    if (!value) return [];
    const text = watchMsg.notMeasuredSince({ name: nameOf(thing), at: momentNear(last.at, now), value });
    return [{ thing, isIdle: isIdle(track), text }];
  });
  const isEnded = (thing: string) => ended.some((each) => each.thing === thing);
  const endedTexts = (areIdle: boolean, most: number) => {
    const texts = ended.filter((each) => each.isIdle === areIdle).map(({ text }) => text);
    const more = texts.length > most ? [watchMsg.andMore({ count: texts.length - most })] : [];
    return [...texts.slice(0, most), ...more];
  };
  const others = [
    ...endedTexts(false, maxNamed),
    ...among(
      (track, thing) => isBlind(track) && !isEnded(thing),
      ({ names, count }) =>
        count > 1 && count >= all && !tracks.some(({ track }) => isFiring(track))
          ? watchMsg.noDataAtAll()
          : count > maxNamed
            ? watchMsg.noDataOf({ names, count })
            : watchMsg.noData({ names }),
    ),
    ...(unread.length > 0 ? [watchMsg.certificatesUnread({ names: verbatimList(unread) })] : []),
    ...movedTexts(missing, evaluation),
  ];
  return {
    mark: firing.length > 0 ? 'bad' : moving.length > 0 ? 'pending' : others.length > 0 ? 'unclear' : undefined,
    active: [...firing, ...moving],
    others,
    idle: [
      ...endedTexts(true, maxIdleNamed),
      ...among(
        (track, thing) => isIdle(track) && !isEnded(thing),
        ({ names, count }) => (count > maxIdleNamed ? watchMsg.idleCount({ count }) : watchMsg.notRunning({ names })),
      ),
    ],
    count: isOfComponents ? Math.max(0, all - apart.size) : 0,
  };
}

function began(fired: LineBegin & { readonly watchedSince: number }, now: number): Text {
  const at = momentNear(fired.since, now);
  return isFound(fired) ? watchMsg.foundAt({ at }) : watchMsg.beganAt({ at });
}

function thingNames(watch: Watch, names: ReadonlyMap<string, string>, evaluation: WatchEvaluation) {
  return (id: string): Text => {
    switch (watch.condition.item) {
      case 'exposure':
        return verbatim(addressOfKey(id));
      case 'certificates': {
        const name = evaluation.certificates?.[id];
        return name === undefined ? watchMsg.certificateNumber({ id }) : verbatim(name);
      }
      default: {
        const own = watch.components?.find((each) => each.id === id)?.name;
        return verbatim(evaluation.names?.[id] ?? names.get(id) ?? own ?? id);
      }
    }
  };
}

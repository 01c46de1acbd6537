import type { Answer, AskButton, AskMenu, Part } from '../../core/command/answer.ts';
import { placeKey } from '../../core/command/context.ts';
import { flag, ok, required } from '../../core/command/params.ts';
import { type Proposal, refused } from '../../core/command/problem.ts';
import { present } from '../../core/defined.ts';
import type { Silence } from '../../core/incident/incident.ts';
import { mentionsText } from '../../core/incident/incident-text.ts';
import type { Ask } from '../../core/operation.ts';
import { listText, verbatimList } from '../../core/text/joined.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import { isReadByRange } from '../../core/watch/watch-condition.ts';
import { hasNoData, trackKey, type WatchTrack } from '../../core/watch/watch-state.ts';
import { otherPages, pageFrom } from '../shared/answer/paging.ts';
import { unmeasuredText } from '../shared/chart/collected-items.ts';
import { defineQuestion, type Reads } from '../shared/define.ts';
import { addressOfKey } from '../shared/exposure/exposed-address.ts';
import { seenComponents } from '../shared/find-component.ts';
import { incidentActionMsg } from '../shared/incident/incident-action-messages.ts';
import { silenceOptions } from '../shared/incident/silence-length.ts';
import { channelAccess, mayShare, sharing } from '../shared/place/channel-access.ts';
import { pausedText } from '../shared/place/paused-text.ts';
import { page } from '../shared/shared-params.ts';
import { type RegionTroubles, regionTroubles } from './evaluation/region-outage.ts';
import { unknownComponents } from './life/configured-watches.ts';
import { evaluationRecords, silenceOfWatch, type Watch, type WatchEvaluation, watchRecords } from './stored-watch.ts';
import { watchMsg } from './watch-messages.ts';
import { absentFrom, absentNote, watchCommand, watchText } from './watch-text.ts';

export interface ListedWatches {
  readonly watches: readonly Watch[];
  readonly evaluation?: WatchEvaluation;
  /** Start of the region's troubles, epoch ms. */
  readonly troubles?: RegionTroubles;
  readonly names: ReadonlyMap<string, string>;
  readonly shares: boolean;
}

interface ListedPart {
  readonly all: boolean;
  readonly page: number;
}

export const watchList = defineQuestion({
  ...watchCommand,
  id: 'watch.list',
  keywords: [['list']],
  summary: watchMsg.listSays(),
  title: watchMsg.listForm(),
  examples: ['watch list', 'watch list all'],
  params: { all: flag(watchMsg.all(), 'all'), page },
  order: [],
  gather: (_args, ask, reads) => gatherWatches(ask, reads),
  answer: (args, listed: ListedWatches, ask) => watchesAnswer([], listed, ask, args),
});

export const watchId = required<string>(watchMsg.id(), watchMsg.idMissing(), (typed) => ok(typed.toLowerCase()), {
  input: 'external',
  source: 'watches',
});

export const watchShow = defineQuestion({
  ...watchCommand,
  id: 'watch.show',
  keywords: [['show']],
  summary: watchMsg.showSays(),
  title: watchMsg.form(),
  examples: ['watch show a1b2c3'],
  params: { id: watchId },
  order: ['id'],
  async gather({ id }, ask, reads) {
    const listed = await gatherWatches(ask, reads);
    const watch = listed.watches.find((each) => each.id === id);
    if (!watch) return refused(watchMsg.idUnknown({ id }));
    return { ...listed, watches: [watch], watch, absent: await absentFrom(watch, reads) };
  },
  answer(
    _args,
    { watch, absent, ...listed }: ListedWatches & { readonly watch: Watch; readonly absent: readonly string[] },
    ask,
  ): Answer {
    const fields = [
      { label: watchMsg.what(), value: watchText(watch) },
      { label: watchMsg.state(), value: watchStateOf(watch, listed, ask.now).state },
      { label: watchMsg.where(), value: watchMsg.channelIs({ channel: { channel: watch.channel } }) },
      { label: watchMsg.by(), value: watchMsg.byAt({ who: watch.by.name, at: { at: watch.at } }) },
      ...(watch.notify.length > 0 ? [{ label: watchMsg.notify(), value: mentionsText(watch.notify) }] : []),
    ];
    return {
      title: watchMsg.title(),
      // Don't share this answer, because mentions in shared answers notify nobody.
      share: false,
      parts: [
        { part: 'fields', fields },
        ...absentNote(absent),
        ...(watch.configured ? [{ part: 'note', text: watchMsg.inFileNote() } as const] : []),
        { part: 'buttons', buttons: watchButtons(watch, silenceNow(watch, listed.evaluation, ask.now) !== undefined) },
      ],
    };
  },
});

export async function gatherWatches(ask: Ask, reads: Reads): Promise<ListedWatches> {
  const access = channelAccess(ask, reads);
  const key = placeKey(ask.context);
  const watches: Watch[] = [];
  for (const watch of await watchRecords.bodies(reads, { placeKey: key }))
    if (await access.mayKnow(watch.channel)) watches.push(watch);
  const evaluation = (await evaluationRecords.get(reads, key))?.body;
  const seen = await seenComponents(ask.context, reads);
  const shares = await mayShare(
    access,
    watches.map(({ channel }) => channel),
  );
  return {
    watches,
    names: new Map(seen.map(({ id, name }) => [id, name])),
    shares,
    troubles: await regionTroubles(reads, ask.context.region),
    ...(evaluation ? { evaluation } : {}),
  };
}

/** Number of watches per page. If there are at most `mostUnfolded` watches, all are shown as rows. */
const watchesPerPage = 10;
const mostUnfolded = 5;

export function watchesAnswer(
  first: readonly Part[],
  listed: ListedWatches,
  ask: Ask,
  which: ListedPart = { all: false, page: 1 },
): Answer {
  const { watches, shares } = listed;
  const known = watches
    .map((watch) => ({ watch, ...watchStateOf(watch, listed, ask.now) }))
    .toSorted((one, other) => Number(one.isFine) - Number(other.isFine));
  const isWhole = which.all || watches.length <= mostUnfolded;
  const shown = isWhole ? known : known.filter(({ isFine }) => !isFine);
  const fine = watches.length - shown.length;
  const paging = { page: which.page, size: watchesPerPage, total: shown.length };
  const onPage = pageFrom(shown, paging);
  const rows = onPage.map(
    ({ watch, state }): Part => ({
      part: 'row',
      text: watchMsg.row({
        what: watchText(watch),
        state,
        who: verbatim(watch.by.name),
        channel: { channel: watch.channel },
      }),
      menu: watchMenu(watch, listed, ask.now),
    }),
  );
  const { notes, ...share } = sharing(shares);
  const folding = (label: Text, given: AskButton['given']): Part => ({
    part: 'buttons',
    buttons: [{ label, operation: 'watch.list', given }],
  });
  return {
    title: watchMsg.listTitle(),
    ...share,
    parts: [
      ...first,
      ...rows,
      ...(watches.length === 0
        ? [{ part: 'line', text: watchMsg.listNone({ example: `/${ask.prefix}watch abnormal` }) } as const]
        : []),
      ...(fine > 0 ? [{ part: 'line', text: watchMsg.areFine({ count: fine, others: shown.length }) } as const] : []),
      ...otherPages('watch.list', paging, onPage.length, which.all ? { all: ['yes'] } : {}),
      ...(fine > 0 ? [folding(watchMsg.showAll(), { all: ['yes'] })] : []),
      ...(which.all && watches.length > mostUnfolded ? [folding(watchMsg.showTroubled(), {})] : []),
      ...notes,
    ],
  };
}

/** Returns the menu of a watch. Offers no silence if the watch is paused or already silenced. */
function watchMenu(watch: Watch, { evaluation }: ListedWatches, now: number): AskMenu {
  const { id, paused, configured } = watch;
  const isFiring = firingTracks(watch, evaluation).length > 0;
  const isSilenced = silenceNow(watch, evaluation, now) !== undefined;
  // Such a menu in Slack can have at most five entries.
  const lengths = silenceOptions.filter(({ value }) => value !== (isFiring ? '4h' : 'recovered'));
  const silences = lengths.map(
    ({ value, label }): Proposal => ({
      label: watchMsg.silenceForLength({ length: label }),
      operation: 'watch.silence',
      given: { for: [value] },
    }),
  );
  const entry = (label: Text, operation: string): Proposal => ({ label, operation, given: {} });
  const entries = present([
    paused !== undefined && entry(watchMsg.resume(), 'watch.resume'),
    paused === undefined && isSilenced && entry(watchMsg.endSilence(), 'watch.resume'),
    paused === undefined && !configured && entry(watchMsg.pause(), 'watch.pause'),
    ...(paused === undefined && !isSilenced ? silences : []),
    !configured && entry(watchMsg.deleteIt(), 'watch.delete'),
  ]);
  return { given: { id: [id] }, entries };
}

function watchButtons(watch: Watch, isSilenced: boolean): readonly AskButton[] {
  const { id, paused, configured } = watch;
  const given = { id: [id] };
  const again = { operation: 'watch.resume', given };
  return present([
    paused !== undefined && { ...again, label: watchMsg.resume() },
    paused === undefined && isSilenced && { ...again, label: watchMsg.endSilence() },
    paused === undefined && !configured && { label: watchMsg.pause(), operation: 'watch.pause', given },
    { label: incidentActionMsg.silenceForm(), operation: 'watch.silence', given, opens: 'modal' },
    !configured && {
      label: watchMsg.delete(),
      operation: 'watch.delete',
      given: { ...given, sure: ['yes'] },
      style: 'danger',
      confirm: watchMsg.deleteAsks({ what: watchText(watch) }),
    },
  ]);
}

export function firingTracks(watch: Watch, evaluation: WatchEvaluation | undefined): readonly WatchTrack[] {
  return tracksOf(watch, evaluation).flatMap(({ track }) =>
    track.state === 'firing' || track.state === 'recovering' ? [track] : [],
  );
}

/** Returns the current silence. A silence until recovery ends when none of its tracks fires anymore. */
function silenceNow(watch: Watch, evaluation: WatchEvaluation | undefined, now: number): Partial<Silence> | undefined {
  const silence = silenceOfWatch(watch, now);
  const isOver =
    silence?.recovered && !firingTracks(watch, evaluation).some((track) => silenceOfWatch(watch, now, track));
  return isOver ? undefined : silence;
}

/** Returns a watch's tracks. Omits the tracks of components that moved to another app. */
function tracksOf({ id }: Watch, evaluation: WatchEvaluation | undefined) {
  const prefix = trackKey(id, '');
  return Object.entries(evaluation?.tracks ?? {}).flatMap(([key, track]) => {
    const thing = key.slice(prefix.length);
    return key.startsWith(prefix) && evaluation?.moved?.[thing] === undefined ? [{ thing, track }] : [];
  });
}

const mostNamed = 10;
function unreadText(names: readonly string[]): readonly Text[] {
  return names.length === 0 ? [] : [watchMsg.certificatesUnread({ names: verbatimList(names) })];
}

function silencedText({ name, until: at = 0, recovered }: Partial<Silence>): Text {
  if (recovered && name !== undefined) return watchMsg.silencedUntilOver({ who: name });
  return name === undefined ? watchMsg.silenced({ until: { at } }) : watchMsg.silencedBy({ who: name, until: { at } });
}

function movedTexts(missing: NonNullable<Watch['components']>, { moved = {} }: WatchEvaluation): readonly Text[] {
  const apps = Map.groupBy(missing, ({ id }) => moved[id]);
  return [...apps].flatMap(([app, these]) => {
    if (app === undefined) return [];
    const names = verbatimList(these.map(({ name }) => name));
    return [app === '' ? watchMsg.moved({ names }) : watchMsg.movedTo({ names, app })];
  });
}

/** Age from which an evaluation is shown as late, in ms. */
const lateAfter = 3 * 60_000;

/** Returns the start of a region trouble that hides the values; undefined if there is none, or it is recent. */
function blindSince({ condition }: Watch, { unread, unmeasured }: RegionTroubles, now: number): number | undefined {
  const since = Math.min(...present([unread, isReadByRange(condition.item) && unmeasured]));
  return now - since > lateAfter ? since : undefined;
}

interface StateOfWatch {
  readonly state: Text;
  readonly isFine: boolean;
}

function watchStateOf(watch: Watch, listed: ListedWatches, now: number): StateOfWatch {
  const { evaluation, troubles = {} } = listed;
  if (watch.paused !== undefined) {
    const why = watch.paused === 'person' ? undefined : pausedText(watch.paused);
    return { state: why ? watchMsg.paused({ why }) : watchMsg.pausedByPerson(), isFine: false };
  }
  const blind = blindSince(watch, troubles, now);
  if (blind !== undefined) return { state: watchMsg.blind({ at: { at: blind } }), isFine: false };
  const at = evaluation?.items[watch.condition.item];
  const missing = (watch.components ?? []).filter(({ id }) => evaluation?.absent[id] !== undefined);
  const lost = missing.filter(({ id }) => evaluation?.moved?.[id] === undefined).map(({ name }) => name);
  const unknown = [...unknownComponents(watch), ...lost];
  const notFound = unknown.length === 0 ? [] : [watchMsg.notFound({ names: join(unknown.map(verbatim), ', ') })];
  if (evaluation?.unmeasured?.[watch.condition.item] !== undefined)
    return { state: watchMsg.listUnmeasured({ why: unmeasuredText(watch.condition.item) }), isFine: false };
  if (!evaluation || at === undefined || at < watch.at - 60_000)
    return { state: join([watchMsg.notEvaluated(), ...notFound], '; '), isFine: false };
  const found = trackTexts(watch, evaluation, listed, missing);
  const isLate = now - at > lateAfter;
  const silence = silenceNow(watch, evaluation, now);
  const others = present([...notFound, silence && silencedText(silence), isLate && watchMsg.late({ at: { at } })]);
  // Not OK if the last evaluation is late, or all components are missing.
  const isOk = found.length === 0 && !isLate && watch.components?.length !== missing.length;
  return { state: join([...(isOk ? [watchMsg.ok()] : found), ...others], '; '), isFine: isOk && others.length === 0 };
}

function trackTexts(
  watch: Watch,
  evaluation: WatchEvaluation,
  { names }: ListedWatches,
  missing: NonNullable<Watch['components']>,
): readonly Text[] {
  const isOfCertificates = watch.condition.item === 'certificates';
  const nameOf = (id: string) => {
    if (watch.condition.item === 'exposure') return verbatim(addressOfKey(id));
    if (!isOfCertificates)
      return verbatim(
        evaluation.names?.[id] ?? names.get(id) ?? watch.components?.find((each) => each.id === id)?.name ?? id,
      );
    const name = evaluation.certificates?.[id];
    return name === undefined ? watchMsg.certificateNumber({ id }) : verbatim(name);
  };
  const tracks = tracksOf(watch, evaluation);
  const among = (
    is: (track: WatchTrack) => boolean,
    text: (given: { names: Text; count: number }) => Text,
  ): readonly Text[] => {
    const found = tracks.filter(({ track }) => is(track)).map(({ thing }) => nameOf(thing));
    const more = found.length - mostNamed;
    const named = [...found.slice(0, mostNamed), ...(more > 0 ? [watchMsg.andMore({ count: more })] : [])];
    return found.length === 0 ? [] : [text({ names: listText(named), count: found.length })];
  };
  const all = watch.components?.length ?? names.size;
  return [
    ...unreadText(isOfCertificates ? (evaluation.unread ?? []) : []),
    ...movedTexts(missing, evaluation),
    ...among(({ state }) => state === 'firing', watchMsg.firing),
    ...among(({ state }) => state === 'recovering', watchMsg.recovering),
    ...among(({ state }) => state === 'pending', watchMsg.pending),
    ...among(hasNoData, ({ names, count }) =>
      count > 1 && count >= all
        ? watchMsg.noDataAtAll()
        : count > mostNamed
          ? watchMsg.noDataOf({ names, count })
          : watchMsg.noData({ names }),
    ),
    ...among(({ idle }) => idle === true, watchMsg.notRunning),
  ];
}

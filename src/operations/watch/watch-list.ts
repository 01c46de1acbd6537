import type { Answer, AskButton, Part } from '../../core/command/answer.ts';
import { placeKey } from '../../core/command/context.ts';
import { ok, required } from '../../core/command/params.ts';
import { refused } from '../../core/command/problem.ts';
import { present } from '../../core/defined.ts';
import type { Silence } from '../../core/incident/incident.ts';
import { mentionsText } from '../../core/incident/incident-text.ts';
import type { Ask } from '../../core/operation.ts';
import { listText, verbatimList } from '../../core/text/joined.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import { isReadByRange } from '../../core/watch/watch-condition.ts';
import { hasNoData, type WatchTrack } from '../../core/watch/watch-state.ts';
import { listedWhole } from '../shared/answer/paging.ts';
import { unmeasuredText } from '../shared/chart/collected-items.ts';
import { defineQuestion, type Reads } from '../shared/define.ts';
import { addressOfKey } from '../shared/exposure/exposed-address.ts';
import { seenComponents } from '../shared/find-component.ts';
import { incidentActionMsg } from '../shared/incident/incident-action-messages.ts';
import { channelAccess, mayShare, sharing } from '../shared/place/channel-access.ts';
import { pausedText } from '../shared/place/paused-text.ts';
import { type RegionTroubles, regionTroubles } from './evaluation/region-outage.ts';
import { unknownComponents } from './life/configured-watches.ts';
import {
  evaluationRecords,
  silenceOfWatch,
  trackKey,
  type Watch,
  type WatchEvaluation,
  watchRecords,
} from './stored-watch.ts';
import { watchMsg } from './watch-messages.ts';
import { absentFrom, absentNote, watchCommand, watchText } from './watch-text.ts';

/** Watches that are listed, with what is known of them. */
export interface ListedWatches {
  readonly watches: readonly Watch[];
  readonly evaluation?: WatchEvaluation;
  /** Since when their region can't be read, or its monitoring has no data, epoch ms. */
  readonly troubles?: RegionTroubles;
  /** What components are called, by their ids. */
  readonly names: ReadonlyMap<string, string>;
  readonly shares: boolean;
}

/** `/watch list`. */
export const watchList = defineQuestion({
  ...watchCommand,
  id: 'watch.list',
  keywords: [['list']],
  summary: watchMsg.listSays(),
  title: watchMsg.listForm(),
  examples: ['watch list'],
  params: {},
  order: [],
  gather: (_args, ask, reads) => gatherWatches(ask, reads),
  answer: (_args, listed: ListedWatches, ask) => watchesAnswer([], listed, ask),
});

/** A watch, by its id. */
export const watchId = required<string>(watchMsg.id(), watchMsg.idMissing(), (typed) => ok(typed.toLowerCase()), {
  input: 'external',
  source: 'watches',
});

/** `/watch show <id>`. */
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
      { label: watchMsg.state(), value: watchStateText(watch, listed, ask.now) },
      { label: watchMsg.where(), value: watchMsg.channelIs({ channel: { channel: watch.channel } }) },
      { label: watchMsg.by(), value: watchMsg.byAt({ who: watch.by.name, at: { at: watch.at } }) },
      ...(watch.notify.length > 0 ? [{ label: watchMsg.notify(), value: mentionsText(watch.notify) }] : []),
    ];
    return {
      title: watchMsg.title(),
      // It mentions people: what is shared pings nobody.
      share: false,
      parts: [
        { part: 'fields', fields },
        ...absentNote(absent),
        ...(watch.configured ? [{ part: 'note', text: watchMsg.inFileNote() } as const] : []),
        { part: 'buttons', buttons: watchButtons(watch) },
      ],
    };
  },
});

/** The watches of the context, of those channels that the person may know of. */
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

const mostWithButtons = 5;

/** The watches below a first line. */
export function watchesAnswer(first: readonly Part[], listed: ListedWatches, ask: Ask): Answer {
  const { watches, shares } = listed;
  return listedWhole({
    title: watchMsg.listTitle(),
    first,
    shown: watches,
    none: watchMsg.listNone({ example: `/${ask.prefix}watch abnormal` }),
    columns: [watchMsg.what(), watchMsg.state(), watchMsg.where(), watchMsg.by(), watchMsg.id()],
    rowOf: (watch) => [
      watchText(watch),
      watchStateText(watch, listed, ask.now),
      watchMsg.channelIs({ channel: { channel: watch.channel } }),
      verbatim(watch.by.name),
      verbatim(watch.id),
    ],
    below: watches.slice(0, mostWithButtons).map((watch) => ({ part: 'buttons', buttons: watchButtons(watch) })),
    ...sharing(shares),
  });
}

function watchButtons({ id, paused, configured }: Watch): readonly AskButton[] {
  const given = { id: [id] };
  const label = (text: Text) => watchMsg.buttonOf({ label: text, id });
  const pause = { label: label(watchMsg.pause()), operation: 'watch.pause', given };
  const resume = { label: label(watchMsg.resume()), operation: 'watch.resume', given };
  return present([
    ...(paused !== undefined ? [resume] : configured ? [] : [pause]),
    { label: label(incidentActionMsg.silenceForm()), operation: 'watch.silence', given, opens: 'modal' },
    !configured && {
      ...{
        label: label(watchMsg.delete()),
        operation: 'watch.delete',
        given: { ...given, sure: ['yes'] },
        style: 'danger',
      },
      confirm: watchMsg.deleteAsks({ id }),
    },
  ]);
}

/** Components that are named in each state. */
const mostNamed = 10;
/** That the platform can't read certificates, so that when they expire isn't known. */
function unreadText(names: readonly string[]): readonly Text[] {
  return names.length === 0 ? [] : [watchMsg.certificatesUnread({ names: verbatimList(names) })];
}

function silencedText({ name, until: at = 0 }: Partial<Silence>): Text {
  return name === undefined ? watchMsg.silenced({ until: { at } }) : watchMsg.silencedBy({ who: name, until: { at } });
}

/** Which components of a watch are in another app: it keeps its own. */
function movedTexts(missing: NonNullable<Watch['components']>, { moved = {} }: WatchEvaluation): readonly Text[] {
  const apps = Map.groupBy(missing, ({ id }) => moved[id]);
  return [...apps].flatMap(([app, these]) => {
    if (app === undefined) return [];
    const names = verbatimList(these.map(({ name }) => name));
    return [app === '' ? watchMsg.moved({ names }) : watchMsg.movedTo({ names, app })];
  });
}

/** Later than this, an evaluation is said to be late, in ms. */
const lateAfter = 3 * 60_000;

/** Since when nothing is known of what is watched, because of its region; undefined if it isn't so, or only lately. */
function blindSince({ condition }: Watch, { unread, unmeasured }: RegionTroubles, now: number): number | undefined {
  const since = Math.min(...present([unread, isReadByRange(condition.item) && unmeasured]));
  return now - since > lateAfter ? since : undefined;
}

function watchStateText(watch: Watch, { evaluation, names, troubles = {} }: ListedWatches, now: number): Text {
  if (watch.paused !== undefined)
    return watchMsg.paused({ why: watch.paused === 'person' ? watchMsg.pausedByPerson() : pausedText(watch.paused) });
  const blind = blindSince(watch, troubles, now);
  if (blind !== undefined) return watchMsg.blind({ at: { at: blind } });
  const at = evaluation?.items[watch.condition.item];
  const missing = (watch.components ?? []).filter(({ id }) => evaluation?.absent[id] !== undefined);
  const lost = missing.filter(({ id }) => evaluation?.moved?.[id] === undefined).map(({ name }) => name);
  const unknown = [...unknownComponents(watch), ...lost];
  const notFound = unknown.length === 0 ? [] : [watchMsg.notFound({ names: join(unknown.map(verbatim), ', ') })];
  if (evaluation?.unmeasured?.[watch.condition.item] !== undefined)
    return watchMsg.listUnmeasured({ why: unmeasuredText(watch.condition.item) });
  if (!evaluation || at === undefined || at < watch.at - 60_000)
    return join([watchMsg.notEvaluated(), ...notFound], '; ');
  const prefix = trackKey(watch.id, '');
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
  const tracks = Object.entries(evaluation.tracks).flatMap(([key, track]) =>
    key.startsWith(prefix) && evaluation.moved?.[key.slice(prefix.length)] === undefined
      ? [{ name: nameOf(key.slice(prefix.length)), track }]
      : [],
  );
  const among = (is: (track: WatchTrack) => boolean, text: (given: { names: Text }) => Text): readonly Text[] => {
    const found = tracks.filter(({ track }) => is(track)).map(({ name }) => name);
    const more = found.length - mostNamed;
    const names = [...found.slice(0, mostNamed), ...(more > 0 ? [watchMsg.andMore({ count: more })] : [])];
    return found.length === 0 ? [] : [text({ names: listText(names) })];
  };
  const unread = isOfCertificates ? (evaluation.unread ?? []) : [];
  const found = [
    ...unreadText(unread),
    ...movedTexts(missing, evaluation),
    ...among(({ state }) => state === 'firing', watchMsg.firing),
    ...among(({ state }) => state === 'recovering', watchMsg.recovering),
    ...among(({ state }) => state === 'pending', watchMsg.pending),
    ...among(hasNoData, watchMsg.noData),
    ...among(({ idle }) => idle === true, watchMsg.notRunning),
  ];
  const isLate = now - at > lateAfter;
  const silence = silenceOfWatch(watch, now);
  return join(
    [
      // What wasn't looked at since, or isn't there, isn't OK.
      ...(found.length > 0 || isLate || watch.components?.length === missing.length ? found : [watchMsg.ok()]),
      ...notFound,
      ...(silence ? [silencedText(silence)] : []),
      ...(isLate ? [watchMsg.late({ at: { at } })] : []),
    ],
    '; ',
  );
}

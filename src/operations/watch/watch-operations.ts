import type { Answer } from '../../core/command/answer.ts';
import { placeKey } from '../../core/command/context.ts';
import { flag } from '../../core/command/params.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { type Incident, isOngoing, Silence } from '../../core/incident/incident.ts';
import type { Ask } from '../../core/operation.ts';
import { momentNear } from '../../core/text/instant-text.ts';
import type { Text } from '../../core/text/text.ts';
import { retryRaces } from '../../store/retry-races.ts';
import { defineSetting, type Operation, type SettingServices } from '../shared/define.ts';
import { incidentActionMsg } from '../shared/incident/incident-action-messages.ts';
import { refuseShorter, silenceBy, silenceLength } from '../shared/incident/silence-length.ts';
import { evaluationRecords, silenceOfWatch, type Watch, watchRecords } from '../shared/watch/stored-watch.ts';
import { endSilences, incidentOperations } from './incident-operations.ts';
import { endingOf, resumingOf, silencingOf, unsilenced } from './life/end-watch.ts';
import { findOwnWatch, refuseInFile } from './own-watch.ts';
import { watchAdd } from './watch.ts';
import {
  gatherList,
  gatherWatch,
  refuseWithoutWatches,
  watchCard,
  watchEdit,
  watchesAnswer,
  watchId,
  watchList,
  watchShow,
} from './watch-list.ts';
import { firingTracks, silenceNow } from './watch-list-state.ts';
import { watchMsg } from './watch-messages.ts';
import { silencedNowText, watchAnswer, watchCommand, watchEntry, watchRecord, watchText } from './watch-text.ts';
import { watchSetup, watchUsual } from './watch-usual.ts';

type NextWatch = (watch: Watch) => Watch | Problem | undefined;

interface WatchStep {
  readonly operation: string;
  /** The answer shows only this watch, because a button of its card was pressed. */
  readonly card?: boolean;
  /** Returns undefined to delete the watch. */
  readonly next: NextWatch;
  line(given: { what: Text }): Text;
  announcement(given: { who: string; what: Text }): Text;
}

/** Changes a watch as it is stored now, and tells its channel. The answer lists the current watches, or shows this one. */
async function changeWatch(
  id: string,
  ask: Ask,
  settings: SettingServices,
  { operation, card = false, next, line, announcement }: WatchStep,
): Promise<Answer | Problem> {
  const changed = await retryRaces<Watch | Problem>(`watch ${id}`, async () => {
    const loaded = await findOwnWatch(id, ask, settings);
    if (isProblem(loaded)) return loaded;
    const changed = next(loaded.watch);
    if (isProblem(changed)) return changed;
    // End the incidents of a paused or deleted watch. Nothing evaluates the watch, so they would fire forever.
    const wasPaused = loaded.watch.paused !== undefined;
    const ends = !changed ? 'unwatched' : changed.paused !== undefined && !wasPaused ? by(ask) : undefined;
    const resumes = changed && changed.paused === undefined && wasPaused;
    const silence = Silence.safeParse(changed && silenceOfWatch(changed, ask.now)).data;
    const silenced = silence?.at === ask.now ? await silencingOf(settings, loaded.watch, silence, by(ask)) : undefined;
    const incidents = ends
      ? await endingOf(settings, loaded.watch, ends, ask.now)
      : resumes
        ? await resumingOf(settings, loaded.watch, ask.now)
        : silenced;
    const saved = await settings.store.commit({
      at: ask.now,
      records: [
        changed ? watchRecord(changed, ask.now, loaded.version) : watchRecords.drop(loaded.watch.id),
        ...(incidents?.records ?? []),
      ],
      outbox: incidents?.outbox ?? [],
      audit: [watchEntry((silenced && changed) ?? loaded.watch, ask, operation, { incidents: silenced?.after })],
    });
    return saved === 'saved' ? loaded.watch : undefined;
  });
  if (isProblem(changed)) return changed;
  const what = watchMsg.named({ what: watchText(changed) });
  const text = announcement({ who: ask.person.name, what });
  await settings.announce(watchAnswer([{ part: 'line', text }]), changed.channel);
  return shownAfter(line({ what }), { id: changed.id, card }, ask, settings);
}

/** Returns the list of watches, or one watch, as it is after a change. */
async function shownAfter(
  text: Text,
  { id, card }: { readonly id: string; readonly card: boolean },
  ask: Ask,
  settings: SettingServices,
): Promise<Answer | Problem> {
  const first = [{ part: 'line', text } as const];
  if (!card) return watchesAnswer(first, await gatherList(ask, settings), ask);
  const shown = await gatherWatch(id, ask, settings);
  return isProblem(shown) ? shown : watchCard(first, shown, ask);
}

function by({ person: { id, name }, now }: Ask) {
  return { id, name, at: now };
}

async function isSilencedNow(watch: Watch, { now }: Ask, settings: SettingServices): Promise<boolean> {
  const evaluation = await evaluationRecords.get(settings, placeKey(watch.context));
  return silenceNow(watch, evaluation?.body, now) !== undefined;
}

function hasWatch(id: string): (incident: Incident) => boolean {
  return ({ lines }) => lines.some((line) => line.watch === id && isOngoing(line));
}

const shared = { ...watchCommand, order: ['id'], refuses: refuseWithoutWatches } as const;
const card = flag(watchMsg.title(), 'card', { input: 'hidden', keyword: () => undefined });

const watchPause = defineSetting({
  ...shared,
  id: 'watch.pause',
  keywords: [['pause']],
  summary: watchMsg.pauseSays(),
  examples: ['watch pause a1b2c3'],
  params: { id: watchId, card },
  apply: ({ id, card }, ask, settings) =>
    changeWatch(id, ask, settings, {
      operation: 'watch.pause',
      card,
      next: (watch) => refuseInFile(watch) ?? { ...watch, paused: 'person', pausedBy: by(ask) },
      line: watchMsg.pausedNow,
      announcement: watchMsg.pausedTold,
    }),
});

/** Resumes a paused watch. Only ends the silence of a watch that isn't paused. */
const watchResume = defineSetting({
  ...shared,
  id: 'watch.resume',
  keywords: [['resume']],
  summary: watchMsg.resumeSays(),
  examples: ['watch resume a1b2c3'],
  params: { id: watchId, card },
  async apply({ id, card }, ask, settings) {
    const loaded = await findOwnWatch(id, ask, settings);
    if (isProblem(loaded)) return loaded;
    if (loaded.watch.paused === undefined) return endSilence({ id: loaded.watch.id, card }, ask, settings);
    return changeWatch(id, ask, settings, {
      operation: 'watch.resume',
      card,
      next: ({ paused: _paused, pausedBy: _pausedBy, ...watch }) => ({ ...unsilenced(watch), resumed: ask.now }),
      line: watchMsg.resumedNow,
      announcement: watchMsg.resumedTold,
    });
  },
});

async function endSilence(
  { id, card }: { readonly id: string; readonly card: boolean },
  ask: Ask,
  settings: SettingServices,
): Promise<Answer | Problem> {
  const find = async () => {
    const loaded = await findOwnWatch(id, ask, settings);
    if (isProblem(loaded)) return loaded;
    const { watch: body, version } = loaded;
    const watches = (await isSilencedNow(body, ask, settings)) ? [{ body, version }] : [];
    return { place: placeKey(body.context), watches, endsOwn: hasWatch(id) };
  };
  const done = await endSilences(`watch ${id}`, find, ask, settings);
  if (isProblem(done)) return done;
  return shownAfter(done.text, { id, card }, ask, settings);
}

/** Asks for confirmation first, because a deleted watch can't be restored. */
const watchDelete = defineSetting({
  ...shared,
  id: 'watch.delete',
  keywords: [['delete']],
  summary: watchMsg.deleteSays(),
  examples: ['watch delete a1b2c3'],
  params: { id: watchId, sure: flag(watchMsg.delete(), 'sure', { input: 'hidden', keyword: () => undefined }) },
  apply: ({ id, sure }, ask, settings) =>
    sure
      ? changeWatch(id, ask, settings, {
          operation: 'watch.delete',
          next: refuseInFile,
          line: watchMsg.deletedNow,
          announcement: watchMsg.deletedTold,
        })
      : askToDelete(id, ask, settings),
});

async function askToDelete(id: string, ask: Ask, settings: SettingServices): Promise<Answer | Problem> {
  const loaded = await findOwnWatch(id, ask, settings);
  if (isProblem(loaded)) return loaded;
  const refusal = refuseInFile(loaded.watch);
  if (refusal) return refusal;
  const sure = { id: [loaded.watch.id], sure: ['yes'] };
  return watchAnswer([
    { part: 'line', text: watchMsg.deleteAsks({ what: watchText(loaded.watch) }) },
    {
      part: 'buttons',
      buttons: [
        { label: watchMsg.delete(), operation: 'watch.delete', given: sure, style: 'danger' },
        { label: watchMsg.cancel(), operation: 'watch.list', given: {} },
      ],
    },
  ]);
}

const watchSilence = defineSetting({
  ...shared,
  id: 'watch.silence',
  keywords: [['silence']],
  summary: watchMsg.silenceSays(),
  searched: watchMsg.silenceSearched(),
  title: incidentActionMsg.silenceForm(),
  examples: ['watch silence a1b2c3', 'watch silence a1b2c3 4h'],
  params: { id: watchId, for: silenceLength },
  order: ['id', 'for'],
  async apply({ id, for: length }, ask, settings) {
    const loaded = await findOwnWatch(id, ask, settings);
    if (isProblem(loaded)) return loaded;
    const evaluation = (await evaluationRecords.get(settings, placeKey(loaded.watch.context)))?.body;
    const silence = silenceBy(ask, length);
    if (silence.recovered && firingTracks(loaded.watch, evaluation).length === 0)
      return refused(watchMsg.nothingFires());
    const { until: silencedUntil, ...silencedBy } = silence;
    return changeWatch(id, ask, settings, {
      operation: 'watch.silence',
      next: (watch) =>
        refuseShorter(watchText(watch), silenceNow(watch, evaluation, ask.now), silence) ?? {
          ...watch,
          silencedUntil,
          silencedBy,
        },
      line: ({ what }) => silencedNowText(what, silence, ask.now),
      announcement: (given) =>
        silence.recovered
          ? watchMsg.silencedUntilOverTold(given)
          : watchMsg.silencedTold({ ...given, until: momentNear(silencedUntil, ask.now) }),
    });
  },
});

export const watchOperations: readonly Operation[] = [
  watchAdd,
  watchUsual,
  watchSetup,
  watchList,
  watchShow,
  watchEdit,
  watchPause,
  watchResume,
  watchDelete,
  watchSilence,
  ...incidentOperations,
];

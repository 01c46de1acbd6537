import * as z from 'zod';
import { isSameJson } from '../../core/defined.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import type { WatchItem } from '../../core/watch/watch-condition.ts';
import type { LineRows } from '../../delivery/poster.ts';
import { recordSubscriptions, type Subscriptions } from '../../delivery/subscription.ts';
import type { ComponentSummary } from '../../platform/component/component-endpoints.ts';
import { namesOfComponents } from '../../platform/monitoring/monitoring-reply.ts';
import { MONITOR_ITEMS } from '../../platform/platform.ts';
import type { Commit } from '../../store/store.ts';
import type { Outgoing } from '../../store/stored-types.ts';
import { unmeasuredText } from '../shared/chart/collected-items.ts';
import { contextText } from '../shared/place/known-contexts.ts';
import { hasLeft, pausedText } from '../shared/place/paused-text.ts';
import type { Services } from '../shared/services.ts';
import { Watch, type WatchEvaluation, watchRecords } from '../shared/watch/stored-watch.ts';
import { isGone, type MinuteReading } from './evaluation/evaluate-watches.ts';
import { isCalled } from './life/configured-watches.ts';
import { endingOf } from './life/end-watch.ts';
import { watchMsg } from './watch-messages.ts';
import { watchRecord, watchText } from './watch-text.ts';

/** Pauses watches, ends their incidents, and notifies their creators of the pause. */
export const watchSubscriptions: Subscriptions<Watch> = recordSubscriptions(watchRecords, async (store, watch, at) => {
  const { records, outbox } = await endingOf(store, watch, 'unwatched', at);
  // A policy file's watch has no creator in Slack. The list of watches and `doctor` show the pause instead.
  const notice = watch.configured ? [] : [watchNoteRow('watch-paused', watch, watch.paused, at)];
  return { records, outbox: [...notice, ...outbox] };
});

/**
 * Resumes watches that were paused because the bot wasn't in their channel, if it is there again, and tells each channel
 * once. Then calls `changed`.
 */
export async function resumeBack(
  {
    store,
    world,
    people,
  }: Pick<Services, 'store' | 'world'> & { readonly people: Pick<Services['people'], 'isBotIn'> },
  changed: () => void,
): Promise<void> {
  const paused = await watchRecords.list(store, { isOpen: false });
  const left = paused.filter(({ body }) => body.paused !== undefined && hasLeft(body.paused));
  for (const [channel, stored] of Map.groupBy(left, ({ body }) => body.channel)) {
    if (!(await people.isBotIn(channel))) continue;
    const at = world.now();
    const watches = stored.map(({ body: { paused: _paused, ...watch } }) => ({ ...watch, resumed: at }));
    const body: BackNote = { watches };
    const saved = await store.commit({
      at,
      records: watches.map((watch, index) => watchRecord(watch, at, stored[index]?.version)),
      outbox: [{ id: `${backKind}:${channel}:${at}`, kind: backKind, at, body }],
    });
    if (saved === 'saved') changed();
  }
}

/** Removes watches after all their components were deleted, but not the policy file's. Then calls `changed`. */
export async function removeGone(
  services: Pick<Services, 'store' | 'world'>,
  mine: readonly Watch[],
  reading: Pick<MinuteReading, 'components' | 'listedAt' | 'gone'>,
  before: Pick<WatchEvaluation, 'absent'>,
  changed: () => void,
): Promise<void> {
  const { store, world } = services;
  const { components: list, gone } = reading;
  if (!list) return;
  const ids = new Set(list.map(({ serviceId }) => serviceId));
  for (const watch of mine) {
    const missing = (watch.components ?? []).filter(({ id }) => !ids.has(id));
    if (missing.some(({ id }) => !isGone(id, reading, before))) continue;
    if (watch.configured) {
      if (await findAgain(services, watch, list, (id) => gone.get(id)?.is !== 'deleted')) changed();
      continue;
    }
    // A watch without a component list watches the whole app. Components that moved to another app stay in the watch.
    if (!watch.components?.every(({ id }) => !ids.has(id) && gone.get(id)?.is === 'deleted')) continue;
    // Skip a watch that a person has just deleted.
    if (!(await watchRecords.get(store, watch.id))) continue;
    if ((await store.commit(removing(watch, world.now()))) === 'saved') changed();
  }
}

/** Updates a watch's components; `keeps` decides about missing ones. Returns whether a message must be sent. */
async function findAgain(
  { store, world }: Pick<Services, 'store' | 'world'>,
  watch: Watch,
  list: readonly ComponentSummary[],
  keeps: (id: string) => boolean,
): Promise<boolean> {
  if (withComponents(watch, list, keeps) === watch) return false;
  const now = world.now();
  let isEmptied = false;
  const saved = await watchRecords.change(store, watch.id, now, (stored) => {
    if (!stored) return undefined;
    const before = stored.body;
    const body = withComponents(before, list, keeps);
    isEmptied = body.components?.length === 0 && (before.components?.length ?? 0) > 0;
    return { body, outbox: isEmptied ? [emptiedRow(before, now)] : [] };
  });
  return saved !== undefined && isEmptied;
}

/** Finds the components of a policy file's watch. `keeps`: whether to keep a missing one, because it may have moved. */
export function withComponents(
  watch: Watch,
  list: readonly ComponentSummary[],
  keeps: (id: string) => boolean = () => false,
): Watch {
  if (!watch.configured || watch.configured.length === 0) return watch;
  const configured = watch.configured.map(({ typed, id }) => {
    const component = list.find(({ serviceId }) => serviceId === id) ?? list.find((each) => isCalled(each, typed));
    const kept = component ? component.serviceId : id !== undefined && keeps(id) ? id : undefined;
    return { typed, id: kept };
  });
  const names = namesOfComponents(list);
  const components = configured.flatMap(({ id }) => {
    const component = list.find(({ serviceId }) => serviceId === id);
    if (component) return [{ id: component.serviceId, name: names.get(component.serviceId) ?? component.serviceAlias }];
    return watch.components?.filter((each) => each.id === id) ?? [];
  });
  const next = { ...watch, configured, components };
  return isSameJson([watch.configured, watch.components], [configured, components]) ? watch : next;
}

/** Time that an item must be uncollected before it is reported, in ms. A second hourly read then confirms it. */
const certainAfter = 61 * 60_000;

/** Tells a watch's channel once that the region doesn't collect the watched item; then calls `changed`. */
export async function tellUnmeasured(
  { store, world }: Pick<Services, 'store' | 'world'>,
  mine: readonly Watch[],
  before: WatchEvaluation,
  { unmeasured, minute }: Pick<MinuteReading, 'unmeasured' | 'minute'>,
  changed: () => void,
): Promise<void> {
  const isCertain = (item: WatchItem) =>
    MONITOR_ITEMS.some((each) => each === item) || minute - (before.unmeasured?.[item] ?? minute) >= certainAfter;
  for (const { id, condition, toldUnmeasured } of mine) {
    if (toldUnmeasured || !unmeasured.includes(condition.item) || !isCertain(condition.item)) continue;
    const now = world.now();
    const saved = await watchRecords.change(store, id, now, (stored) => {
      if (!stored || stored.body.toldUnmeasured) return undefined;
      return { body: { ...stored.body, toldUnmeasured: true }, outbox: [unmeasuredRow(stored.body, now)] };
    });
    if (saved) changed();
  }
}

/** Tells a watch's channel once which certificates (`names`) can't be read now; then calls `changed`. */
export async function tellUnread(
  { store, world }: Pick<Services, 'store' | 'world'>,
  mine: readonly Watch[],
  names: readonly string[],
  changed: () => void,
): Promise<void> {
  for (const { id, condition, toldUnread } of mine) {
    if (condition.item !== 'certificates' || unknownOf(names, toldUnread).length === 0) continue;
    const now = world.now();
    const saved = await watchRecords.change(store, id, now, (stored) => {
      const watch = stored?.body;
      const news = watch ? unknownOf(names, watch.toldUnread) : [];
      if (!watch || news.length === 0) return undefined;
      const body = { ...watch, toldUnread: [...(watch.toldUnread ?? []), ...news] };
      return { body, outbox: [unreadRow(watch, news, now)] };
    });
    if (saved) changed();
  }
}

function unknownOf(names: readonly string[], announced: readonly string[] = []): readonly string[] {
  return names.filter((name) => !announced.includes(name));
}

/** Rows that notify a watch's creator of a pause, or its channel of its end or of unreadable values. */
const watchNoteKinds = ['watch-paused', 'watch-gone', 'watch-unmeasured', 'watch-unread'] as const;

const WatchNote = z.object({ watch: Watch, code: z.string() });
type WatchNote = z.infer<typeof WatchNote>;

/** Row that tells a channel that its watches go on, because the bot is there again. */
const backKind = 'watch-back';

const BackNote = z.object({ watches: z.array(Watch).min(1) });
type BackNote = z.infer<typeof BackNote>;

/** @param code an error code of Slack, or the names of certificates */
function watchNoteRow(kind: (typeof watchNoteKinds)[number], watch: Watch, code: string, now: number): Outgoing {
  const body: WatchNote = { watch, code };
  return { id: `${kind}:${watch.id}:${now}`, kind, at: now, body };
}

/** Returns the commit that removes a watch after all its components were deleted. A row tells the channel. */
function removing(watch: Watch, now: number): Commit {
  return {
    at: now,
    records: [watchRecords.drop(watch.id)],
    outbox: [watchNoteRow('watch-gone', watch, '', now)],
  };
}

/** Returns the row for a policy file's watch without components. It waits for new ones with the same names. */
function emptiedRow(watch: Watch, now: number): Outgoing {
  return watchNoteRow('watch-gone', watch, '', now);
}

function unreadRow(watch: Watch, names: readonly string[], now: number): Outgoing {
  return watchNoteRow('watch-unread', watch, names.join(', '), now);
}

function unmeasuredRow(watch: Watch, now: number): Outgoing {
  return watchNoteRow('watch-unmeasured', watch, '', now);
}

/** The creator alone gets the message about a pause. The channel gets all other messages. */
export const watchLines: LineRows = {
  kinds: [...watchNoteKinds, backKind],
  async lineOf({ kind, body }) {
    const back = BackNote.safeParse(body).data?.watches;
    const [first] = back ?? [];
    if (back && first) {
      const items = back.map((watch) => watchMsg.addedItem({ what: watchText(watch) }));
      const text = watchMsg.watchBack({ items: join(items, '\n') });
      return { place: { channel: first.channel, reader: first.by }, text };
    }
    const note = WatchNote.safeParse(body).data;
    if (!note) return undefined;
    const { by, channel } = note.watch;
    const place = { channel: kind === 'watch-paused' ? by.id : channel, reader: by };
    return { place, text: noteText(kind, note) };
  },
};

function noteText(kind: string, { watch, code }: WatchNote): Text {
  const what = watchText(watch);
  switch (kind) {
    case 'watch-gone':
      return watch.configured ? watchMsg.emptied({ what }) : watchMsg.componentsGone({ what });
    case 'watch-unread':
      return watchMsg.unreadNow({ names: verbatim(code) });
    case 'watch-unmeasured':
      return watchMsg.unmeasured({ what, why: unmeasuredText(watch.condition.item) });
    default: {
      const where = { channel: { channel: watch.channel }, context: contextText(watch.context) };
      const says = hasLeft(code) ? watchMsg.watchLeft : watchMsg.watchEnded;
      return says({ ...where, what, why: pausedText(code) });
    }
  }
}

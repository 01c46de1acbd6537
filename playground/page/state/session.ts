import type { PageEvent, PageMessage, PageState } from '../../slack/page-protocol.ts';
import { readBlocks } from '../blocks/read-blocks.ts';
import { isFaulty } from './faulty.ts';
import { keepKnown, keyOf } from './forms.ts';
import { type Live, listenLive } from './live.ts';
import { recall, remember } from './memory.ts';
import { type PageLocation, readAddress, writeAddress } from './page-address.ts';
import type { PageStore } from './page-store.ts';
import { fetchInspectorStatus, fetchState } from './playground-client.ts';
import { share } from './structural-sharing.ts';
import { claimViews } from './tab-views.ts';
import { afterChange } from './tour.ts';
import { lastReadKey, type Ui } from './ui-state.ts';

/** Keeps the store in sync with the playground, the address bar, and the browser's storage. */
export type Session = { readonly refresh: () => Promise<void> };

const firstPerson = 'U0MAYA';

let lastNotice = 0;

/** Starts the session. The acting person comes from the address, else is the first person. */
export function startSession(store: PageStore<Ui>): Session {
  const { theme, tour, lastRead } = recall();
  const address = readAddress(window.location.hash);
  store.set((ui) => ({ ...ui, ...address, theme, tour, lastRead, now: Date.now() }));
  const refresh = createRefresh(store);
  followAddress(store);
  followPerson(store, refresh);
  window.setInterval(() => store.set((ui) => ({ ...ui, now: Date.now() })), 15_000);
  store.listen(() => keepMemory(store.get()));
  void refresh();
  return { refresh };
}

/** Runs one fetch at a time. All calls during a fetch share one fetch that follows it. */
function createRefresh(store: PageStore<Ui>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const begin = () => {
    running = readWorkspace(store).finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (running === null) return begin();
    next ??= running.then(() => {
      next = null;
      return begin();
    });
    return next;
  };
}

async function readWorkspace(store: PageStore<Ui>): Promise<void> {
  const { as } = store.get();
  try {
    const state = (await fetchState(as ?? firstPerson)) ?? (await fetchState(firstPerson));
    if (state === null) throw new Error('no state');
    store.set((ui) => (ui.as === as ? withState(ui, state) : ui));
    // A fault of the next call is gone after that call, so read the active faults again.
    const { inspected } = store.get();
    if (inspected === null || isFaulty(inspected)) await readInspected(store);
  } catch {
    store.set((ui) => ({ ...ui, link: 'lost' }));
    window.setTimeout(() => store.get().server === null && void readWorkspace(store), 1_500);
  }
}

export async function readInspected(store: PageStore<Ui>): Promise<void> {
  const inspected = await fetchInspectorStatus();
  store.set((ui) => ({ ...ui, inspected: share(ui.inspected, inspected) }));
}

function withState(ui: Ui, state: PageState): Ui {
  const server = share(ui.server, state);
  const gap = Math.abs(state.now - Date.now()) > 60_000 ? state.now - Date.now() : 0;
  const place = placeIn(state, ui.place);
  const next: Ui = {
    ...ui,
    server,
    gap,
    since: ui.since === 0 ? state.now : ui.since,
    as: state.me.id,
    place,
    link: ui.link === 'opening' ? 'live' : ui.link,
    forms: keptForms(ui, server),
    busy: keptBusy(ui, server),
    tabViews: claimViews(ui, server, Date.now()),
    homeAsked: server.home === null && ui.homeAsked,
    now: Date.now(),
  };
  const tour = afterChange(next.tour, tourMessages(next, server), state.me.id);
  return markRead({ ...next, tour });
}

function tourMessages({ since, tour }: Ui, state: PageState): readonly PageMessage[] {
  const fits = ({ at, ts }: PageMessage) => at >= since || ts === tour.asked?.ts || ts === tour.undo;
  return Object.values(state.messages).flatMap((list) =>
    list.filter((message) => message.user === state.bot.user && fits(message)),
  );
}

/** Returns the place if this person still sees it, else the first conversation with the bot. */
function placeIn(state: PageState, place: PageLocation | null): PageLocation {
  const fallback = state.channels.find((channel) => channel.botIsMember) ?? state.channels[0];
  const otherwise: PageLocation = fallback === undefined ? { home: true } : { channel: fallback.id, thread: null };
  if (place === null) return otherwise;
  if ('home' in place) return place;
  return state.channels.some((channel) => channel.id === place.channel) ? place : otherwise;
}

/** Drops the values of views, blocks and elements that no longer exist. */
function keptForms(ui: Ui, server: PageState): Ui['forms'] {
  const views = [...server.views, ...(server.home === null ? [] : [server.home])];
  const entries = Object.entries(ui.forms).flatMap(([key, form]) => {
    if (!key.startsWith('view:')) return [[key, form] as const];
    const view = views.find((one) => keyOf({ view: one.id }) === key);
    return view === undefined ? [] : [[key, keepKnown(form, readBlocks(view.blocks))] as const];
  });
  return Object.fromEntries(entries);
}

/** Returns the presses without an answer. Answered: its message or view changed or disappeared, or a view opened. */
function keptBusy(ui: Ui, server: PageState): Ui['busy'] {
  const was = ui.server;
  if (was === null || Object.keys(ui.busy).length === 0) return ui.busy;
  const top = (state: PageState) => state.views.at(-1);
  const stackMoved = top(was)?.id !== top(server)?.id;
  const kept = Object.keys(ui.busy).filter((key) => {
    const surface = key.slice(0, key.indexOf('|'));
    const same = contentOf(was, surface) === contentOf(server, surface);
    return same && !(stackMoved && !surface.startsWith('view:'));
  });
  return Object.fromEntries(kept.map((key) => [key, true] as const));
}

function contentOf(state: PageState, surface: string): unknown {
  const [kind, first = '', ts] = surface.split(':');
  if (kind === 'message') return state.messages[first]?.find((message) => message.ts === ts);
  return state.home?.id === first ? state.home : state.views.find((view) => view.id === first);
}

function markRead(ui: Ui): Ui {
  const { server, place, as } = ui;
  if (server === null || as === null || place === null || 'home' in place || document.hidden) return ui;
  const latest = server.messages[place.channel]?.at(-1)?.ts;
  const key = lastReadKey(as, place.channel);
  return latest === undefined || ui.lastRead[key] === latest
    ? ui
    : { ...ui, lastRead: { ...ui.lastRead, [key]: latest } };
}

function followAddress(store: PageStore<Ui>): void {
  store.listen(() => {
    const { as, place, server } = store.get();
    if (as === null || server === null) return;
    const address = writeAddress(as, place);
    if (address === window.location.hash) return;
    const samePerson = readAddress(window.location.hash).as === as;
    if (samePerson) window.history.pushState(null, '', address);
    else window.history.replaceState(null, '', address);
    store.set(markRead);
  });
  window.addEventListener('popstate', () => {
    const address = readAddress(window.location.hash);
    store.set((ui) => ({ ...ui, as: address.as ?? ui.as, place: address.place ?? ui.place, drawer: false }));
  });
}

/** Opens a new live stream whenever the acting person changes. */
function followPerson(store: PageStore<Ui>, refresh: () => Promise<void>): void {
  let live: Live | null = null;
  let whose: string | null = null;
  const follow = () => {
    const { as } = store.get();
    if (as === null || as === whose) return;
    whose = as;
    live?.close();
    live = listenLive(
      `/_page/live?as=${encodeURIComponent(as)}`,
      (standing) => {
        store.set((ui) => ({ ...ui, link: standing ? 'live' : 'lost' }));
        if (standing) void refresh();
      },
      (event) => hear(store, event, refresh),
    );
    void refresh();
  };
  store.listen(follow);
  follow();
}

function hear(store: PageStore<Ui>, event: PageEvent, refresh: () => Promise<void>): void {
  if (event.type === 'changed') {
    void refresh();
    return;
  }
  lastNotice += 1;
  const id = lastNotice;
  store.set((ui) => {
    const at = Date.now() + ui.gap;
    const twice = ui.notices.some(
      (one) => one.say === event.say && one.channel === event.channel && at - one.at < 2_000,
    );
    const notice = { id, as: ui.as ?? '', channel: event.channel, say: event.say, at };
    return twice ? ui : { ...ui, notices: [...ui.notices, notice].slice(-50) };
  });
}

let kept: unknown[] = [];

function keepMemory({ theme, tour, lastRead }: Ui): void {
  const now = [theme, tour, lastRead];
  if (now.every((part, index) => part === kept[index])) return;
  kept = now;
  remember({ theme, tour, lastRead });
}

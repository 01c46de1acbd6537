import { createContext } from 'preact';
import { useContext, useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import type { PageChannel, PageGroup, PagePerson, PageState } from '../../slack/page-protocol.ts';
import type { Actions } from '../actions/page-actions.ts';
import type { PageStore } from '../state/page-store.ts';
import type { BlockSurface, Ui } from '../state/ui-state.ts';
import { type ClientWords, clientWords } from '../text/client-words.ts';
import type { DateViewer } from '../text/dates.ts';
import { guideWords } from '../text/guide-words.ts';

type PageHandle = { readonly store: PageStore<Ui>; readonly actions: Actions };

/** The store and the actions, handed down once. */
export const PageContext = createContext<PageHandle | null>(null);

/** The message or view in which an element stands. */
export const SurfaceContext = createContext<BlockSurface | null>(null);

function usePage(): PageHandle {
  const page = useContext(PageContext);
  if (page === null) throw new Error('The page is drawn outside of its context.');
  return page;
}

/** What people can do. */
export function useActions(): Actions {
  return usePage().actions;
}

/** The store itself, for what reads it at the moment of an event. */
export function usePageStore(): PageStore<Ui> {
  return usePage().store;
}

/** A part of the page's state; draws anew when that part is another one. */
export function useUi<T>(select: (ui: Ui) => T): T {
  const { store } = usePage();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const selected = select(store.get());
  const latest = useRef({ select, selected });
  latest.current = { select, selected };
  useLayoutEffect(() => {
    const check = () => {
      const fresh = latest.current.select(store.get());
      if (!Object.is(fresh, latest.current.selected)) redraw(undefined);
    };
    check();
    return store.listen(check);
  }, [store]);
  return selected;
}

/** The workspace; only below the place where it is known to be there. */
export function useServer(): PageState {
  const server = useUi((ui) => ui.server);
  if (server === null) throw new Error('The workspace is not there yet.');
  return server;
}

/** The surface of the element that asks. */
export function useSurface(): BlockSurface {
  const surface = useContext(SurfaceContext);
  if (surface === null) throw new Error('An element is drawn outside of a message or view.');
  return surface;
}

/** Names for ids, and whose eyes see dates. */
export type Names = {
  readonly me: string;
  readonly people: readonly PagePerson[];
  readonly channels: readonly PageChannel[];
  readonly groups: readonly PageGroup[];
};

/** Everybody's names. */
export function useNames(): Names {
  const people = useUi((ui) => ui.server?.people);
  const channels = useUi((ui) => ui.server?.channels);
  const groups = useUi((ui) => ui.server?.groups);
  const me = useUi((ui) => ui.server?.me.id);
  return { me: me ?? '', people: people ?? [], channels: channels ?? [], groups: groups ?? [] };
}

/** Whose eyes see dates: the acting person's zone and language. */
export function useViewer(): DateViewer {
  const zone = useUi((ui) => ui.server?.me.timeZone ?? 'UTC');
  const locale = useUi((ui) => ui.server?.me.locale ?? 'en-US');
  const now = useUi((ui) => ui.now + ui.gap);
  return { zone, locale, now };
}

/** What Slack's client says, in the acting person's language. */
export function useWords(): ClientWords {
  return clientWords(useUi((ui) => ui.server?.me.locale ?? 'en-US'));
}

/** What the playground itself says, by its English words, in the acting person's language. */
export function useSay(): (english: string) => string {
  return guideWords(useUi((ui) => ui.server?.me.locale ?? 'en-US'));
}

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

export const PageContext = createContext<PageHandle | null>(null);

export const SurfaceContext = createContext<BlockSurface | null>(null);

function usePage(): PageHandle {
  const page = useContext(PageContext);
  if (page === null) throw new Error('The page is drawn outside of its context.');
  return page;
}

export function useActions(): Actions {
  return usePage().actions;
}

export function usePageStore(): PageStore<Ui> {
  return usePage().store;
}

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

export function useServer(): PageState {
  const server = useUi((ui) => ui.server);
  if (server === null) throw new Error('The workspace is not there yet.');
  return server;
}

export function useSurface(): BlockSurface {
  const surface = useContext(SurfaceContext);
  if (surface === null) throw new Error('An element is drawn outside of a message or view.');
  return surface;
}

/** Names by id, and the viewer's settings for dates. */
export type Names = {
  readonly me: string;
  readonly people: readonly PagePerson[];
  readonly channels: readonly PageChannel[];
  readonly groups: readonly PageGroup[];
};

export function useNames(): Names {
  const people = useUi((ui) => ui.server?.people);
  const channels = useUi((ui) => ui.server?.channels);
  const groups = useUi((ui) => ui.server?.groups);
  const me = useUi((ui) => ui.server?.me.id);
  return { me: me ?? '', people: people ?? [], channels: channels ?? [], groups: groups ?? [] };
}

export function useViewer(): DateViewer {
  const zone = useUi((ui) => ui.server?.me.timeZone ?? 'UTC');
  const locale = useUi((ui) => ui.server?.me.locale ?? 'en-US');
  const now = useUi((ui) => ui.now + ui.gap);
  return { zone, locale, now };
}

export function useWords(): ClientWords {
  return clientWords(useUi((ui) => ui.server?.me.locale ?? 'en-US'));
}

/** Returns a function that translates the playground's English words to the acting person's language. */
export function useSay(): (english: string) => string {
  return guideWords(useUi((ui) => ui.server?.me.locale ?? 'en-US'));
}

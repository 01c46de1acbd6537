import { useEffect, useRef } from 'preact/hooks';
import { ConfirmDialog, KeysDialog, Lightbox, Toasts } from '../common/overlays.tsx';
import { useServer, useUi } from '../common/page-hooks.ts';
import { FaultStrip } from '../inspector/fault-strip.tsx';
import { InspectorDrawer } from '../inspector/inspector-drawer.tsx';
import { Conversation } from './conversation.tsx';
import { Home } from './home-tab.tsx';
import { Jump } from './jump.tsx';
import { useKeys } from './keys.ts';
import { Empty } from './message.tsx';
import { Modals } from './modal.tsx';
import { Sidebar } from './sidebar.tsx';
import { TourCard } from './tour-card.tsx';

export function App() {
  const there = useUi((ui) => ui.server !== null);
  const link = useUi((ui) => ui.link);
  const theme = useUi((ui) => ui.theme);
  useEffect(() => {
    const root = document.documentElement;
    if (theme === 'auto') root.removeAttribute('data-theme');
    else root.setAttribute('data-theme', theme);
  }, [theme]);
  if (!there) {
    return (
      <main class="before">
        {link === 'lost' ? (
          <Empty title="The playground isn’t responding">
            <p>
              Start it with <code>npm run playground</code>; this page then connects automatically.
            </p>
          </Empty>
        ) : (
          <p>Loading the playground …</p>
        )}
      </main>
    );
  }
  return <Workspace />;
}

function Workspace() {
  const server = useServer();
  const place = useUi((ui) => ui.place);
  const lost = useUi((ui) => ui.link === 'lost');
  useKeys();
  useTitle();
  const main = useRef<HTMLElement>(null);
  useKeptFocus(main, server.me.id);
  const channel =
    place !== null && 'channel' in place ? server.channels.find((one) => one.id === place.channel) : undefined;
  const thread = place !== null && 'channel' in place ? place.thread : null;
  return (
    <div class={`frame${thread === null ? '' : ' with-thread'}`} lang={server.me.locale}>
      <Sidebar />
      <main class="main" ref={main} tabIndex={-1}>
        <h1 class="unseen">Portolan playground</h1>
        <p class="link-line" role="status">
          {lost ? 'Reconnecting to the playground … What you see may be out of date.' : ''}
        </p>
        <FaultStrip />
        <TourCard />
        <div class="panes">
          {place !== null && 'home' in place && <Home />}
          {channel !== undefined && (
            <Conversation key={`${server.me.id}/${channel.id}`} channel={channel} thread={thread} />
          )}
          <InspectorDrawer />
        </div>
      </main>
      <Modals />
      <Lightbox />
      <KeysDialog />
      <Jump />
      <ConfirmDialog />
      <Toasts />
    </div>
  );
}

/** Moves the focus to the composer if the focused element disappeared with the previous person. */
function useKeptFocus(main: { readonly current: HTMLElement | null }, person: string): void {
  const before = useRef(person);
  useEffect(() => {
    if (before.current === person) return;
    before.current = person;
    if (document.activeElement !== document.body) return;
    const composer = main.current?.querySelector<HTMLElement>('.composer textarea');
    (composer ?? main.current)?.focus({ preventScroll: true });
  }, [main, person]);
}

/** Shows the place and the acting person in the tab's title. */
function useTitle(): void {
  const title = useUi(({ server, place }) => {
    const channel = server?.channels.find((one) => place !== null && 'channel' in place && one.id === place.channel);
    const where = channel === undefined ? 'Home' : channel.kind === 'direct' ? 'Messages' : `#${channel.name}`;
    return `${where} as ${server?.me.realName ?? ''} · Portolan playground`;
  });
  useEffect(() => {
    document.title = title;
  }, [title]);
}

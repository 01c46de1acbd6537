import type { PageChannel, PagePerson, PageState } from '../../slack/page-protocol.ts';
import { Avatar, Compass } from '../common/avatar.tsx';
import { Icon } from '../common/icon.tsx';
import { useActions, useSay, useServer, useUi } from '../common/page-hooks.ts';
import { lastReadKey, type Theme } from '../state/ui-state.ts';
import { useChannelName } from './conversation.tsx';
import { KindTag } from './message.tsx';

export function Sidebar() {
  const actions = useActions();
  const say = useSay();
  const server = useServer();
  const out = useUi((ui) => ui.drawer);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Escape closes it too */}
      {out && <div class="shade" onClick={() => actions.openDrawer(false)} />}
      <nav class={out ? 'sidebar out' : 'sidebar'} aria-label={say('Workspace')}>
        <header class="workspace">
          <span class="workspace-sign" aria-hidden="true">
            <Compass />
          </span>
          <div>
            <strong>{server.team.name}</strong>
            <small>{say('Portolan playground')}</small>
          </div>
          <button
            type="button"
            class="button icon-only only-narrow"
            aria-label={say('Close list')}
            onClick={() => actions.openDrawer(false)}
          >
            <Icon name="close" />
          </button>
        </header>
        <div class="sidebar-scroll">
          <Conversations server={server} />
          <People server={server} />
        </div>
        <Foot />
      </nav>
    </>
  );
}

export function channelsInOrder(server: PageState): readonly PageChannel[] {
  const rooms = server.channels.filter((channel) => channel.kind !== 'direct');
  return [...rooms, ...server.channels.filter((channel) => channel.kind === 'direct')];
}

const slackbot = 'USLACKBOT';

function Conversations({ server }: { readonly server: PageState }) {
  const actions = useActions();
  const say = useSay();
  const home = useUi((ui) => ui.place !== null && 'home' in ui.place);
  const rooms = server.channels.filter((channel) => channel.kind !== 'direct');
  const direct = server.channels.filter((channel) => channel.kind === 'direct');
  const withBot = direct.some((channel) => channel.name === server.bot.user);
  return (
    <>
      <h2>{say('Channels')}</h2>
      <ul>
        {rooms.map((channel) => (
          <ChannelItem key={channel.id} channel={channel} />
        ))}
      </ul>
      {rooms.length === 0 && <p class="sidebar-empty">{say('This person isn’t in any channel.')}</p>}
      <h2>{say('Apps')}</h2>
      <ul>
        <li>
          <button
            type="button"
            class={home ? 'place here' : 'place'}
            aria-current={home ? 'page' : undefined}
            onClick={() => actions.go({ home: true })}
          >
            <Icon name="home" />
            <span>{say('Portolan home')}</span>
          </button>
        </li>
        {direct.map((channel) => (
          <ChannelItem key={channel.id} channel={channel} />
        ))}
        {!withBot && (
          <li>
            <button type="button" class="place" onClick={() => void actions.openDirect()}>
              <Icon name="thread" />
              <span>Portolan</span>
            </button>
          </li>
        )}
        {!direct.some((channel) => channel.name === slackbot) && (
          <li>
            <button type="button" class="place" onClick={() => void actions.openSlackbot()}>
              <Icon name="thread" />
              <span>Slackbot</span>
            </button>
          </li>
        )}
      </ul>
      <Shortcuts server={server} />
    </>
  );
}

function Shortcuts({ server }: { readonly server: PageState }) {
  const actions = useActions();
  const say = useSay();
  const shortcuts = server.shortcuts.filter((one) => one.type === 'global');
  if (shortcuts.length === 0) return null;
  return (
    <ul aria-label={say('Shortcuts')}>
      {shortcuts.map((one) => (
        <li key={one.callbackId}>
          <button
            type="button"
            class="place"
            title={one.description}
            onClick={() => void actions.shortcut(one.callbackId)}
          >
            <Icon name="bolt" />
            <span>{one.name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function ChannelItem({ channel }: { readonly channel: PageChannel }) {
  const actions = useActions();
  const say = useSay();
  const name = useChannelName(channel);
  const here = useUi((ui) => ui.place !== null && 'channel' in ui.place && ui.place.channel === channel.id);
  const fresh = useUi((ui) => {
    const latest = ui.server?.messages[channel.id]?.at(-1);
    if (latest === undefined || ui.as === null || latest.user === ui.as) return false;
    return latest.ts > (ui.lastRead[lastReadKey(ui.as, channel.id)] ?? '');
  });
  return (
    <li>
      <button
        type="button"
        class={`place${here ? ' here' : ''}${fresh && !here ? ' fresh' : ''}`}
        aria-current={here ? 'page' : undefined}
        onClick={() => actions.go({ channel: channel.id, thread: null })}
      >
        <Icon name={channel.kind === 'direct' ? 'thread' : channel.kind === 'private' ? 'lock' : 'hash'} />
        <span>{name.replace(/^#/, '')}</span>
        {fresh && !here && <span class="dot" role="img" aria-label={say('unread')} />}
      </button>
    </li>
  );
}

export function actors(server: PageState): readonly PagePerson[] {
  return server.people.filter((person) => person.kind !== 'bot');
}

function People({ server }: { readonly server: PageState }) {
  const say = useSay();
  return (
    <section class="people" aria-labelledby="people-title">
      <h2 id="people-title">{say('Act as')}</h2>
      <ul>
        {actors(server).map((person) => (
          <PersonItem key={person.id} person={person} />
        ))}
      </ul>
    </section>
  );
}

function PersonItem({ person }: { readonly person: PagePerson }) {
  const actions = useActions();
  const me = useUi((ui) => ui.as === person.id);
  return (
    <li>
      <button
        type="button"
        class={me ? 'person here' : 'person'}
        aria-pressed={me}
        onClick={() => actions.become(person.id)}
      >
        <Avatar person={person} size="small" />
        <span class="person-words">
          <span>{person.realName}</span>
          <small>
            {person.locale} · {person.timeZone.replace(/^.*\//, '').replaceAll('_', ' ')}
          </small>
        </span>
        <KindTag person={person} />
      </button>
    </li>
  );
}

const themes: readonly (readonly [Theme, 'half' | 'sun' | 'moon', string])[] = [
  ['auto', 'half', 'Colors: system'],
  ['light', 'sun', 'Colors: light'],
  ['dark', 'moon', 'Colors: dark'],
];

function Foot() {
  const actions = useActions();
  const say = useSay();
  const theme = useUi((ui) => ui.theme);
  const hidden = useUi((ui) => ui.tour.hidden);
  const at = themes.findIndex(([name]) => name === theme);
  const now = themes[at] ?? themes[0];
  const next = themes[(at + 1) % themes.length]?.[0] ?? 'auto';
  return (
    <footer class="sidebar-foot">
      <button type="button" class="button quiet" onClick={() => actions.openPanel('inspector')}>
        <Icon name="inspector" /> {say('Inspector')}
      </button>
      {hidden && (
        <button
          type="button"
          class="button icon-only quiet"
          aria-label={say('Show the tour')}
          title={say('Show the tour')}
          onClick={() => actions.hideTour(false)}
        >
          <Icon name="check" />
        </button>
      )}
      <button
        type="button"
        class="button icon-only quiet"
        aria-label={say('Keyboard')}
        title={say('Keyboard (?)')}
        onClick={() => actions.openPanel('keys')}
      >
        <Icon name="keys" />
      </button>
      <button
        type="button"
        class="button icon-only quiet"
        aria-label={say(now?.[2] ?? '')}
        title={say(now?.[2] ?? '')}
        onClick={() => actions.setTheme(next)}
      >
        <Icon name={now?.[1] ?? 'half'} />
      </button>
    </footer>
  );
}

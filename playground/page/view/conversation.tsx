import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { PageChannel, PageMessage } from '../../slack/page-protocol.ts';
import { Icon } from '../common/icon.tsx';
import { useActions, useNames, useSay, useServer, useUi, useViewer, useWords } from '../common/page-hooks.ts';
import { mainOf, rowsOf, type TimelineRow, threadOf } from '../state/rows.ts';
import { Composer } from './composer.tsx';
import { DayLine, Empty, Message, NoticeLine, TypedLine } from './message.tsx';

const noMessages: readonly PageMessage[] = [];
const atOnce = 120;

export function Conversation({ channel, thread }: { readonly channel: PageChannel; readonly thread: string | null }) {
  const messages = useServer().messages[channel.id] ?? noMessages;
  const main = useMemo(() => mainOf(messages), [messages]);
  const rows = useRows(channel.id, null, main);
  const name = useChannelName(channel);
  const { locale } = useViewer();
  const words = useWords();
  return (
    <>
      <section class="conversation" aria-label={name} lang={locale}>
        <Head channel={channel} name={name} />
        <Rows
          key={channel.id}
          rows={rows}
          inThread={false}
          label={words.messagesIn(name)}
          empty={<Nothing channel={channel} name={name} />}
        />
        <Composer key={channel.id} channel={channel.id} thread={null} name={name} />
      </section>
      {thread !== null && <Thread key={thread} channel={channel} ts={thread} messages={messages} />}
    </>
  );
}

export function useChannelName(channel: PageChannel): string {
  const { people } = useNames();
  if (channel.kind !== 'direct') return `#${channel.name}`;
  return people.find((person) => person.id === channel.name)?.realName ?? 'Direct message';
}

function useRows(channel: string, thread: string | null, messages: readonly PageMessage[]): readonly TimelineRow[] {
  const viewer = useViewer();
  const as = useUi((ui) => ui.as);
  const typed = useUi((ui) => ui.typed);
  const notices = useUi((ui) => ui.notices);
  const day = new Date(viewer.now).toDateString();
  return useMemo(() => {
    const mine = typed.filter((one) => one.as === as && one.channel === channel && one.threadTs === thread);
    const said = notices.filter((one) => one.as === as && (one.channel ?? channel) === channel && thread === null);
    return rowsOf(messages, mine, said, viewer);
  }, [messages, typed, notices, as, channel, thread, viewer.zone, viewer.locale, day]);
}

function Head({ channel, name }: { readonly channel: PageChannel; readonly name: string }) {
  const actions = useActions();
  const say = useSay();
  const { people } = useNames();
  const words = useWords();
  const members = channel.members.map((id) => people.find((one) => one.id === id)?.realName ?? id);
  return (
    <header class="pane-head">
      <button
        type="button"
        class="button icon-only only-narrow"
        aria-label={say('Conversations')}
        onClick={() => actions.openDrawer(true)}
      >
        <Icon name="menu" />
      </button>
      <div class="pane-title">
        <h2>{name}</h2>
        {channel.topic !== '' && <p>{channel.topic}</p>}
      </div>
      {channel.kind !== 'direct' && (
        <span class="members" title={members.join(', ')}>
          {words.members(channel.members.length)}
          {channel.botIsMember ? '' : ` · ${words.botIsNotHere}`}
        </span>
      )}
      <button
        type="button"
        class="button icon-only only-narrow"
        aria-label={say('Inspector')}
        onClick={() => actions.openPanel('inspector')}
      >
        <Icon name="inspector" />
      </button>
    </header>
  );
}

type RowsProps = {
  readonly rows: readonly TimelineRow[];
  readonly inThread: boolean;
  readonly label: string;
  readonly empty: preact.ComponentChildren;
};

function Rows({ rows, inThread, label, empty }: RowsProps) {
  const words = useWords();
  const [more, setMore] = useState(1);
  const list = useRef<HTMLDivElement>(null);
  useKeptBottom(list, rows);
  const shown = rows.slice(-atOnce * more);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, with the keyboard too
    <div ref={list} class="messages" role="log" aria-label={label} aria-live="polite" tabIndex={0}>
      {rows.length === 0 && empty}
      {shown.length < rows.length && (
        <button type="button" class="button quiet earlier" onClick={() => setMore(more + 1)}>
          {words.earlierMessages}
        </button>
      )}
      {shown.map((row) => (
        <RowLine key={row.key} row={row} inThread={inThread} />
      ))}
    </div>
  );
}

function RowLine({ row, inThread }: { readonly row: TimelineRow; readonly inThread: boolean }) {
  switch (row.kind) {
    case 'day':
      return <DayLine at={row.at} />;
    case 'message':
      return <Message message={row.message} joined={row.joined} inThread={inThread} />;
    case 'typed':
      return <TypedLine typed={row.typed} />;
    case 'notice':
      return <NoticeLine notice={row.notice} />;
  }
}

/** Keeps the list at the newest line, unless the user scrolled up. */
function useKeptBottom(list: { readonly current: HTMLElement | null }, rows: readonly TimelineRow[]): void {
  const low = useRef(true);
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const note = () => {
      low.current = element.scrollHeight - element.scrollTop - element.clientHeight < 80;
    };
    const stay = () => {
      if (low.current) element.scrollTop = element.scrollHeight;
    };
    element.addEventListener('scroll', note, { passive: true });
    element.addEventListener('load', stay, true);
    const watcher = new ResizeObserver(stay);
    watcher.observe(element);
    return () => {
      element.removeEventListener('scroll', note);
      element.removeEventListener('load', stay, true);
      watcher.disconnect();
    };
  }, []);
  const last = rows.at(-1)?.key;
  const mine = rows.at(-1)?.kind === 'typed';
  useLayoutEffect(() => {
    const element = list.current;
    if (element !== null && (low.current || mine)) element.scrollTop = element.scrollHeight;
  }, [last, rows, mine]);
}

function Nothing({ channel, name }: { readonly channel: PageChannel; readonly name: string }) {
  const say = useSay();
  if (!channel.botIsMember) {
    return (
      <Empty title={say(`No messages in ${name} yet`)}>
        <p>{say('Portolan isn’t in this conversation. Try a command to see what happens.')}</p>
      </Empty>
    );
  }
  return (
    <Empty title={say(channel.kind === 'direct' ? `Just you and ${name}` : `The start of ${name}`)}>
      <p>
        {say('To see the commands, type')} <kbd>/</kbd>
        {say(', or mention')} <code>@portolan</code>
        {say('.')}
      </p>
    </Empty>
  );
}

type ThreadProps = { readonly channel: PageChannel; readonly ts: string; readonly messages: readonly PageMessage[] };

function Thread({ channel, ts, messages }: ThreadProps) {
  const actions = useActions();
  const say = useSay();
  const words = useWords();
  const name = useChannelName(channel);
  const inside = useMemo(() => threadOf(messages, ts), [messages, ts]);
  const rows = useRows(channel.id, ts, inside);
  const close = () => actions.go({ channel: channel.id, thread: null });
  return (
    <section
      class="thread"
      aria-label={words.threadIn(name)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Inside the thread, Escape closes the thread and nothing else.
        event.preventDefault();
        close();
      }}
    >
      <header class="pane-head">
        <div class="pane-title">
          <h2>{words.thread}</h2>
          <p>{name}</p>
        </div>
        <button type="button" class="button icon-only" aria-label={words.closeThread} onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <Rows
        rows={rows}
        inThread
        label={words.messagesInThread(name)}
        empty={
          <Empty title={say('This message was deleted')}>
            <p>{say('The message that this thread belongs to was deleted.')}</p>
          </Empty>
        }
      />
      <Composer key={ts} channel={channel.id} thread={ts} name={name} />
    </section>
  );
}

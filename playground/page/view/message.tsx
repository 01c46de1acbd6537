import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { PageMessage, PagePerson } from '../../slack/page-protocol.ts';
import { Avatar, Compass } from '../common/avatar.tsx';
import { Icon } from '../common/icon.tsx';
import { Words } from '../common/inline-text.tsx';
import { memo } from '../common/memo.tsx';
import { SurfaceContext, useActions, useNames, useServer, useUi, useViewer, useWords } from '../common/page-hooks.ts';
import { keyOf } from '../state/forms.ts';
import type { Notice, Typed } from '../state/rows.ts';
import { clock, dayLabel, fullTime } from '../text/dates.ts';
import { parseMrkdwn } from '../text/parse-mrkdwn.ts';
import { Blocks } from './block-list.tsx';
import { Files } from './message-files.tsx';

type Props = {
  readonly message: PageMessage;
  readonly joined: boolean;
  /** Whether the message is shown in a thread, which hides the link to the thread. */
  readonly inThread: boolean;
};

export const Message = memo(function Message({ message, joined, inThread }: Props) {
  const words = useWords();
  const { people } = useNames();
  const author = people.find((person) => person.id === message.user);
  const surface = useMemo(
    () => ({ key: keyOf(message), source: { channel: message.channel, ts: message.ts } }),
    [message.channel, message.ts],
  );
  const name = author?.realName ?? message.user;
  return (
    <article
      class={`message${joined ? ' joined' : ''}${message.ephemeral ? ' ephemeral' : ''}`}
      data-ts={message.ts}
      aria-label={`${name}${message.ephemeral ? `, ${words.onlyYou}` : ''}`}
    >
      <div class="message-side">{joined ? <Clock at={message.at} /> : <Avatar person={author} />}</div>
      <div class="message-main">
        {message.ephemeral && !joined && (
          <p class="only-you">
            <Icon name="eye" /> {words.onlyYou}
          </p>
        )}
        {!joined && <Head author={author} name={name} at={message.at} />}
        <SurfaceContext.Provider value={surface}>
          <Body message={message} />
        </SurfaceContext.Provider>
        <Files files={message.files} />
        {!inThread && (message.replies > 0 || message.broadcast) && <ThreadLine message={message} />}
      </div>
      {!message.ephemeral && <Tools message={message} inThread={inThread} />}
    </article>
  );
});

function Head({
  author,
  name,
  at,
}: {
  readonly author: PagePerson | undefined;
  readonly name: string;
  readonly at: number;
}) {
  return (
    <p class="message-head">
      <strong>{name}</strong>
      {author !== undefined && <KindTag person={author} />}
      <Clock at={at} />
    </p>
  );
}

export function KindTag({ person }: { readonly person: PagePerson }) {
  const words = useWords();
  const said = { bot: words.app, guest: words.guest, stranger: words.stranger, member: '' }[person.kind];
  return said === '' ? null : <span class={`tag ${person.kind}`}>{said}</span>;
}

function Clock({ at }: { readonly at: number }) {
  const viewer = useViewer();
  return (
    <time class="clock" dateTime={new Date(at).toISOString()} title={fullTime(at, viewer)}>
      {clock(at, viewer)}
    </time>
  );
}

function Body({ message }: { readonly message: PageMessage }) {
  const words = useWords();
  const text = useMemo(() => parseMrkdwn(message.text), [message.text]);
  const edited = message.edited ? <span class="edited">{words.edited}</span> : null;
  if (message.blocks.length > 0) {
    return (
      <div class="message-body">
        <Blocks blocks={message.blocks} />
        {edited}
      </div>
    );
  }
  return (
    <div class="message-body">
      <Words blocks={text} />
      {edited}
    </div>
  );
}

function ThreadLine({ message }: { readonly message: PageMessage }) {
  const actions = useActions();
  const words = useWords();
  return (
    <button
      type="button"
      class="thread-line"
      onClick={() => actions.go({ channel: message.channel, thread: message.threadTs ?? message.ts })}
    >
      <Icon name="thread" />
      {message.broadcast ? words.inThread : words.replies(message.replies)}
    </button>
  );
}

function Tools({ message, inThread }: { readonly message: PageMessage; readonly inThread: boolean }) {
  const actions = useActions();
  const words = useWords();
  const shortcuts = useServer().shortcuts.filter((one) => one.type === 'message');
  if (inThread && shortcuts.length === 0) return null;
  return (
    <div class="tools">
      {shortcuts.map((one) => (
        <button
          key={one.callbackId}
          type="button"
          class="button quiet"
          title={one.description}
          onClick={() => void actions.shortcut(one.callbackId, message)}
        >
          <Icon name="bolt" /> {one.name}
        </button>
      ))}
      {!inThread && (
        <button
          type="button"
          class="button quiet"
          aria-label={words.replyInThread}
          title={words.replyInThread}
          onClick={() => actions.go({ channel: message.channel, thread: message.threadTs ?? message.ts })}
        >
          <Icon name="thread" />
        </button>
      )}
    </div>
  );
}

export function DayLine({ at }: { readonly at: number }) {
  const viewer = useViewer();
  return (
    <div class="day">
      <span>{dayLabel(at, viewer)}</span>
    </div>
  );
}

/** Text that was typed but isn't a message yet, or a sent command, which Slack doesn't store. */
export function TypedLine({ typed }: { readonly typed: Typed }) {
  const words = useWords();
  const { people, me } = useNames();
  const author = people.find((person) => person.id === me);
  const slow = useUi((ui) => typed.state === 'pending' && ui.now + ui.gap - typed.at > 8_000);
  const said = { pending: slow ? words.stillSending : words.sending, sent: words.sent, refused: words.refused };
  return (
    <Line author={author} kind={`typed ${typed.state}`}>
      <p class="message-head">
        <strong>{author?.realName ?? ''}</strong>
        <span class="typed-state">{said[typed.state]}</span>
      </p>
      <p class="typed-text">
        <code>{typed.text}</code>
      </p>
      {typed.say !== '' && <p class="typed-say">{typed.say}</p>}
    </Line>
  );
}

export function NoticeLine({ notice }: { readonly notice: Notice }) {
  const words = useWords();
  const said = useMemo(() => parseMrkdwn(notice.say), [notice.say]);
  return (
    <article class="message ephemeral notice" aria-label="Slack">
      <div class="message-side">
        <span class="avatar usual slackbot" aria-hidden="true">
          S
        </span>
      </div>
      <div class="message-main">
        <p class="only-you">
          <Icon name="eye" /> {words.onlyYou}
        </p>
        <p class="message-head">
          <strong>Slackbot</strong>
          <Clock at={notice.at} />
        </p>
        <Words blocks={said} />
      </div>
    </article>
  );
}

type LineProps = {
  readonly author: PagePerson | undefined;
  readonly kind: string;
  readonly children: ComponentChildren;
};

function Line({ author, kind, children }: LineProps) {
  return (
    <article class={`message ${kind}`} aria-label={author?.realName}>
      <div class="message-side">
        <Avatar person={author} />
      </div>
      <div class="message-main">{children}</div>
    </article>
  );
}

export function Empty({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div class="empty">
      <span class="empty-sign" aria-hidden="true">
        <Compass />
      </span>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

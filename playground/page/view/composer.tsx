import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { Icon } from '../common/icon.tsx';
import { useActions, useServer, useUi, useWords } from '../common/page-hooks.ts';
import { moved } from '../inputs/completions.ts';
import { type Completion, completionsFor, type Help, slackCommands, withMentions } from '../state/completion.ts';

type Props = { readonly channel: string; readonly thread: string | null; readonly name: string };

const drafts = new Map<string, string>();

export function Composer({ channel, thread, name }: Props) {
  const actions = useActions();
  const { commands, people } = useServer();
  const words = useWords();
  const as = useUi((ui) => ui.as ?? '');
  const draftKey = `${as}/${channel}/${thread ?? ''}`;
  const [text, setText] = useState(drafts.get(draftKey) ?? '');
  const [cursor, setCursor] = useState(0);
  const [at, setAt] = useState(0);
  const [shut, setShut] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const help = useMemo(
    () => completionsFor(text, cursor, [...commands, ...slackCommands], people),
    [text, cursor, commands, people],
  );
  const open = !shut && help.completions.length > 0;
  const sentBefore = useUi((ui) => ui.typed.findLast((one) => one.as === as && one.channel === channel)?.text ?? '');

  const write = (next: string, place: number) => {
    setText(next);
    setCursor(place);
    setAt(0);
    setShut(false);
    drafts.set(draftKey, next);
  };
  const put = (next: string, place: number) => {
    write(next, place);
    area.current?.focus();
    window.requestAnimationFrame(() => {
      // The user might have typed more text before this frame.
      if (area.current?.value === next) area.current.setSelectionRange(place, place);
    });
  };
  const take = (completion: Completion) => put(completion.text, completion.cursor);
  const send = () => {
    const said = text.trim();
    if (said === '') return;
    write('', 0);
    void actions.send(said.startsWith('/') ? said : withMentions(said, people), channel, thread);
  };
  useFilling(area, channel, thread, put);
  useGrowing(area, text);

  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (open && ['ArrowDown', 'ArrowUp'].includes(event.key)) {
      event.preventDefault();
      setAt(moved(at, help.completions.length, event.key));
    } else if (open && event.key === 'Tab' && !event.shiftKey) {
      event.preventDefault();
      const completion = help.completions[at];
      if (completion !== undefined) take(completion);
    } else if (open && event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      setShut(true);
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      const completion = help.completions[at];
      if (open && completion !== undefined && takesOnEnter(text, completion)) take(completion);
      else send();
    } else if (event.key === 'ArrowUp' && text === '' && sentBefore !== '') {
      event.preventDefault();
      put(sentBefore, sentBefore.length);
    }
  };
  const label = thread === null ? words.message(name) : words.replyInThread;
  return (
    <div class="composer">
      {open && <CompletionList listId={listId} completions={help.completions} at={at} take={take} />}
      <Hint help={help} />
      <div class="composer-field">
        <textarea
          ref={area}
          rows={1}
          value={text}
          placeholder={thread === null ? words.placeholder(name) : label}
          aria-label={label}
          aria-haspopup="listbox"
          aria-controls={open ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={open ? `${listId}-${at}` : undefined}
          spellcheck={false}
          data-composer={thread === null ? 'main' : 'thread'}
          onInput={(event) => write(event.currentTarget.value, event.currentTarget.selectionStart)}
          onSelect={(event) => setCursor(event.currentTarget.selectionStart)}
          onKeyDown={onKey}
        />
        <button
          type="button"
          class="button primary icon-only"
          aria-label={words.send}
          disabled={text.trim() === ''}
          onClick={send}
        >
          <Icon name="send" />
        </button>
      </div>
    </div>
  );
}

/** Enter accepts a completion only if it adds something; a complete command is sent. */
function takesOnEnter(text: string, completion: Completion): boolean {
  const trimmed = text.trim();
  if (!trimmed.startsWith('/')) return true;
  return completion.key.startsWith('/') && completion.key !== trimmed;
}

function Hint({ help }: { readonly help: Help }) {
  if (help.command === null || help.hint === '') return null;
  return (
    <p class="composer-hint">
      <strong>{help.command.command}</strong> <span>{help.hint}</span>
    </p>
  );
}

type CompletionListProps = {
  readonly listId: string;
  readonly completions: readonly Completion[];
  readonly at: number;
  readonly take: (completion: Completion) => void;
};

function CompletionList({ listId, completions, at, take }: CompletionListProps) {
  const words = useWords();
  const active = `${listId}-${at}`;
  useEffect(() => document.getElementById(active)?.scrollIntoView({ block: 'nearest' }), [active]);
  return (
    <div class="completions" id={listId} role="listbox" aria-label={words.completions}>
      {completions.map((completion, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the composer keeps the focus and the keys
        <div
          key={completion.key}
          id={`${listId}-${index}`}
          role="option"
          class={index === at ? 'option active' : 'option'}
          aria-selected={index === at}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(completion)}
        >
          <span class="option-title">
            <strong>{completion.title}</strong> {completion.hint}
          </span>
          <small>{completion.note}</small>
        </div>
      ))}
      <p class="completions-keys" aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> {words.keyChoose} <kbd>Tab</kbd> {words.keyTake} <kbd>Esc</kbd> {words.keyClose}
      </p>
    </div>
  );
}

/** Fills in the text that the page (such as the tour) sends as an event. */
function useFilling(
  area: { readonly current: HTMLTextAreaElement | null },
  channel: string,
  thread: string | null,
  put: (text: string, cursor: number) => void,
): void {
  useEffect(() => {
    if (thread !== null) return;
    const fill = (event: Event) => {
      if (event instanceof CustomEvent && typeof event.detail === 'string') put(event.detail, event.detail.length);
    };
    window.addEventListener('portolan:type', fill);
    return () => window.removeEventListener('portolan:type', fill);
  }, [channel, thread, put]);
  useEffect(() => {
    if (thread !== null) area.current?.focus();
  }, [thread]);
}

/** Makes the field grow with its text, up to a third of the window. */
function useGrowing(area: { readonly current: HTMLTextAreaElement | null }, text: string): void {
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    element.style.height = 'auto';
    element.style.height = `${Math.min(element.scrollHeight + 2, window.innerHeight / 3)}px`;
  }, [text]);
}

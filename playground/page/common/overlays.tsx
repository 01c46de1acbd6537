import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';
import { Line, Words } from './inline-text.tsx';
import { useActions, useSay, useUi, useWords } from './page-hooks.ts';

export function ConfirmDialog() {
  const actions = useActions();
  const question = useUi((ui) => ui.question);
  if (question === null) return null;
  const { title, text, confirm, deny, danger } = question.confirm;
  return (
    <Dialog name="confirm" labelledBy="confirm-title" onClose={() => actions.answer(false)}>
      <h2 id="confirm-title">
        <Line nodes={title} />
      </h2>
      <div class="dialog-body">
        <Words blocks={text} />
      </div>
      <footer>
        <button type="button" class="button" onClick={() => actions.answer(false)}>
          {deny}
        </button>
        <button type="button" class={`button ${danger ? 'danger' : 'primary'}`} onClick={() => actions.answer(true)}>
          {confirm}
        </button>
      </footer>
    </Dialog>
  );
}

export function Lightbox() {
  const actions = useActions();
  const picture = useUi((ui) => ui.picture);
  const words = useWords();
  if (picture === null) return null;
  const close = () => actions.show(null);
  return (
    <Dialog name="lightbox" labelledBy="lightbox-words" onClose={close} light>
      <div class="lightbox-bar">
        <a class="button" href={picture.src} target="_blank" rel="noopener noreferrer">
          {words.openInTab}
        </a>
        <button type="button" class="button icon-only" aria-label={words.closePicture} onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      <img src={picture.src} alt={picture.alt} />
      <p id="lightbox-words">{picture.alt}</p>
    </Dialog>
  );
}

const keys: readonly (readonly [string, string])[] = [
  ['/', 'Write a message or command'],
  ['Ctrl K', 'Jump to a conversation, or act as someone else'],
  ['Alt ↑ ↓', 'Previous or next conversation'],
  ['Alt 1 … 9', 'Act as the first, second … person'],
  ['G', 'Open the inspector'],
  ['Esc', 'Close the open menu, thread or dialog'],
  ['?', 'Show this list'],
  ['Tab, Enter', 'In the composer: accept the completion, send'],
  ['Shift Enter', 'In the composer: a new line'],
  ['↑', 'In an empty composer: the last message sent'],
];

export function KeysDialog() {
  const actions = useActions();
  const say = useSay();
  const open = useUi((ui) => ui.panel === 'keys');
  if (!open) return null;
  const close = () => actions.openPanel(null);
  return (
    <Dialog name="keys" labelledBy="keys-title" onClose={close} light>
      <header class="dialog-head">
        <h2 id="keys-title">{say('Keyboard')}</h2>
        <button type="button" class="button icon-only" aria-label={say('Close')} onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <dl class="keys-list" tabIndex={0}>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{say(what)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

export function Toasts() {
  const actions = useActions();
  const say = useSay();
  const toasts = useUi((ui) => ui.toasts);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.map((toast) => (
        <p key={toast.id} class="toast">
          <span>{toast.say}</span>
          <button
            type="button"
            class="button icon-only quiet"
            aria-label={say('Dismiss')}
            onClick={() => actions.dropToast(toast.id)}
          >
            <Icon name="close" />
          </button>
        </p>
      ))}
    </div>
  );
}

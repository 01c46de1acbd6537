import { useState } from 'preact/hooks';
import { Dialog } from '../common/dialog.tsx';
import { useActions, useSay, useServer, useUi } from '../common/page-hooks.ts';
import { moved } from '../inputs/completions.ts';
import { actors, channelsInOrder } from './sidebar.tsx';

export function Jump() {
  const open = useUi((ui) => ui.panel === 'jump');
  return open ? <JumpDialog /> : null;
}

function JumpDialog() {
  const actions = useActions();
  const say = useSay();
  const server = useServer();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const close = () => actions.openPanel(null);
  const nameOf = (id: string) => server.people.find((person) => person.id === id)?.realName ?? id;
  const all = [
    ...channelsInOrder(server).map((channel) => ({
      key: channel.id,
      words: channel.kind === 'direct' ? nameOf(channel.name) : `#${channel.name}`,
      note: say('go there'),
      go: () => actions.go({ channel: channel.id, thread: null }),
    })),
    { key: 'home', words: say('Portolan home'), note: say('go there'), go: () => actions.go({ home: true }) },
    ...actors(server).map((person) => ({
      key: person.id,
      words: person.realName,
      note: say('act as'),
      go: () => actions.become(person.id),
    })),
  ];
  const fits = all.filter((one) => `${one.words} ${one.note}`.toLowerCase().includes(typed.trim().toLowerCase()));
  const take = (index: number) => {
    const destination = fits[index];
    if (destination === undefined) return;
    close();
    destination.go();
  };
  return (
    <Dialog name="jump" labelledBy="jump-title" onClose={close} light>
      <header class="dialog-head">
        <h2 id="jump-title">{say('Jump to')}</h2>
      </header>
      <input
        type="text"
        role="combobox"
        aria-label={say('Conversation or person')}
        aria-expanded="true"
        aria-controls="jump-list"
        aria-activedescendant={fits.length > 0 ? `jump-${at}` : undefined}
        placeholder={say('Find a conversation or a person')}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            take(at);
          } else if (['ArrowDown', 'ArrowUp'].includes(event.key)) {
            event.preventDefault();
            setAt(moved(at, fits.length, event.key));
          }
        }}
      />
      <div class="jump-list" id="jump-list" role="listbox" aria-label={say('Conversations and people')}>
        {fits.map((one, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field keeps the focus and the keys
          <div
            key={one.key}
            id={`jump-${index}`}
            role="option"
            class={index === at ? 'option active' : 'option'}
            aria-selected={index === at}
            onClick={() => take(index)}
          >
            <span>{one.words}</span>
            <small>{one.note}</small>
          </div>
        ))}
        {fits.length === 0 && <p class="options-say">{say('No results.')}</p>}
      </div>
    </Dialog>
  );
}

import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { BlockChoice, ChoiceGroup, SelectModel } from '../blocks/block-model.ts';
import { Icon } from '../common/icon.tsx';
import { Line } from '../common/inline-text.tsx';
import { useWords } from '../common/page-hooks.ts';
import type { ClientWords } from '../text/client-words.ts';
import { useChoices } from './choices-of.ts';
import { moved, narrow, toggled } from './completions.ts';
import { type PlacedField, useField } from './field.ts';

/** Searchable select with one field. Follows the combobox pattern: arrows move, Enter selects, Escape closes. */
export function Select({ model, blockId, acts, labelling }: PlacedField<SelectModel>) {
  const { value, busy, set } = useField(model, blockId, acts);
  const words = useWords();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(-1);
  const frame = useRef<HTMLDivElement>(null);
  const listId = useId();
  const { groups, state, labelOf } = useChoices(model, blockId, open, typed);
  const shown = model.source === 'external' ? groups : narrow(groups, typed);
  const flat = shown.flatMap((group) => group.choices);
  const chosen = value === null || value === '' ? [] : typeof value === 'string' ? [value] : value;
  const active = open && at >= 0 && at < flat.length ? `${listId}-${at}` : undefined;

  const close = () => {
    setOpen(false);
    setTyped('');
    setAt(-1);
  };
  const take = (choice: BlockChoice) => {
    if (model.many) return set(toggled(chosen, choice.value, model.most));
    close();
    if (choice.value !== chosen[0]) set(choice.value);
  };
  useLeaving(frame, open, close);
  useEffect(() => setAt(open && typed !== '' ? 0 : -1), [typed, open]);
  useEffect(() => {
    if (active !== undefined) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const onKey = (event: KeyboardEvent) => {
    if (['ArrowDown', 'ArrowUp'].includes(event.key)) {
      event.preventDefault();
      if (!open) setOpen(true);
      setAt(moved(at, flat.length, event.key));
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      const choice = flat[at];
      if (choice !== undefined) take(choice);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Backspace' && typed === '' && model.many && chosen.length > 0) {
      set(chosen.slice(0, -1));
    }
  };

  const single = model.many ? '' : chosen[0] === undefined ? '' : labelOf(chosen[0]);
  return (
    <div ref={frame} class={`select${open ? ' open' : ''}${busy ? ' busy' : ''}`}>
      {model.many && chosen.length > 0 && (
        <Chosen values={chosen} labelOf={labelOf} drop={(one) => set(toggled(chosen, one, model.most))} />
      )}
      <div class="select-field">
        <input
          id={labelling.id}
          type="text"
          role="combobox"
          autocomplete="off"
          spellcheck={false}
          aria-label={labelling.label}
          aria-expanded={open}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active}
          aria-invalid={labelling.invalid}
          aria-required={labelling.required}
          aria-describedby={labelling.describedBy}
          data-focus={model.focus ? 'yes' : undefined}
          placeholder={open && single !== '' ? single : model.placeholder || words.choose}
          value={open ? typed : single}
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => setOpen(true)}
          onInput={(event) => {
            setOpen(true);
            setTyped(event.currentTarget.value);
          }}
          onKeyDown={onKey}
        />
        {!model.many && chosen.length > 0 && !acts && (
          <button type="button" class="clear" aria-label={words.clear(labelling.label)} onClick={() => set(null)}>
            <Icon name="close" />
          </button>
        )}
        <span class="caret">
          <Icon name="down" />
        </span>
      </div>
      {open && (
        <div class="options" id={listId} role="listbox" aria-label={labelling.label} aria-multiselectable={model.many}>
          <OptionList listId={listId} groups={shown} at={at} chosen={chosen} take={take} />
          {flat.length === 0 && (
            <p class="options-say" role="status">
              {sayEmpty(words, model, state, typed)}
            </p>
          )}
        </div>
      )}
    </div>
  );
}

function sayEmpty(words: ClientWords, model: SelectModel, state: string, typed: string): string {
  if (state === 'short') return words.typeMore(model.minQuery);
  if (state === 'loading') return words.looking;
  if (state !== 'ready') return state;
  return typed === '' ? words.nothingToChoose : words.nothingFits(typed);
}

type SelectListProps = {
  readonly listId: string;
  readonly groups: readonly ChoiceGroup[];
  readonly at: number;
  readonly chosen: readonly string[];
  readonly take: (choice: BlockChoice) => void;
};

function OptionList({ listId, groups, at, chosen, take }: SelectListProps) {
  const words = useWords();
  const starts = groups.map((_, index) => groups.slice(0, index).reduce((sum, group) => sum + group.choices.length, 0));
  return (
    <>
      {groups.map((group, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of a listbox is no fieldset
        <div key={`${group.label}-${index}`} role="group" aria-label={group.label || words.choices}>
          {group.label !== '' && (
            <p class="options-label" aria-hidden="true">
              {group.label}
            </p>
          )}
          {group.choices.map((choice, place) => {
            const number = (starts[index] ?? 0) + place;
            return (
              // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field keeps the focus and the keys
              <div
                key={choice.value}
                id={`${listId}-${number}`}
                role="option"
                class={number === at ? 'option active' : 'option'}
                aria-selected={chosen.includes(choice.value)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => take(choice)}
              >
                <span class="option-words">
                  <span>
                    <Line nodes={choice.text} />
                  </span>
                  {choice.description.length > 0 && (
                    <small>
                      <Line nodes={choice.description} />
                    </small>
                  )}
                </span>
                {chosen.includes(choice.value) && <Icon name="check" />}
              </div>
            );
          })}
        </div>
      ))}
    </>
  );
}

type ChosenProps = {
  readonly values: readonly string[];
  readonly labelOf: (value: string) => string;
  readonly drop: (value: string) => void;
};

function Chosen({ values, labelOf, drop }: ChosenProps) {
  const words = useWords();
  return (
    <ul class="chosen" aria-label={words.chosen}>
      {values.map((value) => (
        <li key={value}>
          {labelOf(value)}
          <button type="button" aria-label={words.remove(labelOf(value))} onClick={() => drop(value)}>
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Calls `leave` when the focus moves outside `frame`, or the user presses outside it. */
export function useLeaving(frame: { readonly current: HTMLElement | null }, on: boolean, leave: () => void): void {
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    if (!on) return;
    const check = (event: Event) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) latest.current();
    };
    document.addEventListener('pointerdown', check, true);
    document.addEventListener('focusin', check, true);
    return () => {
      document.removeEventListener('pointerdown', check, true);
      document.removeEventListener('focusin', check, true);
    };
  }, [on, frame]);
}

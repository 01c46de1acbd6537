import type { TextInputModel } from '../blocks/block-model.ts';
import { useWords } from '../common/page-hooks.ts';
import { type PlacedField, useField } from './field.ts';

const modes = { plain: 'text', url: 'url', email: 'email', number: 'decimal', rich: 'text' } as const;

/** Text input. Slack checks numbers, not the browser, so that an invalid number stays and can be corrected. */
export function TextInput({ model, blockId, acts, labelling }: PlacedField<TextInputModel>) {
  const { value, busy, set, press } = useField(model, blockId, false);
  const words = useWords();
  const text = typeof value === 'string' ? value : '';
  const onInput = (next: string) => {
    set(next === '' ? null : next);
    if (acts && model.on.includes('on_character_entered')) press(next);
  };
  const shared = {
    id: labelling.id,
    value: text,
    placeholder: model.placeholder,
    'aria-label': labelling.label,
    'aria-invalid': labelling.invalid,
    'aria-required': labelling.required,
    'aria-describedby': labelling.describedBy,
    'aria-busy': busy,
    'data-focus': model.focus ? 'yes' : undefined,
    autocomplete: 'off',
  } as const;
  return (
    <div class="text-input">
      {model.multiline ? (
        <textarea {...shared} rows={3} onInput={(event) => onInput(event.currentTarget.value)} />
      ) : (
        <input
          {...shared}
          type="text"
          inputMode={modes[model.kind]}
          spellcheck={false}
          onInput={(event) => onInput(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !acts || !model.on.includes('on_enter_pressed')) return;
            event.preventDefault();
            press(text);
          }}
        />
      )}
      {model.maxLength < 3000 && text.length > model.maxLength * 0.8 && (
        <span class="count" role="status">
          {words.left(model.maxLength - text.length)}
        </span>
      )}
    </div>
  );
}

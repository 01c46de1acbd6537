import type { ChoicesModel } from '../blocks/block-model.ts';
import { Line } from '../common/inline-text.tsx';
import { toggled } from './completions.ts';
import { type PlacedField, useField } from './field.ts';

export function Choices({ model, blockId, acts, labelling }: PlacedField<ChoicesModel>) {
  const { value, busy, set } = useField(model, blockId, acts);
  const many = model.type === 'checkboxes';
  const chosen = value === null ? [] : typeof value === 'string' ? [value] : value;
  return (
    <fieldset class={busy ? 'choices busy' : 'choices'} id={labelling.id} aria-describedby={labelling.describedBy}>
      <legend class="unseen">{labelling.label}</legend>
      {model.choices.map((choice) => (
        <label key={choice.value} class="choice">
          <input
            class="choice-mark"
            type={many ? 'checkbox' : 'radio'}
            name={labelling.id}
            checked={chosen.includes(choice.value)}
            onChange={() => set(many ? toggled(chosen, choice.value, model.choices.length) : choice.value)}
          />
          <span>
            <Line nodes={choice.text} />
            {choice.description.length > 0 && (
              <small>
                <Line nodes={choice.description} />
              </small>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

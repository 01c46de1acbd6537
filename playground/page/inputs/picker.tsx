import type { PickerModel } from '../blocks/block-model.ts';
import { useViewer } from '../common/page-hooks.ts';
import { fromLocalTime, toLocalTime } from '../text/local-time.ts';
import { type PlacedField, useField } from './field.ts';

const types = { date: 'date', time: 'time', datetime: 'datetime-local' } as const;

/** Date, time or both. Datetimes are entered in the person's time zone and submitted as epoch seconds. */
export function Picker({ model, blockId, acts, labelling }: PlacedField<PickerModel>) {
  const { value, set } = useField(model, blockId, acts);
  const { zone } = useViewer();
  const text = typeof value === 'string' ? value : '';
  const both = model.type === 'datetime';
  const shown = both && text !== '' ? toLocalTime(Number(text) * 1000, zone) : text;
  const enter = (entered: string) => {
    if (entered === '') return set(null);
    const at = both ? fromLocalTime(entered, zone) : null;
    if (!both) set(entered);
    else if (at !== null) set(String(Math.floor(at / 1000)));
  };
  return (
    <input
      class="picker"
      id={labelling.id}
      type={types[model.type]}
      value={shown}
      aria-label={labelling.label}
      aria-invalid={labelling.invalid}
      aria-required={labelling.required}
      aria-describedby={labelling.describedBy}
      title={both ? `In ${zone}` : model.placeholder}
      onChange={(event) => enter(event.currentTarget.value)}
    />
  );
}

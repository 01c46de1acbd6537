import { useId } from 'preact/hooks';
import type { ElementModel, FaultModel } from '../blocks/block-model.ts';
import { useWords } from '../common/page-hooks.ts';
import { Picture } from '../common/picture-image.tsx';
import { Choices } from '../inputs/choices.tsx';
import type { Labelling } from '../inputs/field.ts';
import { Picker } from '../inputs/picker.tsx';
import { Select } from '../inputs/select.tsx';
import { TextInput } from '../inputs/text-input.tsx';
import { Button, Feedback, Overflow } from './buttons.tsx';

type Props = {
  readonly model: ElementModel;
  readonly blockId: string;
  readonly acts: boolean;
  /** Label from an input block. Elements outside input blocks use their placeholder as name. */
  readonly labelling?: Labelling;
};

export function Element({ model, blockId, acts, labelling }: Props) {
  const words = useWords();
  const ownId = useId();
  const named = labelling ?? {
    id: ownId,
    label: 'placeholder' in model && model.placeholder !== '' ? model.placeholder : words.choose,
    describedBy: undefined,
    invalid: false,
    required: false,
  };
  const shared = { blockId, acts, labelling: named };
  switch (model.type) {
    case 'button':
      return <Button model={model} blockId={blockId} />;
    case 'overflow':
      return <Overflow model={model} blockId={blockId} />;
    case 'feedback':
      return <Feedback model={model} blockId={blockId} />;
    case 'select':
      return <Select model={model} {...shared} />;
    case 'radio':
    case 'checkboxes':
      return <Choices model={model} {...shared} />;
    case 'date':
    case 'time':
    case 'datetime':
      return <Picker model={model} {...shared} />;
    case 'text':
      return <TextInput model={model} {...shared} />;
    case 'picture':
      return <Picture src={model.src} alt={model.alt} size="accessory" />;
    case 'fault':
      return <Fault model={model} />;
  }
}

export function Fault({ model }: { readonly model: FaultModel }) {
  return (
    <details class="fault">
      <summary>The playground cannot draw this {model.what}.</summary>
      <pre>{model.json}</pre>
    </details>
  );
}

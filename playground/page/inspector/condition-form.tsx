import { useId, useState } from 'preact/hooks';
import type { InspectorAction, InspectorStatus } from '../../inspector-protocol.ts';
import { useSay } from '../common/page-hooks.ts';
import { alertChoices, certificateChoices, componentChoices, regionChoice } from './condition-choices.ts';

type Props = {
  readonly standing: InspectorStatus;
  readonly act: (act: InspectorAction, said: string) => void;
};

export function Conditions({ standing, act }: Props) {
  const id = useId();
  const say = useSay();
  const { components } = standing;
  const [chosen, setChosen] = useState('');
  const usual = components.find(({ name, app }) => name === 'web' && app === 'shop') ?? components[0];
  const component = components.find(({ alias }) => alias === chosen) ?? usual;
  if (component === undefined) return null;
  const others = [...certificateChoices(standing), regionChoice(standing)].filter((one) => one !== undefined);
  const rows = [
    ['component', componentChoices(component)],
    ['others', others],
    ['alerts', alertChoices(standing)],
  ] as const;
  return (
    <div class="elsewhere">
      <label for={id}>{say('By itself …')}</label>
      <select id={id} value={component.alias} onChange={(event) => setChosen(event.currentTarget.value)}>
        {components.map(({ alias, app, name }) => (
          <option key={alias} value={alias}>{`${app} / ${name}`}</option>
        ))}
      </select>
      {rows.map(([name, choices]) => (
        <div class="faults" key={name}>
          {choices.map((choice) => (
            <button
              key={choice.words}
              type="button"
              class={choice.on ? 'button on' : 'button'}
              aria-pressed={choice.on}
              title={say(choice.note)}
              onClick={() => act(choice.act, choice.on ? 'It’s over.' : choice.note)}
            >
              {say(choice.words)}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}

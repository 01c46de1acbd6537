import { useId, useState } from 'preact/hooks';
import type { InspectorElsewhere, InspectorStatus } from '../../inspector-protocol.ts';
import { useSay } from '../common/page-hooks.ts';

type Props = { readonly standing: InspectorStatus; readonly act: (act: InspectorElsewhere) => void };

export function Elsewhere({ standing, act }: Props) {
  const id = useId();
  const say = useSay();
  const withPorts = standing.components.filter((component) => component.ports.length > 0);
  const places = withPorts.flatMap((component) =>
    component.ports.map((port) => ({ component, port, key: `${component.alias}:${port.number}` })),
  );
  const usual = places.find(({ component, port }) => component.name === 'api' && port.number === 8000) ?? places[0];
  const [chosen, setChosen] = useState(usual?.key ?? '');
  const place = places.find(({ key }) => key === chosen) ?? usual;
  if (place === undefined) return null;
  const { component, port } = place;
  const target = { component: component.alias, port: port.number };
  return (
    <div class="elsewhere">
      <label for={id}>{say('Meanwhile, someone else …')}</label>
      <select id={id} value={place.key} onChange={(event) => setChosen(event.currentTarget.value)}>
        {places.map((one) => (
          <option key={one.key} value={one.key}>
            {`${one.component.app} / ${one.component.name}:${one.port.number} (${say(wordsFor(one.port))})`}
          </option>
        ))}
      </select>
      <div class="faults">
        <button
          type="button"
          class="button"
          onClick={() => act({ do: port.outer ? 'close' : 'open', side: 'outer', ...target })}
        >
          {say(port.outer ? 'closes external access' : 'opens external access')}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => act({ do: port.inner ? 'close' : 'open', side: 'inner', ...target })}
        >
          {say(port.inner ? 'closes internal access' : 'opens internal access')}
        </button>
        <button type="button" class="button" onClick={() => act({ do: 'delete', ...target })}>
          {say('deletes the port')}
        </button>
        <button type="button" class="button" onClick={() => act({ do: 'lose-port', ...target })}>
          {say('takes the port away, not its rules')}
        </button>
      </div>
      <div class="faults">
        {operations.map(([action, words]) => (
          <button
            key={action}
            type="button"
            class="button"
            onClick={() => act({ do: 'operate', component: component.alias, action })}
          >
            {say(words(component.name))}
          </button>
        ))}
        {pushes.map(([fails, words]) => (
          <button
            key={words(component.name)}
            type="button"
            class="button"
            onClick={() => act({ do: 'operate', component: component.alias, action: 'deploy', by: 'Webhook', fails })}
          >
            {say(words(component.name))}
          </button>
        ))}
      </div>
    </div>
  );
}

const operations = [
  ['stop', (name: string) => `stops ${name}`],
  ['start', (name: string) => `starts ${name}`],
  ['deploy', (name: string) => `deploys ${name} in the console`],
] as const;

const pushes = [
  [undefined, (name: string) => `pushes, which builds ${name}`],
  ['build', (name: string) => `pushes what doesn’t build: ${name}`],
  ['start', (name: string) => `pushes what doesn’t start: ${name}`],
] as const;

function wordsFor(port: { readonly inner: boolean; readonly outer: boolean }): string {
  const open = [port.inner ? 'internally' : '', port.outer ? 'externally' : ''].filter((one) => one !== '');
  return open.length === 0 ? 'closed' : `open ${open.join(' and ')}`;
}

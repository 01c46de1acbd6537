import { isJson } from '../../slack/json-values.ts';
import { useActions, useSay } from '../common/page-hooks.ts';
import { Fold } from './fold.tsx';

export function JsonPart({ label, value }: { readonly label: string; readonly value: unknown }) {
  const actions = useActions();
  const say = useSay();
  const copy = () => {
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
    navigator.clipboard.writeText(text).then(
      () => actions.toast(say(`${label} copied.`)),
      () => actions.toast(say('The browser doesn’t allow copying here.')),
    );
  };
  return (
    <div class="json-part">
      <p class="json-label">
        <span>{say(label)}</span>
        <button type="button" class="button quiet" aria-label={say(`Copy ${label}`)} onClick={copy}>
          {say('Copy')}
        </button>
      </p>
      <div class="json">
        <Value value={value} depth={0} />
      </div>
    </div>
  );
}

function Value({ value, depth }: { readonly value: unknown; readonly depth: number }) {
  if (Array.isArray(value))
    return <Group entries={value.map((item, index) => [String(index), item])} signs="[]" depth={depth} />;
  if (isJson(value)) return <Group entries={Object.entries(value)} signs="{}" depth={depth} />;
  if (typeof value === 'string') return <span class="json-text">{JSON.stringify(value)}</span>;
  return <span class="json-plain">{String(value)}</span>;
}

type GroupProps = {
  readonly entries: readonly (readonly [string, unknown])[];
  readonly signs: '[]' | '{}';
  readonly depth: number;
};

function Group({ entries, signs, depth }: GroupProps) {
  if (entries.length === 0) return <span class="json-plain">{signs}</span>;
  return (
    <Fold
      open={depth < 2 && entries.length < 25}
      summary={
        <>
          {signs[0]} <span class="json-count">{entries.length}</span> {signs[1]}
        </>
      }
    >
      {() => (
        <ul>
          {entries.map(([key, item]) => (
            <li key={key}>
              <span class="json-key">{key}</span>: <Value value={item} depth={depth + 1} />
            </li>
          ))}
        </ul>
      )}
    </Fold>
  );
}

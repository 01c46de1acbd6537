import fc from 'fast-check';
import { checkPayload, type PayloadKind } from './check-payload.ts';

const sent: readonly PayloadKind[] = ['message', 'update', 'ephemeral', 'response_url'];
const kinds: readonly PayloadKind[] = [...sent, 'view', 'home', 'options', 'ack'];
const plain = (text: string) => ({ type: 'plain_text', text });

/** Valid modal with one of every important element. */
const good = {
  type: 'modal',
  title: plain('T'),
  submit: plain('Go'),
  private_metadata: 'x',
  blocks: [
    {
      type: 'section',
      block_id: 's',
      text: plain('words'),
      accessory: { type: 'button', action_id: 'go', text: plain('Go') },
    },
    {
      type: 'actions',
      block_id: 'a',
      elements: [{ type: 'static_select', action_id: 'p', options: [{ text: plain('a'), value: 'a' }] }],
    },
    { type: 'input', block_id: 'i', label: plain('L'), element: { type: 'plain_text_input', action_id: 'i' } },
  ],
};

function paths(value: unknown, at: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, one]) => paths(one, [...at, key]))];
}

function put(value: unknown, path: readonly string[], wrong: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return wrong;
  if (Array.isArray(value))
    return value.map((one: unknown, index) => (String(index) === key ? put(one, rest, wrong) : one));
  const object: Record<string, unknown> = { ...Object(value) };
  return { ...object, [key]: put(object[key], rest, wrong) };
}

describe('checkPayload', () => {
  it('never throws, whatever it is given', () => {
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.record({ blocks: fc.jsonValue(), text: fc.jsonValue(), view: fc.jsonValue() }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...kinds), anything, (kind, payload) => Array.isArray(checkPayload(kind, payload))),
    );
  });

  it('notices a wrong type anywhere', () => {
    expect(checkPayload('view', good)).toEqual([]);
    for (const path of paths(good)) {
      const faults = checkPayload('view', put(good, path, { surprise: true }));
      expect(faults.length, path.join('/')).toBeGreaterThan(0);
      expect(faults.every((fault) => fault.error !== '' && fault.why !== '')).toBe(true);
    }
  });
});

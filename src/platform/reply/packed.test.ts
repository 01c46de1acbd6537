import { Secret } from '../../core/text/secret.ts';
import { pack, unpack } from './packed.ts';

const entry = (at: number) => ({ id: `c${at}`, tags: ['a', 'b'], at: at % 7 === 0 ? undefined : at, none: null });

test.each<[string, unknown]>([
  ['text', 'text'],
  ['a list', Array.from({ length: 1_000 }, (_, at) => entry(at))],
  ['objects in objects', { total: 3, http: [entry(1)], tcp: [], first: { of: entry(0) } }],
])('%s comes out of another thread as it went in', (_what, value) => {
  const packed = pack(value);
  expect(packed && unpack(structuredClone(packed))).toEqual(value);
});

test('secrets come out as secrets, wherever they are', () => {
  const packed = pack({ cmd: new Secret('hunter2'), regions: [{ key: new Secret('k1') }, { key: new Secret('') }] });
  expect(JSON.stringify(packed?.value)).not.toContain('hunter2');
  const out = packed && unpack(structuredClone(packed));
  expect(out).toMatchObject({ cmd: expect.any(Secret), regions: [{ key: expect.any(Secret) }, { key: {} }] });
  const reveal = (...path: string[]) => {
    const field = path.reduce<unknown>((part, name) => Reflect.get(Object(part), name), out);
    return field instanceof Secret ? field.reveal() : undefined;
  };
  expect([reveal('cmd'), reveal('regions', '0', 'key'), reveal('regions', '1', 'key')]).toEqual(['hunter2', 'k1', '']);
});

test('more than the event loop can be given does not cross', () => {
  expect(pack(Array.from({ length: 99_999 }, () => 1))).toBeDefined();
  expect(pack(Array.from({ length: 100_000 }, () => 1))).toBeUndefined();
});

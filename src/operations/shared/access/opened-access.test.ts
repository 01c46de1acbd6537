import { aComponent, anEvent, aPort, aTemporaryAccess } from '../../../../test/operations/samples.ts';
import { aPlan, aRequest, aStep } from '../../../../test/sample-requests.ts';
import { present } from '../../../core/defined.ts';
import type { ChangeRequest } from '../../../core/request/change-request.ts';
import type { TemporaryAccess } from '../../../core/request/temporary-access.ts';
import { PlatformError } from '../../../platform/errors/platform-error.ts';
import { temporaryAccess } from './opened-access.ts';

const place = { team: 'shop', region: 'east', app: '1' };
const hold = aTemporaryAccess({
  ...{ id: 'r1', placeKey: 'shop/east/1', componentKey: 'shop/east/1 c1', at: 0, until: 7_200_000 },
  body: { component: 'c1', port: 8000, side: 'outer', sides: ['outer'] },
});

function request(opens: boolean, more: object = {}, component = 'c1'): ChangeRequest {
  const state = (outer: boolean) => ({ port: 8000, there: true, outer });
  const plan = aPlan({ component, steps: [aStep({ before: state(!opens), after: state(opens) })] });
  return aRequest(0, { id: 'r2', operation: opens ? 'port.open' : 'port.close', context: place, plan, ...more });
}

type AccessPlatform = Parameters<typeof temporaryAccess.isEnded>[2]['platform'];

const ends = (of: ChangeRequest) =>
  temporaryAccess
    .changes(of, { at: 1_000, keeps: of.access !== undefined, finished: true }, [hold])
    .ended.map(({ how }) => how);

test('each extension keeps the request that opened the port', () => {
  const timed = (id: string) => ({ id, operation: 'port.until', access: { id, until: 9_000_000, closed: false } });
  const kept = (id: string, stored: readonly TemporaryAccess[]) =>
    temporaryAccess.changes(request(true, timed(id)), { at: 1_000, keeps: true, finished: true }, stored).put;
  const [first] = kept('r2', [hold]);
  expect(first).toMatchObject({ request: 'r2', body: { opener: 'r1' } });
  expect(kept('r3', present([first]))).toMatchObject([{ request: 'r3', body: { opener: 'r1' } }]);
  expect(kept('r2', [])).toMatchObject([{ body: { opener: undefined } }]);
});

test('only a request that was asked with a closing time of its own gives another one a new closing time', () => {
  const timed = { id: 'r2', until: 9_000_000, closed: false };
  const automatic = { system: true, follows: { card: 'r9', how: 'close' } } as const;
  expect(ends(request(true, { timed }))).toEqual(['extended']);
  expect(ends(request(true))).toEqual(['kept']);
  expect(ends(request(false))).toEqual(['by-hand']);
  // Automatic closes, and requests for another component, don't change a closing time.
  expect(ends(request(false, automatic))).toEqual(['by-hand']);
  expect(ends(request(false, { ...automatic, follows: { card: 'r1', how: 'close' } }))).toEqual([]);
  expect(ends(request(true, { timed }, 'c2'))).toEqual([]);
});

test.each<[string, readonly (readonly ['open' | 'close', string])[], boolean | undefined]>([
  [
    'closed and opened',
    [
      ['open', 'success'],
      ['close', 'success'],
    ],
    true,
  ],
  [
    'two tries to close that failed',
    [
      ['close', 'failure'],
      ['close', ''],
    ],
    undefined,
  ],
  [
    'opened twice',
    [
      ['open', 'success'],
      ['open', 'success'],
    ],
    undefined,
  ],
  ['closed once', [['close', 'success']], undefined],
])('what others did to the only port: %s', async (_name, done, isAgain) => {
  const events = done.map(([access, status], nth) =>
    anEvent(1_000 - nth, { optType: 'handle-service-outerport', access, status }),
  );
  const reads = readsOf({ listEvents: async () => ({ total: 2, events }), listPorts: async () => [aPort(8000)] });
  expect((await temporaryAccess.changedElsewhere(hold, place, reads, () => false))?.isAgain).toBe(isAgain);
});

test('a component that leaves its app between two reads is missing, not gone', async () => {
  const reads = readsOf({
    listComponents: async () => [{ ...aComponent, serviceId: 'c1' }],
    async listPorts() {
      const fault = { asked: 'listPorts', kind: 'not-found', outcome: 'rejected', canRetry: false } as const;
      throw new PlatformError({ ...fault, reason: 'component-not-in-app' });
    },
  });
  expect(await temporaryAccess.find(hold, place, reads, async () => {})).toBe('missing');
});

function readsOf(more: Partial<AccessPlatform>): { readonly platform: AccessPlatform } {
  const unread = (): never => {
    throw new Error('not read in this test');
  };
  return { platform: { listApps: unread, listComponents: unread, listEvents: unread, listPorts: unread, ...more } };
}

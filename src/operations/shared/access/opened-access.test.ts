import { expect, test } from 'vitest';
import { aTemporaryAccess } from '../../../../test/operations/samples.ts';
import type { ChangeRequest } from '../../../core/request/change-request.ts';
import { PlatformError } from '../../../platform/errors/platform-error.ts';
import type { Reads } from '../define.ts';
import { temporaryAccess } from './opened-access.ts';

const place = { team: 'shop', region: 'east', app: '1' };
const hold = aTemporaryAccess({
  ...{ id: 'r1', placeKey: 'shop/east/1', componentKey: 'shop/east/1 c1', at: 0, until: 7_200_000 },
  body: { component: 'c1', port: 8000, side: 'outer', sides: ['outer'] },
});

function request(opens: boolean, more: Partial<ChangeRequest> = {}): ChangeRequest {
  const state = (outer: boolean) => ({ port: 8000, there: true, outer });
  return {
    id: 'r2',
    operation: opens ? 'port.open' : 'port.close',
    given: {},
    context: place,
    asker: { id: 'U2', name: 'Bo' },
    plan: { component: 'c1', steps: [{ before: state(!opens), after: state(opens) }] },
    run: {},
    ...more,
  } as unknown as ChangeRequest;
}

const ends = (of: ChangeRequest) =>
  temporaryAccess
    .changes(of, { at: 1_000, keeps: of.access !== undefined, finished: true }, [hold])
    .ended.map(({ how }) => how);

test('only a request that was asked with a closing time of its own gives another one a new closing time', () => {
  const timed = { id: 'r2', until: 9_000_000, closed: false };
  const automatic = { system: true, follows: { card: 'r9', how: 'close' } } as const;
  expect(ends(request(true, { access: timed }))).toEqual(['extended']);
  expect(ends(request(true))).toEqual(['kept']);
  expect(ends(request(false))).toEqual(['by-hand']);
  // Automatic closes, and requests for another component, don't change a closing time.
  expect(ends(request(false, automatic))).toEqual(['by-hand']);
  expect(ends(request(false, { ...automatic, follows: { card: 'r1', how: 'close' } }))).toEqual([]);
  const { plan } = request(true);
  expect(ends(request(true, { access: timed, plan: { ...plan, component: 'c2' } }))).toEqual([]);
});

test.each<[string, readonly string[], boolean | undefined]>([
  ['closed and opened', ['open success', 'close success'], true],
  ['two tries to close that failed', ['close failure', 'close '], undefined],
  ['opened twice', ['open success', 'open success'], undefined],
  ['closed once', ['close success'], undefined],
])('what others did to the only port: %s', async (_name, done, isAgain) => {
  const events = done.map((each, nth) => {
    const [access, status] = each.split(' ');
    return { optType: 'handle-service-outerport', access, status, startedAt: 1_000 - nth };
  });
  const reads = readsOf({ listEvents: async () => ({ total: 2, events }), listPorts: async () => [{}] });
  const found = await temporaryAccess.changedElsewhere(hold, place, reads, () => false);
  expect(found?.isAgain).toBe(isAgain);
});

test('a component that leaves its app between two reads is missing, not gone', async () => {
  const reads = readsOf({
    listComponents: async () => [{ serviceId: 'c1' }],
    async listPorts() {
      const fault = { asked: 'listPorts', kind: 'not-found', outcome: 'rejected', canRetry: false } as const;
      throw new PlatformError({ ...fault, reason: 'component-not-in-app' });
    },
  });
  expect(await temporaryAccess.find(hold, place, reads, async () => {})).toBe('missing');
});

function readsOf(platform: unknown): Reads {
  return { platform } as unknown as Reads;
}

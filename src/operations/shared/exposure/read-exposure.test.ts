import type { ComponentEvent } from '../../../platform/event/event-endpoints.ts';
import type { KnownAddress } from './known-address.ts';
import { platformUserOf, unexplainedAccess, withPlatformUser } from './read-exposure.ts';

const place = { team: 'shop', region: 'east-1', app: '12' };
const readAt = 10_000;
const at = 20_000;

function address(port: number, name: string, more: Partial<KnownAddress> = {}): KnownAddress {
  const of = { key: `c1:${port}:${name}`, place, component: 'c1', componentName: 'api', port, kind: 'http' } as const;
  return { ...of, address: name, since: at, history: [{ at, what: 'opened' }], ...more };
}

function event(by: string, did: 'open' | 'close', startedAt: number, more: Partial<ComponentEvent> = {}) {
  const of = { eventId: 'e', optType: 'handle-service-outerport', access: did, userName: by, startedAt } as const;
  const none = { target: 'service', targetId: 'c1', message: '', createdAt: undefined, endedAt: undefined } as const;
  return { ...of, ...none, status: 'success', finalStatus: 'complete', ...more };
}

describe('what the platform’s events may explain', () => {
  const old = address(80, 'old.test', { history: [{ at: 500, what: 'seen' }] });
  test('ports that are newly open, without a request', () => {
    const asked = { request: 'r', at: 15_000, by: { id: 'U1', name: 'Sam' } };
    const ours = address(81, 'ours.test', { opened: asked, history: [{ at, what: 'opened', request: asked }] });
    const knownAddresses = [old, address(8000, 'a.test'), address(8000, 'b.test'), address(80, 'more.test'), ours];
    const unexplained = unexplainedAccess([old], knownAddresses, { at });
    expect(
      unexplained.map(({ what, ports, addresses }) => [what, ports, addresses.map((each) => each.address)]),
    ).toEqual([['opened', 1, ['a.test', 'b.test']]]);
  });
  test('ports that were closed', () => {
    const closed = { ...old, closed: at, history: [...old.history, { at, what: 'closed' } as const] };
    expect(unexplainedAccess([old], [closed], { at })).toMatchObject([{ what: 'closed', ports: 1 }]);
  });
});

describe('who did it', () => {
  const one = { component: 'c1', what: 'opened', addresses: [], ports: 1 } as const;
  test.each([
    ['the only one who opened something', [event('zhang', 'open', 15_000)], 'zhang'],
    ['not who closed something', [event('zhang', 'close', 15_000)], undefined],
    ['not who opened something before the last reading', [event('zhang', 'open', 8_900)], undefined],
    ['not who failed to', [event('zhang', 'open', 15_000, { status: 'failure' })], undefined],
    ['not one of two', [event('zhang', 'open', 15_000), event('mei', 'open', 16_000)], undefined],
    [
      'not who opened inside only',
      [event('zhang', 'open', 15_000, { optType: 'handle-service-innerport' })],
      undefined,
    ],
    ['not the platform itself', [event('system', 'open', 15_000)], undefined],
    ['nobody without events', [], undefined],
  ])('%s', (_, events, user) => expect(platformUserOf(one, events, readAt, [])).toBe(user));
  test('two ports need two events', () => {
    const two = { ...one, ports: 2 };
    expect(platformUserOf(two, [event('zhang', 'open', 15_000)], readAt, [])).toBeUndefined();
    expect(platformUserOf(two, [event('zhang', 'open', 15_000), event('zhang', 'open', 15_001)], readAt, [])).toBe(
      'zhang',
    );
  });
  test('it is kept with the address, and with what happened to it', () => {
    const opened = withPlatformUser(address(8000, 'a.test'), 'zhang');
    expect(opened).toMatchObject({ openedBy: 'zhang', history: [{ what: 'opened', user: 'zhang' }] });
    const closed = withPlatformUser({ ...opened, closed: at, history: [{ at, what: 'closed' }] }, 'mei');
    expect(closed).toMatchObject({ openedBy: 'zhang', history: [{ what: 'closed', user: 'mei' }] });
  });
});

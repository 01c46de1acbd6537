import { aWatch } from '../../../test/operations/samples.ts';
import type { Watch } from '../../operations/shared/watch/stored-watch.ts';
import { hasWanted, pictureZone } from './draw-incident.ts';

const watchIn = (channel: string, id: string, more: Partial<Watch> = {}) =>
  aWatch({ channel, by: { id, name: id, lang: 'en', zone: 'Africa/Cairo' }, ...more });
const older = { by: { id: 'U5', name: 'U5', lang: 'en' as const, zone: 'Asia/Tokyo' }, at: 1 };

const recordOf = (body: Watch) => ({
  ...{ kind: 'watch', id: body.id, version: 1, placeKey: '', channel: body.channel, isOpen: true, at: 1 },
  body,
});

test.each([
  ['of the people it notifies', { setBy: 'U1' }, ['S1', 'U2'], 'Europe/Berlin', [watchIn('C1', '')]],
  ['of its watches', { setBy: 'U1' }, ['S1', 'U2'], 'Africa/Cairo', [watchIn('C1', 'U4')]],
  ['of its oldest watch', undefined, [], 'Asia/Tokyo', [watchIn('C1', 'U4'), watchIn('C1', '', older)]],
  ['of who set its context', { setBy: 'U1' }, [], 'Asia/Shanghai', [watchIn('C2', 'U4'), watchIn('C1', '')]],
  ['of a member', undefined, [], 'America/Lima', []],
  ['whose profile can’t be read: the next one’s', { setBy: 'U9' }, ['U9'], 'America/Lima', []],
  ['of who chose its language', undefined, ['U2'], 'Asia/Shanghai', [watchIn('C1', 'U4')], 'U1'],
])('the zone of a channel is that %s', async (_whose, context, notify, expected, watches, by?: string) => {
  const zones = new Map(Object.entries({ U1: 'Asia/Shanghai', U2: 'Europe/Berlin', U3: 'America/Lima' }));
  const services = {
    store: {
      contexts: { get: async () => context },
      records: {
        get: async () => (by ? { ...recordOf(watchIn('C1', 'U4')), body: { lang: 'zh', by } } : undefined),
        list: async (kind: string) => (kind === 'watch' ? watches.map(recordOf) : []),
      },
    },
    people: {
      async person(id: string) {
        const zone = zones.get(id);
        if (zone === undefined) throw new Error('unreadable');
        return { zone };
      },
      candidates: async () => ({
        people: [
          { id: 'U8', standing: 'guest' },
          { id: 'U3', standing: 'member' },
        ],
      }),
    },
  };
  expect(await pictureZone(services, { channel: 'C1', notify }, by && 'Europe/Berlin')).toBe(expected);
});

test('an alert about errors has no chart of CPU and memory alone', () => {
  const alert = { source: { kind: 'alerts', name: 'ops', group: 'g' } } as const;
  const panels = (...items: readonly string[]) => ({ panels: items.map((item) => ({ item })) });
  expect(hasWanted(alert, ['gateway_errors', 'gateway_latency'], panels('cpu', 'memory'))).toBe(false);
  expect(hasWanted(alert, ['gateway_errors', 'gateway_latency'], panels('gateway_errors'))).toBe(true);
  expect(hasWanted(alert, ['gateway_latency'], panels('cpu', 'memory'))).toBe(true);
  // An alert that doesn't say what it is about has the usual charts.
  expect(hasWanted(alert, undefined, panels('cpu', 'memory'))).toBe(true);
});

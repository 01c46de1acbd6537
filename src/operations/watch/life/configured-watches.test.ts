import { aConfiguredWatch } from '../../../../test/operations/samples.ts';
import { readComponents } from '../../../platform/component/component-endpoints.ts';
import { plain } from '../../operation-catalog.ts';
import { unknownComponents } from '../watch-list-state.ts';
import { withComponents } from '../watch-notes.ts';
import { configuredWatch, readConfigured } from './configured-watches.ts';

const minute = 60_000;

describe('what a watch of the policy file is about', () => {
  test.each([
    [{ what: 'abnormal' }, { item: 'abnormal', side: 'above', threshold: 0, for: 5 * minute }],
    [
      { what: 'latency', above: '1s', for: '10m' },
      { item: 'request_time', side: 'above', threshold: 1_000, for: 10 * minute },
    ],
    [
      { what: 'memory', above: '90%' },
      { item: 'memory_share', side: 'above', threshold: 0.9, for: 5 * minute },
    ],
    [
      { what: 'cpu', above: '90%' },
      { item: 'cpu_share', side: 'above', threshold: 0.9, for: 5 * minute },
    ],
    [
      { what: 'traffic', below: '5' },
      { item: 'request', side: 'below', threshold: 5, for: 5 * minute },
    ],
    [
      { what: 'restarts', above: '5', for: '0' },
      { item: 'restarts', side: 'above', threshold: 5, for: 0 },
    ],
    [{ what: 'certificates' }, { item: 'certificates', side: 'below', threshold: 14 * 86_400_000, for: 0 }],
  ])('%o', (typed, value) => expect(readConfigured(typed)).toEqual({ ok: true, value }));

  test.each([
    [{ what: 'uptime' }, /recognize/],
    [{ what: 'latency' }, /Set a threshold/],
    [{ what: 'latency', above: '99h' }, /Use milliseconds, such as 500, or seconds, such as 2s\.$/],
    [{ what: 'latency', above: '0' }, /isn’t possible here\. Use a value from 1 ms/],
    [{ what: 'requests', above: 'x' }, /Use a number per second, such as 20\.$/],
    [{ what: 'clients', above: '5%' }, /Use a number of clients, such as 100\.$/],
    [{ what: 'cpu', above: '100%' }, /isn’t possible here\. Use a value from 1% to 99%/],
    [
      { what: 'memory', above: 'abc' },
      /valid threshold\. Use MiB, such as 800, or a share of the limit, such as 90%\.$/,
    ],
    [{ what: 'network', above: '5 ms' }, /Use bytes per second, such as 5000, or a larger unit, such as 10MB\/s\.$/],
    [{ what: 'restarts', above: '1.5' }, /Use a whole number of restarts, such as 3\.$/],
    [{ what: 'certificates', below: 'soon' }, /Use days, such as 14\.$/],
    [{ what: 'latency', above: '1s', below: '2s' }, /not both/],
    [{ what: 'abnormal', above: '1' }, /has no threshold/],
    [{ what: 'certificates', above: '1d' }, /below=14d/],
    [{ what: 'abnormal', for: '90s' }, /isn’t a valid length of time/],
  ])('%o is refused', (typed, why) => {
    const parsed = readConfigured(typed);
    expect(parsed.ok ? '' : plain(parsed.why, 'en')).toMatch(why);
  });
});

const item = aConfiguredWatch({ components: ['Web', 'api'], what: 'latency', above: '500ms', notify: ['U1'] });
const condition = { item: 'request_time', side: 'above', threshold: 500, for: 5 * minute } as const;
const list = (...names: readonly (readonly [id: string, name: string])[]) =>
  readComponents(names.map(([id, name]) => ({ service_id: id, service_alias: `gr${id}`, service_cname: name }))) ?? [];

describe('a watch of the policy file', () => {
  const at = { now: 1_000, lang: 'en' } as const;
  const configured = configuredWatch(item, condition, undefined, at);

  test('finds its components by name, keeps them by id, and says which it hasn’t found', () => {
    expect(unknownComponents(configured)).toEqual(['Web', 'api']);
    const resolved = withComponents(configured, list(['1', 'web']));
    expect(resolved.components).toEqual([{ id: '1', name: 'web' }]);
    expect(unknownComponents(resolved)).toEqual(['api']);
    expect(withComponents(resolved, list(['1', 'web']))).toBe(resolved);
    const renamed = withComponents(resolved, list(['1', 'shop front'], ['2', 'api']));
    expect(renamed.components).toEqual([
      { id: '1', name: 'shop front' },
      { id: '2', name: 'api' },
    ]);
    // The next start changes nothing.
    expect(configuredWatch(item, condition, renamed, { ...at, now: 5_000 })).toEqual(renamed);
    const deleted = withComponents(renamed, list(['2', 'api'], ['3', 'web']));
    expect(deleted.configured).toEqual([
      { typed: 'Web', id: '3' },
      { typed: 'api', id: '2' },
    ]);
  });

  test('begins anew with another condition, or in another context, and not with another channel', () => {
    const posted = { toldUnmeasured: true as const, toldUnread: ['a.test'] };
    const stored = { ...withComponents(configured, list(['1', 'web'])), silencedUntil: 9_000, ...posted };
    const later = { ...at, now: 5_000 };
    const other = configuredWatch(item, { ...condition, threshold: 600 }, stored, later);
    expect(other).toMatchObject({ at: 5_000, components: [{ id: '1' }] });
    expect(other.silencedUntil).toBeUndefined();
    expect(other.toldUnmeasured).toBeUndefined();
    const moved = configuredWatch({ ...item, context: { ...item.context, app: '2' } }, condition, stored, later);
    expect(moved).toMatchObject({ at: 5_000, components: [], configured: [{ typed: 'Web' }, { typed: 'api' }] });
    const elsewhere = configuredWatch({ ...item, channel: 'C2' }, condition, stored, later);
    expect(elsewhere).toMatchObject({ at: 1_000, channel: 'C2', silencedUntil: 9_000, ...posted });
  });
});

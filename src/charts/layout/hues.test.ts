import { replyOf } from '../../../test/gallery/gallery-cases.ts';
import { readChart } from './chart.ts';
import { theme } from './theme.ts';

const range = { start: 1_795_140_000, end: 1_795_143_600, step: 60 };

/** Returns hues by name; ids are `c0`, `c1`, …. */
function drawn(names: readonly string[], hues: Readonly<Record<string, number>> = {}) {
  const lines = names.map((name, index) => ({ name, items: { request_time: () => 10 + index } }));
  const chart = readChart({ ...range, body: replyOf(lines, range), zone: 'UTC', lang: 'en', title: 'shop', hues });
  if ('fault' in chart) throw new Error(chart.fault);
  const places = chart.panels[0]?.lines.map(({ key, summary }) => [summary.name, chart.hues.places.get(key)] as const);
  return { places: Object.fromEntries(places ?? []), given: chart.hues.given };
}

/** Returns the hues of a component's percentiles, and of its pods in another panel. */
function ofPercentiles(pods: number, others: readonly string[] = []) {
  const { start, end } = range;
  const raw = (item: string, names: readonly object[], line?: string, component = { id: 'c0', name: 'web' }) => ({
    item,
    line,
    components: [component],
    body: new TextEncoder().encode(
      JSON.stringify({
        status: 'success',
        data: {
          resultType: 'matrix',
          result: names.map((metric) => ({
            metric,
            values: [
              [start, '4'],
              [end, '5'],
            ],
          })),
        },
      }),
    ),
  });
  const body = [
    ...['p50', 'p95', 'p99'].map((line) => raw('gateway_latency', [{}], line)),
    raw(
      'cpu',
      Array.from({ length: pods }, (_, pod) => ({ pod: `web-${pod}` })),
    ),
    ...others.map((name) => raw('cpu', [{}], undefined, { id: name, name })),
  ];
  const chart = readChart({ ...range, body, zone: 'UTC', lang: 'en', title: 'shop', hues: { c0: 0, api: 1, db: 2 } });
  if ('fault' in chart) throw new Error(chart.fault);
  return Object.fromEntries([...chart.hues.places].map(([key, place]) => [key.replace('c0 ', ''), place]));
}

describe('the hue of a component', () => {
  test('is the first that no other component of its context has, and is handed back to be kept', () => {
    expect(drawn(['web', 'api'])).toEqual({ places: { api: 0, web: 1 }, given: { c0: 1, c1: 0 } });
    expect(drawn(['web'], { other: 0, another: 2 })).toEqual({ places: { web: 1 }, given: { c0: 1 } });
  });

  test('stays the same whatever it is drawn with', () => {
    const hues = { c0: 5, c1: 2, c2: 0 };
    expect(drawn(['web'], hues)).toEqual({ places: { web: 5 }, given: {} });
    expect(drawn(['web', 'api'], hues).places).toEqual({ web: 5, api: 2 });
    expect(drawn(['web', 'api', 'new', 'more'], hues)).toEqual({
      places: { web: 5, api: 2, new: 0, more: 1 },
      given: { c3: 1 },
    });
  });

  test('comes with the same ones for its percentiles, however many pods and other components are drawn', () => {
    const percentiles = { web: 0, 'web p50': 0, 'web p95': 5, 'web p99': 6 };
    expect(ofPercentiles(1)).toEqual(percentiles);
    const { web: _web, ...others } = percentiles;
    expect(ofPercentiles(3)).toEqual({ ...others, 'web (0)': 0, 'web (1)': 5, 'web (2)': 6 });
    expect(ofPercentiles(2, ['api', 'db'])).toEqual({
      ...others,
      'web (0)': 0,
      'web (1)': 5,
      'api api': 1,
      'db db': 2,
    });
  });

  test('that two components share is another for one of them where both are drawn', () =>
    expect(drawn(['web', 'api'], { c0: 3, c1: 3 })).toEqual({ places: { api: 3, web: 0 }, given: {} }));

  test('of more components than there are hues is the one that the fewest have; one chart has each of them first', () => {
    const hues = Object.fromEntries(theme.hues.map((_, hue) => [`other${hue}`, hue]));
    expect(drawn(['web', 'api'], hues).given).toEqual({ c1: 0, c0: 1 });
    const names = Array.from({ length: 10 }, (_, index) => `web${index}`);
    expect(Object.values(drawn(names).places).sort((a, b) => Number(a) - Number(b))).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
  });
});

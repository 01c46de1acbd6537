import fc from 'fast-check';
import { compile } from 'vega-lite';
import { galleryCases, replyOf } from '../../../test/gallery/gallery-cases.ts';
import { guessWidth } from '../../../test/guess-width.ts';
import type { ChartJob } from '../data/job.ts';
import { withPaths } from '../raster/series-path.ts';
import { readChart } from './chart.ts';
import { labelsOf } from './labels.ts';
import { layOut } from './layout.ts';
import type { Picture } from './picture.ts';
import { liteSpec } from './spec.ts';
import { theme } from './theme.ts';

const cases = galleryCases();

function layOutJob(name: string): Picture {
  const job = cases.find((each) => each.name.includes(name))?.job;
  if (!job) throw new Error(`no case ${name}`);
  const chart = readChart(job);
  if ('fault' in chart) throw new Error(chart.fault);
  return layOut(chart, guessWidth);
}

test('Vega-Lite compiles it without a warning, and each panel’s lines get their own path', () => {
  const said: string[] = [];
  const logger = {
    level: () => logger,
    warn: (...words: string[]) => {
      said.push(...words);
      return logger;
    },
    info: () => logger,
    debug: () => logger,
    error: () => logger,
  };
  const compiled = JSON.stringify(withPaths(compile(liteSpec(4), { logger }).spec));
  expect(said).toEqual([]);
  expect(compiled.match(/"seriespath"/g)).toHaveLength(4);
});

test('a long name keeps the end that tells it from others of the same name', () => {
  const [job] = cases.map((each) => each.job);
  const chart = job && readChart(job);
  const [panel] = chart && !('fault' in chart) ? chart.panels : [];
  const [line] = panel?.lines ?? [];
  if (!panel || !line) return expect.fail();
  const shown = (name: string) => {
    const named = { ...line, summary: { ...line.summary, name } };
    const style = { stroke: 'black', width: 1, dash: [] };
    return labelsOf(panel, [{ line: named, style }], [], { measure: guessWidth, plotHeight: 100, yOf: () => 0 })[0]
      ?.text;
  };
  expect(shown('search-service (gr5ea3c2)')).toMatch(/^search.*…5ea3c2\)/);
  expect(shown('search-of-the-whole-shop-and-more')).toMatch(/^search-of.*…/);
});

describe.each(cases)('$name', ({ name }) => {
  const picture = layOutJob(name);
  const texts = picture.panels.flatMap((panel, index) =>
    panel.texts.map((text) => {
      const width = guessWidth(text.text, text.size, text.weight);
      const left = picture.left + text.x - (text.align === 'left' ? 0 : text.align === 'right' ? width : width / 2);
      const bottom = picture.top + index * picture.pitch + text.y;
      return { text: text.text, left, right: left + width, top: bottom - text.size * 0.75, bottom };
    }),
  );
  test('all texts are inside the picture, and large enough for a phone', () => {
    // 25 units are 10 px on a phone; see the theme.
    for (const { size, text } of picture.panels.flatMap((panel) => panel.texts))
      expect(size, text).toBeGreaterThanOrEqual(25);
    for (const box of texts) {
      expect(box.left, box.text).toBeGreaterThanOrEqual(0);
      expect(box.right, box.text).toBeLessThanOrEqual(theme.width + 1);
      expect(box.top, box.text).toBeGreaterThanOrEqual(0);
      expect(box.bottom, box.text).toBeLessThanOrEqual(picture.height);
    }
  });
  test('no two texts overlap', () => {
    for (const [index, a] of texts.entries())
      for (const b of texts.slice(index + 1)) {
        const apart = a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
        expect(apart, `${a.text} / ${b.text}`).toBe(true);
      }
  });
  test('the picture has a size that Slack shows well', () => {
    expect(picture.plotWidth).toBeGreaterThan(400);
    expect(picture.height).toBeGreaterThanOrEqual(400);
  });
});

const textsOf = ({ panels }: Picture) => panels.flatMap((panel) => panel.texts.map(({ text }) => text));

test('a peak that would flatten the rest is drawn at a smaller scale, above a break that the header explains', () => {
  const picture = layOutJob('64-outlier');
  const [panel] = picture.panels;
  const { axis, points, rules, texts } = panel ?? {};
  expect(textsOf(picture)).toContainEqual(expect.stringContaining('above the double line: smaller scale'));
  expect(axis?.ticks.map(({ label }) => label)).toEqual(['0', '20', '40', '60', '8,000']);
  // The ring of the peak is within the plot, and the usual values have most of it.
  const shareOf = (value = 0) => (value - (axis?.domain[0] ?? 0)) / ((axis?.domain[1] ?? 0) - (axis?.domain[0] ?? 0));
  expect(points?.map(({ value }) => shareOf(value)).every((share) => share > 0 && share < 0.95)).toBe(true);
  expect(shareOf(60)).toBeGreaterThan(0.5);
  // The lines of the break hide nothing, because a value may be there all the time.
  const breaks = rules?.filter(({ x }) => x < 0) ?? [];
  expect(breaks.map(({ stroke }) => stroke)).toEqual([theme.zero, theme.zero]);
  for (const { y } of breaks) expect(1 - y / picture.plotHeight).toBeCloseTo(shareOf(60), 1);
  expect(texts?.some(({ text }) => /^9,820 ms at /.test(text))).toBe(true);
});

test.each([380, 590])('beside a threshold of 2.4 times the usual value, a peak of %i is drawn to scale', (peak) => {
  const range = { start: 1_795_140_000, end: 1_795_161_600, step: 60 };
  const panels = (count: number) =>
    ['request_time', 'request', 'request_client'].slice(0, count).map((item) => {
      return [item, (at: number) => (at === 200 ? peak : 100) * (item === 'request' ? 5 : 1)] as const;
    });
  for (const count of [1, 2, 3]) {
    const body = replyOf([{ name: 'web', items: Object.fromEntries(panels(count)) }], range);
    const thresholds = panels(count).map(([item]) => ({ item, value: 240 }));
    const chart = readChart({ ...range, body, zone: 'UTC', lang: 'en', title: 'shop', thresholds });
    if ('fault' in chart) throw new Error(chart.fault);
    for (const { axis } of layOut(chart, guessWidth).panels) {
      expect(axis.bend).toBeUndefined();
      expect(axis.domain[1]).toBeGreaterThan(peak);
      expect(new Set(axis.ticks.map(({ label }) => label)).size).toBe(axis.ticks.length);
    }
  }
});

test('a threshold that would lie on the bend of the axis, or far above the lines, is noted at the edge', () => {
  expect(textsOf(layOutJob('64-outlier'))).toContain('↑ 500 ms exceeded');
  expect(textsOf(layOutJob('52-thresholds'))).toContain('↑ 500 ms not reached');
});

test('the line of an earlier period of one component is dashed, above its own line, in a color that is no hue', () => {
  const range = { start: 1_795_140_000, end: 1_795_143_600, step: 60 };
  const earlier = { ...range, start: range.start - 86_400, end: range.end - 86_400 };
  const bodyOf = (of: typeof range) => replyOf([{ name: 'web', items: { request_time: () => 50 } }], of);
  const comparison = { ...earlier, body: bodyOf(earlier), label: 'yesterday' };
  const chart = readChart({ ...range, body: bodyOf(range), zone: 'UTC', lang: 'en', title: 'shop', comparison });
  if ('fault' in chart) throw new Error(chart.fault);
  const [panel] = layOut(chart, guessWidth).panels;
  expect(panel?.lines.map(({ stroke, dash }) => [stroke, dash])).toEqual([
    [theme.hues[0], []],
    [theme.ink, theme.earlierDash],
  ]);
});

test('several lines of an earlier period of one component have the hues of their lines', () => {
  const range = { start: 1_795_140_000, end: 1_795_143_600, step: 60 };
  const earlier = { ...range, start: range.start - 86_400, end: range.end - 86_400 };
  const bodyOf = (of: typeof range) =>
    ['p50', 'p95', 'p99'].map((line, index) => {
      const values = Array.from({ length: 61 }, (_, at) => [of.start + at * 60, String(50 * (index + 1))]);
      const data = {
        status: 'success',
        data: { resultType: 'matrix', result: [{ metric: { service_id: 'c0' }, values }] },
      };
      const body = new TextEncoder().encode(JSON.stringify(data));
      return { components: [{ id: 'c0', name: 'web' }], item: 'gateway_latency', line, body };
    });
  const comparison = { ...earlier, body: bodyOf(earlier), label: 'yesterday' };
  const chart = readChart({ ...range, body: bodyOf(range), zone: 'UTC', lang: 'en', title: 'web', comparison });
  if ('fault' in chart) throw new Error(chart.fault);
  const lines = layOut(chart, guessWidth).panels[0]?.lines ?? [];
  const [dashed, solid] = [true, false].map((isDashed) =>
    lines.filter(({ dash }) => (dash === theme.earlierDash) === isDashed).map(({ stroke }) => stroke),
  );
  expect(new Set(solid).size).toBe(3);
  expect(new Set(dashed)).toEqual(new Set(solid));
});

test('the lines of an earlier period are dashed in the full hue, with the change of the mean beside their names', () => {
  const picture = layOutJob('45-compared');
  const [panel] = picture.panels;
  const now = panel?.lines.filter(({ form }) => form !== 'smooth') ?? [];
  const earlier = panel?.lines.filter(({ dash }) => dash === theme.earlierDash) ?? [];
  expect([earlier.length, now.length]).toEqual([2, 2]);
  expect(new Set(earlier.map(({ stroke }) => stroke))).toEqual(new Set(now.map(({ stroke }) => stroke)));
  expect(textsOf(picture)).toContain('dashed line: yesterday, %: change of the mean');
  expect(textsOf(picture).filter((text) => /^(?:web|api) [+−]\d+%$/.test(text))).toHaveLength(2);
});

test('untrusted names stay data: no expression of the chart depends on them', () => {
  const text = JSON.stringify(compile(liteSpec(1)).spec);
  expect(text).not.toContain('channel');
  expect(
    layOutJob('16-long')
      .panels[0]?.texts.map((each) => each.text)
      .join(),
  ).toContain('<!channel>');
});

test('a change is drawn at its moment, in every panel, whatever its moment', () => {
  const { job } = cases.find(({ name }) => name.startsWith('43')) ?? {};
  if (!job) throw new Error('no case');
  fc.assert(
    fc.property(fc.array(fc.integer({ min: job.start, max: job.end }), { minLength: 1, maxLength: 34 }), (times) => {
      const chart = readChart({ ...job, marks: times.map((time) => ({ time, what: 'deploy', components: [] })) });
      if ('fault' in chart) throw new Error(chart.fault);
      const { panels, plotWidth } = layOut(chart, guessWidth);
      const minutes = Map.groupBy(times, (time) => Math.floor(time / 60));
      const wanted = [...minutes.values()]
        .map((same) => Math.min(...same))
        .sort((a, b) => a - b)
        .map((time) => ((time - job.start) / (job.end - job.start)) * plotWidth);
      for (const panel of panels) {
        const lines = panel.rules.filter((rule) => rule.x === rule.x2).map(({ x }) => x);
        // Half a logical pixel is one pixel of the picture. Changes without a number have a short line.
        for (const one of wanted) expect(lines.some((x) => Math.abs(x - one) <= 0.5)).toBe(true);
        expect(lines.length).toBeLessThanOrEqual(wanted.length);
      }
    }),
    { numRuns: 30 },
  );
});

describe('of an hour', () => {
  const job = { start: 1_795_140_000, end: 1_795_143_600, step: 60, zone: 'UTC', lang: 'en', title: 'shop' } as const;
  const picture = (body: ChartJob['body'], more: Partial<ChartJob> = {}) => {
    const chart = readChart({ ...job, ...more, body });
    if ('fault' in chart) throw new Error(chart.fault);
    return layOut(chart, guessWidth);
  };
  const level = (count: number) =>
    replyOf(
      Array.from({ length: count }, (_, index) => ({
        name: `c${index}`,
        items: { request_time: () => 9 + index, ...(index < 13 ? { request: () => 5 + index } : {}) },
      })),
      job,
    );

  test.each([
    ['one component is named in each of several panels', 1, [['c0'], ['c0']], theme.line],
    ['six have thick lines', 6, [expect.anything(), expect.anything()], theme.line],
    ['seven have thinner ones', 7, [expect.anything(), expect.anything()], theme.thinLine],
    [
      'each panel counts its own gray lines',
      20,
      [expect.arrayContaining(['+ 15 in gray']), expect.arrayContaining(['+ 11 in gray'])],
      theme.line,
    ],
  ])('%s', (_what, count, labels, width) => {
    const { panels } = picture(level(count));
    expect(panels.map(({ texts }) => texts.flatMap(({ text }) => (/^(c\d+|\+.*)$/.test(text) ? [text] : [])))).toEqual(
      labels,
    );
    expect(panels[0]?.lines.at(-1)?.width).toBe(width);
  });

  test('of percentiles with a threshold, the highest value of the watched one is marked', () => {
    const percentile = (line: string, highest: number) => {
      const values = Array.from({ length: 60 }, (_, at) => [
        job.start + at * 60,
        String(at === 30 ? highest : highest * 0.8),
      ]);
      const data = { resultType: 'matrix', result: [{ metric: {}, values }] };
      const body = new TextEncoder().encode(JSON.stringify({ status: 'success', data }));
      return { item: 'gateway_latency', line, components: [{ id: 'c0', name: 'web' }], body };
    };
    const body = [percentile('p50', 40), percentile('p95', 154), percentile('p99', 350)];
    const thresholds = [{ item: 'gateway_latency', value: 100 }];
    const marked = (more: Partial<ChartJob>) =>
      textsOf(picture(body, { components: ['c0'], ...more })).filter((text) => / ms at /.test(text));
    expect(marked({ thresholds })).toEqual([expect.stringMatching(/^p95 154 ms/)]);
    expect(marked({})).toEqual([expect.stringMatching(/^p99 350 ms/)]);
  });

  test('a repeated mark is one entry of the key, with all its numbers and times', () => {
    const alerts = [5, 9, 12].map((at) => ({ time: job.start + at * 60, what: 'HighErrorRate', components: [] }));
    const restart = { time: job.start + 10 * 60, what: 'restart', who: 'maya', components: [] };
    const key = textsOf(picture(level(1), { marks: [...alerts, restart] })).join(' ');
    expect(key).toMatch(/1, 2, 4 \d\d:\d5, \d\d:\d9, \d\d:\d2 HighErrorRate 3 \d\d:\d0 restart · maya/);
  });
});

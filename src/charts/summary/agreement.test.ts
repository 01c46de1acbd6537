import fc from 'fast-check';
import { guessWidth } from '../../../test/guess-width.ts';
import type { ChartJob, RawSeriesBody } from '../data/job.ts';
import { unitOf } from '../data/number-format.ts';
import { chooseStep, finestStep, POINTS_LIMIT } from '../data/step.ts';
import { readChart } from '../layout/chart.ts';
import type { Chart } from '../layout/chart-data.ts';
import { layOut } from '../layout/layout.ts';
import { describe as tell } from './describe.ts';
import { toNumbers } from './numbers.ts';

const end = 1_795_161_600;
const ranges = { '15m': 900, '1h': 3_600, '6h': 21_600, '24h': 86_400, '7d': 604_800, '30d': 2_592_000 };
const items = { request_time: 40, request: 600, request_client: 30, cpu: 0.4, memory: 700, network: 50_000, other: 3 };
/** Ways to read a long range: aggregates of the platform, several samples per point, or one sample per point. */
const readings = ['aggregates', 'samples', 'one for each point'] as const;

/** Generates a calm line with a short spike and a gap, with a value every 15 seconds or every minute. */
function truthOf(seed: number, level: number, start: number, every: number) {
  const count = Math.floor((end - start) / every) + 1;
  const [spike, gap] = [1 + ((Math.imul(seed, 7_919) >>> 0) % (count - 1)), (Math.imul(seed, 104_729) >>> 0) % count];
  const values = new Map<number, number>();
  for (let index = 0; index < count; index += 1) {
    if (index >= gap && index < gap + count / 40 && index !== spike) continue;
    const calm =
      level * (1 + 0.3 * Math.sin(index / 9 + seed)) + (Math.imul(index ^ seed, 2_654_435_761) >>> 20) / 4_096;
    values.set(start + index * every, Number((index === spike ? calm * 7 + 11 : calm).toPrecision(6)));
  }
  return values;
}

type Truth = ReadonlyMap<number, number>;

function bodyOf(item: string, lines: readonly Truth[]): RawSeriesBody {
  const result = lines.map((line, index) => ({
    metric: { service_id: `c${index}` },
    values: [...line].map(([time, value]) => [time, String(value)]),
  }));
  const components = lines.map((_, index) => ({ id: `c${index}`, name: `component ${'abcde'[index]}` }));
  return {
    item,
    components,
    body: new TextEncoder().encode(JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } })),
  };
}

/** Returns the values within the step that ends at each time. */
function withinSteps(line: Truth, start: number, step: number): ReadonlyMap<number, readonly number[]> {
  const steps = new Map<number, number[]>();
  for (const [time, value] of line) {
    const end = start + Math.ceil((time - start) / step) * step;
    const stepValues = steps.get(end);
    if (stepValues) stepValues.push(value);
    else if (end > start) steps.set(end, [value]);
  }
  return steps;
}
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const digits = String.raw`([\d,]*\.?\d+)([kMGTP]?)`;
const suffixes: Readonly<Record<string, number>> = { k: 1e3, M: 1e6, G: 1e9 };
function numbersIn(text: string, before = ''): readonly number[] {
  const matches = [...text.matchAll(new RegExp(`${before}${digits}`, 'g'))];
  return matches.map(([, number = '', suffix = '']) => Number(number.replaceAll(',', '')) * (suffixes[suffix] ?? 1));
}
const factors = [1, 1e3, 6e4, 3.6e6, 1_024, 1e6];
const isWritten = (value: number, numbers: readonly number[]) =>
  numbers.some((number) =>
    factors.some((factor) => Math.abs(number * factor - value) <= Math.abs(value) * 0.006 + 1e-9),
  );

const cases = fc.record({
  range: fc.constantFrom(...Object.entries(ranges)),
  reading: fc.constantFrom(...readings),
  item: fc.constantFrom(...Object.entries(items)),
  lines: fc.integer({ min: 1, max: 2 }),
  seed: fc.integer({ min: 1, max: 1e6 }),
});

type GivenCase = typeof cases extends fc.Arbitrary<infer Given> ? Given : never;

function rowsOf(chart: Chart): readonly (readonly string[])[] {
  const text = new TextDecoder().decode(toNumbers(chart).csv).trim();
  return text.split('\r\n').map((row) => row.split(','));
}

/** @param isLevel whether all lines are near the same value, so that they cross very often */
function chartOf({
  range: [, length],
  reading,
  item: [item, level],
  lines,
  seed,
  isLevel = false,
}: GivenCase & { readonly isLevel?: boolean }) {
  const start = end - length;
  const step = chooseStep(start, end);
  const every = Math.min(step, 60);
  const truth = Array.from({ length: lines }, (_, index) =>
    truthOf(seed + index, level * (isLevel ? 1 : index + 1), start, every),
  );
  const base = { start, end, step, zone: 'UTC', lang: 'en', title: 'shop' } as const;
  const sampled = reading === 'samples' ? Math.max(every, finestStep(base, POINTS_LIMIT)) : step;
  const isExact = step === every || reading === 'aggregates' || sampled === every;
  const job = (): ChartJob => {
    if (step === every) return { ...base, body: [bodyOf(item, truth)] };
    if (reading === 'aggregates') {
      const steps = truth.map((line) => withinSteps(line, start, step));
      const aggregated = (together: (values: readonly number[]) => number) => [
        bodyOf(
          item,
          steps.map((line) => new Map(Array.from(line, ([time, values]) => [time, together(values)]))),
        ),
      ];
      return {
        ...base,
        body: aggregated(mean),
        extremes: {
          low: aggregated((values) => Math.min(...values)),
          high: aggregated((values) => Math.max(...values)),
        },
      };
    }
    const sparse = truth.map((line) => new Map([...line].filter(([time]) => (time - start) % sampled === 0)));
    return { ...base, body: [bodyOf(item, sparse)], sampled };
  };
  const chart = readChart({ ...job(), thresholds: [{ item, value: level * 2 }] });
  if ('fault' in chart) throw new Error(chart.fault);
  return { chart, truth: truth.map((line) => [...line].filter(([time]) => step === every || time > start)), isExact };
}

test('crowded lines: the picture is the median and the range of the rows of the CSV, and all texts say so', () => {
  const range: [string, number] = ['30d', ranges['30d']];
  for (const reading of ['aggregates', 'samples'] as const) {
    const { chart } = chartOf({ range, reading, item: ['request_time', 40], lines: 5, seed: 7, isLevel: true });
    const [panel] = chart.summary.panels;
    expect(panel?.isMerged).toBe(true);
    const picture = layOut(chart, guessWidth).panels[0];
    expect(picture?.texts.map(({ text }) => text).join('\n')).toContain('band: lowest to highest, line: median of all');
    expect(tell(chart.summary, 'en', 'UTC').alt).toContain('shows their median and a band from lowest to highest');
    expect(tell(chart.summary, 'zh', 'UTC').alt).toContain('图中显示其中位数');
    const series = picture?.lines[0]?.series;
    const [head = [], ...rows] = rowsOf(chart);
    expect(head[0]).toContain('end_of_step');
    expect(picture?.lines).toHaveLength(1);
    expect(series?.times.length).toBe(rows.length);
    for (const [index, row] of rows.entries()) {
      const ending = (end: string) =>
        row
          .flatMap((cell, at) => (head[at]?.endsWith(end) && cell !== '' ? [Number(cell)] : []))
          .toSorted((a, b) => a - b);
      const means = ending(' mean');
      const middle = (means.length - 1) / 2;
      const median = ((means[Math.floor(middle)] ?? 0) + (means[Math.ceil(middle)] ?? 0)) / 2;
      expect(series?.values[index]).toBeCloseTo(median, 6);
      expect(series?.low?.[index]).toBe(ending(' min')[0]);
      expect(series?.high?.[index]).toBe(ending(' max').at(-1));
    }
    // The highest labeled value is the highest value of all lines.
    const peak = Math.max(...(panel?.series.map(({ max }) => max ?? 0) ?? []));
    expect(Math.max(...(series?.high ?? []))).toBe(peak);
  }
});

test('the picture, the table, the texts and the CSV show the same numbers, on every range', () =>
  fc.assert(
    fc.property(cases, (given) => {
      const { chart, truth, isExact } = chartOf(given);
      const { summary } = chart;
      const [panel] = summary.panels;
      if (!panel) throw new Error('no panel');
      const { alt, text, wholeTable, findings, left } = tell(summary, 'en', 'UTC');
      const rows = rowsOf(chart);
      const [head = []] = rows;
      const columnOf = (name: string) =>
        rows.slice(1).flatMap((row) => {
          const cell = row[head.indexOf(name)] ?? '';
          return cell === '' ? [] : [Number(cell)];
        });
      const drawn = layOut(chart, guessWidth)
        .panels.flatMap(({ texts }) => texts.map((each) => each.text))
        .join('\n');

      for (const line of panel.series) {
        const { name, last = 0, mean: middle = 0, min = 0, max = 0 } = line;
        const column = head.find((each) => each.startsWith(`${name} `)) ?? '';
        const plain = column.replace(/ mean$/, '');
        const [means, lows, highs] =
          column === plain ? [plain, plain, plain] : [column, `${plain} min`, `${plain} max`];
        expect(Math.max(...columnOf(highs))).toBe(max);
        expect(Math.min(...columnOf(lows))).toBe(min);
        expect(columnOf(means).at(-1)).toBe(last);
        expect(mean(columnOf(means))).toBeCloseTo(middle ?? 0, 6);

        const row = wholeTable.rows.find((cells) => cells.some((cell) => cell.includes(name)))?.join(' ') ?? '';
        for (const value of [last, middle, max]) expect(isWritten(value ?? 0, numbersIn(row))).toBe(true);
        for (const value of [last, middle, min, max])
          for (const words of [alt, text]) expect(isWritten(value ?? 0, numbersIn(words))).toBe(true);
      }
      const peaks = panel.series.map(({ max }) => max ?? 0);
      for (const words of [drawn, alt])
        for (const number of numbersIn(words, '(?:max|peak is) '))
          expect(peaks.some((peak) => isWritten(peak, [number]))).toBe(true);

      // A warning about missed samples appears if and only if samples were missed.
      const divisor = given.item[0] === 'request' ? 5 : 1;
      const highest = truth.flat().reduce((limit, [, value]) => Math.max(limit, value), 0) / divisor;
      if (isExact) expect(Math.max(...peaks)).toBeCloseTo(highest, 6);
      // A region collects usage every 15 s.
      const isMissed = !isExact || (['cpu', 'memory', 'network'].includes(given.item[0]) && chart.job.step > 15);
      expect(left.some((sentence) => sentence.includes('may be missing'))).toBe(isMissed);
      const threshold = panel.thresholds?.[0]?.value ?? 0;
      const isNever = Math.max(...peaks) <= threshold;
      expect(findings.some((finding) => finding.includes('never above'))).toBe(isNever);
      if (/not reached|exceeded/.test(drawn)) expect(drawn.includes('not reached')).toBe(isNever);
      expect(unitOf(given.item[0])).toBe(panel.unit);
    }),
    { numRuns: 24, seed: 42 },
  ));

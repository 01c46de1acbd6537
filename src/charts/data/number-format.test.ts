import fc from 'fast-check';
import type { Unit } from './job.ts';
import { differenceText, shortNumber, valueAxis, valueText } from './number-format.ts';

test.each<[number, string, string]>([
  [0, '0', '0'],
  [-0, '0', '0'],
  [7, '7', '7'],
  [-12.345, '−12.3', '−12.3'],
  [0.01234, '0.0123', '0.0123'],
  [0.00001234, '1.2e−5', '1.2e−5'],
  [999.6, '1000', '1000'],
  [1234.4, '1,234', '1,234'],
  [12_345, '12.3k', '12,345'],
  [1_250_000, '1.25M', '125万'],
  [1e9, '1G', '10亿'],
  [3.2e12, '3.2T', '3.2万亿'],
  [1e21, '1.00e+21', '1.00e+21'],
])('%d is %s, in Chinese %s', (value, en, zh) =>
  expect([shortNumber(value, 'en'), shortNumber(value, 'zh')]).toEqual([en, zh]),
);

test.each<[number, Unit, string]>([
  [128, 'ms', '128 ms'],
  [12_400, 'ms', '12.4 s'],
  [900_000, 'ms', '15 min'],
  [1e9, 'ms', '278 h'],
  [1, 'clients', '1 client'],
  [12, 'clients', '12 clients'],
  [30.5, 'requests', '30.5 req/s'],
  [1, 'cores', '1 core'],
  [2_500_000, 'bytes', '2.5 MB/s'],
  [0.25, 'cores', '0.25 cores'],
  [512, 'MiB', '512 MiB'],
  [20_480, 'MiB', '20 GiB'],
  [42, 'none', '42'],
])('%d %s is %s', (value, unit, said) => expect(valueText(value, unit, 'en')).toBe(said));

test('from three times on, a difference is told as times', () =>
  expect([45, -20, 199, 200, 2_210].map(differenceText)).toEqual(['+45%', '−20%', '+199%', '×3', '×23']));

describe('value axis', () => {
  test.each([
    [1.2, 9],
    [80, 98],
    [100, 110],
    [40, 100],
    [0.5, 1000],
  ])('lines from %d to %d use at least half of the panel', (low, high) => {
    const { domain } = valueAxis(low, high, 'ms', 5, 'en');
    expect((high - low) / (domain[1] - domain[0])).toBeGreaterThanOrEqual(0.5);
  });
  test('labels are distinct and the domain holds everything, for any numbers', () => {
    const number = fc.double({ min: -1e99, max: 1e99, noNaN: true });
    fc.assert(
      fc.property(number, number, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const axis = valueAxis(low, high, 'none', 5, 'en');
        expect(axis.domain[0]).toBeLessThanOrEqual(low);
        expect(axis.domain[1]).toBeGreaterThanOrEqual(high);
        expect(axis.ticks.length).toBeLessThanOrEqual(12);
        expect(new Set(axis.ticks.map((tick) => tick.label)).size).toBe(axis.ticks.length);
      }),
    );
  });
});

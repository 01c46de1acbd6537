import { type Lang, type Text, verbatim } from '../../core/text/text.ts';
import { plain } from '../chart-catalog.ts';
import { units } from './axis-messages.ts';
import type { Unit } from './job.ts';

/** Units from docs/platform.md#monitoring and our fixed queries. Other items have no known unit. */
const UNITS: Readonly<Record<string, Unit>> = {
  request_time: 'ms',
  request: 'requests',
  request_client: 'clients',
  gateway_latency: 'ms',
  gateway_requests: 'requests',
  gateway_errors: 'requests',
  cpu: 'cores',
  memory: 'MiB',
  network: 'bytes',
};

/** Returns 5 for requests, because the platform counts them per 5 seconds (docs/platform.md#monitoring). */
export function divisorOf(item: string): number {
  return item === 'request' ? 5 : 1;
}

export function unitOf(item: string): Unit {
  return Object.hasOwn(UNITS, item) ? (UNITS[item] ?? 'none') : 'none';
}

/** Returns the look-back window in seconds. During this time after a change, values still include older data. */
export function lookBackOf(item: string): number {
  return item === 'cpu' || item === 'network' || item === 'gateway_latency' ? 300 : 60;
}

interface NumberStep {
  readonly from: number;
  readonly divisor: number;
  readonly suffix: string;
}

/** English uses SI suffixes, because "B" (billion) could mean bytes. */
const SHORT: Record<Lang, readonly NumberStep[]> = {
  en: [
    { from: 1e15, divisor: 1e15, suffix: 'P' },
    { from: 1e12, divisor: 1e12, suffix: 'T' },
    { from: 1e9, divisor: 1e9, suffix: 'G' },
    { from: 1e6, divisor: 1e6, suffix: 'M' },
    { from: 1e4, divisor: 1e3, suffix: 'k' },
  ],
  zh: [
    { from: 1e16, divisor: 1e16, suffix: '亿亿' },
    { from: 1e12, divisor: 1e12, suffix: '万亿' },
    { from: 1e8, divisor: 1e8, suffix: '亿' },
    { from: 1e5, divisor: 1e4, suffix: '万' },
  ],
};

const LABELS: Readonly<Record<Unit, Text>> = {
  ms: verbatim('ms'),
  MiB: verbatim('MiB'),
  bytes: verbatim('B/s'),
  none: verbatim(''),
  requests: units.requests(),
  clients: units.clients(),
  cores: units.cores(),
};
const SINGULAR: Readonly<Partial<Record<Unit, Text>>> = { clients: units.client(), cores: units.core() };

/** Unit for display. Numbers are divided by `factor`. */
interface Display {
  readonly factor: number;
  /** Empty if the unit is unknown. */
  readonly label: string;
}

/** Chooses a readable unit for the largest number. */
export function displayOf(unit: Unit, largest: number, lang: Lang): Display {
  if (unit === 'ms') {
    if (largest >= 3.6e7) return { factor: 3.6e6, label: plain(units.hours(), lang) };
    if (largest >= 6e5) return { factor: 6e4, label: plain(units.minutes(), lang) };
    if (largest >= 1e4) return { factor: 1e3, label: 's' };
  }
  if (unit === 'MiB' && largest >= 1024 * 10_240) return { factor: 1024 * 1024, label: 'TiB' };
  if (unit === 'MiB' && largest >= 10_240) return { factor: 1024, label: 'GiB' };
  if (unit === 'bytes' && largest >= 1e9) return { factor: 1e9, label: 'GB/s' };
  if (unit === 'bytes' && largest >= 1e6) return { factor: 1e6, label: 'MB/s' };
  if (unit === 'bytes' && largest >= 1e3) return { factor: 1e3, label: 'kB/s' };
  return { factor: 1, label: plain(LABELS[unit], lang) };
}

/** Formats a number like `128`, `1.24`, `12.3k` or `1.2亿`; whole numbers below 10,000 in full. */
export function shortNumber(value: number, lang: Lang): string {
  const size = Math.abs(value);
  const step = SHORT[lang].find((each) => size >= each.from);
  if (size >= 1e18) return minus(value.toExponential(2));
  if (step) return minus(`${plainDigits(value / step.divisor, 3)}${step.suffix}`);
  if (size > 0 && size < 1e-4) return minus(value.toExponential(1));
  return minus(size >= 1000 ? grouped(String(Math.round(value))) : plainDigits(value, 3));
}

/** Smallest number that a table has in full. A longer one would be too wide for a phone. */
const minInTable = 0.001;

export function isTiny(value: number): boolean {
  return value !== 0 && Math.abs(value) < minInTable;
}

/** Formats a number of a table, such as `1.24` or `<0.001`. */
export function tableNumber(value: number, lang: Lang): string {
  if (!isTiny(value)) return shortNumber(value, lang);
  return value > 0 ? `<${minInTable}` : `>−${minInTable}`;
}

/** Returns the number and its unit. The unit is singular or plural, or '' if unknown. */
export function splitValue(value: number, unit: Unit, lang: Lang): [string, string] {
  const { factor, label } = displayOf(unit, Math.abs(value), lang);
  const number = shortNumber(value / factor, lang);
  const singular = number === '1' ? SINGULAR[unit] : undefined;
  return [number, singular ? plain(singular, lang) : label];
}

/** Formats `128 ms`, `1.5 s` or `12 clients`. */
export function valueText(value: number, unit: Unit, lang: Lang): string {
  return splitValue(value, unit, lang).filter(Boolean).join(' ');
}

/** Formats numbers with one common unit after the last number if possible, otherwise each number with a unit. */
export function togetherText(values: readonly number[], unit: Unit, lang: Lang): { numbers: string[]; unit: string } {
  const displays = values.map((value) => displayOf(unit, Math.abs(value), lang));
  const [display] = displays;
  const same = display && displays.every((each, index) => values[index] === 0 || each.factor === display.factor);
  if (!same) return { numbers: values.map((value) => valueText(value, unit, lang)), unit: '' };
  return { numbers: values.map((value) => shortNumber(value / display.factor, lang)), unit: display.label };
}

/** Minimum ratio that is shown as a multiple (`×3`) instead of percent. */
const asTimes = 3;

/** Formats `+45%`, `−20%` or `×23`, for a sentence. */
export function differenceText(percent: number): string {
  const times = manyTimes(percent);
  return times === undefined ? percentText(percent) : `×${times}`;
}

/** Formats `+45%`, `−20%` or `+2,200%`, for columns and labels: beside percents, a small multiple looks smaller. */
export function percentText(percent: number): string {
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${grouped(String(Math.abs(percent)))}%`;
}

/** Returns the ratio of two numbers, such as `23`; undefined if percent is easier to read. */
export function manyTimes(percent: number): string | undefined {
  const times = 1 + percent / 100;
  return times >= asTimes ? grouped(String(Number(times.toPrecision(2)))) : undefined;
}

function plainDigits(value: number, digits: number): string {
  if (value === 0) return '0';
  const integerDigits = Math.floor(Math.log10(Math.abs(value))) + 1;
  const text = value.toFixed(Math.max(0, Math.min(8, digits - integerDigits)));
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

function minus(text: string): string {
  return text.replaceAll('-', '−').replace(/^−(0(\.0+)?)$/, '$1');
}

export interface ValueAxis {
  /** The drawn range of values in the panel's unit, before `factor` is applied. */
  readonly domain: readonly [number, number];
  readonly ticks: readonly { readonly value: number; readonly label: string }[];
  readonly display: Display;
  /** Whether the axis starts above zero although no value is negative. The picture then shows a note. */
  readonly cut: boolean;
  /** Set if the scale is smaller above a value. `domain` and the ticks' values are then those of `bentValue`. */
  readonly bend?: Bend;
}

/** Values above `from` are drawn closer together, by `factor`. */
export interface Bend {
  readonly from: number;
  readonly factor: number;
}

/** Returns the place of a value on a linear axis. */
export function bentValue(value: number, bend: Bend | null | undefined): number {
  return bend && value > bend.from ? bend.from + (value - bend.from) * bend.factor : value;
}

/** If the lines use less than this share of an axis that starts at zero, the axis starts near the lines. */
const MIN_USE = 0.4;

/** Tolerance for rounding errors of divisions, as a share of a step. */
const ROUNDING = 1e-9;
/** A smaller span can't be divided into steps. */
const SMALLEST_SPAN = 1e-99;

/**
 * Starts the axis at zero unless most of the panel would be empty.
 * @param room share of the span kept free above; `to-tick`: starts the axis at zero, and ends it at the next tick
 */
export function valueAxis(
  low: number,
  high: number,
  unit: Unit,
  max: number,
  lang: Lang,
  room: number | 'to-tick' = 0.14,
): ValueAxis {
  if (low === 0 && high === 0) {
    const display = displayOf(unit, 0, lang);
    return { domain: [0, 1], ticks: [{ value: 0, label: '0' }], display, cut: false };
  }
  const spread = high - low;
  // Values that differ by less than a millionth are treated as equal.
  const cut = room !== 'to-tick' && low > 0 && spread < high * MIN_USE && spread > high * 1e-6;
  const bottom = cut ? low - spread * 0.15 : Math.min(0, low);
  const above = cut ? high : Math.max(0, high);
  const top = above - bottom > SMALLEST_SPAN ? above : bottom + 1;
  const display = displayOf(unit, Math.max(Math.abs(bottom), Math.abs(top)), lang);
  const span = top - bottom;
  // Adds room for a label above the highest value and below the lowest one.
  const start = bottom < 0 && !cut ? bottom - span * 0.06 : bottom;
  const end = top + span * (room === 'to-tick' ? 0 : room);
  const isInteger = unit === 'clients' && display.factor === 1;
  const step = niceStep((end - start) / display.factor / max, isInteger);
  const first = Math.ceil(start / display.factor / step - ROUNDING);
  const last =
    room === 'to-tick'
      ? Math.ceil(end / display.factor / step - ROUNDING)
      : Math.floor(end / display.factor / step + ROUNDING);
  const domain = [start, room === 'to-tick' ? last * step * display.factor : end] as const;
  const largest = Math.max(Math.abs(first), Math.abs(last)) * step;
  const short = SHORT[lang].find((each) => largest >= each.from);
  const decimals = decimalsFor(step / (short?.divisor ?? 1));
  const ticks = [];
  for (let index = first; index <= last; index += 1) {
    const shown = Number((index * step).toPrecision(12));
    const digits = shown === 0 ? '0' : (shown / (short?.divisor ?? 1)).toFixed(decimals);
    const extreme = shown !== 0 && (largest >= 1e18 || step < 1e-6);
    const label = extreme ? shown.toExponential() : `${grouped(digits)}${shown === 0 ? '' : (short?.suffix ?? '')}`;
    ticks.push({ value: shown * display.factor, label: minus(label) });
  }
  return { domain, ticks, display, cut };
}

/** Ticks of the upper part of a bent axis are multiples of a round step of at least this share of the highest value. */
const TOP_STEP = 1 / 6;

/**
 * Draws values above an axis at a smaller scale, so that they don't flatten the others.
 * @param usual axis of the other values
 * @param lower share of the plot's height for the other values
 * @param upper share of the height up to the highest value
 */
export function bentAxis(
  usual: ValueAxis,
  highest: number,
  unit: Unit,
  lang: Lang,
  { lower, upper }: { readonly lower: number; readonly upper: number },
): ValueAxis {
  const [low, from] = usual.domain;
  const length = (from - low) / lower;
  const bend = { from, factor: (length * (upper - lower)) / (highest - from) };
  const own = displayOf(unit, highest, lang);
  const step = niceStep((highest / own.factor) * TOP_STEP, false) * own.factor;
  const value = Math.floor(highest / step + ROUNDING) * step;
  const label =
    own.factor === usual.display.factor ? shortNumber(value / own.factor, lang) : valueText(value, unit, lang);
  const ticks = [...usual.ticks, { value: bentValue(value, bend), label }];
  return { ...usual, domain: [low, low + length], ticks, bend };
}

/** Formats `1234.5678` as `1,234.5678`. */
function grouped(digits: string): string {
  return digits.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');
}

function decimalsFor(step: number): number {
  for (let decimals = 0; decimals < 9; decimals += 1) {
    const scaled = step * 10 ** decimals;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * Math.max(1, scaled)) return decimals;
  }
  return 9;
}

/** Returns the smallest step of at least `least`: 1, 2, 2.5 or 5 times a power of ten. */
function niceStep(min: number, isInteger: boolean): number {
  const power = 10 ** Math.floor(Math.log10(min));
  const step =
    [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= min * (1 - ROUNDING)) ?? 10 * power;
  return isInteger && step < 5 ? Math.max(1, Math.ceil(step)) : step;
}

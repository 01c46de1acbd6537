import { narrow } from '../../../core/narrow.ts';
import type { Text } from '../../../core/text/text.ts';
import { type ShareItem, wholeOf } from '../../../platform/monitoring/resource-query.ts';
import { limitMsg } from './limit-messages.ts';

/** Threshold as typed. */
export interface TypedLimit {
  /** Absent if the text isn't a number with a unit. Only the item knows what to type instead. */
  readonly number?: number;
  readonly unit: string;
  readonly typed: string;
}

/** Parses `500ms`, `90%`, `14d` or `3`. The unit's meaning depends on the item. */
export function parseLimit(typed: string): TypedLimit {
  const [, digits, unit = ''] = /^(\d{1,12}(?:\.\d{1,6})?)\s?([a-z%/核次]{0,7})$/i.exec(narrow(typed)) ?? [];
  return digits === undefined ? { unit, typed } : { number: Number(digits), unit: unit.toLowerCase(), typed };
}

/** Units that are allowed after a space: `above=1.5 cores`. */
export const unitWords = /^(?:ms|s|min|%|cores?|核|[mg]i?b?|[kmg]?b\/s|(?:req)?\/s|rps|times?|次)$/i;

interface LimitForm {
  /** Factor of each unit. The empty unit is the default. */
  readonly units: Readonly<Record<string, number>>;
  /** Sentence that says what to type. */
  readonly use: Text;
  /** The unit in a form's label. */
  readonly unit: Text;
}

const [kilo, mega, giga] = [1e3, 1e6, 1e9];
const mebi = 1024 * 1024;
const time: LimitForm = {
  units: { '': 1, ms: 1, s: 1_000, min: 60_000 },
  use: limitMsg.useTime(),
  unit: limitMsg.inMs(),
};
const share = { '%': 0.01 };
const rate: LimitForm = {
  units: { '': 1, '/s': 1, rps: 1, 'req/s': 1 },
  use: limitMsg.useRate(),
  unit: limitMsg.perSecond(),
};

export const limitForms = {
  request_time: time,
  request: rate,
  request_client: { units: { '': 1 }, use: limitMsg.useClients(), unit: limitMsg.inClients() },
  gateway_latency: time,
  gateway_requests: rate,
  gateway_errors: { ...rate, use: limitMsg.useErrors(), unit: limitMsg.inErrors() },
  cpu: { units: { '': 1, core: 1, cores: 1, 核: 1, m: 0.001 }, use: limitMsg.useCores(), unit: limitMsg.inCores() },
  memory: {
    units: { '': 1, mi: 1, mib: 1, m: 1, mb: mega / mebi, gi: 1024, gib: 1024, g: 1024, gb: giga / mebi },
    use: limitMsg.useMemory(),
    unit: limitMsg.inMemory(),
  },
  network: {
    units: { '': 1, 'b/s': 1, 'kb/s': kilo, kb: kilo, k: kilo, 'mb/s': mega, mb: mega, m: mega, 'gb/s': giga },
    use: limitMsg.useTraffic(),
    unit: limitMsg.inTraffic(),
  },
  memory_share: { units: share, use: limitMsg.useMemory(), unit: limitMsg.inMemory() },
  cpu_share: { units: share, use: limitMsg.useCores(), unit: limitMsg.inCores() },
  gateway_errors_share: { units: share, use: limitMsg.useErrors(), unit: limitMsg.inErrors() },
} as const satisfies Record<string, LimitForm>;

export type LimitedItem = keyof typeof limitForms;

/** Returns the item that a threshold in % is about. @param shares the items that are possible here */
export function withShare<T extends string, S extends ShareItem = ShareItem>(
  item: T,
  { unit }: TypedLimit,
  shares: readonly S[],
): T | S {
  return (unit === '%' && shares.find((share) => wholeOf(share) === item)) || item;
}

export function limitFormOf(item: string): LimitForm | undefined {
  return Object.entries(limitForms).find(([name]) => name === item)?.[1];
}

/** Checks whether a threshold without an item means this one, by its unit. A share alone is of the memory. */
export function hasUnit(item: string, limit: TypedLimit): boolean {
  const measured = withShare(item, limit, ['memory_share']);
  return Object.hasOwn(limitFormOf(measured)?.units ?? {}, limit.unit);
}

/** Returns the value in the item's unit; undefined if the text isn't a number with one of the units. */
export function limitValue({ number, unit }: TypedLimit, units: LimitForm['units']): number | undefined {
  const by = Object.hasOwn(units, unit) ? units[unit] : undefined;
  // Remove floating-point digits that nobody typed, by rounding.
  return number === undefined || by === undefined ? undefined : Number((number * by).toPrecision(12));
}

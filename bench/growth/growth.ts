/** Limit for a measured value. `kept` gets the values of all sizes, the smallest size first. */
export interface GrowthBudget {
  readonly text: string;
  /** The value doesn't depend on the machine's speed, so `--quick` also fails if the limit is exceeded. */
  readonly counts?: true;
  kept(values: readonly number[], sizes: readonly number[]): boolean;
}

export interface GrowthFigure {
  readonly what: string;
  readonly unit?: 'ms' | 's' | 'MiB' | 'bytes';
  readonly budget?: GrowthBudget;
}

/** A quantity that grows. The cost at each size is measured in a separate process. */
export interface Growth<Key extends string = string> {
  /** Title that includes the unit of the sizes, such as `Components in the app`. */
  readonly title: string;
  readonly sizes: readonly number[];
  /** Sizes for `--quick`: the smallest ones that show the growth. Empty if no budget `counts`: `--quick` skips it. */
  readonly quickSizes: readonly number[];
  readonly figures: Readonly<Record<Key, GrowthFigure>>;
  measure(size: number): Promise<Readonly<Record<Key, number>>>;
}

/** Checks at compile time that `measure` returns exactly the declared figures. */
export function growth<Key extends string>(declared: Growth<Key>): Growth {
  return declared;
}

export function factor(max: number): GrowthBudget {
  return { text: `≤ ${max}×`, kept: ([first = Number.NaN, ...rest]) => rest.every((value) => value <= max * first) };
}

export function limit(max: number): GrowthBudget {
  return { text: `≤ ${max.toLocaleString('en-US')}`, kept: (values) => values.every((value) => value <= max) };
}

/** Like `limit`, for a value that doesn't depend on the machine's speed. */
export function countLimit(max: number): GrowthBudget {
  return { ...limit(max), counts: true };
}

export function exactly(count: number): GrowthBudget {
  return { text: String(count), counts: true, kept: (values) => values.every((value) => value === count) };
}

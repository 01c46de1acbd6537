/** Limit for a value, from the measurements at each size, smallest first. */
export interface GrowthBudget {
  readonly text: string;
  /** The value doesn't depend on the machine's speed, so the short form fails if it is exceeded. */
  readonly counts?: true;
  kept(values: readonly number[], sizes: readonly number[]): boolean;
}

export interface GrowthFigure {
  readonly what: string;
  readonly unit?: 'ms' | 's' | 'MiB' | 'bytes';
  readonly budget?: GrowthBudget;
}

/** A growing quantity. Its cost at each size is measured in a separate process. */
export interface Growth<Key extends string = string> {
  /** Title with the unit of the sizes, such as `Components in the app`. */
  readonly title: string;
  readonly sizes: readonly number[];
  /** Smallest sizes that show the growth, for the short form. Empty to skip it there. */
  readonly quickSizes: readonly number[];
  readonly figures: Readonly<Record<Key, GrowthFigure>>;
  measure(size: number): Promise<Readonly<Record<Key, number>>>;
}

/** Checks at compile time that the measurement returns exactly its figures. */
export function growth<Key extends string>(declared: Growth<Key>): Growth {
  return declared;
}

export function factor(most: number): GrowthBudget {
  return { text: `≤ ${most}×`, kept: ([first = Number.NaN, ...rest]) => rest.every((value) => value <= most * first) };
}

export function limit(most: number): GrowthBudget {
  return { text: `≤ ${most.toLocaleString('en-US')}`, kept: (values) => values.every((value) => value <= most) };
}

/** Like `limit`, but independent of the machine's speed. */
export function countLimit(most: number): GrowthBudget {
  return { ...limit(most), counts: true };
}

export function exactly(count: number): GrowthBudget {
  return { text: String(count), counts: true, kept: (values) => values.every((value) => value === count) };
}

/** What a value must keep to, by what was measured at each size, the smallest first. */
export interface GrowthBudget {
  readonly text: string;
  /** The value doesn't depend on the machine's speed, so the short form fails if it is exceeded. Times are only told. */
  readonly counts?: true;
  kept(values: readonly number[], sizes: readonly number[]): boolean;
}

/** A value that is measured at each size; without a unit it is a count. */
export interface GrowthFigure {
  readonly what: string;
  readonly unit?: 'ms' | 's' | 'MiB' | 'bytes';
  readonly budget?: GrowthBudget;
}

/** Something that grows: what it costs is measured at each size in a process of its own. */
export interface Growth<Key extends string = string> {
  /** With the unit of the sizes, such as `Components in the app`. */
  readonly title: string;
  readonly sizes: readonly number[];
  /** For the short form: the smallest of them are enough to see what grows. Empty if it is left out there. */
  readonly quickSizes: readonly number[];
  readonly figures: Readonly<Record<Key, GrowthFigure>>;
  measure(size: number): Promise<Readonly<Record<Key, number>>>;
}

/** Declares a growth whose measurement gives exactly its figures. */
export function growth<Key extends string>(declared: Growth<Key>): Growth {
  return declared;
}

/** A budget on how many times the smallest size's value the others may be. */
export function factor(most: number): GrowthBudget {
  return { text: `≤ ${most}×`, kept: ([first = Number.NaN, ...rest]) => rest.every((value) => value <= most * first) };
}

/** A budget on the value itself, at every size. */
export function limit(most: number): GrowthBudget {
  return { text: `≤ ${most.toLocaleString('en-US')}`, kept: (values) => values.every((value) => value <= most) };
}

/** The same for what doesn't depend on the machine's speed. */
export function countLimit(most: number): GrowthBudget {
  return { ...limit(most), counts: true };
}

/** A count that must be the same at every size. */
export function exactly(count: number): GrowthBudget {
  return { text: String(count), counts: true, kept: (values) => values.every((value) => value === count) };
}

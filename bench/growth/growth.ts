/** One value that was measured at one size; a value without a unit is a count. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit?: 'ms' | 's' | 'MiB' | 'kB' | 'bytes';
}

/** What one figure must keep to, by its values at the sizes, the smallest first. */
export interface GrowthBudget {
  readonly what: string;
  readonly text: string;
  /**
   * `counts`: the value doesn't depend on how fast the machine is, so that the short form fails where it is exceeded. Times
   * are only told.
   */
  readonly counts?: true;
  kept(values: readonly number[], sizes: readonly number[]): boolean;
}

/** Something that grows: what it costs is measured at each size in a process of its own. */
export interface Growth {
  /** With the unit of the sizes, such as `Components in the app`. */
  readonly title: string;
  readonly sizes: readonly number[];
  /** For the short form: the smallest of them are enough to see what grows. Left out where there are none. */
  readonly quickSizes: readonly number[];
  readonly budgets: readonly GrowthBudget[];
  measure(size: number): Promise<readonly Figure[]>;
}

/** The last value to the first. */
export function factorOf(values: readonly number[]): number {
  return (values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN);
}

/** A budget on how many times the smallest size's value the others may be. */
export function factorBudget(what: string, most: number): GrowthBudget {
  return {
    what,
    text: `≤ ${most}×`,
    kept: ([first = Number.NaN, ...rest]) => rest.every((value) => value <= most * first),
  };
}

/** A budget on the value itself, at every size. */
export function limitBudget(what: string, most: number, unit = ''): GrowthBudget {
  return {
    what,
    text: `≤ ${most.toLocaleString('en-US')}${unit && ` ${unit}`}`,
    kept: (values) => values.every((value) => value <= most),
  };
}

/** A count that must be the same at every size, and isn't a matter of speed. */
export function countBudget(what: string, count: number): GrowthBudget {
  return { what, text: String(count), counts: true, kept: (values) => values.every((value) => value === count) };
}

/** Larger amounts of memory, CPU, disk or instances are an error of the platform. */
const max = 1e12;

/** The platform's integers have 32 bits (docs/platform.md#components). */
const maxInteger = 2 ** 31 - 1;

export function isPlausibleInteger(count: number): boolean {
  return Number.isInteger(count) && count >= 0 && count <= maxInteger;
}

/** Checks whether a number from the platform can be an amount. Sizes and counts are never negative. */
export function isPlausible(amount: number): boolean {
  return amount >= 0 && amount <= max;
}

/** Amounts of memory, CPU, disk or instances beyond this are a fault of the platform's, not a size. */
const most = 1e12;

/** The platform's integers have 32 bits (docs/platform.md#components). */
const mostInteger = 2 ** 31 - 1;

/** Whether a number that the platform says to be an integer can be a size or a count. */
export function isPlausibleInteger(count: number): boolean {
  return Number.isInteger(count) && count >= 0 && count <= mostInteger;
}

/** Whether a number of the platform's can be an amount at all: sizes and counts are never negative. */
export function isPlausible(amount: number): boolean {
  return amount >= 0 && amount <= most;
}

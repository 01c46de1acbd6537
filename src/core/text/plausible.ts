/** Amounts of memory, CPU, disk or instances beyond this are a fault of the platform's, not a size. */
const most = 1e12;

/** Whether a number of the platform's can be an amount at all: sizes and counts are never negative. */
export function isPlausible(amount: number): boolean {
  return amount >= 0 && amount <= most;
}

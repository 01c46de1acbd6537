/** Returns the quantile of the values for a share from 0 to 1, or NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Formats milliseconds: without decimals from 10 ms, with one below. */
export function ms(value: number): string {
  return `${value >= 10 ? value.toFixed(0) : value.toFixed(1)} ms`;
}

export function mib(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}

export const mebibyte = 2 ** 20;

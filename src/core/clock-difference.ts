/**
 * How much this machine's clock is ahead of a server's, in ms; negative where it is behind, 0 where both may be right.
 * @param date the server's clock in whole seconds, as in HTTP's `Date` (epoch ms)
 * @param from when it was asked, by this machine (epoch ms)
 * @param to when it had answered
 */
export function clockDifference(date: number, from: number, to: number): number {
  if (to < date) return to - date;
  return from > date + 1_000 ? from - (date + 1_000) : 0;
}

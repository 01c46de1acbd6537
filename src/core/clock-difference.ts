/**
 * Returns how far this machine's clock is ahead of a server's, in ms: negative if behind, 0 if both clocks may be
 * right. @param date the server's clock in whole seconds, as in HTTP's `Date` (epoch ms) @param from when the request
 * was sent, by this machine's clock (epoch ms) @param to when the response arrived
 */
export function clockDifference(date: number, from: number, to: number): number {
  if (to < date) return to - date;
  return from > date + 1_000 ? from - (date + 1_000) : 0;
}

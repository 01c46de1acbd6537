/**
 * The lane of the lines in a message's thread. Lines go one after another, and the message doesn't wait for them: it shows
 * the newest state even if a line is refused.
 * @param message the lane of the message itself
 */
export function linesLane(message: string): string {
  return `${message} lines`;
}

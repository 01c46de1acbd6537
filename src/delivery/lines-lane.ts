/** Returns the lane for lines in a message's thread. It is separate, so a refused line doesn't delay the message. */
export function linesLane(message: string): string {
  return `${message} lines`;
}

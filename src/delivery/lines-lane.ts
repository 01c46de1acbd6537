/** Returns the lane of the lines in a message's thread. A refused line doesn't delay the message. */
export function linesLane(message: string): string {
  return `${message} lines`;
}

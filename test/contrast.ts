/** @param share of a channel, 0 to 1 */
export const linearLight = (share: number) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);

/** Returns the contrast of WCAG 2. @param one red, green and blue, 0 to 255 */
export function contrastOf(one: readonly number[], other: readonly number[]): number {
  const [high = 0, low = 0] = [one, other].map(luminance).sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => linearLight(channel / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

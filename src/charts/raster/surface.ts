/** Pixels that lines, texts and areas are painted on, row by row. */
export interface Surface {
  readonly width: number;
  readonly height: number;
  /** From a pixel to the one below it. */
  readonly stride: number;
  /** @param color `#RRGGBB` */
  ink(color: string): Ink;
  /** The tint of a band of noise. @param color `#RRGGBB` of its line */
  tint(color: string): Tint;
  /**
   * The same surface, for lines that cross: where edges of several meet in a pixel, their mix is true as long as this is
   * used.
   */
  crossing(): Surface;
}

/** Paints the tint of a band: where several bands lie over one another, they have stripes of their tints. */
export interface Tint {
  /** Covers a column of pixels, from one index until before another. */
  coverDown(from: number, to: number): void;
}

/** Paints with one color. */
export interface Ink {
  /**
   * @param at index of the pixel: row times stride plus column
   * @param share how much of the pixel is covered, of 256
   */
  cover(at: number, share: number): void;
  /** The same for pixels of a row, from one index until before another. */
  coverAlong(from: number, to: number, share: number): void;
}

/** Covers a rectangle with sides parallel to the picture's; its edges may lie between pixels. */
export function coverRectangle(
  surface: Surface,
  ink: Ink,
  left: number,
  top: number,
  right: number,
  bottom: number,
): void {
  const { width, height, stride } = surface;
  const [from, to] = [Math.max(0, left), Math.min(width, right)];
  const [upper, lower] = [Math.max(0, top), Math.min(height, bottom)];
  if (from >= to) return;
  for (let row = Math.floor(upper); row < lower; row += 1) {
    const part = Math.min(lower, row + 1) - Math.max(upper, row);
    coverRow(ink, row * stride, from, to, part * 256);
  }
}

/** Covers the part of a row between two places; the pixels at both ends in part. */
function coverRow(ink: Ink, row: number, from: number, to: number, share: number): void {
  const [first, last] = [Math.floor(from), Math.ceil(to) - 1];
  if (first === last) {
    ink.cover(row + first, (to - from) * share);
    return;
  }
  ink.cover(row + first, (first + 1 - from) * share);
  ink.coverAlong(row + first + 1, row + last, share);
  ink.cover(row + last, (to - last) * share);
}

/** Covers a ring, or a disc where `inner` is 0; edges are blended over one pixel. */
export function coverRing(surface: Surface, ink: Ink, x: number, y: number, outer: number, inner: number): void {
  const { width, height, stride } = surface;
  const reach = outer + 1;
  for (let row = Math.max(0, Math.floor(y - reach)); row < Math.min(height, y + reach); row += 1)
    for (let column = Math.max(0, Math.floor(x - reach)); column < Math.min(width, x + reach); column += 1) {
      const [aside, down] = [column + 0.5 - x, row + 0.5 - y];
      // A tenth of the time that Math.hypot takes.
      const distance = Math.sqrt(aside * aside + down * down);
      const outside = Math.min(1, Math.max(0, distance - outer + 0.5));
      const inside = inner === 0 ? 0 : Math.min(1, Math.max(0, inner - distance + 0.5));
      const share = Math.round((1 - outside - inside) * 256);
      if (share > 0) ink.cover(row * stride + column, share);
    }
}

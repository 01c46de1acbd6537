export interface Surface {
  readonly width: number;
  readonly height: number;
  /** Distance in memory from a pixel to the pixel below it. */
  readonly stride: number;
  /** @param color `#RRGGBB` */
  ink(color: string): Ink;
  /** Returns the tint of a noise band; `color` is `#RRGGBB` of its line. */
  tint(color: string): Tint;
  /** Returns a surface that accurately mixes several edges in one pixel. */
  crossing(): Surface;
}

export interface Tint {
  /** Covers pixels of a column; `to` is exclusive. */
  coverDown(from: number, to: number): void;
}

export interface Ink {
  /** Covers pixel `at` (row times stride plus column) with coverage `share` (0 to 256). */
  cover(at: number, share: number): void;
  /** Covers pixels of a row; `to` is exclusive. */
  coverAlong(from: number, to: number, share: number): void;
}

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

export function coverRing(surface: Surface, ink: Ink, x: number, y: number, outer: number, inner: number): void {
  const { width, height, stride } = surface;
  const reach = outer + 1;
  for (let row = Math.max(0, Math.floor(y - reach)); row < Math.min(height, y + reach); row += 1)
    for (let column = Math.max(0, Math.floor(x - reach)); column < Math.min(width, x + reach); column += 1) {
      const [aside, down] = [column + 0.5 - x, row + 0.5 - y];
      // Ten times as fast as Math.hypot.
      const distance = Math.sqrt(aside * aside + down * down);
      const outside = Math.min(1, Math.max(0, distance - outer + 0.5));
      const inside = inner === 0 ? 0 : Math.min(1, Math.max(0, inner - distance + 0.5));
      const share = Math.round((1 - outside - inside) * 256);
      if (share > 0) ink.cover(row * stride + column, share);
    }
}

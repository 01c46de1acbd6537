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

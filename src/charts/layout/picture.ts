import type { ValueAxis } from '../data/number-format.ts';
import type { Series } from '../data/series.ts';
import { type LineStyle, theme } from './theme.ts';
import type { TimeTick } from './time-ticks.ts';

/** A text in a panel; coordinates in logical pixels from the panel's upper left corner. */
export interface TextMark {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size: number;
  readonly weight: 400 | 600;
  readonly ink: string;
  readonly align: 'left' | 'center' | 'right';
  /** Width of the outline in the background color; 0 means no outline. */
  readonly halo: number;
}

export function textMark(mark: Pick<TextMark, 'x' | 'y' | 'text'> & Partial<TextMark>): TextMark {
  return { size: theme.size.text, weight: 400, ink: theme.ink, align: 'left', halo: 0, ...mark };
}

export interface RuleMark extends LineStyle {
  readonly x: number;
  readonly y: number;
  readonly x2: number;
  readonly y2: number;
}

/** A dot in the panel's data coordinates. */
export interface PointMark {
  /** Epoch milliseconds. */
  readonly time: number;
  readonly value: number;
  readonly stroke: string;
  readonly fill: string;
  readonly size: number;
}

/** Draws each sample, or the mean or maximum of stretches of a few pixels. A picture never mixes the two forms. */
export type LineForm = 'samples' | 'mean' | 'max';

export interface LineMark extends LineStyle {
  readonly series: Series;
  /** `smooth`: means of longer stretches, for an earlier period. */
  readonly form: LineForm | 'smooth';
  /** Its band from minimum to maximum: `edge` draws only the maximum. Background lines have none. */
  readonly band: 'filled' | 'edge' | 'none';
}

export interface AreaMark {
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Logical pixels from the top of the plot. */
  readonly top: number;
  readonly bottom: number;
  readonly fill: string;
  /** Whether diagonal lines show that there is no data. */
  readonly isHatched?: boolean;
}

export interface PanelPicture {
  readonly axis: ValueAxis;
  /** In drawing order; the last one is on top. */
  readonly lines: readonly LineMark[];
  readonly areas: readonly AreaMark[];
  readonly points: readonly PointMark[];
  readonly rules: readonly RuleMark[];
  readonly texts: readonly TextMark[];
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Position of the first panel's plot. Each further plot is `pitch` below the previous one. */
  readonly left: number;
  readonly top: number;
  readonly plotWidth: number;
  readonly plotHeight: number;
  readonly pitch: number;
  /** Epoch milliseconds. */
  readonly timeDomain: readonly [number, number];
  readonly timeTicks: readonly TimeTick[];
  readonly panels: readonly PanelPicture[];
}

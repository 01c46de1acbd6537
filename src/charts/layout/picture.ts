import type { ValueAxis } from '../data/number-format.ts';
import type { Series } from '../data/series.ts';
import { type LineStyle, theme } from './theme.ts';
import type { TimeTick } from './time-ticks.ts';

/** A text at a place of its panel; coordinates in logical pixels from the panel's upper left corner. */
export interface TextMark {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size: number;
  readonly weight: 400 | 600;
  readonly ink: string;
  readonly align: 'left' | 'center' | 'right';
  /** Width of the background-colored edge that keeps it readable over lines; 0 for none. */
  readonly halo: number;
}

/** A text of the usual size: regular, dark, from its left end and without a halo, unless said otherwise. */
export function textMark(mark: Pick<TextMark, 'x' | 'y' | 'text'> & Partial<TextMark>): TextMark {
  return { size: theme.size.text, weight: 400, ink: theme.ink, align: 'left', halo: 0, ...mark };
}

/** A level or vertical stroke: samples of line styles, changes, limits and thresholds. */
export interface RuleMark extends LineStyle {
  readonly x: number;
  readonly y: number;
  readonly x2: number;
  readonly y2: number;
}

/** A dot in the panel's own numbers. */
export interface PointMark {
  /** Epoch milliseconds. */
  readonly time: number;
  readonly value: number;
  readonly stroke: string;
  readonly fill: string;
  readonly size: number;
}

/**
 * What of a line is drawn: each sample, or of each stretch of a few pixels its mean or its highest value. All lines
 * of a picture that shows stretches do.
 */
export type LineForm = 'samples' | 'mean' | 'max';

export interface LineMark extends LineStyle {
  readonly series: Series;
  readonly form: LineForm;
  /** With a band from the lowest to the highest value of each stretch; false for lines in the background. */
  readonly banded: boolean;
}

/** An area below the lines: a stretch of time without samples, or values beyond a threshold. */
export interface AreaMark {
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Logical pixels from the top of the plot. */
  readonly top: number;
  readonly bottom: number;
  readonly fill: string;
}

export interface PanelPicture {
  readonly axis: ValueAxis;
  /** In drawing order: the last one is on top. */
  readonly lines: readonly LineMark[];
  readonly areas: readonly AreaMark[];
  readonly points: readonly PointMark[];
  readonly rules: readonly RuleMark[];
  readonly texts: readonly TextMark[];
}

/** A laid out picture: every place and text is decided, only drawing is left. Plain data. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Place of the first panel's plot; the others are below it at `pitch`. */
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

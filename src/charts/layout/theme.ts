/** Looks of the charts. Lengths are logical pixels; the picture has `scale` times as many. */
export const theme = {
  scale: 2,
  width: 800,
  margin: 16,
  /** Between two plots: the lower one's heading stands there. */
  between: 58,
  background: '#FFFFFF',
  ink: '#18212B',
  quietInk: '#5B6673',
  grid: '#E7EAEE',
  zero: '#9AA4B0',
  axis: '#C5CCD4',
  band: '#F1F3F6',
  rest: '#B9C1CA',
  fonts: 'Inter, Noto Sans SC, Noto Color Emoji',
  /**
   * Eight hues that stay at least 0.1 apart (OKLab) for people with protanopia, deuteranopia and tritanopia, each with a
   * contrast of about 3:1 or more on the background. Lines beyond the eighth have them again, dashed and heavier.
   */
  hues: ['#0067B1', '#D9580D', '#05A798', '#B41B63', '#631B87', '#CF6CEA', '#245109', '#9012FC'],
  dash: [7, 4],
  /** Up to ten lines are all in colour; of more, the first five. */
  allColoured: 10,
  topColoured: 5,
  line: 2,
  /** Where there are many lines. */
  thinLine: 1.5,
  restLine: 0.5,
  size: { title: 26, subtitle: 16, axis: 15.5, name: 16, value: 22, note: 14 },
} as const;

/** How a line is drawn. */
export interface LineStyle {
  readonly stroke: string;
  readonly width: number;
  readonly dash: readonly number[];
}

/** The style of the line at this place of the ranking. */
export function lineStyle(place: number, width: number): LineStyle {
  const hue = theme.hues[place % theme.hues.length] ?? theme.ink;
  return { stroke: hue, width, dash: place < theme.hues.length ? [] : theme.dash };
}

export const restStyle: LineStyle = { stroke: theme.rest, width: theme.restLine, dash: [] };

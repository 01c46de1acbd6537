import { fontFamilies } from '../text/fonts.ts';

/**
 * Eight hues that stay at least 0.1 apart (OKLab) for people with protanopia, deuteranopia and tritanopia, each with a
 * contrast of about 3:1 or more on the background. Lines beyond the eighth have them again, dashed and heavier.
 */
const hues: readonly string[] = [
  '#0067B1',
  '#D9580D',
  '#05A798',
  '#B41B63',
  '#631B87',
  '#CF6CEA',
  '#245109',
  '#9012FC',
];

/** Looks of the charts. Lengths are logical pixels; the picture has `scale` times as many. */
export const theme = {
  scale: 2,
  width: 800,
  margin: 16,
  /** Between two plots: room for the lower one's heading. */
  between: 58,
  /**
   * Pictures are no taller, unless more items than that holds were asked for by name. At a phone's 328 px of width this
   * is 420 px, the height at which the playground's page begins to make pictures narrower.
   */
  mostHeight: 1024,
  background: '#FFFFFF',
  ink: '#18212B',
  quietInk: '#5B6673',
  grid: '#E7EAEE',
  zero: '#9AA4B0',
  axis: '#C5CCD4',
  band: '#F1F3F6',
  /** Beyond a threshold or a limit. */
  beyond: '#FDEDE8',
  rest: '#B9C1CA',
  /** Width of the background-colored edge of texts within a plot. */
  halo: 5,
  /** From a line of text to the next. */
  textRow: 34,
  fonts: fontFamilies,
  hues,
  dash: [7, 4],
  /** Of a threshold; a limit is a whole line. */
  levelDash: [2, 3],
  /** An earlier period has this share of its line's hue: a step of the palette. */
  pale: 9 / 16,
  /** Up to ten lines are all in color, fewer where plots are low; of more, the first five. */
  allColoured: 10,
  allColouredInLowPlots: 6,
  topColoured: 5,
  line: 2,
  /** Where there are many lines. */
  thinLine: 1.5,
  restLine: 0.5,
  /**
   * A phone of 390 px shows a picture at 328 px, as the playground's page has it: 25 of its 800 units are 10 px there,
   * and no text is smaller. Slack documents the size of images in attachments alone, at most 360 × 500 px
   * (https://api.slack.com/reference/messaging/attachments, `image_url`): these pictures fit that too.
   */
  size: { title: 32, text: 25 },
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
  const again = place >= theme.hues.length;
  return { stroke: hue, width: again ? width + 0.5 : width, dash: again ? theme.dash : [] };
}

/** The style of the same line in an earlier period. */
export function earlierStyle(style: LineStyle): LineStyle {
  const channels = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(style.stroke.slice(at, at + 2), 16);
    return Math.round(255 + (channel - 255) * theme.pale)
      .toString(16)
      .padStart(2, '0');
  });
  return { stroke: `#${channels.join('')}`, width: theme.thinLine, dash: [] };
}

export const restStyle: LineStyle = { stroke: theme.rest, width: theme.restLine, dash: [] };

import { fontFamilies } from '../text/fonts.ts';

/**
 * At least 0.1 apart (OKLab) for people with protanopia, deuteranopia and tritanopia; contrast of about 3:1 or more on
 * the background. From the ninth line on, hues repeat with dashed, heavier lines.
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

/** The same colors on Slack's dark background, chosen by the same rules. Hues have the places of the light ones. */
const dark: ChartColors = {
  background: '#1C1C1C',
  ink: '#DFEBF9',
  quietInk: '#9AA6B4',
  grid: '#2F3134',
  zero: '#656E79',
  axis: '#464C52',
  band: '#27292B',
  beyond: '#332724',
  changing: '#272C34',
  rest: '#4E555D',
  hues: ['#0673FD', '#CD5000', '#26E7B0', '#EF6C9B', '#BF86E4', '#E7A9FD', '#5DC613', '#8663B5'],
};

/** Style of the charts. Lengths are logical pixels; the picture has `scale` times as many. */
export const theme = {
  scale: 2,
  width: 800,
  margin: 16,
  /** Distance between plots, with room for a heading. */
  between: 58,
  /** 420 px on a phone (328 px wide). The playground narrows pictures that are taller. */
  maxHeight: 1024,
  background: '#FFFFFF',
  ink: '#18212B',
  quietInk: '#5B6673',
  grid: '#E7EAEE',
  zero: '#9AA4B0',
  axis: '#C5CCD4',
  band: '#F1F3F6',
  /** Background color of the area that is beyond a threshold or limit. */
  beyond: '#FDEDE8',
  /** Background color of the time that a change took. */
  changing: '#E9F0FA',
  rest: '#B9C1CA',
  halo: 5,
  textRow: 34,
  fonts: fontFamilies,
  hues,
  dark,
  dash: [7, 4],
  /** Dashes of thresholds, of limits, and of lines of an earlier period. */
  levelDash: { threshold: [2, 3], limit: [12, 5] },
  earlierDash: [4, 3],
  /** If there are at most `allColoured` lines, all are colored; otherwise only the first `topColoured`. */
  allColoured: 10,
  allColouredInLowPlots: 6,
  topColoured: 5,
  line: 2,
  thinLine: 1.5,
  restLine: 0.5,
  /**
   * On a phone, 25 of 800 units are 10 px, the minimum text size. Slack documents an image size only for attachments,
   * at most 360 × 500 px (https://api.slack.com/reference/messaging/attachments, `image_url`); these pictures fit.
   */
  size: { title: 32, text: 25 },
} as const;

/** Colors of a picture. */
export interface ChartColors
  extends Record<
    'background' | 'ink' | 'quietInk' | 'grid' | 'zero' | 'axis' | 'band' | 'beyond' | 'changing' | 'rest',
    string
  > {
  readonly hues: readonly string[];
}

export interface LineStyle {
  readonly stroke: string;
  readonly width: number;
  readonly dash: readonly number[];
}

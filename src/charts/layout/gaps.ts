import { plain } from '../chart-catalog.ts';
import type { ChartJob, Gap } from '../data/job.ts';
import type { Grid } from '../data/samples.ts';
import { gapsOf } from '../data/series.ts';
import type { Measure } from '../text/text-fit.ts';
import type { ChartLine } from './chart-data.ts';
import { type AreaMark, type TextMark, textMark } from './picture.ts';
import { pictureMsg } from './picture-messages.ts';
import { theme } from './theme.ts';

type Gaps = Pick<ChartLine['summary'], 'gaps' | 'gapCount' | 'gapSeconds'>;

export const noGaps: Gaps = { gaps: [], gapCount: 0, gapSeconds: 0 };

const MAX_GAPS = 20;
/** Smallest share of the range that is visible as a break in a line. */
const VISIBLE = 1 / 200;

/** Returns the gaps that all lines have. The picture shows each of them, also if it is narrow. */
export function commonGaps(lines: readonly ChartLine[], range: Grid): readonly Gap[] {
  let common: readonly Gap[] | undefined;
  for (const { series } of lines) {
    const gaps = gapsOf(series, range);
    common = common === undefined ? gaps : intersect(common, gaps);
    if (common.length === 0) break;
  }
  return common ?? [];
}

/** Returns the gaps of a line that the picture shows, for the texts. */
export function shownGaps({ series }: ChartLine, common: readonly Gap[], range: Grid): Gaps {
  const visible = (range.end - range.start) * VISIBLE;
  const isCommon = ({ from, to }: Gap) => common.some((gap) => gap.from < to && gap.to > from);
  const gaps = gapsOf(series, range).filter((gap) => gap.to - gap.from >= visible || isCommon(gap));
  const gapSeconds = gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0);
  return { gaps: gaps.slice(0, MAX_GAPS), gapCount: gaps.length, gapSeconds };
}

function intersect(a: readonly Gap[], b: readonly Gap[]): readonly Gap[] {
  const both: Gap[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [one, two] = [a[i], b[j]];
    if (!one || !two) break;
    const [from, to] = [Math.max(one.from, two.from), Math.min(one.to, two.to)];
    if (from < to) both.push({ from, to });
    if (one.to < two.to) i += 1;
    else j += 1;
  }
  return both;
}

/** Minimum width of a stripe in logical pixels, so that it isn't taken for the line of a change. */
const MIN_STRIPE = 12;

interface StripeSetting {
  readonly job: ChartJob;
  readonly measure: Measure;
  readonly plotWidth: number;
  readonly plotHeight: number;
}

export interface GapStripes {
  readonly areas: readonly AreaMark[];
  readonly texts: readonly TextMark[];
  /** Whether a stripe has no room for a text, so that the header must explain it. */
  readonly hasNarrow: boolean;
}

export function gapStripes(lines: readonly ChartLine[], set: StripeSetting): GapStripes {
  const { job, plotWidth, plotHeight: bottom } = set;
  const perSecond = plotWidth / (job.end - job.start);
  const text = plain(pictureMsg.noData(), job.lang);
  const needed = (set.measure(text, theme.size.text, 400) + 12) / perSecond;
  const gaps = commonGaps(lines, job);
  const isNarrow = ({ from, to }: Gap) => to - from < needed;
  const areas = gaps.map((gap) => {
    const added = Math.max(0, MIN_STRIPE / perSecond - (gap.to - gap.from)) / 2;
    const [from, to] = [Math.max(job.start, gap.from - added), Math.min(job.end, gap.to + added)];
    return { from: from * 1000, to: to * 1000, top: 0, bottom, fill: theme.band, isHatched: isNarrow(gap) };
  });
  const texts = gaps
    .filter((gap) => !isNarrow(gap))
    .map(({ from, to }) => {
      const x = ((from + to) / 2 - job.start) * perSecond;
      return textMark({ x, y: bottom / 2 + 8, text, ink: theme.quietInk, align: 'center' });
    });
  return { areas, texts, hasNarrow: gaps.some(isNarrow) };
}

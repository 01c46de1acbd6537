import type { Lang } from '../../core/text/text.ts';
import { plain } from '../chart-catalog.ts';
import type { PanelSummary } from '../data/job.ts';
import { valueText } from '../data/number-format.ts';
import { namesText } from './header.ts';
import { pictureMsg } from './picture-messages.ts';
import { theme } from './theme.ts';

/** A level this many times as high as the lines would flatten them, so a note at the plot's edge shows the level. */
const FAR = 2.5;
const NAMED = 2;

export interface LabelLevel {
  readonly value: number;
  readonly text: string;
  readonly short: string;
  readonly dash: readonly number[];
  /** Whether a line was ever beyond the level, including outliers outside the axis. */
  readonly isPassed: boolean;
  /** Set if lines should stay above the level; the axis then always includes the level. */
  readonly isReached?: true;
}

/** Turns levels far above the lines into notes. */
export function levelsOf(
  panel: PanelSummary,
  high: number,
  lang: Lang,
): { readonly top: number; readonly within: readonly LabelLevel[]; readonly notes: readonly string[] } {
  const limitText = (value: number, all: readonly string[]) => {
    const names = namesText(all.slice(0, NAMED), Math.max(0, all.length - NAMED));
    return plain(pictureMsg.limit({ value: valueText(value, panel.unit, lang), names }), lang);
  };
  const limits = (panel.limits ?? []).map(({ value, names, peak, isPartial }) => ({
    value,
    dash: [],
    text: limitText(value, names),
    // Without names, the limit would seem to be that of all components.
    short: isPartial ? '' : limitText(value, []),
    isPassed: peak !== null && peak > value,
  }));
  const thresholds = (panel.thresholds ?? []).map(({ value, below, beyond }) => ({
    value,
    dash: theme.levelDash,
    text: valueText(value, panel.unit, lang),
    short: '',
    isPassed: beyond.length > 0,
    ...(below ? { isReached: below } : {}),
  }));
  const isFar = ({ value, isReached }: LabelLevel) => !isReached && high > 0 && value > high * FAR;
  const all: LabelLevel[] = [...limits, ...thresholds].sort((a, b) => a.value - b.value);
  const within = all.filter((level) => !isFar(level));
  const far = all.filter(isFar);
  const unreached = far.filter(({ dash, isPassed }) => dash.length === 0 && !isPassed);
  const [lowest] = unreached;
  // Notes on several limits have no room beside the name of the item.
  const joint = lowest && unreached.length > 1 ? unreached : [];
  return {
    top: Math.max(high, ...within.map(({ value }) => value)),
    within,
    notes: [
      ...(lowest && joint.length > 0
        ? [pictureMsg.limitsNotReached({ value: valueText(lowest.value, panel.unit, lang) })]
        : []),
      ...far
        .filter((level) => !joint.includes(level))
        .map(({ text: level, isPassed }) => (isPassed ? pictureMsg.passed : pictureMsg.notReached)({ level })),
    ].map((note) => plain(note, lang)),
  };
}

export interface BeyondLevels {
  readonly above?: number;
  readonly below?: number;
}

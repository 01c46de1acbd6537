import { type Lang, type Text, verbatim } from '../../core/text/text.ts';
import { plain } from '../chart-catalog.ts';
import type { LimitSummary, PanelSummary, Unit } from '../data/job.ts';
import { valueText } from '../data/number-format.ts';
import { namesText } from './header.ts';
import { pictureMsg } from './picture-messages.ts';

/** A level this many times as high as the lines would flatten them, so a note at the plot's edge shows the level. */
const FAR = 2.5;
/** A level in this share of the values above a bend of the axis would lie on the bend. */
const ON_BEND = 0.15;
/** The axis bends at least this far above a level, or the level's line would lie on the bend. */
const BELOW_BEND = 1.05;
const NAMED = 2;

export interface LabelLevel {
  readonly value: number;
  readonly text: string;
  /** Without names, for a level in the hue of its line if the name is too long. */
  readonly bare: string;
  readonly is: 'limit' | 'threshold';
  /** Whether only some of the panel's components have the limit. */
  readonly isOfSome?: boolean;
  /** Name of the only component that has the limit. The limit is drawn in the color of its line. */
  readonly line?: string;
  /** Whether a line was ever beyond the level, including outliers outside the axis. */
  readonly isPassed: boolean;
  /** Set if lines should stay above the level; the axis then always includes the level. */
  readonly isReached?: true;
  /** Since when it holds, epoch seconds, if it didn't in the whole chart. */
  readonly since?: number | undefined;
}

/** Text beside the name of the item. `short`: for less room, without saying that the limit isn't reached. */
export interface LevelNote {
  readonly text: string;
  readonly short: string;
}

/** Returns the limits to draw. A median has only the limit that all components have. */
export function drawnLimits({ limits = [], isMerged }: PanelSummary): readonly LimitSummary[] {
  return isMerged ? limits.filter(({ names }) => names.length === 0) : limits;
}

export function limitText({ value, names }: LimitSummary, unit: Unit, lang: Lang): Text {
  return pictureMsg.limit({ value: valueText(value, unit, lang), names: names.length > 0 ? fewNames(names) : '' });
}

function thresholdText(value: string, share: string | undefined): Text {
  return share === undefined ? verbatim(value) : pictureMsg.share({ share, value });
}

export function fewNames(names: readonly string[]): Text {
  return namesText(names.slice(0, NAMED), Math.max(0, names.length - NAMED));
}

interface PanelLevels {
  /** The highest value of the axis, and the highest one below its bend. */
  readonly top: number;
  readonly usual: number;
  readonly within: readonly LabelLevel[];
  readonly notes: readonly LevelNote[];
}

/** Turns levels far above the lines into notes. `usual`: the highest value except peaks */
export function levelsOf(panel: PanelSummary, high: number, lang: Lang, usual = high): PanelLevels {
  const limits = drawnLimits(panel).map((limit): LabelLevel => {
    const { value, names, peak, since } = limit;
    return {
      value,
      since,
      is: 'limit',
      text: plain(limitText(limit, panel.unit, lang), lang),
      bare: plain(limitText({ ...limit, names: [] }, panel.unit, lang), lang),
      line: names.length === 1 ? names[0] : undefined,
      isOfSome: names.length > 0,
      isPassed: peak !== null && peak > value,
    };
  });
  const thresholds = (panel.thresholds ?? []).map(
    ({ value, below, share, since, beyond }): LabelLevel => ({
      value,
      since,
      is: 'threshold',
      text: plain(thresholdText(valueText(value, panel.unit, lang), share), lang),
      bare: '',
      isPassed: beyond.length > 0,
      ...(below ? { isReached: below } : {}),
    }),
  );
  const noteOf = (note: Text, short = plain(note, lang)): LevelNote => ({ text: plain(note, lang), short });
  const isOnBend = (value: number) => value > usual * FAR && value < usual + (high - usual) * ON_BEND;
  const isFar = ({ value, isReached }: LabelLevel) => !isReached && high > 0 && (value > high * FAR || isOnBend(value));
  const all: LabelLevel[] = [...limits, ...thresholds].sort((a, b) => a.value - b.value);
  // A limit of some components that others exceed would lie across lines that it doesn't limit.
  const isAcross = ({ is, value, isPassed, isOfSome }: LabelLevel) =>
    is === 'limit' && isOfSome === true && !isPassed && value < high;
  const within = all.filter((level) => !isFar(level) && !isAcross(level));
  const far = all.filter(isFar);
  const unreached = far.filter(({ is, isPassed }) => is === 'limit' && !isPassed);
  const [lowest] = unreached;
  // Notes on several limits have no room beside the name of the item.
  const joint = lowest && unreached.length > 1 ? unreached : [];
  return {
    top: Math.max(high, ...within.map(({ value }) => value)),
    usual: Math.max(usual, ...within.flatMap(({ value }) => (value <= usual * FAR ? [value * BELOW_BEND] : []))),
    within,
    notes: [
      ...(lowest && joint.length > 0
        ? [noteOf(pictureMsg.limitsNotReached({ value: valueText(lowest.value, panel.unit, lang) }))]
        : []),
      ...far
        .filter((level) => !joint.includes(level))
        .map(({ text: level, isPassed }) =>
          isPassed ? noteOf(pictureMsg.passed({ level })) : noteOf(pictureMsg.notReached({ level }), `↑ ${level}`),
        ),
      ...all.filter(isAcross).map(({ text: level }) => noteOf(pictureMsg.notReachedWithin({ level }), level)),
    ],
  };
}

import { type DurationForm, writeDuration } from '../../core/text/duration-messages.ts';
import { listText } from '../../core/text/joined.ts';
import { join, type Lang, type Separator, type Text, verbatim } from '../../core/text/text.ts';
import { plain } from '../chart-catalog.ts';
import { itemText, shortItemText } from '../data/item-messages.ts';
import type { ChartSummary, EffectSummary, PanelSummary, ShiftSummary } from '../data/job.ts';
import { differenceText, togetherText, valueText } from '../data/number-format.ts';
import { compared, findingMsg } from './finding-messages.ts';

const NAMED = 3;
/** Minimum share of a limit that is reported as nearly reached. */
const NEAR_LIMIT = 0.8;

/** Returns the most important findings first: effects of changes, crossed thresholds, nearly reached limits. */
export function findingsText(summary: ChartSummary, lang: Lang, at: (time: number) => string): Text[] {
  const { effects = [], shifts } = summary;
  // The verdict and the table have the effects of the change that the chart is about.
  const isTold = ({ requests, whats }: EffectSummary) =>
    shifts !== undefined && requests.includes(shifts.change) && whats.length <= 1;
  return [
    ...effects.filter((effect) => !isTold(effect)).map((effect) => effectText(effect, lang)),
    ...summary.panels.flatMap((panel) => levelsText(panel, lang, at)),
  ];
}

/** Verdict on the change that a chart is about. `isBad`: something got slower, or fails more often. */
export interface ChangeVerdict {
  readonly is: ShiftSummary['is'];
  readonly says: Text;
  readonly isBad: boolean;
}

const worseIfHigher: readonly string[] = ['request_time', 'gateway_latency', 'gateway_errors'];
const maxMoved = 2;

export function verdictOf({ shifts }: ChartSummary): ChangeVerdict {
  const { lines = [] } = shifts ?? {};
  const clear = lines.filter(({ is }) => is === 'clear');
  const is = (['clear', 'unclear', 'usual'] as const).find((each) => lines.some((line) => line.is === each));
  const isBad = clear.some((line) => worseIfHigher.includes(line.item) && (line.after ?? 0) > (line.before ?? 0));
  if (is === 'unclear') return { is, says: unclearText(lines.filter((line) => line.is === is)), isBad };
  if (is !== 'clear') return { is: is ?? 'unjudged', says: findingMsg[is ?? 'unjudged'](), isBad };
  const shown = clear.slice(0, maxMoved).map(movedText);
  const more = clear.length - shown.length;
  return { is, says: listText([...shown, ...(more > 0 ? [findingMsg.more({ count: more })] : [])]), isBad };
}

/** Describes the largest difference, and why the change may not have caused it. */
function unclearText(lines: readonly ShiftSummary[]): Text {
  const share = ({ before, after }: ShiftSummary) => Math.abs((after ?? 0) - (before ?? 0)) / Math.abs(before || 1);
  const largest = lines.reduce((one, other) => (share(other) > share(one) ? other : one));
  const moved = movedText(largest);
  const { movedAt: at } = largest;
  return at === undefined
    ? findingMsg.unclear({ moved })
    : findingMsg.movedAt({ moved, at: { at: at * 1_000, show: 'time' } });
}

function movedText({ name, item, before, after }: ShiftSummary): Text {
  const [from, to] = [before ?? 0, after ?? 0];
  const percent = percentText(from, to);
  const by = percent === '' ? findingMsg.fromZero() : verbatim(percent);
  return findingMsg.moved({ name, item: shortItemText(item), by });
}

function effectText({ item, unit, name, before, after, whats }: EffectSummary, lang: Lang): Text {
  const { numbers, unit: shared } = togetherText([before, after], unit, lang);
  const [from = '', to = ''] = numbers;
  const moved = { name, item: itemInSentence(item, lang), before: from, after: shared === '' ? to : `${to} ${shared}` };
  const params = { ...moved, percent: percentText(before, after) };
  const [what = ''] = whats;
  if (whats.length <= 1) return findingMsg.effect({ ...params, what });
  const quoted = whats.map((each) => findingMsg.quoted({ what: each }));
  return findingMsg.effectOfOne({ ...params, whats: listText(quoted) });
}

/** Returns a name such as `response time` or `CPU`. */
export function itemInSentence(item: string, lang: Lang): string {
  const text = plain(itemText(item), lang);
  return text === item || /^\p{Lu}{2}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

/** Computes the change from the rounded numbers that are shown, so that a reader gets the same result. */
function percentText(before: number, after: number): string {
  const [from, to] = [before, after].map((value) => Number(value.toPrecision(3)));
  if (!from || to === undefined) return '';
  return differenceText(Math.round(((to - from) / Math.abs(from)) * 100));
}

function levelsText(
  { item, unit, limits = [], thresholds = [] }: PanelSummary,
  lang: Lang,
  at: (time: number) => string,
) {
  const value = (number: number) => valueText(number, unit, lang);
  return [
    ...thresholds.map((threshold) => {
      const params = { item: itemText(item), value: value(threshold.value) };
      if (threshold.beyond.length === 0)
        return threshold.below ? findingMsg.neverBelow(params) : findingMsg.never(params);
      const times = threshold.beyond.map(({ name, seconds, since, stretches, isAtMost }) => {
        const time = isAtMost
          ? findingMsg.atMost({ time: lengthText(seconds, lang) })
          : verbatim(lengthText(seconds, lang));
        const line = { name, time, since: at(since) };
        return stretches > 1 ? findingMsg.aboveAtTimes({ ...line, count: stretches }) : findingMsg.aboveLine(line);
      });
      const beyond = { ...params, times: firstNamed(times, '; ') };
      return threshold.below ? findingMsg.below(beyond) : findingMsg.above(beyond);
    }),
    ...limits.flatMap(({ value: limit, peak, name }) => {
      if (peak === null || name === undefined || peak < limit * NEAR_LIMIT) return [];
      const percent = Math.round((peak / limit) * 100);
      return [findingMsg.used({ name, item: itemInSentence(item, lang), percent, limit: value(limit) })];
    }),
  ];
}

export function uncomparedText(summary: ChartSummary): Text[] {
  const { comparedWith: label, panels } = summary;
  if (label === undefined) return [];
  const series = panels.flatMap((panel) => panel.series);
  const without = series.filter(({ earlier }) => earlier?.mean == null).map(({ name }) => name);
  if (without.length === 0) return [];
  if (without.length === series.length) return [compared.nothingEarlier({ label })];
  return [compared.noEarlier({ names: firstNamed([...new Set(without)].map(verbatim)), label })];
}

function firstNamed(names: readonly Text[], separator: Separator = ', '): Text {
  const rest = names.length - NAMED;
  return join([...names.slice(0, NAMED), ...(rest > 0 ? [findingMsg.more({ count: rest })] : [])], separator);
}

/** Formats at most two units: `45 s`, `2 h 30 min`, `3 days`. */
export function lengthText(seconds: number, lang: Lang, form: DurationForm = 'short'): string {
  return writeDuration(Math.round(seconds) * 1_000, lang, form, 2);
}

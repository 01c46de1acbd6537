import type { Lang } from '../../core/text/text.ts';
import type { ChartSummary, PanelSummary } from '../data/job.ts';
import { valueText } from '../data/number-format.ts';
import { durationText, itemText, findingWords as words } from '../data/picture-messages.ts';

/** Lines named in one sentence. */
const NAMED = 4;
/** Means around a change: of so many lines that differ most, or of so many items of one component. */
const LINES = 2;
const ITEMS = 3;

/**
 * Sentences about a chart's findings: changes, the comparison, limits, thresholds. Pure.
 * @param at a moment (epoch seconds) on the asker's clock
 */
export function findingsText(summary: ChartSummary, lang: Lang, at: (time: number) => string): string[] {
  const marks = marksText(summary, lang, at);
  return [...marks, ...summary.panels.flatMap((panel) => panelText(panel, summary, lang, at))];
}

/**
 * `14:02 deploy web · maya: mean 42 ms before, 61 ms after.` Of a change that took a while both its beginning and its
 * end are told. The lines are named where there are several.
 */
function marksText(summary: ChartSummary, lang: Lang, at: (time: number) => string): string[] {
  const msg = words[lang];
  const isAlone = summary.panels.every(({ series }) => series.length <= 1);
  const several = summary.panels.length > 1 || !isAlone;
  const told = !several ? 1 : isAlone ? ITEMS : LINES;
  const messages = (summary.marks ?? []).map(({ time, since = time, label, effects }) =>
    msg.mark(
      at(time),
      label,
      effects.slice(0, told).map(({ item, unit, name, before, after }) =>
        msg.effect({
          name: several ? msg.named(summary.panels.length > 1 ? msg.nameOfItem(name, itemText(item, lang)) : name) : '',
          before: valueText(before, unit, lang),
          after: valueText(after, unit, lang),
          since: at(since),
          time: at(time),
        }),
      ),
    ),
  );
  const hidden = summary.hiddenMarks ?? 0;
  return hidden > 0 ? [...messages, msg.hidden(hidden)] : messages;
}

function panelText(panel: PanelSummary, summary: ChartSummary, lang: Lang, at: (time: number) => string): string[] {
  const msg = words[lang];
  const { item, unit, limits = [], thresholds = [] } = panel;
  const value = (number: number) => valueText(number, unit, lang);
  const inPanel = (sentence: string) =>
    summary.panels.length > 1 ? `${itemText(item, lang)} · ${sentence}` : sentence;
  const messages = [
    ...comparisonText(panel, summary.comparedWith, lang),
    ...limits.map((limit) => {
      const head = msg.limit(value(limit.value), list(limit.names, lang));
      return limit.peak === null ? head : msg.used(head, Math.round((limit.peak / limit.value) * 100));
    }),
    ...thresholds.map((threshold) => {
      if (threshold.above.length === 0) return msg.never(value(threshold.value));
      const times = threshold.above.map(({ name, seconds, since }) =>
        msg.aboveLine(name, durationText(seconds, lang), at(since)),
      );
      return msg.above(value(threshold.value), list(times, lang, 'semicolon'));
    }),
  ];
  return messages.map(inPanel);
}

function comparisonText(panel: PanelSummary, label: string | undefined, lang: Lang): string[] {
  const msg = words[lang];
  if (label === undefined) return [];
  const value = (number: number) => valueText(number, panel.unit, lang);
  const without = panel.series.filter(({ earlier }) => earlier?.mean == null).map(({ name }) => name);
  if (without.length === panel.series.length) return [msg.nothingEarlier(label)];
  const compared = panel.series.slice(0, NAMED * 2).flatMap(({ name, mean, earlier }) => {
    const then = earlier?.mean;
    if (mean === null || then == null) return [];
    const percent = then === 0 ? (mean === 0 ? 0 : undefined) : Math.round(((mean - then) / Math.abs(then)) * 100);
    return [msg.compared({ name, mean: value(mean), earlier: value(then), label, percent })];
  });
  return without.length > 0 ? [...compared, msg.noEarlier(list(without, lang), label)] : compared;
}

/** Names in one sentence; `semicolon` sets apart what has commas in it. */
function list(names: readonly string[], lang: Lang, between: 'and' | 'semicolon' = 'and'): string {
  const { more, [between]: separator } = words[lang];
  const rest = names.length - NAMED;
  return [...names.slice(0, NAMED), ...(rest > 0 ? [more(rest)] : [])].join(separator);
}

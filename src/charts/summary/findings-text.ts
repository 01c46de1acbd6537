import type { Lang } from '../../core/text/text.ts';
import type { ChartSummary, EffectSummary, PanelSummary } from '../data/job.ts';
import { togetherText, valueText } from '../data/number-format.ts';
import { durationText, itemInSentence, itemText, findingWords as words } from '../data/picture-messages.ts';

/** Lines named in one finding. */
const NAMED = 3;
/** A limit is worth a line from this share of it. */
const NEAR_LIMIT = 0.8;

/**
 * What a chart shows beyond its numbers, one line each, the most important first: what changes did, thresholds that were
 * crossed, limits that were nearly reached. Pure.
 * @param at a moment (epoch seconds) on the asker's clock
 * @param change the request whose effect is asked for
 */
export function findingsText(
  summary: ChartSummary,
  lang: Lang,
  at: (time: number) => string,
  change?: string,
): string[] {
  const { effects = [] } = summary;
  const isMissing = change !== undefined && !effects.some(({ request }) => request === change);
  const told = effects.map((effect) => effectText(effect, lang));
  return [
    ...(isMissing ? [words[lang].noEffect] : []),
    ...told,
    ...summary.panels.flatMap((panel) => levelsText(panel, lang, at)),
  ];
}

/** `web response time typically 42 → 61 ms after scale 3 → 2 (+45%)` */
function effectText({ item, unit, name, before, after, what }: EffectSummary, lang: Lang): string {
  const { numbers, unit: shared } = togetherText([before, after], unit, lang);
  const [from = '', to = ''] = numbers;
  return words[lang].effect({
    ...{ name, item: itemInSentence(item, lang), before: from, after: to, unit: shared, what },
    percent: percentText(before, after),
  });
}

/** The change of the numbers as they are written, with three digits: so that nobody calculates another one. */
function percentText(before: number, after: number): string {
  const [from, to] = [before, after].map((value) => Number(value.toPrecision(3)));
  if (!from || to === undefined) return '';
  const percent = Math.round(((to - from) / Math.abs(from)) * 100);
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent)}%`;
}

function levelsText(
  { item, unit, limits = [], thresholds = [] }: PanelSummary,
  lang: Lang,
  at: (time: number) => string,
) {
  const msg = words[lang];
  const value = (number: number) => valueText(number, unit, lang);
  return [
    ...thresholds.map((threshold) => {
      if (threshold.above.length === 0) return msg.never(itemText(item, lang), value(threshold.value));
      const times = threshold.above.map(({ name, seconds, since, isAtMost }) => {
        const time = durationText(seconds, lang);
        return msg.aboveLine(name, isAtMost ? msg.atMost(time) : time, at(since));
      });
      return msg.above(itemText(item, lang), value(threshold.value), namesInOne(times, lang, 'semicolon'));
    }),
    ...limits.flatMap(({ value: limit, peak, name }) =>
      peak === null || name === undefined || peak < limit * NEAR_LIMIT
        ? []
        : [msg.used(name, itemInSentence(item, lang), Math.round((peak / limit) * 100), value(limit))],
    ),
  ];
}

/** What an earlier period has no samples of. */
export function uncomparedText(summary: ChartSummary, lang: Lang): string[] {
  const { comparedWith: label, panels } = summary;
  if (label === undefined) return [];
  const series = panels.flatMap((panel) => panel.series);
  const without = series.filter(({ earlier }) => earlier?.mean == null).map(({ name }) => name);
  if (without.length === 0) return [];
  if (without.length === series.length) return [words[lang].nothingEarlier(label)];
  return [words[lang].noEarlier(namesInOne([...new Set(without)], lang), label)];
}

/** Names in one sentence; `semicolon` sets apart what has commas in it. */
function namesInOne(names: readonly string[], lang: Lang, between: 'and' | 'semicolon' = 'and'): string {
  const { more, [between]: separator } = words[lang];
  const rest = names.length - NAMED;
  return [...names.slice(0, NAMED), ...(rest > 0 ? [more(rest)] : [])].join(separator);
}

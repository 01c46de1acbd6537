import { flag, ok, optional, type Read, several, withDefault, wrong } from '../../../core/command/params.ts';
import { parseDuration } from '../../../core/text/duration.ts';
import { componentsParam } from '../shared-params.ts';
import { chartParamMsg } from './chart-param-messages.ts';
import { looksLikeRange, readRange, type TypedRange } from './chart-range.ts';
import { readComparison, type TypedComparison } from './comparison.ts';
import { itemOfWord, usualItemWords } from './item-word-messages.ts';
import { rangeShown } from './monitor-options.ts';
import { readThreshold, type TypedThreshold } from './thresholds.ts';

/** The range of a chart when none was asked. */
export const anHour: TypedRange = { last: 3_600_000 };

/** The parameters of a chart: `/monitor` and what posts one on a schedule share it. */
export const chartParams = {
  component: componentsParam(chartParamMsg.componentsHint()),
  range: withDefault<TypedRange>(chartParamMsg.range(), anHour, readRange, {
    input: 'external',
    source: 'ranges',
    fallback: '1h',
    shown: rangeShown,
    hint: chartParamMsg.rangeHint(),
    keyword: (word) => (looksLikeRange(word) ? word : undefined),
  }),
  item: several<string>(chartParamMsg.item(), readItem, {
    input: 'external',
    source: 'items',
    commas: true,
    hint: chartParamMsg.itemHint(),
    aliases: ['items', 'monitor_item'],
    keyword: itemOfWord,
  }),
  above: several<TypedThreshold>(chartParamMsg.above(), readThreshold, {
    hint: chartParamMsg.aboveHint(),
    advanced: true,
  }),
  vs: optional<TypedComparison>(chartParamMsg.vs(), readComparison, {
    hint: chartParamMsg.vsHint(),
    aliases: ['compare'],
    advanced: true,
  }),
  step: optional<number>(chartParamMsg.step(), readStep, { hint: chartParamMsg.stepHint(), advanced: true }),
  outer: flag(chartParamMsg.outer(), 'outer', { aliases: ['is_outer'] }),
};

function readItem(typed: string): Read<string> {
  const known = itemOfWord(typed);
  if (known !== undefined) return ok(known);
  return /^[a-z][\w.:-]{0,63}$/i.test(typed)
    ? ok(typed)
    : wrong(chartParamMsg.itemWrong({ typed, known: usualItemWords().join(', ') }));
}

/** Seconds as a number, or a length of time; any number is read, so that a bad one can be explained. */
function readStep(typed: string): Read<number> {
  if (/^-?\d{1,9}(\.\d+)?$/.test(typed)) return ok(Number(typed));
  const ms = parseDuration(typed);
  return ms === undefined ? wrong(chartParamMsg.stepWrong({ typed })) : ok(ms / 1_000);
}

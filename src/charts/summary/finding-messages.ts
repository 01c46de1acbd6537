import { messages } from '../../core/text/text.ts';

/** In Chinese, a number is preceded by a space. */
function spaced(text: string): string {
  return /^[0-9]/.test(text) ? ` ${text}` : text;
}

export const findingMsg = messages('charts.finding', {
  effect: { en: '{at} {whats}: {moved}', zh: '{at} {whats}：{moved}' },
  // Used if changes are too close together to separate their effects.
  effectOfOne: {
    en: '{at} {whats}, too close together to tell which did it: {moved}',
    zh: '{at} {whats}（时间过近，无法区分是哪一个所致）：{moved}',
  },
  until: { en: '{moved}, until {until}', zh: '{moved}，到 {until} 为止' },
  typically: { en: '{name} {item} typically {move}', zh: '{name} {item:apart-after}通常值 {move}' },
  // `after` includes the unit; `percent` is `+45%` or `×23`, or empty.
  move: {
    en: (p: Record<'before' | 'after' | 'percent', string>) =>
      `${p.before} → ${p.after}${p.percent && ` (${p.percent})`}`,
    zh: (p) => `${p.before} → ${p.after}${p.percent && `（${p.percent}）`}`,
  },
  /** For an item that the picture has no panel of. */
  undrawn: { en: '{says} (not in the picture)', zh: '{says}（图中未显示）' },
  also: { en: 'also changed: {names}', zh: '同时变化：{names}' },
  lineOf: { en: '{name} {item}', zh: '{name} {item}' },
  // `by` is `+45%`, `×23` or `up from 0`.
  moved: { en: '{name} {item} {by}', zh: '{name} {item} {by}' },
  fromZero: { en: 'up from 0', zh: '由 0 上升' },
  usual: { en: 'Values show no clear change', zh: '数值没有明显变化' },
  usualUntil: {
    en: 'Values show no clear change until another change at {at}',
    zh: '到 {at} 的另一变更为止，数值没有明显变化',
  },
  usualUntilNamed: {
    en: 'Values show no clear change until another change at {at}: {what}',
    zh: '到 {at} 的另一变更（{what}）为止，数值没有明显变化',
  },
  // The values were much higher for some minutes after the change.
  usualAgain: { en: 'Values are as before again, but were worse in between', zh: '数值已与变更前一致，但其间曾变差' },
  passing: { en: '{of}: up to {peak} {span}', zh: '{of}：{span} 最高 {peak}' },
  /** With the number of other lines of the item, such as its other instances. */
  andMoreLines: { en: '{of} (+{count})', zh: '{of}（另 {count} 条）' },
  unclear: { en: '{moved}, but maybe for another reason', zh: '{moved}，但可能另有原因' },
  // `what`: another change at nearly the same time.
  movedWith: {
    en: '{moved}, because of this change or another one at {at}: {what}',
    zh: '{moved}，由此变更或 {at} 的另一变更（{what}）引起',
  },
  // The other reason: the values moved at another time.
  movedAt: { en: '{moved}, but from {at}', zh: '{moved}，但始于 {at}' },
  unseen: { en: 'No monitoring data', zh: '没有监控数据' },
  unjudged: { en: 'Too little data to judge the effect', zh: '数据不足，无法判断影响' },
  unjudgedBeside: {
    en: 'The effect can’t be judged, because another change began at {at}',
    zh: '无法判断影响，因为 {at} 有另一变更',
  },
  unjudgedBesideNamed: {
    en: 'The effect can’t be judged, because another change began at {at}: {what}',
    zh: '无法判断影响，因为 {at} 有另一变更：{what}',
  },
  // `at` can be a whole step, such as `16:15–16:30`.
  unlikeUsual: {
    en: '{name} {item}: {last} at {at}, typically {typical}',
    zh: '{name} {item}：{last}（{at}），通常值为 {typical}',
  },
  unlikeBefore: {
    en: '{name} {item}: {last} at {at}, {typical} before',
    zh: '{name} {item}：{last}（{at}），此前为 {typical}',
  },
  higherBefore: { en: '{says}, earlier {peak} at {peakAt}', zh: '{says}，此前 {peakAt} 达到 {peak}' },
  highSince: { en: '{says}, high since {since}', zh: '{says}，{since} 起偏高' },
  lowSince: { en: '{says}, low since {since}', zh: '{says}，{since} 起偏低' },
  likeUsual: {
    en: '{name} {item}: {last} at {at}, in the usual range of this chart',
    zh: '{name} {item}：{last}（{at}），在图中的常见范围内',
  },
  peakBefore: {
    en: '{name} {item}: {last} at {at}, in the usual range, but {peak} at {peakAt}',
    zh: '{name} {item}：{last}（{at}），在常见范围内，但 {peakAt} 达到 {peak}',
  },
  marked: { en: '{at} {label}', zh: '{at} {label}' },
  withMarks: {
    en: '{says} (until {since}, the chart marks: {marks})',
    zh: '{says}（到 {since} 为止，图中标出：{marks}）',
  },
  markedBefore: { en: 'Until {since}, the chart marks: {marks}', zh: '到 {since} 为止，图中标出：{marks}' },
  used: {
    en: '{name} {item} peaked at {percent}% of its limit of {limit}',
    zh: '{name} 的{item:apart}最高达到上限{limit:apart}的 {percent}%',
  },
  usedByMore: {
    en: '{name} and {count} more: {item} peaked at up to {percent}% of the limit of {limit}',
    zh: '{name} 等，另有 {count} 条：{item:apart-after}最高达到上限{limit:apart}的 {percent}%',
  },
  above: { en: '{item} above {value}: {times}', zh: '{item:apart-after}超过 {value}：{times}' },
  below: { en: '{item} below {value}: {times}', zh: '{item:apart-after}低于 {value}：{times}' },
  withoutEarlier: { en: '{says}, not counting earlier times', zh: '{says}，未计入更早的时段' },
  aboveLine: { en: '{name} for {time} from {since}', zh: '{name} 从 {since} 起持续{time:apart-before}' },
  // It began with the chart.
  aboveBefore: {
    en: '{name} for {time} from {since}, and maybe before',
    zh: '{name} 从 {since} 起持续{time:apart-before}，可能更早开始',
  },
  during: { en: '{span}', zh: '{span:apart-before}' },
  between: { en: '{from}–{to}', zh: '{from}–{to}' },
  toEnd: { en: 'from {since} to the end', zh: '从 {since} 到图末' },
  toGap: { en: 'from {since} to {until}, then no data', zh: '从 {since} 到 {until}，之后无数据' },
  lasting: { en: '{name} {span} ({time})', zh: '{name} {span}（{time}）' },
  always: { en: '{name} all the time', zh: '{name} 全程' },
  nearly: { en: '{name} nearly all the time', zh: '{name} 几乎全程' },
  // A line of maxima makes short periods look longer, so the text says that the time is their sum.
  aboveAtTimes: {
    en: '{name} {count} times, {time} in all, the last {span}',
    zh: '{name} 共 {count} 次，合计{time:apart-before}，最近一次{span}',
  },
  noDataFor: { en: 'no data for {time}', zh: '其间{time:apart}无数据' },
  atMost: { en: 'up to {time}', zh: '至多 {time}' },
  never: { en: '{item} never above {value}', zh: '{item:apart-after}从未超过 {value}' },
  notSince: { en: '{item} not above {value} since the change', zh: '变更之后{item:apart}未超过 {value}' },
  notBelowSince: { en: '{item} not below {value} since the change', zh: '变更之后{item:apart}未低于 {value}' },
  neverBelow: { en: '{item} never below {value}', zh: '{item:apart-after}从未低于 {value}' },
  more: { en: '{count} more', zh: '另外 {count} 条' },
});

export const compared = messages('charts.compared', {
  same: {
    en: (p: { label: string; earlier: string }) => `Its mean is the same as ${p.label} (${p.earlier}).`,
    zh: (p) => `平均值与${spaced(p.label)}（${p.earlier}）相同。`,
  },
  alike: {
    en: (p: { label: string; earlier: string }) => `Its mean is about the same as ${p.label} (${p.earlier}).`,
    zh: (p) => `平均值与${spaced(p.label)}（${p.earlier}）基本相同。`,
  },
  // `much` is `45%`, or empty if the earlier value was 0.
  higher: {
    en: (p: { label: string; earlier: string; much: string }) =>
      `Its mean is ${p.much}${p.much && ' '}higher than ${p.label} (${p.earlier}).`,
    zh: (p) => `平均值比${spaced(p.label)}（${p.earlier}）高${p.much && ' '}${p.much}。`,
  },
  lower: {
    en: (p: { label: string; earlier: string; much: string }) =>
      `Its mean is ${p.much}${p.much && ' '}lower than ${p.label} (${p.earlier}).`,
    zh: (p) => `平均值比${spaced(p.label)}（${p.earlier}）低${p.much && ' '}${p.much}。`,
  },
  manyTimes: {
    en: (p: { label: string; earlier: string; times: string }) =>
      `Its mean is ${p.times} times that of ${p.label} (${p.earlier}).`,
    zh: (p) => `平均值是${spaced(p.label)}（${p.earlier}）的 ${p.times} 倍。`,
  },
  noEarlier: {
    en: (p: { names: string; label: string }) => `No data to compare with ${p.label}: ${p.names}.`,
    zh: (p) => `没有${spaced(p.label)}的数据，无法比较：${p.names}。`,
  },
  nothingEarlier: {
    en: (p: { label: string }) => `No data to compare with ${p.label}.`,
    zh: (p) => `没有${spaced(p.label)}的数据，无法比较。`,
  },
});

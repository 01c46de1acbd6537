import { apart } from '../../core/text/chinese.ts';
import { messages } from '../../core/text/text.ts';

/** In Chinese, a number is preceded by a space. */
function spaced(text: string): string {
  return /^[0-9]/.test(text) ? ` ${text}` : text;
}

export const findingMsg = messages('charts.finding', {
  // Numbers include their unit; `percent` is `+45%` or `×23`, or empty if the earlier value was 0. `what` isn't always
  // a noun.
  effect: {
    en: (p: Record<'name' | 'item' | 'before' | 'after' | 'what' | 'percent', string>) =>
      `${p.name} ${p.item} typically ${p.before} → ${p.after}${p.percent && ` (${p.percent})`} after the change “${p.what}”`,
    zh: (p) =>
      `变更“${p.what}”之后，${p.name} 的${apart(p.item)}通常由 ${p.before} 变为 ${p.after}${p.percent && `（${p.percent}）`}`,
  },
  quoted: { en: (p: { what: string }) => `“${p.what}”`, zh: (p) => `“${p.what}”` },
  // Used if changes are too close together to separate their effects.
  effectOfOne: {
    en: (p: Record<'name' | 'item' | 'before' | 'after' | 'whats' | 'percent', string>) =>
      `${p.name} ${p.item} typically ${p.before} → ${p.after}${p.percent && ` (${p.percent})`} after the changes ${p.whats}, made too close together to tell which did it`,
    zh: (p) =>
      `变更${p.whats}之后，${p.name} 的${apart(p.item)}通常由 ${p.before} 变为 ${p.after}${p.percent && `（${p.percent}）`}。这些变更时间过近，无法区分是哪一个所致`,
  },
  // `by` is `+45%`, `×23` or `up from 0`.
  moved: {
    en: (p: Record<'name' | 'item' | 'by', string>) => `${p.name} ${p.item} ${p.by}`,
    zh: (p) => `${p.name} ${p.item} ${p.by}`,
  },
  fromZero: { en: () => 'up from 0', zh: () => '由 0 上升' },
  usual: { en: () => 'Values show no clear change', zh: () => '数值没有明显变化' },
  unclear: {
    en: (p: { moved: string }) => `${p.moved}, but maybe for another reason`,
    zh: (p) => `${p.moved}，但可能另有原因`,
  },
  // The other reason: the values moved at another time.
  movedAt: {
    en: (p: { moved: string; at: string }) => `${p.moved}, but from ${p.at}`,
    zh: (p) => `${p.moved}，但始于 ${p.at}`,
  },
  unjudged: { en: () => 'Too little data to judge the effect', zh: () => '数据不足，无法判断影响' },
  used: {
    en: (p: { name: string; item: string; percent: number; limit: string }) =>
      `${p.name} ${p.item} at most ${p.percent}% of its limit of ${p.limit}`,
    zh: (p) => `${p.name} 的${apart(p.item)}最高达到上限${apart(p.limit)}的 ${p.percent}%`,
  },
  above: {
    en: (p: { item: string; value: string; times: string }) => `${p.item} above ${p.value}: ${p.times}`,
    zh: (p) => `${p.item}超过 ${p.value}：${p.times}`,
  },
  below: {
    en: (p: { item: string; value: string; times: string }) => `${p.item} below ${p.value}: ${p.times}`,
    zh: (p) => `${p.item}低于 ${p.value}：${p.times}`,
  },
  aboveLine: {
    en: (p: { name: string; time: string; since: string }) => `${p.name} for ${p.time}, first at ${p.since}`,
    zh: (p) => `${p.name} 共 ${p.time}，首次在 ${p.since}`,
  },
  // A line of maxima makes short periods look longer, so the text says that the time is their sum.
  aboveAtTimes: {
    en: (p: { name: string; time: string; since: string; count: number }) =>
      `${p.name} ${p.count} times, ${p.time} in all, first at ${p.since}`,
    zh: (p) => `${p.name} 共 ${p.count} 次，合计 ${p.time}，首次在 ${p.since}`,
  },
  atMost: { en: (p: { time: string }) => `up to ${p.time}`, zh: (p) => `至多 ${p.time}` },
  never: {
    en: (p: { item: string; value: string }) => `${p.item} never above ${p.value}`,
    zh: (p) => `${p.item}从未超过 ${p.value}`,
  },
  neverBelow: {
    en: (p: { item: string; value: string }) => `${p.item} never below ${p.value}`,
    zh: (p) => `${p.item}从未低于 ${p.value}`,
  },
  more: { en: (p: { count: number }) => `${p.count} more`, zh: (p) => `另外 ${p.count} 条` },
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

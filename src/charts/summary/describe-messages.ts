import { apart } from '../../core/text/chinese.ts';
import { withCapital, withoutCapital, withoutOne } from '../../core/text/plural.ts';
import { messages } from '../../core/text/text.ts';

export const describeMsg = messages('charts.describe', {
  sentence: { en: '{line}.', zh: '{line}。' },
  opening: {
    en: (p: { title: string; items: string; range: string; zone: string; step: string }) =>
      `Chart of ${p.title}${p.items && `: ${p.items}`}, ${p.range} (${p.zone}), one point every ${withoutOne(p.step)}.`,
    zh: (p) =>
      `${p.title} 的监控图${p.items && `（${p.items}）`}，${p.range}（${p.zone}），每${apart(withoutOne(p.step))}一个点。`,
  },
  panel: { en: '{item}, {count:# line|# lines}.', zh: '{item}，共 {count} 条曲线。' },
  merged: {
    en: 'The lines cross too often to be followed, so the picture shows their median and a band from lowest to highest.',
    zh: '曲线交叉过多，难以分辨，因此图中显示其中位数，以及最小至最大的色带。',
  },
  compare: {
    en: '{highest} has the highest mean ({highestMean}), {lowest} the lowest ({lowestMean}). The highest peak is {peakValue} ({peak}, at {peakAt}).',
    zh: '平均值最高的是 {highest}（{highestMean}），最低的是 {lowest}（{lowestMean}）；最高峰值为 {peak} 的 {peakValue}，出现在 {peakAt}。',
  },
  equal: { en: 'All lines are at the same level.', zh: '所有曲线处于同一水平。' },
  series: {
    en: (p: Record<'name' | 'trend' | 'mean' | 'min' | 'max' | 'peakAt' | 'last' | 'step', string>) =>
      `${p.name} ${p.trend}: mean ${p.mean}, between ${p.min} and ${p.max} (peak at ${p.peakAt}), ${p.step ? `mean of the last ${withoutOne(p.step)}` : 'last value'} ${p.last}.`,
    zh: (p) =>
      `${p.name} ${p.trend}：平均 ${p.mean}，介于 ${p.min} 与 ${p.max} 之间（峰值在 ${p.peakAt}），${p.step ? `最近${apart(p.step)}的平均值` : '最新值'} ${p.last}。`,
  },
  single: { en: '{name} has a single point: {value} at {time}.', zh: '{name} 只有一个点：{time} 为 {value}。' },
  constant: { en: '{name} stays at {value} throughout.', zh: '{name} 始终为 {value}。' },
  gap: { en: 'No data from {from} to {to}.', zh: '{from} 至 {to} 无数据。' },
  gaps: {
    en: 'No data in {count} gaps ({total} in total), the longest from {from} to {to}.',
    zh: '有 {count} 段无数据，合计 {total}，最长一段为 {from} 至 {to}。',
  },
  allLines: { en: (p: { gaps: string }) => `All lines: ${withoutCapital(p.gaps)}`, zh: '所有曲线：{gaps}' },
  noLimit: { en: 'No limit of {item}: {names}.', zh: '没有{item:apart}上限：{names}。' },
  rest: {
    en: '{count:# more line is|# more lines are} between {min} and {max}.',
    zh: '另有 {count} 条曲线介于 {min} 与 {max} 之间。',
  },
  namesAndMore: { en: '{names} and {count} more', zh: '{names}等另外 {count} 个' },
  withoutPoints: { en: 'No data: {names}.', zh: '没有数据：{names}。' },
  added: {
    en: 'The other panels have no data of {names}, so {item} is shown too.',
    zh: '其他图中没有{names:apart}的数据，因此另外显示{item:apart-before}。',
  },
  gatewayOnly: {
    en: 'Calls within the cluster don’t pass the gateway and aren’t included.',
    zh: '集群内部的调用不经过网关，未计入。',
  },
  absent: { en: 'Not monitored: {names}.', zh: '未开启监控：{names}。' },
  items: { en: 'Not shown: {names}.', zh: '未显示：{names}。' },
  unanswered: { en: 'Couldn’t be read: {items}. {why}', zh: '无法读取：{items}。{why}' },
  unreadable: {
    en: 'Couldn’t be read: {items}. The platform’s reply isn’t valid.',
    zh: '无法读取：{items}。平台返回的内容无效。',
  },
  itemOf: { en: '{item} of {names}', zh: '{item}（{names}）' },
  samplesApart: {
    en: 'Peaks shorter than {time} may be missing.',
    zh: '短于{time:apart}的峰值可能缺失。',
  },
  samplesFarApart: {
    en: (p: { time: string }) =>
      `The platform returned only one value every ${withoutOne(p.time)}: shorter peaks may be missing.`,
    zh: (p) => `平台仅返回每${apart(withoutOne(p.time))}一个的采样，更短的峰值可能缺失。`,
  },
  marks: { en: 'Marked: {marks}.', zh: '标记：{marks}。' },
  moreMarks: { en: '{count} more', zh: '另外 {count} 个' },
  cut: { en: 'The monitoring data was too large: {what} were left out.', zh: '监控数据过大，已略去 {what}。' },
  cutOne: { en: 'The monitoring data was too large: {what} was left out.', zh: '监控数据过大，已略去 {what}。' },
  cutSeries: { en: '{count} more series', zh: '{count} 条序列' },
  cutPoints: { en: '{count:# more point|# more points}', zh: '{count} 个采样点' },
  cutValues: { en: '{count:# other value|# other values}', zh: '{count} 个其他值' },
});

export const trends = messages('charts.trend', {
  rising: { en: 'rises overall', zh: '呈上升趋势' },
  falling: { en: 'falls overall', zh: '呈下降趋势' },
  steady: { en: 'is steady', zh: '保持平稳' },
  varying: { en: 'varies', zh: '有起伏' },
  unknown: { en: 'has few points', zh: '数据点很少' },
});

export const whyNothing = messages('charts.nothing', {
  'no-points': {
    en: 'The platform monitors these components, but returned no data for this range.',
    zh: '平台监控这些组件，但没有返回该时间范围的数据。',
  },
  'no-series': { en: 'The platform has no monitoring data for these components.', zh: '平台没有这些组件的监控数据。' },
});

/** Maximum length of a column's head. */
const MAX_HEAD = 16;

export const table = messages('charts.table', {
  time: { en: 'Time ({zone})', zh: '时间（{zone}）' },
  item: { en: 'Item', zh: '监控项' },
  last: { en: 'Last', zh: '最新' },
  before: { en: 'Before', zh: '变更前' },
  after: { en: 'After', zh: '变更后' },
  change: { en: 'Change', zh: '变化' },
  // A typed range is too long for the head of a column.
  earlier: {
    en: (p: { label: string }) => (p.label.length > MAX_HEAD ? 'Before' : withCapital(p.label)),
    zh: (p) => (p.label.length > MAX_HEAD ? '之前' : p.label),
  },
  mean: { en: 'Mean', zh: '平均' },
  max: { en: 'Max', zh: '最大' },
  row: {
    en: (p: { name: string; item: string; unit: string }) => `${p.name} ${p.item}${p.unit && `, ${p.unit}`}`,
    zh: (p) => `${p.name} ${p.item}${p.unit && `（${p.unit}）`}`,
  },
  fromZero: { en: 'from 0', zh: '自 0 起' },
});

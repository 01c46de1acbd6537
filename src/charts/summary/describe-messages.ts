import { apart } from '../../core/text/chinese.ts';
import { plural, withoutOne } from '../../core/text/plural.ts';
import { messages } from '../../core/text/text.ts';

export const describeMsg = messages('charts.describe', {
  sentence: { en: (p: { line: string }) => `${p.line}.`, zh: (p) => `${p.line}。` },
  opening: {
    en: (p: { title: string; items: string; range: string; zone: string; step: string }) =>
      `Chart of ${p.title}${p.items && `: ${p.items}`}, ${p.range} (${p.zone}), one point every ${withoutOne(p.step)}.`,
    zh: (p) =>
      `${p.title} 的监控图${p.items && `（${p.items}）`}，${p.range}（${p.zone}），每${apart(withoutOne(p.step))}一个点。`,
  },
  panel: {
    en: (p: { item: string; count: number }) => `${p.item}, ${plural(p.count, 'line')}.`,
    zh: (p) => `${p.item}，共 ${p.count} 条曲线。`,
  },
  merged: {
    en: () =>
      'The lines cross too often to be followed, so the picture shows their median and a band from lowest to highest.',
    zh: () => '曲线交叉过多，难以分辨，因此图中显示其中位数，以及最小至最大的色带。',
  },
  compare: {
    en: (p: Record<'highest' | 'highestMean' | 'lowest' | 'lowestMean' | 'peak' | 'peakValue' | 'peakAt', string>) =>
      `${p.highest} has the highest mean (${p.highestMean}), ${p.lowest} the lowest (${p.lowestMean}). The highest peak is ${p.peakValue} (${p.peak}, at ${p.peakAt}).`,
    zh: (p) =>
      `平均值最高的是 ${p.highest}（${p.highestMean}），最低的是 ${p.lowest}（${p.lowestMean}）；最高峰值为 ${p.peak} 的 ${p.peakValue}，出现在 ${p.peakAt}。`,
  },
  equal: { en: () => 'All lines are at the same level.', zh: () => '所有曲线处于同一水平。' },
  series: {
    en: (p: Record<'name' | 'trend' | 'mean' | 'min' | 'max' | 'peakAt' | 'last' | 'step', string>) =>
      `${p.name} ${p.trend}: mean ${p.mean}, between ${p.min} and ${p.max} (peak at ${p.peakAt}), ${p.step ? `mean of the last ${withoutOne(p.step)}` : 'last value'} ${p.last}.`,
    zh: (p) =>
      `${p.name} ${p.trend}：平均 ${p.mean}，介于 ${p.min} 与 ${p.max} 之间（峰值在 ${p.peakAt}），${p.step ? `最近${apart(p.step)}的平均值` : '最新值'} ${p.last}。`,
  },
  single: {
    en: (p: { name: string; value: string; time: string }) => `${p.name} has a single point: ${p.value} at ${p.time}.`,
    zh: (p) => `${p.name} 只有一个点：${p.time} 为 ${p.value}。`,
  },
  constant: {
    en: (p: { name: string; value: string }) => `${p.name} stays at ${p.value} throughout.`,
    zh: (p) => `${p.name} 始终为 ${p.value}。`,
  },
  gap: {
    en: (p: { from: string; to: string }) => `No data from ${p.from} to ${p.to}.`,
    zh: (p) => `${p.from} 至 ${p.to} 无数据。`,
  },
  gaps: {
    en: (p: { count: number; total: string; from: string; to: string }) =>
      `No data in ${p.count} gaps (${p.total} in total), the longest from ${p.from} to ${p.to}.`,
    zh: (p) => `有 ${p.count} 段无数据，合计 ${p.total}，最长一段为 ${p.from} 至 ${p.to}。`,
  },
  allLines: {
    en: (p: { gaps: string }) => `All lines: ${p.gaps.charAt(0).toLowerCase()}${p.gaps.slice(1)}`,
    zh: (p) => `所有曲线：${p.gaps}`,
  },
  rest: {
    en: (p: { count: number; min: string; max: string }) =>
      `${plural(p.count, 'more line is', 'more lines are')} between ${p.min} and ${p.max}.`,
    zh: (p) => `另有 ${p.count} 条曲线介于 ${p.min} 与 ${p.max} 之间。`,
  },
  namesAndMore: {
    en: (p: { names: string; count: number }) => `${p.names} and ${p.count} more`,
    zh: (p) => `${p.names}等另外 ${p.count} 个`,
  },
  withoutPoints: { en: (p: { names: string }) => `No data: ${p.names}.`, zh: (p) => `没有数据：${p.names}。` },
  added: {
    en: (p: { item: string; names: string }) =>
      `The other panels have no data of ${p.names}, so ${p.item} is shown too.`,
    zh: (p) => `其他图中没有${apart(p.names)}的数据，因此另外显示${apart(p.item).trimEnd()}。`,
  },
  gatewayOnly: {
    en: () => 'Calls within the cluster don’t pass the gateway and aren’t included.',
    zh: () => '集群内部的调用不经过网关，未计入。',
  },
  absent: { en: (p: { names: string }) => `Not monitored: ${p.names}.`, zh: (p) => `未开启监控：${p.names}。` },
  items: { en: (p: { names: string }) => `Not shown: ${p.names}.`, zh: (p) => `未显示：${p.names}。` },
  unanswered: {
    en: (p: { items: string; why: string }) => `Couldn’t be read: ${p.items}. ${p.why}`,
    zh: (p) => `无法读取：${p.items}。${p.why}`,
  },
  unreadable: {
    en: (p: { items: string }) => `Couldn’t be read: ${p.items}. The platform’s reply isn’t valid.`,
    zh: (p) => `无法读取：${p.items}。平台返回的内容无效。`,
  },
  itemOf: {
    en: (p: { item: string; names: string }) => `${p.item} of ${p.names}`,
    zh: (p) => `${p.item}（${p.names}）`,
  },
  samplesApart: {
    en: (p: { time: string }) =>
      `The maximum is of one value every ${withoutOne(p.time)}: shorter peaks aren’t included.`,
    zh: (p) => `最大值取自每${apart(withoutOne(p.time))}一个的采样，更短的峰值未计入。`,
  },
  samplesFarApart: {
    en: (p: { time: string }) =>
      `The platform didn’t return the maximum of every minute, so it’s of one value every ${withoutOne(p.time)}: shorter peaks aren’t included.`,
    zh: (p) => `平台未返回每分钟的最大值，因此取自每${apart(withoutOne(p.time))}一个的采样，更短的峰值未计入。`,
  },
  marks: { en: (p: { marks: string }) => `Marked: ${p.marks}.`, zh: (p) => `标记：${p.marks}。` },
  moreMarks: { en: (p: { count: number }) => `${p.count} more`, zh: (p) => `另外 ${p.count} 个` },
  cut: {
    en: (p: { what: string }) => `The monitoring data was too large: ${p.what} were left out.`,
    zh: (p) => `监控数据过大，已略去 ${p.what}。`,
  },
  cutOne: {
    en: (p: { what: string }) => `The monitoring data was too large: ${p.what} was left out.`,
    zh: (p) => `监控数据过大，已略去 ${p.what}。`,
  },
  cutSeries: { en: (p: { count: number }) => `${p.count} more series`, zh: (p) => `${p.count} 条序列` },
  cutPoints: {
    en: (p: { count: number }) => plural(p.count, 'more point', 'more points'),
    zh: (p) => `${p.count} 个采样点`,
  },
  cutValues: {
    en: (p: { count: number }) => plural(p.count, 'other value', 'other values'),
    zh: (p) => `${p.count} 个其他值`,
  },
});

export const trends = messages('charts.trend', {
  rising: { en: () => 'rises overall', zh: () => '呈上升趋势' },
  falling: { en: () => 'falls overall', zh: () => '呈下降趋势' },
  steady: { en: () => 'is steady', zh: () => '保持平稳' },
  varying: { en: () => 'varies', zh: () => '有起伏' },
  unknown: { en: () => 'has few points', zh: () => '数据点很少' },
});

export const whyNothing = messages('charts.nothing', {
  'no-points': {
    en: () => 'The platform monitors these components, but returned no data for this range.',
    zh: () => '平台监控这些组件，但没有返回该时间范围的数据。',
  },
  'no-series': {
    en: () => 'The platform has no monitoring data for these components.',
    zh: () => '平台没有这些组件的监控数据。',
  },
});

export const table = messages('charts.table', {
  time: { en: (p: { zone: string }) => `Time (${p.zone})`, zh: (p) => `时间（${p.zone}）` },
  item: { en: () => 'Item', zh: () => '监控项' },
  last: { en: () => 'Last', zh: () => '最新' },
  lastStep: { en: (p: { step: string }) => `Last ${withoutOne(p.step)}`, zh: (p) => `最近${apart(p.step)}` },
  before: { en: () => 'Before', zh: () => '变更前' },
  after: { en: () => 'After', zh: () => '变更后' },
  change: { en: () => 'Change', zh: () => '变化' },
  mean: { en: () => 'Mean', zh: () => '平均' },
  max: { en: () => 'Max', zh: () => '最大' },
  row: {
    en: (p: { name: string; item: string; unit: string }) => `${p.name} ${p.item}${p.unit && `, ${p.unit}`}`,
    zh: (p) => `${p.name} ${p.item}${p.unit && `（${p.unit}）`}`,
  },
  fromZero: { en: () => 'from 0', zh: () => '自 0 起' },
});

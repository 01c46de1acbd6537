import { apart } from '../../core/text/chinese.ts';
import { messages } from '../../core/text/text.ts';

export const pictureMsg = messages('charts.picture', {
  names: { en: (p: { names: string; last: string }) => `${p.names} and ${p.last}`, zh: (p) => `${p.names}、${p.last}` },
  namesAndMore: {
    en: (p: { names: string; en: number; zh: number }) => `${p.names} and ${p.en} more`,
    zh: (p) => `${p.names} 等 ${p.zh} 个`,
  },
  peak: { en: (p: { value: string; time: string }) => `${p.value} at ${p.time}`, zh: (p) => `${p.value}（${p.time}）` },
  outlier: {
    en: (p: { value: string; time: string }) => `↑ ${p.value} at ${p.time}`,
    zh: (p) => `↑ ${p.value}（${p.time}）`,
  },
  max: { en: () => 'max', zh: () => '最大值' },
  mean: { en: () => 'mean', zh: () => '平均值' },
  median: { en: () => 'median of all', zh: () => '全部的中位数' },
  band: {
    en: (p: { line: string }) => `band: lowest to highest, line: ${p.line}`,
    zh: (p) => `色带：最小至最大，线：${p.line}`,
  },
  lineOf: {
    en: (p: { line: string; items: string }) => `${p.line} of ${p.items}`,
    zh: (p) => `${apart(p.items).trimStart()}取${p.line}`,
  },
  medianOf: { en: (p: { count: number }) => `median of ${p.count}`, zh: (p) => `${p.count} 条的中位数` },
  compared: { en: (p: { label: string }) => `pale line: ${p.label}`, zh: (p) => `浅色线：${p.label}` },
  notCompared: { en: (p: { label: string }) => `${p.label}: no data`, zh: (p) => `${p.label}：没有数据` },
  limit: {
    en: (p: { value: string; names: string }) => `${p.names && `${p.names}: `}limit ${p.value}`,
    zh: (p) => `${p.names && `${p.names}：`}上限 ${p.value}`,
  },
  passed: { en: (p: { level: string }) => `↑ ${p.level} exceeded`, zh: (p) => `↑ ${p.level}（已超过）` },
  notReached: {
    en: (p: { level: string }) => `↑ ${p.level} not reached`,
    zh: (p) => `↑ ${p.level}（未达到）`,
  },
  limitsNotReached: {
    en: (p: { value: string }) => `↑ limits from ${p.value} not reached`,
    zh: (p) => `↑ 未达到上限（最低 ${p.value}）`,
  },
  moreMarks: { en: (p: { count: number }) => `and ${p.count} more`, zh: (p) => `另有 ${p.count} 个变更` },
  inGray: { en: (p: { count: number }) => `+ ${p.count} in gray`, zh: (p) => `另有 ${p.count} 条（灰色）` },
  withoutData: { en: (p: { count: number }) => `${p.count} without data`, zh: (p) => `${p.count} 条无数据` },
  cut: { en: () => 'axis not from 0', zh: () => '纵轴不从 0 开始' },
  noData: { en: () => 'no data', zh: () => '无数据' },
});

/** Reasons for an empty picture. The line breaks are part of the text. */
export const whyEmpty = messages('charts.empty', {
  'no-points': {
    en: () => 'No data in this range\nThe platform monitors these components,\nbut returned no data for this range.',
    zh: () => '该时间范围内没有数据\n平台监控这些组件，\n但没有返回该时间范围的数据。',
  },
  'no-series': {
    en: () => 'No monitoring data\nThe platform has no monitoring data\nfor these components.',
    zh: () => '没有监控数据\n平台没有这些组件的监控数据。',
  },
});

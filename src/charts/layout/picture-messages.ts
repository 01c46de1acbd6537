import { messages } from '../../core/text/text.ts';

export const pictureMsg = messages('charts.picture', {
  names: { en: '{names} and {last}', zh: '{names}、{last}' },
  namesAndMore: { en: '{names} and {en} more', zh: '{names} 等 {zh} 个' },
  peak: { en: '{value} at {time}', zh: '{value}（{time}）' },
  max: { en: 'max', zh: '最大值' },
  mean: { en: 'mean', zh: '平均值' },
  median: { en: 'median of all', zh: '全部的中位数' },
  band: { en: 'band: lowest to highest, line: {line}', zh: '色带：最小至最大，线：{line}' },
  lineOf: { en: '{line} of {items}', zh: '{items:apart-after}取{line}' },
  medianOf: { en: 'median of {count}', zh: '{count} 条的中位数' },
  compared: { en: 'dashed line: {label}, %: change of the mean', zh: '虚线：{label}，%：平均值的变化' },
  notCompared: { en: '{label}: no data', zh: '{label}：没有数据' },
  limit: {
    en: (p: { value: string; names: string }) => `${p.names && `${p.names}: `}limit ${p.value}`,
    zh: (p) => `${p.names && `${p.names}：`}上限 ${p.value}`,
  },
  levelSince: { en: '{level} since {at}', zh: '{at:apart-after}起{level}' },
  passed: { en: '↑ {level} exceeded', zh: '↑ {level}（已超过）' },
  notReachedWithin: { en: '{level} not reached', zh: '{level}（未达到）' },
  notReached: { en: '↑ {level} not reached', zh: '↑ {level}（未达到）' },
  limitsNotReached: { en: '↑ limits from {value} not reached', zh: '↑ 未达到上限（最低 {value}）' },
  /** A threshold that is a share of the limit. */
  share: { en: '{share} ({value})', zh: '{share}（{value}）' },
  moreMarks: {
    en: 'and {count} more, marked by short lines',
    zh: '另有 {count} 处，用短线标出',
  },
  inGray: { en: '+ {count} in gray', zh: '另有 {count} 条（灰色）' },
  noDataOf: { en: '{name}: no data', zh: '{name}：无数据' },
  withoutData: { en: '{count} without data', zh: '{count} 条无数据' },
  cut: { en: 'axis not from 0', zh: '纵轴不从 0 开始' },
  bend: { en: 'above the double line: smaller scale', zh: '双线以上：压缩显示' },
  stripe: { en: 'hatched: no data', zh: '斜线：无数据' },
  changing: { en: 'shaded: change in progress', zh: '阴影：变更进行中' },
  beganEarlier: { en: '{label} (began earlier)', zh: '{label}（更早开始）' },
  noData: { en: 'no data', zh: '无数据' },
});

/** Reasons for an empty picture. The line breaks are part of the text. */
export const whyEmpty = messages('charts.empty', {
  'no-points': {
    en: 'No data in this range\nThe platform monitors these components,\nbut returned no data for this range.',
    zh: '该时间范围内没有数据\n平台监控这些组件，\n但没有返回该时间范围的数据。',
  },
  'no-series': {
    en: 'No monitoring data\nThe platform has no monitoring data\nfor these components.',
    zh: '没有监控数据\n平台没有这些组件的监控数据。',
  },
});

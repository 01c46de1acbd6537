import { messages } from '../../../core/text/text.ts';

export const limitMsg = messages('limit', {
  limitWrong: {
    en: '`{typed}` isn’t a valid threshold. {use}',
    zh: '`{typed}` 不是有效的阈值。{use}',
  },
  useTime: {
    en: 'Use milliseconds, such as 500, or seconds, such as 2s.',
    zh: '请填毫秒数，例如 500；或秒数，例如 2s。',
  },
  useRate: { en: 'Use a number per second, such as 20.', zh: '请填每秒的数量，例如 20。' },
  useErrorRate: { en: 'Use errors per second, such as 0.1.', zh: '请填每秒的错误数，例如 0.1。' },
  useErrors: {
    en: 'Use errors per second, such as 0.1, or a share of the requests, such as 5%.',
    zh: '请填每秒的错误数，例如 0.1；或占请求数的百分比，例如 5%。',
  },
  useClients: { en: 'Use a number of clients, such as 100.', zh: '请填人数，例如 100。' },
  useCores: {
    en: 'Use cores, such as 0.5, or a share of the limit, such as 90%.',
    zh: '请填核数，例如 0.5；或占上限的百分比，例如 90%。',
  },
  useMemory: {
    en: 'Use MiB, such as 800, or a share of the limit, such as 90%.',
    zh: '请填 MiB 数，例如 800；或占上限的百分比，例如 90%。',
  },
  useTraffic: {
    en: 'Use bytes per second, such as 5000, or a larger unit, such as 10MB/s.',
    zh: '请填每秒字节数，例如 5000；或使用更大的单位，例如 10MB/s。',
  },
  useNumber: { en: 'Use a number without a unit.', zh: '请填不带单位的数字。' },
  inMs: { en: 'ms', zh: '毫秒' },
  perSecond: { en: 'per second', zh: '每秒' },
  inErrors: { en: 'per second, or % of the requests', zh: '每秒，或请求数的百分比' },
  inClients: { en: 'clients', zh: '人' },
  inCores: { en: 'cores, or % of the limit', zh: '核，或上限的百分比' },
  inMemory: { en: 'MiB, or % of the limit', zh: 'MiB，或上限的百分比' },
  inTraffic: { en: 'for example 10MB/s', zh: '例如 10MB/s' },
});

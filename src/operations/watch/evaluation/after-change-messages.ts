import { apart } from '../../../core/text/chinese.ts';
import { messages } from '../../../core/text/text.ts';

export const afterChangeMsg = messages('watch.after', {
  worse: {
    en: 'After this change, something got worse. It may have another cause.\n{what}',
    zh: '此变更之后情况变差，也可能另有原因。\n{what}',
  },
  item: { en: '• {says}', zh: '• {says}' },
  abnormal: {
    en: (p: { name: string; at: string }) => `${p.name} became abnormal at ${p.at}`,
    zh: (p) => `${apart(p.name)}于 ${p.at} 变为异常`,
  },
  degraded: {
    en: (p: { name: string; at: string }) => `Some instances of ${p.name} became abnormal at ${p.at}`,
    zh: (p) => `${apart(p.name)}的部分实例于 ${p.at} 变为异常`,
  },
  memory: {
    en: (p: { name: string; value: string; at: string }) =>
      `${p.name} went above 90% of its memory limit at ${p.at}, to ${p.value}`,
    zh: (p) => `${apart(p.name)}的内存使用于 ${p.at} 超过上限的 90%，达到 ${p.value}`,
  },
  memoryFrom: {
    en: (p: { name: string; value: string; before: string; at: string }) =>
      `${p.name} went above 90% of its memory limit at ${p.at}, to ${p.value} (${p.before} before the change)`,
    zh: (p) => `${apart(p.name)}的内存使用于 ${p.at} 超过上限的 90%，达到 ${p.value}（变更前为 ${p.before}）`,
  },
  restarts: {
    en: (p: { name: string; count: number; before: number }) =>
      `${p.name} restarted ${p.count} times in 30 minutes (${p.before} before the change)`,
    zh: (p) => `${apart(p.name)}在 30 分钟内重启 ${p.count} 次（变更前为 ${p.before} 次）`,
  },
  restartsEstimated: {
    en: (p: { name: string; count: number; before: number }) =>
      `${p.name} restarted about ${p.count} times in 30 minutes (${p.before} before the change); estimated, because the region has no kube-state-metrics`,
    zh: (p) =>
      `${apart(p.name)}在 30 分钟内约重启 ${p.count} 次（变更前为 ${p.before} 次）；此为估计值，因为该集群没有 kube-state-metrics`,
  },
  log: { en: 'Log', zh: '日志' },
});

import { withoutCapital } from '../../../core/text/plural.ts';
import { messages } from '../../../core/text/text.ts';

export const afterChangeMsg = messages('watch.after', {
  worse: {
    en: 'After this change, something got worse. It may have another cause.\n{what}',
    zh: '此变更之后情况变差，也可能另有原因。\n{what}',
  },
  again: {
    en: 'After this change, the problem from before it came back.\n{what}',
    zh: '此变更之后，变更前的问题再次出现。\n{what}',
  },
  item: { en: '• {says}', zh: '• {says}' },
  abnormal: { en: '{name} became abnormal at {at}', zh: '{name:apart}于 {at} 变为异常' },
  degraded: { en: 'Some instances of {name} became abnormal at {at}', zh: '{name:apart}的部分实例于 {at} 变为异常' },
  because: {
    en: (p: { says: string; why: string }) => `${p.says}: ${withoutCapital(p.why)}`,
    zh: '{says}：{why}',
  },
  memory: {
    en: '{name} was above 90% of its memory limit at {at}',
    zh: '{name:apart}的内存使用在 {at} 已超过上限的 90%',
  },
  memoryNow: { en: '{says}, now {value}', zh: '{says}，目前为 {value}' },
  memoryFrom: {
    en: '{says}, now {value} ({before} before the change)',
    zh: '{says}，目前为 {value}（变更前为 {before}）',
  },
  restarts: {
    en: '{name} restarted {count} times in 30 minutes ({before} before the change)',
    zh: '{name:apart}在 30 分钟内重启 {count} 次（变更前为 {before} 次）',
  },
  restartsEstimated: {
    en: '{name} restarted about {count} times in 30 minutes ({before} before the change); estimated, because the region has no kube-state-metrics',
    zh: '{name:apart}在 30 分钟内约重启 {count} 次（变更前为 {before} 次）；此为估计值，因为该集群没有 kube-state-metrics',
  },
  log: { en: 'Log', zh: '日志' },
  chart: { en: 'Chart', zh: '监控图' },
  scale: { en: 'Scale…', zh: '伸缩…' },
});

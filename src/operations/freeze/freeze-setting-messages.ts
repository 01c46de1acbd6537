import { messages } from '../../core/text/text.ts';

export const freezeSettingMsg = messages('freezing', {
  title: { en: 'Freeze', zh: '冻结' },
  searched: { en: 'maintenance, lock, change window', zh: '冻结，封网，维护' },
  says: { en: 'Stop deploys for a while', zh: '暂停部署一段时间' },
  form: { en: 'Freeze changes', zh: '冻结变更' },
  endSays: { en: 'End a freeze that was begun here', zh: '结束在此设置的冻结' },
  endForm: { en: 'End a freeze', zh: '结束冻结' },
  where: { en: 'Context', zh: '上下文' },
  whereHint: { en: 'By default, this channel’s.', zh: '默认为此频道的上下文。' },
  length: { en: 'For how long', zh: '持续时间' },
  lengthHint: {
    en: 'Such as 30m or 2h, at most 24 hours. It ends automatically.',
    zh: '例如 30m 或 2h，至多 24 小时，到时自动结束。',
  },
  lengthWrong: {
    en: '`{typed}` isn’t valid. Use a length from 1m to 24h, such as 2h.',
    zh: '`{typed}` 无效。请使用 1m 到 24h 的时长，例如 2h。',
  },
  reason: { en: 'Reason', zh: '理由' },
  reasonHint: { en: 'Shown on every card that it stops.', zh: '显示在每张被冻结的卡片上。' },
  reasonMissing: {
    en: 'A reason is required, such as `reason="we have an incident"`.',
    zh: '必须写明理由，例如 `reason="正在处理故障"`。',
  },
  reasonLong: { en: 'The reason can have at most {most} characters.', zh: '理由最多 {most} 个字符。' },
  notInPolicy: { en: 'The policy doesn’t list the context {place}.', zh: '审批策略中没有上下文 {place}。' },
  nothing: {
    en: 'Nothing is frozen in {context} that was begun in Slack. Freezes of the policy file end as it says.',
    zh: '{context:apart-after}中没有在 Slack 中设置的冻结。审批策略文件中的冻结按文件结束。',
  },
  frozen: {
    en: '❄ {who} froze changes of {context} until {until}. Reason: “{reason}”. Deploys, builds, rolling updates, images and scaling wait. Closing, stopping, starting, restarting and undoing go on. Freezes stop only changes that are made with Portolan. To end it early: `/portolan unfreeze`.',
    zh: '❄ {who} 已冻结{context:apart}的变更，至 {until}。理由：“{reason}”。部署、构建、更新、更换镜像和伸缩须等待；关闭、停止、启动、重启和撤销不受影响。冻结仅对通过 Portolan 进行的变更有效。提前结束：`/portolan unfreeze`。',
  },
  over: {
    en: 'The freeze of {context} that {who} began has ended: “{reason}”.',
    zh: '{who} 为{context:apart}设置的冻结已结束：“{reason}”。',
  },
  ended: {
    en: '{who} ended the freeze of {context}. Changes can run again.',
    zh: '{who} 已结束{context:apart}的冻结，可以继续执行变更。',
  },
});

import { apart } from '../../core/text/chinese.ts';
import { messages } from '../../core/text/text.ts';

/** What is posted of incidents and watches beside their own words. */
export const incidentPostMsg = messages('slack.incident', {
  title: { en: (p: { title: string }) => `*${p.title}*`, zh: (p) => `*${p.title}*` },
  gone: {
    en: (p: { what: string }) => `I no longer watch this, since its components were deleted: ${p.what}.`,
    zh: (p) => `相关组件已删除，此监控告警已结束：${p.what}。`,
  },
  emptied: {
    en: (p: { what: string }) =>
      `Nothing is left to watch here, since the components were deleted: ${p.what}. The watch stays in portolan.yaml.`,
    zh: (p) => `相关组件已删除，没有可监控的对象：${p.what}。此监控告警仍保留在 portolan.yaml 中。`,
  },
  unmeasured: {
    en: (p: { what: string; why: string }) => `I can’t watch this: ${p.what}. ${p.why} The watch stays in the list.`,
    zh: (p) => `无法监控：${p.what}。${p.why}此监控告警仍保留在列表中。`,
  },
  firing: { en: () => 'Firing now', zh: () => '正在告警' },
  homeRow: {
    en: (p: { title: string; status: string; channel: string }) => `*${p.title}*\n${p.status} · ${p.channel}`,
    zh: (p) => `*${p.title}*\n${p.status} · ${p.channel}`,
  },
  paused: {
    en: (p: { what: string; context: string; channel: string; why: string }) =>
      `I no longer watch ${p.context} for ${p.channel} (${p.what}): ${p.why}. To resume, invite me and resume the watch.`,
    zh: (p) =>
      `已停止为 ${p.channel} 监控${apart(p.context).trimEnd()}（${p.what}）：${p.why}。如需恢复，请邀请我并恢复该监控告警。`,
  },
});

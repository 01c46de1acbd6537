import { messages } from '../../core/text/text.ts';

/** What is posted of incidents and watches beside their own words. */
export const msg = messages('slack.incident', {
  title: { en: (p: { title: string }) => `*${p.title}*`, zh: (p) => `*${p.title}*` },
  paused: {
    en: (p: { what: string; context: string; channel: string; why: string }) =>
      `I no longer watch ${p.context} for ${p.channel} (${p.what}): ${p.why}. To resume, invite me and resume the watch.`,
    zh: (p) => `已停止为 ${p.channel} 监控 ${p.context}（${p.what}）：${p.why}。如需恢复，请邀请我并恢复该监控告警。`,
  },
});

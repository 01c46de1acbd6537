import { plural } from '../../core/text/plural.ts';
import { messages } from '../../core/text/text.ts';

/** The message of an incident that Alertmanager reports. */
export const msg = messages('slack.alerts', {
  title: { en: (p: { title: string }) => `*${p.title}*`, zh: (p) => `*${p.title}*` },
  firing: {
    en: (p: { count: number }) => `${plural(p.count, 'alert')} firing`,
    zh: (p) => `${p.count} 条告警未恢复`,
  },
  reported: { en: () => 'Reported by Alertmanager', zh: () => '由 Alertmanager 上报' },
});

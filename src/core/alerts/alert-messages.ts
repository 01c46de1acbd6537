import { messages } from '../text/text.ts';

export const alertMsg = messages('alerts', {
  of: { en: (p: { what: string; said: string }) => `${p.what}: ${p.said}`, zh: (p) => `${p.what}：${p.said}` },
  group: {
    en: (p: { title: string; source: string }) => `${p.title} (${p.source})`,
    zh: (p) => `${p.title}（${p.source}）`,
  },
});

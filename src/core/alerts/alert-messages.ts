import { messages } from '../text/text.ts';

export const alertMsg = messages('alerts', {
  of: { en: '{what}: {said}', zh: '{what}：{said}' },
  group: { en: '{title} ({source})', zh: '{title}（{source}）' },
});

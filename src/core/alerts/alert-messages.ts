import { messages } from '../text/text.ts';

export const alertMsg = messages('alerts', {
  of: { en: '{what}: {said}', zh: '{what}：{said}' },
  ofSeverity: { en: '{says} ({severity})', zh: '{says}（{severity}）' },
});

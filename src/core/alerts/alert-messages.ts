import { messages } from '../text/text.ts';

export const alertMsg = messages('alerts', {
  of: { en: '{what}: {said}', zh: '{what}：{said}' },
  withFacts: { en: '{says} ({facts})', zh: '{says}（{facts}）' },
  unfound: {
    en: '{place} has no component {name}, so there is no chart and no action here.',
    zh: '{place} 中没有组件 {name}，因此这里没有图表和操作。',
  },
});

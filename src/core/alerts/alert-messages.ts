import { messages } from '../text/text.ts';

export const alertMsg = messages('alerts', {
  of: { en: '{what}: {said}', zh: '{what}：{said}' },
  withFacts: { en: '{says} ({facts})', zh: '{says}（{facts}）' },
  unfound: {
    en: '{count:Component|Components} not found in {app}: {names}. There is no chart and no action for {count:it|them} here.',
    zh: '在“{app}”中未找到组件 {names}，因此这里没有相应的图表和操作。',
  },
});

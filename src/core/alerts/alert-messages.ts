import { messages } from '../text/text.ts';

export const alertMsg = messages('alerts', {
  of: { en: '{what}: {said}', zh: '{what}：{said}' },
  withFacts: { en: '{says} ({facts})', zh: '{says}（{facts}）' },
  unfound: {
    en: '{count:Component|Components} not found in {app}: {names}. {count:Its|Their} chart and actions aren’t available here.',
    zh: '应用“{app}”中没有组件 {names}，因此这里无法提供其图表和操作。',
  },
});

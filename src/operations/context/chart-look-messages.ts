import { messages } from '../../core/text/text.ts';

export const chartLookMsg = messages('chartLook', {
  says: { en: 'Choose dark or light charts', zh: '选择深色或浅色监控图' },
  form: { en: 'Dark or light charts', zh: '深色或浅色监控图' },
  look: { en: 'Charts', zh: '监控图' },
  missing: { en: 'Choose dark or light.', zh: '请选择深色或浅色。' },
  wrong: { en: '`{typed}` isn’t valid. Use `dark` or `light`.', zh: '`{typed}` 无效。请使用 `dark` 或 `light`。' },
  dark: { en: 'dark', zh: '深色' },
  light: { en: 'light', zh: '浅色' },
  here: { en: 'For this channel', zh: '用于本频道' },
  hereHint: {
    en: 'Charts that are posted automatically: of schedules, incidents and requests.',
    zh: '自动发布的监控图：定时监控图、告警和申请中的监控图。',
  },
  yoursNow: {
    en: 'Charts that you ask for are {look} from now on. For charts that are posted automatically in a channel, use `/portolan theme {word} here` there.',
    zh: '此后您请求的监控图为{look}。频道中自动发布的监控图，请在该频道使用 `/portolan theme {word} here`。',
  },
  channelNow: {
    en: '{who} set the theme of this channel: charts that are posted here automatically are {look} from now on.',
    zh: '{who} 设置了本频道的主题：此后自动发布的监控图为{look}。',
  },
});

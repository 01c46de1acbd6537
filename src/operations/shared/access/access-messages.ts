import { messages } from '../../../core/text/text.ts';

export const accessMsg = messages('port.access', {
  lost: {
    en: (p: { component: string; port: string }) =>
      `I can’t find ${p.component} any more. Check in the console that port ${p.port} is closed.`,
    zh: (p) => `已找不到组件“${p.component}”。请在控制台确认端口 ${p.port} 已关闭。`,
  },
});

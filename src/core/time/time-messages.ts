import { messages } from '../text/text.ts';

export const timeMsg = messages('time', {
  atWrong: {
    en: (p: { typed: string }) =>
      `\`${p.typed}\` isn’t a time. Use \`22:00\`, \`"tomorrow 02:00"\` or \`2026-12-01T02:00\`.`,
    zh: (p) => `\`${p.typed}\` 不是有效的时间。请使用 \`22:00\`、\`"明天 02:00"\` 或 \`2026-12-01T02:00\`。`,
  },
  atSkipped: {
    en: (p: { near: string }) => `The clock skips that time. The nearest that works is ${p.near}.`,
    zh: (p) => `因时钟调整，该时间不存在。最近的可用时间是 ${p.near}。`,
  },
  atPast: {
    en: (p: { near: string }) => `That time is past. The nearest that works is ${p.near}.`,
    zh: (p) => `该时间已过。最近的可用时间是 ${p.near}。`,
  },
  atFar: {
    en: (p: { latest: string }) => `That is more than 30 days ahead. The latest that works is ${p.latest}.`,
    zh: (p) => `该时间距现在超过 30 天。最晚的可用时间是 ${p.latest}。`,
  },
});

import { messages } from '../text/text.ts';

export const timeMsg = messages('time', {
  atWrong: {
    en: '`{typed}` isn’t a time. Use `22:00`, `"tomorrow 02:00"` or `2026-12-01T02:00`.',
    zh: '`{typed}` 不是有效的时间。请使用 `22:00`、`"明天 02:00"` 或 `2026-12-01T02:00`。',
  },
  atSkipped: {
    en: 'The clock skips that time. The nearest possible time is {near}.',
    zh: '因时钟调整，该时间不存在。最近的可用时间是 {near}。',
  },
  atPast: {
    en: 'That time is past. The same time of day comes next at {near}.',
    zh: '该时间已过。下一个同一时刻是 {near}。',
  },
  atFar: {
    en: 'That is more than 30 days ahead. The latest possible time is {latest}.',
    zh: '该时间距现在超过 30 天。最晚的可用时间是 {latest}。',
  },
});

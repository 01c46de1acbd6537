import { Info } from 'luxon';
import { messages, type Text } from '../../core/text/text.ts';

const months = Info.months('short', { locale: 'en-US' });

export const cronWordMsg = messages('schedule.when', {
  hourly: { en: () => 'Every hour', zh: () => '每小时' },
  daily: { en: (p: { time: string }) => `Every day at ${p.time}`, zh: (p) => `每天 ${p.time}` },
  weekdays: { en: (p: { time: string }) => `Weekdays at ${p.time}`, zh: (p) => `工作日 ${p.time}` },
  onDays: {
    en: (p: { days: string; time: string }) => `${p.days} at ${p.time}`,
    zh: (p) => `${p.days} ${p.time}`,
  },
  preset: {
    en: (p: { when: string; next: string }) => `${p.when} (${p.next})`,
    zh: (p) => `${p.when}（${p.next}）`,
  },
  /** One run. The 75 characters of a menu option must be enough for three runs. */
  run: {
    en: (p: { weekday: string; day: number; month: number; time: string }) =>
      `${p.weekday} ${p.day} ${months[p.month - 1] ?? p.month} ${p.time}`,
    zh: (p) => `${p.month}月${p.day}日${p.weekday} ${p.time}`,
  },
});

export const dayMsg = messages('schedule.day', {
  sun: { en: () => 'Sun', zh: () => '周日' },
  mon: { en: () => 'Mon', zh: () => '周一' },
  tue: { en: () => 'Tue', zh: () => '周二' },
  wed: { en: () => 'Wed', zh: () => '周三' },
  thu: { en: () => 'Thu', zh: () => '周四' },
  fri: { en: () => 'Fri', zh: () => '周五' },
  sat: { en: () => 'Sat', zh: () => '周六' },
});

/** Day names from Sunday to Saturday. */
export const dayNames: readonly Text[] = [
  dayMsg.sun(),
  dayMsg.mon(),
  dayMsg.tue(),
  dayMsg.wed(),
  dayMsg.thu(),
  dayMsg.fri(),
  dayMsg.sat(),
];

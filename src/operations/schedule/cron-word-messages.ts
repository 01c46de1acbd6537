import { Info } from 'luxon';
import { messages, type Text } from '../../core/text/text.ts';

const months = Info.months('short', { locale: 'en-US' });

export const cronWordMsg = messages('schedule.when', {
  hourly: { en: 'Every hour', zh: '每小时' },
  daily: { en: 'Every day at {time}', zh: '每天 {time}' },
  weekdays: { en: 'Weekdays at {time}', zh: '工作日 {time}' },
  onDays: { en: '{days} at {time}', zh: '{days} {time}' },
  preset: { en: '{when} ({next})', zh: '{when}（{next}）' },
  /** One run. The 75 characters of a menu option must be enough for three runs. */
  run: {
    en: (p: { weekday: string; day: number; month: number; time: string }) =>
      `${p.weekday} ${p.day} ${months[p.month - 1] ?? p.month} ${p.time}`,
    zh: '{month}月{day}日{weekday} {time}',
  },
});

export const dayMsg = messages('schedule.day', {
  sun: { en: 'Sun', zh: '周日' },
  mon: { en: 'Mon', zh: '周一' },
  tue: { en: 'Tue', zh: '周二' },
  wed: { en: 'Wed', zh: '周三' },
  thu: { en: 'Thu', zh: '周四' },
  fri: { en: 'Fri', zh: '周五' },
  sat: { en: 'Sat', zh: '周六' },
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

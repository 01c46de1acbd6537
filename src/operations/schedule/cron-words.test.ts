import { langs } from '../../core/text/text.ts';
import { plain } from '../operation-catalog.ts';
import { cronOf, cronText } from './cron-words.ts';
import { readCron } from './schedule.ts';

test.each([
  ['9:00', '0 9 * * *', 'Every day at 09:00', '每天 09:00'],
  ['at 9:00', '0 9 * * *', 'Every day at 09:00', '每天 09:00'],
  ['daily at 18:30', '30 18 * * *', 'Every day at 18:30', '每天 18:30'],
  ['weekdays at 9:00', '0 9 * * 1-5', 'Weekdays at 09:00', '工作日 09:00'],
  ['Weekdays 9am', '0 9 * * 1-5', 'Weekdays at 09:00', '工作日 09:00'],
  ['monday 9:30 pm', '30 21 * * 1', 'Mon at 21:30', '周一 21:30'],
  ['on mon, wed and fri at 8:05', '5 8 * * 1,3,5', 'Mon, Wed, Fri at 08:05', '周一、周三、周五 08:05'],
  ['weekends 12am', '0 0 * * 6,0', 'Sat, Sun at 00:00', '周六、周日 00:00'],
  ['工作日 9:00', '0 9 * * 1-5', 'Weekdays at 09:00', '工作日 09:00'],
  ['hourly', '0 * * * *', 'Every hour', '每小时'],
])('%s is %s', (typed, cron, en, zh) => {
  expect(cronOf(typed)).toBe(cron);
  expect(readCron(typed)).toEqual({ ok: true, value: cron });
  expect(langs.map((lang) => plain(cronText(cron), lang))).toEqual([en, zh]);
});

test.each([
  ['0 0 30 2 *', /never/],
  ['* * * * *', /too often|5 minutes/],
  ['whenever', /whenever/],
])('%s is no time of a schedule', (typed, why) => {
  const parsed = readCron(typed);
  expect(parsed.ok ? '' : plain(parsed.why, 'en')).toMatch(why);
});

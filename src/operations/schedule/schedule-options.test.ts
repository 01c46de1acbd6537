import { expect, test } from 'vitest';
import { blockLimits } from '../../slack/blocks/limits.ts';
import { plain } from '../operation-catalog.ts';
import { timeOptions } from './schedule-options.ts';

/** Friday, 20 November 2026, 17:30 in Berlin. */
const now = Date.UTC(2026, 10, 20, 16, 30);
const labels = (lang: 'en' | 'zh', at = now, zone = 'Europe/Berlin') =>
  timeOptions(at, zone).map(({ label }) => plain(label, lang));

test('each usual time names its next three runs, on the clock of the person who chooses', () => {
  expect(labels('en')).toEqual([
    'Weekdays at 09:00 (Mon 23 Nov 09:00, Tue 24 Nov 09:00, Wed 25 Nov 09:00)',
    'Every day at 09:00 (Sat 21 Nov 09:00, Sun 22 Nov 09:00, Mon 23 Nov 09:00)',
    'Mon at 09:00 (Mon 23 Nov 09:00, Mon 30 Nov 09:00, Mon 7 Dec 09:00)',
    'Weekdays at 18:00 (Fri 20 Nov 18:00, Mon 23 Nov 18:00, Tue 24 Nov 18:00)',
    'Every hour (Fri 20 Nov 18:00, Fri 20 Nov 19:00, Fri 20 Nov 20:00)',
  ]);
  expect(labels('zh')[0]).toBe('工作日 09:00（11月23日周一 09:00、11月24日周二 09:00、11月25日周三 09:00）');
  expect(labels('en', now, 'Asia/Tokyo')[3]).toMatch(/Mon 23 Nov 18:00, Tue 24 Nov 18:00, Wed 25 Nov 18:00/);
});

test('none is longer than an option of a select', () => {
  for (const lang of ['en', 'zh'] as const)
    for (const label of labels(lang)) expect(label.length, label).toBeLessThanOrEqual(blockLimits.optionText);
});

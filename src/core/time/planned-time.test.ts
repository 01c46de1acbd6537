import { readPlannedTime } from './planned-time.ts';

test.each([
  ['明天9点', '2026-11-28T09:00'],
  ['9点', '2026-11-28T09:00'],
  ['下午3点半', '2026-11-27T15:30'],
  ['明晚9点20分', '2026-11-28T21:20'],
  ['今晚8点', '2026-11-27T20:00'],
  ['后天上午10点', '2026-11-29T10:00'],
  ['明晚 21:00', '2026-11-28T21:00'],
])('a Chinese time of day is understood: %s', (typed, local) => {
  const now = Date.parse('2026-11-27T14:00+08:00');
  expect(readPlannedTime(typed, now, 'Asia/Shanghai')).toEqual({ ok: true, value: Date.parse(`${local}+08:00`) });
});

test('an hour that doesn’t exist is refused', () => {
  expect(readPlannedTime('25点', 0, 'Asia/Shanghai').ok).toBe(false);
});

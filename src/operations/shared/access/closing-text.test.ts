import { plain } from '../../operation-catalog.ts';
import { closesInText } from './closing-text.ts';

test('access whose end has passed says when it should have closed', () => {
  const until = Date.UTC(2026, 10, 20, 12);
  const said = (now: number) => [plain(closesInText({ until }, now), 'en'), plain(closesInText({ until }, now), 'zh')];
  expect(said(until - 3_600_000)).toEqual(['closes in 1 h, at 12:00 UTC', '1 小时后关闭（12:00 UTC）']);
  expect(said(until + 60_000)).toEqual(['should have closed at 12:00 UTC', '应已于 12:00 UTC 关闭']);
});

test('access that couldn’t be closed says so, because its time is that of the next attempt', () => {
  const late = closesInText({ until: Date.UTC(2026, 10, 9, 18, 14), tries: 1 }, Date.UTC(2026, 10, 9, 18, 12));
  expect(plain(late, 'en')).toBe('⚠ closing not confirmed, checking again at 18:14 UTC');
});

import { apart, chineseWords, enumerated } from './chinese.ts';

test.each([
  [['已完成。', '请重试。'], '已完成。请重试。'],
  [['工作日 09:00', '（UTC）'], '工作日 09:00（UTC）'],
  [['The region failed.', '将于 09:41 重试。'], 'The region failed. 将于 09:41 重试。'],
  [['✓ 成功', '构建'], '✓ 成功 构建'],
  [[], ''],
])('%j is put together as %s', (parts, text) => expect(chineseWords(parts)).toBe(text));

test('a list has the Chinese comma, and a value spaces only beside Latin signs', () => {
  expect(enumerated('web, api, 订单服务')).toBe('web、api、订单服务');
  expect([apart('operators'), apart('申请人'), apart('2 小时')]).toEqual([' operators ', '申请人', ' 2 小时']);
});

import { apart, chineseWords, enumerated } from './chinese.ts';
import { messages } from './text.ts';

test.each([
  [['已完成。', '请重试。'], '已完成。请重试。'],
  [['工作日 09:00', '（UTC）'], '工作日 09:00（UTC）'],
  [['The region failed.', '将于 09:41 重试。'], 'The region failed. 将于 09:41 重试。'],
  [['✓ 成功', '构建'], '✓ 成功 构建'],
  [[], ''],
])('%j is put together as %s', (parts, text) => expect(chineseWords(parts)).toBe(text));

test('there is no space between the words of a message and a Chinese value', () => {
  const { took } = messages('test', { took: { en: 'Took {time} of {all}', zh: '用时 {time} 共 {all}' } });
  expect([took.zh({ time: '33 秒', all: 'web' }), took.zh({ time: '约 33 秒', all: '“web”' })]).toEqual([
    '用时 33 秒共 web',
    '用时约 33 秒共“web”',
  ]);
  expect(took.en({ time: '约', all: '刘晓' })).toBe('Took 约 of 刘晓');
});

test('a list has the Chinese comma, and a value spaces only beside Latin signs', () => {
  expect(enumerated('web, api, 订单服务')).toBe('web、api、订单服务');
  expect([apart('operators'), apart('申请人'), apart('2 小时')]).toEqual([' operators ', '申请人', ' 2 小时']);
  expect(apart('<https://am.test|Alertmanager（am.test）>')).toBe(' <https://am.test|Alertmanager（am.test）>');
});

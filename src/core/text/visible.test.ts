import { unbroken } from './visible.ts';

test.each([
  ['web: response time above 500 ms', 'web: response time above 500~ms'],
  ['Scale web to 512 MiB and 2 cores', 'Scale web to 512~MiB and 2~cores'],
  ['web：响应时间超过 500 ms', 'web：响应时间超过 500~ms'],
  ['Restart web 2 more times', 'Restart web 2 more times'],
])('no line breaks between a number and its unit: %s', (title, shown) => {
  expect(unbroken(title).replaceAll('\u00a0', '~')).toBe(shown);
});

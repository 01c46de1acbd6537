import { messages } from '../text/text.ts';

export const commandMsg = messages('words', {
  didYouMean: {
    en: 'I don’t recognize `{typed}`. Did you mean `{word}`?',
    zh: '无法识别 `{typed}`。您是想说 `{word}` 吗？',
  },
  givenTwice: {
    en: 'There are two values: {first} and {value}. Keep one of them.',
    zh: '有两个值：{first} 和 {value}。请只保留一个。',
  },
  unknownKey: { en: 'This command has no parameter `{key}=`.', zh: '此命令没有 `{key}=` 参数。' },
  unknownKeyNear: {
    en: 'This command has no parameter `{key}=`. Did you mean `{near}=`?',
    zh: '此命令没有 `{key}=` 参数。您是想说 `{near}=` 吗？',
  },
  emptyValue: {
    en: '`{key}=` has no value. Give one, or leave `{key}=` out.',
    zh: '`{key}=` 没有值。请填写，或省略 `{key}=`。',
  },
  reasonLong: {
    en: 'The reason has {length} characters. Use at most {most}.',
    zh: '理由有 {length} 个字符，最多 {most} 个。',
  },
  leftOver: { en: 'I don’t recognize `{word}` in this command.', zh: '此命令中无法识别 `{word}`。' },
  notPerson: {
    en: '`{typed}` isn’t a person or a group. Type @ and choose from Slack’s list.',
    zh: '`{typed}` 不是成员或用户组。请输入 @ 并从 Slack 列表中选择。',
  },
  askedMany: { en: 'Ask at most {most} people or groups.', zh: '最多可以请 {most} 人或用户组审批。' },
});

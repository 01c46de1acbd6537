import { messages } from '../text/text.ts';

export const commandMsg = messages('words', {
  didYouMean: {
    en: (p: { typed: string; word: string }) => `I don’t recognize \`${p.typed}\`. Did you mean \`${p.word}\`?`,
    zh: (p) => `无法识别 \`${p.typed}\`。您是想说 \`${p.word}\` 吗？`,
  },
  givenTwice: {
    en: (p: { value: string; first: string }) => `There are two values: ${p.first} and ${p.value}. Keep one of them.`,
    zh: (p) => `有两个值：${p.first} 和 ${p.value}。请只保留一个。`,
  },
  unknownKey: {
    en: (p: { key: string }) => `This command has no parameter \`${p.key}=\`.`,
    zh: (p) => `此命令没有 \`${p.key}=\` 参数。`,
  },
  unknownKeyNear: {
    en: (p: { key: string; near: string }) =>
      `This command has no parameter \`${p.key}=\`. Did you mean \`${p.near}=\`?`,
    zh: (p) => `此命令没有 \`${p.key}=\` 参数。您是想说 \`${p.near}=\` 吗？`,
  },
  emptyValue: {
    en: (p: { key: string }) => `\`${p.key}=\` has no value. Enter one, or remove \`${p.key}=\`.`,
    zh: (p) => `\`${p.key}=\` 没有值。请填写，或去掉 \`${p.key}=\`。`,
  },
  reasonLong: {
    en: (p: { length: number; most: number }) => `The reason has ${p.length} characters. Use at most ${p.most}.`,
    zh: (p) => `理由有 ${p.length} 个字符，最多 ${p.most} 个。`,
  },
  leftOver: {
    en: (p: { word: string }) => `I don’t recognize \`${p.word}\` in this command.`,
    zh: (p) => `此命令中无法识别 \`${p.word}\`。`,
  },
  notPerson: {
    en: (p: { typed: string }) => `\`${p.typed}\` isn’t a person or a group. Type @ and choose from Slack’s list.`,
    zh: (p) => `\`${p.typed}\` 不是成员或用户组。请输入 @ 并从 Slack 列表中选择。`,
  },
  askedMany: {
    en: (p: { most: number }) => `Ask at most ${p.most} people or groups.`,
    zh: (p) => `最多可以请 ${p.most} 人或用户组审批。`,
  },
});

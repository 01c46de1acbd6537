import { plural } from '../text/plural.ts';
import { messages } from '../text/text.ts';

/** What is wrong with a typed command, whatever the operation. */
export const msg = messages('words', {
  didYouMean: {
    en: (p: { typed: string; word: string }) => `I don’t recognize \`${p.typed}\`. Did you mean \`${p.word}\`?`,
    zh: (p) => `无法识别 \`${p.typed}\`。您是不是要输入 \`${p.word}\`？`,
  },
  givenTwice: {
    en: (p: { value: string; first: string }) => `Two values were given: \`${p.first}\` and \`${p.value}\`. Use one.`,
    zh: (p) => `填写了两个值：\`${p.first}\` 和 \`${p.value}\`。请只保留一个。`,
  },
  unknownKey: {
    en: (p: { key: string }) => `I don’t recognize \`${p.key}=\`.`,
    zh: (p) => `无法识别 \`${p.key}=\`。`,
  },
  unknownKeyNear: {
    en: (p: { key: string; near: string }) => `I don’t recognize \`${p.key}=\`. Did you mean \`${p.near}=\`?`,
    zh: (p) => `无法识别 \`${p.key}=\`。您是不是要输入 \`${p.near}=\`？`,
  },
  reasonLong: {
    en: (p: { length: number; most: number }) =>
      `The reason is too long: ${plural(p.length, 'character')}. Use at most ${p.most}.`,
    zh: (p) => `原因太长：${p.length} 个字符。最多 ${p.most} 个。`,
  },
  leftOver: {
    en: (p: { word: string }) => `I don’t recognize \`${p.word}\`.`,
    zh: (p) => `无法识别 \`${p.word}\`。`,
  },
});

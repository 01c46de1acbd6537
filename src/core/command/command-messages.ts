import { messages } from '../text/text.ts';

/** What typed words can be told, whatever the operation. */
export const msg = messages('words', {
  didYouMean: {
    en: (p: { typed: string; word: string }) => `“${p.typed}” is no word of mine. Did you mean “${p.word}”?`,
    zh: (p) => `我不认识“${p.typed}”。您是想说“${p.word}”吗？`,
  },
  givenTwice: {
    en: (p: { value: string; first: string }) => `This is given twice: ${p.first} and ${p.value}. Keep one.`,
    zh: (p) => `给了两个值：${p.first} 和 ${p.value}。请只保留一个。`,
  },
  unknownKey: {
    en: (p: { key: string }) => `“${p.key}=” means nothing here.`,
    zh: (p) => `这里没有“${p.key}=”这个参数。`,
  },
  unknownKeyNear: {
    en: (p: { key: string; near: string }) => `“${p.key}=” means nothing here. Did you mean “${p.near}=”?`,
    zh: (p) => `这里没有“${p.key}=”这个参数。您是想说“${p.near}=”吗？`,
  },
  reasonLong: {
    en: (p: { length: number; most: number }) => `The reason has ${p.length} characters; ${p.most} are the most.`,
    zh: (p) => `原因有 ${p.length} 个字符；最多 ${p.most} 个。`,
  },
  leftOver: {
    en: (p: { word: string }) => `I don’t know what to do with “${p.word}”.`,
    zh: (p) => `我不知道“${p.word}”要用在哪里。`,
  },
});

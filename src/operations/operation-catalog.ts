import * as chartAreas from '../charts/chart-areas.ts';
import * as coreAreas from '../core/core-areas.ts';
import { catalogOf } from '../core/text/catalog.ts';
import type { Text } from '../core/text/text.ts';
import * as operationAreas from './operation-areas.ts';

export const { messages, plain } = catalogOf(coreAreas, chartAreas, operationAreas);

const chineseEnd = '_zh';

/** Returns audit details with a text in English, and in Chinese if it differs. */
export function inBothLanguages(name: string, text: Text): Readonly<Record<string, string>> {
  const [en, zh] = [plain(text, 'en'), plain(text, 'zh')];
  return { [name]: en, ...(zh === en ? {} : { [inChinese(name)]: zh }) };
}

export function inChinese(name: string): string {
  return `${name}${chineseEnd}`;
}

export function isChinese(name: string): boolean {
  return name.endsWith(chineseEnd);
}

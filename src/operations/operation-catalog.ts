import * as chartAreas from '../charts/chart-areas.ts';
import * as coreAreas from '../core/core-areas.ts';
import { catalogOf } from '../core/text/catalog.ts';
import type { Text } from '../core/text/text.ts';
import * as operationAreas from './operation-areas.ts';

/** Writes the texts of operations and of what they use. */
export const { messages, plain } = catalogOf(coreAreas, chartAreas, operationAreas);

const chineseEnd = '_zh';

/** A text as a detail of an audit entry: in English, and in Chinese if that differs. */
export function inBothLanguages(name: string, text: Text): Readonly<Record<string, string>> {
  const [en, zh] = [plain(text, 'en'), plain(text, 'zh')];
  return { [name]: en, ...(zh === en ? {} : { [inChinese(name)]: zh }) };
}

/** The name of the detail that has the Chinese text of another one. */
export function inChinese(name: string): string {
  return `${name}${chineseEnd}`;
}

/** Whether a detail has the Chinese text of another one. */
export function isChinese(name: string): boolean {
  return name.endsWith(chineseEnd);
}

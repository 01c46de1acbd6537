import type { AskButton } from '../../core/command/answer.ts';
import type { RawArgs } from '../../core/command/params.ts';
import type { Text } from '../../core/text/text.ts';
import { msg as shared } from './operation-messages.ts';
import { msg } from './paging-messages.ts';

/** One page of a list; pages count from 1. */
export interface PageOfList {
  readonly page: number;
  readonly size: number;
  /** Entries of all pages. */
  readonly total: number;
}

/** The entries of one page of a list that was read whole. */
export function pageFrom<T>(all: readonly T[], { page, size }: Omit<PageOfList, 'total'>): readonly T[] {
  return all.slice((page - 1) * size, page * size);
}

/** The buttons to the pages before and after. */
export function pageButtons(
  operation: string,
  given: RawArgs,
  { page, size, total }: PageOfList,
): readonly AskButton[] {
  const to = (number: number): RawArgs => ({ ...given, page: [String(number)] });
  return [
    ...(page > 1 ? [{ label: shared.previousPage(), operation, given: to(page - 1) }] : []),
    ...(page * size < total ? [{ label: shared.nextPage(), operation, given: to(page + 1) }] : []),
  ];
}

/** Which entries are shown, such as `11–20 of 34`; how many there are, if all are shown. A total that is smaller than what is shown is out of date. */
export function pageNote({ page, size, total }: PageOfList, shown: number): Text {
  const from = (page - 1) * size;
  if (from === 0 && shown >= total) return msg.all({ total: shown });
  return msg.pageOf({ from: from + 1, to: from + shown, total: Math.max(total, from + shown) });
}

/** Why a page is empty although there are entries. */
export function pastEnd({ page, size, total }: PageOfList): Text {
  return msg.pastEnd({ page, pages: Math.ceil(total / size) });
}

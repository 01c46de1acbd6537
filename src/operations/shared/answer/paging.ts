import type { Answer, AskButton, AskSelect, Part } from '../../../core/command/answer.ts';
import type { RawArgs } from '../../../core/command/params.ts';
import type { Text } from '../../../core/text/text.ts';
import { sharedMsg } from '../operation-messages.ts';
import { pagingMsg } from './paging-messages.ts';

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

/** A page of a list, what it is a page of, and what can be done with its entries. */
interface ListedPage<T> {
  readonly title: Text;
  /** What lists them, and what it is given besides the page. */
  readonly operation: string;
  readonly given: RawArgs;
  readonly paging: PageOfList;
  readonly shown: readonly T[];
  /** Why there are none at all. */
  readonly none: Text;
  readonly columns: readonly Text[];
  readonly rowOf: (entry: T) => readonly Text[];
  /** How many there are, where that says more than which of them are shown. */
  readonly count?: Text | undefined;
  readonly notes?: readonly Text[];
  readonly select?: AskSelect | undefined;
  readonly buttons?: readonly AskButton[];
}

/** The answer that shows one page of a list, or says why it is empty. */
export function listedPage<T>(page: ListedPage<T>): Answer {
  const { title, paging, shown, none, columns, rowOf, select } = page;
  if (shown.length === 0) return { title, parts: [{ part: 'line', text: paging.total > 0 ? pastEnd(paging) : none }] };
  const notes = [page.count ?? pageNote(paging, shown.length), ...(page.notes ?? [])];
  return {
    title,
    parts: [
      { part: 'table', caption: title, columns, rows: shown.map(rowOf) },
      ...notes.map((text): Part => ({ part: 'note', text })),
      ...(select ? [select] : []),
      {
        part: 'buttons',
        buttons: [...(page.buttons ?? []), ...pageButtons(page.operation, page.given, paging)],
      },
    ],
  };
}

/** Which entries a page shows and the ways to the others, where there are others. */
export function otherPages(operation: string, paging: PageOfList, shown: number): readonly Part[] {
  if (paging.total <= shown) return [];
  return [
    { part: 'note', text: pageNote(paging, shown) },
    { part: 'buttons', buttons: pageButtons(operation, {}, paging) },
  ];
}

/** What an operation is given for a search that may be missing. */
export function searched(search: string | undefined): RawArgs {
  return search === undefined ? {} : { search: [search] };
}

/** Whether one of an entry's names holds what is searched for, letter case and width aside. */
export function isFoundBy(search: string | undefined, names: readonly (string | undefined)[]): boolean {
  const wanted = foldText(search ?? '');
  return names.some((name) => name !== undefined && foldText(name).includes(wanted));
}

function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** A select of entries: an operation is asked with the one that is chosen. */
export function selectOne(
  label: Text,
  to: { readonly operation: string; readonly param: string; readonly given?: RawArgs },
  entries: readonly (readonly [value: string, label: Text])[],
): AskSelect {
  const options = entries.map(([value, text]) => ({ values: [value], label: text }));
  return { part: 'select', label, operation: to.operation, params: [to.param], given: to.given ?? {}, options };
}

/** The button that shows all of one thing, or what matters most of it again. */
export function moreOrLess(operation: string, given: RawArgs, isMore: boolean): AskButton {
  if (isMore) return { label: sharedMsg.less(), operation, given };
  return { label: sharedMsg.more(), operation, given: { ...given, more: ['yes'] } };
}

/** The buttons to the pages before and after. */
export function pageButtons(
  operation: string,
  given: RawArgs,
  { page, size, total }: PageOfList,
): readonly AskButton[] {
  const to = (number: number): RawArgs => ({ ...given, page: [String(number)] });
  return [
    ...(page > 1 ? [{ label: sharedMsg.previousPage(), operation, given: to(page - 1) }] : []),
    ...(page * size < total ? [{ label: sharedMsg.nextPage(), operation, given: to(page + 1) }] : []),
  ];
}

/** Which entries are shown, such as `11–20 of 34`; how many there are, if all are shown. A total that is smaller than what is shown is out of date. */
export function pageNote({ page, size, total }: PageOfList, shown: number): Text {
  const from = (page - 1) * size;
  if (from === 0 && shown >= total) return pagingMsg.all({ total: shown });
  return pagingMsg.pageOf({ from: from + 1, to: from + shown, total: Math.max(total, from + shown) });
}

/** Why a page is empty although there are entries. */
export function pastEnd({ page, size, total }: PageOfList): Text {
  return pagingMsg.pastEnd({ page, pages: Math.ceil(total / size) });
}

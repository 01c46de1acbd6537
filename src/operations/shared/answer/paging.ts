import type { Answer, AskButton, AskSelect, Part } from '../../../core/command/answer.ts';
import { foldText } from '../../../core/command/nearest.ts';
import type { RawArgs } from '../../../core/command/params.ts';
import { present } from '../../../core/defined.ts';
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

/** Entries of a list, and why there are none. */
interface ListedEntries<T> {
  readonly title: Text;
  readonly shown: readonly T[];
  readonly none: Text;
  readonly columns: readonly Text[];
  readonly rowOf: (entry: T) => readonly Text[];
}

/** The same with what stands above and below their table; `notes` also where there is none. */
interface WholeList<T> extends ListedEntries<T>, Pick<Answer, 'share'> {
  readonly first?: readonly Part[];
  readonly below?: readonly Part[];
  readonly notes?: readonly Part[];
}

/** The answer that shows entries in a table, or says why there are none. */
export function listedWhole<T>(list: WholeList<T>): Answer {
  const { shown, none, columns, rowOf, first = [], below = [], notes = [], ...answer } = list;
  const table: Part = { part: 'table', caption: answer.title, columns, rows: shown.map(rowOf) };
  const listed: readonly Part[] = shown.length > 0 ? [table, ...below] : [{ part: 'line', text: none }];
  return { ...answer, parts: [...first, ...listed, ...notes] };
}

/** A page of a list, what it is a page of, and what can be done with its entries. */
interface ListedPage<T> extends ListedEntries<T> {
  /** What lists them, and what it is given besides the page. */
  readonly operation: string;
  readonly given: RawArgs;
  readonly paging: PageOfList;
  /** How many there are, where that says more than which of them are shown. */
  readonly count?: Text | undefined;
  readonly notes?: readonly Text[];
  readonly select?: AskSelect | undefined;
  readonly buttons?: readonly AskButton[];
}

/** The answer that shows one page of a list, or says why it is empty. */
export function listedPage<T>(page: ListedPage<T>): Answer {
  const { operation, given, paging, count, notes = [], select, buttons = [], ...entries } = page;
  return listedWhole({
    ...entries,
    none: paging.total > 0 ? pastEnd(paging) : page.none,
    below: present<Part>([
      ...[count ?? pageNote(paging, page.shown.length), ...notes].map((text) => ({ part: 'note', text }) as const),
      select,
      { part: 'buttons', buttons: [...buttons, ...pageButtons(operation, given, paging)] },
    ]),
  });
}

/** Which entries a page shows and the ways to the others, where there are others. */
export function otherPages(operation: string, paging: PageOfList, shown: number, given: RawArgs = {}): readonly Part[] {
  if (paging.total <= shown) return [];
  return [
    { part: 'note', text: pageNote(paging, shown) },
    { part: 'buttons', buttons: pageButtons(operation, given, paging) },
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

/** The fewest letters by which an id is found: two letters are in every tenth. */
const leastOfId = 6;

/** Whether what is searched for is the beginning of an id. */
export function beginsId(search: string | undefined, id: string): boolean {
  const wanted = foldText(search ?? '');
  return wanted.length >= leastOfId && id.startsWith(wanted);
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

import type { Answer, AskButton, AskMenu, AskSelect, Part } from '../../../core/command/answer.ts';
import { foldText } from '../../../core/command/nearest.ts';
import type { RawArgs } from '../../../core/command/params.ts';
import { present } from '../../../core/defined.ts';
import type { Text } from '../../../core/text/text.ts';
import { sharedMsg } from '../operation-messages.ts';
import { pagingMsg } from './paging-messages.ts';

/** Pages count from 1. */
export interface PageOfList {
  readonly page: number;
  readonly size: number;
  readonly total: number;
}

export function pageFrom<T>(all: readonly T[], { page, size }: Omit<PageOfList, 'total'>): readonly T[] {
  return all.slice((page - 1) * size, page * size);
}

interface ListedEntries<T> extends Pick<Extract<Part, { part: 'table' }>, 'isStacked'> {
  readonly title: Text;
  readonly shown: readonly T[];
  readonly none: Text;
  readonly columns: readonly Text[];
  readonly rowOf: (entry: T) => readonly Text[];
  /** Menu of an entry. The list must be stacked. */
  readonly menuOf?: (entry: T) => AskMenu;
}

/** `notes` are shown even without a table. */
interface WholeList<T> extends ListedEntries<T>, Pick<Answer, 'share'> {
  readonly first?: readonly Part[];
  readonly below?: readonly Part[];
  readonly notes?: readonly Part[];
}

export function listedWhole<T>(list: WholeList<T>): Answer {
  const { shown, none, columns, rowOf, menuOf, isStacked, first = [], below = [], notes = [], ...answer } = list;
  const table: Part = { part: 'table', columns, rows: shown.map(rowOf), isStacked, menus: menuOf && shown.map(menuOf) };
  const listed: readonly Part[] = shown.length > 0 ? [table, ...below] : [{ part: 'line', text: none }];
  return { ...answer, parts: [...first, ...listed, ...notes] };
}

interface ListedPage<T> extends ListedEntries<T> {
  readonly operation: string;
  readonly given: RawArgs;
  readonly paging: PageOfList;
  /** Text with the total, if it says more than the range of shown entries. */
  readonly count?: Text | undefined;
  readonly first?: readonly Part[];
  readonly notes?: readonly Text[];
  readonly select?: AskSelect | undefined;
  readonly buttons?: readonly AskButton[];
}

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

export function otherPages(operation: string, paging: PageOfList, shown: number, given: RawArgs = {}): readonly Part[] {
  if (paging.total <= shown) return [];
  return [
    { part: 'note', text: pageNote(paging, shown) },
    { part: 'buttons', buttons: pageButtons(operation, given, paging) },
  ];
}

export function searched(search: string | undefined): RawArgs {
  return search === undefined ? {} : { search: [search] };
}

/** Checks whether a name contains the search text. Ignores letter case and width. */
export function isFoundBy(search: string | undefined, names: readonly (string | undefined)[]): boolean {
  const wanted = foldText(search ?? '');
  return names.some((name) => name !== undefined && foldText(name).includes(wanted));
}

export function selectOne(
  label: Text,
  to: { readonly operation: string; readonly param: string; readonly given?: RawArgs },
  entries: readonly (readonly [value: string, label: Text])[],
): AskSelect {
  const options = entries.map(([value, text]) => ({ values: [value], label: text }));
  return { part: 'select', label, operation: to.operation, params: [to.param], given: to.given ?? {}, options };
}

export function moreOrLess(operation: string, given: RawArgs, isMore: boolean): AskButton {
  if (isMore) return { label: sharedMsg.less(), operation, given };
  return { label: sharedMsg.more(), operation, given: { ...given, more: ['yes'] } };
}

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

/** Returns for example `11–20 of 34`, or only the number if all are shown. Ignores a total that is too small. */
export function pageNote({ page, size, total }: PageOfList, shown: number): Text {
  const from = (page - 1) * size;
  if (from === 0 && shown >= total) return pagingMsg.all({ total: shown });
  return pagingMsg.pageOf({ from: from + 1, to: from + shown, total: Math.max(total, from + shown) });
}

export function pastEnd({ page, size, total }: PageOfList): Text {
  return pagingMsg.pastEnd({ page, pages: Math.ceil(total / size) });
}

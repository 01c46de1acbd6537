import type { RawArgs } from '../../core/command/params.ts';
import { present } from '../../core/defined.ts';
import type { Text } from '../../core/text/text.ts';
import type { AuditRow } from '../../store/audit/audit-entry.ts';
import { inChinese, plain } from '../operation-catalog.ts';
import { extensionIn, openingOf } from './lines/audit-lines.ts';
import { codedTexts, kindText, recordStateText } from './lines/audit-words.ts';
import { handledIn, handlingText } from './lines/handling-lines.ts';
import { lineSubject } from './lines/line-subject.ts';
import { answeredText, decisionKind, decisions, isUndo } from './lines/request-story.ts';

const filler = /^(?:who|what|when|has|have|did|was|were|on|in|of|to|the|changed)$/i;
const pastVerb = /^(restart|start|stop|deploy|scale|resize|delete|build|upgrade)(?:p?ed|d)$/i;
/** Words that titles of openings don't have: one of their state, and one that people say. */
const openings = /^(?:开放|打开)$/;
const asked = /^谁把?(?:(开启|打开|开放|开)|修改|更改|变更|改|动)?(.*)$/;

/** Reads a question such as `who opened 8443`: titles have `Restart` for “restarted”, and no “who”. */
export function searchedWords({ search = [], ...given }: RawArgs): RawArgs {
  const read = search.flatMap((typed) => {
    const word = typed.replace(/[?？]$/, '');
    const [, opens, rest] = asked.exec(word) ?? [];
    const parts =
      rest === undefined ? [word.replace(pastVerb, '$1').replace(openings, 'opened')] : rest.split(/[了过]/);
    return opens === undefined ? parts : ['opened', ...parts];
  });
  const isOpened = (word: string) => word.toLowerCase() === 'opened';
  const words = read.filter((word) => word !== '' && !filler.test(word) && !isOpened(word));
  const opened = read.some(isOpened);
  const kept = words.length > 0 || opened ? words : read;
  return {
    ...given,
    ...(kept.length > 0 ? { search: kept } : {}),
    ...(opened ? { opened: ['yes'] } : {}),
  };
}

export type RequestWhys = ReadonlyMap<string, Text>;

function inBoth(text: Text): string {
  return `${plain(text, 'en')}\n${plain(text, 'zh')}`;
}

/** Details of a request's entries that its line or its page shows. Others are ids and terms of the policy file. */
const shownDetails = ['component', 'title', 'says', 'failed', 'ticket', 'agent', 'role'].flatMap((name) => [
  name,
  inChinese(name),
]);

const ends = new Set(['outcome', 'closing']);
/** Outcome of a request that is also found as a failed one, because a part of it failed. */
const partlyDone = 'partly';
/** Entries that end a request in the state of the same name. */
const endKinds = new Set(['denied', 'cancelled', 'expired']);

/**
 * Checks whether people can read all words in the texts of an entry, in either language. Calls and paths don't count.
 * @param whys why requests failed or were canceled, by id
 */
export function showsWords(
  row: AuditRow,
  words: readonly string[],
  summaryOf: (operation: string) => Text | undefined,
  whys: RequestWhys,
): boolean {
  if (words.length === 0) return true;
  const { request, who, reason, details = {}, kind, outcome = '' } = row;
  const hasEnded = ends.has(kind) || endKinds.has(kind);
  const isNamed = request === undefined || kind === 'proposed';
  const texts = [
    ...(decisions.has(kind) ? [kindText(decisionKind(row))] : []),
    ...(ends.has(kind)
      ? [recordStateText(outcome), ...(outcome === partlyDone ? [recordStateText('failed')] : [])]
      : []),
    ...present([answeredText(row), (isNamed || hasEnded) && whys.get(request ?? '')]),
    ...(endKinds.has(kind) ? [recordStateText(kind)] : []),
    ...(isNamed ? [lineSubject({ request, rows: [row] }, summaryOf)] : []),
    ...(isUndo(row) ? [kindText('undo')] : []),
    ...(handledIn(row) ? [handlingText(row)] : []),
    ...(row.status === 'scheduled' ? [recordStateText(row.status)] : []),
  ];
  const shown = [...[request, who.name, reason, ...shownDetails.map((name) => details[name])], ...texts.map(inBoth)];
  const all = shown.join('\n').toLowerCase();
  return words.every((word) => all.includes(word.toLowerCase()));
}

/**
 * Returns the words to search for in the store. Of a word that people read instead of a code, such as 失败 for
 * `failed`, any of those codes. Of a word of why requests failed, the ids of these requests.
 */
export function storedWords(words: readonly string[], operations: Parameters<typeof codedTexts>[0], whys: RequestWhys) {
  const coded = [...codedTexts(operations), [partlyDone, recordStateText('failed')] as const, ...whys].map(
    ([code, text]) => [code, inBoth(text)] as const,
  );
  return words.map((word) => {
    const wanted = word.toLowerCase();
    const codes = coded.flatMap(([code, text]) => (text.toLowerCase().includes(wanted) ? [code] : []));
    return [word, ...new Set(codes.filter((code) => !code.includes(wanted)))];
  });
}

/** Maximum number of extensions in a row that are followed. */
const maxExtensions = 10;

/**
 * Returns all entries of some requests, newest first, with those of the requests that opened or extended the same
 * access. A state comes from a request's whole history, and the entries that match a search are only a part of it.
 */
export async function wholeRequests(
  ids: ReadonlySet<string>,
  search: (ids: ReadonlySet<string>, isWanted: (row: AuditRow) => boolean) => Promise<readonly AuditRow[]>,
): Promise<readonly AuditRow[]> {
  const read = new Set(ids);
  for (let count = 0; ; count += 1) {
    const isOf = (row: AuditRow) => {
      const { of = '', by = '' } = extensionIn(row) ?? {};
      return read.has(openingOf(row.request ?? '')) || read.has(of) || read.has(by);
    };
    const rows = await search(read, isOf);
    const opened = new Set(rows.flatMap(({ kind, request }) => (kind === 'opening' ? [request] : [])));
    const extensions = rows.flatMap((row) => extensionIn(row) ?? []);
    const joined = extensions.flatMap(({ of, by }) => (opened.has(by) ? [by, of] : [by]));
    const added = joined.filter((id) => !read.has(id));
    if (added.length === 0 || count === maxExtensions) {
      const without = new Set(extensions.flatMap(({ by }) => (opened.has(by) || ids.has(by) ? [] : [by])));
      return rows.filter(({ request = '' }) => !without.has(request));
    }
    for (const id of added) read.add(id);
  }
}

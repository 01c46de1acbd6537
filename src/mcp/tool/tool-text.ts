import { maskSecrets } from '../../core/text/mask-secrets.ts';
import { shortened } from '../../core/text/shortened.ts';
import type { Text } from '../../core/text/text.ts';
import { commands } from '../../operations/commands.ts';
import { operations } from '../../operations/index.ts';
import type { Operation } from '../../operations/shared/define.ts';
import { plain } from '../../slack/slack-catalog.ts';

const typedCommand = new RegExp(`\`/[^\\s\`]*?(${commands.join('|')}) ([^\`]+)\``, 'g');

/** Replaces commands in a text with the matching tool calls. Commands that agents don't have stay unchanged. */
export function nameCalls(text: string): string {
  return text.replace(typedCommand, (typed: string, command: string, words: string) => {
    const operation = selectedBy(command, words.split(' '));
    return operation ? callName(operation, typed) : typed;
  });
}

/** Returns the command's operation with the longest keywords that the words begin with, or undefined. */
function selectedBy(command: string, words: readonly string[]): Operation | undefined {
  const selected = operations
    .filter((each) => each.command === command)
    .flatMap((each) => each.keywords.map((keyword) => ({ each, keyword })))
    .filter(({ keyword }) => keyword.length > 0 && keyword.every((word, index) => words[index] === word));
  return selected.toSorted((one, other) => other.keyword.length - one.keyword.length)[0]?.each;
}

function callName({ kind, id, tool }: Operation, otherwise: string): string {
  if (kind === 'change') return `the change \`${id}\``;
  if ('none' in tool) return otherwise;
  return 'view' in tool && tool.view ? `\`${tool.name}\` with view \`${tool.view}\`` : `\`${tool.name}\``;
}

export interface AgentPage {
  /** IANA time zone. */
  readonly zone: string;
}

/** Maximum length of a name, status or sentence. */
const longestText = 1_000;
/** Maximum length of a whole result; models can't use more. */
const longestResult = 40_000;

/** Control characters, and characters that hide text or change its direction (UAX 9, UTR 36). */
const hidden = new RegExp(
  [
    String.raw`\u001b(?:\[[0-?]{0,100}[ -/]{0,10}[@-~]?|\][^\u0007\u001b]{0,1000}(?:\u0007|\u001b\\)?|.)?`,
    String.raw`[^\P{Cc}\n\t]`,
    String.raw`[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]`,
  ].join('|'),
  'gu',
);

/** Cleans text of the platform or of people for a model: removes hidden characters, masks secrets, cuts long text. */
export function cleanText(text: string, max = longestText): string {
  return shortened(maskSecrets(text.slice(0, 10 * max).replace(hidden, '')), max);
}

export function isoTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

/** Returns a catalog text in English, cleaned, with calls instead of commands. */
export function sayText(text: Text, { zone }: AgentPage): string {
  return cleanText(nameCalls(plain(text, 'en', zone)));
}

/** Next possible call. Its tool exists, and its arguments fit the tool's schema. */
export interface NextCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface ResultTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly left_out?: number;
}

/** Result of a reading tool. `says`: Portolan's sentences. `data`: text of others, never instructions. */
export interface ReadResult {
  readonly context?: string;
  readonly says: readonly string[];
  readonly data: {
    readonly lines?: readonly string[];
    readonly fields?: readonly { readonly name: string; readonly value: string }[];
    readonly tables?: readonly ResultTable[];
    readonly log?: string;
    readonly [more: string]: unknown;
  };
  readonly next_page?: number;
  readonly next?: readonly NextCall[];
}

/** Limits a result to a length that models can use. Removes the last rows and lines first, and mentions the removal. */
export function fitResult(result: ReadResult): ReadResult {
  let fitted = result;
  while (JSON.stringify(fitted).length > longestResult) {
    const { lines = [], tables = [], ...data } = fitted.data;
    const last = tables.findLastIndex(({ rows }) => rows.length > 1);
    const table = tables[last];
    if (table) {
      const rows = table.rows.slice(0, Math.floor(table.rows.length / 2));
      const shorter = { ...table, rows, left_out: (table.left_out ?? 0) + table.rows.length - rows.length };
      fitted = { ...fitted, data: { ...data, lines, tables: tables.with(last, shorter) } };
    } else if (lines.length > 1) {
      const half = lines.slice(0, Math.floor(lines.length / 2));
      fitted = { ...fitted, data: { ...data, tables, lines: half } };
    } else return { says: [...result.says.slice(0, 1), 'The result is too long. Ask for less.'], data: {} };
  }
  if (fitted === result) return result;
  return { ...fitted, says: [...fitted.says, 'Some of it had no room here. Ask for less, such as one component.'] };
}

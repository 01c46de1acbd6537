import { isFiller, isForm } from '../../core/command/interpret.ts';
import { nearest, steps } from '../../core/command/nearest.ts';
import { asksForHelp, isCommandWord, otherWordsFor } from '../../core/command/typed-word-messages.ts';
import type { OperationSpec } from '../../core/operation.ts';
import { langs } from '../../core/text/text.ts';
import { plain } from '../operation-catalog.ts';

type Found<O> = readonly O[];

/** Returns the operations of a command, or the ones that match the words. @param about in lower case */
export function findAbout<O extends OperationSpec>(offered: Found<O>, about: string): Found<O> {
  if (isGeneral(about)) return [];
  const words = about.replace(/^\//, '').split(/\s+/);
  const [command, ...more] = words;
  const ofCommand = offered.filter((operation) => operation.command === command);
  if (ofCommand.length > 0) {
    const exact = ofCommand.filter(({ keywords }) => keywords.some((own) => own.join(' ') === more.join(' ')));
    if (more.length > 0 && exact.length > 0) return exact;
    const own = ofCommand.filter(({ keywords }) => more.every((word) => keywords.flat().includes(word)));
    return byUse(own.length > 0 ? own : ofCommand);
  }
  const isNamed = (own: readonly string[]) =>
    own.length >= words.length &&
    own.slice(-words.length).every((each, index) => isCommandWord(words[index] ?? '', each));
  const named = offered.filter(({ keywords }) => keywords.some(isNamed));
  const mentioned = offered.filter(({ summary, searched = summary }) => {
    const says = langs.flatMap((lang) => [summary, searched].map((text) => plain(text, lang).toLowerCase()));
    return says.some((each) => words.every((word) => hasWord(each, word)));
  });
  if (named.length === 1) return named;
  // A word of several commands finds all that it is about, as its translation does.
  if (named.length > 1) return [...new Set([...named, ...mentioned])];
  const begun = offered.filter((operation) => {
    const own = [...namesOf(operation), operation.id, ...(operation.words ?? []), ...searchedWords(operation)];
    return words.every((word) => own.some((each) => (isShort(word) ? each === word : each.startsWith(word))));
  });
  if (begun.length > 0) return begun;
  if (mentioned.length > 0) return mentioned;
  const valued = offered.filter(({ params }) =>
    Object.values(params).some(({ keyword }) => keyword?.(about, false) !== undefined),
  );
  return valued.length > 0 ? byUse(valued) : findBySentence(offered, about);
}

/** Checks whether a search is about all commands, such as “commands”. */
export function isGeneral(about: string): boolean {
  return about === '' || asksForHelp(about) || isCommandWord(about, 'help');
}

/** Checks for a word that is the beginning of too many others. */
function isShort(word: string): boolean {
  return /^[a-z]{1,2}$/.test(word);
}

/** Checks whether a text has a word, or one that begins with it. Chinese has no spaces between words. */
function hasWord(text: string, word: string): boolean {
  if (!/^[a-z]/.test(word)) return text.includes(word);
  const words = text.split(/[^\p{L}\p{N}-]+/u);
  return words.some((each) => (isShort(word) ? each === word : each.startsWith(word)));
}

/** Sorts questions first, because people look more often than they change. */
export function byUse<O extends OperationSpec>(operations: Found<O>): Found<O> {
  return operations.toSorted((a, b) => Number(b.kind === 'question') - Number(a.kind === 'question'));
}

/** Returns what a misspelt word, or the words of one operation with a misspelt one, probably mean. */
export function meantWords(offered: Found<OperationSpec>, about: string): string | undefined {
  const words = about.replace(/^\//, '').split(/\s+/);
  const meant = words.map((word) => (findAbout(offered, word).length > 0 ? word : nearestName(offered, word)));
  const isOfOne = offered.some((operation) =>
    meant.every((word) => word && [...namesOf(operation), ...searchedWords(operation)].includes(word)),
  );
  return isOfOne && meant.join(' ') !== words.join(' ') ? meant.join(' ') : undefined;
}

function nearestName(offered: Found<OperationSpec>, word: string): string | undefined {
  if (word.length < 3) return undefined;
  const known = offered.flatMap((operation) => [...namesOf(operation), ...searchedWords(operation)]);
  const names = known.filter((name) => Math.abs(name.length - word.length) <= 2);
  const [best] = nearest(word, names, (name) => [name], 1);
  // In a short word, two different letters make another word: `kill` isn't `all`.
  return best !== undefined && (word.length > 6 || steps(word, best) <= 1) ? best : undefined;
}

function namesOf({ command, keywords }: OperationSpec): readonly string[] {
  return [command, ...keywords.flat()];
}

const maxFound = 5;
/** Chinese words of questions: they fit every operation, as the fillers do. */
const questionWords = /哪些|哪个|为什么|怎么|怎样|如何|什么|请问/g;
/** Minimum part of the best operation's score that an operation needs. */
const minShare = 0.6;

/** Finds operations that share words with a sentence. A word of few operations counts more than one of many. */
function findBySentence<O extends OperationSpec>(offered: Found<O>, about: string): Found<O> {
  const terms = termsOf(about);
  const searched = offered.map((operation) => ({ operation, found: matched(operation, terms, about) }));
  const weightOf = (term: string) =>
    Math.log(1 + offered.length / Math.max(1, searched.filter(({ found }) => found.has(term)).length));
  const scored = searched
    .map(({ operation, found }) => ({ operation, score: [...found].reduce((sum, term) => sum + weightOf(term), 0) }))
    .toSorted((one, other) => other.score - one.score);
  const least = (scored[0]?.score ?? 0) * minShare;
  return scored
    .filter(({ operation, score }) => score > 0 && (score >= least || hasPhrase(operation, about)))
    .slice(0, maxFound)
    .map(({ operation }) => operation);
}

/** Checks whether a sentence has a phrase by which people search for the operation, such as `who opened`. */
function hasPhrase(operation: OperationSpec, about: string): boolean {
  return searchedWords(operation).some((each) => /[a-z] [a-z]|\p{Script=Han}{3}/u.test(each) && about.includes(each));
}

function matched(operation: OperationSpec, terms: readonly string[], about: string): ReadonlySet<string> {
  const { summary, first, words = [] } = operation;
  const says = [summary, first?.says ?? summary].flatMap((text) => langs.map((lang) => plain(text, lang)));
  const names = namesOf(operation).flatMap((name) => [name, ...otherWordsFor(name)]);
  const own = new Set([...names, ...words, ...says.map((each) => each.toLowerCase())].flatMap(termsOf));
  const isOwn = (term: string) => [...own].some((each) => isForm(term, each) || beginsSame(term, each));
  return new Set([...terms.filter(isOwn), ...searchedWords(operation).filter((word) => about.includes(word))]);
}

/** Returns the words of a list in both languages. */
export function searchedWords({ searched }: Pick<OperationSpec, 'searched'>): readonly string[] {
  return searched ? langs.flatMap((lang) => plain(searched, lang).split(/, |，/)) : [];
}

/** Checks whether two words are forms of one word, such as `opened` and `opening`. */
function beginsSame(one: string, other: string): boolean {
  const stem = (word: string) => word.replace(/(?:ing|ed)$/, '');
  return stem(one).length >= 4 && stem(one) === stem(other);
}

/** Splits a text into words. Chinese has no spaces, so each two of its characters count as a word. */
function termsOf(text: string): readonly string[] {
  const asked = text.replace(questionWords, ' ');
  const words = (asked.match(/[a-z][\w-]*/g) ?? []).filter((word) => !isFiller(word));
  const pairs = (asked.match(/\p{Script=Han}+/gu) ?? []).flatMap((run) =>
    [...run].slice(1).map((character, index) => `${[...run][index]}${character}`),
  );
  return [...new Set([...words, ...pairs])];
}

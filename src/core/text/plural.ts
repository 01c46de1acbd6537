const rules = new Intl.PluralRules('en');

/**
 * The English form that goes with a number, without the number: “the request is”, “the requests are”.
 * @param count a number, or one that was written already
 */
export function pluralForm(count: number | string, one: string, other: string): string {
  return rules.select(Number(count)) === 'one' ? one : other;
}

/** A length of time after a word that counts: “every minute” and “last hour”, but “every 5 minutes”. */
export function withoutOne(length: string): string {
  return length.replace(/^1 (?=\p{L}+$)/u, '');
}

/** A number with its English noun: `1 request`, `2 requests`. Chinese nouns have one form and need no such help. */
export function plural(count: number | string, one: string, other = `${one}s`): string {
  return `${count} ${pluralForm(count, one, other)}`;
}

/** The English form that goes with names joined with commas: “deploy it”, “deploy them”. */
export function formFor(names: string, one: string, other: string): string {
  return names.includes(', ') ? other : one;
}

const rules = new Intl.PluralRules('en');

/** Returns the English form for a number: “the request is”, “the requests are”. @param count possibly formatted */
export function pluralForm(count: number | string, one: string, other: string): string {
  return rules.select(Number(count)) === 'one' ? one : other;
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** Returns an English ordinal number: `2nd`. */
export function ordinal(count: number): string {
  return `${count}${endings[ordinals.select(count)] ?? 'th'}`;
}

/** Drops a leading 1 from a duration: “every minute”, “last hour”, but “every 5 minutes”. */
export function withoutOne(length: string): string {
  return length.replace(/^1 (?=\p{L}+$)/u, '');
}

/** Returns a number with its English noun: `1 request`, `2 requests`. Chinese nouns have one form. */
export function plural(count: number | string, one: string, other = `${one}s`): string {
  return `${count} ${pluralForm(count, one, other)}`;
}

export function withCapital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Continues a sentence with a text. A name such as `CrashLoopBackOff` stays as it is. */
export function withoutCapital(text: string): string {
  return text.replace(/^[A-Z](?=[a-z]*\b)/, (first) => first.toLowerCase());
}

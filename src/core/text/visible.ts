/** Removes invisible characters that change how text is displayed. Keeps line ends, tabs, and emoji's joiner. */
export function visible(text: string): string {
  return hidden.test(text) ? text.replace(allHidden, '') : text;
}

const hidden = /[[\p{Cc}\p{Cf}]--[\t\n\u200d]]/v;
const allHidden = new RegExp(hidden, 'gv');

const numberAndUnit = /(\d) (?=(?:ms|s|min|h|cores?|[KMG]i?B(?:\/s)?|B\/s)(?![\p{L}\p{N}]))/gu;

/** Joins numbers and their units with no-break spaces, because a title is short and wraps on a phone: `500 ms`. */
export function unbroken(title: string): string {
  return title.replace(numberAndUnit, '$1\u00a0');
}

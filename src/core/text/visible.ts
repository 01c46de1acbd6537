/** Removes invisible characters that change how text is displayed. Keeps line ends, tabs, and emoji's joiner. */
export function visible(text: string): string {
  return hidden.test(text) ? text.replace(allHidden, '') : text;
}

const hidden = /[[\p{Cc}\p{Cf}]--[\t\n\u200d]]/v;
const allHidden = new RegExp(hidden, 'gv');

/**
 * Removes invisible characters that change how text is shown: control, zero-width and direction characters. Line ends
 * and tabs stay, and the joiner (U+200D) that one emoji of several is made with.
 */
export function visible(text: string): string {
  return hidden.test(text) ? text.replace(allHidden, '') : text;
}

const hidden = /[[\p{Cc}\p{Cf}]--[\t\n\u200d]]/v;
const allHidden = new RegExp(hidden, 'gv');

/** Writes what a Chinese keyboard makes full-width (`２ｈ`, `８０８０`) as it is read everywhere else. Only for what isn't a name. */
export function narrow(text: string): string {
  return text.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
}

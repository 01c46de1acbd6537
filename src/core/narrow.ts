/** Converts full-width characters of a Chinese keyboard (`２ｈ`, `８０８０`) to ASCII. Not for names. */
export function narrow(text: string): string {
  return text.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
}

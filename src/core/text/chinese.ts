/**
 * A list that was joined with commas, as Chinese writes it: `a, b` becomes `a、b`. Values of messages hold such lists,
 * also those of stored requests.
 */
export function enumerated(names: string): string {
  return names.replaceAll(', ', '、');
}

/** In Chinese, a space separates Chinese and Latin characters; there is none between Chinese ones. */
export function apart(value: string): string {
  const before = /^[\p{Script=Han}“（]/u.test(value) ? '' : ' ';
  const after = /[\p{Script=Han}”）]$/u.test(value) ? '' : ' ';
  return `${before}${value}${after}`;
}

/** Parts of a Chinese text after one another: a full-width sign brings its own space. */
export function chineseWords(parts: readonly string[]): string {
  return parts.reduce((text, part) => {
    const touches = text === '' || /[。，；：？！、）”]$/u.test(text) || /^[，；：、（“]/u.test(part);
    return touches ? `${text}${part}` : `${text} ${part}`;
  }, '');
}

/** A name in a Chinese sentence: in quotes, since a name may itself be Chinese. */
export function quoted(name: string): string {
  return `“${name}”`;
}

/** Names that were joined with commas, each in quotes: `a, b` becomes `“a”、“b”`. */
export function quotedNames(names: string): string {
  return names.split(', ').map(quoted).join('、');
}

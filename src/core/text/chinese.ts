/** Converts the commas of a list for Chinese: `a, b` becomes `a、b`. Values of messages contain such lists. */
export function enumerated(names: string): string {
  return names.replaceAll(', ', '、');
}

/** Adds the spaces that Chinese typography puts between Chinese and Latin characters. */
export function apart(value: string): string {
  const before = /^[\p{Script=Han}“（]/u.test(value) ? '' : ' ';
  // A link ends with `>`.
  const after = /[\p{Script=Han}”）]>?$/u.test(value) ? '' : ' ';
  return `${before}${value}${after}`;
}

/** Joins words and values in turn, without the space between Chinese words and a Chinese value: `用时 ` and `约 3 秒`. */
export function withoutSpaces(parts: readonly string[]): string {
  return parts.reduce((text, part, at) => {
    const isSpaced = /[\p{Script=Han}”）] $/u.test(parts[at - 1] ?? '') && /^[\p{Script=Han}“（]/u.test(part);
    const isFollowed = /[\p{Script=Han}”）]$/u.test(text) && /^ [\p{Script=Han}“（]/u.test(part);
    return `${isSpaced ? text.slice(0, -1) : text}${isFollowed ? part.slice(1) : part}`;
  }, '');
}

/** Joins parts of a Chinese text. Full-width punctuation needs no space around it. */
export function chineseWords(parts: readonly string[]): string {
  return parts.reduce((text, part) => {
    const touches = text === '' || /[。，；：？！、）”]$/u.test(text) || /^[，；：、（“]/u.test(part);
    return touches ? `${text}${part}` : `${text} ${part}`;
  }, '');
}

/** Quotes a name in a Chinese sentence, because the name may itself be Chinese. */
export function quoted(name: string): string {
  return `“${name}”`;
}

/** Quotes each name of a comma-separated list: `a, b` becomes `“a”、“b”`. */
export function quotedNames(names: string): string {
  return names.split(', ').map(quoted).join('、');
}

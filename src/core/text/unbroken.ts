const numberAndUnit = /(\d) (?=(?:ms|s|min|h|cores?|[KMG]i?B(?:\/s)?|B\/s)(?![\p{L}\p{N}]))/gu;

/** Joins numbers and their units with no-break spaces, because a title is short and wraps on a phone: `500 ms`. */
export function unbroken(title: string): string {
  return title.replace(numberAndUnit, '$1\u00a0');
}

import { logTail } from './log-text.ts';

/** How many of the last lines are looked at, and the longest that is shown. */
const lookedAt = { lines: 200, characters: 40_000 };
const longest = 300;

/** What a line looks like that says what went wrong, the most telling first. */
const telling: readonly RegExp[] = [
  // A compiler's or an interpreter's own message, often with its place: `checkout.ts(41,7): error TS2322: …`.
  /(?:\berror\b\s*(?:\[\w+\]|[A-Z]{1,4}\d{2,6})?\s*:|\b[A-Z]\w*(?:Error|Exception)\b\s*:)/i,
  /\b(?:fatal|panic|error response|manifest unknown|not found|no such|denied|unauthorized|cannot|can't|unable to|timed? ?out|out of memory|no space left)\b/i,
  /\b(?:error|err!|fail(?:ed|ure)?)\b|失败|错误|超时|不存在|无法/i,
];

/** Lines that only say that something failed, which the card says itself. */
const summaries = /(?:exit (?:status|code)|ELIFECYCLE|failure: exit|^(?:构建|拉取|启动)\S{0,6}失败[。！!]?$)/i;

/**
 * The line of a failed event's log that says why, with secrets masked; undefined for an empty log. Of a log in which no
 * line looks like an error, it is the last one.
 */
export function logCause(log: readonly string[]): string | undefined {
  const lines = logTail(log, lookedAt)
    .text.split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => /[\p{L}\p{N}]{2}/u.test(line));
  const specific = lines.filter((line) => !summaries.test(line));
  const found = telling
    .map((pattern) => specific.find((line) => pattern.test(line)))
    .find((line) => line !== undefined);
  const line = found ?? lines.at(-1);
  if (line === undefined || line.length <= longest) return line;
  return `${line.slice(0, longest - 1)}…`.toWellFormed();
}

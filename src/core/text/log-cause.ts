import { logTail } from './log-text.ts';
import { shortened } from './shortened.ts';

/** Maximum number of last lines and characters to examine, and maximum length shown. */
const lookedAt = { lines: 200, characters: 40_000 };
const longest = 300;

/** Patterns of lines that contain the error, the most specific first. */
const telling: readonly RegExp[] = [
  // Messages of compilers and interpreters, often with a position: `checkout.ts(41,7): error TS2322: …`.
  /(?:\berror\b\s*(?:\[\w+\]|[A-Z]{1,4}\d{2,6})?\s*:|\b[A-Z]\w*(?:Error|Exception)\b\s*:)/i,
  /\b(?:fatal|panic|error response|manifest unknown|not found|no such|denied|unauthorized|cannot|can't|unable to|timed? ?out|out of memory|no space left)\b/i,
  /\b(?:error|err!|fail(?:ed|ure)?)\b|失败|错误|超时|不存在|无法/i,
];

/** Lines that only report a failure, which the card already shows. */
const summaries = /(?:exit (?:status|code)|ELIFECYCLE|failure: exit|^(?:构建|拉取|启动)\S{0,6}失败[。！!]?$)/i;

/** Returns the line with the reason from a failed event's log, secrets masked; otherwise the last line. */
export function logCause(log: readonly string[]): string | undefined {
  const lines = logTail(log, lookedAt)
    .text.split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => /[\p{L}\p{N}]{2}/u.test(line));
  const specific = lines.filter((line) => !summaries.test(line));
  const cause = telling
    .map((pattern) => specific.find((line) => pattern.test(line)))
    .find((line) => line !== undefined);
  const line = cause ?? lines.at(-1);
  return line && shortened(line, longest);
}

/** Line of a build from source code, as the platform writes it (docs/platform.md#event-logs). */
const commitLine = /^\s*CodeVersion:([0-9a-f]{7,8})\b/;

/** Returns the short hash of the commit that a build's log names. If a build was tried twice, the last one counts. */
export function logCommit(log: readonly string[]): string | undefined {
  return log.flatMap((text) => commitLine.exec(text)?.[1] ?? []).at(-1);
}

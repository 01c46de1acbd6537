import * as z from 'zod';

const Line = z.looseObject({ level: z.string(), what: z.string(), error: z.unknown().optional() });

/** Errors in the bot's log that nothing expected, with what is known of each. Injected failures are logged as warnings. */
export function errorsIn(lines: readonly string[]): readonly string[] {
  return lines.flatMap((text) => {
    const line = Line.safeParse(parse(text));
    if (!line.success) return [`not a log line: ${text.slice(0, 120)}`];
    const { level, what, error } = line.data;
    return level === 'error' || level === 'fatal' ? [`${what} (${JSON.stringify(error ?? '').slice(0, 160)})`] : [];
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { type DestinationStream, destination, pino, stdTimeFunctions } from 'pino';
import type { Secret } from '../core/text/secret.ts';
import type { Log } from '../core/world.ts';
import { createRedactor } from './redact.ts';

/**
 * Writes one JSON object a line to the standard output, secrets taken out of every text and field.
 * @param options `level`: of pino, or `silent`; `secrets`: values that must never appear in a line;
 *   `stream`: instead of the standard output
 */
export function createLogger(options: {
  readonly level: string;
  readonly secrets?: readonly Secret[];
  readonly stream?: DestinationStream;
}): Log {
  const redactor = createRedactor(options.secrets);
  const settings = {
    level: options.level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    messageKey: 'what',
    formatters: { level: (label: string) => ({ level: label }) },
  };
  // Written at once: lines that wait for a worker or a buffer are the ones a crash loses.
  const base = pino(settings, options.stream ?? destination({ fd: 1, sync: true }));
  const line =
    (level: 'debug' | 'info' | 'warn' | 'error'): Log['info'] =>
    (what, fields = {}) => {
      if (base.isLevelEnabled(level)) base[level](redactor.value(fields), redactor.text(what));
    };
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
}

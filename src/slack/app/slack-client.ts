import { type Logger, LogLevel, WebClient, type WebClientOptions } from '@slack/web-api';
import type { World } from '../../core/world.ts';
import type { Metrics } from '../../observability/metrics.ts';
import { createSlackFetch, createSlackLimits, type SlackLimits } from './slack-fetch.ts';

interface SlackCalls {
  readonly apiUrl: string | undefined;
  readonly world: World;
  readonly metrics: Pick<Metrics, 'slackCalled'>;
  readonly limits: SlackLimits;
  readonly send?: typeof globalThis.fetch;
}

/** Returns options for Slack's client with our own fetch. `patienceMs`: maximum wait of one call for rate limits. */
export function clientOptionsOf({ apiUrl, world, metrics, limits, send }: SlackCalls, patienceMs: number) {
  return {
    slackApiUrl: apiUrl,
    fetch: createSlackFetch(world, metrics, limits, patienceMs, send),
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    // Calls and refusals are already logged with their metric (`loggedMetrics`), so the client's lines are level debug.
    logger: slackLogger({ log: { ...world.log, error: world.log.debug, warn: world.log.debug } }),
  } satisfies WebClientOptions;
}

export function createSlackClient(
  token: string,
  apiUrl: string | undefined,
  world: World,
  send?: typeof globalThis.fetch,
): WebClient {
  const calls = { apiUrl, world, metrics: { slackCalled: () => undefined }, limits: createSlackLimits() };
  return new WebClient(token, clientOptionsOf({ ...calls, ...(send ? { send } : {}) }, 0));
}

/** Writes log lines of Bolt and its client to our log, except debug lines, because they contain messages (Bolt 5.1). */
export function slackLogger({ log }: Pick<World, 'log'>): Logger {
  const line =
    (write: (what: string) => void) =>
    (...parts: unknown[]) =>
      write(parts.map(String).join(' ').slice(0, 500));
  return {
    debug: () => undefined,
    info: line((what) => log.debug(what)),
    warn: line((what) => log.warn(what)),
    error: line((what) => log.error(what)),
    setLevel: () => undefined,
    getLevel: () => LogLevel.INFO,
    setName: () => undefined,
  };
}

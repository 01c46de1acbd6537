import { type Logger, LogLevel, WebClient, type WebClientOptions } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { withRetries } from '../../core/retry.ts';
import { waitOn } from '../../core/waits.ts';
import type { World } from '../../core/world.ts';
import type { Metrics } from '../../observability/metrics.ts';
import { isKnownError } from '../interaction/slack-errors.ts';

interface SlackCalls {
  readonly apiUrl: string | undefined;
  readonly world: World;
  readonly metrics: Pick<Metrics, 'slackCalled'>;
  readonly limits: SlackLimits;
  readonly send?: typeof globalThis.fetch;
}

/** Idempotent methods. They are retried even if the response was lost. */
const repeatable =
  /^(auth\.test|users\.|conversations\.(info|members|open)|usergroups\.|files\.info|chat\.(update|getPermalink)|views\.publish|team\.info)/;
/** Methods with a trigger, which expires after 3 s (docs/slack.md#views), so they aren't retried after a wait. */
const urgent = /^views\.(open|push)$/;
/** Maximum wait for one rate limit, in ms. If the limit is longer, the caller reports a failure. */
const longestWaitMs = 30_000;
/** Retries of a repeatable method after a broken connection. */
const broken = { firstMs: 400, maxMs: 800, attempts: 3 };
const timeoutMs = 10_000;
/** Maximum age of a usable trigger, in ms. If the trigger is older, the caller reports that. */
const urgentMs = 2_500;

/** End of each call's rate limit, epoch ms, as Slack named it. Shared by all clients of one token. */
type SlackLimits = LRUCache<string, number>;

export function createSlackLimits(): SlackLimits {
  return new LRUCache({ max: 1_000 });
}

/**
 * Creates the fetch of a Slack client. Until a rate limit ends, calls are refused here with a response like Slack's.
 * After a broken connection, a call is repeated only if that can't post twice, unlike in the client's own retries
 * (docs/slack.md#retries).
 * @param patienceMs maximum total wait of one call for a rate limit; 0 for callers that repeat calls anyway
 */
export function createSlackFetch(
  world: Pick<World, 'wait' | 'now' | 'random' | 'log'>,
  metrics: Pick<Metrics, 'slackCalled'>,
  limits: SlackLimits,
  patienceMs: number,
  send: typeof globalThis.fetch = globalThis.fetch,
): typeof globalThis.fetch {
  const logged = new Set<string>();
  return (input, init) => waitOn({ on: 'slack' }, call(input, init));

  async function call(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): Promise<Response> {
    const method = methodOf(input instanceof Request ? input.url : String(input));
    const limited = limitedCall(method, init?.body);
    let patience = urgent.test(method) ? 0 : patienceMs;
    for (;;) {
      const wait = (limits.get(limited) ?? 0) - world.now();
      if (wait <= 0) {
        const response = await counted(input, init, method);
        if (response.status !== 429 || method === notAMethod) return response;
        await response.arrayBuffer();
        limits.set(limited, world.now() + retryAfterMs(response));
      } else if (wait > Math.min(patience, longestWaitMs)) return refusal(wait);
      else {
        patience -= wait;
        await waitOn({ on: 'slack-limit', seconds: Math.ceil(wait / 1_000) }, world.wait(wait));
      }
    }
  }

  async function counted(input: Parameters<typeof fetch>[0], init: RequestInit | undefined, method: string) {
    const since = world.now();
    const attempt = () => {
      const timeout = AbortSignal.timeout(urgent.test(method) ? urgentMs : timeoutMs);
      return send(input, { ...init, signal: AbortSignal.any([timeout, ...(init?.signal ? [init.signal] : [])]) });
    };
    try {
      const response = await withRetries(world, broken, attempt, () => repeatable.test(method));
      const code = await codeOfReply(response);
      metrics.slackCalled(method, code, world.now() - since);
      if (response.ok && code !== 'ok') logUnknown(method, code);
      return response;
    } catch (error) {
      metrics.slackCalled(method, 'unreachable', world.now() - since);
      throw error;
    }
  }

  /** Logs an error code that isn't in our table. Such an error is treated as temporary (docs/slack.md#errors). */
  function logUnknown(method: string, code: string): void {
    const both = `${method} ${code}`;
    if (isKnownError(code) || logged.has(both)) return;
    logged.add(both);
    world.log.warn('Slack answered with an error that Portolan doesn’t know', { method, code });
  }
}

/** Returns the key of a rate limit: the method, and for posting also the channel (docs/slack.md#rate-limits). */
function limitedCall(method: string, body: RequestInit['body']): string {
  if (method !== 'chat.postMessage' || typeof body !== 'string') return method;
  return `${method} ${new URLSearchParams(body).get('channel') ?? ''}`;
}

/** Slack always names a wait in seconds, but a proxy between might not. */
function retryAfterMs(response: Response): number {
  const seconds = Number(response.headers.get('retry-after'));
  return seconds > 0 ? seconds * 1_000 : 1_000;
}

function refusal(waitMs: number): Response {
  return Response.json(
    { ok: false, error: 'ratelimited' },
    { status: 429, headers: { 'retry-after': String(Math.ceil(waitMs / 1_000)) } },
  );
}

/** Refusal by Slack: `ok: false` and an error code, in a reply with status 200. */
const RefusedReply = z.object({
  ok: z.literal(false),
  error: z
    .string()
    .regex(/^[a-z_]{1,60}$/)
    .catch('other'),
});

async function codeOfReply(response: Response): Promise<string> {
  if (!response.ok) return String(response.status);
  // If the body can't be read here, the client can't read it either, and the client reports the error.
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return RefusedReply.safeParse(body).data?.error ?? 'ok';
}

const notAMethod = 'response_url';

/** Returns `chat.postMessage` for `https://slack.com/api/chat.postMessage`. Other URLs: response_urls and uploads. */
function methodOf(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  return /^[a-z]+(\.[A-Za-z]+)+$/.test(last) ? last : notAMethod;
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

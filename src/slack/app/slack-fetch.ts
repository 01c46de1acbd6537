import * as z from 'zod';
import type { World } from '../../core/world.ts';
import type { Metrics } from '../../observability/metrics.ts';

/** Idempotent methods: they are called again after a lost response. */
const repeatable =
  /^(auth\.test|users\.|conversations\.(info|members|open)|usergroups\.|files\.info|chat\.(update|getPermalink)|views\.publish|apps\.connections\.open|team\.info)/;
/** Methods with a trigger. It expires after three seconds (Slack limits, section 3), so they aren't retried after a wait. */
const urgent = /^views\.(open|push)$/;
const mostRateLimits = 3;
/** The longest wait for a response, in ms; after it, the caller reports a failure. */
const longestWaitMs = 30_000;
const retryWaits = [200, 800];
const timeoutMs = 10_000;
/** A trigger that is older than this can't be used, and the caller reports that. */
const urgentMs = 2_500;

/**
 * The fetch for all calls to Slack. A rate limit is waited out as Slack says, up to half a minute: such a call had no
 * effect. Modals are not waited for. A broken connection is tried again only where that can't post twice (Slack limits,
 * section 8: the client's own retries do).
 */
export function createSlackFetch(
  world: Pick<World, 'wait' | 'now'>,
  metrics: Pick<Metrics, 'slackCalled'>,
  send: typeof globalThis.fetch = globalThis.fetch,
): typeof globalThis.fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const method = methodOf(url);
    const since = world.now();
    try {
      const response = await attempt(input, init, method);
      metrics.slackCalled(method, await outcomeOf(response, method), world.now() - since);
      return response;
    } catch (error) {
      metrics.slackCalled(method, 'unreachable', world.now() - since);
      throw error;
    }
  };

  async function attempt(input: Parameters<typeof fetch>[0], init: RequestInit | undefined, method: string) {
    const isUrgent = urgent.test(method);
    let limited = isUrgent ? mostRateLimits : 0;
    let broken = 0;
    for (;;) {
      try {
        const signal = AbortSignal.any([
          AbortSignal.timeout(isUrgent ? urgentMs : timeoutMs),
          ...(init?.signal ? [init.signal] : []),
        ]);
        const response = await send(input, { ...init, signal });
        const after = Number(response.headers.get('retry-after')) * 1_000;
        if (response.status !== 429 || limited >= mostRateLimits || !(after <= longestWaitMs)) return response;
        limited += 1;
        await response.arrayBuffer();
        await world.wait(Math.max(after, 100));
      } catch (error) {
        const wait = retryWaits[broken];
        if (!repeatable.test(method) || wait === undefined) throw error;
        broken += 1;
        await world.wait(wait);
      }
    }
  }
}

/** Slack refuses with `ok: false` and its code in a reply of status 200. */
const RefusedReply = z.object({
  ok: z.literal(false),
  error: z
    .string()
    .regex(/^[a-z_]{1,60}$/)
    .catch('other'),
});

async function outcomeOf(response: Response, method: string): Promise<string> {
  if (!response.ok) return String(response.status);
  if (method === notAMethod) return 'ok';
  // What can't be read here can't be read by the client either, which tells so.
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return RefusedReply.safeParse(body).data?.error ?? 'ok';
}

/** The name that is logged for a response_url or an upload. */
const notAMethod = 'response_url';

/** `chat.postMessage` of `https://slack.com/api/chat.postMessage`; other addresses are response_urls and uploads. */
function methodOf(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  return /^[a-z]+(\.[A-Za-z]+)+$/.test(last) ? last : notAMethod;
}

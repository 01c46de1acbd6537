import { resultWithin, type World } from '../core/world.ts';
import type { Metrics } from './metrics.ts';

/** Whether something that the bot needs works. `detail` is shown to everyone who opens the page: never a secret. */
export interface Check {
  readonly state: 'ok' | 'failing' | 'unknown';
  readonly detail?: string;
}

/** What the bot depends on. Only the database and Slack decide whether it is ready; the platform is only reported. */
export interface Readiness {
  readonly database: Check;
  readonly slack: Check;
  readonly platform: Check;
  /** The process is about to end: no new work, please. */
  readonly stopping?: boolean;
}

/** An HTTP answer as data: for Bolt's custom routes and for a server of our own alike. */
export interface HealthReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One route. `GET` and `HEAD` are answered, all else is a 405. Never rejects. */
export interface Route {
  readonly path: '/healthz' | '/readyz' | '/metrics';
  readonly handle: (method: string) => Promise<HealthReply>;
}

/** `/readyz` answers within this time, whatever hangs. */
const readyMs = 4_000;

/**
 * Makes `/healthz`, `/readyz` and `/metrics` (docs/deployment.md#endpoints).
 * @param options `ready` looks at what the bot depends on; equal questions at one time are asked once
 * @returns those of `PORT`: all of them, or only `/healthz` where there is an `ADMIN_PORT`; and those of `ADMIN_PORT`,
 *   which also serves the liveness check, none without one
 */
export function createHealthRoutes(options: {
  readonly ready: () => Promise<Readiness>;
  readonly metrics: Pick<Metrics, 'expose' | 'contentType'>;
  readonly world: Pick<World, 'wait' | 'log'>;
  readonly adminPort?: number | undefined;
}): { readonly main: readonly Route[]; readonly admin: readonly Route[] } {
  const ready = once(options.ready);
  const { wait, log } = options.world;
  const route = (path: Route['path'], answer: () => Promise<HealthReply>): Route => ({
    path,
    async handle(method) {
      if (method !== 'GET' && method !== 'HEAD') {
        const refusal = json(405, { error: 'Use GET.' });
        return { ...refusal, headers: { ...refusal.headers, allow: 'GET, HEAD' } };
      }
      const reply = await answer().catch((error: unknown) => {
        log.error('a health route could not be answered', { path, error });
        return json(503, { status: 'not ready', why: 'the check itself failed' });
      });
      return method === 'HEAD' ? { ...reply, body: '' } : reply;
    },
  });
  // Also while Slack or the database is away: a new process wouldn't reach them either.
  const healthz = route('/healthz', async () => json(200, { status: 'alive' }));
  const readyz = route('/readyz', () => answerReady(ready, wait));
  const metrics = route('/metrics', async () => ({
    status: 200,
    headers: { 'content-type': options.metrics.contentType, 'cache-control': 'no-store' },
    body: await options.metrics.expose(),
  }));
  if (options.adminPort === undefined) return { main: [healthz, readyz, metrics], admin: [] };
  return { main: [healthz], admin: [healthz, readyz, metrics] };
}

async function answerReady(ready: () => Promise<Readiness>, wait: World['wait']): Promise<HealthReply> {
  const found = await resultWithin({ wait }, readyMs, ready());
  if (!found) return json(503, { status: 'not ready', why: `no answer within ${readyMs} ms` });
  const ok = found.database.state === 'ok' && found.slack.state === 'ok' && found.stopping !== true;
  return json(ok ? 200 : 503, { status: found.stopping ? 'stopping' : ok ? 'ready' : 'not ready', ...found });
}

/** Keeps what a run gave for `ms` from its start; runs that fail aren't kept. */
export function keepFor<T>(ms: number, now: () => number, run: () => Promise<T>): () => Promise<T> {
  let kept: { readonly value: Promise<T>; readonly until: number } | undefined;
  return () => {
    if (kept && now() < kept.until) return kept.value;
    const next = { value: run(), until: now() + ms };
    kept = next;
    next.value.catch(() => {
      if (kept === next) kept = undefined;
    });
    return next.value;
  };
}

/** Shares one run among all that ask while it runs. */
function once<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}

function json(status: number, body: object): HealthReply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: `${JSON.stringify(body)}\n`,
  };
}

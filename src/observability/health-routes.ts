import { resultWithin, type World } from '../core/world.ts';
import type { Metrics } from './metrics.ts';

/** State of a dependency of the bot. `detail` is public, so it must not contain secrets. */
export interface Check {
  readonly state: 'ok' | 'failing' | 'unknown';
  readonly detail?: string;
}

/** States of dependencies. The database and Slack decide whether the bot is ready; the platform is only reported. */
export interface Readiness {
  readonly database: Check;
  readonly slack: Check;
  readonly platform: Check;
  readonly stopping?: boolean;
}

/** HTTP reply as data, for Bolt's custom routes and for our own server. */
export interface HealthReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Route for `GET` and `HEAD`; other methods get a 405. Never rejects. */
export interface Route {
  readonly path: '/healthz' | '/readyz' | '/metrics';
  readonly handle: (method: string) => Promise<HealthReply>;
}

/** Maximum time of `/readyz`, in ms, even if a check hangs. */
const readyMs = 4_000;

/**
 * Creates `/healthz`, `/readyz` and `/metrics` (docs/deployment.md#endpoints). @param options `ready` checks the
 * dependencies; parallel calls share one check @returns the routes of `PORT` and of `ADMIN_PORT`. With `ADMIN_PORT`,
 * `PORT` has only `/healthz`, and `ADMIN_PORT` has all routes. Without `ADMIN_PORT`, `PORT` has all routes.
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
  // Answer 200 even if Slack or the database is down, because a restarted process couldn't reach them either.
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
  const readiness = await resultWithin({ wait }, readyMs, ready());
  if (!readiness) return json(503, { status: 'not ready', why: `no answer within ${readyMs} ms` });
  const ok = readiness.database.state === 'ok' && readiness.slack.state === 'ok' && readiness.stopping !== true;
  return json(ok ? 200 : 503, { status: readiness.stopping ? 'stopping' : ok ? 'ready' : 'not ready', ...readiness });
}

/** Returns a function that runs `run` and reuses its result for `ms` from the run's start. Failures aren't reused. */
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

/** Returns a function that runs `run` only once at a time. Parallel callers share the result. */
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

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isOfGrafana, readNotification } from '../../core/alerts/notification.ts';
import type { AlertSource } from '../../core/policy/policy.ts';
import { readJson } from '../../core/text/json.ts';
import type { Secret } from '../../core/text/secret.ts';
import type { World } from '../../core/world.ts';
import type { Metrics } from '../../observability/metrics.ts';
import { receiveAlerts, tellOfSource } from '../../operations/incident/receive-alerts.ts';
import type { Services } from '../../operations/shared/services.ts';
import { edgeLimits } from '../blocks/limits.ts';
import type { EdgeDoor, EdgeRefusal } from '../edge/guard.ts';

/** Path for Alertmanager's notifications, followed by the source's name. */
export const hooksPath = '/hooks/alertmanager/';

export interface HookDoor extends EdgeDoor {
  /** Resolves after the current notifications are stored. */
  stop(): Promise<void>;
}

export interface HookDoorParts {
  readonly tokens: ReadonlyMap<string, Secret>;
  readonly services: Services;
  readonly world: World;
  readonly metrics: Pick<Metrics, 'alertsReceived'>;
  readonly wake: () => void;
}

/** Creates the door for Alertmanager: one bearer token per source. Returns undefined without sources. */
export function createHookDoor(parts: HookDoorParts): HookDoor | undefined {
  const { tokens, services, world, metrics, wake } = parts;
  const { alertSources } = services.policy;
  if (!alertSources || alertSources.size === 0) return undefined;
  const sources = new Map(
    [...alertSources].flatMap(([name, source]) => {
      const token = tokens.get(name);
      return token ? [[name, { source, digest: digestOf(token.reveal()) }] as const] : [];
    }),
  );
  const working = new Set<Promise<void>>();
  const sourceOf = ({ url = '/' }: IncomingMessage) =>
    sources.get((url.split('?', 1)[0] ?? '').slice(hooksPath.length).replace(/\/$/, ''));

  function refuse(request: IncomingMessage): EdgeRefusal | undefined {
    const source = sourceOf(request);
    if (!source) {
      metrics.alertsReceived('', 'not_found');
      return { status: 404, why: 'path' };
    }
    if (!isBearer(request.headers.authorization, source.digest)) {
      metrics.alertsReceived(source.source.name, 'unauthorized');
      return { status: 401, why: 'identity' };
    }
    return undefined;
  }

  function track(work: Promise<void>): void {
    const done: Promise<void> = work
      .catch((error: unknown) => world.log.error('a line about alerts couldn’t be kept', { error }))
      .finally(() => working.delete(done));
    working.add(done);
  }

  return {
    bodyBytes: () => edgeLimits.bodyBytes,
    refuse,
    tooLong(request) {
      const configured = sourceOf(request);
      if (!configured) return undefined;
      metrics.alertsReceived(configured.source.name, 'too_large');
      track(tellOfSource(services, configured.source, 'too-large').then(wake));
      return undefined;
    },
    enter(request, response, pieces, sender) {
      const configured = sourceOf(request);
      if (!configured) return answer(response, 404, 'not_found');
      sender.trust();
      const { source } = configured;
      track(
        keepNotification(parts, source, response, Buffer.concat(pieces)).catch((error: unknown) => {
          metrics.alertsReceived(source.name, 'not_stored');
          world.log.error('a notification couldn’t be kept', { source: source.name, error });
          // Alertmanager retries after any 5xx (docs/platform.md#alertmanager).
          answer(response, 503, 'not_stored');
        }),
      );
    },
    async stop() {
      await Promise.all(working);
    },
  };
}

async function keepNotification(
  { services, world, metrics, wake }: HookDoorParts,
  source: AlertSource,
  response: ServerResponse,
  body: Buffer,
): Promise<void> {
  const json = readJson(body.toString());
  const notification = readNotification(json);
  if (!notification) {
    metrics.alertsReceived(source.name, 'invalid');
    world.log.warn('a notification isn’t one of Alertmanager’s webhook, version 4', { source: source.name });
    if (isOfGrafana(json)) {
      await tellOfSource(services, source, 'grafana');
      wake();
    }
    return answer(response, 400, 'invalid');
  }
  const received = await receiveAlerts(services, source, notification);
  metrics.alertsReceived(source.name, received);
  // If there is no room now, Alertmanager retries, as after any 5xx (docs/platform.md#alertmanager).
  answer(response, received === 'too_many' ? 503 : 200, received);
  if (received !== 'repeated') wake();
}

/** Checks the source's token. The time doesn't depend on the token's content or length. */
function isBearer(header: string | undefined, digest: Buffer): boolean {
  const [, token = ''] = /^Bearer (\S{1,500})$/i.exec(header ?? '') ?? [];
  return timingSafeEqual(digestOf(token), digest);
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function answer(response: ServerResponse, status: number, said: string): void {
  if (response.headersSent || response.destroyed) return;
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .end(`${said}\n`);
}

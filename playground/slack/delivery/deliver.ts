import { createHmac } from 'node:crypto';
import { parseJson } from '../json-values.ts';
import type { JsonRecord } from '../page-protocol.ts';
import type { SlackState } from '../slack-state.ts';
import type { Sockets } from './sockets.ts';

/** Sends requests to the bot: signed over HTTP, or as envelopes while a Socket Mode connection is open. */

export type Delivery = {
  readonly kind: 'slash_commands' | 'interactive' | 'events_api';
  readonly name: string;
  readonly payload: JsonRecord;
  readonly retry?: { readonly num: number; readonly reason: string };
};

/** Answer to a delivery. Only a 2xx within the timeout is an ack. */
export type DeliveryAck =
  | { readonly ok: true; readonly body: unknown }
  | {
      readonly ok: false;
      readonly reason: 'http_timeout' | 'http_error' | 'connection_failed';
      readonly status: number | null;
      /** Whether the bot asked not to redeliver. */
      readonly noRetry: boolean;
    };

export type Deliver = (delivery: Delivery) => Promise<DeliveryAck>;

/** Returns Slack's signature (v0) of a body sent at `seconds`. */
export function sign(secret: string, seconds: number, body: string): string {
  return `v0=${createHmac('sha256', secret).update(`v0:${seconds}:${body}`).digest('hex')}`;
}

/** Returns the body and content type of a delivery over HTTP. */
export function encode(delivery: Pick<Delivery, 'kind' | 'payload'>): { readonly type: string; readonly body: string } {
  const form = 'application/x-www-form-urlencoded';
  const { kind, payload } = delivery;
  if (kind === 'events_api') return { type: 'application/json', body: JSON.stringify(payload) };
  if (kind === 'interactive')
    return { type: form, body: new URLSearchParams({ payload: JSON.stringify(payload) }).toString() };
  const fields = Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, String(value)]));
  return { type: form, body: new URLSearchParams(fields).toString() };
}

async function overHttp(
  sim: SlackState,
  delivery: Delivery,
  ackMs: number,
  signNow: () => number,
): Promise<DeliveryAck> {
  const { eventsUrl, signingSecret } = sim.bot;
  const failed = { ok: false, status: null, noRetry: false } as const;
  if (eventsUrl === undefined) return { ...failed, reason: 'connection_failed' };
  const { type, body } = encode(delivery);
  const seconds = Math.floor(signNow() / 1000);
  const { retry } = delivery;
  try {
    const response = await fetch(eventsUrl, {
      method: 'POST',
      headers: {
        'content-type': type,
        'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
        'x-slack-request-timestamp': String(seconds),
        'x-slack-signature': sign(signingSecret, seconds, body),
        ...(retry ? { 'x-slack-retry-num': String(retry.num), 'x-slack-retry-reason': retry.reason } : {}),
      },
      body,
      signal: AbortSignal.timeout(ackMs),
    });
    const text = await response.text();
    const noRetry = response.headers.get('x-slack-no-retry') === '1';
    if (!response.ok) return { ok: false, reason: 'http_error', status: response.status, noRetry };
    const json = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return { ok: true, body: json ? (parseJson(text) ?? text) : text };
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError';
    return { ...failed, reason: late ? 'http_timeout' : 'connection_failed' };
  }
}

async function overSocket(sockets: Sockets, delivery: Delivery, ackMs: number): Promise<DeliveryAck> {
  const { kind, payload, retry } = delivery;
  const answers = kind !== 'events_api';
  const more = {
    accepts_response_payload: answers,
    ...(answers ? {} : { retry_attempt: retry?.num ?? 0, retry_reason: retry?.reason ?? '' }),
  };
  const ack = await sockets.send(kind, payload, more, ackMs);
  if (ack.ok) return { ok: true, body: ack.body ?? '' };
  const reason = ack.why === 'late' ? 'http_timeout' : 'connection_failed';
  return { ok: false, reason, status: null, noRetry: false };
}

/** Sends and logs a delivery. `ackMs` is real time; `signNow` is the clock of signatures, epoch ms. */
export function createDeliver(
  sim: SlackState,
  sockets: Sockets,
  times: { readonly ackMs: number; readonly signNow: () => number },
): Deliver {
  return async (delivery) => {
    const socket = sockets.count() > 0;
    const { n } = sim.journal.write('delivery', delivery.name, null, {
      kind: delivery.kind,
      over: socket ? 'socket' : 'http',
      payload: delivery.payload,
      ...(delivery.retry ? { retry: delivery.retry } : {}),
    });
    const ack = await (socket
      ? overSocket(sockets, delivery, times.ackMs)
      : overHttp(sim, delivery, times.ackMs, times.signNow));
    sim.journal.write('ack', delivery.name, ack.ok ? null : ack.reason, { delivery: n, ...ack });
    return ack;
  };
}

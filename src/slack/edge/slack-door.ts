import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { World } from '../../core/world.ts';
import type { Metrics } from '../../observability/metrics.ts';
import { edgeLimits, timeLimits } from '../blocks/limits.ts';
import type { EdgeDoor, EdgeRefusal } from './guard.ts';
import { readEnvelope } from './slack-envelope.ts';

const types: readonly string[] = ['application/json', 'application/x-www-form-urlencoded'];

/** Creates the door in front of Bolt. Passes only signed and complete requests that look like Slack's. */
export function createSlackDoor(
  signingSecret: string,
  now: World['now'],
  metrics: Pick<Metrics, 'edgeRefused'>,
  pass: (request: IncomingMessage, response: ServerResponse, rawBody: Buffer) => void,
): EdgeDoor {
  const isSigned = ({ headers }: IncomingMessage) => headers['x-slack-signature'] !== undefined;
  return {
    bodyBytes: (request) => (isSigned(request) ? edgeLimits.bodyBytes : edgeLimits.sslCheckBytes),
    refuse(request) {
      tolerateCharset(request);
      return refusalOf(request, now());
    },
    tooLong: (request) => (isSigned(request) ? undefined : { status: 401, why: 'missing' }),
    enter(request, response, pieces, sender) {
      const { 'x-slack-signature': signature, 'x-slack-request-timestamp': stamp } = request.headers;
      if (typeof signature !== 'string' || typeof stamp !== 'string') {
        if (new URLSearchParams(Buffer.concat(pieces).toString()).get('ssl_check') === '1') response.end();
        else sender.refuse({ status: 401, why: 'missing' });
        return;
      }
      if (!isSignedBy(signingSecret, stamp, signature, pieces)) {
        sender.refuse({ status: 401, why: 'wrong' });
        return;
      }
      sender.trust();
      const raw = Buffer.concat(pieces);
      if (readEnvelope(parseBody(raw.toString(), request.headers['content-type'] ?? ''))) pass(request, response, raw);
      else {
        metrics.edgeRefused('envelope');
        response.writeHead(400).end();
      }
    },
  };
}

/** Parses a signed body: JSON, a form, or JSON in a form's `payload`. Returns undefined for anything else. */
export function parseBody(text: string, type: string): unknown {
  try {
    if (type === 'application/json') return JSON.parse(text);
    const form = Object.fromEntries(new URLSearchParams(text));
    return form.payload === undefined ? form : JSON.parse(form.payload);
  } catch {
    return undefined;
  }
}

/** Returns the error in a request's headers. A small unsigned form may be Slack's certificate check. */
function refusalOf({ headers }: IncomingMessage, now: number): EdgeRefusal | undefined {
  const encoding = headers['transfer-encoding'];
  const isKnown = types.includes(headers['content-type'] ?? '') && (encoding === undefined || encoding === 'chunked');
  const stamp = headers['x-slack-request-timestamp'];
  const signature = headers['x-slack-signature'];
  if (stamp === undefined && signature === undefined)
    return headers['content-type'] === types[1] && isKnown ? undefined : { status: 401, why: 'missing' };
  if (typeof stamp !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(stamp))
    return { status: 401, why: 'missing' };
  const age = now - Number(stamp) * 1_000;
  if (age > timeLimits.signatureMs) return { status: 401, why: 'old' };
  if (age < -timeLimits.signatureMs) return { status: 401, why: 'future' };
  return isKnown ? undefined : { status: 415, why: 'type' };
}

/** Checks Slack's signature (v0) of a body. The time doesn't depend on the signature. */
export function isSignedBy(secret: string, stamp: string, signature: string, pieces: readonly Buffer[]): boolean {
  const hmac = createHmac('sha256', secret).update(`v0:${stamp}:`);
  for (const piece of pieces) hmac.update(piece);
  const ours = Buffer.from(`v0=${hmac.digest('hex')}`);
  const theirs = Buffer.from(signature);
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
}

/** Removes the charset from the content type: Bolt 5.1 compares the whole type, so it would refuse the request. */
function tolerateCharset(request: IncomingMessage): void {
  const type = request.headers['content-type'];
  if (type?.includes(';')) request.headers['content-type'] = type.split(';', 1)[0]?.trim() ?? type;
}

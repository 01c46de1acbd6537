import type { Client } from 'undici';
import { backoffMs } from '../../core/retry.ts';
import { type WriteCall, WriteCallShape, type WriteReply } from '../call.ts';
import { endpoints, type WriteId } from '../endpoints.ts';
import { mapBreakdown } from '../errors/map-error.ts';
import { PlatformError } from '../errors/platform-error.ts';
import { type Limit, pause, startLimit } from './limit.ts';
import { callPlatform, type PlatformLink } from './link.ts';
import { readAnswer } from './reply-body.ts';
import { BrokenExchange, type HttpAnswer, type HttpExchange } from './transport.ts';

/** Wait before the single retry of an unsent call. */
const BACKOFF = { firstMs: 300, maxMs: 300 };

/**
 * Sends a write on an unused connection: if the server were just closing a used one, the outcome would be unknown.
 * Retries only an unsent call.
 * @throws PlatformError, or TypeError for an invalid write
 */
export async function sendWrite(
  link: PlatformLink,
  connect: () => Client,
  call: WriteCall,
  options: { readonly signal?: AbortSignal; readonly timeoutMs?: number },
): Promise<WriteReply> {
  if (!WriteCallShape[link.dialect.current()].safeParse(call).success)
    throw new TypeError('not a write of the platform interface');
  using limit = startLimit(options.timeoutMs ?? link.deadlines[endpoints[call.operation].deadline], options.signal);
  const answer = await sendOnceOrAgain(link, connect, call, limit);
  return await replyOf(link, call.operation, call, answer);
}

async function sendOnceOrAgain(
  link: PlatformLink,
  connect: () => Client,
  call: WriteCall,
  limit: Limit,
): Promise<HttpAnswer> {
  try {
    return await sendOnce(link, connect, call, limit);
  } catch (error) {
    // Retry only if nothing was sent and the reason is temporary.
    const mayGoAgain = error instanceof PlatformError && error.outcome === 'not-sent' && error.canRetry;
    if (!mayGoAgain || limit.ended) throw error;
    await pause(backoffMs(1, BACKOFF, link.random), limit);
    if (limit.ended) throw error;
    return sendOnce(link, connect, call, limit);
  }
}

async function sendOnce(link: PlatformLink, connect: () => Client, call: WriteCall, limit: Limit): Promise<HttpAnswer> {
  const connection = connect();
  const wanted: HttpExchange = {
    method: call.method,
    path: call.path,
    headers: call.body === undefined ? link.readHeaders : link.writeHeaders,
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    maxBytes: endpoints[call.operation].maxBytes,
    lastOne: true,
  };
  try {
    return await callPlatform(link, call.operation, connection, wanted, limit);
  } catch (error) {
    if (error instanceof BrokenExchange) throw mapBreakdown({ asked: call.operation, ...error.breakdown }, true);
    throw error;
  } finally {
    void connection.destroy();
  }
}

async function replyOf<Id extends WriteId>(
  link: PlatformLink,
  operation: Id,
  call: WriteCall,
  answer: HttpAnswer,
): Promise<WriteReply<Id>> {
  return { operation, status: answer.status, value: await readAnswer(link, operation, answer, call) };
}

import { type ClientOptions, WebSocket } from 'ws';
import * as z from 'zod';
import { errorCode, errorMessage } from '../../core/thrown.ts';
import { resultWithin, type World } from '../../core/world.ts';
import { timeLimits } from '../blocks/limits.ts';

/** How long a new connection may take until Slack's `hello`. */
const helloMs = 15_000;
/** A connection on which nothing came while three pings were sent, for 15 s, is given up. */
const pingMs = 5_000;
const pings = 3;
/** After the closing handshake, Slack leaves the TCP connection open (docs/slack.md#socket-mode). It is ended from here. */
const closingMs = 500;

/** A connection that Slack refused, or that broke. */
export class SocketFailure extends Error {
  override readonly name: string = 'SocketFailure';
  /** Of the HTTP answer that refused it. */
  readonly statusCode: number | undefined;
  /** How long to wait, in ms, if Slack says so. */
  readonly retryAfterMs: number | undefined;

  constructor(
    why: string,
    more: { readonly cause?: unknown; readonly statusCode?: number; readonly retryAfterMs?: number | undefined } = {},
  ) {
    super(why, { cause: more.cause });
    this.statusCode = more.statusCode;
    this.retryAfterMs = more.retryAfterMs;
  }
}

const Envelope = z.object({
  envelope_id: z.string(),
  payload: z.record(z.string(), z.unknown()),
  retry_attempt: z.number().optional().catch(undefined),
  retry_reason: z.string().optional().catch(undefined),
});
/** Something that Slack sent. It has to be acknowledged, or Slack sends it again or shows people an error. */
export type SocketEnvelope = z.infer<typeof Envelope>;

const Hello = z.object({ type: z.literal('hello') });
const Disconnect = z.object({ type: z.literal('disconnect'), reason: z.string().catch('unknown') });

/** Answers an envelope; an answer to a connection that is lost meanwhile is lost with it. */
export type AnswerEnvelope = (payload: object | undefined) => void;

/** Why another connection is needed: Slack announced that it ends this one, or it is lost. */
export type SocketEnd = { readonly announced: string } | { readonly lost: SocketFailure };

/** One connection of Socket Mode (docs/slack.md#socket-mode). */
export interface OpenSocket {
  /** Resolves at Slack's `hello`. @throws SocketFailure */
  readonly ready: Promise<void>;
  /** Resolves when another connection is needed. After an announcement, this one still works until it is closed. */
  readonly ending: Promise<SocketEnd>;
  readonly closed: Promise<void>;
  /** Takes nothing new, waits for what is being answered, and closes. */
  close(): Promise<void>;
}

/**
 * Opens a connection. Its times are waits and not differences of clock times: a clock that jumps ends nothing.
 * @param url of `apps.connections.open`
 * @param receive handles an envelope; resolves when it is answered, or never will be
 */
export function openSocket(
  url: string,
  world: Pick<World, 'wait'>,
  receive: (envelope: SocketEnvelope, answer: AnswerEnvelope) => Promise<void>,
): OpenSocket {
  const options: ClientOptions & { readonly closeTimeout: number } = {
    perMessageDeflate: false,
    closeTimeout: closingMs,
  };
  const socket = new WebSocket(url, options);
  const ready = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<SocketEnd>();
  const closed = Promise.withResolvers<void>();
  const over = new AbortController();
  const greeted = new AbortController();
  const answering = new Set<Promise<void>>();
  let isClosing = false;
  let isSilent = false;
  let failure: SocketFailure | undefined;

  function end(why: SocketFailure): void {
    failure ??= why;
    socket.terminate();
  }

  async function awaitHello(): Promise<void> {
    await world.wait(helloMs, AbortSignal.any([greeted.signal, over.signal]));
    if (!greeted.signal.aborted)
      end(new SocketFailure('no hello', { cause: new DOMException('late', 'TimeoutError') }));
  }

  /** Slack pings, too: whatever comes shows that the connection works. */
  async function awaitSilence(): Promise<void> {
    for (let silent = 0; silent < pings; silent = isSilent ? silent + 1 : 0) {
      isSilent = true;
      socket.ping();
      await world.wait(pingMs, over.signal);
      if (socket.readyState !== socket.OPEN) return;
    }
    end(new SocketFailure('silent'));
  }

  function take(text: string): void {
    const message = parsed(text);
    if (Hello.safeParse(message).success) {
      greeted.abort();
      ready.resolve();
      void awaitSilence();
      return;
    }
    const { reason } = Disconnect.safeParse(message).data ?? {};
    if (reason !== undefined) {
      if (!greeted.signal.aborted) end(new SocketFailure(reason));
      else ending.resolve({ announced: reason });
      return;
    }
    const envelope = Envelope.safeParse(message).data;
    if (!envelope || isClosing) return;
    const { envelope_id } = envelope;
    const answered: Promise<void> = receive(envelope, (payload) => {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ envelope_id, payload }));
    }).finally(() => answering.delete(answered));
    answering.add(answered);
  }

  socket.on('message', (data, isBinary) => {
    isSilent = false;
    if (!isBinary) take(String(data));
  });
  for (const sign of ['ping', 'pong'] as const)
    socket.on(sign, () => {
      isSilent = false;
    });
  socket.on('unexpected-response', (_request, { statusCode = 0, headers }) => {
    const seconds = Number(headers['retry-after']);
    const retryAfterMs = seconds > 0 ? seconds * 1_000 : undefined;
    end(new SocketFailure(`HTTP ${statusCode}`, { statusCode, retryAfterMs }));
  });
  socket.on('error', (cause) => {
    failure ??= new SocketFailure(errorMessage(cause) || (errorCode(cause) ?? 'broken'), { cause });
  });
  socket.on('close', (code) => {
    const lost = failure ?? new SocketFailure(`closed (${code})`);
    over.abort();
    ready.reject(lost);
    ending.resolve({ lost });
    closed.resolve();
  });
  void awaitHello();
  return {
    ready: ready.promise,
    ending: ending.promise,
    closed: closed.promise,
    async close() {
      isClosing = true;
      await resultWithin(world, timeLimits.ackMs, Promise.all(answering));
      socket.close(1000);
      await closed.promise;
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { type ClientOptions, WebSocket } from 'ws';
import * as z from 'zod';
import { errorCode, errorMessage } from '../../core/thrown.ts';
import { resultWithin, type World } from '../../core/world.ts';
import { timeLimits } from '../blocks/limits.ts';

/** Maximum time from connecting to Slack's `hello`, in ms. */
const helloMs = 15_000;
/** Interval of pings, in ms. After three pings without any data, the connection is given up. */
const pingMs = 5_000;
const pings = 3;
/** How long after the closing handshake we close TCP, in ms, because Slack doesn't (docs/slack.md#socket-mode). */
const closingMs = 500;

export class SocketFailure extends Error {
  override readonly name: string = 'SocketFailure';
  readonly statusCode: number | undefined;
  /** How long Slack asks us to wait, in ms. */
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
/** A message from Slack. If no ack arrives, Slack sends the message again, or shows people an error. */
export type SocketEnvelope = z.infer<typeof Envelope>;

const Hello = z.object({ type: z.literal('hello') });
const Disconnect = z.object({ type: z.literal('disconnect'), reason: z.string().catch('unknown') });

/** Answers an envelope. If the connection breaks, the answer is lost. */
export type AnswerEnvelope = (payload: object | undefined) => void;

export type SocketEnd = { readonly announced: string } | { readonly lost: SocketFailure };

export interface OpenSocket {
  /** Resolves when Slack has sent `hello`. @throws SocketFailure */
  readonly ready: Promise<void>;
  /** Resolves when another connection is needed. If Slack announces that, this one still works until it is closed. */
  readonly ending: Promise<SocketEnd>;
  readonly closed: Promise<void>;
  /** Accepts nothing new, waits for pending answers, and closes the connection. */
  close(): Promise<void>;
}

/** Opens a connection. Measures time by waits, so a clock jump doesn't end it. `receive` resolves after its answer. */
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

  /** Slack also sends pings, so any data shows that the connection works. */
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

import type { Receiver, ReceiverEvent } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import { type ClientOptions, WebSocket } from 'ws';
import * as z from 'zod';
import { backoffMs } from '../../core/retry.ts';
import { errorCode, errorMessage } from '../../core/thrown.ts';
import { resultWithin, type World } from '../../core/world.ts';
import { timeLimits } from '../blocks/limits.ts';
import { isPassing, type SlackRefusal, slackRefusal } from '../interaction/slack-errors.ts';

const backoff = { firstMs: 1_000, maxMs: 30_000 };
/** Minimum duration of a connection, in ms, after which the count of failures is reset. */
const longLifeMs = 30_000;
/** How long an ending connection is kept next to its successor, in ms. Slack announces the end about 10 s before. */
const overlapMs = 10_000;
const startAttempts = 3;

export interface SocketReceiver extends Receiver {
  /** Connects for the first time. @throws Slack's refusal, or SocketFailure */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** How long there has been no connection, in ms; undefined while connected, and before the first connection. */
  lostMs(): number | undefined;
  /** Resolves with the error when Slack no longer accepts the token. After that, nothing is retried. */
  readonly refused: Promise<unknown>;
}

/**
 * Keeps a connection of Socket Mode for Bolt (docs/slack.md#socket-mode). Replaces `SocketModeReceiver`: its client,
 * @slack/socket-mode 3.1.0, gives up at the first network or HTTP error of `apps.connections.open`, is without a
 * connection for 5 to 12 s at each routine `disconnect`, waits forever for a `hello`, and reconnects when the clock
 * jumps. 3.2.0 fixes only the gap. Use it again once it passes the tests of this folder and
 * `test/scenario/socket-mode.test.ts`.
 * @param client has the app-level token, and doesn't wait for limits
 */
export function createSocketReceiver(client: WebClient, world: World): SocketReceiver {
  const { now, log } = world;
  const stopping = new AbortController();
  const sockets = new Set<OpenSocket>();
  const refused = Promise.withResolvers<unknown>();
  /** Answers of the latest envelopes. An envelope that comes again gets the same answer, and has no other effect. */
  const answers = new LRUCache<string, Promise<((to: AnswerEnvelope) => void) | undefined>>({ max: 200 });
  let app: Parameters<Receiver['init']>[0] | undefined;
  /** Number of failures after the last long-lived connection. */
  let failures = 0;
  /** Number of open connections that have received `hello`. */
  let connected = 0;
  let lostAt: number | undefined;
  let logged: string | undefined;

  async function receive(envelope: SocketEnvelope, answer: AnswerEnvelope): Promise<void> {
    const { envelope_id: id, payload: body, retry_attempt: retryNum, retry_reason: retryReason } = envelope;
    const earlier = answers.get(id);
    if (earlier) return (await earlier)?.(answer);
    const answered = Promise.withResolvers<((to: AnswerEnvelope) => void) | undefined>();
    answers.set(id, answered.promise);
    const ack: ReceiverEvent['ack'] = async (shown) => {
      const give = (to: AnswerEnvelope) => to(typeof shown === 'string' ? { text: shown } : shown);
      answered.resolve(give);
      give(answer);
    };
    const handled = app?.processEvent({ body, ack, retryNum, retryReason });
    await handled?.catch((error: unknown) => log.error('a Slack payload broke its handler', { error }));
    answered.resolve(undefined);
  }

  async function attempt(): Promise<OpenSocket> {
    const { url } = OpenedConnection.parse(await client.apps.connections.open({}));
    if (stopping.signal.aborted) throw new SocketFailure('stopping');
    const socket = openSocket(url, world, receive);
    sockets.add(socket);
    void socket.closed.then(() => sockets.delete(socket));
    await socket.ready;
    connected += 1;
    if (lostAt !== undefined) log.info('Slack is connected again', { afterSeconds: secondsSince(lostAt) });
    lostAt = undefined;
    logged = undefined;
    void socket.closed.then(async () => {
      connected -= 1;
      if (connected > 0 || stopping.signal.aborted) return;
      lostAt = now();
      const end = await socket.ending;
      log.warn('the connection to Slack was lost', { why: 'lost' in end ? end.lost.message : end.announced });
    });
    return socket;
  }

  const secondsSince = (since: number) => Math.round((now() - since) / 1_000);

  /** Connects, and retries after failures. @returns undefined if the receiver was stopped */
  async function connect(isFinal: (refusal: SlackRefusal | undefined) => boolean): Promise<OpenSocket | undefined> {
    while (!stopping.signal.aborted) {
      try {
        return await attempt();
      } catch (error) {
        if (stopping.signal.aborted) return undefined;
        failures += 1;
        const refusal = slackRefusal(error);
        if (isFinal(refusal)) throw error;
        const waitMs = backoffMs(failures, backoff, world.random, retryAfterMs(error));
        const why = refusal?.code ?? errorMessage(error);
        const fields = { why, againInSeconds: waitMs / 1_000 };
        if (why === logged) log.debug('no connection to Slack', fields);
        else log.warn('no connection to Slack', fields);
        logged = why;
        await world.wait(waitMs, stopping.signal);
      }
    }
    return undefined;
  }

  async function keepConnected(first: OpenSocket): Promise<void> {
    for (let socket: OpenSocket | undefined = first; socket; ) {
      const since = now();
      const end = await socket.ending;
      const livedLong = now() - since >= longLifeMs;
      if (livedLong) failures = 0;
      if ('lost' in end || !livedLong) {
        failures += 1;
        await world.wait(backoffMs(failures, backoff, world.random), stopping.signal);
      }
      const next = await connect((refusal) => refusal?.fault === 'bad-token');
      if (next) void retire(socket);
      socket = next;
    }
  }

  async function retire(socket: OpenSocket): Promise<void> {
    await resultWithin(world, overlapMs, socket.closed);
    await socket.close();
  }

  return {
    init(given) {
      app = given;
    },
    async start() {
      const first = await connect((refusal) => (refusal && !isPassing(refusal)) || failures >= startAttempts);
      if (first) void keepConnected(first).catch(refused.resolve);
    },
    async stop() {
      stopping.abort();
      await Promise.all([...sockets].map((socket) => socket.close()));
    },
    lostMs: () => (lostAt === undefined ? undefined : now() - lostAt),
    refused: refused.promise,
  };
}

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
type SocketEnvelope = z.infer<typeof Envelope>;

const Hello = z.object({ type: z.literal('hello') });
const Disconnect = z.object({ type: z.literal('disconnect'), reason: z.string().catch('unknown') });

/** Answers an envelope. If the connection breaks, the answer is lost. */
type AnswerEnvelope = (payload: object | undefined) => void;

type SocketEnd = { readonly announced: string } | { readonly lost: SocketFailure };

interface OpenSocket {
  /** Resolves when Slack has sent `hello`. @throws SocketFailure */
  readonly ready: Promise<void>;
  /** Resolves when another connection is needed. If Slack announces that, this one still works until it is closed. */
  readonly ending: Promise<SocketEnd>;
  readonly closed: Promise<void>;
  /** Accepts nothing new, waits for pending answers, and closes the connection. */
  close(): Promise<void>;
}

/** Opens a connection. Measures time by waits, so a clock jump doesn't end it. `receive` resolves after its answer. */
function openSocket(
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

const OpenedConnection = z.object({ url: z.string() });

function retryAfterMs(error: unknown): number | undefined {
  if (error instanceof SocketFailure) return error.retryAfterMs;
  const { retryAfterMs } = slackRefusal(error) ?? {};
  const seconds = Number(Unavailable.safeParse(error).data?.headers['retry-after']);
  return retryAfterMs ?? (seconds > 0 ? seconds * 1_000 : undefined);
}

const Unavailable = z.object({ headers: z.object({ 'retry-after': z.string() }) });

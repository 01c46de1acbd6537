import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { dispatchConsole, type Incoming } from '../dispatch-console.ts';
import { dispatchDocument } from '../document/dispatch-document.ts';
import type { SimulatedAnswer } from '../platform-answer.ts';
import { failure, garble, sendBomb, sendEndless, sendHuge } from './garble.ts';
import { dropOnce, type ReadFault, takeReadFault, takeWriteFault, type WriteFault } from './platform-faults.ts';
import { type Arrived, readRequest, shownBody } from './read-request.ts';
import type { ServerContext } from './server-context.ts';
import { standInAnswer } from './stand-ins.ts';
import { writeAnswer } from './write-answer.ts';

type ServedExchange = {
  readonly context: ServerContext;
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly arrived: Arrived;
  readonly done: (status: number, answer: SimulatedAnswer['json'], fault?: string) => void;
};

export async function serve(context: ServerContext, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const at = context.now();
  const began = performance.now();
  const arrived = await readRequest(message);
  const done: ServedExchange['done'] = (status, answer, fault) => {
    const { method, path, query, body } = arrived;
    context.record({
      at,
      method,
      path,
      query: Object.fromEntries(query),
      body: shownBody(body),
      status,
      answer,
      ms: Math.round(performance.now() - began),
      fault,
    });
  };
  const exchange = { context, message, response, arrived, done };
  const { latencyMs, down, standIn } = context.faults();
  if (down !== 'no') return reset(exchange, 'down');
  if (latencyMs > 0) await pause(context, latencyMs);
  if (standIn !== 'no') return reply(exchange, standInAnswer(standIn), standIn);
  return isWrite(arrived.method) ? serveWrite(exchange) : serveRead(exchange);
}

function isWrite(method: string): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH' || method === 'DELETE';
}

async function serveWrite(exchange: ServedExchange): Promise<void> {
  const { context } = exchange;
  const { fault, faults } = takeWriteFault(context.faults());
  context.putFaults(faults);
  if (fault === null) reply(exchange, perform(exchange));
  else await spoilWrite(exchange, fault);
  context.putFaults(dropOnce(context.faults()));
}

async function spoilWrite(exchange: ServedExchange, fault: WriteFault): Promise<void> {
  if (fault.kind === 'hang') {
    const { message, context } = exchange;
    // Log the hang immediately. The result becomes a second entry.
    exchange.done(0, null, 'hang');
    await pause(context, fault.seconds * 1000);
    if (context.closing.aborted) return;
    const answer = fault.apply ? perform(exchange) : failure(504);
    exchange.done(answer.status, answer.json, fault.apply ? 'hang, then applied' : 'hang, never applied');
    writeAnswer(message, exchange.response, answer);
    return;
  }
  if (fault.kind === 'ignore') {
    const before = exchange.context.world();
    const answer = perform(exchange);
    exchange.context.change(() => before);
    return reply(exchange, answer, 'ignore');
  }
  const name = `${fault.kind} ${fault.when}`;
  const answer = fault.when === 'after' ? perform(exchange) : failure(500);
  if (fault.kind === 'reset') return reset(exchange, name);
  if (fault.kind === 'error') return reply(exchange, failure(fault.status), name);
  const spoilt = garble(answer, fault.as);
  reply(exchange, spoilt.answer, `${name} ${fault.as}`, spoilt.raw);
}

async function serveRead(exchange: ServedExchange): Promise<void> {
  const { context, message, arrived } = exchange;
  const asked = [arrived.path, ...arrived.query.values()].join(' ');
  const faults = context.faults();
  const taken = message.method === 'GET' ? takeReadFault(faults, asked) : { fault: null, faults };
  context.putFaults(taken.faults);
  if (taken.fault !== null) return spoilRead(exchange, taken.fault);
  reply(exchange, perform(exchange));
}

async function spoilRead(exchange: ServedExchange, fault: ReadFault): Promise<void> {
  const { context, response, done } = exchange;
  switch (fault.kind) {
    case 'reset':
      return reset(exchange, 'reset');
    case 'error':
      return reply(exchange, failure(fault.status), 'error');
    case 'slow':
      await pause(context, fault.seconds * 1000);
      return reply(exchange, perform(exchange), 'slow');
    case 'garble': {
      const spoilt = garble(perform(exchange), fault.as);
      return reply(exchange, spoilt.answer, `garble ${fault.as}`, spoilt.raw);
    }
    case 'huge':
      done(200, `(${fault.bytes} bytes)`, 'huge');
      return sendHuge(response, fault.bytes);
    case 'bomb':
      done(200, `(${fault.bytes} bytes, packed)`, 'bomb');
      return sendBomb(response, fault.bytes);
    case 'endless':
      done(200, '(endless)', 'endless');
      return sendEndless(response, context.closing);
  }
}

function perform({ context, message, arrived }: ServedExchange): SimulatedAnswer {
  const faults = context.faults();
  const { monitoringDown, noKubeState, noGatewayMetrics, regionFaults } = faults;
  const incoming: Incoming = {
    ...arrived,
    authorization: authorization(context, message),
    internalToken: header(message, 'x-internal-token'),
    accept: header(message, 'accept'),
    now: context.now(),
    dialect: context.dialect,
    monitoring: context.monitoring,
    monitoringDown,
    noKubeState,
    noGatewayMetrics,
    // The document's dialect always has request items.
    requestItems: faults.requestItems || context.dialect === 'document',
    regionFaults,
    lifecycle: faults,
  };
  const dispatch = context.dialect === 'document' ? dispatchDocument : dispatchConsole;
  const { world, answer, spent } = dispatch(context.world(), incoming);
  context.change(() => world);
  if (spent !== undefined) context.putFaults({ ...context.faults(), [spent]: null });
  return answer;
}

function authorization(context: ServerContext, message: IncomingMessage): string | undefined {
  const value = header(message, context.authHeader);
  if (value === undefined || context.authPrefix === '') return value;
  return value.startsWith(context.authPrefix)
    ? value.slice(context.authPrefix.length).trimStart()
    : `not ${context.authPrefix}`;
}

function header(message: IncomingMessage, name: string): string | undefined {
  const value = message.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function reply(exchange: ServedExchange, answer: SimulatedAnswer, fault?: string, raw?: Buffer): void {
  exchange.done(answer.status, answer.html ?? answer.json, fault);
  writeAnswer(exchange.message, exchange.response, answer, raw);
}

function reset(exchange: ServedExchange, fault: string): void {
  exchange.done(0, null, fault);
  exchange.message.socket.resetAndDestroy();
}

async function pause(context: ServerContext, ms: number): Promise<void> {
  await sleep(ms, undefined, { signal: context.closing }).catch(() => undefined);
}

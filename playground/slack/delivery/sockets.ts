import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { isJson, parseJson, stringOf } from '../json-values.ts';
import type { JsonRecord } from '../page-protocol.ts';
import type { SlackState } from '../slack-state.ts';

/** Socket Mode: connections, envelopes, acks by `envelope_id` (docs/slack.md#socket-mode). */

/** Answer to an envelope. `lost`: the connection broke; `late`: no ack arrived within the timeout. */
export type SocketAck =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly why: 'lost' | 'late' };

export type DisconnectReason = 'warning' | 'refresh_requested' | 'link_disabled' | 'too_many_websockets';

export type SocketTrouble = {
  drop(): void;
  dropOldest(): void;
  /** Makes every connection half-open: it looks open but transfers nothing. */
  freeze(): void;
  /** Refuses the next connections with an HTTP status, or breaks them if it is 0. */
  refuse(times: number, status: number, retryAfter?: number): void;
  withholdHello(times: number): void;
  /** Loses the next acks. Slack times out immediately instead of waiting. */
  loseAcks(times: number): void;
  /** Sends the last envelope again on the next connection: unchanged, or its payload in a new envelope. */
  sendAgain(as?: 'itself' | 'new'): Promise<SocketAck>;
};

export type Sockets = {
  readonly count: () => number;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Sends an envelope on the next connection (they alternate), and waits `ms` for its ack. */
  send(type: string, payload: JsonRecord, more: JsonRecord, ms: number): Promise<SocketAck>;
  /** Announces the reason and closes every connection after `closesMs`: 10 s after a warning, else immediately. */
  disconnect(reason: DisconnectReason, closesMs?: number): void;
  readonly trouble: SocketTrouble;
  close(): Promise<void>;
};

const pingMs = 10_000;
const warningMs = 10_000;
const closingMs = 300;
const maxConnections = 10;

export function createSockets(sim: SlackState): Sockets {
  const server = new WebSocketServer({ noServer: true, autoPong: false });
  const open: WebSocket[] = [];
  const alive = new WeakSet<WebSocket>();
  const frozen = new WeakSet<WebSocket>();
  /** Envelopes without an ack. An envelope that was sent twice has two entries. */
  const waiting = new Set<{
    readonly id: string;
    readonly on: WebSocket;
    readonly finish: (ack: SocketAck) => void;
  }>();
  const troubles = { refused: 0, status: 0, retryAfter: 0, withheld: 0, lostAcks: 0 };
  let last: { readonly envelope: JsonRecord; readonly ms: number } | undefined;
  let turn = 0;
  const pings = setInterval(() => {
    for (const socket of open) {
      if (!alive.delete(socket)) socket.terminate();
      else if (!frozen.has(socket)) socket.ping();
    }
  }, pingMs);
  pings.unref();

  const live = () => open.filter((socket) => socket.readyState === socket.OPEN);

  function take(socket: WebSocket, data: RawData): void {
    if (frozen.has(socket)) return;
    const message = parseJson(data.toString());
    const id = isJson(message) ? stringOf(message.envelope_id) : '';
    if (id === '')
      sim.journal.fault('socket', { message: data.toString() }, [
        { error: 'invalid_ack', path: 'envelope_id', why: 'an ack names its envelope' },
      ]);
    const isLost = troubles.lostAcks > 0;
    if (isLost) {
      troubles.lostAcks -= 1;
      sim.journal.write('socket', 'ack lost', null, { envelope: id });
    }
    const body = isJson(message) ? message.payload : undefined;
    // An ack counts only on the connection of its envelope.
    for (const { finish } of [...waiting].filter((each) => each.id === id && each.on === socket))
      finish(isLost ? { ok: false, why: 'late' } : { ok: true, body });
  }

  function welcome(socket: WebSocket): void {
    const isOneTooMany = live().length >= maxConnections;
    open.push(socket);
    alive.add(socket);
    sim.journal.write('socket', 'open', null, { connections: open.length });
    socket.on('message', (data) => take(socket, data));
    socket.on('ping', (data) => {
      if (!frozen.has(socket)) socket.pong(data);
    });
    socket.on('pong', () => alive.add(socket));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      open.splice(open.indexOf(socket), 1);
      sim.journal.write('socket', 'close', null, { connections: open.length });
    });
    if (isOneTooMany) {
      end(socket, 'too_many_websockets', 0);
      return;
    }
    if (troubles.withheld > 0) {
      troubles.withheld -= 1;
      return;
    }
    const info = { num_connections: open.length, connection_info: { app_id: sim.workspace.bot.app } };
    const debug_info = { host: 'simulated', approximate_connection_time: 18_060 };
    socket.send(JSON.stringify({ type: 'hello', ...info, debug_info }));
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? '/', 'http://slack.invalid');
    const isKnown = url.pathname === '/link/' && sim.tickets.delete(url.searchParams.get('ticket') ?? '');
    const { refused, status, retryAfter } = troubles;
    if (refused > 0) troubles.refused -= 1;
    const refusal = refused > 0 ? status : isKnown ? undefined : 404;
    if (refusal === undefined) {
      // Slack leaves the TCP connection open after the closing handshake, so `end` does nothing.
      socket.end = () => socket;
      socket.on('end', () => socket.destroy());
      server.handleUpgrade(request, socket, head, welcome);
      return;
    }
    sim.journal.write('socket', 'refused', String(refusal), {});
    socket.on('error', () => socket.destroy());
    if (refusal === 0) socket.destroy();
    else {
      const after = retryAfter > 0 ? `retry-after: ${retryAfter}\r\n` : '';
      socket.end(`HTTP/1.1 ${refusal} Refused\r\n${after}content-length: 0\r\nconnection: close\r\n\r\n`);
    }
  }

  function send(type: string, payload: JsonRecord, more: JsonRecord, ms: number): Promise<SocketAck> {
    const envelope = { envelope_id: sim.ids.make('E'), type, payload, ...more };
    last = { envelope, ms };
    return sendEnvelope(envelope, ms);
  }

  /** Sends an envelope. If its connection ends before the ack, sends it unchanged on another connection. */
  async function sendEnvelope(envelope: JsonRecord, ms: number): Promise<SocketAck> {
    const until = Date.now() + ms;
    for (;;) {
      turn += 1;
      const able = live();
      const socket = able[turn % Math.max(1, able.length)];
      if (!socket) return { ok: false, why: 'lost' };
      const ack = await sendOn(socket, envelope, until - Date.now());
      if (ack.ok || ack.why === 'late') return ack;
    }
  }

  function sendOn(socket: WebSocket, envelope: JsonRecord, ms: number): Promise<SocketAck> {
    const id = stringOf(envelope.envelope_id);
    return new Promise((resolve) => {
      const finish = (ack: SocketAck) => {
        clearTimeout(timer);
        waiting.delete(sent);
        socket.off('close', onClose);
        resolve(ack);
      };
      const onClose = () => finish({ ok: false, why: 'lost' });
      const timer = setTimeout(() => finish({ ok: false, why: 'late' }), ms);
      const sent = { id, on: socket, finish };
      waiting.add(sent);
      socket.on('close', onClose);
      if (!frozen.has(socket)) socket.send(JSON.stringify(envelope));
    });
  }

  function end(socket: WebSocket, reason: DisconnectReason, closesMs: number): void {
    sim.journal.write('socket', 'disconnect', null, { reason });
    if (!frozen.has(socket))
      socket.send(JSON.stringify({ type: 'disconnect', reason, debug_info: { host: 'simulated' } }));
    setTimeout(() => socket.close(), closesMs).unref();
  }

  return {
    count: () => live().length,
    upgrade,
    send,
    disconnect(reason, closesMs = reason === 'warning' ? warningMs : 0) {
      if (reason === 'link_disabled') sim.bot.isSocketModeOff = true;
      for (const socket of [...open]) end(socket, reason, closesMs);
    },
    trouble: {
      drop() {
        for (const socket of [...open]) socket.terminate();
      },
      dropOldest: () => open[0]?.terminate(),
      freeze() {
        for (const socket of open) frozen.add(socket);
      },
      refuse(times, status, retryAfter = 0) {
        Object.assign(troubles, { refused: times, status, retryAfter });
      },
      withholdHello(times) {
        troubles.withheld = times;
      },
      loseAcks(times) {
        troubles.lostAcks = times;
      },
      async sendAgain(as = 'new') {
        if (!last) throw new Error('no envelope was sent');
        const { envelope, ms } = last;
        return sendEnvelope(as === 'itself' ? envelope : { ...envelope, envelope_id: sim.ids.make('E') }, ms);
      },
    },
    async close() {
      clearInterval(pings);
      const gone = open.map((socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())));
      for (const socket of [...open]) socket.close(1000);
      await Promise.race([Promise.all(gone), wait(closingMs)]);
      for (const socket of [...open]) socket.terminate();
      server.close();
    },
  };
}

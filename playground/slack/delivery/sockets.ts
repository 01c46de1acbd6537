import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { isJson, parseJson, stringOf } from '../json-values.ts';
import type { JsonRecord } from '../page-protocol.ts';
import type { SlackState } from '../slack-state.ts';

/** Socket Mode: connections, envelopes, acks by `envelope_id` (docs/slack.md#socket-mode). */

/** What came back for an envelope; `lost` when the connection broke, `late` when nothing came in time. */
export type SocketAck =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly why: 'lost' | 'late' };

/** The open connections of the app. */
export type Sockets = {
  readonly count: () => number;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Sends one envelope down one of the connections (each in turn) and waits `ms` for its ack. */
  send(type: string, payload: JsonRecord, more: JsonRecord, ms: number): Promise<SocketAck>;
  /** Tells every connection to go (`warning`, `refresh_requested`, `link_disabled`) and closes it. */
  disconnect(reason: string): void;
  /** Says goodbye, and does not wait long for an answer. */
  close(): Promise<void>;
};

const pingMs = 10_000;
const closingMs = 300;

/** No connections yet. */
export function createSockets(sim: SlackState): Sockets {
  const server = new WebSocketServer({ noServer: true });
  const open: WebSocket[] = [];
  const waiting = new Map<string, (ack: SocketAck) => void>();
  let turn = 0;
  const pings = setInterval(() => {
    for (const socket of open) socket.ping();
  }, pingMs);
  pings.unref();

  const live = () => open.filter((socket) => socket.readyState === socket.OPEN);

  function onMessage(data: RawData): void {
    const message = parseJson(data.toString());
    const id = isJson(message) ? stringOf(message.envelope_id) : '';
    waiting.get(id)?.({ ok: true, body: isJson(message) ? message.payload : undefined });
  }

  function welcome(socket: WebSocket): void {
    open.push(socket);
    sim.journal.write('socket', 'open', null, { connections: open.length });
    socket.on('message', onMessage);
    socket.on('close', () => {
      open.splice(open.indexOf(socket), 1);
      sim.journal.write('socket', 'close', null, { connections: open.length });
    });
    const info = { num_connections: open.length, connection_info: { app_id: sim.workspace.bot.app } };
    socket.send(
      JSON.stringify({
        type: 'hello',
        ...info,
        debug_info: { host: 'simulated', approximate_connection_time: 18_060 },
      }),
    );
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? '/', 'http://slack.invalid');
    if (url.pathname !== '/link/' || !sim.tickets.delete(url.searchParams.get('ticket') ?? '')) {
      socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n');
      return;
    }
    server.handleUpgrade(request, socket, head, welcome);
  }

  function send(type: string, payload: JsonRecord, more: JsonRecord, ms: number): Promise<SocketAck> {
    turn += 1;
    const able = live();
    const socket = able[turn % Math.max(1, able.length)];
    if (!socket) return Promise.resolve({ ok: false, why: 'lost' });
    const id = sim.ids.make('E');
    return new Promise((resolve) => {
      const finish = (ack: SocketAck) => {
        clearTimeout(timer);
        waiting.delete(id);
        socket.off('close', onClose);
        resolve(ack);
      };
      const onClose = () => finish({ ok: false, why: 'lost' });
      const timer = setTimeout(() => finish({ ok: false, why: 'late' }), ms);
      waiting.set(id, finish);
      socket.on('close', onClose);
      socket.send(JSON.stringify({ envelope_id: id, type, payload, ...more }));
    });
  }

  return {
    count: () => live().length,
    upgrade,
    send,
    disconnect(reason) {
      for (const socket of [...open]) {
        socket.send(JSON.stringify({ type: 'disconnect', reason, debug_info: { host: 'simulated' } }));
        socket.close();
      }
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

import type { Socket } from 'node:net';
import { buildConnector, Client } from 'undici';
import type { WriteConnection } from '../platform.ts';

/** In ms. `openMs`: limit to open a connection. `keptMs`: limit to keep it unused; servers close it later. */
const openMs = 2_000;
const keptMs = 2_000;

type Settings = Omit<Client.Options, 'connect'>;

export class OpenedConnection implements WriteConnection {
  readonly #settings: Settings;
  readonly #origin: string;
  readonly #now: () => number;
  readonly #at: number;
  #socket: Socket | undefined;

  constructor(origin: string, settings: Settings, now: () => number, socket: Socket | undefined) {
    this.#origin = origin;
    this.#settings = settings;
    this.#now = now;
    this.#at = now();
    this.#socket = socket;
    // Ignore the error here: `take` notices if the waiting socket was reset.
    socket?.on('error', () => {});
  }

  /** Returns a client once. Returns undefined if the connection failed, was closed, or was idle for too long. */
  take(): Client | undefined {
    const socket = this.#socket;
    this.#socket = undefined;
    if (!socket) return undefined;
    if (!socket.writable || socket.readableEnded || this.#now() - this.#at > keptMs) {
      socket.destroy();
      return undefined;
    }
    // Pass the socket asynchronously, because undici would miss a socket that it gets synchronously.
    const connect: buildConnector.connector = (_where, callback) => queueMicrotask(() => callback(null, socket));
    return new Client(this.#origin, { ...this.#settings, connect });
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }
}

/** Never rejects. If opening fails, the write opens another connection and reports the error. */
export async function openConnection(
  origin: string,
  settings: Settings,
  now: () => number,
  connect: buildConnector.BuildOptions,
): Promise<OpenedConnection> {
  const { protocol, host, hostname, port } = new URL(origin);
  const open = buildConnector({ ...connect, allowH2: false, timeout: openMs });
  const socket = await new Promise<Socket | undefined>((resolve) => {
    // In a URL, an IPv6 address has brackets. A socket address has no brackets.
    open({ protocol, host, hostname: hostname.replace(/^\[(.*)\]$/, '$1'), port }, (_error, opened) =>
      resolve(opened ?? undefined),
    );
  });
  return new OpenedConnection(origin, settings, now, socket);
}

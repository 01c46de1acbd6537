import type { Socket } from 'node:net';
import { buildConnector, Client } from 'undici';
import type { WriteConnection } from '../platform.ts';

/** Limits for opening and for waiting idle, in ms. Servers close idle connections later. */
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
    // A reset of the waiting socket is noticed in `take`.
    socket?.on('error', () => {});
  }

  /** Returns a client once, or undefined if the connection failed, was closed, or has been idle too long. */
  take(): Client | undefined {
    const socket = this.#socket;
    this.#socket = undefined;
    if (!socket) return undefined;
    if (!socket.writable || socket.readableEnded || this.#now() - this.#at > keptMs) {
      socket.destroy();
      return undefined;
    }
    // Undici would miss a socket that it gets synchronously.
    const connect: buildConnector.connector = (_where, callback) => queueMicrotask(() => callback(null, socket));
    return new Client(this.#origin, { ...this.#settings, connect });
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }
}

/** Never rejects: if it fails, the write opens its own connection and reports the error. */
export async function openConnection(
  origin: string,
  settings: Settings,
  now: () => number,
  connect: buildConnector.BuildOptions,
): Promise<OpenedConnection> {
  const { protocol, host, hostname, port } = new URL(origin);
  const open = buildConnector({ ...connect, allowH2: false, timeout: openMs });
  const socket = await new Promise<Socket | undefined>((resolve) => {
    // A URL has brackets around an IPv6 address; a socket address doesn't.
    open({ protocol, host, hostname: hostname.replace(/^\[(.*)\]$/, '$1'), port }, (_error, opened) =>
      resolve(opened ?? undefined),
    );
  });
  return new OpenedConnection(origin, settings, now, socket);
}

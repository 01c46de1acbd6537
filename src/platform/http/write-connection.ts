import type { Socket } from 'node:net';
import { buildConnector, Client } from 'undici';
import type { WriteConnection } from '../platform.ts';

/** How long the connection is waited for, and how long it may then wait for its write; ms. Servers close idle ones later. */
const openMs = 2_000;
const keptMs = 2_000;

/** Settings of clients that send writes. */
type Settings = Omit<Client.Options, 'connect'>;

/** A connection that nothing was sent over yet. */
export class OpenedConnection implements WriteConnection {
  readonly #settings: Settings;
  readonly #origin: string;
  readonly #now: () => number;
  readonly #at: number;
  #socket: Socket | undefined;

  /** @param now epoch ms */
  constructor(origin: string, settings: Settings, now: () => number, socket: Socket | undefined) {
    this.#origin = origin;
    this.#settings = settings;
    this.#now = now;
    this.#at = now();
    this.#socket = socket;
    // A reset while it waits is seen when it is taken.
    socket?.on('error', () => {});
  }

  /** A client over it, once; undefined where it couldn't be opened, was closed, or has waited so long that it may be. */
  take(): Client | undefined {
    const socket = this.#socket;
    this.#socket = undefined;
    if (!socket) return undefined;
    if (!socket.writable || socket.readableEnded || this.#now() - this.#at > keptMs) {
      socket.destroy();
      return undefined;
    }
    // Undici would miss a socket that it is given while it asks for it.
    const connect: buildConnector.connector = (_where, callback) => queueMicrotask(() => callback(null, socket));
    return new Client(this.#origin, { ...this.#settings, connect });
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }
}

/**
 * Opens a connection for one write. Never rejects: without one, the write opens its own and says what is wrong.
 * @param connect options of Node’s `net.connect` and `tls.connect`
 */
export async function openConnection(
  origin: string,
  settings: Settings,
  now: () => number,
  connect: buildConnector.BuildOptions,
): Promise<OpenedConnection> {
  const { protocol, host, hostname, port } = new URL(origin);
  const open = buildConnector({ ...connect, allowH2: false, timeout: openMs });
  const socket = await new Promise<Socket | undefined>((resolve) => {
    // A URL has the brackets of an IPv6 address, a socket doesn't.
    open({ protocol, host, hostname: hostname.replace(/^\[(.*)\]$/, '$1'), port }, (_error, opened) =>
      resolve(opened ?? undefined),
    );
  });
  return new OpenedConnection(origin, settings, now, socket);
}

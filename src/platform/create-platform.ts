import type { Socket } from 'node:net';
import { buildConnector, Client, type Dispatcher, Pool } from 'undici';
import * as z from 'zod';
import type { Secret } from '../core/text/secret.ts';
import { pathOf } from './call.ts';
import { createConsoleReads } from './console-reads.ts';
import { createDocumentReads } from './document-reads.ts';
import { createDialectMemory } from './http/dialect.ts';
import { createKnownNames } from './http/known-names.ts';
import { createLargeReplies } from './http/large-replies.ts';
import { startLimit } from './http/limit.ts';
import type { CallRecord, PlatformLink } from './http/link.ts';
import { parseBody } from './http/parsed-body.ts';
import { pingPlatform } from './http/ping.ts';
import { createReader } from './http/reader.ts';
import { exchange } from './http/transport.ts';
import { sendWrite } from './http/writer.ts';
import type { Platform, WriteConnection } from './platform.ts';

export interface PlatformOptions {
  /** Base address of the API (`{base_url}`): http or https, with an optional path. */
  readonly url: string;
  readonly token: Secret | string;
  /** Default: `Authorization`. */
  readonly authHeader?: string;
  /** Text before the token, separated by a space; default: none. */
  readonly authPrefix?: string;
  /** Default: `auto`. */
  readonly dialect?: 'auto' | 'document' | 'console';
  /** PEM of the only trusted certificate authorities; default: the authorities of Node. */
  readonly ca?: string;
  /** Time limit of a read with its retries; default: 10,000. */
  readonly readTimeoutMs?: number;
  /** Time limit of a monitoring read; default: 30,000. */
  readonly monitorTimeoutMs?: number;
  /** Time limit of a write; default: 80,000, because a console may take 75 s (docs/platform.md#transport). */
  readonly writeTimeoutMs?: number;
  /** Epoch ms. */
  readonly now: () => number;
  /** Returns a number from 0 up to 1. */
  readonly random: () => number;
  readonly onCall?: (record: CallRecord) => void;
}

const CONNECTIONS = 32;

/** Creates the client without opening a connection. @throws TypeError for an invalid address or header */
export function createPlatform(options: PlatformOptions): Platform {
  const link = linkFrom(options);
  const connect = {
    timeout: Math.max(500, Math.min(5_000, link.deadlines.read / 2)),
    ca: options.ca,
  };
  // `startLimit` limits the whole call. Undici's timeouts would limit only the time between two pieces of data.
  const settings = { allowH2: false, headersTimeout: 0, bodyTimeout: 0 } as const;
  // Undici's interceptors (8.12.4) would break reads. `retry` continues with Range, which this API doesn't support.
  // `deduplicate` fails all callers if the first caller cancels, and it doesn't know about writes. `decompress` prints
  // an experimental warning and rejects deflate without a zlib header.
  const pool = new Pool(link.origin, { ...settings, connect, connections: CONNECTIONS, pipelining: 1 });
  const reader = createReader(link, pool);
  const writes = new Set<Promise<unknown>>();
  const consoleReads = createConsoleReads(reader, link.dialect.current, link.now);
  return {
    dialect: link.dialect.current,
    ...createDocumentReads(reader, link.dialect.current),
    ...consoleReads,
    async listRules(place) {
      const rules = await consoleReads.listRules(place);
      link.names.saw(
        pathOf('listRules', place),
        (rules?.http ?? []).flatMap(({ domainName }) => domainName ?? []),
      );
      return rules;
    },
    write(call, { over, ...writeOptions } = {}) {
      const connectOnce = () => {
        const ready = over instanceof OpenedConnection ? over.take() : undefined;
        return ready ?? new Client(link.origin, { ...settings, connect: { ...connect, timeout: 10_000 } });
      };
      const sent = sendWrite(link, connectOnce, call, writeOptions).finally(reader.stopSharing);
      const settled = sent.then(noop, noop).finally(() => writes.delete(settled));
      writes.add(settled);
      return sent;
    },
    connectWrite: () => openConnection(link.origin, settings, link.now, connect),
    readsUnderWay: reader.underWay,
    ping: () => pingPlatform(link, pool),
    readVersion: () => readConsoleVersion(link, pool),
    async close() {
      await Promise.all(writes);
      await pool.close();
      await link.largeReplies.close();
    },
  };
}

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
async function openConnection(
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

const MAX_MS = 3_000;

/** Public information that the console's login page reads (goodrain/rainbond-console, `console/views/logos.py`). */
const ConfigInfo = z.object({
  data: z.object({ bean: z.object({ version: z.object({ value: z.string().regex(/^[\w.+:-]{1,80}$/) }) }) }),
});

async function readConsoleVersion(link: PlatformLink, pool: Dispatcher): Promise<string | undefined> {
  using limit = startLimit(Math.min(MAX_MS, link.deadlines.read));
  const { accept = '', 'accept-encoding': encoding = '', 'user-agent': agent = '' } = link.readHeaders;
  const headers = { accept, 'accept-encoding': encoding, 'user-agent': agent };
  const path = `${link.basePath}/console/config/info`;
  try {
    const answer = await exchange(pool, { method: 'GET', path, headers, maxBytes: 1024 * 1024 }, limit);
    return answer.status === 200
      ? ConfigInfo.safeParse(parseBody(answer).body).data?.data.bean.version.value
      : undefined;
  } catch {
    return undefined;
  }
}

function noop(): void {}

function linkFrom(options: PlatformOptions): PlatformLink {
  const url = new URL(options.url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TypeError('the platform wants http or https');
  const token = typeof options.token === 'string' ? options.token : options.token.reveal();
  const readHeaders = {
    ...(token === '' ? {} : credentials(options.authHeader ?? 'Authorization', options.authPrefix ?? '', token)),
    accept: 'application/json',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': 'portolan',
  };
  return {
    origin: url.origin,
    // Remove the API's prefix: every path already has it, but people often paste it with the address.
    basePath: url.pathname.replace(/(?:\/openapi\/v1)?\/*$/, ''),
    readHeaders,
    writeHeaders: { ...readHeaders, 'content-type': 'application/json' },
    secrets: token === '' ? [] : [token],
    deadlines: {
      read: options.readTimeoutMs ?? 10_000,
      monitoring: options.monitorTimeoutMs ?? Math.max(30_000, options.readTimeoutMs ?? 0),
      write: options.writeTimeoutMs ?? 80_000,
    },
    dialect: createDialectMemory(options.dialect ?? 'auto'),
    standIn: { seen: undefined },
    names: createKnownNames(),
    largeReplies: createLargeReplies(),
    now: options.now,
    random: options.random,
    onCall: options.onCall,
  };
}

/** Checks the header before any call, because an error during sending would contain the token. */
function credentials(header: string, prefix: string, token: string): Record<string, string> {
  if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(header))
    throw new TypeError('the name of the auth header has characters that HTTP does not allow');
  const value = prefix === '' ? token : `${prefix.trimEnd()} ${token}`;
  if (!/^[\x21-\x7e][\x20-\x7e]*$/.test(value)) throw new TypeError('the token or its prefix cannot stand in a header');
  return { [header.toLowerCase()]: value };
}

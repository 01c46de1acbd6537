import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { createPlatform } from '../../src/platform/create-platform.ts';
import type { Platform } from '../../src/platform/platform.ts';
import type { Operation } from '../../src/platform/platform-error.ts';
import type { WriteReply } from '../../src/platform/write-calls.ts';
import { addPortCall, createGatewayRuleCall, deletePortCall, updatePortCall } from '../../src/platform/write-calls.ts';

/** One recorded pair: what a real console was asked, and what it answered. */
const Recorded = z.object({
  name: z.string(),
  request: z.object({ method: z.string(), path: z.string(), body: z.unknown() }),
  response: z.object({ status: z.int(), headers: z.record(z.string(), z.string()), body: z.unknown() }),
});
export type Recorded = z.infer<typeof Recorded>;

const folder = new URL('./answers/', import.meta.url);

/** All recorded pairs, by name. */
export const recordings: readonly Recorded[] = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .sort()
  .map((file) => Recorded.parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))));

const SERVICE = '/services/[^/]+';
const OPERATIONS: readonly (readonly [RegExp, Operation])[] = [
  [/^GET .*\/teams\/[^/]+\/regions$/, 'listRegions'],
  [/^GET .*\/v1\/regions\/[^/]+$/, 'readRegion'],
  [new RegExp(`^GET .*${SERVICE}/ports$`), 'listPorts'],
  [new RegExp(`^POST .*${SERVICE}/ports$`), 'addPort'],
  [new RegExp(`^PUT .*${SERVICE}/ports/[^/]+$`), 'updatePort'],
  [new RegExp(`^DELETE .*${SERVICE}/ports/[^/]+$`), 'deletePort'],
  [/^POST .*\/domains$/, 'createGatewayRule'],
  [/^GET .*\/monitor\/query_range/, 'queryMonitoring'],
  [new RegExp(`^GET .*${SERVICE}$`), 'readComponent'],
];

/** Which of the nine operations a pair belongs to; undefined for the few that are none. */
export function operationOf({ request }: Recorded): Operation | undefined {
  const line = `${request.method} ${request.path.split('?')[0]}`;
  return OPERATIONS.find(([pattern]) => pattern.test(line))?.[1];
}

const place = { team: 'demo-team', region: 'rainbond', app: '1' };
const service = { ...place, service: 'gr000001' };

/** Asks the client for one operation with values that would work. */
export function ask(platform: Platform, operation: Operation, tcp = false): Promise<unknown> {
  switch (operation) {
    case 'readRegion':
      return platform.readRegion({ region: 'rainbond' });
    case 'listPorts':
      return platform.listPorts(service);
    case 'readComponent':
      return platform.readComponent(service);
    case 'queryMonitoring':
      return platform.queryMonitoring({ ...place, start: 1_700_000_000, end: 1_700_003_600, step: 60 });
    case 'addPort':
      return platform.write(addPortCall(service, { port: 8081, protocol: 'http', inner: false }));
    case 'updatePort':
      return platform.write(updatePortCall({ ...service, port: 8080 }, { action: 'open_inner' }));
    case 'deletePort':
      return platform.write(deletePortCall({ ...service, port: 8080 }));
    case 'createGatewayRule':
      return createRule(platform, tcp);
    default:
      return platform.listRegions({ team: 'demo-team' });
  }
}

function createRule(platform: Platform, tcp: boolean): Promise<WriteReply> {
  const part = { serviceId: 'fa4e0000000000000000000000000001', containerPort: 80 };
  return platform.write(
    createGatewayRuleCall(
      place,
      tcp
        ? { protocol: 'tcp', ...part, endPoint: '127.0.0.1:31000' }
        : { protocol: 'http', ...part, domainName: 'a.example.test' },
    ),
  );
}

const ENCODERS: { readonly [name: string]: (bytes: Uint8Array) => Uint8Array } = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
};

/** A loopback server that gives whatever `show` was last given, whatever is asked, and a client that asks it. */
export async function startReplay() {
  let shown: { status: number; headers: ReadonlyMap<string, string>; bytes: Uint8Array } = {
    status: 200,
    headers: new Map(),
    bytes: new Uint8Array(),
  };
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(shown.status, Object.fromEntries(shown.headers)).end(shown.bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no address');
  const url = `http://127.0.0.1:${address.port}`;
  return {
    newPlatform: () =>
      createPlatform({
        url,
        token: 'fake-admin-access-key',
        now: () => Date.now(),
        random: () => 0,
        readTimeoutMs: 5000,
      }),
    show({ status, headers, body }: Recorded['response'], encoding?: string) {
      const plain = Buffer.from(body === null ? '' : typeof body === 'string' ? body : JSON.stringify(body));
      const encoder = encoding === undefined ? undefined : ENCODERS[encoding];
      const kept = new Map(Object.entries(headers).filter(([name]) => !/^content-(length|encoding)$/i.test(name)));
      if (encoding && encoder) kept.set('Content-Encoding', encoding);
      shown = { status, headers: kept, bytes: encoder ? encoder(plain) : plain };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

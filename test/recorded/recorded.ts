import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { deleteHttpRuleCall } from '../../src/operations/gateway/listed/gateway-delete.ts';
import { changeImageCall } from '../../src/operations/lifecycle/component-image.ts';
import { scaleHorizontallyCall, scaleVerticallyCall } from '../../src/operations/lifecycle/component-scale.ts';
import { buildComponentCall } from '../../src/operations/lifecycle/lifecycle-operations.ts';
import { addPortCall } from '../../src/operations/port/port-add.ts';
import { deletePortCall } from '../../src/operations/port/port-delete.ts';
import { endpointOf, type WriteReply } from '../../src/platform/call.ts';
import { operateComponentsCall } from '../../src/platform/component/component-calls.ts';
import { createPlatform } from '../../src/platform/create-platform.ts';
import type { EndpointId } from '../../src/platform/endpoints.ts';
import {
  createGatewayRuleCall,
  createHttpRuleCall,
  type NewHttpRule,
} from '../../src/platform/gateway/gateway-calls.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { updatePortCall } from '../../src/platform/port/port-calls.ts';
import { listen } from './listening.ts';

const Recorded = z.object({
  name: z.string(),
  request: z.object({
    method: z.string(),
    path: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.json(),
  }),
  response: z.object({ status: z.int(), headers: z.record(z.string(), z.string()), body: z.unknown() }),
});
export type Recorded = z.infer<typeof Recorded>;

const folder = new URL('./answers/', import.meta.url);

const recordingsIn = (from: URL): readonly Recorded[] =>
  readdirSync(from)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => Recorded.parse(JSON.parse(readFileSync(new URL(file, from), 'utf8'))));

export const recordings = recordingsIn(folder);

/** Recorded requests and answers of operations that only the console has (docs/platform.md#sources). */
export const consoleRecordings = recordingsIn(new URL('./more/', folder));

/** Returns the client call for a recorded request, or undefined for the few requests without a call. */
export const operationOf = ({ request }: Recorded) => endpointOf(request.method, request.path.split('?')[0] ?? '');

const place = { team: 'demo-team', region: 'rainbond', app: '1' };
const service = { ...place, service: 'gr000001' };
const range = { start: 1_700_000_000, end: 1_700_003_600, step: 60 };

const part = { serviceId: 'fa4e0000000000000000000000000001', containerPort: 80 };
const httpRule: NewHttpRule = { protocol: 'http', ...part, domainName: 'a.example.test' };
const componentId = '000000000000000000000000000c0011';
const rule = { ...place, rule: '698818f62e5a8c25d38789d8abb7ed71' };

const calls: { readonly [Id in EndpointId]?: (platform: Platform) => Promise<unknown> } = {
  listRegions: (platform) => platform.listRegions({ team: 'demo-team' }),
  readRegion: (platform) => platform.readRegion({ region: 'rainbond' }),
  listPorts: (platform) => platform.listPorts(service),
  addPort: (platform) => platform.write(addPortCall(service, { port: 8081, protocol: 'http', inner: false })),
  updatePort: (platform) => platform.write(updatePortCall({ ...service, port: 8080 }, { action: 'open_inner' })),
  deletePort: (platform) => platform.write(deletePortCall({ ...service, port: 8080 })),
  createGatewayRule: createRule,
  queryMonitoring: (platform) => platform.queryMonitoring({ ...place, ...range }),
  readComponent: (platform) => platform.readComponent(service),
  listApps: (platform) => platform.listApps(place),
  readApp: (platform) => platform.readApp(place),
  listComponents: (platform) => platform.listComponents(place),
  listRules: (platform) => platform.listRules(place),
  operateComponents: (platform) => platform.write(operateComponentsCall(place, 'stop', [componentId])),
  scaleHorizontally: (platform) => platform.write(scaleHorizontallyCall(service, 2)),
  scaleVertically: (platform) => platform.write(scaleVerticallyCall(service, { memory: 512, cpu: 500, gpu: null })),
  buildComponent: (platform) => platform.write(buildComponentCall(service)),
  changeImage: (platform) => platform.write(changeImageCall(service, 'registry.example.test/lab:3')),
  createHttpRule: (platform) => platform.write(createHttpRuleCall(place, httpRule)),
  readHttpRule: (platform) => platform.readHttpRule(rule),
  deleteHttpRule: (platform) => platform.write(deleteHttpRuleCall(rule)),
  listEvents: (platform) => platform.listEvents(service),
  readEventLog: (platform) => platform.readEventLog({ ...place, event: '00000000000000000000000000ee0001' }),
  listCertificates: (platform) => platform.listCertificates(place),
  readTeamResource: (platform) => platform.readTeamResource(place),
  queryRawMonitoring: (platform) =>
    platform.queryRawMonitoring({ region: 'rainbond', componentIds: ['fa4e'], item: 'request', ...range }),
};

/** @throws Error if the endpoint has no call */
export async function ask(platform: Platform, operation: EndpointId): Promise<unknown> {
  const call = calls[operation];
  if (!call) throw new Error(`${operation} was recorded: add a call of it to test/recorded/recorded.ts`);
  return await call(platform);
}

function createRule(platform: Platform): Promise<WriteReply> {
  return platform.write(createGatewayRuleCall(place, httpRule));
}

const ENCODERS: { readonly [name: string]: (bytes: Uint8Array) => Uint8Array } = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
};

/** Starts a local server and a client for it. The server always sends the last answer that `show` got. */
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
  const url = `http://127.0.0.1:${await listen(server)}`;
  const token = 'fake-admin-access-key';
  const replay = {
    newPlatform: () => createPlatform({ url, token, now: () => Date.now(), random: () => 0, readTimeoutMs: 5000 }),
    /** Asks a new client for what was recorded of the console. */
    async answerTo(name: string): Promise<unknown> {
      const recorded = consoleRecordings.find((each) => each.name === name);
      const operation = recorded && operationOf(recorded);
      if (!recorded || !operation) throw new Error(`${name} is no call of ours`);
      replay.show(recorded.response);
      const platform = replay.newPlatform();
      return ask(platform, operation).finally(() => platform.close());
    },
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
  return replay;
}

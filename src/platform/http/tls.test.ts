import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import { listen } from '../../../test/recorded/listening.ts';
import { loopbackCertificate, loopbackKey } from '../../../test/recorded/loopback-certificate.ts';
import { deletePortCall } from '../../operations/port/port-delete.ts';
import { createPlatform } from '../create-platform.ts';

const port = { container_port: 80, protocol: 'http', is_inner_service: true, is_outer_service: false };
const service = { team: 'shop', region: 'east-1', app: '12', service: 'gr1' };
let requests = 0;
const server = createServer({ cert: loopbackCertificate, key: loopbackKey }, (_request, response) => {
  requests += 1;
  response.end(JSON.stringify(port));
});
const url = `https://127.0.0.1:${await listen(server)}`;
afterAll(() => new Promise((resolve) => server.close(resolve)));

const client = (ca?: string, at = url) => createPlatform({ url: at, token: 't', now: Date.now, random: () => 0, ca });

test('a private authority is trusted when it is named', async () => {
  const platform = client(loopbackCertificate);
  expect(await platform.listPorts(service)).toHaveLength(1);
  expect(await platform.write(deletePortCall({ ...service, port: 80 }))).toMatchObject({ operation: 'deletePort' });
  expect(requests).toBe(2);
  await platform.close();
});

test('an unknown authority is refused before anything is sent', async () => {
  const platform = client();
  const refused = { kind: 'unreachable', reason: 'certificate-refused', outcome: 'not-sent', canRetry: false };
  await expect(platform.listPorts(service)).rejects.toMatchObject(refused);
  await expect(platform.write(deletePortCall({ ...service, port: 80 }))).rejects.toMatchObject(refused);
  expect(requests).toBe(2);
  await platform.close();
});

test('a platform that speaks plain HTTP behind https:// is named, and nothing is sent', async () => {
  const plain = createPlainServer((_request, response) => response.end('{}'));
  const platform = client(undefined, `https://127.0.0.1:${await listen(plain)}`);
  const expected = { kind: 'unreachable', reason: 'plain-http', outcome: 'not-sent', canRetry: false };
  await expect(platform.listPorts(service)).rejects.toMatchObject(expected);
  await expect(platform.write(deletePortCall({ ...service, port: 80 }))).rejects.toMatchObject(expected);
  expect(await platform.ping()).toMatchObject({ reachable: false, reason: 'plain-http' });
  await platform.close();
  await new Promise((resolve) => plain.close(resolve));
});

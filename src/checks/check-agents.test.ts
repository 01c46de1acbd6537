import { once } from 'node:events';
import { createServer } from 'node:http';
import { listen } from '../../test/recorded/listening.ts';
import { callAgentsUrl, checkAgents } from './check-agents.ts';

const url = 'https://bot.example.com/mcp';

test.each([
  [403, 'warning', 'https://bot.example.com/mcp was called by another name than its own (HTTP 403).'],
  [404, 'warning', 'nothing is at https://bot.example.com/mcp (HTTP 404).'],
  [502, 'warning', 'the proxy at https://bot.example.com/mcp can’t reach the bot (HTTP 502).'],
  [200, 'warning', 'something else answers at https://bot.example.com/mcp (HTTP 200).'],
  [302, 'warning', 'something else answers at https://bot.example.com/mcp (HTTP 302).'],
])('HTTP %i is %s', (status, level, found) => expect(checkAgents(url, { status })).toMatchObject({ level, found }));

test('only Portolan’s own question for a token is fine', () => {
  const ours = 'Bearer realm="Portolan", error="invalid_token"';
  expect(checkAgents(url, { status: 401, challenge: ours })).toMatchObject({
    level: 'ok',
    found: 'https://bot.example.com/mcp answers, and asks for a token',
  });
  expect(checkAgents(url, { status: 401, challenge: 'Basic' })).toMatchObject({ level: 'warning' });
});

test('an address that doesn’t answer is a warning', () =>
  expect(checkAgents(url, { code: 'ENOTFOUND' })).toMatchObject({ level: 'warning' }));

test('the address is called as agents call it, without following redirects', async () => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(
      `${request.method} ${request.url} ${request.headers['content-type']} ${request.headers.authorization}`,
    );
    response.writeHead(302, { location: 'http://127.0.0.1:2/login' }).end();
  });
  const port = await listen(server);
  expect(await callAgentsUrl(`http://127.0.0.1:${port}/mcp`)).toMatchObject({
    status: 302,
    location: 'http://127.0.0.1:2/login',
  });
  expect(requests).toEqual(['POST /mcp application/json undefined']);
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
  expect(await callAgentsUrl(`http://127.0.0.1:${port}/mcp`)).toEqual({ code: 'ECONNREFUSED' });
});

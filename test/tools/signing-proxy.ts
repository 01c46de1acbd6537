import { createServer, request as httpRequest } from 'node:http';
import { setChannelContexts } from '../../playground/first-screen.ts';
import { startPlayground } from '../../playground/playground.ts';
import { sign } from '../../playground/slack/delivery/deliver.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { realWorld } from '../../src/real-world.ts';

/**
 * Proxy for test programs that can't send their own headers: it signs each request like Slack and sends it to a
 * playground's `/mcp`. `node test/tools/signing-proxy.ts` prints its URL, for the conformance suite and the protocol's
 * inspector. The bot still checks everything.
 */
export interface SigningProxy {
  /** URL of the proxy's `/mcp`. */
  readonly url: string;
  close(): Promise<void>;
}

export async function startSigningProxy(
  target: { readonly mcpUrl: string; readonly signingSecret: string },
  port = 0,
): Promise<SigningProxy> {
  const { host, origin } = new URL(target.mcpUrl);
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const seconds = Math.floor(Date.now() / 1_000);
    const { host: asked = '', origin: from, ...headers } = request.headers;
    const own = new URL(url);
    const signed = {
      ...headers,
      // Pass on other host names unchanged, so that programs can check that the bot refuses them.
      host: asked === own.host ? host : asked,
      ...(from === undefined ? {} : { origin: from === own.origin ? origin : from }),
      'x-slack-request-timestamp': String(seconds),
      'x-slack-signature': sign(target.signingSecret, seconds, body),
    };
    const { method = 'POST' } = request;
    const sent = httpRequest(target.mcpUrl, { method, headers: signed }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    sent.on('error', () => response.writeHead(502).end());
    sent.end(body);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://localhost:${typeof address === 'object' && address !== null ? address.port : port}/mcp`;
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

if (import.meta.main) {
  const playground = await startPlayground({ world: realWorld(createLogger({ level: 'error' })), agents: true });
  await setChannelContexts(playground);
  const { mcpUrl = '' } = playground.config;
  const proxy = await startSigningProxy({ mcpUrl, signingSecret: playground.slack.bot.signingSecret }, 4_600);
  process.stdout.write(`${proxy.url}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void proxy.close().then(() => playground.stop().then(() => process.exit(0))));
}

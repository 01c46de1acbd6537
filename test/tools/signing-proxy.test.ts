import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startPlayground } from '../../playground/playground.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { realWorld } from '../../src/real-world.ts';
import { sharedCharts } from '../shared-charts.ts';
import { startSigningProxy } from './signing-proxy.ts';

test('a client that sends no headers of its own lists the tools through it, and asks for nobody', async () => {
  const world = realWorld(createLogger({ level: 'fatal' }));
  const playground = await startPlayground({ world, agents: true, charts: sharedCharts() });
  const { mcpUrl = '' } = playground.config;
  const proxy = await startSigningProxy({ mcpUrl, signingSecret: playground.slack.bot.signingSecret });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(proxy.url)));
  expect((await client.listTools()).tools).toHaveLength(15);
  expect((await client.callTool({ name: 'list_contexts', arguments: {} })).isError).toBe(true);
  await client.close();
  await proxy.close();
  await playground.stop();
});

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createLogger } from '../src/observability/logger.ts';
import { realWorld } from '../src/real-world.ts';
import { sharedCharts } from '../test/shared-charts.ts';
import { setChannelContexts } from './first-screen.ts';
import { createMovableClock } from './movable-clock.ts';
import { activitiesOf } from './page/inspector/inspector-lines.ts';
import { createAgent, servePlayground, startPlayground } from './playground.ts';

const clock = createMovableClock(realWorld(createLogger({ level: 'fatal' })));
const { now } = clock.world;
const playground = await startPlayground({
  ...{ world: clock.world, mode: 'socket', agents: true, charts: sharedCharts() },
  ...{ slack: { now, fileReadyMs: 0 }, platform: { now } },
});
await setChannelContexts(playground);
const served = await servePlayground(playground, { handle: () => false }, { port: 0, clock });
afterAll(async () => {
  await served.close();
  await playground.stop();
});

test('an agent finds /mcp at the page’s address, and each of its calls is in the inspector with who it acts for', async () => {
  const at = clock.world.now();
  const owner = { id: 'U0SAM', name: 'Sam Rivera' };
  const token = await createAgent(playground.bot(), owner, { name: 'mine', id: 'mine', may: 'propose', at });
  const client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${served.url}/mcp`), { requestInit: { headers } }));
  const toolResult = await client.callTool({ name: 'find_components', arguments: { context: 'shop' } });
  expect(JSON.stringify(toolResult.structuredContent)).toContain('web');
  await client.callTool({ name: 'read_component', arguments: { context: 'shop', component: 'nothing' } });
  await client.close();
  // The client also asks for a stream, and the answer to that may come between those to its calls.
  const activities = activitiesOf(playground.slack.log, []);
  const called = (tool: string) => activities.find(({ title }) => title === `mine: ${tool}`);
  expect(called('find_components')?.who).toBe('U0SAM');
  expect(called('find_components')?.lines[0]).toMatchObject({ way: 'agent-bot', status: 'ok', bad: false });
  expect(called('read_component')?.lines[0]).toMatchObject({ status: 'refused', bad: true });
  expect(JSON.stringify(playground.slack.log)).not.toContain(token);
});

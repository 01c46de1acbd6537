import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setChannelContexts } from '../../playground/first-screen.ts';
import { createAgent } from '../../playground/playground.ts';
import { type Stage, startStage, unsound } from './stage.ts';

const program = join(import.meta.dirname, '../../src/start.mjs');
const directory = mkdtempSync(join(tmpdir(), 'portolan-token-'));
const tokenFile = join(directory, 'token');
let stage: Stage;
beforeAll(async () => {
  stage = await startStage({ agents: true, hurry: 20 });
  await setChannelContexts(stage);
  const agent = { name: 'bridge', id: 'bridge', may: 'read', at: Date.now() } as const;
  writeFileSync(tokenFile, `${await createAgent(stage.bot(), { id: 'U0SAM', name: 'Sam' }, agent)}\n`, { mode: 0o600 });
});
afterAll(async () => {
  expect(await unsound(stage)).toEqual([]);
  await stage.stop();
  rmSync(directory, { recursive: true, force: true });
});

test.each(['legacy', 'modern'] as const)(
  'a client that only starts programs reads through the bridge in the %s protocol',
  { timeout: 60_000 },
  async (era) => {
    const modern = { versionNegotiation: { mode: { pin: '2026-07-28' } } } as const;
    const client = new Client({ name: 'test', version: '1' }, era === 'modern' ? modern : {});
    const args = [program, 'mcp', '--url', stage.config.mcpUrl ?? '', '--token-file', tokenFile];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe' }));
    expect(client.getProtocolEra()).toBe(era);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('find_components');
    const found = await client.callTool({ name: 'find_components', arguments: { context: 'shop' } });
    expect(JSON.stringify(found.structuredContent)).toContain('web');
    const none = await client.callTool({
      name: 'read_component',
      arguments: { context: 'shop', component: 'nothing' },
    });
    expect(none.isError).toBe(true);
    await client.close();
  },
);

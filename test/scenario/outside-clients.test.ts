import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { setChannelContexts } from '../../playground/first-screen.ts';
import { createAgent } from '../../playground/playground.ts';
import { type Stage, startStage } from './stage.ts';

/** Clients that docs/agents.md names. Each is tested only if installed: `npm install --no-save @ai-sdk/mcp`. */
interface TriedClient {
  readonly tools: readonly string[];
  call(tool: string, args: object): Promise<unknown>;
  close(): unknown;
}
interface Server {
  readonly url: string;
  readonly headers: { readonly authorization: string };
}

const AnObject = z.custom<object>((value) => typeof value === 'object' && value !== null);
const AFunction = z.custom<(...given: unknown[]) => unknown>((value) => typeof value === 'function');
const AllNamed = z.array(z.custom<{ readonly name: string }>((value) => AnObject.safeParse(value).success));
const Listed = z.object({ tools: AllNamed });
const namesOf = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name);

/** Imports a package without its types, because the package might not be installed. */
const load = (name: string): Promise<unknown> => import(/* @vite-ignore */ name);
const find = (owner: unknown, name: string) => AFunction.parse(Reflect.get(AnObject.parse(owner), name));
const make = (owner: unknown, name: string, ...given: unknown[]) => Reflect.construct(find(owner, name), given);
const ask = async (owner: unknown, name: string, ...given: unknown[]) => Reflect.apply(find(owner, name), owner, given);

async function connectSdk({ url, headers }: Server): Promise<TriedClient> {
  const folder = '@modelcontextprotocol/sdk/client';
  const client = make(await load(`${folder}/index.js`), 'Client', { name: 'test', version: '1' });
  const http = await load(`${folder}/streamableHttp.js`);
  const transport = make(http, 'StreamableHTTPClientTransport', new URL(url), { requestInit: { headers } });
  await ask(client, 'connect', transport);
  return {
    tools: namesOf(Listed.parse(await ask(client, 'listTools')).tools),
    call: (name, args) => ask(client, 'callTool', { name, arguments: args }),
    close: () => ask(client, 'close'),
  };
}

async function connectAiSdk({ url, headers }: Server): Promise<TriedClient> {
  const client = await ask(await load('@ai-sdk/mcp'), 'createMCPClient', { transport: { type: 'http', url, headers } });
  const tools = z.record(z.string(), z.unknown()).parse(await ask(client, 'tools'));
  return {
    tools: Object.keys(tools),
    call: (name, args) => ask(tools[name], 'execute', args, { toolCallId: '1', messages: [] }),
    close: () => ask(client, 'close'),
  };
}

async function connectLangChain({ url, headers }: Server): Promise<TriedClient> {
  const servers = { mcpServers: { portolan: { transport: 'http', url, headers } } };
  const client = make(await load('@langchain/mcp-adapters'), 'MultiServerMCPClient', servers);
  const tools = AllNamed.parse(await ask(client, 'getTools'));
  return {
    tools: namesOf(tools),
    call: (wanted, args) =>
      ask(
        tools.find(({ name }) => name === wanted),
        'invoke',
        args,
      ),
    close: () => ask(client, 'close'),
  };
}

const remoteProgram = 'mcp-remote/dist/proxy.js';

/** Connects through a program that connects standard input and output with the server. */
async function connectRemote({ url, headers }: Server): Promise<TriedClient> {
  const program = fileURLToPath(import.meta.resolve(remoteProgram));
  const header = `Authorization:${headers.authorization}`;
  const child = spawn(process.execPath, [program, url, '--header', header], { stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface({ input: child.stdout });
  let id = 0;
  const send = async (method: string, params: object): Promise<unknown> => {
    id += 1;
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const [line] = z.tuple([z.string()]).parse(await once(lines, 'line'));
    return z.object({ id: z.literal(id), result: z.unknown() }).parse(JSON.parse(line)).result;
  };
  const clientInfo = { name: 'test', version: '1' };
  await send('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  return {
    tools: namesOf(Listed.parse(await send('tools/list', {})).tools),
    call: (name, args) => send('tools/call', { name, arguments: args }),
    close: () => child.kill(),
  };
}

const clients = [
  { name: '@modelcontextprotocol/sdk', entry: '@modelcontextprotocol/sdk/client/index.js', connect: connectSdk },
  { name: '@ai-sdk/mcp', entry: '@ai-sdk/mcp', connect: connectAiSdk },
  { name: '@langchain/mcp-adapters', entry: '@langchain/mcp-adapters', connect: connectLangChain },
  { name: 'mcp-remote', entry: remoteProgram, connect: connectRemote },
];

/** Checks whether a package is installed, without loading it, because one package is a program that would start. */
function isInstalled(entry: string): boolean {
  try {
    import.meta.resolve(entry);
    return true;
  } catch {
    return false;
  }
}

const installed = clients.filter(({ entry }) => isInstalled(entry));
describe.skipIf(installed.length === 0)('a client that isn’t a dependency', () => {
  let stage: Stage;
  const open: TriedClient[] = [];
  beforeAll(async () => {
    stage = await startStage({ agents: true });
    await setChannelContexts(stage);
  });
  afterAll(async () => {
    for (const each of open) await each.close();
    await stage.stop();
  });

  for (const [index, { name, entry, connect }] of clients.entries())
    test.skipIf(!isInstalled(entry))(`${name} lists the tools, reads, and hands on what an error says`, async () => {
      const owner = { id: 'U0MAYA', name: 'maya' };
      const agent = { name: `tried${index}`, id: `tried${index}`, may: 'propose', at: Date.now() } as const;
      const token = await createAgent(stage.bot(), owner, agent);
      const client = await connect({ url: stage.config.mcpUrl ?? '', headers: { authorization: `Bearer ${token}` } });
      open.push(client);
      expect(client.tools).toContain('diagnose_component');
      const asked = { context: 'shop/east-1/12', component: 'web' };
      expect(JSON.stringify(await client.call('list_ports', asked))).toContain('8080');
      const refusal = await client.call('list_ports', { ...asked, component: 'webb' }).then(JSON.stringify, String);
      expect(refusal).toContain('data.choices has the nearest');
    });
});

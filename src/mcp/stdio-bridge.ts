import * as z from 'zod';
import { readJson } from '../core/text/json.ts';
import { readToken } from '../operations/agent/agent-token.ts';

/**
 * `portolan mcp`: for clients that only start a program and speak with it over its standard input and output. Each line is
 * a message; it is sent to `/mcp` with the token, and the answer becomes a line.
 */
export interface BridgeParts {
  readonly url: string;
  readonly token: string;
  readonly fetch: typeof fetch;
  readonly lines: AsyncIterable<string>;
  readonly answer: (line: string) => void;
}

/** A longer line isn't sent: `/mcp` takes no more. */
const longestLine = 256 * 1_024;
/** Says which version of the protocol a message of the newer generation is in. */
const versionKey = 'io.modelcontextprotocol/protocolVersion';

const ClientMessage = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z
    .looseObject({
      name: z.unknown().optional(),
      requestId: z.unknown().optional(),
      _meta: z.looseObject({}).optional(),
    })
    .optional(),
});
type ClientMessage = z.infer<typeof ClientMessage>;

const Initialized = z.object({ result: z.object({ protocolVersion: z.string() }) });

/** What is wrong with the address or the token of a bridge; undefined where nothing is. Pure. */
export function bridgeFault(url: string, token: string): string | undefined {
  if (!URL.canParse(url))
    return `--url "${url}" isn't a valid address. Use that of /mcp, such as https://bot.example.com/mcp.`;
  const { protocol, hostname } = new URL(url);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere))
    return '--url has to start with https://: the token would be readable on its way.';
  return readToken(token)
    ? undefined
    : 'The file of --token-file has no valid token. Create an agent in Slack, and copy its token.';
}

/** Passes messages on until the client has no more, and every answer was written. */
export async function runBridge({ lines, answer, ...parts }: BridgeParts): Promise<void> {
  const waiting = new Map<string | number, AbortController>();
  const working = new Set<Promise<void>>();
  const talk = { version: undefined as string | undefined };
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const read = ClientMessage.safeParse(readJson(line));
    if (!read.success || line.length > longestLine) {
      const why = line.length > longestLine ? 'The message is too long.' : 'Not a JSON-RPC message.';
      answer(errorLine(null, -32_700, why));
      continue;
    }
    const message = read.data;
    if (message.method === 'notifications/cancelled') cancelCall(waiting, message.params?.requestId);
    const work = passOn({ ...parts, answer }, talk, waiting, message, line).finally(() => working.delete(work));
    working.add(work);
  }
  await Promise.all(working);
}

function cancelCall(waiting: ReadonlyMap<string | number, AbortController>, id: unknown): void {
  if (typeof id === 'string' || typeof id === 'number') waiting.get(id)?.abort();
}

async function passOn(
  { url, token, fetch: send, answer }: Omit<BridgeParts, 'lines'>,
  talk: { version: string | undefined },
  waiting: Map<string | number, AbortController>,
  message: ClientMessage,
  line: string,
): Promise<void> {
  const { id } = message;
  const ending = new AbortController();
  if (id !== undefined) waiting.set(id, ending);
  try {
    const response = await send(url, {
      method: 'POST',
      headers: { ...headersOf(message, talk.version), authorization: `Bearer ${token}` },
      body: line,
      // The token goes nowhere else.
      redirect: 'error',
      signal: ending.signal,
    });
    const text = await response.text();
    if (response.status === 401) throw new BridgeError('The token is not valid, expired, or was revoked.');
    const found = response.headers.get('content-type')?.startsWith('text/event-stream') ? messagesOf(text) : [text];
    const answers = found.filter((each) => ClientMessage.safeParse(readJson(each)).success);
    if (message.method === 'initialize')
      talk.version = answers.flatMap(
        (each) => Initialized.safeParse(readJson(each)).data?.result.protocolVersion ?? [],
      )[0];
    if (id !== undefined && answers.length === 0)
      throw new BridgeError(`Portolan answered with status ${response.status}.`);
    if (id !== undefined) for (const each of answers) answer(each.replaceAll(/\r?\n/g, ' '));
  } catch (error) {
    // Who has canceled a call waits for no answer.
    if (id === undefined || ending.signal.aborted) return;
    const why = error instanceof BridgeError ? error.message : 'Portolan can’t be reached. Try again in a minute.';
    answer(errorLine(id, -32_000, why));
  } finally {
    if (id !== undefined) waiting.delete(id);
  }
}

class BridgeError extends Error {}

/** The headers of a message: in the newer generation, they repeat what its body says. */
function headersOf({ method, params }: ClientMessage, version: string | undefined): Record<string, string> {
  const own = params?._meta?.[versionKey];
  const name = params?.name;
  const modern = typeof own === 'string';
  const spoken = modern ? own : version;
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(spoken === undefined ? {} : { 'mcp-protocol-version': spoken }),
    ...(modern && method !== undefined ? { 'mcp-method': method } : {}),
    ...(modern && typeof name === 'string' ? { 'mcp-name': name } : {}),
  };
}

/** The messages of a stream of events. */
function messagesOf(text: string): readonly string[] {
  return text.split(/\r?\n\r?\n/).flatMap((event) => {
    const data = event
      .split(/\r?\n/)
      .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trim()] : []))
      .join('');
    return data === '' ? [] : [data];
  });
}

function errorLine(id: string | number | null, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}

import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Json } from '../../../src/core/text/json.ts';
import { crash, type SimulatedAnswer } from '../platform-answer.ts';

export type Garbled = 'broken-json' | 'html' | 'traceback' | 'wrong-types' | 'no-result';

/** Garbles an answer. If there is `raw`, these bytes are sent as the body. */
export function garble(
  answer: SimulatedAnswer,
  as: Garbled,
): { readonly answer: SimulatedAnswer; readonly raw?: Buffer } {
  switch (as) {
    case 'html': {
      const html =
        '<html>\n<head><title>502 Bad Gateway</title></head>\n<body>\n<h1>502 Bad Gateway</h1>\n</body>\n</html>\n';
      return { answer: { status: 502, json: null, html } };
    }
    case 'traceback':
      return { answer: failure(500) };
    case 'wrong-types':
      return { answer: { ...answer, json: mistype(answer.json) } };
    case 'no-result':
      return { answer: { ...answer, json: withoutResult(answer.json) } };
    case 'broken-json': {
      const text = Buffer.from(JSON.stringify(answer.json));
      return { answer, raw: text.subarray(0, Math.max(1, Math.floor(text.length * 0.6))) };
    }
  }
}

export function failure(status: number): SimulatedAnswer {
  const message = '(2006, "MySQL server has gone away (10.0.7.3:3306, user \'console\')")';
  const answer = crash('OperationalError', message, 'console/repositories/app.py:88 get_service_by_id');
  return { ...answer, status };
}

function mistype(value: Json): Json {
  if (typeof value === 'number') return `about ${value}`;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return { text: value };
  if (value === null) return 0;
  if (Array.isArray(value)) return value.map(mistype);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mistype(inner)]));
}

/** Makes every `result` null, as a proxy answers if it reaches no Prometheus. */
function withoutResult(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutResult);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === 'result' ? null : withoutResult(inner)]),
  );
}

const block = Buffer.from(`${'{"filler":"'.padEnd(65_534, 'x')}"},`);

/** Sends JSON of `bytes` bytes. Stops when the client disconnects. */
export async function sendHuge(response: ServerResponse, bytes: number): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  await pipeline(Readable.from(filler(bytes)), response).catch(() => undefined);
}

/** Sends JSON that never ends, in small parts without long gaps. Stops when the client disconnects. */
export async function sendEndless(response: ServerResponse, stop: AbortSignal): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.write('{"total":1,"regions":[');
  while (!response.destroyed && !stop.aborted) {
    response.write(`${' '.repeat(1023)}\n`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Sends a small body that decompresses to `bytes` bytes. */
export async function sendBomb(response: ServerResponse, bytes: number): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
  await pipeline(Readable.from(filler(bytes)), createGzip({ level: 9 }), response).catch(() => undefined);
}

function* filler(bytes: number): Generator<Buffer> {
  yield Buffer.from('{"total":1,"regions":[');
  for (let sent = 0; sent < bytes; sent += block.length) yield block;
  yield Buffer.from('{}]}');
}

import type { IncomingMessage } from 'node:http';
import type { Json } from '../../../src/core/text/json.ts';
import type { Body } from '../simulated-call.ts';

export type Arrived = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Body;
};

export async function readRequest(message: IncomingMessage): Promise<Arrived> {
  const url = new URL(message.url ?? '/', 'http://loopback');
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  const body = await readBody(message.headers['content-type'] ?? '', Buffer.concat(chunks));
  return { method: message.method ?? 'GET', path: decode(url.pathname), query: url.searchParams, body };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

async function readBody(contentType: string, bytes: Buffer): Promise<Body> {
  if (bytes.length === 0) return { kind: 'none' };
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/json') return { kind: 'json', text: bytes.toString('utf8') };
  if (type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data') {
    return { kind: 'form', fields: await readForm(contentType, bytes) };
  }
  return { kind: 'other', type: contentType };
}

async function readForm(contentType: string, bytes: Buffer): Promise<{ [name: string]: string }> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => new FormData());
  return Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
}

export function shownBody(body: Body): Json {
  switch (body.kind) {
    case 'none':
      return null;
    case 'form':
      return body.fields;
    case 'other':
      return `(${body.type})`;
    case 'json':
      try {
        const parsed: Json = JSON.parse(body.text);
        return parsed;
      } catch {
        return body.text;
      }
  }
}

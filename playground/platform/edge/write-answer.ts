import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { SimulatedAnswer } from '../platform-answer.ts';

/** The console's web framework doesn't compress answers with fewer bytes than this. */
const compressFrom = 200;

/** Sends an answer as the console does: headers, request id, gzip if accepted and useful. */
export function writeAnswer(
  message: IncomingMessage,
  response: ServerResponse,
  answer: SimulatedAnswer,
  rawBody?: Buffer,
): void {
  if (response.destroyed) return;
  const isPage = answer.html !== undefined;
  const plain = rawBody ?? Buffer.from(answer.empty ? '' : (answer.html ?? JSON.stringify(answer.json)), 'utf8');
  const compressible = plain.length >= compressFrom;
  const accepts = /\bgzip\b/.test(String(message.headers['accept-encoding'] ?? ''));
  const packed = compressible && accepts ? gzipSync(plain, { level: 1 }) : null;
  const smaller = packed !== null && packed.length < plain.length;
  const body = smaller ? packed : plain;
  const vary = [...(isPage ? [] : ['Accept']), 'Origin', ...(compressible ? ['Accept-Encoding'] : [])].join(', ');
  response.writeHead(answer.status, {
    ...(answer.empty ? {} : { 'Content-Type': isPage ? 'text/html' : 'application/json' }),
    Vary: vary,
    ...answer.headers,
    'X-Frame-Options': 'DENY',
    ...(smaller ? { 'Content-Encoding': 'gzip' } : {}),
    'Content-Length': body.length,
    ...crossOrigin(message),
    'X-Request-ID': randomUUID().replaceAll('-', ''),
  });
  response.end(message.method === 'HEAD' ? undefined : body);
}

function crossOrigin(message: IncomingMessage): { readonly [name: string]: string } {
  const { origin } = message.headers;
  if (origin === undefined) return {};
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' };
}

import { readJson } from '../../core/text/json.ts';
import { endpoints, type ParsedId } from '../endpoints.ts';
import { failureCode, isEnvelope } from '../reply-envelope.ts';
import { countValues } from './json-size.ts';
import { type Packed, pack } from './packed.ts';

export interface LargeReply {
  readonly id: ParsedId;
  readonly bytes: Uint8Array;
}

export type LargeReading =
  | { readonly form: 'read'; readonly isWrapped: boolean; readonly packed: Packed }
  | { readonly form: 'unreadable' | 'too-large' };

export default function readLargeReply({ id, bytes }: LargeReply): LargeReading {
  if (countValues(bytes) === 'too-large') return { form: 'too-large' };
  const body = readJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
  const isRead = body !== undefined && failureCode(body) === undefined;
  const value = isRead ? endpoints[id].reply.read(body) : undefined;
  if (value === undefined) return { form: 'unreadable' };
  const packed = pack(value);
  return packed ? { form: 'read', isWrapped: isEnvelope(body), packed } : { form: 'too-large' };
}

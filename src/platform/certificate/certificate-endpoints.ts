import type { Endpoint } from '../endpoint.ts';
import { readJson, team } from '../endpoint-parts.ts';
import { readCertificates } from './certificate-reply.ts';

export const certificateEndpoints = {
  /** docs/platform.md#certificates: never request a single certificate, because that reply includes its private key. */
  listCertificates: {
    ...readJson,
    path: `${team}/certificates`,
    query: ['page', 'page_size'],
    reply: { console: 'bare', read: readCertificates },
  },
} as const satisfies { readonly [id: string]: Endpoint };

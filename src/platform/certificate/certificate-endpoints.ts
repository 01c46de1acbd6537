import type { Endpoint } from '../endpoint.ts';
import { read, team } from '../endpoint-parts.ts';
import { readCertificates } from './certificate-reply.ts';

/** The calls about certificates. */
export const certificateEndpoints = {
  /** docs/platform.md#certificates: a single certificate is never asked for: that reply holds its private key. */
  listCertificates: {
    ...read,
    path: `${team}/certificates`,
    query: ['page', 'page_size'],
    reply: { console: 'bare', read: readCertificates },
  },
} as const satisfies { readonly [id: string]: Endpoint };

import type { Endpoint } from '../endpoint.ts';
import { MIB, readJson, region, service } from '../endpoint-parts.ts';
import { readEventLog, readEvents } from './event-reply.ts';

export const eventEndpoints = {
  /** docs/platform.md#events: a `page` that isn't a number causes an internal error in the console. */
  listEvents: {
    ...readJson,
    path: `${service}/events`,
    query: ['page', 'page_size'],
    reply: { console: 'bare', read: readEvents },
  },
  /** docs/platform.md#event-logs: the console doesn't check which team an event belongs to. Build logs are long. */
  readEventLog: {
    ...readJson,
    maxBytes: 32 * MIB,
    path: `${region}/events/{event}/logs`,
    reply: { console: 'bare', read: readEventLog },
  },
} as const satisfies { readonly [id: string]: Endpoint };

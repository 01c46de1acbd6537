import type { Endpoint } from '../endpoint.ts';
import { app, jsonRead, MIB } from '../endpoint-parts.ts';

const bytesRead = { ...jsonRead, deadline: 'monitoring', maxBytes: 32 * MIB } as const;

export const monitoringEndpoints = {
  /** Any text in `is_outer`, even "false", means true to the console (docs/platform.md#monitoring). */
  queryMonitoring: {
    ...bytesRead,
    path: `${app}/monitor/query_range`,
    query: ['start', 'end', 'step', 'is_outer'],
    reply: { console: 'bare', document: 'bare', bytes: true },
  },
  /** The console runs any query for any token, so send only fixed queries (docs/platform.md#raw-monitoring-queries). */
  queryRawMonitoring: {
    ...bytesRead,
    path: '/monitor/query_range',
    query: ['region_name', 'query', 'start', 'end', 'step'],
    reply: { console: 'bare', bytes: true },
  },
} as const satisfies { readonly [id: string]: Endpoint };

import type { Endpoint } from '../endpoint.ts';
import { app, readJson, region } from '../endpoint-parts.ts';
import { readAppInfo, readApps, readNamespace, readTeams } from './app-reply.ts';

export const appEndpoints = {
  listTeams: {
    ...readJson,
    path: '/teams',
    query: ['page', 'page_size'],
    reply: { console: 'bare', read: readTeams },
  },
  /** `query` matches a part of an app's name. The reply has no pages. */
  listApps: { ...readJson, path: `${region}/apps`, query: ['query'], reply: { console: 'bare', read: readApps } },
  readApp: { ...readJson, path: app, reply: { console: 'bare', read: readAppInfo } },
  /** docs/platform.md#raw-monitoring-queries: only the namespace is read from the list of inner ports. */
  readNamespace: { ...readJson, path: `${region}/apps_port`, reply: { console: 'envelope', read: readNamespace } },
} as const satisfies { readonly [id: string]: Endpoint };

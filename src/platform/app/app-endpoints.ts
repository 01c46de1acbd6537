import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { app, jsonRead, region } from '../endpoint-parts.ts';
import { asInteger, asObject, asText, type ReadBy, readEntries, readerOf } from '../lenient.ts';
import { entriesIn, objectOf } from '../reply-envelope.ts';

const readTeam = readerOf(z.object({ tenant_id: z.string(), tenant_name: z.string().min(1) }), (named, raw) => ({
  teamId: named.tenant_id,
  /** Team name, used in paths. The team's id also works in paths. */
  teamName: named.tenant_name,
  teamAlias: asText(raw.tenant_alias),
}));

/** docs/platform.md#teams-and-apps */
export type Team = ReadBy<typeof readTeam>;

/** Returns undefined if the reply isn't a page of teams. */
export function readTeams(body: unknown): { readonly total: number; readonly teams: readonly Team[] } | undefined {
  const page = asObject(objectOf(body));
  if (!Array.isArray(page?.tenants)) return undefined;
  const teams = readEntries(page.tenants, readTeam);
  return teams && { total: asInteger(page.total) ?? teams.length, teams };
}

/** Returns an app's number. Lists contain the number as `ID`, details also as `app_id`. */
function appId(raw: { readonly [field: string]: unknown }): string | undefined {
  const id = asInteger(raw.ID) ?? asInteger(raw.app_id);
  return id?.toString() ?? (asText(raw.ID) || asText(raw.app_id) || undefined);
}

function toApp(raw: { readonly [field: string]: unknown }) {
  const id = appId(raw);
  if (id === undefined) return undefined;
  return {
    /** The app's number as text, used in paths. */
    appId: id,
    name: asText(raw.group_name) || id,
    k8sApp: asText(raw.k8s_app),
  };
}

const readAppEntry = readerOf(z.object({}), (_, raw) => toApp(raw));

export type App = ReadBy<typeof readAppEntry>;

const readInfo = readerOf(z.object({}), (_, raw) => {
  const app = toApp(raw);
  return (
    app && {
      ...app,
      /** One of running, part_running and closed, or another text of the platform, unchanged. */
      status: asText(raw.status),
      serviceCount: asInteger(raw.service_count),
      runningServiceCount: asInteger(raw.running_service_count),
    }
  );
});

export type AppInfo = ReadBy<typeof readInfo>;

export function readApps(body: unknown): readonly App[] | undefined {
  const entries = entriesIn(body);
  return entries && readEntries(entries, readAppEntry);
}

export function readAppInfo(body: unknown): AppInfo | undefined {
  return readInfo(objectOf(body));
}

function readNamespace(body: unknown): string | undefined {
  const namespace = asText(asObject(objectOf(body))?.namespace);
  return namespace === '' ? undefined : namespace;
}

export const appEndpoints = {
  listTeams: {
    ...jsonRead,
    path: '/teams',
    query: ['page', 'page_size'],
    reply: { console: 'bare', read: readTeams },
  },
  /** `query` matches a part of an app's name. The reply has no pages. */
  listApps: { ...jsonRead, path: `${region}/apps`, query: ['query'], reply: { console: 'bare', read: readApps } },
  readApp: { ...jsonRead, path: app, reply: { console: 'bare', read: readAppInfo } },
  /** docs/platform.md#raw-monitoring-queries: only the namespace is read from the list of inner ports. */
  readNamespace: { ...jsonRead, path: `${region}/apps_port`, reply: { console: 'envelope', read: readNamespace } },
} as const satisfies { readonly [id: string]: Endpoint };

import { z } from 'zod';
import { asInteger, asObject, asText, type ReadBy, readEntries, readerOf } from '../lenient.ts';
import { entriesIn, objectOf } from '../reply-envelope.ts';

const readTeam = readerOf(z.object({ tenant_id: z.string(), tenant_name: z.string().min(1) }), (named, raw) => ({
  teamId: named.tenant_id,
  /** What paths take, beside the id. */
  teamName: named.tenant_name,
  /** Display name. */
  teamAlias: asText(raw.tenant_alias),
}));

/** A team that the token's user belongs to (console only, docs/platform.md#teams-and-apps). */
export type Team = ReadBy<typeof readTeam>;

/** A page of teams, or undefined when the reply isn't one. */
export function readTeams(body: unknown): { readonly total: number; readonly teams: readonly Team[] } | undefined {
  const page = asObject(objectOf(body));
  if (!Array.isArray(page?.tenants)) return undefined;
  const teams = readEntries(page.tenants, readTeam);
  return teams && { total: asInteger(page.total) ?? teams.length, teams };
}

/** The number comes as `ID` in lists and as `app_id` too in the detail. */
function appId(raw: { readonly [field: string]: unknown }): string | undefined {
  const id = asInteger(raw.ID) ?? asInteger(raw.app_id);
  return id?.toString() ?? (asText(raw.ID) || asText(raw.app_id) || undefined);
}

/** What both the detail and the list carry. Without a number, it isn't an application. */
function toApp(raw: { readonly [field: string]: unknown }) {
  const id = appId(raw);
  if (id === undefined) return undefined;
  return {
    /** The number in paths, as text. */
    appId: id,
    name: asText(raw.group_name) || id,
    k8sApp: asText(raw.k8s_app),
  };
}

const readAppEntry = readerOf(z.object({}), (_, raw) => toApp(raw));

/** An application in a list (console only). */
export type App = ReadBy<typeof readAppEntry>;

const readInfo = readerOf(z.object({}), (_, raw) => {
  const app = toApp(raw);
  return (
    app && {
      ...app,
      /** running | part_running | closed; other text as it came. */
      status: asText(raw.status),
      serviceCount: asInteger(raw.service_count),
      runningServiceCount: asInteger(raw.running_service_count),
    }
  );
});

/** An application with its counters (console only). */
export type AppInfo = ReadBy<typeof readInfo>;

/** The applications of a team in a region, or undefined when the reply isn't a list of them. */
export function readApps(body: unknown): readonly App[] | undefined {
  const entries = entriesIn(body);
  return entries && readEntries(entries, readAppEntry);
}

/** One application, or undefined. */
export function readAppInfo(body: unknown): AppInfo | undefined {
  return readInfo(objectOf(body));
}

/** The Kubernetes namespace of a team, out of the list of its inner ports; undefined when it isn't in the reply. */
export function readNamespace(body: unknown): string | undefined {
  const namespace = asText(asObject(objectOf(body))?.namespace);
  return namespace === '' ? undefined : namespace;
}

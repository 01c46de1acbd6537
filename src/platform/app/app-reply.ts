import { z } from 'zod';
import { anything, asInteger, asNumber, asObject, asText, readEntries } from '../lenient.ts';

import { listOf, objectOf } from '../reply-envelope.ts';

/** A team that the token's user belongs to (console only, docs/platform.md#teams-and-apps). */
export interface Team {
  readonly teamId: string;
  /** What paths take, beside the id. */
  readonly teamName: string;
  /** Display name. */
  readonly teamAlias: string | undefined;
}

/** An application in a list (console only). */
export interface App {
  /** The number in paths, as text. */
  readonly appId: string;
  readonly name: string;
  readonly k8sApp: string | undefined;
  readonly appType: string | undefined;
  readonly note: string | undefined;
}

/** An application with its counters (console only). */
export interface AppInfo extends App {
  /** running | part_running | closed; other text as it came. */
  readonly status: string | undefined;
  readonly serviceCount: number | undefined;
  readonly runningServiceCount: number | undefined;
  /** Milli-cores. */
  readonly usedCpu: number | undefined;
  /** MiB. */
  readonly usedMemory: number | undefined;
}

/** A team in the console's list (docs/platform.md#teams-and-apps). */
const TeamReply = z
  .object({ tenant_id: z.string(), tenant_name: z.string().min(1), tenant_alias: anything })
  .transform(
    (raw): Team => ({ teamId: raw.tenant_id, teamName: raw.tenant_name, teamAlias: asText(raw.tenant_alias) }),
  );

/** A page of teams, or undefined when the reply isn't one. */
export function readTeams(body: unknown): { readonly total: number; readonly teams: readonly Team[] } | undefined {
  const page = asObject(objectOf(body));
  if (!Array.isArray(page?.tenants)) return undefined;
  const teams = readEntries(page.tenants, TeamReply);
  return teams && { total: asInteger(page.total) ?? teams.length, teams };
}

const app = {
  ID: anything,
  app_id: anything,
  group_name: anything,
  k8s_app: anything,
  app_type: anything,
  note: anything,
};

const AppNamed = z.object(app).refine((raw) => appId(raw) !== undefined);

/** The number comes as `ID` in lists and as `app_id` too in the detail. */
function appId(raw: { readonly ID?: unknown; readonly app_id?: unknown }): string | undefined {
  const id = asInteger(raw.ID) ?? asInteger(raw.app_id);
  return id?.toString() ?? (asText(raw.ID) || asText(raw.app_id) || undefined);
}

function toApp(raw: z.output<typeof AppNamed>): App {
  const id = appId(raw) ?? '';
  return {
    appId: id,
    name: asText(raw.group_name) || id,
    k8sApp: asText(raw.k8s_app),
    appType: asText(raw.app_type),
    note: asText(raw.note),
  };
}

const AppReply = AppNamed.transform(toApp);

const AppInfoReply = z
  .object({
    ...app,
    status: anything,
    service_count: anything,
    running_service_count: anything,
    used_cpu: anything,
    used_momory: anything,
  })
  .refine((raw) => appId(raw) !== undefined)
  .transform(
    (raw): AppInfo => ({
      ...toApp(raw),
      status: asText(raw.status),
      serviceCount: asInteger(raw.service_count),
      runningServiceCount: asInteger(raw.running_service_count),
      usedCpu: asNumber(raw.used_cpu),
      usedMemory: asNumber(raw.used_momory),
    }),
  );

/** The applications of a team in a region, or undefined when the reply isn't a list of them. */
export function readApps(body: unknown): readonly App[] | undefined {
  const entries = listOf(body);
  return entries && readEntries(entries, AppReply);
}

/** One application, or undefined. */
export function readAppInfo(body: unknown): AppInfo | undefined {
  return AppInfoReply.safeParse(objectOf(body)).data;
}

/** The Kubernetes namespace of a team, out of the list of its inner ports; undefined when it isn't in the reply. */
export function readNamespace(body: unknown): string | undefined {
  const namespace = asText(asObject(objectOf(body))?.namespace);
  return namespace === '' ? undefined : namespace;
}

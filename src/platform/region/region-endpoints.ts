import { z } from 'zod';
import { Secret } from '../../core/text/secret.ts';
import type { Endpoint } from '../endpoint.ts';
import { jsonRead, region, team } from '../endpoint-parts.ts';
import { asInteger, asNumber, asObject, asText, type ReadBy, readEntries, readerOf } from '../lenient.ts';
import { entriesIn, objectOf } from '../reply-envelope.ts';

/** The name is required, because paths contain it. */
const Named = z.object({ region_name: z.string().min(1) });

const readTeamRegion = readerOf(Named, (named, raw) => ({
  regionId: asText(raw.region_id) ?? '',
  /** Name for paths of a team. A region's id doesn't work in these paths (docs/platform.md#paths). */
  regionName: named.region_name,
  regionAlias: asText(raw.region_alias) || named.region_name,
  tenantName: asText(raw.tenant_name),
  url: asText(raw.url),
  wsurl: asText(raw.wsurl),
  httpdomain: asText(raw.httpdomain),
  tcpdomain: asText(raw.tcpdomain),
  token: new Secret(asText(raw.token)),
  /** '0' being edited, '1' enabled, '2' disabled, '3' under maintenance, or another text unchanged. */
  status: asStatus(raw.status),
  desc: asText(raw.desc),
  scope: asText(raw.scope),
}));

/** docs/platform.md#regions */
export type TeamRegion = ReadBy<typeof readTeamRegion>;

export interface TeamRegionPage {
  readonly total: number;
  readonly regions: readonly TeamRegion[];
}

/** Both are undefined if the platform didn't ask the region for these numbers. */
export interface Usage {
  readonly used: number | undefined;
  readonly total: number | undefined;
}

/** Quota and use of a team in a region (console only). The use is the limits of running pods, not their live use. */
export interface TeamResource {
  /** Millicores. */
  readonly cpu: Usage;
  /** MiB. */
  readonly memory: Usage;
}

function asStatus(value: unknown): string | undefined {
  return asText(value) ?? asInteger(value)?.toString();
}

export function readTeamRegions(body: unknown): TeamRegionPage | undefined {
  const page = asObject(objectOf(body));
  const entries = Array.isArray(page?.regions) ? page.regions : Array.isArray(body) ? body : undefined;
  if (!entries) return undefined;
  const regions = readEntries(entries, readTeamRegion);
  return regions && { total: asInteger(page?.total) ?? regions.length, regions };
}

const readRegion = readerOf(Named, (named, raw) => {
  const disk = usage(raw.used_disk, raw.total_disk);
  const memory = usage(raw.used_memory, raw.total_memory);
  const cpu = usage(raw.used_cpu, raw.total_cpu);
  return {
    regionName: named.region_name,
    regionAlias: asText(raw.region_alias),
    url: asText(raw.url),
    wsurl: asText(raw.wsurl),
    httpdomain: asText(raw.httpdomain),
    tcpdomain: asText(raw.tcpdomain),
    scope: asText(raw.scope),
    sslCaCert: new Secret(asText(raw.ssl_ca_cert)),
    certFile: new Secret(asText(raw.cert_file)),
    keyFile: new Secret(asText(raw.key_file)),
    desc: asText(raw.desc),
    /** GiB of the cluster's shared disk (docs/platform.md#region-detail). */
    disk,
    /** MiB; `used` is the amount that pods request, not their live use. */
    memory,
    /** Cores; `used` is the amount that pods request, not their live use. */
    cpu,
    /** Whether the numbers are real. If all are zero or missing, the region wasn't asked or didn't answer. */
    measured: [disk, memory, cpu].some(({ used, total }) => used !== undefined || total !== undefined),
    /** 'ok' | 'failure', or another text unchanged. */
    healthStatus: asText(raw.health_status),
    status: asStatus(raw.status),
  };
});

/** docs/platform.md#region-detail */
export type RegionInfo = ReadBy<typeof readRegion>;

/** Returns undefined numbers for a total of 0: the region wasn't asked, and must never look unused. */
function usage(used: unknown, total: unknown): Usage {
  const whole = asNumber(total);
  const part = asNumber(used);
  if (whole === 0 || (whole === undefined && part === 0)) return { used: undefined, total: undefined };
  return { used: part, total: whole };
}

export function readRegionInfo(body: unknown): RegionInfo | undefined {
  return readRegion(objectOf(body) ?? entriesIn(body)?.[0]);
}

/** docs/platform.md#team-resources */
function readTeamResource(body: unknown): TeamResource | undefined {
  const raw = asObject(objectOf(body));
  if (!raw || !('total_cpu' in raw || 'total_memory' in raw)) return undefined;
  return { cpu: quota(raw.used_cpu, raw.total_cpu), memory: quota(raw.used_memory, raw.total_memory) };
}

/** Returns undefined numbers if both are 0, because the region didn't answer. Use without a total means no quota. */
function quota(used: unknown, total: unknown): Usage {
  const whole = asNumber(total) || undefined;
  const part = asNumber(used);
  return { used: whole === undefined && part === 0 ? undefined : part, total: whole };
}

export const regionEndpoints = {
  /** Sends a search only in the document's dialect: the console copies its text into SQL (docs/platform.md#regions). */
  listRegions: {
    ...jsonRead,
    path: `${team}/regions`,
    query: ['query', 'page', 'page_size'],
    reply: { console: 'bare', document: 'bare', read: readTeamRegions },
  },
  /** docs/platform.md#region-detail */
  readRegion: {
    ...jsonRead,
    path: '/regions/{region}',
    query: ['region_id', 'extend_info'],
    reply: { console: 'bare', document: 'bare', read: readRegionInfo },
  },
  /** docs/platform.md#team-resources */
  readTeamResource: { ...jsonRead, path: `${region}/resource`, reply: { console: 'bare', read: readTeamResource } },
} as const satisfies { readonly [id: string]: Endpoint };

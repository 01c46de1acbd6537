import { z } from 'zod';
import { Secret } from '../../core/text/secret.ts';
import { anything, asInteger, asNumber, asObject, asText, readEntries } from '../lenient.ts';

import { listOf, objectOf } from '../reply-envelope.ts';

/** One region of a team's list (docs/platform.md#regions). */
export interface TeamRegion {
  readonly regionId: string;
  /** The name that team paths want; the id does not work there (docs/platform.md#paths). */
  readonly regionName: string;
  readonly regionAlias: string;
  readonly tenantName: string | undefined;
  readonly url: string | undefined;
  readonly wsurl: string | undefined;
  readonly httpdomain: string | undefined;
  readonly tcpdomain: string | undefined;
  readonly token: Secret;
  /** '0' being edited, '1' enabled, '2' disabled, '3' under maintenance; other text as it came. */
  readonly status: string | undefined;
  readonly desc: string | undefined;
  readonly scope: string | undefined;
}

/** A page of a team's regions; `total` counts all pages. */
export interface TeamRegionPage {
  readonly total: number;
  readonly regions: readonly TeamRegion[];
}

/** How much of something is used; both undefined when the platform did not ask its region. */
export interface Usage {
  readonly used: number | undefined;
  readonly total: number | undefined;
}

/** The data of one region (docs/platform.md#region-detail), read with its numbers asked for. */
export interface RegionInfo {
  readonly regionName: string;
  readonly regionAlias: string | undefined;
  readonly url: string | undefined;
  readonly wsurl: string | undefined;
  readonly httpdomain: string | undefined;
  readonly tcpdomain: string | undefined;
  readonly scope: string | undefined;
  readonly sslCaCert: Secret;
  readonly certFile: Secret;
  readonly keyFile: Secret;
  readonly desc: string | undefined;
  /** GiB of the cluster's shared disk (docs/platform.md#region-detail). */
  readonly disk: Usage;
  /** MiB; used means requested by pods, not live. */
  readonly memory: Usage;
  /** Cores; used means requested by pods, not live. */
  readonly cpu: Usage;
  /**
   * Whether the six numbers mean anything: false when all are zero or missing, which is how "not asked" and
   * "could not be asked" look.
   */
  readonly measured: boolean;
  /** 'ok' | 'failure'; other text as it came. */
  readonly healthStatus: string | undefined;
  readonly status: string | undefined;
}

/** What a team may use and uses in a region (console only): the limits of running pods, not live use. */
export interface TeamResource {
  /** Milli-cores. */
  readonly cpu: Usage;
  /** MiB. */
  readonly memory: Usage;
}

/** A team's region as it comes (docs/platform.md#regions). Paths are built from the name: it must be there. */
const TeamRegionReply = z
  .object({
    region_id: anything,
    region_name: z.string().min(1),
    region_alias: anything,
    tenant_name: anything,
    url: anything,
    wsurl: anything,
    httpdomain: anything,
    tcpdomain: anything,
    token: anything,
    status: anything,
    desc: anything,
    scope: anything,
  })
  .transform(
    (raw): TeamRegion => ({
      regionId: asText(raw.region_id) ?? '',
      regionName: raw.region_name,
      regionAlias: asText(raw.region_alias) || raw.region_name,
      tenantName: asText(raw.tenant_name),
      url: asText(raw.url),
      wsurl: asText(raw.wsurl),
      httpdomain: asText(raw.httpdomain),
      tcpdomain: asText(raw.tcpdomain),
      token: new Secret(asText(raw.token)),
      status: asStatus(raw.status),
      desc: asText(raw.desc),
      scope: asText(raw.scope),
    }),
  );

/** The status digit comes as text; a number means the same. */
function asStatus(value: unknown): string | undefined {
  return asText(value) ?? asInteger(value)?.toString();
}

/** A page of a team's regions, or undefined when the reply isn't one. */
export function readTeamRegions(body: unknown): TeamRegionPage | undefined {
  const page = asObject(objectOf(body));
  const entries = Array.isArray(page?.regions) ? page.regions : Array.isArray(body) ? body : undefined;
  if (!entries) return undefined;
  const regions = readEntries(entries, TeamRegionReply);
  return regions && { total: asInteger(page?.total) ?? regions.length, regions };
}

/** A region as it comes (docs/platform.md#region-detail). */
const RegionReply = z
  .object({
    region_name: z.string().min(1),
    region_alias: anything,
    url: anything,
    wsurl: anything,
    httpdomain: anything,
    tcpdomain: anything,
    scope: anything,
    ssl_ca_cert: anything,
    cert_file: anything,
    key_file: anything,
    desc: anything,
    used_disk: anything,
    total_disk: anything,
    used_memory: anything,
    total_memory: anything,
    used_cpu: anything,
    total_cpu: anything,
    health_status: anything,
    status: anything,
  })
  .transform((raw): RegionInfo => {
    const disk = usage(raw.used_disk, raw.total_disk);
    const memory = usage(raw.used_memory, raw.total_memory);
    const cpu = usage(raw.used_cpu, raw.total_cpu);
    return {
      regionName: raw.region_name,
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
      disk,
      memory,
      cpu,
      measured: [disk, memory, cpu].some(({ used, total }) => used !== undefined || total !== undefined),
      healthStatus: asText(raw.health_status),
      status: asStatus(raw.status),
    };
  });

/** Zero of zero is how "not asked" looks (docs/platform.md#region-detail): it must never be shown as nothing used. */
function usage(used: unknown, total: unknown): Usage {
  const whole = asNumber(total);
  const part = asNumber(used);
  if (whole === 0 || (whole === undefined && part === 0)) return { used: undefined, total: undefined };
  return { used: part, total: whole };
}

/** One region, or undefined when the reply isn't one. */
export function readRegionInfo(body: unknown): RegionInfo | undefined {
  return RegionReply.safeParse(objectOf(body) ?? listOf(body)?.[0]).data;
}

/** What a team uses in a region (docs/platform.md#team-resources), or undefined when the reply isn't one. */
export function readTeamResource(body: unknown): TeamResource | undefined {
  const raw = asObject(objectOf(body));
  if (!raw || !('total_cpu' in raw || 'total_memory' in raw)) return undefined;
  return { cpu: quota(raw.used_cpu, raw.total_cpu), memory: quota(raw.used_memory, raw.total_memory) };
}

/** Zero of zero is how an unreachable region looks; a use without a total has no quota. */
function quota(used: unknown, total: unknown): Usage {
  const whole = asNumber(total) || undefined;
  const part = asNumber(used);
  return { used: whole === undefined && part === 0 ? undefined : part, total: whole };
}

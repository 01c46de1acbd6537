import { z } from 'zod';
import { Secret } from '../../core/text/secret.ts';
import { asInteger, asNumber, asObject, asText, type ReadBy, readEntries, readerOf } from '../lenient.ts';
import { entriesIn, objectOf } from '../reply-envelope.ts';

/** Paths are built from the name: it must be there. */
const Named = z.object({ region_name: z.string().min(1) });

const readTeamRegion = readerOf(Named, (named, raw) => ({
  regionId: asText(raw.region_id) ?? '',
  /** The name that team paths want; the id does not work there (docs/platform.md#paths). */
  regionName: named.region_name,
  regionAlias: asText(raw.region_alias) || named.region_name,
  tenantName: asText(raw.tenant_name),
  url: asText(raw.url),
  wsurl: asText(raw.wsurl),
  httpdomain: asText(raw.httpdomain),
  tcpdomain: asText(raw.tcpdomain),
  token: new Secret(asText(raw.token)),
  /** '0' being edited, '1' enabled, '2' disabled, '3' under maintenance; other text as it came. */
  status: asStatus(raw.status),
  desc: asText(raw.desc),
  scope: asText(raw.scope),
}));

/** One region of a team's list (docs/platform.md#regions). */
export type TeamRegion = ReadBy<typeof readTeamRegion>;

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

/** What a team may use and uses in a region (console only): the limits of running pods, not live use. */
export interface TeamResource {
  /** Milli-cores. */
  readonly cpu: Usage;
  /** MiB. */
  readonly memory: Usage;
}

/** The status digit comes as text; a number means the same. */
function asStatus(value: unknown): string | undefined {
  return asText(value) ?? asInteger(value)?.toString();
}

/** A page of a team's regions, or undefined when the reply isn't one. */
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
    /** MiB; used means requested by pods, not live. */
    memory,
    /** Cores; used means requested by pods, not live. */
    cpu,
    /**
     * Whether the six numbers mean anything: false when all are zero or missing, which is how "not asked" and
     * "could not be asked" look.
     */
    measured: [disk, memory, cpu].some(({ used, total }) => used !== undefined || total !== undefined),
    /** 'ok' | 'failure'; other text as it came. */
    healthStatus: asText(raw.health_status),
    status: asStatus(raw.status),
  };
});

/** The data of one region (docs/platform.md#region-detail), read with its numbers asked for. */
export type RegionInfo = ReadBy<typeof readRegion>;

/** Zero of zero is how "not asked" looks (docs/platform.md#region-detail): it must never be shown as nothing used. */
function usage(used: unknown, total: unknown): Usage {
  const whole = asNumber(total);
  const part = asNumber(used);
  if (whole === 0 || (whole === undefined && part === 0)) return { used: undefined, total: undefined };
  return { used: part, total: whole };
}

/** One region, or undefined when the reply isn't one. */
export function readRegionInfo(body: unknown): RegionInfo | undefined {
  return readRegion(objectOf(body) ?? entriesIn(body)?.[0]);
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

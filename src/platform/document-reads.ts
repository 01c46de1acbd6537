import type { Dialect } from './endpoint.ts';
import type { QueryOf } from './endpoints.ts';
import type { Reader } from './http/reader.ts';
import type { Platform, TimeRange } from './platform.ts';
import type { TeamRegion, TeamRegionPage } from './region/region-endpoints.ts';

export function createDocumentReads(reader: Reader, dialect: () => Dialect) {
  return {
    listRegions: (q) => listRegions(reader, dialect(), q),
    readRegion: async (q) => reader.read('readRegion', q, { region_id: q.region, extend_info: 'true' }),
    listPorts: async (q) => reader.read('listPorts', q),
    readComponent: async (q) => reader.read('readComponent', q),
    queryMonitoring: async ({ outerOnly, ...q }) =>
      reader.readBytes('queryMonitoring', q, { ...timeRange(q), is_outer: outerOnly ? 'true' : undefined }),
  } satisfies Partial<Platform>;
}

export function timeRange({ start, end, step }: TimeRange): TimeRange {
  if (![start, end, step].every(Number.isFinite) || step <= 0) throw new RangeError('not a time range');
  return { start, end, step };
}

/** Default page size of the platform (docs/platform.md#regions). */
const PAGE_SIZE = 10;
const WHOLE_PAGE = 100;

/** Searches only in the document's dialect, because the console puts the text into SQL (docs/platform.md#regions). */
async function listRegions(
  reader: Reader,
  dialect: Dialect,
  q: Parameters<Platform['listRegions']>[0],
): Promise<TeamRegionPage> {
  const readPage = (query: QueryOf<'listRegions'>) => reader.read('listRegions', { team: q.team }, query);
  const search = q.search?.trim() || undefined;
  if (!search || dialect === 'document') return readPage({ query: search, page: q.page, page_size: q.pageSize });
  const all = await readAllPages(50, 'regionName', async (paging) => {
    const { total, regions } = await readPage(paging);
    return { total, entries: regions };
  });
  const matching = all.filter((region) => matches(region, search));
  const size = Math.max(1, q.pageSize ?? PAGE_SIZE);
  const from = (Math.max(1, q.page ?? 1) - 1) * size;
  return { total: matching.length, regions: matching.slice(from, from + size) };
}

/** Reads all pages of an unordered list (docs/platform.md#regions). A page without new entries is the last page. */
export async function readAllPages<T>(
  max: number,
  key: keyof T,
  read: (paging: { readonly page: number; readonly page_size: number }) => Promise<{
    readonly total: number;
    readonly entries: readonly T[];
  }>,
): Promise<readonly T[]> {
  const all = new Map<T[keyof T], T>();
  for (let page = 1; page <= max; page += 1) {
    const before = all.size;
    const { total, entries } = await read({ page, page_size: WHOLE_PAGE });
    for (const entry of entries) all.set(entry[key], entry);
    if (all.size === before || all.size >= total) break;
  }
  return [...all.values()];
}

function matches(region: TeamRegion, search: string): boolean {
  const wanted = fold(search);
  return [region.regionName, region.regionAlias, region.regionId].some((name) => fold(name).includes(wanted));
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

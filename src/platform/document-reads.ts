import type { Dialect } from './endpoint.ts';
import type { QueryOf } from './endpoints.ts';
import type { Reader } from './http/reader.ts';
import type { Platform } from './platform.ts';
import type { TeamRegion, TeamRegionPage } from './region/region-reply.ts';

/** The five reads of the interface document. */
export type DocumentReads = Pick<
  Platform,
  'listRegions' | 'readRegion' | 'listPorts' | 'readComponent' | 'queryMonitoring'
>;

/** Makes the document's reads over a reader. */
export function createDocumentReads(reader: Reader, dialect: () => Dialect): DocumentReads {
  return {
    listRegions: (q) => listRegions(reader, dialect(), q),
    async readRegion({ region }) {
      return reader.read('readRegion', { region }, { region_id: region, extend_info: 'true' });
    },
    listPorts: async (q) => reader.read('listPorts', q),
    readComponent: async (q) => reader.read('readComponent', q),
    async queryMonitoring({ start, end, step, outerOnly, ...place }) {
      const query = { ...timeRange(start, end, step), is_outer: outerOnly ? 'true' : undefined };
      return reader.readBytes('queryMonitoring', place, query);
    },
  };
}

/** Start and end in Unix seconds, step in seconds, as they go into a query. */
export function timeRange(start: number, end: number, step: number) {
  if (![start, end, step].every(Number.isFinite) || step <= 0) throw new RangeError('not a time range');
  return { start, end, step };
}

/** The platform's own page size when none is given (docs/platform.md#regions). */
const PAGE_SIZE = 10;
/** What is asked for when all pages are read. */
const WHOLE_PAGE = 100;

/**
 * A search goes to the platform only in the document's dialect: the console pastes it into SQL
 * (docs/platform.md#regions).
 */
async function listRegions(
  reader: Reader,
  dialect: Dialect,
  q: Parameters<DocumentReads['listRegions']>[0],
): Promise<TeamRegionPage> {
  const search = q.search?.trim();
  if (!search) return readPage(reader, q.team, { page: q.page, page_size: q.pageSize });
  if (dialect === 'document') return readPage(reader, q.team, { query: search, page: q.page, page_size: q.pageSize });
  const found = (await readAllRegions(reader, q.team)).filter((region) => matches(region, search));
  const size = Math.max(1, q.pageSize ?? PAGE_SIZE);
  const from = (Math.max(1, q.page ?? 1) - 1) * size;
  return { total: found.length, regions: found.slice(from, from + size) };
}

function readPage(reader: Reader, team: string, query: QueryOf<'listRegions'>): Promise<TeamRegionPage> {
  return reader.read('listRegions', { team }, query);
}

async function readAllRegions(reader: Reader, team: string): Promise<readonly TeamRegion[]> {
  return readAllPages(50, async (paging) => {
    const { total, regions } = await readPage(reader, team, paging);
    return { total, entries: regions.map((region) => [region.regionName, region]) };
  });
}

/**
 * Reads all pages of a list. They have no order (docs/platform.md#regions): what comes twice counts once, and a page
 * without news ends it.
 * @param most pages that are read
 * @param read a page's entries, each with what it is known by
 */
export async function readAllPages<K, T>(
  most: number,
  read: (paging: { readonly page: number; readonly page_size: number }) => Promise<{
    readonly total: number;
    readonly entries: readonly (readonly [K, T])[];
  }>,
): Promise<readonly T[]> {
  const all = new Map<K, T>();
  for (let page = 1; page <= most; page += 1) {
    const before = all.size;
    const { total, entries } = await read({ page, page_size: WHOLE_PAGE });
    for (const [key, entry] of entries) all.set(key, entry);
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

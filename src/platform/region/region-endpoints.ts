import type { Endpoint } from '../endpoint.ts';
import { readJson, region, team } from '../endpoint-parts.ts';
import { readRegionInfo, readTeamRegions, readTeamResource } from './region-reply.ts';

export const regionEndpoints = {
  /** Sends a search only in the document's dialect: the console copies its text into SQL (docs/platform.md#regions). */
  listRegions: {
    ...readJson,
    path: `${team}/regions`,
    query: ['query', 'page', 'page_size'],
    reply: { console: 'bare', document: 'bare', read: readTeamRegions },
  },
  /** docs/platform.md#region-detail */
  readRegion: {
    ...readJson,
    path: '/regions/{region}',
    query: ['region_id', 'extend_info'],
    reply: { console: 'bare', document: 'bare', read: readRegionInfo },
  },
  /** docs/platform.md#team-resources */
  readTeamResource: { ...readJson, path: `${region}/resource`, reply: { console: 'bare', read: readTeamResource } },
} as const satisfies { readonly [id: string]: Endpoint };

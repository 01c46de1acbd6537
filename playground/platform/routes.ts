import type { Operation } from './call.ts';
import { readComponent } from './components/read.ts';
import { listApps, listComponents, listTeamPorts, readApp } from './discovery/apps.ts';
import { listTeams, readCurrentUser, readTeam } from './discovery/people.ts';
import { createRule, listRules } from './gateway/create.ts';
import { queryApp, queryAppRange } from './monitoring/app.ts';
import { queryMoment, queryRange } from './monitoring/raw.ts';
import { addPort } from './ports/add.ts';
import { changePort } from './ports/change.ts';
import { deletePort } from './ports/delete.ts';
import { listPorts } from './ports/list.ts';
import { listRegions } from './regions/list.ts';
import { readRegion } from './regions/read.ts';

/** One path of the interface. `allow` is what its Allow header names; methods without an operation are 405. */
export type Route = {
  readonly name: string;
  readonly pattern: RegExp;
  readonly allow: string;
  readonly operations: { readonly [method: string]: Operation };
  /** Which other dialects know this path; the document knows its nine operations only. */
  readonly documented: boolean;
};

const word = String.raw`[\p{L}\p{N}_\-]+`;
const team = `/teams/(?<team>${word})`;
const place = `${team}/regions/(?<region>${word})`;
const app = String.raw`${place}/apps/(?<app>[\d\-]+)`;
const service = `${app}/services/(?<service>${word})`;

function route(name: string, path: string, allow: string, operations: Route['operations'], documented = false): Route {
  return { name, pattern: new RegExp(`^/openapi/v1${path}$`, 'u'), allow, operations, documented };
}

const reading = 'GET, HEAD, OPTIONS';
const readingAndWriting = 'GET, POST, HEAD, OPTIONS';

/** Every path that answers. */
export const routes: readonly Route[] = [
  route('List Regions', `${team}/regions`, readingAndWriting, { GET: listRegions }, true),
  route('Region Info', `/regions/(?<region>${word})`, reading, { GET: readRegion }, true),
  route('Component Ports Show', `${service}/ports`, readingAndWriting, { GET: listPorts, POST: addPort }, true),
  route(
    'Component Ports Change',
    `${service}/ports/(?<port>${word})`,
    'PUT, DELETE, OPTIONS',
    { PUT: changePort, DELETE: deletePort },
    true,
  ),
  route('List App Gateway Rule', `${app}/domains`, readingAndWriting, { GET: listRules, POST: createRule }, true),
  route('Team Apps Monitor Query Range', `${app}/monitor/query_range`, reading, { GET: queryAppRange }, true),
  route('App Services', service, 'GET, DELETE, HEAD, OPTIONS', { GET: readComponent }, true),
  route('Team Apps Monitor Query', `${app}/monitor/query`, reading, { GET: queryApp }),
  route('Current User', '/currentuser', reading, { GET: readCurrentUser }),
  route('List Team Info', '/teams', readingAndWriting, { GET: listTeams }),
  route('Team Info', team, 'GET, PUT, DELETE, HEAD, OPTIONS', { GET: readTeam }),
  route('List Apps', `${place}/apps`, readingAndWriting, { GET: listApps }),
  route('App Info', app, 'GET, DELETE, HEAD, OPTIONS', { GET: readApp }),
  route('List App Services', `${app}/services`, readingAndWriting, { GET: listComponents }),
  route('Team Apps Ports', `${place}/apps_port`, reading, { GET: listTeamPorts }),
  route('Monitor Query Overview', '/monitor/query', reading, { GET: queryMoment }),
  route('Monitor Query Range Overview', '/monitor/query_range', reading, { GET: queryRange }),
];

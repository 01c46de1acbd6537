import { API_PREFIX, endpointIds, segments } from '../../src/platform/call.ts';
import type { Endpoint } from '../../src/platform/endpoint.ts';
import { type EndpointId, endpoints } from '../../src/platform/endpoints.ts';
import { listApps, listComponents, readApp, readNamespace } from './app/apps.ts';
import { listCertificates, readTeamResource } from './app/team-resources.ts';
import { listTeams, readCurrentUser, readTeam } from './app/teams.ts';
import { buildComponent, changeImage } from './component/build-component.ts';
import { operateComponents } from './component/operate-components.ts';
import { readComponent } from './component/read-component.ts';
import { scaleHorizontally, scaleVertically } from './component/scale-component.ts';
import { listEvents, readEventLog } from './event/list-events.ts';
import { changeHttpRule } from './gateway/change-http-rule.ts';
import { createGatewayRule, listRules } from './gateway/create-rule.ts';
import { createHttpRule, deleteHttpRule, readHttpRule } from './gateway/http-domains.ts';
import { queryApp, queryMonitoring } from './monitoring/app-monitoring.ts';
import { queryMoment, queryRawMonitoring } from './monitoring/raw-monitoring.ts';
import { addPort } from './port/add-port.ts';
import { updatePort } from './port/change-port.ts';
import { deletePort } from './port/delete-port.ts';
import { listPorts } from './port/list-ports.ts';
import { listRegions } from './region/list-regions.ts';
import { readRegion } from './region/read-region.ts';
import type { SimulatedOperation } from './simulated-call.ts';

/** Path of the API. `allow` contains the Allow header's methods. Methods without an operation return 405. */
export type SimulatedRoute = {
  readonly name: string;
  readonly pattern: RegExp;
  readonly allow: string;
  readonly operations: { readonly [method: string]: SimulatedOperation };
  /** Methods in the document's dialect, which has only nine operations. */
  readonly documented: readonly string[];
};

/** Operation of each client call, and the console's name of its view (returned by OPTIONS). */
const answers: { readonly [Id in EndpointId]: readonly [view: string, answer: SimulatedOperation] } = {
  listRegions: ['List Regions', listRegions],
  readRegion: ['Region Info', readRegion],
  listPorts: ['Component Ports Show', listPorts],
  addPort: ['Component Ports Show', addPort],
  updatePort: ['Component Ports Change', updatePort],
  deletePort: ['Component Ports Change', deletePort],
  listRules: ['List App Gateway Rule', listRules],
  createGatewayRule: ['List App Gateway Rule', createGatewayRule],
  queryMonitoring: ['Team Apps Monitor Query Range', queryMonitoring],
  readComponent: ['App Services', readComponent],
  listTeams: ['List Team Info', listTeams],
  listApps: ['List Apps', listApps],
  readApp: ['App Info', readApp],
  listComponents: ['List App Services', listComponents],
  queryRawMonitoring: ['Monitor Query Range Overview', queryRawMonitoring],
  readNamespace: ['Team Apps Ports', readNamespace],
  operateComponents: ['App Operations', operateComponents],
  scaleHorizontally: ['App Service Telescopic Horizontal', scaleHorizontally],
  scaleVertically: ['App Service Telescopic Vertical', scaleVertically],
  buildComponent: ['Component Build', buildComponent],
  changeImage: ['Change Deploy Source', changeImage],
  createHttpRule: ['List App Gateway HTTP Rule', createHttpRule],
  readHttpRule: ['Update App Gateway HTTP Rule', readHttpRule],
  deleteHttpRule: ['Update App Gateway HTTP Rule', deleteHttpRule],
  listEvents: ['App Service Events', listEvents],
  readEventLog: ['App Service Event Log', readEventLog],
  listCertificates: ['List Team Certificates', listCertificates],
  readTeamResource: ['Team Resource', readTeamResource],
};

/** Further methods of the views that the client calls, for which the simulator has an operation. */
const furtherMethods: { readonly [view: string]: { readonly [method: string]: SimulatedOperation } } = {
  'Update App Gateway HTTP Rule': { PUT: changeHttpRule },
};
/** Methods that only the real console supports. The simulator doesn't. */
const unanswered: { readonly [view: string]: readonly string[] } = {
  'List Regions': ['POST'],
  'App Services': ['DELETE'],
  'List Team Info': ['POST'],
  'List Apps': ['POST'],
  'App Info': ['DELETE'],
  'List App Services': ['POST'],
  'List App Gateway HTTP Rule': ['GET'],
  'List Team Certificates': ['POST'],
};

/** Views that the client doesn't call. They are for curl and the recordings. */
const furtherViews: readonly (readonly [
  name: string,
  path: string,
  operations: { readonly [method: string]: SimulatedOperation },
  others?: readonly string[],
])[] = [
  [
    'Update App Gateway Rule',
    '/teams/{team}/regions/{region}/apps/{app}/domains/{rule}',
    { PUT: changeHttpRule, DELETE: deleteHttpRule },
  ],
  ['Team Apps Monitor Query', '/teams/{team}/regions/{region}/apps/{app}/monitor/query', { GET: queryApp }],
  ['Current User', '/currentuser', { GET: readCurrentUser }],
  ['Team Info', '/teams/{team}', { GET: readTeam }, ['PUT', 'DELETE']],
  ['Monitor Query Overview', '/monitor/query', { GET: queryMoment }],
];

/** Parameter patterns of the console (docs/platform.md#paths). A path with other values isn't found (404). */
const word = String.raw`[\p{L}\p{N}_\-]+`;
const values: { readonly [parameter: string]: string } = { app: String.raw`[\d\-]+` };

function patternOf(path: string): RegExp {
  const parts = segments(path).map(({ text, parameter }) =>
    parameter === undefined ? RegExp.escape(text) : `(?<${parameter}>${values[parameter] ?? word})`,
  );
  return new RegExp(`^${RegExp.escape(API_PREFIX)}${parts.join('/')}$`, 'u');
}

function allowed(methods: readonly string[]): string {
  const ordered = ['GET', 'POST', 'PUT', 'DELETE'].filter((method) => methods.includes(method));
  return [...ordered, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}

function routeOfView(name: string): SimulatedRoute {
  const rows = endpointIds
    .filter((id) => answers[id][0] === name)
    .map((id): { readonly answer: SimulatedOperation; readonly row: Endpoint } => ({
      answer: answers[id][1],
      row: endpoints[id],
    }));
  const [path, ...morePaths] = new Set(rows.map(({ row }) => row.path));
  if (path === undefined || morePaths.length > 0) throw new Error(`${name} must have one path`);
  const further = furtherMethods[name] ?? {};
  const methods = [...rows.map(({ row }) => row.method), ...Object.keys(further)];
  return {
    name,
    pattern: patternOf(path),
    allow: allowed([...methods, ...(unanswered[name] ?? [])]),
    operations: { ...Object.fromEntries(rows.map(({ answer, row }) => [row.method, answer])), ...further },
    documented: rows.flatMap(({ row }) => (row.reply.document === undefined ? [] : [row.method])),
  };
}

export const routes: readonly SimulatedRoute[] = [
  ...[...new Set(Object.values(answers).map(([view]) => view))].map(routeOfView),
  ...furtherViews.map(
    ([name, path, operations, others = []]): SimulatedRoute => ({
      name,
      pattern: patternOf(path),
      allow: allowed([...Object.keys(operations), ...others]),
      operations,
      documented: [],
    }),
  ),
];

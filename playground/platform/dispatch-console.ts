import { configInfo, configInfoPath } from './app/config-info.ts';
import type { LifecycleFaults } from './component/lifecycle-faults.ts';
import { settle } from './component/settle.ts';
import { authenticate, locateApp, locateComponent, locatePlace, locateTeam } from './locate.ts';
import {
  bare,
  framework,
  notFoundPage,
  PlatformRefusal,
  type SimulatedAnswer,
  type SimulatedOutcome,
  serverErrorPage,
} from './platform-answer.ts';
import { routes, type SimulatedRoute } from './routes.ts';
import type { Body, Monitoring, RegionFault, SimulatedCall, SimulatedDialect } from './simulated-call.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** Received request: decoded path, relevant headers, unread body, and active faults. */
export type Incoming = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
  readonly internalToken: string | undefined;
  readonly accept: string | undefined;
  readonly body: Body;
  readonly now: number;
  readonly dialect: SimulatedDialect;
  readonly monitoring: Monitoring;
  readonly monitoringDown: boolean;
  readonly noKubeState: boolean;
  readonly noGatewayMetrics: boolean;
  readonly requestItems: boolean;
  readonly regionFaults: { readonly [region: string]: RegionFault };
  readonly lifecycle: LifecycleFaults;
};

export function matchRoute(
  path: string,
): { readonly route: SimulatedRoute; readonly params: SimulatedCall['params'] } | null {
  for (const route of routes) {
    const match = route.pattern.exec(path);
    if (match !== null) return { route, params: { ...match.groups } };
  }
  return null;
}

/** Answers a request as the real console does. Pure. */
export function dispatchConsole(world: SimulatedWorld, incoming: Incoming): SimulatedOutcome {
  if (incoming.method === 'GET' && incoming.path === configInfoPath) return { world, answer: configInfo };
  const matched = matchRoute(incoming.path);
  if (matched === null) return { world, answer: notFoundPage };
  const { route, params } = matched;
  const withAllow = (answer: SimulatedAnswer): SimulatedAnswer => ({
    ...answer,
    headers: { Allow: route.allow, ...answer.headers },
  });
  try {
    const outcome = work(settle(world, incoming.now), incoming, route, params);
    return { ...outcome, answer: withAllow(outcome.answer) };
  } catch (refusal) {
    if (refusal instanceof PlatformRefusal) {
      const { answer, spent } = refusal;
      return { world: refusal.world ?? world, answer: answer === serverErrorPage ? answer : withAllow(answer), spent };
    }
    throw refusal;
  }
}

function work(
  world: SimulatedWorld,
  incoming: Incoming,
  route: SimulatedRoute,
  params: SimulatedCall['params'],
): SimulatedOutcome {
  if (route.name === 'Region Info') negotiate(incoming.accept);
  const user = authenticate(world, incoming.authorization, incoming.internalToken);
  const { method, path, query, body, now, dialect, monitoring, monitoringDown, regionFaults, lifecycle } = incoming;
  const { noKubeState, noGatewayMetrics, requestItems } = incoming;
  const call: SimulatedCall = {
    method,
    path,
    params,
    query,
    body,
    user,
    now,
    dialect,
    monitoring,
    monitoringDown,
    noKubeState,
    noGatewayMetrics,
    requestItems,
    regionFaults,
    lifecycle,
  };
  const operation = route.operations[method === 'HEAD' ? 'GET' : method];
  if (operation !== undefined) return operation(world, call);
  if (params.team !== undefined) checkPlace(world, call);
  if (method === 'OPTIONS') return { world, answer: metadata(route) };
  throw new PlatformRefusal(
    framework(
      405,
      `方法 “${method}” 不被允许。`,
      'MethodNotAllowed',
      'openapi/views/base.py:161 http_method_not_allowed',
    ),
  );
}

/** Looks up team, region, app and component. The console does this before it checks the method. */
function checkPlace(world: SimulatedWorld, call: SimulatedCall): void {
  const { region, app, service } = call.params;
  if (service !== undefined) locateComponent(world, call);
  else if (app !== undefined) locateApp(world, call);
  else if (region !== undefined) locatePlace(world, call);
  else locateTeam(world, call);
}

/** Refuses an unsupported `Accept` header. Only the region view checks it (docs/platform.md#transport). */
function negotiate(accept: string | undefined): void {
  if (accept === undefined || accept === '' || /\*\/\*|application\/(\*|json)|text\/html/.test(accept)) return;
  throw new PlatformRefusal(
    framework(406, '无法满足Accept HTTP头的请求。', 'NotAcceptable', 'negotiation.py:81 select_renderer'),
  );
}

function metadata(route: SimulatedRoute): SimulatedAnswer {
  return bare({
    name: route.name,
    description: '',
    renders: ['application/json', 'text/html'],
    parses: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
  });
}

import { findPort, type LiveRoute, type SimulatedWorld } from './simulated-world.ts';

/** The world with a route of the region's gateway: a second one for the same domain and port is the same. */
export function addRoute(world: SimulatedWorld, route: LiveRoute): SimulatedWorld {
  const isSame = (other: LiveRoute) =>
    other.componentId === route.componentId && other.port === route.port && other.domain === route.domain;
  return world.routes.some(isSame) ? world : { ...world, routes: [...world.routes, route] };
}

/**
 * Whether the region's gateway answers for a domain: it has a route, and the port is open to the outside. Rules don't
 * count: deleting one leaves its route (docs/platform.md#live-routes).
 */
export function isServing(world: SimulatedWorld, domain: string): boolean {
  return world.routes.some(
    (route) => route.domain === domain && findPort(world, route.componentId, route.port)?.outer === true,
  );
}

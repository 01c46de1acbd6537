import { findPort, type LiveRoute, type SimulatedWorld } from './simulated-world.ts';

/**
 * Adds a route to the region's gateway, unless the same component, port and domain already have one. It served nothing
 * before. @param now epoch ms
 */
export function addRoute(world: SimulatedWorld, route: Omit<LiveRoute, 'pauses'>, now: number): SimulatedWorld {
  const isSame = (other: LiveRoute) =>
    other.componentId === route.componentId && other.port === route.port && other.domain === route.domain;
  return world.routes.some(isSame)
    ? world
    : { ...world, routes: [...world.routes, { ...route, pauses: [{ from: 0, to: now }] }] };
}

/**
 * Checks whether the gateway answers for a domain: the domain has a route, and the port has external access. Rules
 * don't count, because a deleted rule leaves its route (docs/platform.md#live-routes).
 */
export function isServing(world: SimulatedWorld, domain: string): boolean {
  return world.routes.some(
    (route) => route.domain === domain && findPort(world, route.componentId, route.port)?.outer === true,
  );
}

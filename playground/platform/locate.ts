import { business, crash, framework, PlatformRefusal } from './platform-answer.ts';
import { param, type SimulatedCall } from './simulated-call.ts';
import type {
  Region,
  SimulatedApp,
  SimulatedComponent,
  SimulatedTeam,
  SimulatedUser,
  SimulatedWorld,
} from './simulated-world.ts';

/** Place of a request, found in the console's order of checks (docs/platform.md#paths). */
export type LocatedRegion = { readonly team: SimulatedTeam; readonly region: Region };

/** Returns the user of an `Authorization` value, or refuses with 401, shape D. Every internal token is refused. */
export function authenticate(
  world: SimulatedWorld,
  authorization: string | undefined,
  internal: string | undefined,
): SimulatedUser {
  if (internal !== undefined && internal !== '') throw unauthorised('Invalid internal token');
  if (authorization === undefined || authorization === '') throw unauthorised('No token');
  const user = world.users.find((candidate) => candidate.token === authorization);
  if (user === undefined) throw unauthorised('No such user or user is not admin');
  return user;
}

function unauthorised(detail: string): PlatformRefusal {
  return new PlatformRefusal(
    framework(401, detail, 'AuthenticationFailed', 'openapi/auth/authentication.py:35 authenticate'),
  );
}

/** Finds the path's team by id, then by name, never by alias. */
export function locateTeam(world: SimulatedWorld, call: SimulatedCall): SimulatedTeam {
  const wanted = param(call, 'team');
  const team =
    world.teams.find((candidate) => candidate.id === wanted) ??
    world.teams.find((candidate) => candidate.name === wanted);
  if (team === undefined) throw new PlatformRefusal(business(404, 'no found team', '团队不存在'));
  return team;
}

/** Finds the path's team and region. A region is found only by its name, and only if the team can use it. */
export function locatePlace(world: SimulatedWorld, call: SimulatedCall): LocatedRegion {
  const team = locateTeam(world, call);
  const name = param(call, 'region');
  const region = world.regions.find((candidate) => candidate.name === name);
  if (region === undefined) throw new PlatformRefusal(business(404, 'the region is not found', '集群不存在', 3000));
  const usable = team.regions.includes(name) && !team.unready.includes(name) && region.status === '1';
  if (!usable) {
    throw new PlatformRefusal(business(409, 'the team is not initialized in the region', '团队在该集群未初始化', 2001));
  }
  return { team, region };
}

export function locateApp(world: SimulatedWorld, call: SimulatedCall): LocatedRegion & { readonly app: SimulatedApp } {
  const place = locatePlace(world, call);
  const text = param(call, 'app');
  if (!/^-?\d+$/.test(text)) {
    throw new PlatformRefusal(
      crash('ValueError', `invalid literal for int() with base 10: '${text}'`, 'openapi/views/base.py:210 initial'),
    );
  }
  const app = world.apps.find(
    (candidate) =>
      candidate.id === Number(text) && candidate.teamId === place.team.id && candidate.region === place.region.name,
  );
  if (app === undefined) throw new PlatformRefusal(business(404, 'no found app', '应用不存在'));
  return { ...place, app };
}

/** Finds the path's team, region, app and component, the latter by id or alias. */
export function locateComponent(
  world: SimulatedWorld,
  call: SimulatedCall,
): LocatedRegion & { readonly app: SimulatedApp; readonly component: SimulatedComponent } {
  const place = locateApp(world, call);
  const wanted = param(call, 'service');
  const own = world.components.filter((candidate) => candidate.teamId === place.team.id);
  const component =
    own.find((candidate) => candidate.id === wanted) ?? own.find((candidate) => candidate.alias === wanted);
  if (component === undefined) throw new PlatformRefusal(business(404, 'no found component', '组件不存在'));
  // If the app is empty, the console doesn't check that the component belongs to it (docs/platform.md#paths).
  const appIsEmpty = !own.some((candidate) => candidate.appId === place.app.id);
  if (component.appId !== place.app.id && !appIsEmpty) {
    throw new PlatformRefusal(business(404, 'component not belong to this app', '组件不属于该应用'));
  }
  return { ...place, component };
}

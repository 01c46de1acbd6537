import type { Json } from '../../../src/core/text/json.ts';
import { componentJson } from '../components/read-component.ts';
import { locateApp, locatePlace } from '../locate.ts';
import { bare, enveloped } from '../platform-answer.ts';
import { regionFault } from '../region-call.ts';
import type { SimulatedOperation } from '../simulated-call.ts';
import type { SimulatedApp, SimulatedComponent, SimulatedWorld } from '../simulated-world.ts';

/** The apps of a team in a region; `query` searches their names (platform facts 4). */
export const listApps: SimulatedOperation = (world, call) => {
  const { team, region } = locatePlace(world, call);
  const word = call.query.get('query') ?? '';
  const apps = world.apps.filter(
    (app) => app.teamId === team.id && app.region === region.name && app.name.includes(word),
  );
  return { world, answer: bare(apps.map(appJson)) };
};

/** One app with counts and use. */
export const readApp: SimulatedOperation = (world, call) => {
  const { app } = locateApp(world, call);
  const components = componentsOf(world, app);
  const running = components.filter((component) => component.status === 'running').length;
  const status = running === 0 ? 'closed' : running === components.length ? 'running' : 'part_running';
  return {
    world,
    answer: bare({
      ...appJson(app),
      service_count: components.length,
      running_service_count: running,
      status,
      used_cpu: running * 120,
      used_momory: running * 512,
      app_id: app.id,
    }),
  };
};

/** The components of an app; no addresses here, and an unknown status is null instead of an error. */
export const listComponents: SimulatedOperation = (world, call) => {
  const { region, app } = locateApp(world, call);
  const known = regionFault(region, call) === undefined;
  const components = componentsOf(world, app).map((one) => componentJson(one, known ? one.status : null, []));
  return { world, answer: bare(components) };
};

/** The inner-open ports of the whole team in a region. */
export const listTeamPorts: SimulatedOperation = (world, call) => {
  const { team, region } = locatePlace(world, call);
  const components = world.components.filter((one) => one.teamId === team.id && one.region === region.name);
  const ports = components.flatMap((component) =>
    world.ports
      .filter((port) => port.componentId === component.id && port.inner)
      .map((port) => ({
        port: port.number,
        service_name: port.k8sServiceName,
        namespace: team.name,
        component_name: component.cname,
      })),
  );
  return { world, answer: enveloped('查询成功', { bean: { namespace: team.name, ports } }) };
};

/** The components of one app, in order. */
export function componentsOf(world: SimulatedWorld, app: SimulatedApp): readonly SimulatedComponent[] {
  return world.components.filter((component) => component.appId === app.id);
}

function appJson(app: SimulatedApp): { readonly [key: string]: Json } {
  return {
    ID: app.id,
    tenant_id: app.teamId,
    group_name: app.name,
    region_name: app.region,
    is_default: false,
    order_index: 0,
    note: app.note,
    username: 'admin',
    governance_mode: 'KUBERNETES_NATIVE_SERVICE',
    app_type: 'rainbond',
    k8s_app: `app-${app.id}`,
    create_time: app.createdAt,
    update_time: app.createdAt,
  };
}

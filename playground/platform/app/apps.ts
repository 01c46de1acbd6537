import type { Json } from '../../../src/core/text/json.ts';
import { sizeOf } from '../component/component-size.ts';
import { componentJson } from '../component/read-component.ts';
import { locateApp, locatePlace } from '../locate.ts';
import { bare, enveloped } from '../platform-answer.ts';
import { regionFault } from '../region-call.ts';
import type { SimulatedOperation } from '../simulated-call.ts';
import type { SimulatedApp, SimulatedComponent, SimulatedWorld } from '../simulated-world.ts';

export const listApps: SimulatedOperation = (world, call) => {
  const { team, region } = locatePlace(world, call);
  const word = (call.query.get('query') ?? '').toLowerCase();
  const matches = world.apps.filter(
    (app) => app.teamId === team.id && app.region === region.name && app.name.toLowerCase().includes(word),
  );
  const apps = matches.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0));
  return { world, answer: bare(apps.map(appJson)) };
};

/** Returns an app with counts and usage (docs/platform.md#teams-and-apps). */
export const readApp: SimulatedOperation = (world, call) => {
  const { team, region, app } = locateApp(world, call);
  const components = componentsOf(world, app);
  const isAsked = regionFault(region, call) === undefined;
  const running = isAsked ? components.filter(({ status }) => status === 'running').length : 0;
  const status = running === 0 ? 'closed' : running === components.length ? 'running' : 'part_running';
  const memory = components.reduce((all, component) => all + sizeOf(component).memory, 0);
  const cpu = (memory / 128) * 30;
  const { ID: _number, ...fields } = appJson(app);
  const answer = {
    enterprise_id: world.enterpriseId,
    service_count: components.length,
    running_service_count: running,
    used_momory: memory,
    used_cpu: cpu,
    // If the CPU isn't an integer, the console doesn't validate the answer and sends the id as text.
    app_id: Number.isInteger(cpu) ? app.id : String(app.id),
    team_name: team.name,
    status,
    ...fields,
  };
  return { world, answer: bare(answer) };
};

/** Returns the components of an app, without addresses. An unknown status is null, not an error. */
export const listComponents: SimulatedOperation = (world, call) => {
  const { region, app } = locateApp(world, call);
  const isReachable = regionFault(region, call) === undefined;
  const override = call.lifecycle.statuses;
  const statusOf = (one: SimulatedComponent) =>
    override === 'unknow' ? override : isReachable && override === null ? one.status : null;
  const components = componentsOf(world, app).map((one) => componentJson(one, statusOf(one), []));
  return { world, answer: bare(components) };
};

/** Returns the team's ports with internal access in a region. */
export const readNamespace: SimulatedOperation = (world, call) => {
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
    create_time: app.createdAt,
    update_time: app.createdAt,
    app_type: 'rainbond',
    app_store_name: null,
    app_store_url: null,
    app_template_name: null,
    version: null,
    logo: '',
    k8s_app: app.k8sName,
  };
}

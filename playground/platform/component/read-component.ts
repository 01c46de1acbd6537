import type { Json } from '../../../src/core/text/json.ts';
import { regionOf, shownEndPoint } from '../gateway-rules.ts';
import { locateComponent } from '../locate.ts';
import { bare, crash, PlatformRefusal } from '../platform-answer.ts';
import { regionFault } from '../region-call.ts';
import type { SimulatedOperation } from '../simulated-call.ts';
import type { SimulatedComponent, SimulatedWorld } from '../simulated-world.ts';

/** GET one component. Fails if the region doesn't return the component's status (docs/platform.md#components). */
export const readComponent: SimulatedOperation = (world, call) => {
  const { region, component } = locateComponent(world, call);
  // In the document, the status is optional, so omit a missing status.
  if (call.dialect === 'document' && component.status === null) {
    const { status: _unknown, ...fields } = componentJson(component, null, accessInfos(world, component));
    return { world, answer: bare(fields) };
  }
  if (component.status === null || regionFault(region, call) !== undefined) {
    throw new PlatformRefusal(crash('IndexError', 'list index out of range', 'openapi/views/apps/apps.py:322 get'));
  }
  return { world, answer: bare(componentJson(component, component.status, accessInfos(world, component))) };
};

/** Returns the addresses of all rules of the component, also of closed ports. HTTP addresses have no port. */
export function accessInfos(world: SimulatedWorld, component: SimulatedComponent): readonly string[] {
  const http = world.httpRules
    .filter((rule) => rule.componentId === component.id)
    .map((rule) => `${rule.certificateId === 0 ? 'http' : 'https'}://${rule.domain}${rule.path}`);
  const tcp = world.tcpRules
    .filter((rule) => rule.componentId === component.id)
    .map((rule) => shownEndPoint(rule, regionOf(world, component)));
  return [...http, ...tcp];
}

/** Returns the component object (docs/platform.md#components). A seed's `detail` replaces defaults. */
export function componentJson(
  component: SimulatedComponent,
  status: string | null,
  access: readonly string[],
): { readonly [field: string]: Json } {
  return { status, access_infos: access, ...identity(component), ...sizes, ...origins(component), ...component.detail };
}

function identity(component: SimulatedComponent): { readonly [field: string]: Json } {
  return {
    service_id: component.id,
    tenant_id: component.teamId,
    service_key: 'application',
    service_alias: component.alias,
    service_cname: component.cname,
    service_region: component.region,
    desc: 'docker run application',
    category: 'app_publish',
    version: 'latest',
    update_version: 1,
    image: 'nginx:1.27',
    cmd: '',
  };
}

const sizes: { readonly [field: string]: Json } = {
  min_node: 1,
  min_cpu: 500,
  container_gpu: 0,
  min_memory: 512,
  extend_method: 'stateless_multiple',
};

function origins(component: SimulatedComponent): { readonly [field: string]: Json } {
  return {
    code_from: null,
    git_url: null,
    git_project_id: 0,
    code_version: null,
    service_type: 'application',
    creater: 1,
    language: '',
    build_strategy: '',
    total_memory: 0,
    is_service: false,
    service_origin: 'assistant',
    tenant_service_group_id: 0,
    open_webhooks: false,
    service_source: component.source,
    create_status: component.createStatus,
    check_uuid: '',
    check_event_id: '',
    docker_cmd: null,
    server_type: 'git',
    is_upgrate: false,
    build_upgrade: true,
    oauth_service_id: null,
    k8s_component_name: component.k8sName,
    job_strategy: '',
    arch: 'amd64',
    dockerfile: '',
  };
}

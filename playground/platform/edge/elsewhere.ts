import { z } from 'zod';
import { defined } from '../../../src/core/defined.ts';
import type { Json } from '../../../src/core/text/json.ts';
import { noLifecycleFaults } from '../component/lifecycle-faults.ts';
import { addPodEvent } from '../component/pod-fates.ts';
import { dispatchConsole, type Incoming } from '../dispatch-console.ts';
import type { SimulatedComponent, SimulatedWorld } from '../simulated-world.ts';
import { componentConditions, happenElse, happenTo, otherConditions } from './condition-acts.ts';

export const elsewhereAct = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.enum(['open', 'close']),
    component: z.string(),
    port: z.int(),
    side: z.enum(['outer', 'inner']),
    by: z.string().default('mei'),
  }),
  z.strictObject({
    do: z.literal('add'),
    component: z.string(),
    port: z.int(),
    protocol: z.string().default('http'),
    alias: z.string().optional(),
    inner: z.boolean().default(false),
  }),
  z.strictObject({ do: z.literal('delete'), component: z.string(), port: z.int() }),
  z.strictObject({ do: z.literal('protocol'), component: z.string(), port: z.int(), protocol: z.string() }),
  z.strictObject({
    do: z.literal('rename'),
    component: z.string(),
    port: z.int(),
    alias: z.string(),
    service: z.string(),
  }),
  z.strictObject({
    do: z.literal('http-rule'),
    component: z.string(),
    port: z.int(),
    domain: z.string(),
    by: z.string().default('mei'),
  }),
  z.strictObject({
    do: z.literal('tcp-rule'),
    component: z.string(),
    port: z.int(),
    endPoint: z.string(),
    by: z.string().default('mei'),
  }),
  z.strictObject({ do: z.literal('delete-rule'), domain: z.string() }),
  /** Removes a port but keeps its rules, as when a rule is changed to a component without its port. */
  z.strictObject({ do: z.literal('lose-port'), component: z.string(), port: z.int() }),
  z.strictObject({ do: z.literal('delete-component'), component: z.string() }),
  z.strictObject({ do: z.literal('move-component'), component: z.string(), app: z.int() }),
  z.strictObject({ do: z.literal('rename-component'), component: z.string(), name: z.string() }),
  z.strictObject({ do: z.literal('status'), component: z.string(), status: z.string() }),
  z.strictObject({
    do: z.literal('operate'),
    component: z.string(),
    action: z.enum(['start', 'stop', 'upgrade', 'deploy']),
    by: z.string().default('mei'),
    fails: z.enum(['build', 'start']).optional(),
  }),
  z.strictObject({
    do: z.literal('pod-event'),
    component: z.string(),
    event: z.string(),
    message: z.string().default('container out of memory'),
    ended: z.boolean().default(true),
  }),
  ...componentConditions,
  ...otherConditions,
]);

/** `component` is an id, an alias or a display name. */
export type ElsewhereAct = z.input<typeof elsewhereAct>;

/** Applies the action. @throws with the console's reason if the console would refuse it */
export function actElsewhere(world: SimulatedWorld, given: unknown, now: number): SimulatedWorld {
  const act = elsewhereAct.parse(given);
  if (act.do === 'certificate' || act.do === 'add-certificate' || act.do === 'unscraped')
    return happenElse(world, act, now);
  if (act.do === 'delete-rule') return withoutRule(world, act.domain);
  const component = findComponent(world, act.component);
  if (act.do === 'lose-port')
    return {
      ...world,
      ports: world.ports.filter((one) => one.componentId !== component.id || one.number !== act.port),
    };
  if (act.do === 'trouble' || act.do === 'container-exit') return happenTo(world, component, act, now);
  if (act.do === 'delete-component')
    return { ...world, components: world.components.filter((one) => one !== component) };
  if (act.do === 'status' || act.do === 'rename-component' || act.do === 'move-component') {
    const set = setBy(act);
    const components = world.components.map((one) => (one === component ? { ...one, ...set } : one));
    return { ...world, components };
  }
  if (act.do === 'pod-event') {
    return addPodEvent(world, component, { optType: act.event, at: now, message: act.message, ended: act.ended });
  }
  const { method, path, body } = requestFor(act, component);
  const token = world.users[0]?.token;
  const app = `/openapi/v1/teams/${component.teamId}/regions/${component.region}/apps/${component.appId}`;
  const incoming: Incoming = {
    method,
    path: `${app}${path}`,
    query: new URLSearchParams(),
    authorization: token,
    internalToken: undefined,
    accept: undefined,
    body: { kind: 'json', text: JSON.stringify(body) },
    now,
    dialect: 'console',
    monitoring: 'broken',
    monitoringDown: false,
    noKubeState: false,
    noGatewayMetrics: false,
    requestItems: false,
    regionFaults: {},
    lifecycle: {
      ...noLifecycleFaults,
      ...(act.do === 'operate' && act.fails === 'build' && { nextDeploy: 'build-error' as const }),
      ...(act.do === 'operate' && act.fails === 'start' && { nextStart: 'crash' as const }),
    },
  };
  const outcome = dispatchConsole(world, incoming);
  if (outcome.answer.status === 200) return 'by' in act ? doneBy(world, outcome.world, act.by) : outcome.world;
  throw new Error(`the platform refuses: ${outcome.answer.status} ${JSON.stringify(outcome.answer.json)}`);
}

/** Removes the HTTP rules of a domain. Their routes stay (docs/platform.md#deleting-a-rule). */
function withoutRule(world: SimulatedWorld, domain: string): SimulatedWorld {
  const httpRules = world.httpRules.filter((rule) => rule.domain !== domain);
  if (httpRules.length === world.httpRules.length) throw new Error(`no rule has the domain ${domain}`);
  return { ...world, httpRules };
}

function setBy(
  act: Extract<z.infer<typeof elsewhereAct>, { readonly do: 'status' | 'rename-component' | 'move-component' }>,
): Partial<SimulatedComponent> {
  if (act.do === 'status') return { status: act.status, phases: [] };
  return act.do === 'rename-component' ? { cname: act.name } : { appId: act.app };
}

function findComponent(world: SimulatedWorld, name: string): SimulatedComponent {
  const component =
    world.components.find((one) => one.id === name) ??
    world.components.find((one) => one.alias === name) ??
    world.components.find((one) => one.cname === name);
  if (component === undefined) throw new Error(`no component is called ${name}`);
  return component;
}

function doneBy(before: SimulatedWorld, after: SimulatedWorld, userName: string): SimulatedWorld {
  const earlierIds = new Set(before.events.map(({ id }) => id));
  const events = after.events.map((event) =>
    earlierIds.has(event.id) || event.userName === '' || event.userName === 'system' ? event : { ...event, userName },
  );
  return { ...after, events };
}

type ElsewhereChange = Exclude<
  z.infer<typeof elsewhereAct>,
  {
    readonly do:
      | 'delete-component'
      | 'delete-rule'
      | 'lose-port'
      | 'move-component'
      | 'rename-component'
      | 'status'
      | 'pod-event'
      | HappeningByItself;
  }
>;
type HappeningByItself = 'trouble' | 'container-exit' | 'certificate' | 'add-certificate' | 'unscraped';

function requestFor(act: ElsewhereChange, component: SimulatedComponent): { method: string; path: string; body: Json } {
  if (act.do === 'operate') {
    return { method: 'POST', path: '/operations', body: { action: act.action, service_ids: [component.id] } };
  }
  const ports = `/services/${component.id}/ports`;
  const onPort = `${ports}/${act.port}`;
  const base = { service_id: component.id, container_port: act.port };
  switch (act.do) {
    case 'open':
    case 'close':
      return { method: 'PUT', path: onPort, body: { action: `${act.do}_${act.side}` } };
    case 'add': {
      const body = {
        port: act.port,
        protocol: act.protocol,
        is_inner_service: act.inner,
        ...defined({ port_alias: act.alias }),
      };
      return { method: 'POST', path: ports, body };
    }
    case 'delete':
      return { method: 'DELETE', path: onPort, body: {} };
    case 'protocol':
      return { method: 'PUT', path: onPort, body: { action: 'change_protocol', protocol: act.protocol } };
    case 'rename': {
      const body = { action: 'change_port_alias', port_alias: act.alias, k8s_service_name: act.service };
      return { method: 'PUT', path: onPort, body };
    }
    case 'http-rule': {
      const http = { ...base, domain_name: act.domain, whether_open: true };
      return { method: 'POST', path: '/domains', body: { protocol: 'http', http } };
    }
    case 'tcp-rule': {
      const [ip = '', port = '0'] = act.endPoint.split(':');
      const tcp = { ...base, end_point: act.endPoint, default_port: Number(port), default_ip: ip };
      return { method: 'POST', path: '/domains', body: { protocol: 'tcp', tcp } };
    }
  }
}

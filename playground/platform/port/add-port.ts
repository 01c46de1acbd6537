import { choice, dictionary, flag, integer, text, validate } from '../fields.ts';
import { locateComponent } from '../locate.ts';
import { business, enveloped, PlatformRefusal } from '../platform-answer.ts';
import { askRegion } from '../region-call.ts';
import { readData, type SimulatedOperation } from '../simulated-call.ts';
import {
  findPort,
  portsOf,
  type SimulatedComponent,
  type SimulatedPort,
  type SimulatedWorld,
} from '../simulated-world.ts';
import { aliasPattern, portJson, protocols } from './port-json.ts';

const nothing = { value: null };

const request = dictionary({
  port: integer(),
  protocol: choice(protocols, { missing: { value: 'http' }, null: nothing }),
  port_alias: text({ max: 255, blank: true, missing: nothing, null: nothing }),
  is_inner_service: flag(),
});

export const addPort: SimulatedOperation = (world, call) => {
  const { team, region, component } = locateComponent(world, call);
  const data = readData(call);
  // A form can't contain an unchecked box, so a missing boolean means false.
  const asked = validate(request, call.body.kind === 'form' ? { is_inner_service: false, ...call.body.fields } : data);
  if (asked.port === 0) throw new PlatformRefusal(business(400, 'params error', '缺少端口参数'));
  if (asked.protocol === null) throw new PlatformRefusal(business(400, 'params error', '缺少协议参数'));
  if (findPort(world, component.id, asked.port) !== undefined) {
    throw new PlatformRefusal(business(409, 'component port already exists', '端口已存在', 20501));
  }
  if (asked.port < 1 || asked.port > 65535) {
    throw new PlatformRefusal(business(412, 'component port out of range', '端口必须为1到65535的整数'));
  }
  const alias = asked.port_alias || `${component.alias.toUpperCase().replaceAll('-', '_')}${asked.port}`;
  if (!aliasPattern.test(alias)) throw new PlatformRefusal(business(400, 'add port error', '端口别名不合法'));
  if (component.createStatus === 'complete') {
    const services = `/v2/tenants/${team.name}/services/${component.alias}`;
    if (asked.is_inner_service) askRegion(region, call, { method: 'POST', path: `${services}/env` });
    askRegion(region, call, { method: 'POST', path: `${services}/ports` });
  }
  const port: SimulatedPort = {
    componentId: component.id,
    number: asked.port,
    lbMappingPort: 0,
    protocol: asked.protocol,
    alias,
    inner: asked.is_inner_service,
    outer: false,
    k8sServiceName: serviceName(world, component),
  };
  return {
    world: { ...world, ports: [...world.ports, port] },
    answer: enveloped('添加成功', { bean: portJson(port) }),
  };
};

/** Returns a new port's name in the cluster: the name of its sibling ports, else the alias, unique in the team. */
function serviceName(world: SimulatedWorld, component: SimulatedComponent): string {
  const sibling = portsOf(world, component.id)[0];
  if (sibling !== undefined) return sibling.k8sServiceName;
  const others = new Set(
    world.components.filter((one) => one.teamId === component.teamId && one.id !== component.id).map((one) => one.id),
  );
  const taken = world.ports.some((port) => others.has(port.componentId) && port.k8sServiceName === component.alias);
  return taken ? `${component.alias}-${component.id.slice(0, 4)}` : component.alias;
}

import { business, crash, PlatformRefusal } from '../platform-answer.ts';
import type { SimulatedWorld } from '../simulated-world.ts';
import { type PortChange, tellRegion } from './port-change.ts';

const serviceNamePattern = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;

/** change_port_alias: sets this port's alias, and the name in the cluster of **every** port of the component. */
export function changeAlias(change: PortChange, alias: string, serviceName: string | null): SimulatedWorld {
  const { world, component, port } = change;
  // The region's variables change before the name is checked, so they stay changed if the name is refused.
  if (port.inner) tellRegion(change, 'POST', '/env');
  checkServiceName(change, serviceName);
  tellRegion(change, 'PUT', '/ports');
  return {
    ...world,
    ports: world.ports.map((one) => {
      if (one.componentId !== component.id) return one;
      return { ...one, alias: one === port ? alias : one.alias, k8sServiceName: serviceName ?? one.k8sServiceName };
    }),
  };
}

function checkServiceName({ world, team, component }: PortChange, name: string | null): void {
  const where = 'console/services/app_config/port_service.py:105 check_k8s_service_name';
  if (name === null) throw new PlatformRefusal(crash('TypeError', "object of type 'NoneType' has no len()", where));
  if (name.length > 63) {
    throw new PlatformRefusal(
      business(400, 'k8s_service_name must be no more than 63 characters', '内部域名不能超过63个字符'),
    );
  }
  if (!serviceNamePattern.test(name)) {
    throw new PlatformRefusal(
      business(400, "regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?'", '内部域名格式不正确'),
    );
  }
  const owners = new Map(world.components.map((one) => [one.id, one]));
  const taken = world.ports.some(
    (one) =>
      one.k8sServiceName === name &&
      one.componentId !== component.id &&
      owners.get(one.componentId)?.teamId === team.id,
  );
  if (taken) throw new PlatformRefusal(business(409, 'k8s service name already exists', '内部域名已存在', 20500));
}

import type { Json } from '../../../src/core/text/json.ts';
import type { SimulatedPort } from '../simulated-world.ts';

/** Returns a port as all port operations show it (docs/platform.md#ports). */
export function portJson(port: SimulatedPort): Json {
  return {
    container_port: port.number,
    mapping_port: port.number,
    lb_mapping_port: port.lbMappingPort,
    protocol: port.protocol,
    port_alias: port.alias,
    is_inner_service: port.inner,
    is_outer_service: port.outer,
    k8s_service_name: port.k8sServiceName,
  };
}

export const protocols = ['http', 'tcp', 'udp', 'mysql', 'grpc'] as const;

export const aliasPattern = /^[A-Z][A-Z0-9_]*$/;

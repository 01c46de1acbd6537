import { z } from 'zod';
import { anything, asText } from '../lenient.ts';

import { listOf, objectOf } from '../reply-envelope.ts';

/** The protocols that may be written. A port that exists may carry others (old ones such as `stream`). */
export const PORT_PROTOCOLS = ['http', 'tcp', 'udp', 'mysql', 'grpc'] as const;

export type PortProtocol = (typeof PORT_PROTOCOLS)[number];

/** A port of a component (docs/platform.md#ports). */
export interface Port {
  readonly containerPort: number;
  readonly protocol: string;
  readonly portAlias: string;
  readonly isInnerService: boolean;
  readonly isOuterService: boolean;
  /** Name inside the cluster; on the console all ports of a component share it. */
  readonly k8sServiceName: string;
}

/**
 * A port as it comes (docs/platform.md#ports). Plans are decided by number, protocol and the two flags: these must be
 * right.
 */
const PortReply = z
  .object({
    container_port: z.int32(),
    protocol: z.string(),
    port_alias: anything,
    is_inner_service: z.boolean(),
    is_outer_service: z.boolean(),
    k8s_service_name: anything,
  })
  .transform(
    (raw): Port => ({
      containerPort: raw.container_port,
      protocol: raw.protocol,
      portAlias: asText(raw.port_alias) ?? '',
      isInnerService: raw.is_inner_service,
      isOuterService: raw.is_outer_service,
      k8sServiceName: asText(raw.k8s_service_name) ?? '',
    }),
  );

/**
 * A component's ports, or undefined when the reply isn't one. One broken port spoils all: a gap would look like
 * "free".
 */
export function readPorts(body: unknown): readonly Port[] | undefined {
  const entries = listOf(body);
  const ports: Port[] = [];
  for (const entry of entries ?? []) {
    const port = PortReply.safeParse(entry);
    if (!port.success) return undefined;
    ports.push(port.data);
  }
  return entries && ports;
}

/** One port, as changes answer it, or undefined. */
export function readPort(body: unknown): Port | undefined {
  return PortReply.safeParse(objectOf(body)).data;
}

import { z } from 'zod';
import { asText, type ReadBy, readerOf } from '../lenient.ts';
import { entriesIn, objectOf } from '../reply-envelope.ts';

/** The protocols that may be written. A port that exists may carry others (old ones such as `stream`). */
export const PORT_PROTOCOLS = ['http', 'tcp', 'udp', 'mysql', 'grpc'] as const;

export type PortProtocol = (typeof PORT_PROTOCOLS)[number];

/** Plans are decided by number, protocol and the two flags: these must be right. */
const Decided = z.object({
  container_port: z.int32(),
  protocol: z.string(),
  is_inner_service: z.boolean(),
  is_outer_service: z.boolean(),
});

const readOne = readerOf(Decided, (decided, raw) => ({
  containerPort: decided.container_port,
  protocol: decided.protocol,
  portAlias: asText(raw.port_alias) ?? '',
  isInnerService: decided.is_inner_service,
  isOuterService: decided.is_outer_service,
  /** Name inside the cluster; on the console all ports of a component share it. */
  k8sServiceName: asText(raw.k8s_service_name) ?? '',
}));

/** A port of a component (docs/platform.md#ports). */
export type Port = ReadBy<typeof readOne>;

/**
 * A component's ports, or undefined when the reply isn't one. One broken port spoils all: a gap would look like
 * "free".
 */
export function readPorts(body: unknown): readonly Port[] | undefined {
  const entries = entriesIn(body);
  const ports: Port[] = [];
  for (const entry of entries ?? []) {
    const port = readOne(entry);
    if (!port) return undefined;
    ports.push(port);
  }
  return entries && ports;
}

/** One port, as changes answer it, or undefined. */
export function readPort(body: unknown): Port | undefined {
  return readOne(objectOf(body));
}

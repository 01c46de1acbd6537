import { z } from 'zod';
import { asText, type ReadBy, readerOf } from '../lenient.ts';
import { entriesIn, objectOf } from '../reply-envelope.ts';

/** Protocols that can be set. Existing ports may have other ones, such as the old `stream`. */
export const PORT_PROTOCOLS = ['http', 'tcp', 'udp', 'mysql', 'grpc'] as const;

export type PortProtocol = (typeof PORT_PROTOCOLS)[number];

/** Plans depend on these fields, so they are checked. */
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
  /** Cluster-internal name. In the console, all ports of a component have the same name. */
  k8sServiceName: asText(raw.k8s_service_name) ?? '',
}));

/** Fields of a port (docs/platform.md#ports). */
export type Port = ReadBy<typeof readOne>;

/** Returns undefined if any port is invalid, because a gap would look like a free port. */
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

export function readPort(body: unknown): Port | undefined {
  return readOne(objectOf(body));
}

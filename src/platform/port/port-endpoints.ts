import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { jsonRead, service, write } from '../endpoint-parts.ts';
import { gatewayCodes } from '../gateway/gateway-endpoints.ts';
import { asText, type ReadBy, readerOf } from '../lenient.ts';
import { entriesIn, objectOf } from '../reply-envelope.ts';

/** Form of an alias, limited by the platform and its database column (docs/platform.md#adding-a-port). */
export const PORT_ALIAS = /^[A-Z][A-Z0-9_]{0,63}$/;

/** Cluster-internal name of a component (docs/platform.md#aliases). */
export const SERVICE_NAME = /^[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

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

const Protocol = z.enum(PORT_PROTOCOLS);

/** docs/platform.md#adding-a-port */
const AddPortBody = z.strictObject({
  port: z.string().regex(/^\d{1,5}$/),
  protocol: Protocol,
  port_alias: z.string().regex(PORT_ALIAS).optional(),
  is_inner_service: z.boolean(),
});

/** docs/platform.md#opening-and-closing */
const UpdatePortBody = z.discriminatedUnion('action', [
  z.strictObject({ action: z.enum(['open_outer', 'close_outer', 'open_inner', 'close_inner']) }),
  z.strictObject({ action: z.literal('change_protocol'), protocol: Protocol }),
  z.strictObject({
    action: z.literal('change_port_alias'),
    port_alias: z.string().regex(PORT_ALIAS),
    k8s_service_name: z.string().regex(SERVICE_NAME),
  }),
]);

const port = `${service}/ports/{port}` as const;
const change = {
  ...write,
  reply: { console: 'envelope', document: 'bare', read: readPort },
  codes: { ...gatewayCodes, 20500: 'k8s-name-exists', 20501: 'port-exists' },
} as const;

export const portEndpoints = {
  /** docs/platform.md#ports */
  listPorts: {
    ...jsonRead,
    path: `${service}/ports`,
    reply: { console: 'envelope', document: 'bare', read: readPorts },
  },
  /** Sends the console's inner flag, the document's protocol, and `port` as text (docs/platform.md#adding-a-port). */
  addPort: {
    ...change,
    method: 'POST',
    path: `${service}/ports`,
    body: { unknown: AddPortBody, console: AddPortBody, document: AddPortBody },
    sideEffects: ['k8s-name-invalid', 'k8s-name-exists'],
  },
  /**
   * A refused call can have side effects: an alias change first renames variables (docs/platform.md#aliases), and a
   * node port is created before its rule is checked (docs/platform.md#opening-and-closing).
   */
  updatePort: {
    ...change,
    method: 'PUT',
    path: port,
    body: { unknown: UpdatePortBody, console: UpdatePortBody, document: UpdatePortBody },
    sideEffects: ['k8s-name-invalid', 'k8s-name-exists', 'gateway-port-taken'],
  },
  /** docs/platform.md#deleting-a-port */
  deletePort: {
    ...change,
    method: 'DELETE',
    path: port,
    body: undefined,
    sideEffects: 'none',
  },
} as const satisfies { readonly [id: string]: Endpoint };

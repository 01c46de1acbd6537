import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { readJson, service, write } from '../endpoint-parts.ts';
import { gatewayCodes } from '../gateway/gateway-endpoints.ts';
import { PORT_PROTOCOLS, readPort, readPorts } from './port-reply.ts';

/** Form of an alias, limited by the platform and its database column (docs/platform.md#adding-a-port). */
export const PORT_ALIAS = /^[A-Z][A-Z0-9_]{0,63}$/;

/** Cluster-internal name of a component (docs/platform.md#aliases). */
export const SERVICE_NAME = /^[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

const Protocol = z.enum(PORT_PROTOCOLS);

/** docs/platform.md#adding-a-port */
export const AddPortBody = z.strictObject({
  port: z.string().regex(/^\d{1,5}$/),
  protocol: Protocol,
  port_alias: z.string().regex(PORT_ALIAS).optional(),
  is_inner_service: z.boolean(),
});

/** docs/platform.md#opening-and-closing */
export const UpdatePortBody = z.discriminatedUnion('action', [
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
    ...readJson,
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

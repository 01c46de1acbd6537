import type { Endpoint } from '../endpoint.ts';
import { read, service, write } from '../endpoint-parts.ts';
import { gatewayCodes } from '../gateway/gateway-endpoints.ts';
import { AddPortBody, UpdatePortBody } from './port-body.ts';
import { readPort, readPorts } from './port-reply.ts';

const port = `${service}/ports/{port}` as const;
const change = {
  ...write,
  reply: { console: 'envelope', document: 'bare', read: readPort },
  codes: { ...gatewayCodes, 20500: 'k8s-name-exists', 20501: 'port-exists' },
} as const;

/** The calls about ports. */
export const portEndpoints = {
  /** docs/platform.md#ports */
  listPorts: {
    ...read,
    path: `${service}/ports`,
    reply: { console: 'envelope', document: 'bare', read: readPorts },
  },
  /**
   * `port` goes as text: the document declares a string, and the console reads a number out of either
   * (docs/platform.md#adding-a-port). The console requires the inner flag, the document the protocol: both are always
   * sent.
   */
  addPort: {
    ...change,
    method: 'POST',
    path: `${service}/ports`,
    body: { unknown: AddPortBody, console: AddPortBody, document: AddPortBody },
    sideEffects: ['k8s-name-invalid', 'k8s-name-exists'],
  },
  /** A change of alias renames variables in the region before a name is refused (docs/platform.md#aliases). */
  updatePort: {
    ...change,
    method: 'PUT',
    path: port,
    body: { unknown: UpdatePortBody, console: UpdatePortBody, document: UpdatePortBody },
    sideEffects: ['k8s-name-invalid', 'k8s-name-exists'],
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

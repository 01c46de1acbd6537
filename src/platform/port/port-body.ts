import { z } from 'zod';
import { PORT_PROTOCOLS } from './port-reply.ts';

/** A port's alias, as the platform takes it and as it fits the column (docs/platform.md#adding-a-port). */
export const PORT_ALIAS = /^[A-Z][A-Z0-9_]{0,63}$/;

/** A component's name inside the cluster (docs/platform.md#aliases). */
export const SERVICE_NAME = /^[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

const Protocol = z.enum(PORT_PROTOCOLS);

/** What a new port is made of (docs/platform.md#adding-a-port). */
export const AddPortBody = z.strictObject({
  port: z.string().regex(/^\d{1,5}$/),
  protocol: Protocol,
  port_alias: z.string().regex(PORT_ALIAS).optional(),
  is_inner_service: z.boolean(),
});

/** What each action on a port needs (docs/platform.md#opening-and-closing). */
export const UpdatePortBody = z.discriminatedUnion('action', [
  z.strictObject({ action: z.enum(['open_outer', 'close_outer', 'open_inner', 'close_inner']) }),
  z.strictObject({ action: z.literal('change_protocol'), protocol: Protocol }),
  z.strictObject({
    action: z.literal('change_port_alias'),
    port_alias: z.string().regex(PORT_ALIAS),
    k8s_service_name: z.string().regex(SERVICE_NAME),
  }),
]);

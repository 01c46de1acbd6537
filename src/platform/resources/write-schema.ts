import { z } from 'zod';
import type { Dialect } from '../endpoint.ts';
import { PORT_PROTOCOLS } from './models.ts';

const KeyValueBody = z.strictObject({ key: z.string(), value: z.string() });
const Protocol = z.enum(PORT_PROTOCOLS);

/** The body of 4.4. */
export const AddPortBody = z.strictObject({
  port: z.string().regex(/^\d{1,5}$/),
  protocol: Protocol,
  port_alias: z.string().optional(),
  is_inner_service: z.boolean(),
});

/** The body of 4.5. */
export const UpdatePortBody = z.discriminatedUnion('action', [
  z.strictObject({ action: z.enum(['open_outer', 'close_outer', 'open_inner', 'close_inner']) }),
  z.strictObject({ action: z.literal('change_protocol'), protocol: Protocol }),
  z.strictObject({ action: z.literal('change_port_alias'), port_alias: z.string(), k8s_service_name: z.string() }),
]);

/** The body of 4.7: HTTP rule extensions are `key:value` texts in the document, objects elsewhere. */
export function gatewayBody(dialect: Dialect) {
  return z.discriminatedUnion('protocol', [
    z.strictObject({
      protocol: z.literal('http'),
      http: z.strictObject({
        service_id: z.string(),
        container_port: z.int(),
        certificate_id: z.int().optional(),
        domain_name: z.string(),
        domain_cookie: z.string().optional(),
        domain_header: z.string().optional(),
        the_weight: z.int().optional(),
        domain_path: z.string().optional(),
        rule_extensions: z.array(dialect === 'document' ? z.string() : KeyValueBody).optional(),
        whether_open: z.boolean().optional(),
        auto_ssl: z.boolean().optional(),
        auto_ssl_config: z.string().optional(),
        configuration: z
          .strictObject({
            proxy_body_size: z.int().optional(),
            proxy_buffer_numbers: z.int().optional(),
            proxy_buffer_size: z.int().optional(),
            proxy_buffering: z.string().optional(),
            proxy_connect_timeout: z.int().optional(),
            proxy_read_timeout: z.int().optional(),
            proxy_send_timeout: z.int().optional(),
            set_headers: z.array(KeyValueBody).optional(),
          })
          .optional(),
      }),
    }),
    z.strictObject({
      protocol: z.literal('tcp'),
      tcp: z.strictObject({
        container_port: z.int(),
        service_id: z.string(),
        end_point: z.string(),
        rule_extensions: z.array(KeyValueBody).optional(),
        default_port: z.int(),
        default_ip: z.string(),
      }),
    }),
  ]);
}

import { z } from 'zod';
import { segment } from '../http/paths.ts';
import { PORT_PROTOCOLS } from './models.ts';

const KeyValueBody = z.strictObject({ key: z.string(), value: z.string() });
const Protocol = z.enum(PORT_PROTOCOLS);

const AddPortBody = z.strictObject({
  port: z.string().regex(/^\d{1,5}$/),
  protocol: Protocol,
  port_alias: z.string().optional(),
  is_inner_service: z.boolean(),
});

const UpdatePortBody = z.discriminatedUnion('action', [
  z.strictObject({ action: z.enum(['open_outer', 'close_outer', 'open_inner', 'close_inner']) }),
  z.strictObject({ action: z.literal('change_protocol'), protocol: Protocol }),
  z.strictObject({ action: z.literal('change_port_alias'), port_alias: z.string(), k8s_service_name: z.string() }),
]);

const GatewayBody = z.discriminatedUnion('protocol', [
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
      rule_extensions: z.union([z.array(z.string()), z.array(KeyValueBody)]).optional(),
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

const APP = '/openapi/v1/teams/*/regions/*/apps/*';
const PORTS = `${APP}/services/*/ports`;

/** A path of exactly this form whose values are encoded as the builders encode them: nothing can name another path. */
function path(form: string) {
  const wanted = form.split('/');
  return z.string().refine((text) => {
    const parts = text.split('/');
    return parts.length === wanted.length && parts.every((part, i) => wanted[i] === part || isValue(wanted[i], part));
  }, 'not a path of this operation');
}

function isValue(wanted: string | undefined, part: string): boolean {
  if (wanted === '#') return /^[1-9]\d{0,4}$/.test(part);
  if (wanted !== '*') return false;
  try {
    return segment(decodeURIComponent(part)) === part;
  } catch {
    return false;
  }
}

/** What a write must be before it is sent, wherever it was kept meanwhile. Keys that no builder makes are refused. */
export const WriteCallShape = z.discriminatedUnion('operation', [
  z.strictObject({
    operation: z.literal('addPort'),
    method: z.literal('POST'),
    path: path(PORTS),
    body: AddPortBody,
  }),
  z.strictObject({
    operation: z.literal('updatePort'),
    method: z.literal('PUT'),
    path: path(`${PORTS}/#`),
    body: UpdatePortBody,
  }),
  z.strictObject({ operation: z.literal('deletePort'), method: z.literal('DELETE'), path: path(`${PORTS}/#`) }),
  z.strictObject({
    operation: z.literal('createGatewayRule'),
    method: z.literal('POST'),
    path: path(`${APP}/domains`),
    body: GatewayBody,
  }),
]);

import type { z } from 'zod';
import { dictionaries, dictionary, flag, integer, list, text } from '../fields.ts';

const pair = { key: text({ max: 32 }), value: text({ max: 32 }) };
const header = { key: text(), value: text() };
const number = (value: number) => integer({ missing: { value } });
const left = { missing: { value: undefined } };

const tcpPart = dictionary({
  container_port: integer(),
  service_id: text({ max: 32 }),
  end_point: text({ max: 32 }),
  rule_extensions: dictionaries(pair),
  default_port: integer(),
  default_ip: text({ max: 32 }),
});

/** Part of a rule that this endpoint validates but never applies (docs/platform.md#http-rules). */
const configuration = dictionary({
  proxy_body_size: number(0),
  proxy_buffer_numbers: number(4),
  proxy_buffer_size: number(4),
  proxy_buffering: text({ missing: { value: 'off' } }),
  proxy_connect_timeout: number(75),
  proxy_read_timeout: number(60),
  proxy_send_timeout: number(60),
  set_headers: dictionaries(header),
});

/** Http part of a new rule, and body of the console's own call. */
export const httpPart = dictionary({
  service_id: text(),
  container_port: integer(),
  certificate_id: number(0),
  domain_name: text({ max: 253 }),
  domain_cookie: text(left),
  domain_header: text(left),
  the_weight: integer(left),
  domain_path: text({ missing: { value: '/' } }),
  rule_extensions: list({ missing: { value: [] } }),
  whether_open: flag({ missing: { value: false } }),
  auto_ssl: flag({ missing: { value: false } }),
  auto_ssl_config: text(left),
  configuration: configuration.optional(),
});

export const ruleRequest = dictionary({
  protocol: text({ max: 32 }),
  tcp: tcpPart.optional(),
  http: httpPart.optional(),
});

export type HttpPart = z.infer<typeof httpPart>;
export type TcpPart = z.infer<typeof tcpPart>;

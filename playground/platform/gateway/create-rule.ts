import type { z } from 'zod';
import { dictionaries, dictionary, flag, integer, list, text, validate } from '../fields.ts';
import { rulesJson } from '../gateway-rules.ts';
import { locateApp } from '../locate.ts';
import { bare, business, Refusal } from '../platform-answer.ts';
import { type Operation, readData } from '../simulated-call.ts';
import { createHttpRule } from './create-http-rule.ts';
import { createTcpRule } from './create-tcp-rule.ts';

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

/** Checked, then ignored: this endpoint never applies it (platform facts 3.7). */
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

const httpPart = dictionary({
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

const request = dictionary({
  protocol: text({ max: 32 }),
  tcp: tcpPart.optional(),
  http: httpPart.optional(),
});

/** The http part after validation, defaults filled. */
export type HttpPart = z.infer<typeof httpPart>;
/** The tcp part after validation. */
export type TcpPart = z.infer<typeof tcpPart>;

/** 4.7: creates a gateway rule and answers **all** rules of the app; both parts are checked if both are sent. */
export const createRule: Operation = (world, call) => {
  const place = locateApp(world, call);
  const asked = validate(request, readData(call));
  if (asked.protocol === 'tcp') {
    if (asked.tcp === undefined) throw new Refusal(business(400, 'Missing parameters: tcp', '缺少参数: tcp'));
    const changed = createTcpRule(world, call, asked.tcp);
    return { world: changed, answer: bare(rulesJson(changed, place.app.id)) };
  }
  if (asked.protocol !== 'http') throw new Refusal(business(400, 'error parameters: protocol', '错误参数: protocol'));
  // The console copied the other branch's message: it says tcp where it means http.
  if (asked.http === undefined) throw new Refusal(business(400, 'Missing parameters: tcp', '缺少参数: http'));
  const changed = createHttpRule(world, call, place.team, asked.http);
  return { world: changed, answer: bare(rulesJson(changed, place.app.id)) };
};

/** The rule list beside it: `query=http` or `query=tcp` leaves one kind (platform facts 4). */
export const listRules: Operation = (world, call) => {
  const { app } = locateApp(world, call);
  const query = call.query.get('query');
  const only = query === 'http' || query === 'tcp' ? query : undefined;
  return { world, answer: bare(rulesJson(world, app.id, only)) };
};

import { dictionary, flag, integer, list, text, validate } from '../fields.ts';
import { httpJson } from '../gateway-rules.ts';
import { locateApp } from '../locate.ts';
import { bare, business, crash, PlatformRefusal, terse } from '../platform-answer.ts';
import { askRegionLeniently } from '../region-call.ts';
import { param, readData, type SimulatedOperation } from '../simulated-call.ts';
import type { SimulatedHttpRule } from '../simulated-world.ts';
import { readExtensions } from './create-http-rule.ts';

const left = { missing: { value: undefined } };
const changeRequest = dictionary({
  service_id: text(),
  container_port: integer(left),
  certificate_id: integer(left),
  domain_name: text({ max: 253, ...left }),
  domain_path: text(left),
  domain_cookie: text(left),
  domain_header: text(left),
  the_weight: integer(left),
  rule_extensions: list(left),
  whether_open: flag(left),
  auto_ssl: flag(left),
});

/**
 * PUT an HTTP rule of any team (docs/platform.md#single-http-rules). An omitted certificate is removed, setting a
 * header fails after the region was changed, and the live route never changes.
 */
export const changeHttpRule: SimulatedOperation = (world, call) => {
  const { team, region } = locateApp(world, call);
  const asked = validate(changeRequest, readData(call));
  const rule = world.httpRules.find(({ id }) => id === param(call, 'rule'));
  if (rule === undefined) throw new PlatformRefusal(business(404, 'no found', 'no found'));
  const component = world.components.find(({ id, teamId }) => id === asked.service_id && teamId === team.id);
  if (component === undefined) throw new PlatformRefusal(terse(400, '组件不存在'));
  const domain = asked.domain_name ?? rule.domain;
  const owner = world.components.find(({ id }) => id === rule.componentId);
  if (owner?.teamId !== team.id && domain === rule.domain) {
    throw new PlatformRefusal(business(400, 'domain be used other team', '域名已被其他团队使用'));
  }
  askRegionLeniently(region, call, { method: 'PUT', path: `/v2/tenants/${team.name}/http-rule` });
  const unknown = (['domain_header', 'whether_open'] as const).find((name) => asked[name] !== undefined);
  if (unknown !== undefined) {
    const message = `ServiceDomain() got an unexpected keyword argument '${unknown}'`;
    throw new PlatformRefusal(crash('TypeError', message, 'console/repositories/app_config.py:310 save'));
  }
  const certificateId = asked.certificate_id ?? 0;
  const extensions = asked.rule_extensions && readExtensions(asked.rule_extensions);
  const changed: SimulatedHttpRule = {
    ...rule,
    componentId: component.id,
    domain,
    port: asked.container_port ?? rule.port,
    path: asked.domain_path ?? rule.path,
    cookie: asked.domain_cookie ?? rule.cookie,
    weight: asked.the_weight ?? rule.weight,
    certificateId,
    protocol: certificateId === 0 ? 'http' : 'https',
    autoSsl: asked.auto_ssl ?? rule.autoSsl,
    extensions: extensions?.map(([key, value]) => `${key}:${value}`).join(',') ?? rule.extensions,
  };
  const after = { ...world, httpRules: world.httpRules.map((each) => (each === rule ? changed : each)) };
  const { ID: _number, rule_extensions: _extensions, ...json } = httpJson(after, component, changed);
  return { world: after, answer: bare(json) };
};

import type { Json } from '../../../src/core/text/json.ts';
import { validate } from '../fields.ts';
import { httpJson, regionOf } from '../gateway-rules.ts';
import { addRoute } from '../live-routes.ts';
import { locateApp } from '../locate.ts';
import { bare, business, PlatformRefusal } from '../platform-answer.ts';
import { askRegionLeniently, regionFault } from '../region-call.ts';
import { param, readData, type SimulatedOperation } from '../simulated-call.ts';
import type { SimulatedHttpRule, SimulatedWorld } from '../simulated-world.ts';
import { addHttpRule } from './create-http-rule.ts';
import { httpPart } from './rule-request.ts';

/** POST httpdomains (docs/platform.md#single-http-rules). Creates the live route, unlike POST domains. */
export const createHttpRule: SimulatedOperation = (world, call) => {
  const { team, region } = locateApp(world, call);
  const part = validate(httpPart, readData(call));
  const changed = addHttpRule(world, call, team, part, 'httpdomains');
  const rule = changed.httpRules.at(-1);
  if (rule === undefined) throw new Error('no rule was made');
  // The console only logs a failed route call.
  const route = { componentId: rule.componentId, port: rule.port, domain: rule.domain };
  const routed = regionFault(region, call) === undefined ? addRoute(changed, route, call.now) : changed;
  const { ID: _number, rule_extensions: _extensions, ...json } = ruleJson(routed, rule);
  return { world: routed, answer: { status: 201, json: { ...json, rewrites: [] } } };
};

/** GET an HTTP rule (docs/platform.md#reading-gateway-rules). Its fields are empty if the application lacks it. */
export const readHttpRule: SimulatedOperation = (world, call) => {
  const { app } = locateApp(world, call);
  const rule = rulesOf(world, app.id).find(({ id }) => id === param(call, 'rule'));
  return { world, answer: bare(rule === undefined ? blankRule : ruleJson(world, rule)) };
};

/** DELETE an HTTP rule of any application of the team (docs/platform.md#deleting-a-rule). The live route stays. */
export const deleteHttpRule: SimulatedOperation = (world, call) => {
  const { team, region } = locateApp(world, call);
  const rule = world.httpRules.find(({ id }) => id === param(call, 'rule'));
  const component = world.components.find(({ id }) => id === rule?.componentId);
  if (rule === undefined || component?.teamId !== team.id) {
    throw new PlatformRefusal(business(404, 'domain not found', '域名不存在', 1404));
  }
  askRegionLeniently(region, call, { method: 'DELETE', path: `/v2/tenants/${team.name}/http-rule` });
  const { ID: _number, ...json } = ruleJson(world, rule);
  return { world: { ...world, httpRules: world.httpRules.filter((other) => other !== rule) }, answer: bare(json) };
};

function rulesOf(world: SimulatedWorld, appId: number): readonly SimulatedHttpRule[] {
  const own = new Set(world.components.filter((one) => one.appId === appId).map(({ id }) => id));
  return world.httpRules.filter(({ componentId }) => own.has(componentId));
}

function ruleJson(world: SimulatedWorld, rule: SimulatedHttpRule): { readonly [field: string]: Json } {
  const component = world.components.find(({ id }) => id === rule.componentId);
  if (component === undefined || regionOf(world, component) === undefined) throw new Error('a rule without component');
  return httpJson(world, component, rule);
}

const blankRule: Json = {
  http_rule_id: '',
  region_id: '',
  tenant_id: '',
  service_id: '',
  service_name: '',
  domain_name: '',
  container_port: null,
  protocol: '',
  certificate_id: null,
  domain_type: '',
  service_alias: '',
  is_senior: false,
  domain_path: '',
  domain_cookie: '',
  domain_heander: '',
  type: null,
  the_weight: null,
  is_outer_service: false,
  auto_ssl: false,
  auto_ssl_config: '',
  path_rewrite: false,
  rewrites: '',
};

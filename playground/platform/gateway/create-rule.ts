import { validate } from '../fields.ts';
import { rulesJson } from '../gateway-rules.ts';
import { locateApp } from '../locate.ts';
import { bare, business, PlatformRefusal } from '../platform-answer.ts';
import { readData, type SimulatedOperation } from '../simulated-call.ts';
import { addHttpRule } from './create-http-rule.ts';
import { createTcpRule } from './create-tcp-rule.ts';
import { ruleRequest } from './rule-request.ts';

/** POST domains: creates a gateway rule and returns **all** rules of the app. Validates every sent part. */
export const createGatewayRule: SimulatedOperation = (world, call) => {
  const place = locateApp(world, call);
  const asked = validate(ruleRequest, readData(call));
  if (asked.protocol === 'tcp') {
    if (asked.tcp === undefined) throw new PlatformRefusal(business(400, 'Missing parameters: tcp', '缺少参数: tcp'));
    const changed = createTcpRule(world, call, asked.tcp);
    return { world: changed, answer: bare(rulesJson(changed, place.app.id)) };
  }
  if (asked.protocol !== 'http')
    throw new PlatformRefusal(business(400, 'error parameters: protocol', '错误参数: protocol'));
  // The console's message wrongly says tcp instead of http.
  if (asked.http === undefined) throw new PlatformRefusal(business(400, 'Missing parameters: tcp', '缺少参数: http'));
  const changed = addHttpRule(world, call, place.team, asked.http);
  return { world: changed, answer: bare(rulesJson(changed, place.app.id)) };
};

/** GET domains: `query=http` or `query=tcp` selects one kind (docs/platform.md#reading-gateway-rules). */
export const listRules: SimulatedOperation = (world, call) => {
  const { app } = locateApp(world, call);
  const query = call.query.get('query');
  const only = query === 'http' || query === 'tcp' ? query : undefined;
  return { world, answer: bare(rulesJson(world, app.id, only)) };
};

import { validate } from '../fields.ts';
import { rulesJson } from '../gateway-rules.ts';
import { locateApp } from '../locate.ts';
import { bare, business, PlatformRefusal } from '../platform-answer.ts';
import { readData, type SimulatedOperation } from '../simulated-call.ts';
import { addHttpRule } from './create-http-rule.ts';
import { createTcpRule } from './create-tcp-rule.ts';
import { ruleRequest } from './rule-request.ts';

/** POST domains: creates a gateway rule and answers **all** rules of the app; both parts are checked if both are sent. */
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
  // The console copied the other branch's message: it says tcp where it means http.
  if (asked.http === undefined) throw new PlatformRefusal(business(400, 'Missing parameters: tcp', '缺少参数: http'));
  const changed = addHttpRule(world, call, place.team, asked.http);
  return { world: changed, answer: bare(rulesJson(changed, place.app.id)) };
};

/** The rule list beside it: `query=http` or `query=tcp` leaves one kind (docs/platform.md#reading-gateway-rules). */
export const listRules: SimulatedOperation = (world, call) => {
  const { app } = locateApp(world, call);
  const query = call.query.get('query');
  const only = query === 'http' || query === 'tcp' ? query : undefined;
  return { world, answer: bare(rulesJson(world, app.id, only)) };
};

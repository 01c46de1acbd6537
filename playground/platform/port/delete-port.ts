import { locateComponent } from '../locate.ts';
import { business, crash, enveloped, PlatformRefusal } from '../platform-answer.ts';
import { askRegion } from '../region-call.ts';
import { param, type SimulatedOperation } from '../simulated-call.ts';
import { findPort } from '../simulated-world.ts';
import { portJson } from './port-json.ts';

/** Parses the path's port number. Other text crashes the console. */
export function portNumber(text: string, where: string): number {
  if (/^-?\d+$/.test(text)) return Number(text);
  throw new PlatformRefusal(crash('ValueError', `invalid literal for int() with base 10: '${text}'`, where));
}

/** DELETE: deletes a port and its gateway rules, in the console's order (docs/platform.md#deleting-a-port). */
export const deletePort: SimulatedOperation = (world, call) => {
  const { team, region, component } = locateComponent(world, call);
  const number = portNumber(param(call, 'port'), 'openapi/views/apps/apps.py:701 delete');
  const active = world.httpRules.filter((r) => r.componentId === component.id && r.port === number && r.outer);
  if (active.length > 1 || active.some((rule) => rule.type !== 0)) {
    throw new PlatformRefusal(business(412, 'contains custom domains', '该端口有自定义域名，请先解绑域名'));
  }
  const port = findPort(world, component.id, number);
  if (port === undefined) throw new PlatformRefusal(business(404, 'port not found', `端口${number}不存在`));
  if (port.inner) throw new PlatformRefusal(business(409, 'can not delete inner port', '请关闭对内服务'));
  if (port.outer) throw new PlatformRefusal(business(409, 'can not delete outer port', '请关闭对外服务'));
  if (component.createStatus === 'complete') {
    const path = `/v2/tenants/${team.name}/services/${component.alias}/ports/${number}`;
    askRegion(region, call, { method: 'DELETE', path });
  }
  const elsewhere = (rule: { readonly componentId: string; readonly port: number }) =>
    rule.componentId !== component.id || rule.port !== number;
  return {
    world: {
      ...world,
      ports: world.ports.filter((candidate) => candidate !== port),
      httpRules: world.httpRules.filter(elsewhere),
      tcpRules: world.tcpRules.filter(elsewhere),
      routes: world.routes.filter(elsewhere),
    },
    answer: enveloped('删除成功', { bean: portJson(port) }),
  };
};

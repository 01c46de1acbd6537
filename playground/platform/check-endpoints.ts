import { business, PlatformRefusal } from './platform-answer.ts';
import type { SimulatedComponent } from './simulated-world.ts';

export function checkEndpoints(component: SimulatedComponent): void {
  const hosts = component.endpoints.map((endpoint) => endpoint.replace(/:\d+$/, ''));
  const bad = hosts.find((host) => /^127\.|^0\.0\.0\.0$|^localhost$|^::1?$/.test(host));
  if (bad !== undefined) throw new PlatformRefusal(business(400, `invalid endpoint ${bad}`, `实例地址 ${bad} 不可用`));
  if (new Set(component.endpoints).size !== component.endpoints.length) {
    throw new PlatformRefusal(business(400, 'duplicate endpoints', '实例地址重复'));
  }
  const named = hosts.filter((host) => /[a-z]/i.test(host));
  if (named.length > 0 && hosts.length > 1) {
    throw new PlatformRefusal(business(400, 'do not support multi domain endpoint', '域名实例地址只能有一个'));
  }
}

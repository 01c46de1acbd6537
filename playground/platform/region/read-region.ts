import type { Json } from '../../../src/core/text/json.ts';
import { bare, business, invalid, PlatformRefusal } from '../platform-answer.ts';
import { regionFault } from '../region-call.ts';
import { param, type SimulatedCall, type SimulatedOperation } from '../simulated-call.ts';
import type { Capacity, Region } from '../simulated-world.ts';

const nothing: Capacity = { usedDisk: 0, totalDisk: 0, usedMemory: 0, totalMemory: 0, usedCpu: 0, totalCpu: 0 };

/** GET one region by name or id (docs/platform.md#region-detail). Ignores the parameter `region_id`. */
export const readRegion: SimulatedOperation = (world, call) => {
  const wanted = param(call, 'region');
  const region =
    world.regions.find((candidate) => candidate.name === wanted) ??
    world.regions.find((candidate) => candidate.id === wanted);
  if (region === undefined) throw new PlatformRefusal(business(404, 'no found region', '数据中心不存在'));
  const certificates = { ssl_ca_cert: region.caCert, cert_file: region.cert, key_file: region.key };
  const blank = Object.entries(certificates).filter(([, content]) => content === '');
  if (blank.length > 0) {
    throw new PlatformRefusal(invalid(Object.fromEntries(blank.map(([name]) => [name, ['该字段不能为空。']]))));
  }
  return { world, answer: bare(regionJson(region, call)) };
};

/** Zeros mean "not asked", not "empty". If the region fails, returns zeros and `failure` with 200. */
function regionJson(region: Region, call: SimulatedCall): Json {
  const asked = call.query.get('extend_info') === 'true';
  const failed = asked && regionFault(region, call) !== undefined;
  const capacity = asked && !failed ? region.capacity : nothing;
  return {
    region_name: region.name,
    region_alias: region.alias,
    url: region.url,
    wsurl: region.wsurl,
    httpdomain: region.httpdomain,
    tcpdomain: region.tcpdomain,
    scope: region.scope,
    ssl_ca_cert: region.caCert,
    cert_file: region.cert,
    key_file: region.key,
    desc: region.desc,
    used_disk: capacity.usedDisk,
    total_disk: capacity.totalDisk,
    used_memory: capacity.usedMemory,
    total_memory: capacity.totalMemory,
    used_cpu: capacity.usedCpu,
    total_cpu: capacity.totalCpu,
    health_status: failed ? 'failure' : 'ok',
    status: region.status,
  };
}

import type { Json } from '../../../src/core/text/json.ts';
import { locateTeam } from '../locate.ts';
import { bare, crash, invalid, PlatformRefusal } from '../platform-answer.ts';
import type { SimulatedOperation } from '../simulated-call.ts';
import type { Region, SimulatedTeam } from '../simulated-world.ts';

/** GET the regions of a team, in any status (docs/platform.md#regions). A search fails (malformed SQL). */
export const listRegions: SimulatedOperation = (world, call) => {
  const team = locateTeam(world, call);
  const query = call.query.get('query');
  if (query) {
    const message = `near "${query}": syntax error`;
    throw new PlatformRefusal(
      crash('OperationalError', message, 'console/repositories/region_repo.py:143 list_by_tenant_id'),
    );
  }
  const linked = world.regions.filter((region) => team.regions.includes(region.name));
  const page = Math.max(1, readNumber(call.query.get('page'), 1));
  const size = readNumber(call.query.get('page_size'), 10);
  const start = (page - 1) * Math.max(size, 0);
  const shown = size < 0 ? linked.slice(start) : linked.slice(start, start + size);
  for (const region of shown) refuseTooLong(region);
  return { world, answer: bare({ total: linked.length, regions: shown.map((region) => entry(team, region)) }) };
};

function readNumber(text: string | null, fallback: number): number {
  return text !== null && /^\s*[+-]?\d+\s*$/.test(text) ? Number(text) : fallback;
}

export function entry(team: SimulatedTeam, region: Region): Json {
  return {
    region_id: region.id,
    region_name: region.name,
    region_alias: region.alias,
    tenant_name: team.name,
    url: region.url,
    wsurl: region.wsurl,
    httpdomain: region.httpdomain,
    tcpdomain: region.tcpdomain,
    token: region.token,
    status: region.status,
    desc: region.desc,
    scope: region.scope,
  };
}

/** The answer has stricter limits than the database: one long alias makes the whole list fail. */
function refuseTooLong(region: Region): void {
  const limits = [
    ['region_name', region.name, 32],
    ['region_alias', region.alias, 32],
    ['token', region.token ?? '', 127],
    ['desc', region.desc, 128],
  ] as const;
  const faults = limits.flatMap(([name, text, max]) =>
    text.length > max ? [[name, [`请确保这个字段不能超过 ${max} 个字符。`]] as const] : [],
  );
  if (faults.length > 0) throw new PlatformRefusal(invalid({ regions: [Object.fromEntries(faults)] }));
}

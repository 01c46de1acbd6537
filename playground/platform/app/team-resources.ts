import { usedBy } from '../component/component-size.ts';
import { consoleTime } from '../console-time.ts';
import { locatePlace, locateTeam } from '../locate.ts';
import { pageNumber } from '../page-number.ts';
import { bare, crash, PlatformRefusal } from '../platform-answer.ts';
import { regionFault } from '../region-call.ts';
import type { SimulatedOperation } from '../simulated-call.ts';
import type { TeamCertificate } from '../simulated-world.ts';

export const listCertificates: SimulatedOperation = (world, call) => {
  const team = locateTeam(world, call);
  const where = 'openapi/views/gateway/certificates.py:40 get';
  const page = pageNumber(call.query.get('page'), 1, where);
  const size = pageNumber(call.query.get('page_size'), 10, where);
  if (page === 0) throw new PlatformRefusal(crash('ValueError', 'Negative indexing is not supported.', where));
  const all = world.certificates.filter(({ teamId }) => teamId === team.id);
  const from = (page - 1) * size;
  if (all.slice(from, from + size).some(({ isUnreadable }) => isUnreadable))
    throw new PlatformRefusal(crash('AttributeError', "'IPAddress' object has no attribute 'value'", where));
  const list = all.slice(from, from + size).map((certificate) => certificateJson(certificate, call.now));
  return { world, answer: bare({ list, page, page_size: size, total: all.length }) };
};

function certificateJson(certificate: TeamCertificate, now: number) {
  return {
    has_expired: certificate.expiresAt <= now,
    issued_to: certificate.issuedTo,
    alias: certificate.alias,
    certificate_type: '服务端证书',
    end_data: consoleTime(certificate.expiresAt),
    id: certificate.id,
    issued_by: certificate.issuer === 'rainbond' ? "Let's Encrypt签发" : '第三方签发',
  };
}

/** GET resource (docs/platform.md#team-resources): all zeros if the region doesn't answer. */
export const readTeamResource: SimulatedOperation = (world, call) => {
  const { team, region } = locatePlace(world, call);
  const names = { team_id: team.id, team_name: team.name, team_alias: team.alias };
  if (regionFault(region, call) !== undefined) return { world, answer: bare({ ...usage(0, 0, 0, 0), ...names }) };
  const used = usedBy(world, team.id, region.name);
  const whole = { memory: region.capacity.totalMemory, cpu: region.capacity.totalCpu * 1000 };
  const quota = team.quotas[region.name] ?? whole;
  return { world, answer: bare({ ...usage(quota.cpu, quota.memory, used.cpu, used.memory), ...names }) };
};

function usage(totalCpu: number, totalMemory: number, usedCpu: number, usedMemory: number) {
  const percentage = (used: number, total: number) => (total === 0 ? 0 : Math.round((used / total) * 10_000) / 100);
  return {
    total_cpu: totalCpu,
    total_memory: totalMemory,
    used_cpu: usedCpu,
    used_memory: usedMemory,
    used_cpu_percentage: percentage(usedCpu, totalCpu),
    used_memory_percentage: percentage(usedMemory, totalMemory),
  };
}

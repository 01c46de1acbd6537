import type { Json } from '../../../src/core/text/json.ts';
import { bare, business, PlatformRefusal } from '../platform-answer.ts';
import { param, type SimulatedOperation } from '../simulated-call.ts';
import type { SimulatedTeam, SimulatedWorld } from '../simulated-world.ts';

/** Returns the token's user (docs/platform.md#teams-and-apps). */
export const readCurrentUser: SimulatedOperation = (world, { user }) => {
  const bean = {
    user_id: user.id,
    email: user.email,
    nick_name: user.nickName,
    real_name: user.nickName,
    phone: '',
    is_active: true,
    origion: 'registration',
    enterprise_id: world.enterpriseId,
  };
  return { world, answer: bare({ bean }) };
};

export const listTeams: SimulatedOperation = (world, { user, query }) => {
  const word = query.get('query') ?? '';
  const matches = world.teams.filter(
    (team) => user.teams.includes(team.id) && (team.alias.includes(word) || team.name.includes(word)),
  );
  const page = positive(query.get('page'), 1);
  const size = positive(query.get('page_size'), 10);
  const shown = matches.slice((page - 1) * size, page * size);
  const tenants = shown.map((team): Json => ({ ID: team.number, ...teamJson(world, team), role_infos: [] }));
  return { world, answer: bare({ tenants, total: matches.length, page, page_size: size }) };
};

export const readTeam: SimulatedOperation = (world, call) => {
  const team = world.teams.find((candidate) => candidate.id === param(call, 'team'));
  if (team === undefined) throw new PlatformRefusal(business(404, 'tenant not exist', '团队不存在', 2002));
  return { world, answer: bare(teamJson(world, team)) };
};

function teamJson(world: SimulatedWorld, team: SimulatedTeam): { readonly [key: string]: Json } {
  return {
    tenant_id: team.id,
    tenant_name: team.name,
    tenant_alias: team.alias,
    enterprise_id: world.enterpriseId,
    is_active: true,
    create_time: '2025-03-03T09:00:00',
    creater: 1,
  };
}

function positive(text: string | null, fallback: number): number {
  const number = Number(text ?? fallback);
  return Number.isInteger(number) && number > 0 ? number : fallback;
}

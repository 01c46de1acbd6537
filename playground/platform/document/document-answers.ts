import type { Json } from '../../../src/core/text/json.ts';
import type { Incoming } from '../dispatch-console.ts';
import type { SimulatedAnswer, SimulatedOutcome } from '../platform-answer.ts';

type AnswerMembers = { readonly [name: string]: Json };

/** Returns an error of this dialect. The document doesn't specify the format of errors. */
export function refuse(status: number, msg: string): SimulatedAnswer {
  return { status, json: { code: status, msg } };
}

export function plainAnswer(outcome: SimulatedOutcome, incoming: Incoming, route: string): SimulatedAnswer {
  const { answer } = outcome;
  if (answer.status !== 200) return plainError(answer);
  switch (route) {
    case 'List Regions':
      return { status: 200, json: searchRegions(answer.json, incoming.query) };
    case 'Component Ports Show':
    case 'Component Ports Change':
      return { status: 200, json: plainPorts(answer.json, incoming.method) };
    case 'List App Gateway Rule':
      return { status: 200, json: plainRules(outcome) };
    case 'App Services':
      return { status: 200, json: without(answer.json, ['build_strategy', 'job_strategy', 'arch', 'dockerfile']) };
    default:
      return answer;
  }
}

function plainError(answer: SimulatedAnswer): SimulatedAnswer {
  const reason = at(answer.json, 'msg') ?? at(answer.json, 'detail');
  const msg = answer.status >= 500 ? 'internal error' : typeof reason === 'string' ? reason : 'the region refused';
  return refuse(answer.status, msg);
}

function searchRegions(body: Json, query: URLSearchParams): Json {
  const word = query.get('query') ?? '';
  const matches = listAt(body, 'regions').filter((region) => String(at(region, 'region_name')).includes(word));
  const page = Math.max(1, Number(query.get('page') ?? 1) || 1);
  const size = Math.max(1, Number(query.get('page_size') ?? 10) || 10);
  return { total: matches.length, regions: matches.slice((page - 1) * size, page * size) };
}

const portFields = [
  'container_port',
  'protocol',
  'port_alias',
  'is_inner_service',
  'is_outer_service',
  'k8s_service_name',
] as const;

/** A list of one port is returned as one object, as in the document's examples. Longer lists are arrays. */
function plainPorts(body: Json, method: string): Json {
  const data = at(body, 'data') ?? null;
  if (method !== 'GET' && method !== 'HEAD') return only(at(data, 'bean') ?? null, portFields);
  const ports = listAt(data, 'list').map((port) => only(port, portFields));
  const [single] = ports;
  return ports.length === 1 && single !== undefined ? single : ports;
}

/** In this dialect, http `rule_extensions` are strings. */
function plainRules({ world, answer }: SimulatedOutcome): Json {
  const stored = new Map(world.httpRules.map((rule) => [rule.id, rule.extensions]));
  const http = listAt(answer.json, 'http').map((rule): Json => {
    const text = stored.get(String(at(rule, 'http_rule_id'))) ?? '';
    return { ...members(rule), rule_extensions: text === '' ? [] : text.split(','), auto_ssl_config: '' };
  });
  const tcp = listAt(answer.json, 'tcp').map((rule): Json => {
    return { ...members(rule), rule_extensions: at(rule, 'rule_extensions') ?? '' };
  });
  return { http, tcp };
}

function members(value: Json): AnswerMembers {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value));
}

function at(value: Json, name: string): Json | undefined {
  return members(value)[name];
}

function listAt(value: Json, name: string): readonly Json[] {
  const list = at(value, name);
  return Array.isArray(list) ? list : [];
}

function only(value: Json, names: readonly string[]): Json {
  return Object.fromEntries(
    names.flatMap((name) => (at(value, name) === undefined ? [] : [[name, at(value, name) ?? null]])),
  );
}

function without(value: Json, names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(members(value)).filter(([name]) => !names.includes(name)));
}

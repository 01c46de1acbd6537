import type { Json } from '../../../src/core/text/json.ts';
import type { Incoming } from '../dispatch-console.ts';
import { PlatformRefusal } from '../platform-answer.ts';
import type { SimulatedCall } from '../simulated-call.ts';
import type { SimulatedWorld } from '../simulated-world.ts';
import { refuse } from './document-answers.ts';

type RequestMembers = { readonly [name: string]: Json };

/** Converts a request to the console's format. Refuses anything that the document doesn't allow. */
export function plainRequest(
  world: SimulatedWorld,
  incoming: Incoming,
  route: string,
  params: SimulatedCall['params'],
): Incoming {
  switch (`${incoming.method} ${route}`) {
    case 'GET List Regions':
      // Search and paging are applied to the answer, because the console's search is broken.
      return { ...incoming, query: new URLSearchParams({ page_size: '10000' }) };
    case 'POST Component Ports Show':
      return withBody(incoming, portToAdd(readBody(incoming)));
    case 'PUT Component Ports Change':
      return withBody(incoming, portChange(world, readBody(incoming), params));
    case 'POST List App Gateway Rule':
      return withBody(incoming, gatewayRule(readBody(incoming)));
    case 'GET Team Apps Monitor Query Range':
      return requireRange(incoming);
    default:
      return incoming;
  }
}

function portToAdd(body: RequestMembers): RequestMembers {
  if (body.port === undefined) throw new PlatformRefusal(refuse(400, 'port is required'));
  if (typeof body.protocol !== 'string') throw new PlatformRefusal(refuse(400, 'protocol is required'));
  return { is_inner_service: false, ...body };
}

/** An alias change without a name keeps the port's current name. */
function portChange(world: SimulatedWorld, body: RequestMembers, params: SimulatedCall['params']): RequestMembers {
  if (body.action === 'only_open_outer') throw new PlatformRefusal(refuse(400, 'action is not one of the six'));
  if (body.action !== 'change_port_alias' || body.k8s_service_name !== undefined) return body;
  const service = params.service;
  const component = world.components.find((one) => one.id === service || one.alias === service);
  const port = world.ports.find((one) => one.componentId === component?.id && one.number === Number(params.port));
  return { ...body, k8s_service_name: port?.k8sServiceName ?? component?.alias ?? '' };
}

function gatewayRule(body: RequestMembers): RequestMembers {
  const http = membersOf(body.http);
  const tcp = membersOf(body.tcp);
  return {
    ...body,
    ...(http === null ? {} : { http: { ...http, rule_extensions: extensionObjects(http.rule_extensions) } }),
    ...(tcp === null ? {} : { tcp: withDefaults(tcp) }),
  };
}

/** Converts the document's `key:value` strings for http. */
function extensionObjects(extensions: Json | undefined): Json {
  if (extensions === undefined) return [];
  const entries = Array.isArray(extensions) ? extensions : [extensions];
  return entries.map((entry) => {
    if (typeof entry !== 'string')
      throw new PlatformRefusal(refuse(400, 'http.rule_extensions must be an array of strings'));
    const [key = '', ...value] = entry.split(/[:=]/);
    return { key, value: value.join(':') || 'true' };
  });
}

function withDefaults(tcp: RequestMembers): RequestMembers {
  const [ip = '', port = ''] = String(tcp.end_point ?? '').split(':');
  return { default_ip: ip, default_port: Number(port) || 0, ...tcp };
}

function requireRange(incoming: Incoming): Incoming {
  const query = new URLSearchParams(incoming.query);
  for (const name of ['start', 'end']) {
    const text = query.get(name);
    if (text === null || !Number.isFinite(Number(text)))
      throw new PlatformRefusal(refuse(400, `${name} must be a number`));
  }
  if (!query.has('step')) query.set('step', '60');
  return { ...incoming, query };
}

function readBody(incoming: Incoming): RequestMembers {
  const { body } = incoming;
  if (body.kind === 'none') return {};
  if (body.kind === 'form') return body.fields;
  if (body.kind === 'other') throw new PlatformRefusal(refuse(415, 'bodies are JSON'));
  try {
    const parsed: Json = JSON.parse(body.text);
    const members = membersOf(parsed);
    if (members !== null) return members;
  } catch {
    throw new PlatformRefusal(refuse(400, 'malformed JSON'));
  }
  throw new PlatformRefusal(refuse(400, 'the body must be an object'));
}

function membersOf(value: Json | undefined): RequestMembers | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.fromEntries(Object.entries(value));
}

function withBody(incoming: Incoming, body: RequestMembers): Incoming {
  return { ...incoming, body: { kind: 'json', text: JSON.stringify(body) } };
}

import type { Json } from '../../src/core/text/json.ts';
import { business, PlatformRefusal, type SimulatedAnswer } from './platform-answer.ts';
import type { RegionFault, SimulatedCall } from './simulated-call.ts';
import type { Region } from './simulated-world.ts';

export type RegionRequest = { readonly method: string; readonly path: string };

/** Returns the fault of a region, if any. @param path the region's path, because a fault can affect only some */
export function regionFault(region: Region, call: SimulatedCall, path?: string): RegionFault | undefined {
  const fault = call.regionFaults[region.name];
  const isMeant = path === undefined || fault?.kind !== 'answers' || path.includes(fault.only ?? '');
  if (fault !== undefined && isMeant) return fault;
  return region.reachable ? undefined : { kind: 'unreachable' };
}

/** Calls the region. Refuses as the console does if the region fails (docs/platform.md#errors). */
export function askRegion(region: Region, call: SimulatedCall, request: RegionRequest): void {
  const fault = regionFault(region, call, request.path);
  if (fault !== undefined) throw new PlatformRefusal(regionAnswer(region, fault, request));
}

/** Like `askRegion`, but a 404 of the region counts as success, so the console still stores gateway rules. */
export function askRegionLeniently(region: Region, call: SimulatedCall, request: RegionRequest): void {
  const fault = regionFault(region, call, request.path);
  if (fault?.kind === 'answers' && fault.status === 404) return;
  askRegion(region, call, request);
}

export function regionAnswer(region: Region, fault: RegionFault, request: RegionRequest): SimulatedAnswer {
  if (fault.kind !== 'answers') return unreachable(region, request, fault.kind);
  const { status, body } = fault;
  if (body === null || body === '') return business(status, 'request region api body is nil', '请求数据中心异常');
  const code = member(body, 'code');
  const msg = textOf(member(body, 'msg'));
  if (typeof code === 'number') return business(status, msg, textOf(member(body, 'msg_show')) || msg, code);
  if (status === 404) return short(404, 'region no found this resource', '数据中心资源不存在');
  if (status === 409) return short(409, 'wait a moment please', '操作过于频繁，请稍后再试');
  if (status === 412 && isShortage(msg)) return shortageAnswer(msg);
  return operationFailed(region, request, status, body);
}

/** Shape C with the object in `msg`: an unexpected status of the region. */
export function operationFailed(region: Region, request: RegionRequest, httpcode: number, body: Json): SimulatedAnswer {
  const reason = textOf(member(body, 'msg')) || textOf(member(body, 'error'));
  return {
    status: 400,
    json: {
      code: 400,
      msg: { apitype: 'Not specified', url: `${region.url}${request.path}`, method: request.method, httpcode, body },
      msg_show: `数据中心操作故障 ${reason}`.trimEnd(),
    },
  };
}

const shortages = {
  cluster_lack_of_memory: { code: 10406, msg: 'cluster lack of memory', show: '集群可用资源不足，请联系集群管理员' },
  tenant_lack_of_memory: {
    code: 10413,
    msg: 'tenant lack of memory',
    show: '团队使用内存已超过限额，请联系企业管理员增加限额',
  },
};

type Shortage = keyof typeof shortages;

function isShortage(msg: string): msg is Shortage {
  return Object.hasOwn(shortages, msg);
}

/** Returns the console's message if memory is missing in the region or the team's quota. */
export function shortageAnswer(kind: Shortage): SimulatedAnswer {
  const { code, msg, show } = shortages[kind];
  return business(412, msg, show, code);
}

function unreachable(region: Region, request: RegionRequest, how: 'unreachable' | 'aborts'): SimulatedAnswer {
  const aborted = `'Connection aborted.', RemoteDisconnected('Remote end closed connection without response')`;
  // The console doesn't retry a POST that might have arrived (docs/platform.md#region-failures).
  if (how === 'aborts' && request.method === 'POST') {
    return business(400, `Exception(${aborted})`, '访问数据中心异常，请稍后重试', 10411);
  }
  const url = new URL(region.url);
  const kind = url.protocol === 'https:' ? 'HTTPSConnection' : 'HTTPConnection';
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  const refused =
    `NewConnectionError('<urllib3.connection.${kind} object at 0x7fa50cc32090>: ` +
    `Failed to establish a new connection: [Errno 111] Connection refused')`;
  const msg =
    `MaxRetryError${kind}Pool(host='${url.hostname}', port=${port}): ` +
    `Max retries exceeded with url: ${request.path} (Caused by ${how === 'aborts' ? `ProtocolError(${aborted})` : refused})`;
  return business(400, msg, '访问数据中心异常，请稍后重试', 10411);
}

function short(code: number, msg: string, msgShow: string): SimulatedAnswer {
  return { status: code, json: { code, msg, msg_show: msgShow } };
}

function member(body: Json, name: string): Json | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  return Object.entries(body).find(([key]) => key === name)?.[1];
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

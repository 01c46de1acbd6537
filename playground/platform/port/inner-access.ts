import { business, PlatformRefusal } from '../platform-answer.ts';
import { putPort, type SimulatedWorld } from '../simulated-world.ts';
import { changeFailed, type PortChange, tellRegion, withPortEvent } from './port-change.ts';

/** open_inner: idempotent. Rewrites the two connection variables, then opens. */
export function openInner(change: PortChange): SimulatedWorld {
  const { world, port } = change;
  if (port.alias === '') throw changeFailed(409, '请先为端口设置别名');
  tellRegion(change, 'POST', '/env');
  tellRegion(change, 'PUT', `/ports/${port.number}/inner`);
  return withPortEvent(putPort(world, { ...port, inner: true }), change, ['open', 'inner']);
}

/** close_inner: idempotent. While external access is open, it is refused with a misleading message. */
export function closeInner(change: PortChange): SimulatedWorld {
  const { world, port } = change;
  if (port.outer) {
    throw new PlatformRefusal(business(404, 'inner port is not open', '对外服务开启中，需先关闭对外服务'));
  }
  tellRegion(change, 'PUT', `/ports/${port.number}/inner`);
  return withPortEvent(putPort(world, { ...port, inner: false }), change, ['close', 'inner']);
}

/** change_protocol: http can change to another protocol only while external access is closed. */
export function changeProtocol(change: PortChange, protocol: string): SimulatedWorld {
  const { world, port } = change;
  if (port.protocol === protocol) return world;
  if (protocol !== 'http' && port.outer) throw changeFailed(400, '请关闭外部访问');
  tellRegion(change, 'PUT', '/ports');
  return putPort(world, { ...port, protocol });
}

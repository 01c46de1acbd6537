import { addPortCall } from '../../operations/port/port-add.ts';
import { type WriteCall, WriteCallShape } from '../call.ts';
import type { Dialect } from '../endpoint.ts';
import { updatePortCall } from './port-calls.ts';

const place = { team: '团队 1', region: 'east/1', app: '12' };
const service = { ...place, service: 'gr1' };
const base = '/openapi/v1/teams/%E5%9B%A2%E9%98%9F%201/regions/east%2F1/apps/12';
const ports = `${base}/services/gr1/ports`;

function stored(call: WriteCall, dialect: Dialect = 'console'): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(call));
  expect(copy).toEqual(call);
  expect(WriteCallShape[dialect].parse(copy)).toEqual(call);
  return copy;
}

describe('ports', () => {
  test('add: the number as text, protocol and inner always, an alias only when given', () => {
    expect(stored(addPortCall(service, { port: 8080, protocol: 'grpc', inner: false }))).toEqual({
      operation: 'addPort',
      method: 'POST',
      path: ports,
      body: { port: '8080', protocol: 'grpc', is_inner_service: false },
    });
    expect(addPortCall(service, { port: 1, protocol: 'tcp', alias: 'DB', inner: true }).body).toEqual({
      port: '1',
      protocol: 'tcp',
      port_alias: 'DB',
      is_inner_service: true,
    });
  });

  const renames = { action: 'change_port_alias', portAlias: 'WEB', k8sServiceName: 'web' } as const;
  const rename = { action: 'change_port_alias', port_alias: 'WEB', k8s_service_name: 'web' };
  const udp = { action: 'change_protocol', protocol: 'udp' } as const;
  const opens = ['open_outer', 'close_outer', 'open_inner', 'close_inner'] as const;
  test.each<[Parameters<typeof updatePortCall>[1], object]>([
    ...opens.map((action): [{ action: typeof action }, object] => [{ action }, { action }]),
    ...[[udp, udp] as [typeof udp, object], [renames, rename] as [typeof renames, object]],
  ])('update: %j', (action, body) => {
    const call = updatePortCall({ ...service, port: 65_535 }, action);
    expect(stored(call)).toEqual({ operation: 'updatePort', method: 'PUT', path: `${ports}/65535`, body });
  });
});

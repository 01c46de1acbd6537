import { pathOf, WriteCallShape } from './call.ts';

const place = { team: 'shop', region: 'east-1', app: '12' };
const service = { ...place, service: 'gr1' };

describe('a stored write', () => {
  const path = pathOf('deletePort', { ...service, port: 80 });
  const close = { operation: 'updatePort', method: 'PUT', path, body: { action: 'close_outer' } };

  test('is sent as it is', () => expect(WriteCallShape.unknown.parse(close)).toEqual(close));

  test.each<[string, object]>([
    ['an operation that no longer exists', { ...close, operation: 'renamePort' }],
    ['a read', { operation: 'listPorts', method: 'GET', path: pathOf('listPorts', service) }],
    ['a name that every object has', { ...close, operation: 'toString' }],
    ['another method', { ...close, method: 'POST' }],
    ['the path of another call', { ...close, path: pathOf('listPorts', service) }],
    ['a path that climbs', { ...close, path: path.replace('shop', '..') }],
    ['a path that is encoded otherwise', { ...close, path: path.replace('shop', '%73hop') }],
    ['a port that is no number', { ...close, path: path.replace('/80', '/x') }],
    ['a query', { ...close, path: `${path}?x=1` }],
    ['no body where one belongs', { operation: close.operation, method: close.method, path }],
    ['a body where none belongs', { operation: 'deletePort', method: 'DELETE', path, body: {} }],
    ['another body', { ...close, body: { action: 'only_open_outer' } }],
    ['more keys in the body', { ...close, body: { action: 'close_outer', force: true } }],
    ['more keys', { ...close, headers: {} }],
  ])('is refused with %s', (_what, call) => expect(WriteCallShape.unknown.safeParse(call).success).toBe(false));
});

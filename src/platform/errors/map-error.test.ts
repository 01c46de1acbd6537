import type { EndpointId } from '../endpoints.ts';
import type { FailedAnswer } from './map-error.ts';
import { mapBreakdown, mapError } from './map-error.ts';

const errorOf = (status: number, body: unknown, more: Partial<FailedAnswer> = {}) =>
  mapError({ asked: 'updatePort', wrote: true, status, body, form: 'json', requestId: undefined, ...more });

test('a dictionary that the console prints, with an address and a query in it, is never shown', () => {
  const dictionary = { apitype: 'Not specified', url: 'http://10.2.0.9:8443/api/v1/query?query=sum(x)', httpcode: 400 };
  const printed =
    "{'apitype': 'Not specified', 'url': 'http://10.2.0.9:8443/api/v1/query?query=sum(x)', 'httpcode': 400}";
  const error = errorOf(400, { code: 400, msg: dictionary, msg_show: `数据中心操作故障 ${printed}` }, { wrote: false });
  expect(error.sentence).toEqual({ en: 'The region rejected this.', zh: '集群拒绝了此操作。' });
});

/** Returns an error of the console, which has no text for people if `shown` is undefined. */
const said = (code: number, msg: string, shown?: string) => ({ code, msg, ...(shown ? { msg_show: shown } : {}) });

describe('shapes that the recordings lack', () => {
  test.each([
    [401, said(10400, 'invalid license', 'x'), 'license-invalid', 'rejected', 'rejected'],
    [400, said(10412, 'no region', 'x'), 'region-unknown', 'server', 'rejected'],
    [409, said(2001, 'the team is not initialized in the region'), 'team-not-in-region', 'conflict', 'rejected'],
    [404, said(404, 'inner port is not open', '对外服务开启中，需先关闭'), 'outer-still-open', 'conflict', 'rejected'],
    [412, { msg: 'change port fail', msg_show: '数据中心添加策略失败' }, 'gateway-refused', 'rejected', 'rejected'],
    [400, said(400, 'change port fail', '端口别名不能为空'), 'alias-missing', 'rejected', 'rejected'],
    [400, said(50005, 'port in use', 'x'), 'gateway-port-taken', 'rejected', 'rejected'],
    [502, said(502, 'request region api body is nil'), 'platform-overloaded', 'server', 'unknown'],
    [429, undefined, 'too-many-requests', 'rejected', 'rejected'],
    [308, undefined, 'redirected', 'unreadable', 'rejected'],
    [303, undefined, 'redirected', 'unreadable', 'unknown'],
  ])('%i %j is %s', (status, body, reason, kind, outcome) =>
    expect(errorOf(status, body, { form: body ? 'json' : 'empty' })).toMatchObject({ reason, kind, outcome }),
  );

  const refused = { detail: 'x', ...said(405, '方法 “DELETE” 不被允许。') };
  test.each<readonly [EndpointId, number, object | undefined, string, string]>([
    ['scaleHorizontally', 400, said(10104, 'x', '节点没有变化，无需升级'), 'instances-unchanged', 'rejected'],
    ['scaleHorizontally', 409, said(409, 'just wait a moment', 'x'), 'region-busy', 'rejected'],
    ['scaleHorizontally', 412, said(10406, 'x', 'x'), 'lacks-memory', 'rejected'],
    ['scaleHorizontally', 507, said(507, 'component error', 'x'), 'region-failed', 'unknown'],
    ['scaleVertically', 412, said(10418, 'x', 'x'), 'lacks-resources', 'rejected'],
    ['operateComponents', 500, undefined, 'region-failed', 'unknown'],
    ['updatePort', 500, undefined, 'platform-failed', 'unknown'],
    ['buildComponent', 500, said(10401, 'version already exists'), 'platform-failed', 'unknown'],
    ['operateComponents', 404, undefined, 'operation-missing', 'rejected'],
    ['deleteHttpRule', 405, refused, 'operation-missing', 'rejected'],
    ['operateComponents', 404, said(404, 'no found app', '应用不存在'), 'no-such-app', 'rejected'],
  ])('%s: %i %j is %s', (asked, status, body, reason, outcome) =>
    expect(errorOf(status, body, { asked, form: body ? 'json' : 'page' })).toMatchObject({ reason, outcome }),
  );

  test('a failure dressed as 200 leaves a write unknown', () => {
    const body = { ...said(409, 'component port already exists', '端口已存在'), data: {} };
    expect(errorOf(409, body, { disguised: true })).toMatchObject({ outcome: 'unknown', reason: 'port-exists' });
  });

  test('a refusal that cannot be read leaves a write unknown, a page does not', () => {
    expect(errorOf(400, undefined, { form: 'garbled' }).outcome).toBe('unknown');
    expect(errorOf(413, undefined, { form: 'page' }).outcome).toBe('rejected');
    const overloaded = { reason: 'platform-overloaded', canRetry: true };
    expect(errorOf(502, undefined, { form: 'page' })).toMatchObject({ outcome: 'unknown', canRetry: false });
    expect(errorOf(503, undefined, { form: 'empty', wrote: false })).toMatchObject(overloaded);
  });

  test('a refused TCP rule may have opened its port (docs/platform.md#gateway-rules)', () => {
    const refused = errorOf(400, said(400, 'exist', '策略已存在'), { asked: 'createGatewayRule' });
    expect(refused).toMatchObject({ reason: 'rule-exists', sideEffects: true });
    expect(errorOf(404, { code: 404, msg: 'no found team' }, { asked: 'createGatewayRule' }).sideEffects).toBe(false);
  });

  test('the token is cut out of what the platform says', () => {
    const error = errorOf(418, { msg: 'who is tok-123?', msg_show: 'tok-123 未知' }, { secrets: ['tok-123'] });
    expect(JSON.stringify(error)).not.toContain('tok-123');
  });
});

describe('calls without an answer', () => {
  const down = (code: string, mayBeSent: boolean, wrote: boolean) =>
    mapBreakdown({ asked: 'addPort', cause: 'network', code, mayBeSent }, wrote);

  test.each([
    ['ECONNREFUSED', false, 'unreachable', 'unreachable', 'not-sent'],
    ['ENOTFOUND', false, 'unreachable', 'name-unknown', 'not-sent'],
    ['UND_ERR_CONNECT_TIMEOUT', false, 'timeout', 'unreachable', 'not-sent'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', false, 'unreachable', 'certificate-refused', 'not-sent'],
    ['ECONNRESET', true, 'unreachable', 'connection-lost', 'unknown'],
    ['UND_ERR_SOCKET', true, 'unreachable', 'connection-lost', 'unknown'],
  ])('%s', (code, mayBeSent, kind, reason, outcome) =>
    expect(down(code, mayBeSent, true)).toMatchObject({ kind, reason, outcome }),
  );

  test('only what never left may be tried again', () => {
    expect(down('ECONNREFUSED', false, true).canRetry).toBe(true);
    expect(down('ECONNRESET', true, true).canRetry).toBe(false);
    expect(down('ECONNRESET', true, false).canRetry).toBe(true);
    expect(down('CERT_HAS_EXPIRED', false, true).canRetry).toBe(false);
  });
});

import { describe, expect, test } from 'vitest';
import type { EndpointId } from '../endpoints.ts';
import type { FailedAnswer } from './map-error.ts';
import { mapBreakdown, mapError } from './map-error.ts';

function errorOf(status: number, body: unknown, more: Partial<FailedAnswer> = {}) {
  return mapError({ asked: 'updatePort', wrote: true, status, body, form: 'json', requestId: undefined, ...more });
}

test('a dictionary that the console prints, with an address and a query in it, is never shown', () => {
  const dictionary = { apitype: 'Not specified', url: 'http://10.2.0.9:8443/api/v1/query?query=sum(x)', httpcode: 400 };
  const printed =
    "{'apitype': 'Not specified', 'url': 'http://10.2.0.9:8443/api/v1/query?query=sum(x)', 'httpcode': 400}";
  const error = errorOf(400, { code: 400, msg: dictionary, msg_show: `数据中心操作故障 ${printed}` }, { wrote: false });
  expect(error.sentence).toEqual({ en: 'The region rejected this.', zh: '集群拒绝了此操作。' });
});

describe('shapes that the recordings lack', () => {
  test.each([
    [401, { code: 10400, msg: 'invalid license', msg_show: 'x' }, 'license-invalid', 'rejected', 'rejected'],
    [400, { code: 10412, msg: 'no region', msg_show: 'x' }, 'region-unknown', 'server', 'rejected'],
    [
      409,
      { code: 2001, msg: 'the team is not initialized in the region', msg_show: 'x' },
      'team-not-in-region',
      'conflict',
      'rejected',
    ],
    [
      404,
      { code: 404, msg: 'inner port is not open', msg_show: '对外服务开启中，需先关闭对外服务' },
      'outer-still-open',
      'conflict',
      'rejected',
    ],
    [412, { msg: 'change port fail', msg_show: '数据中心添加策略失败' }, 'gateway-refused', 'rejected', 'rejected'],
    [
      400,
      { code: 400, msg: 'change port fail', msg_show: '端口别名不能为空' },
      'alias-missing',
      'rejected',
      'rejected',
    ],
    [400, { code: 50005, msg: 'port in use', msg_show: 'x' }, 'gateway-port-taken', 'rejected', 'rejected'],
    [502, { code: 502, msg: 'request region api body is nil' }, 'platform-overloaded', 'server', 'unknown'],
    [429, undefined, 'too-many-requests', 'rejected', 'rejected'],
    [308, undefined, 'redirected', 'unreadable', 'rejected'],
    [303, undefined, 'redirected', 'unreadable', 'unknown'],
  ])('%i %j is %s', (status, body, reason, kind, outcome) => {
    expect(errorOf(status, body, { form: body ? 'json' : 'empty' })).toMatchObject({ reason, kind, outcome });
  });

  test.each<readonly [EndpointId, number, object | undefined, FailedAnswer['form'], string, string]>([
    [
      'scaleHorizontally',
      400,
      { code: 10104, msg: 'x', msg_show: '节点没有变化，无需升级' },
      'json',
      'instances-unchanged',
      'rejected',
    ],
    [
      'scaleHorizontally',
      409,
      { code: 409, msg: 'just wait a moment', msg_show: 'x' },
      'json',
      'region-busy',
      'rejected',
    ],
    ['scaleHorizontally', 412, { code: 10406, msg: 'x', msg_show: 'x' }, 'json', 'lacks-memory', 'rejected'],
    [
      'scaleHorizontally',
      507,
      { code: 507, msg: 'component error', msg_show: 'x' },
      'json',
      'region-failed',
      'unknown',
    ],
    ['scaleVertically', 412, { code: 10418, msg: 'x', msg_show: 'x' }, 'json', 'lacks-resources', 'rejected'],
    ['operateComponents', 500, undefined, 'page', 'region-failed', 'unknown'],
    ['updatePort', 500, undefined, 'page', 'platform-failed', 'unknown'],
    ['buildComponent', 500, { code: 10401, msg: 'version already exists' }, 'json', 'platform-failed', 'unknown'],
    ['operateComponents', 404, undefined, 'page', 'operation-missing', 'rejected'],
    [
      'deleteHttpRule',
      405,
      { detail: 'x', code: 405, msg: '方法 “DELETE” 不被允许。' },
      'json',
      'operation-missing',
      'rejected',
    ],
    [
      'operateComponents',
      404,
      { code: 404, msg: 'no found app', msg_show: '应用不存在' },
      'json',
      'no-such-app',
      'rejected',
    ],
  ])('%s: %i %j %s is %s', (asked, status, body, form, reason, outcome) => {
    expect(errorOf(status, body, { asked, form })).toMatchObject({ reason, outcome });
  });

  test('a failure dressed as 200 leaves a write unknown', () => {
    const body = { code: 409, msg: 'component port already exists', msg_show: '端口已存在', data: {} };
    expect(errorOf(409, body, { disguised: true })).toMatchObject({ outcome: 'unknown', reason: 'port-exists' });
  });

  test('a refusal that cannot be read leaves a write unknown, a page does not', () => {
    expect(errorOf(400, undefined, { form: 'garbled' }).outcome).toBe('unknown');
    expect(errorOf(413, undefined, { form: 'page' }).outcome).toBe('rejected');
    expect(errorOf(502, undefined, { form: 'page' })).toMatchObject({
      outcome: 'unknown',
      reason: 'proxy-failed',
      canRetry: false,
    });
    expect(errorOf(503, undefined, { form: 'empty', wrote: false })).toMatchObject({
      reason: 'platform-overloaded',
      canRetry: true,
    });
  });

  test('a refused TCP rule may have opened its port (docs/platform.md#gateway-rules)', () => {
    const body = { code: 400, msg: 'exist', msg_show: '策略已存在', data: {} };
    expect(errorOf(400, body, { asked: 'createGatewayRule' })).toMatchObject({
      reason: 'rule-exists',
      sideEffects: true,
    });
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
  ])('%s', (code, mayBeSent, kind, reason, outcome) => {
    expect(down(code, mayBeSent, true)).toMatchObject({ kind, reason, outcome });
  });

  test('only what never left may be tried again', () => {
    expect(down('ECONNREFUSED', false, true).canRetry).toBe(true);
    expect(down('ECONNRESET', true, true).canRetry).toBe(false);
    expect(down('ECONNRESET', true, false).canRetry).toBe(true);
    expect(down('CERT_HAS_EXPIRED', false, true).canRetry).toBe(false);
  });
});

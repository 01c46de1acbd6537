import { expectAlready, expectPlan, expectRefusal, linesOf, planTyped, sent } from '../../../test/operations/checks.ts';
import { aPort, aTcpRule, someFacts, WEB } from '../../../test/operations/samples.ts';
import type { ComponentFacts } from '../shared/change-facts.ts';
import { confirmsRule } from './gateway-state.ts';
import { gatewayTcp } from './gateway-tcp.ts';

const db = aPort(5432, { protocol: 'tcp', isOuterService: true });
const shut = aPort(5432, { protocol: 'tcp' });
const noRules = { http: [], tcp: [] };

const plan = (given: Record<string, string | readonly string[]>, facts: ComponentFacts) =>
  planTyped(gatewayTcp, { component: 'web', port: '5432', end_point: '0.0.0.0:30021', ...given }, facts);

describe('tcp rule', () => {
  test.each([
    ['tcp', db],
    ['http', aPort(5432, { isOuterService: true })],
  ])('on an open %s port: it would never serve', (_protocol, port) => {
    const refusal = expectRefusal(plan({}, someFacts({ ports: [port], rules: noRules })));
    expect(refusal.why).toContain('is already open to the internet');
    expect(refusal.why).toContain('would never serve');
  });

  test('a second rule of a port would never serve', () => {
    const rules = { http: [], tcp: [aTcpRule({ endPoint: '203.0.113.9:30021' })] };
    const refusal = expectRefusal(plan({ end_point: '0.0.0.0:31000' }, someFacts({ ports: [shut], rules })));
    expect(refusal.why).toContain('already has the rule 203.0.113.9:30021');
    expect(refusal.offers).toMatchObject([{ operation: 'port.open' }]);
  });

  test('on a closed port opens it, even if it fails', () => {
    const more = { default_port: '5432', default_ip: '203.0.113.9', rule_extensions: ['lb-type:round-robin'] };
    const planned = expectPlan(plan(more, someFacts({ ports: [shut], rules: noRules })));
    expect(sent(planned)).toEqual([
      'POST {"protocol":"tcp","tcp":{"container_port":5432,"service_id":"c0de0000000000000000000000000001","end_point":"0.0.0.0:30021","rule_extensions":[{"key":"lb-type","value":"round-robin"}],"default_port":5432,"default_ip":"203.0.113.9"}}',
      'no undo',
    ]);
    expect(gatewayTcp.observe(planned, 0, someFacts({ ports: [db], rules: noRules }))).toBe('before');
    expect(gatewayTcp.observe(planned, 0, someFacts({ ports: [shut], rules: noRules }))).toBe('before');
  });

  test('on a mysql port works, because its node port is always TCP; the card says that it is a database', () => {
    const planned = (protocol: string, port = 3306) =>
      linesOf(
        expectPlan(plan({ port: String(port) }, someFacts({ ports: [aPort(port, { protocol })], rules: noRules }))),
      );
    expect(planned('mysql').join()).not.toContain('fail and open nothing');
    expect(planned('mysql')).toEqual(
      expect.arrayContaining([
        '! *web is a database, and it stays open, without a closing time.*',
        '| External access | ○ off | ● on',
      ]),
    );
    expect(planned('tcp', 7000)).not.toContain('! *web is a database, and it stays open, without a closing time.*');
  });

  test.each([
    ['172.31.0.1:30022', true],
    ['172.32.0.1:30022', false],
    ['203.0.113.7:30022', false],
  ])('%s looks private: %s', (end_point, isPrivate) => {
    const lines = linesOf(expectPlan(plan({ end_point }, someFacts({ ports: [shut], rules: noRules }))));
    expect(lines.some((line) => line.includes('is a private address'))).toBe(isPrivate);
    // No text says that a private address is open to the internet.
    expect(lines.some((line) => /(?:to|on) the internet/.test(line) && line.includes(end_point))).toBe(!isPrivate);
  });

  test('at one address: the region opens its number at every address, and serves no other numbers than node ports', () => {
    const at = (end_point: string, more = {}) =>
      linesOf(
        expectPlan(plan({ end_point }, someFacts({ ports: [shut], rules: noRules, dialect: 'console', ...more }))),
      );
    const everywhere = '! The region opens port 3010 at every address of its nodes, not only at 203.0.113.7.';
    expect(at('203.0.113.7:3010')).toEqual(
      expect.arrayContaining([everywhere, expect.stringContaining('a rule for 3010 is accepted but doesn’t serve')]),
    );
    expect(at('0.0.0.0:3010').join()).not.toContain('not only at');
    expect(at('203.0.113.7:3010', { dialect: 'document' })).not.toContain(everywhere);
  });

  test.each([
    ['10.shop.test', false],
    ['10.2.0.9', true],
  ])('all addresses of a region whose domain is %s look private: %s', (tcpdomain, looksPrivate) => {
    const { region, ...rest } = someFacts({ ports: [shut], rules: noRules });
    if (typeof region === 'string') throw new Error('The region is read.');
    const lines = linesOf(expectPlan(plan({}, { ...rest, region: { ...region, tcpdomain } })));
    expect(lines.some((line) => line.includes('is a private address'))).toBe(looksPrivate);
  });

  test('is known again, also as the platform shows all addresses', () => {
    const facts = someFacts({ ports: [shut], rules: noRules });
    const planned = expectPlan(plan({}, facts));
    const createdRules = { http: [], tcp: [aTcpRule({ endPoint: '203.0.113.9:30021' })] };
    expect(
      planned.steps[0] &&
        confirmsRule(planned.steps[0], { operation: 'createGatewayRule', status: 200, value: createdRules }),
    ).toBe(true);
    expect(gatewayTcp.observe(planned, 0, someFacts({ ports: [db], rules: createdRules }))).toBe('after');
    const detail = {
      accessInfos: ['203.0.113.9:30021'],
      serviceAlias: 'grweb',
      serviceId: WEB,
      serviceSource: undefined,
    };
    expect(gatewayTcp.observe(planned, 0, someFacts({ ports: [db], detail }))).toBe('after');
    expect(expectAlready(plan({}, someFacts({ ports: [db], rules: createdRules })))).toContain(
      'already routes to port 5432',
    );
    expect(expectRefusal(plan({ default_port: '1' }, someFacts({ ports: [db], rules: createdRules }))).why).toContain(
      'console',
    );
  });

  test('a taken end point, and one that only begins alike, offer the next free one', () => {
    const rules = {
      http: [],
      tcp: [aTcpRule({ containerPort: 6379 }), aTcpRule({ endPoint: '203.0.113.9:300220', containerPort: 6380 })],
    };
    const facts = someFacts({ ports: [shut], rules });
    const given = { component: [WEB], port: ['5432'], end_point: ['0.0.0.0:30023'] };
    expect(expectRefusal(plan({ rule_extensions: ['lb-type:round-robin'] }, facts))).toEqual({
      why: '0.0.0.0:30021 is in use. The rule 203.0.113.9:30021 routes to port 6379 on web.',
      offers: [{ operation: 'gateway.tcp', given: { ...given, rule_extensions: ['lb-type:round-robin'] } }],
    });
    expect(expectRefusal(plan({ end_point: '0.0.0.0:3002' }, facts)).why).toContain(
      'another rule uses 203.0.113.9:30021',
    );
  });

  test.each(['console', 'unknown'] as const)('one extension may be sent to a platform that is %s', (dialect) => {
    const facts = someFacts({ ports: [shut], rules: noRules, dialect });
    expectPlan(plan({ rule_extensions: ['lb-type:round-robin'] }, facts));
    for (const pair of ['httptohttps:true', 'lb-type:ip_hash', 'proxy:on'])
      expect(plan({ rule_extensions: ['lb-type:round-robin', pair] }, facts)).toMatchObject({
        problem: 'invalid',
        faults: [{ param: 'rule_extensions' }],
      });
  });
});

import { type WriteCall, WriteCallShape } from '../call.ts';
import type { Dialect } from '../endpoint.ts';
import type { NewGatewayRule } from './gateway-calls.ts';
import { createGatewayRuleCall } from './gateway-calls.ts';
import { RuleExtensions, type RuleProtocol } from './rule-extensions.ts';

const place = { team: '团队 1', region: 'east/1', app: '12' };

function stored(call: WriteCall, dialect: Dialect = 'console'): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(call));
  expect(copy).toEqual(call);
  expect(WriteCallShape[dialect].parse(copy)).toEqual(call);
  return copy;
}

function extensions<P extends RuleProtocol>(protocol: P, dialect: Dialect, key = 'lb-type', value = 'round-robin') {
  const checked = RuleExtensions.check([{ key, value }], protocol, dialect);
  if ('notAllowed' in checked) throw new Error(`${key}:${value} is not allowed`);
  return checked;
}

describe('gateway rules', () => {
  const part = { serviceId: 'c0de', containerPort: 8080 };

  test('http extensions are texts in the document, objects elsewhere', () => {
    const rule = (dialect: Dialect): NewGatewayRule => {
      const ruleExtensions = extensions('http', dialect, 'httptohttps', 'true');
      return { protocol: 'http', ...part, domainName: 'www.shop.test', ruleExtensions };
    };
    const sent = (dialect: Dialect) =>
      JSON.stringify(createGatewayRuleCall(place, rule(dialect)).body).match(/"rule_extensions":(\[[^\]]*\])/)?.[1];
    expect(sent('document')).toBe('["httptohttps:true"]');
    expect(sent('console')).toBe('[{"key":"httptohttps","value":"true"}]');
    expect(sent('unknown')).toBe(sent('console'));
    stored(createGatewayRuleCall(place, rule('document')), 'document');
  });

  test('tcp: default port and address always', () => {
    const rule = { protocol: 'tcp', ...part, endPoint: '0.0.0.0:30021' } as const;
    const body = { container_port: 8080, service_id: 'c0de', end_point: '0.0.0.0:30021' };
    expect(stored(createGatewayRuleCall(place, rule))).toMatchObject({
      body: { protocol: 'tcp', tcp: { ...body, default_port: 30021, default_ip: '0.0.0.0' } },
    });
    const ruleExtensions = extensions('tcp', 'document', 'a', 'b');
    const given = { ...rule, defaultPort: 1, defaultIp: '10.0.0.1', ruleExtensions };
    expect(() => createGatewayRuleCall(place, { ...rule, endPoint: '30021' })).toThrow(TypeError);
    expect(createGatewayRuleCall(place, given).body).toMatchObject({
      tcp: { default_port: 1, default_ip: '10.0.0.1', rule_extensions: [{ key: 'a', value: 'b' }] },
    });
  });
});

import { describe, expect, test } from 'vitest';
import { expectAlready, expectPlan, expectRefusal, told } from '../../../test/operations/checks.ts';
import { aPort, ask, someFacts, WEB } from '../../../test/operations/samples.ts';
import { portAdd } from './port-add.ts';

const add = {
  component: 'web',
  port: 9090,
  protocol: 'grpc',
  alias: undefined,
  inner: false,
  k8s_service_name: undefined,
} as const;

describe('add', () => {
  test('a number that is there: already when equal, else the ways to change it', () => {
    const there = someFacts({ ports: [aPort(9090, { protocol: 'grpc' })] });
    expect(expectAlready(portAdd.plan(add, there, ask))).toBe('web already has port 9090 with these settings.');
    const other = someFacts({ ports: [aPort(9090, { isInnerService: false })] });
    expect(expectRefusal(portAdd.plan({ ...add, alias: 'RPC', inner: true }, other, ask))).toEqual({
      why: 'web already has port 9090: protocol http, alias GRWEB9090, internal access ○ off. Change that port, or choose another number.',
      offers: [
        { operation: 'port.protocol', given: { component: [WEB], port: ['9090'], protocol: ['grpc'] } },
        { operation: 'port.alias', given: { component: [WEB], port: ['9090'], alias: ['RPC'] } },
        { operation: 'port.open', given: { component: [WEB], port: ['9090'], side: ['inner'] } },
      ],
    });
  });

  test('an in-cluster name comes back for an only port, never by renaming others', () => {
    const named = { ...add, alias: 'RPC', k8s_service_name: 'shop-web' };
    const alone = expectPlan(portAdd.plan(named, someFacts({ ports: [] }), ask));
    expect(alone.steps.map(({ call }) => call.body)).toEqual([
      { port: '9090', protocol: 'grpc', port_alias: 'RPC', is_inner_service: false },
      { action: 'change_port_alias', port_alias: 'RPC', k8s_service_name: 'shop-web' },
    ]);
    const seen = (name: string) => {
      const port = aPort(9090, { protocol: 'grpc', portAlias: 'RPC', isInnerService: false, k8sServiceName: name });
      return alone.steps.map((_, step) => portAdd.observe(alone, step, someFacts({ ports: [port] })));
    };
    expect(seen('grweb-c0de')).toEqual(['after', 'before']);
    expect(seen('shop-web')).toEqual(['after', 'after']);
    const among = expectPlan(portAdd.plan(named, someFacts(), ask));
    expect(among.steps).toHaveLength(1);
    expect(told(among).join('\n')).toContain('! Its in-cluster name was shop-web.');
    expect(
      told(expectPlan(portAdd.plan({ ...named, k8s_service_name: 'grweb' }, someFacts(), ask))).join('\n'),
    ).not.toContain('It was called');
  });
});

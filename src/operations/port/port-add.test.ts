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
  test('shows the alias that the platform makes up and the name that the port inherits', () => {
    const plan = expectPlan(portAdd.plan(add, someFacts(), ask));
    expect(told(plan)).toMatchInlineSnapshot(`
      [
        "Add port 9090 to web",
        "| Port | – | 9090",
        "| Protocol | – | grpc",
        "| Alias | – | GRWEB9090 (set by the platform)",
        "| In-cluster name | – | grweb",
        "> Add port 9090 (grpc): POST {"port":"9090","protocol":"grpc","is_inner_service":false}",
        "! This doesn’t open the port to the internet. Doing so later will probably fail: the platform can’t open ports of the protocol grpc to the internet.",
        "! The new port stays closed until someone opens internal access, and after that external access.",
        "undo: Delete the port = port.delete {"component":["c0de0000000000000000000000000001"],"port":["9090"]}",
      ]
    `);
    expect(portAdd.plan(add, someFacts(), ask)).toEqual(plan);
  });

  test('inner writes variables; alias is sent only when given', () => {
    const plan = expectPlan(portAdd.plan({ ...add, alias: 'RPC', inner: true }, someFacts(), ask));
    expect(told(plan)).toMatchInlineSnapshot(`
      [
        "Add port 9090 to web, open inside the cluster",
        "| Port | – | 9090",
        "| Protocol | – | grpc",
        "| Alias | – | RPC",
        "| In-cluster name | – | grweb",
        "| Internal access | – | ● on",
        "| Environment variables | – | RPC_HOST, RPC_PORT",
        "> Add port 9090 (grpc): POST {"port":"9090","protocol":"grpc","port_alias":"RPC","is_inner_service":true}",
        "! This doesn’t open the port to the internet. Doing so later will probably fail: the platform can’t open ports of the protocol grpc to the internet.",
        "undo: Delete the port = port.delete {"component":["c0de0000000000000000000000000001"],"port":["9090"],"close":["yes"]}",
      ]
    `);
  });

  test('the first port takes the component’s alias as its name', () => {
    const plan = expectPlan(portAdd.plan(add, someFacts({ ports: [] }), ask));
    expect(told(plan).join('\n')).toContain('| In-cluster name | – | grweb\n');
    expect(told(plan).join('\n')).toContain('the platform adds four characters');
  });

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

  test('an alias of another port is refused; the platform’s own is offered', () => {
    const refusal = expectRefusal(portAdd.plan({ ...add, alias: 'GRWEB8080' }, someFacts(), ask));
    expect(refusal.why).toContain('Port 8080 of this component already uses the alias GRWEB8080');
    expect(refusal.offers).toEqual([
      { operation: 'port.add', given: { component: [WEB], port: ['9090'], protocol: ['grpc'] } },
    ]);
    const clash = someFacts({ ports: [aPort(8080, { portAlias: 'GRWEB9090' })] });
    expect(portAdd.plan(add, clash, ask)).toMatchObject({ problem: 'invalid', faults: [{ param: 'alias' }] });
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

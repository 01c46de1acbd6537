import { describe, expect, test } from 'vitest';
import { expectPlan, expectRefusal, told } from '../../../test/operations/checks.ts';
import { anHttpRule, aPort, ask, aTcpRule, someFacts, WEB } from '../../../test/operations/samples.ts';
import { portDelete } from './port-delete.ts';

const remove = { component: 'web', port: 8080, close: false } as const;
const shut = aPort(8080, { isInnerService: false });
const open = aPort(8080, { isOuterService: true });
const asleep = anHttpRule({ isOuterService: false });

describe('delete', () => {
  test('lists the rules that vanish with a closed port, and how it comes back', () => {
    const facts = someFacts({ ports: [shut], rules: { http: [asleep], tcp: [aTcpRule()] } });
    const plan = expectPlan(portDelete.plan(remove, facts, ask));
    expect(told(plan)).toMatchInlineSnapshot(`
      [
        "Delete port 8080 on web",
        "| Port | 8080 (http) | deleted",
        "| Alias | GRWEB8080 | –",
        "| Gateway rule | http://www.shop.test | deleted",
        "> Delete port 8080: DELETE null",
        "! Its gateway rule is deleted too. Undo doesn’t restore it.",
        "! If there is a health check on this port, it is turned off, and Undo doesn’t turn it on again.",
        "undo: Add it again, closed, without gateway rules = port.add {"component":["c0de0000000000000000000000000001"],"port":["8080"],"protocol":["http"],"alias":["GRWEB8080"],"k8s_service_name":["grweb"]}",
      ]
    `);
    expect(portDelete.plan(remove, facts, ask)).toEqual(plan);
  });

  test('without a rule list the addresses of the component tell, and say so', () => {
    const detail = {
      accessInfos: ['http://grweb-8080-shop.apps.example.test/'],
      serviceAlias: 'grweb',
      serviceId: WEB,
      serviceSource: undefined,
    };
    const lines = told(
      expectPlan(portDelete.plan(remove, someFacts({ ports: [shut, aPort(9090)], detail }), ask)),
    ).join('\n');
    expect(lines).toContain('| Gateway rule | http://grweb-8080-shop.apps.example.test | deleted');
    expect(lines).toContain('couldn’t list its gateway rules');
  });

  test('an open port is offered to be closed and deleted, outer first', () => {
    const facts = someFacts({ ports: [open], rules: { http: [anHttpRule()], tcp: [] } });
    expect(expectRefusal(portDelete.plan(remove, facts, ask)).offers).toEqual([
      { operation: 'port.delete', given: { component: [WEB], port: ['8080'], close: ['yes'] } },
    ]);
    const plan = expectPlan(portDelete.plan({ ...remove, close: true }, facts, ask));
    expect(plan.steps.map(({ call }) => call.body ?? call.method)).toEqual([
      { action: 'close_outer' },
      { action: 'close_inner' },
      'DELETE',
    ]);
    // Who loses access is said, not only that the port is closed.
    expect(told(plan)).toContain('! It can no longer be reached from the internet.');
    expect(told(plan)).toContain('! Other components can no longer reach it at grweb:8080.');
    const seen = (ports: (typeof open)[]) =>
      plan.steps.map((_, step) => portDelete.observe(plan, step, someFacts({ ports })));
    expect(seen([open])).toEqual(['before', 'before', 'before']);
    expect(seen([aPort(8080)])).toEqual(['after', 'before', 'before']);
    expect(seen([])).toEqual(['after', 'after', 'after']);
  });

  test('custom rules that are active on a closed port stand in the way', () => {
    const facts = someFacts({ ports: [shut], rules: { http: [anHttpRule()], tcp: [] } });
    expect(expectRefusal(portDelete.plan(remove, facts, ask)).offers).toMatchObject([{ operation: 'port.open' }]);
  });

  test('HTTP rules on a port of another protocol are not silenced by closing: http first', () => {
    const udp = aPort(8080, { protocol: 'udp', isOuterService: true });
    const facts = someFacts({ ports: [udp], rules: { http: [anHttpRule()], tcp: [] } });
    expect(expectRefusal(portDelete.plan({ ...remove, close: true }, facts, ask)).offers).toEqual([
      { operation: 'port.protocol', given: { component: [WEB], port: ['8080'], protocol: ['http'] } },
    ]);
    const byPlatform = { http: [anHttpRule({ type: 0 })], tcp: [aTcpRule({ containerPort: 8080, type: 1 })] };
    const planned = portDelete.plan({ ...remove, close: true }, someFacts({ ports: [udp], rules: byPlatform }), ask);
    expect(expectPlan(planned).steps).toHaveLength(3);
  });

  test('an unknown port gives the nearest', () => {
    expect(portDelete.plan({ ...remove, port: 808 }, someFacts(), ask)).toMatchObject({ nearest: [{ value: '8080' }] });
  });

  test('a name and an alias that the platform takes no more are not promised back', () => {
    const odd = aPort(8080, { isInnerService: false, portAlias: 'web-1', k8sServiceName: 'Web_1' });
    expect(expectPlan(portDelete.plan(remove, someFacts({ ports: [odd] }), ask)).undo).toMatchObject({
      proposal: { given: { component: [WEB], port: ['8080'], protocol: ['http'] } },
    });
  });
});

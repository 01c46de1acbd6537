import { describe, expect, test } from 'vitest';
import { expectPlan, told } from '../../../test/operations/checks.ts';
import { aPort, ask, aTcpRule, someFacts } from '../../../test/operations/samples.ts';
import type { Port } from '../../platform/port/port-endpoints.ts';
import { plain } from '../operation-catalog.ts';
import { portDelete } from './port-delete.ts';
import { portOpen } from './port-open.ts';
import { portClose } from './port-operations.ts';
import { portProtocol } from './port-protocol.ts';
import { portUntil } from './port-until.ts';

const rules = { http: [], tcp: [aTcpRule({ endPoint: '203.0.113.9:30021' })] };
const open = aPort(5432, { protocol: 'tcp', isInnerService: true, isOuterService: true });
const renamed = { ...open, k8sServiceName: 'database' };
const other = aPort(6379, { protocol: 'tcp', isInnerService: true, isOuterService: true });
const factsOf = (port: Port, ...more: readonly Port[]) => someFacts({ ports: [port, ...more], rules });
const on = { component: 'web', port: 5432, side: 'outer', both: false } as const;

describe('a node port that may stay open', () => {
  const plans = {
    close: (port: Port) => expectPlan(portClose.plan(on, factsOf(port), ask)),
    delete: (port: Port) => expectPlan(portDelete.plan({ ...on, close: true }, factsOf(port), ask)),
    protocol: (port: Port) =>
      expectPlan(portProtocol.plan({ ...on, protocol: 'udp', close: true, open: false }, factsOf(port), ask)),
  };

  test.each(['close', 'delete', 'protocol'] as const)('%s says so where alias and in-cluster name differ', (how) => {
    const plan = plans[how](renamed);
    const warning = plan.warnings.find(({ key }) => key === 'port.open.warnMayAnswer');
    expect(warning && plain(warning, 'en')).toBe(
      'Before Rainbond 6.7.4, this leaves 203.0.113.9:30021 open, because the in-cluster name database differs from the alias grweb. Portolan can’t check whether it’s closed.',
    );
    expect(warning?.weight).toBe('exposes');
    expect(plan.mayAnswer).toEqual({ port: 5432, addresses: ['203.0.113.9:30021'], once: 'closed' });
    expect(plans[how]({ ...open, k8sServiceName: 'grweb' }).mayAnswer).toBeUndefined();
    expect(plans[how]({ ...renamed, protocol: 'http' }).mayAnswer).toBeUndefined();
  });

  test('the card names its number once it is closed', () => {
    const plan = plans.close(renamed);
    const said = portClose.done(plan, factsOf({ ...renamed, isOuterService: false })).map((each) => plain(each, 'en'));
    expect(said).toEqual(['May still answer: 203.0.113.9:30021. Portolan can’t check whether it’s closed.']);
  });

  test('deleting a closed port says that its node port may stay', () => {
    const closed = { ...renamed, isOuterService: false, isInnerService: false };
    expect(told(plans.delete(closed)).join()).toContain('this leaves 203.0.113.9:30021 open');
  });
});

describe('opening a tcp port again', () => {
  const warning = 'Opening port 5432 again gives it the same node port, or the region refuses it';
  const said = (plan: unknown) => told(expectPlan(plan as ReturnType<typeof portClose.plan>)).join();

  test('the plans that lead to it warn of it where another port uses a node port', () => {
    const shut = { ...open, isOuterService: false };
    const until = { ...on, for: 60_000, longer: false };
    for (const beside of [[], [other], [aPort(80)]] as const) {
      const warned = beside.some((each) => each === other);
      const texts = [
        said(portClose.plan(on, factsOf(open, ...beside), ask)),
        said(portOpen.plan({ ...on, for: 60_000 }, factsOf(shut, ...beside), ask)),
        said(portOpen.plan({ ...on, for: undefined }, factsOf(shut, ...beside), ask)),
        said(portUntil.plan(until, factsOf(open, ...beside), ask)),
      ];
      expect(texts.map((text) => text.includes(warning))).toEqual(texts.map(() => warned));
    }
  });

  test('a refusal says that the node port may be open, and offers what helps', () => {
    const facts = factsOf({ ...open, isOuterService: false });
    const plan = expectPlan(portOpen.plan({ ...on, for: undefined }, facts, ask));
    const left = portOpen.leftover?.(plan, 0, facts);
    expect(left?.says.map((each) => plain(each, 'en')).join(' ')).toContain(
      'Its node port may be open all the same: 203.0.113.9:30021.',
    );
    expect(left?.offer).toMatchObject({ operation: 'port.delete' });
    const http = someFacts({ ports: [aPort(5432, { isInnerService: true })], rules: { http: [], tcp: [] } });
    const web = expectPlan(portOpen.plan({ ...on, for: undefined }, http, ask));
    expect(portOpen.leftover?.(web, 0, http)).toBeUndefined();
  });
});

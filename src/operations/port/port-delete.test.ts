import { describe, expect, test } from 'vitest';
import { expectPlan, expectRefusal, told } from '../../../test/operations/checks.ts';
import { anHttpRule, aPort, ask, someFacts, WEB } from '../../../test/operations/samples.ts';
import { portDelete } from './port-delete.ts';

const remove = { component: 'web', port: 8080, close: false } as const;
const shut = aPort(8080, { isInnerService: false });
const open = aPort(8080, { isOuterService: true });

describe('delete', () => {
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
    expect(told(plan)).toContain('! It can no longer be reached from the internet.');
    expect(told(plan)).toContain('! Other components can no longer reach it at grweb:8080.');
  });

  test('custom rules that are active on a closed port stand in the way', () => {
    const facts = someFacts({ ports: [shut], rules: { http: [anHttpRule()], tcp: [] } });
    expect(expectRefusal(portDelete.plan(remove, facts, ask)).offers).toMatchObject([{ operation: 'port.open' }]);
  });

  test('a name and an alias that the platform takes no more are not promised back', () => {
    const odd = aPort(8080, { isInnerService: false, portAlias: 'web-1', k8sServiceName: 'Web_1' });
    expect(expectPlan(portDelete.plan(remove, someFacts({ ports: [odd] }), ask)).undo).toMatchObject({
      proposal: { given: { component: [WEB], port: ['8080'], protocol: ['http'] } },
    });
  });
});

import { idOf } from '../../playground/platform/seed/seed-id.ts';
import { expectPlan, expectRefusal } from './checks.ts';
import { type Bench, leftoverOf, observed, planOf, startBench, writeOf } from './platform.ts';

/** Tests the read that checks a write after its answer was lost, or after the write was only half done. */

let bench: Bench;
beforeEach(async () => {
  bench = await startBench('console');
});

const port = (component: string, number: string) => ({ component: [idOf(component)], port: [number] });

describe.each([
  ['port.open', port('api', '8000')],
  ['port.close', port('web', '8080')],
  ['port.add', { ...port('web', '5000'), alias: ['FIVE'] }],
  ['port.protocol', { ...port('cache', '6379'), protocol: ['udp'] }],
  ['port.alias', { ...port('web', '8080'), alias: ['FRONT'], service: ['front'] }],
  ['port.delete', port('web', '8443')],
  ['gateway.http', { ...port('web', '8080'), domain_name: ['shop.test/cart'] }],
  ['gateway.http', { ...port('api', '9100'), domain_name: ['shop.test'], whether_open: ['yes'] }],
  ['gateway.tcp', { ...port('cache', '6379'), end_point: ['0.0.0.0:30500'] }],
  ['gateway.delete', { rule: ['www.shop.test'] }],
])('%s %j', (id, given) => {
  test.each(['before', 'after'] as const)('cut off %s it happened: reading tells', async (when) => {
    const plan = expectPlan(await planOf(bench, id, given));
    const [step] = plan.steps;
    if (!step) throw new Error('no step');
    await bench.simulated.faults.set({ nextWrite: { kind: 'reset', when } });
    await expect(bench.platform.write(writeOf(step, bench.platform.dialect()))).rejects.toMatchObject({
      outcome: 'unknown',
    });
    expect(await observed(bench, id, given, plan, 0)).toBe(when);
  });
});

test('a rule that is refused after its port was opened wasn’t created, and the open port is told', async () => {
  bench.simulated.elsewhere({ do: 'tcp-rule', component: 'ledger', port: 5432, endPoint: '10.1.1.1:30777' });
  const given = { ...port('cache', '6379'), end_point: ['10.1.1.2:30777'] };
  const plan = expectPlan(await planOf(bench, 'gateway.tcp', given));
  const [step] = plan.steps;
  if (!step) throw new Error('no step');
  await expect(bench.platform.write(writeOf(step, bench.platform.dialect()))).rejects.toMatchObject({
    outcome: 'rejected',
  });
  expect(await observed(bench, 'gateway.tcp', given, plan, 0)).toBe('before');
  expect(await leftoverOf(bench, 'gateway.tcp', given, plan, 0)).toMatchObject({
    offer: { operation: 'port.close', given: { component: [idOf('cache')], port: ['6379'] } },
  });
});

test('while its region is under maintenance a change is refused with the status in words', async () => {
  await bench.simulated.faults.set({ maintenance: ['east-1'] });
  const { why } = expectRefusal(await planOf(bench, 'port.close', port('web', '8080')));
  expect(why).toContain('east-1');
  expect(why).toContain('maintenance');
});

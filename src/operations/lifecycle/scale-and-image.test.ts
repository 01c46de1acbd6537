import { expectPlan, expectRefusal, linesOf, sent } from '../../../test/operations/checks.ts';
import { ask, aComponent as web } from '../../../test/operations/samples.ts';
import { readAll } from '../../core/command/params.ts';
import { samePlan } from '../../core/request/plan.ts';
import { langs } from '../../core/text/text.ts';
import type { ComponentSummary } from '../../platform/component/component-endpoints.ts';
import { plain } from '../operation-catalog.ts';
import { cpuQuota, memorySize } from '../shared/component/component-format.ts';
import { componentImage } from './component-image.ts';
import { componentScale } from './component-scale.ts';
import type { LifecycleFacts } from './lifecycle-facts.ts';

const facts = (more: Partial<ComponentSummary> = {}): LifecycleFacts => ({
  region: 'unread',
  all: [{ ...web, ...more }],
  named: [web.serviceId],
});

const faults = (operation: typeof componentScale | typeof componentImage, given: Record<string, string[]>) => {
  const parsed = readAll(operation.params, given);
  return 'faults' in parsed ? parsed.faults.map(({ why }) => plain(why, 'en')) : [];
};

describe('scaling', () => {
  const scale = (args: { instances?: number; memory?: number; cpu?: number }, more: Partial<ComponentSummary> = {}) =>
    componentScale.plan(
      { component: 'web', instances: args.instances, memory: args.memory, cpu: args.cpu },
      facts(more),
      ask,
    );

  test.each([
    ['more instances', { instances: 3 }],
    ['memory alone: the CPU and the GPU that it has are sent too', { memory: 1024 }],
    ['CPU alone', { cpu: 0 }],
    ['all, which takes two calls', { instances: 1, memory: 256, cpu: 1000 }],
  ])('%s', (_what, args) => expect(sent(expectPlan(scale(args)))).toMatchSnapshot());

  test('fewer instances carry a warning, as less memory and less CPU do; more carry none', () => {
    const weighs = (args: Parameters<typeof scale>[0]) =>
      expectPlan(scale(args, { minNode: 2, minMemory: 512, minCpu: 500 })).warnings.map(({ key, weight }) => [
        key.split('.').at(-1),
        weight,
      ]);
    expect(weighs({ instances: 1 })).toEqual([['warnFewer', 'interrupts']]);
    expect(weighs({ memory: 256 })).toContainEqual(['warnLess', 'interrupts']);
    expect(weighs({ cpu: 250 })).toContainEqual(['warnLessCpu', 'interrupts']);
    expect(weighs({ instances: 3 })).toEqual([]);
  });

  test.each([
    ['abnormal', '🔴 abnormal'],
    ['upgrade', '◌ rolling update'],
  ])('more instances of a component that is %s: the plan says that they may not help', (status, state) => {
    const planned = (instances: number, now: string) => expectPlan(scale({ instances }, { minNode: 2, status: now }));
    const says = `Current status: ${state}. If its instances can’t start, more instances won’t help.`;
    expect(linesOf(planned(3, status)).join('\n')).toContain(says);
    for (const other of [planned(1, status), planned(3, 'running')])
      expect(linesOf(other).join('\n')).not.toContain('won’t help');
    // A change that was approved meanwhile isn't asked about again only because the component recovered.
    expect(samePlan(planned(3, status), planned(3, 'running'))).toBe(true);
  });

  test('one instance stays one', () => {
    const single = { extendMethod: 'state_singleton', minNode: 1 };
    expect(scale({ instances: 2 }, single)).toMatchObject({ problem: 'invalid', faults: [{ param: 'instances' }] });
    expectPlan(scale({ memory: 1024 }, single));
  });

  test('what is stopped is started first; its memory and CPU can be set before', () => {
    expect(expectRefusal(scale({ instances: 3 }, { status: 'closed' }))).toMatchObject({
      why: 'Not running: web. Start it first.',
      offers: [{ operation: 'component.start' }],
    });
    expect(expectRefusal(scale({ instances: 3, memory: 1024 }, { status: 'closed' })).why).toContain('Start it first');
    const kept = linesOf(expectPlan(scale({ memory: 1024 }, { status: 'closed' }))).join(' ');
    expect(kept).toContain('The new values take effect when it is started.');
    expect(kept).not.toContain('All instances are replaced');
  });

  test('what is not known, or would be refused, can’t be filled in', () => {
    expectRefusal(scale({ memory: 1024 }, { minCpu: undefined }));
    expectRefusal(scale({ memory: 1024 }, { minCpu: 2 ** 32 }));
    expect(scale({ cpu: 100 }, { minMemory: 0 })).toMatchObject({ problem: 'invalid', faults: [{ param: 'memory' }] });
    expect(scale({ cpu: 100 }, { minMemory: 129 })).toMatchObject({ problem: 'invalid' });
    const unlimited = expectPlan(scale({ memory: 512 }, { minMemory: 0 }));
    expect('none' in unlimited.undo && plain(unlimited.undo.none, 'en')).toContain('no limit');
  });

  test.each([
    ['64', true],
    ['100', true],
    ['1g', true],
    ['512mi', true],
    ['65', false],
    ['129', false],
    ['63', false],
    ['65600', false],
    ['lots', false],
  ])('memory=%s', (memory, fine) =>
    expect(faults(componentScale, { component: ['web'], memory: [memory] })).toHaveLength(fine ? 0 : 1),
  );

  const valueFor = (name: 'instances' | 'memory' | 'cpu', typed: string) => {
    const parsed = readAll(componentScale.params, { component: ['web'], [name]: [typed] });
    return 'faults' in parsed ? parsed.faults.map(({ why }) => plain(why, 'en')).join() : parsed.args[name];
  };

  test.each([
    ...[['500m', 500] as const, ['0.5', 500] as const, ['2', 2_000] as const, ['2c', 2_000] as const],
    ...[['2 cores', 2_000] as const, ['1 core', 1_000] as const, ['0.5 核', 500] as const, ['64', 64_000] as const],
    ...[['100', 100] as const, ['500', 500] as const, ['２', 2_000] as const, ['80c', 80_000] as const],
    ...[
      ['80m', 80] as const,
      ['0', 0] as const,
      ['no limit', 0] as const,
      ['不限', 0] as const,
      ['1.1', 1_100] as const,
    ],
  ])('cpu=%s is %i thousandths of a core', (typed, milliCores) => expect(valueFor('cpu', typed)).toBe(milliCores));

  test.each(['+1', '-1', '1e3', '0x10', '0.002', '9m', '0.0105', '500.5m', '1000001', '2Gi', ''])(
    'cpu=%s is refused, and the unit is named',
    (typed) => expect(String(valueFor('cpu', typed || '?'))).toContain('cores'),
  );

  test.each(['+1', '+4', '-1', '1e1', '0x2', '2.0', '0b10'])('%s isn’t a number of instances', (typed) =>
    expect(valueFor('instances', typed)).toContain('from 1 to 100'),
  );

  test.each(['65', '80', '99.5'])('cpu=%s could be either, and both are named', (typed) =>
    expect(valueFor('cpu', typed)).toContain(`${typed} cores or ${typed} thousandths of a core`),
  );

  test.each([
    ...[['512Mi', 512] as const, ['1.5Gi', 1_536] as const, ['1.5 GiB', 1_536] as const, ['524288Ki', 512] as const],
    ...[['512 MiB', 512] as const, ['２ｇ', 2_048] as const, ['1024', 1_024] as const],
  ])('memory=%s is %i MiB', (typed, mebibytes) => expect(valueFor('memory', typed)).toBe(mebibytes));

  test('what a card says of a size can be typed', () => {
    for (const lang of langs) {
      for (const cpu of [0, 10, 250, 500, 1_000, 2_500, 64_000, 100_000])
        expect(valueFor('cpu', plain(cpuQuota(cpu), lang)), String(cpu)).toBe(cpu);
      for (const memory of [64, 512, 1_000, 1_024, 1_280, 65_536])
        expect(valueFor('memory', plain(memorySize(memory), lang)), String(memory)).toBe(memory);
    }
  });

  test('reading back compares what each step sets', () => {
    const plan = expectPlan(scale({ instances: 3, memory: 1024 }));
    const shown = (step: number, more: Partial<ComponentSummary>) => componentScale.observe(plan, step, facts(more));
    expect([shown(0, {}), shown(0, { minNode: 3 }), shown(0, { minNode: 9 })]).toEqual(['before', 'after', 'other']);
    expect([shown(1, { minNode: 3 }), shown(1, { minMemory: 1024 })]).toEqual(['before', 'after']);
  });
});

describe('another image', () => {
  const image = (wanted: string, more: Partial<ComponentSummary> = {}) =>
    componentImage.plan({ component: 'web', image: wanted }, facts(more), ask);

  test('is stored, then deployed; undo deploys the one before', () => {
    expect(sent(expectPlan(image('registry.shop.test:5000/shop/web:2.4.1')))).toMatchSnapshot();
    const plan = expectPlan(image('nginx:1.27', { image: 'nginx' }));
    expect('none' in plan.undo && plain(plan.undo.none, 'en')).toContain('no tag');
  });

  test.each([
    ['nginx', /no tag/],
    ['registry.test:5000/shop/web', /registry’s port/],
    ['Not An Image', /isn’t a valid image/],
    [`nginx@sha256:${'a'.repeat(64)}`, undefined],
    [`nginx:1.27@sha256:${'a'.repeat(64)}`, undefined],
    ['nginx@sha256:abc', /isn’t a valid image/],
    ['nginx:1.27', undefined],
    ['registry.test:5000/shop/web:2', undefined],
  ])('%s', (typed, why) => {
    const [fault] = faults(componentImage, { component: ['web'], image: [typed] });
    if (why) expect(fault).toMatch(why);
    else expect(fault).toBeUndefined();
  });
});

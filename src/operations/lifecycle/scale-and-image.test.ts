import { describe, expect, test } from 'vitest';
import { expectAlready, expectPlan, expectRefusal, told } from '../../../test/operations/checks.ts';
import { ask, aComponent as web } from '../../../test/operations/samples.ts';
import { readAll } from '../../core/command/params.ts';
import type { ComponentSummary } from '../../platform/component/component-reply.ts';
import { plain } from '../operation-catalog.ts';
import { componentImage } from './component-image.ts';
import { componentScale } from './component-scale.ts';
import type { LifecycleFacts } from './lifecycle-facts.ts';

const facts = (more: Partial<ComponentSummary> = {}): LifecycleFacts => ({
  region: 'unread',
  all: [{ ...web, ...more }],
  named: [web.serviceId],
});

const faults = (operation: typeof componentScale | typeof componentImage, given: Record<string, string[]>) => {
  const read = readAll(operation.params, given);
  return 'faults' in read ? read.faults.map(({ why }) => plain(why, 'en')) : [];
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
  ])('%s', (_what, args) => {
    expect(told(expectPlan(scale(args)))).toMatchSnapshot();
  });

  test('equal values are so already', () => {
    expect(expectAlready(scale({ instances: 2, memory: 512 }))).toContain('web');
  });

  test.each([
    [{ cpu: 250 }, { minCpu: 500 }, true],
    [{ cpu: 250 }, { minCpu: 0 }, true],
    [{ cpu: 0 }, { minCpu: 500 }, false],
    [{ cpu: 600 }, { minCpu: 500 }, false],
    [{ memory: 1_024 }, { minCpu: 0 }, false],
  ])('%o of %o: less CPU is warned of: %s', (args, is, warned) => {
    expect(
      told(expectPlan(scale(args, is))).includes('! This reduces the CPU. Instances that need more may become slow.'),
    ).toBe(warned);
  });

  test('one instance stays one', () => {
    const single = { extendMethod: 'state_singleton', minNode: 1 };
    expect(scale({ instances: 2 }, single)).toMatchObject({ problem: 'invalid', faults: [{ param: 'instances' }] });
    expectPlan(scale({ memory: 1024 }, single));
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
  ])('memory=%s', (memory, fine) => {
    expect(faults(componentScale, { component: ['web'], memory: [memory] })).toHaveLength(fine ? 0 : 1);
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
    expect(told(expectPlan(image('registry.shop.test:5000/shop/web:2.4.1')))).toMatchSnapshot();
    const plan = expectPlan(image('nginx:1.27', { image: 'nginx' }));
    expect('none' in plan.undo && plain(plan.undo.none, 'en')).toContain('no tag');
  });

  test.each([
    ['redis:7.4', 'redis:7.5', false],
    ['redis:7.4', 'docker.io/library/redis:7.5', false],
    ['redis:7.4', 'r.shop.test:5000/redis:7.4', true],
    ['redis:7.4', 'nginx:1.27', true],
  ])('%s → %s: a different image is told as one: %s', (before, after, isOther) => {
    const [title = '', ...lines] = told(expectPlan(image(after, { image: before })));
    expect(title.includes('a different one')).toBe(isOther);
    expect(lines.some((line) => line.includes('isn’t another version of the same image'))).toBe(isOther);
  });

  test('the same image is so already; what is built has none', () => {
    expect(expectAlready(image('registry.shop.test:5000/shop/web:2.4.0'))).toContain('2.4.0');
    expect(expectRefusal(image('nginx:1.27', { serviceSource: 'source_code' })).why).toContain('builds it');
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
    const [found] = faults(componentImage, { component: ['web'], image: [typed] });
    if (why) expect(found).toMatch(why);
    else expect(found).toBeUndefined();
  });

  test('reading back compares the image', () => {
    const plan = expectPlan(image('nginx:1.27'));
    const shown = (more: Partial<ComponentSummary>) => componentImage.observe(plan, 0, facts(more));
    expect([shown({}), shown({ image: 'nginx:1.27' }), shown({ image: 'x:1' })]).toEqual(['before', 'after', 'other']);
  });
});

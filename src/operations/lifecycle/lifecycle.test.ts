import fc from 'fast-check';
import { expectAlready, expectPlan, expectRefusal, sent } from '../../../test/operations/checks.ts';
import { aComponent, ask } from '../../../test/operations/samples.ts';
import { isProblem } from '../../core/command/problem.ts';
import { samePlan } from '../../core/request/plan.ts';
import type { Text } from '../../core/text/text.ts';
import type { ComponentSummary } from '../../platform/component/component-endpoints.ts';
import { plain } from '../operation-catalog.ts';
import { componentImage } from './component-image.ts';
import type { LifecycleFacts } from './lifecycle-facts.ts';
import {
  componentBuild,
  componentDeploy,
  componentRestart,
  componentStart,
  componentStartAll,
  componentStop,
  componentStopAll,
  componentUpgrade,
} from './lifecycle-operations.ts';

const id = (n: number): string => n.toString(16).padStart(32, '0');

const some = (n: number, name: string, more: Partial<ComponentSummary> = {}): ComponentSummary => ({
  ...aComponent,
  ...{ serviceId: id(n), serviceAlias: `gr${n}`, serviceCname: name, k8sComponentName: name, image: 'nginx:1.26' },
  ...more,
});

const web = some(1, 'web');
const api = some(2, 'api', { minNode: 1 });
const cache = some(3, 'cache', { status: 'closed' });
const never = some(4, 'profile', { status: 'undeploy' });
const others = [some(7, 'a'), some(8, 'b'), some(9, 'c'), some(10, 'd')];
const paid = some(5, 'payments', { serviceSource: 'third_party' });
const draft = some(6, 'importer', { createStatus: 'creating' });
const all = [web, api, cache, never, paid, draft, ...others];

const english = (text: Text) => plain(text, 'en');

const facts = (named: readonly ComponentSummary[], list: readonly ComponentSummary[] = all): LifecycleFacts => ({
  region: 'unread',
  all: list,
  named: named.map(({ serviceId }) => serviceId),
});

const given = { component: ['web'] };

describe('what is planned', () => {
  test.each([
    ['a stop', componentStop, [web]],
    ['a stop of several', componentStop, [web, api, cache]],
    ['a start', componentStart, [cache, web]],
    ['a rolling update', componentUpgrade, [api]],
    ['a deploy', componentDeploy, [web, cache]],
    ['a restart', componentRestart, [web, api]],
  ] as const)('%s', (_what, operation, named) =>
    expect(sent(expectPlan(operation.plan(given, facts(named), ask)))).toMatchSnapshot(),
  );

  test.each(['deploy', 'build', 'image'])('%s says that it starts what is stopped, and what is interrupted', (word) => {
    const planned = (more: Partial<ComponentSummary>) => {
      const each = { ...web, serviceSource: word === 'image' ? 'docker_run' : 'source_code', ...more };
      const lifecycleFacts = facts([each], [each]);
      if (word === 'image')
        return expectPlan(componentImage.plan({ component: 'web', image: 'nginx:9' }, lifecycleFacts, ask));
      if (word === 'build') return expectPlan(componentBuild.plan({ component: 'web' }, lifecycleFacts, ask));
      return expectPlan(componentDeploy.plan(given, lifecycleFacts, ask));
    };
    const said = (more: Partial<ComponentSummary>) => JSON.stringify(planned(more).warnings);
    expect(said({ status: 'closed' })).toContain('warnDeployStarts');
    expect(said({ minNode: 1 })).toContain('warnOneInstance');
    expect(said({ minNode: 3 })).not.toMatch(/warnDeployStarts|warnOneInstance/);
  });

  test.each([
    ['a stateless web server', { image: 'nginx:1.26' }, ''],
    ['a stateful component', { extendMethod: 'state_multiple' }, 'irreversible'],
    ['a database that is stateless here', { image: 'registry.test:5000/lib/mysql:8' }, 'irreversible'],
    ['a client of one', { image: 'shop/mysqlclient:8' }, ''],
  ])('a stop and a restart of %s say that they kill, first where data may be lost', (_what, more, weight) => {
    const each = { ...web, ...more };
    for (const operation of [componentStop, componentRestart]) {
      const { warnings } = expectPlan(operation.plan(given, facts([each], [each]), ask));
      const said = warnings.find(({ key }) => /^lifecycle\.killed/.test(key));
      expect(said && english(said)).toMatch(/^Its processes are ended without a grace period\./);
      expect(said && /database/.test(english(said))).toBe(weight !== '');
      expect(said?.weight ?? '').toBe(weight);
    }
    const closed = { ...each, status: 'closed' };
    const start = expectPlan(componentStart.plan(given, facts([closed], [closed]), ask));
    const ifFailed = start.warnings.find(({ key }) => key === 'lifecycle.killedIfFailed');
    expect([ifFailed !== undefined, ifFailed?.weight ?? '']).toEqual([weight !== '', weight]);
  });

  test('a restart during a rolling update says that it also ends the old instances', () => {
    const warned = (status: string) => {
      const each = { ...web, status };
      const { warnings } = expectPlan(componentRestart.plan(given, facts([each], [each]), ask));
      return warnings.map(english).some((says) => /also ends the old instances/.test(says));
    };
    expect(['upgrade', 'running', 'abnormal'].map(warned)).toEqual([true, false, false]);
  });

  test('all of the app, each by its id; what the platform doesn’t run is left out by name', () => {
    const plan = expectPlan(componentStopAll.plan({}, facts([]), ask));
    expect(sent(plan)).toMatchSnapshot();
    expect(plan.locks).toEqual([web, api, ...others].map(({ serviceId }) => serviceId));
    expect(plan.touchesMost).toBe(true);
    const start = expectPlan(componentStartAll.plan({}, facts([]), ask));
    expect(start.locks).toEqual([cache.serviceId]);
    expect(english(start.title)).toBe('Start cache');
    expect(start.warnings.map(english)).toContain('Not included, because they haven’t been deployed yet: profile.');
  });

  test('what is now is the state itself, and only what matters of it voids an approval', () => {
    const planned = (status: string) =>
      expectPlan(componentRestart.plan(given, facts([web], [{ ...web, status }]), ask));
    const now = (status: string) => planned(status).rows.map(({ before }) => english(before));
    expect(now('running')).toEqual(['● running']);
    expect(now('abnormal')).toEqual(['🔴 abnormal']);
    expect(now('some_abnormal')).toEqual(['🟠 some instances abnormal']);
    expect(now('upgrade')).toEqual(['◌ rolling update']);
    expect(samePlan(planned('running'), planned('abnormal'))).toBe(true);
    // Version 0.1 stored only a coarse state in its rows, and awaited other events.
    const { rows, steps, ...plan } = planned('running');
    const older = {
      ...plan,
      rows: rows.map(({ coarsely, ...row }) => ({ ...row, before: coarsely ?? row.before })),
      steps: steps.map(({ awaits: _, ...step }) => step),
    };
    expect(samePlan(older, planned('abnormal'))).toBe(true);
    expect(samePlan(planned('running'), expectPlan(componentRestart.plan(given, facts([api]), ask)))).toBe(false);
  });

  test('what is abnormal isn’t “already running”: a restart is offered', () => {
    const ill = { ...web, status: 'abnormal' };
    const refusal = expectRefusal(componentStart.plan(given, facts([web], [ill]), ask));
    expect(refusal.why).toBe('Only stopped components can be started. Restart instead: web: 🔴 abnormal.');
    expect(refusal.offers.map(({ operation }) => operation)).toEqual(['component.restart']);
    const some = expectPlan(componentStart.plan(given, facts([web, cache], [ill, cache]), ask));
    expect(some.warnings.map(english)).toEqual([
      'Not included, because only stopped components are started: web: 🔴 abnormal.',
    ]);
    const starting = { ...web, status: 'starting' };
    expect(expectAlready(componentStart.plan(given, facts([web], [starting]), ask))).toBe(
      'Nothing to do: web: ◌ starting.',
    );
    const stopping = { ...web, status: 'stopping' };
    expect(expectAlready(componentStop.plan(given, facts([web], [stopping]), ask))).toBe(
      'Nothing to do: web: ◌ stopping.',
    );
  });
});

describe('what is refused', () => {
  test.each([
    ['a third party', componentStop, [web, paid], /Third-party components .*payments/, []],
    ['a draft', componentDeploy, [draft], /importer.*Finish creating it in the platform’s console/, []],
    ['a start of what was never built', componentStart, [never], /Not deployed yet/, ['component.deploy']],
    ['a restart of what was never built', componentRestart, [web, never], /Not deployed yet.*: /, ['component.deploy']],
    ['an update of what is stopped', componentUpgrade, [cache], /Not running: cache/, ['component.start']],
    ['a restart of what is stopped', componentRestart, [web, cache], /Not running: cache/, ['component.start']],
  ] as const)('%s', (_what, operation, named, why, offers) => {
    const refusal = expectRefusal(operation.plan(given, facts(named), ask));
    expect(refusal.why).toMatch(why);
    expect(refusal.offers.map(({ operation }) => operation)).toEqual(offers);
  });

  test('a status that the region can’t tell now may be asked again', () => {
    const { status: _, ...untold } = web;
    const unknown = { ...untold, status: undefined };
    for (const operation of [componentStop, componentStart, componentUpgrade, componentRestart])
      expect(operation.plan(given, facts([web], [unknown]), ask)).toMatchObject({ problem: 'refused', canRetry: true });
  });
});

test.each([
  [1, 1, false],
  [2, 3, true],
  [2, 4, false],
  [3, 5, true],
  [3, 6, false],
])('half of an application: %i of %i', (count, total, max) => {
  const list = Array.from({ length: total }, (_, n) => some(n + 1, `c${n}`));
  const plan = expectPlan(componentStop.plan(given, facts(list.slice(0, count), [...list, paid, draft]), ask));
  expect(plan.touchesMost).toBe(max ? true : undefined);
});

describe('what the state shows', () => {
  const stop = expectPlan(componentStop.plan(given, facts([web, api]), ask));
  const now = (one: string, other: string) =>
    componentStop.observe(stop, 0, facts([], [some(1, 'web', { status: one }), some(2, 'api', { status: other })]));
  test.each([
    ['closed', 'closed', 'after'],
    ['running', 'abnormal', 'before'],
    ['closed', 'stopping', 'other'],
  ])('%s and %s: %s', (one, other, shown) => expect(now(one, other)).toBe(shown));
});

const idsSent = (plan: ReturnType<typeof expectPlan>): readonly unknown[][] =>
  plan.steps.map(({ call: { body } }) =>
    typeof body === 'object' && body !== null && 'service_ids' in body && Array.isArray(body.service_ids)
      ? body.service_ids
      : [],
  );

test('a plan never touches a component that was not named, never an empty list, and never one twice', () => {
  const anyComponent = fc.record({
    status: fc.constantFrom('running', 'closed', 'abnormal', 'undeploy', 'stopping', 'upgrade', undefined),
    serviceSource: fc.constantFrom('docker_run', 'source_code', 'third_party'),
    createStatus: fc.constantFrom('complete', 'creating', undefined),
  });
  const operations = [componentStart, componentStop, componentUpgrade, componentDeploy, componentRestart];
  fc.assert(
    fc.property(
      fc.array(anyComponent, { minLength: 1, maxLength: 8 }),
      fc.array(fc.nat(9), { minLength: 1, maxLength: 5 }),
      fc.constantFrom(...operations),
      (kinds, picked, operation) => {
        const list = kinds.map((more, n) => some(n + 1, `c${n}`, more));
        const named = picked.map((n) => id(n + 1));
        const plan = operation.plan(given, { region: 'unread', all: list, named }, ask);
        if (isProblem(plan) || 'already' in plan) return;
        for (const ids of idsSent(plan)) {
          expect(ids.length).toBeGreaterThan(0);
          expect(new Set(ids).size).toBe(ids.length);
          expect(ids.filter((each) => !named.includes(String(each)))).toEqual([]);
          expect(ids).toEqual(plan.locks);
          const sent = list.filter(({ serviceId }) => ids.includes(serviceId));
          expect(
            sent.some(
              ({ serviceSource, createStatus }) => serviceSource === 'third_party' || createStatus === 'creating',
            ),
          ).toBe(false);
        }
        if (named.length === 1) expect(idsSent(plan).every((ids) => ids.length === 1)).toBe(true);
      },
    ),
    { numRuns: 1_000 },
  );
});

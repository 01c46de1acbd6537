import { incidentMessages } from '../../test/contract/incident-messages.ts';
import { aChartOrder, aComponent, anApp } from '../../test/operations/samples.ts';
import type { ChartOrder } from '../core/command/answer.ts';
import { isProblem } from '../core/command/problem.ts';
import type { ComponentSummary } from '../platform/component/component-endpoints.ts';
import { plain } from '../slack/slack-catalog.ts';
import { asksForMonitoring, asksForResources, firstItems, resourceSource, thresholdsIn } from './draw-chart.ts';

const context = { team: 'shop', region: 'east', app: '12' };
const order = aChartOrder({ start: 600, end: 4_200, items: ['cpu', 'memory', 'network'] });
const body = new Uint8Array([1]);

const componentOf = (serviceId: string, more: Partial<ComponentSummary> = {}) => {
  return { ...aComponent, serviceId, k8sComponentName: serviceId, ...more };
};

type Source = Parameters<typeof resourceSource>[0];

function source(components: readonly ComponentSummary[], more: Partial<Source> = {}) {
  const asked: string[] = [];
  const platform: Source = {
    readApp: async () => anApp({ k8sApp: 'app-12' }),
    listComponents: async () => components,
    readNamespace: async () => 'shop-ns',
    async queryResource({ item, instances, region, start, end, step, overStep }) {
      asked.push(
        [item, ...Object.values(instances), region, start, end, step, ...(overStep ? [overStep] : [])].join(' '),
      );
      return body;
    },
    ...more,
  };
  return { platform, asked };
}

async function sourceOf(platform: Source, asked: ChartOrder) {
  const source = await resourceSource(platform, asked, context);
  if (isProblem(source)) throw new Error(source.problem);
  return source;
}

test('limits are the component’s own numbers in the chart’s units; 0 and unknown are no limit', async () => {
  const components = [
    componentOf('web', { minCpu: 1_500, minMemory: 1_024 }),
    componentOf('api', { minCpu: 0, minMemory: 256 }),
    componentOf('db', { minCpu: undefined, minMemory: 0 }),
  ];
  const { platform } = source(components);
  expect(await sourceOf(platform, order)).toMatchObject({
    limits: [
      { item: 'cpu', value: 1.5, component: 'web' },
      { item: 'memory', value: 1_024, component: 'web' },
      { item: 'cpu', value: 0, component: 'api' },
      { item: 'memory', value: 256, component: 'api' },
      { item: 'cpu', value: 0, component: 'db' },
      { item: 'memory', value: 0, component: 'db' },
    ],
  });
});

test.each([
  ['both have it', 512, [410, 461], 'shareOfLimit'],
  ['one has none', 0, [], 'noCommonLimit'],
])(
  'shares of a limit are marked only if all components have it, and each is told: %s',
  (_what, other, values, said) => {
    const limits = [512, other].map((value, index) => ({ item: 'memory', value, component: `c${index}` }));
    const shares = [0.8, 0.9].map((value) => ({ item: 'memory', value, isOfLimit: true as const }));
    const { thresholds = [], remark } = thresholdsIn({ thresholds: shares }, limits);
    expect(thresholds.map(({ value }) => Math.round(value))).toEqual(values);
    expect(JSON.stringify(remark).match(/\w+Limit/g)).toEqual([said, said]);
  },
);

test('components without containers, or with a name that can’t stand in a query, are not asked for', async () => {
  const { platform, asked } = source([
    componentOf('web'),
    componentOf('bank', { serviceSource: 'third_party' }),
    componentOf('odd', { k8sComponentName: 'o"dd' }),
    componentOf('none', { k8sComponentName: undefined }),
  ]);
  await (await sourceOf(platform, { ...order, items: ['cpu'] })).read(order);
  expect(asked).toEqual(['cpu shop-ns app-12 web east 600 4200 60']);
});

test('components that share their in-cluster name are not asked for, because a query would add their values', async () => {
  const twins = ['one', 'two'].map((id) => componentOf(id, { serviceCname: id, k8sComponentName: 'search' }));
  const { platform, asked } = source([componentOf('web'), ...twins]);
  const chart = await sourceOf(platform, { ...order, items: ['cpu'] });
  await chart.read(order);
  expect(chart.remark && plain(chart.remark, 'en')).toMatch(/^No usage of one, two: another component has the same/);
  expect(asked).toEqual(['cpu shop-ns app-12 web east 600 4200 60']);
  const named = [{ id: 'one', alias: 'gr1', name: 'search' }];
  const problem = await resourceSource(platform, { ...order, items: ['cpu'], components: named }, context);
  expect(isProblem(problem) && 'why' in problem && plain(problem.why, 'en')).toBe(
    'No usage of one: another component has the same in-cluster name, so the region’s monitoring can’t tell them apart.',
  );
});

test('of too many components, those that run are charted if none was named', async () => {
  const nine = Array.from({ length: 9 }, (_, index) =>
    componentOf(`c${index}`, { status: index > 6 ? 'closed' : 'running' }),
  );
  const { platform, asked } = source(nine);
  await (await sourceOf(platform, { ...order, items: ['cpu'] })).read(order);
  expect(asked).toHaveLength(7);
  const named = nine.map(({ serviceId: id }) => ({ id, alias: id, name: id }));
  expect(await resourceSource(platform, { ...order, components: named }, context)).toHaveProperty('problem', 'refused');
});

test.each<[ChartOrder['items'], boolean, boolean]>([
  [undefined, true, false],
  [['cpu'], false, true],
  [['request'], true, false],
  [['cpu', 'request'], true, true],
])('%j asks for monitoring: %s, for resources: %s', (items, monitoring, resources) => {
  const asked = items ? { items } : {};
  expect([asksForMonitoring(asked), asksForResources(asked)]).toEqual([monitoring, resources]);
});

test.each([
  [['closed', 'closed'], {}, ['component.start']],
  [['undeploy', 'undeploy'], {}, ['component.deploy']],
  [['undeploy', 'closed'], {}, []],
  [['build_failure'], {}, []],
  [['closed'], { serviceSource: 'third_party' }, []],
])('of %j, %j: a button only if it fits all of them', async (statuses, more, offered) => {
  const stopped = statuses.map((status, index) => componentOf(`c${index}`, { status, ...more }));
  const named = stopped.map(({ serviceId: id }) => ({ id, alias: id, name: id }));
  const { whyEmpty } = await sourceOf(source(stopped).platform, { ...order, components: named });
  expect(whyEmpty).toHaveProperty('problem', 'refused');
  const offers = whyEmpty && 'offers' in whyEmpty ? whyEmpty.offers : [];
  expect(offers?.map(({ operation }) => operation)).toEqual(offered);
});

test('after a change, the items with a limit that it sets are first, then memory if that ran out before', () => {
  const fired = incidentMessages['firing, out of memory'] ?? expect.fail();
  const killed = { ...fired, lines: fired.lines.map((line) => ({ ...line, item: 'oom' })) };
  const restart = { given: { component: ['worker'] } };
  expect(firstItems(restart, killed)).toEqual(['memory']);
  expect(firstItems({ given: { cpu: ['500m'] } }, killed)).toEqual(['cpu', 'memory']);
  expect(firstItems(restart, incidentMessages['firing, abnormal'])).toEqual([]);
  expect(firstItems(undefined, killed)).toEqual([]);
});

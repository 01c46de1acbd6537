import { ask } from '../../../test/operations/samples.ts';
import { isProblem, type Problem } from '../../core/command/problem.ts';
import { verbatim } from '../../core/text/text.ts';
import { plain } from '../operation-catalog.ts';
import { orItem, unknownItem } from './nothing-to-draw.ts';

test('items that a reply does not hold: names those that there are, those of the reply too, and offers the nearest', () => {
  const problem = unknownItem(['requst', 'foo'], ['request', 'disk']);
  if (!isProblem(problem) || problem.problem !== 'unknown-name') throw new Error('no problem');
  expect(plain(problem.why, 'en')).toBe(
    'No monitoring item is called `requst, foo`. Use one of these: latency, traffic, clients, disk.',
  );
  expect(plain(problem.why, 'zh')).toBe(
    '没有名为 `requst、foo` 的监控项。可用的有：响应时间、吞吐率、在线人数、disk。',
  );
  expect(problem).toMatchObject({ param: 'item', typed: 'requst' });
  expect(problem.nearest[0]).toEqual({ value: 'request', label: 'traffic' });
});

describe('a bare word that is no component', () => {
  const unknown: Problem = {
    problem: 'unknown-name',
    param: 'component',
    typed: 'latncy',
    why: verbatim('no'),
    nearest: [{ value: 'c0de', label: 'web' }],
  };

  const sources = { requests: false, gateway: true, containers: true, kubeState: true };
  const told = (problem: Problem, component: readonly string[]) =>
    orItem(problem, { component, item: [] }, ask, ['request_time', 'gateway_errors', 'cpu'], sources);

  test('lists the items, and offers the nearest components', () => {
    const problem = told(unknown, ['latncy']);
    expect(problem).toMatchObject({ param: 'component', nearest: [{ value: 'c0de', label: 'web' }] });
    const why = 'why' in problem ? problem.why : verbatim('');
    expect(plain(why, 'en')).toBe(
      '`latncy` isn’t a component of Shop or a monitoring item. Monitoring items: latency, errors, cpu.',
    );
    expect(plain(why, 'zh')).toBe('`latncy` 既不是“Shop”的组件，也不是监控项。监控项：响应时间、网关错误、CPU。');
  });

  test('after a component’s name, or if no component is similar, offers the similar item that the region collects', () => {
    const offers = (...given: Parameters<typeof told>) => {
      const problem = told(...given);
      return problem.problem === 'refused' ? problem.offers : undefined;
    };
    const chart = { operation: 'monitor', keeps: true };
    expect(offers(unknown, ['web', 'latncy'])).toMatchObject([
      { ...chart, given: { component: ['web'], item: ['gateway_latency'] } },
    ]);
    const others: Problem = { ...unknown, typed: 'memroy', others: true };
    expect(offers(others, ['memroy'])).toMatchObject([{ ...chart, given: { component: [], item: ['memory'] } }]);
    expect(told({ ...others, typed: 'foo' }, ['foo'])).toMatchObject({ problem: 'unknown-name', others: true });
  });

  test('`vs` between two components says what it is for, and offers the chart of both', () => {
    const problem = told({ ...unknown, typed: 'vs', others: true }, ['web', 'vs', 'api']);
    expect('why' in problem && plain(problem.why, 'en')).toBe(
      '`vs` compares with an earlier time, such as `vs=1d`. For several components, name them without it.',
    );
    const offers = problem.problem === 'refused' ? problem.offers : undefined;
    expect(offers).toMatchObject([{ operation: 'monitor', given: { component: ['web', 'api'] }, keeps: true }]);
  });

  test('a number with letters is a range that isn’t one', () => {
    const range: Problem = { ...unknown, typed: '6x', others: true };
    expect(told(range, ['6x'])).toMatchObject({ problem: 'invalid', faults: [{ param: 'range' }] });
    expect(told({ ...range, others: undefined }, ['6x'])).toMatchObject({ problem: 'unknown-name' });
  });

  test('other problems stay as they are', () => {
    const many: Problem = { problem: 'ambiguous', param: 'component', why: verbatim('which'), choices: [] };
    for (const problem of [many, { ...unknown, param: 'in' } as const]) expect(told(problem, [])).toBe(problem);
  });
});

import { shapeOf } from '../../../test/answer-shape.ts';
import { anApp, ask } from '../../../test/operations/samples.ts';
import { isProblem } from '../../core/command/problem.ts';
import type { AppInfo } from '../../platform/app/app-endpoints.ts';
import { type NamedApp, pickApp } from '../shared/place/find-app.ts';
import { appList } from './app-list.ts';

const area = { team: 'shop', region: 'east-1' };
const named = (appId: string, name: string, k8sApp = `app-${appId}`): NamedApp => ({ appId, name, k8sApp });
const apps = [
  ...[named('12', 'shop'), named('15', 'billing'), named('16', 'Billing'), named('17', '15'), named('20', '订单/北')],
  ...[named('21', 'reports', 'rep'), named('22', 'reports', 'rep-2')],
];

function textOfPick(picked: ReturnType<typeof pickApp>): string {
  if (!isProblem(picked)) return `${picked.team}/${picked.region}/${picked.app}`;
  if (picked.problem === 'ambiguous') return `ambiguous: ${picked.choices.map(({ value }) => value).join(' ')}`;
  if (picked.problem === 'unknown-name') return `unknown: ${picked.nearest[0]?.value}`;
  return picked.problem;
}

describe('an app by its name', () => {
  test.each([
    ['shop', 'shop/east-1/12'],
    ['ＳＨＯＰ', 'shop/east-1/12'],
    ['billing', 'shop/east-1/15'],
    ['Billing', 'shop/east-1/16'],
    ['BILLING', 'ambiguous: shop/east-1/15 shop/east-1/16'],
    ['15', 'shop/east-1/15'],
    ['订单/北', 'shop/east-1/20'],
    ['reports', 'ambiguous: shop/east-1/21 shop/east-1/22'],
    ['rep-2', 'shop/east-1/22'],
    ['shp', 'unknown: shop/east-1/12'],
  ])('%s', (typed, expected) => expect(textOfPick(pickApp(typed, area, apps))).toBe(expected));

  test('one that comes near no other: some of those that there are', () =>
    expect(pickApp('zzzzzzzzz', area, apps)).toMatchObject({ problem: 'unknown-name', others: true }));
});

describe('the list of apps', () => {
  const list = (more: Partial<AppInfo>, trusted = true) => {
    const each = anApp({ name: 'app 12', ...more });
    const args = { search: undefined, page: 1 };
    return shapeOf(appList.answer(args, { total: 1, apps: [{ app: each, info: each, trusted }] }, ask));
  };

  test.each<[string, Partial<AppInfo>, boolean, readonly string[]]>([
    ['all run', {}, true, ['● running', '3 of 3 running']],
    ['some run', { status: 'part_running', runningServiceCount: 1 }, true, ['◐ partly running', '1 of 3 running']],
    ['none runs', { status: 'closed', runningServiceCount: 0 }, true, ['○ none running', '0 of 3 running']],
    ['the region is silent', { status: 'closed', runningServiceCount: 0 }, false, ['? unknown', '3']],
    ['it is empty', { status: 'closed', serviceCount: 0, runningServiceCount: 0 }, true, ['○ empty', '0']],
    ['a new status', { status: 'sleeping' }, true, ['? sleeping', '3 of 3 running']],
  ])('%s', (_case, more, trusted, cells) => expect(list(more, trusted).rows).toEqual([['app 12', ...cells, '12']]));
});

import { describe, expect, test } from 'vitest';
import { shapeOf } from '../../../test/answer-shape.ts';
import { ask } from '../../../test/operations/samples.ts';
import { isProblem } from '../../core/command/problem.ts';
import { defaultPolicy, type Policy } from '../../core/policy/policy.ts';
import type { AppInfo } from '../../platform/app/app-reply.ts';
import { type NamedApp, pickApp } from '../shared/place/find-app.ts';
import { contextOf } from '../shared/place/known-contexts.ts';
import { appList } from './app-list.ts';

const area = { team: 'shop', region: 'east-1' };
const named = (appId: string, name: string, k8sApp = `app-${appId}`): NamedApp => ({ appId, name, k8sApp });
const apps = [
  ...[named('12', 'shop'), named('15', 'billing'), named('16', 'Billing'), named('17', '15'), named('20', '订单/北')],
  ...[named('21', 'reports', 'rep'), named('22', 'reports', 'rep-2')],
];

/** What was found, in one line. */
function told(found: ReturnType<typeof pickApp>): string {
  if (!isProblem(found)) return `${found.team}/${found.region}/${found.app}`;
  if (found.problem === 'ambiguous') return `ambiguous: ${found.choices.map(({ value }) => value).join(' ')}`;
  if (found.problem === 'unknown-name') return `unknown: ${found.nearest.map(({ value }) => value).join(' ')}`;
  return found.problem;
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
  ])('%s', (typed, found) => {
    expect(told(pickApp(typed, area, apps))).toBe(found);
  });

  test('one that comes near no other: some of those that there are', () => {
    expect(pickApp('zzzzzzzzz', area, apps)).toMatchObject({ problem: 'unknown-name', others: true });
  });
});

describe('a context by an app’s name', () => {
  const stored = [
    { scope: 'name' as const, key: 'sandbox', context: { ...area, app: '40', name: 'sandbox', setBy: 'U1', at: 0 } },
  ];
  const sources = (more: { policy?: Policy; listed?: readonly NamedApp[] | undefined } = {}) => ({
    policy: more.policy ?? defaultPolicy,
    contexts: {
      get: async () => undefined,
      list: async () => stored,
      named: async (name: string) => stored.filter(({ key }) => key === name),
    },
    platform: { listApps: async () => ('listed' in more ? more.listed : apps) },
  });
  const only: Policy = { ...defaultPolicy, contexts: [{ name: 'money', ...area, app: '15' }] };
  const near = { ...area, app: '12' };

  test.each<[string, Parameters<typeof sources>[0], typeof near | undefined, string]>([
    ['shop/east-1/12', {}, undefined, 'shop/east-1/12'],
    ['shop/east-1/billing', {}, undefined, 'shop/east-1/15'],
    ['shop/east-1/订单/北', {}, undefined, 'shop/east-1/20'],
    ['sandbox', {}, near, 'shop/east-1/40'],
    ['billing', {}, near, 'shop/east-1/15'],
    ['22', {}, near, 'shop/east-1/22'],
    ['billing', {}, undefined, 'unknown: '],
    ['sandbx', {}, near, 'unknown: sandbox'],
    ['shp', {}, near, 'unknown: shop/east-1/12'],
    ['reports', {}, near, 'ambiguous: shop/east-1/21 shop/east-1/22'],
    ['shop/east-1/shop', { listed: undefined }, near, 'invalid'],
    ['billing', { policy: only }, near, 'shop/east-1/15'],
    ['shop/east-1/billing', { policy: only }, near, 'shop/east-1/15'],
    ['shop', { policy: only }, near, 'invalid'],
    ['shop/east-1/shop', { policy: only }, near, 'invalid'],
  ])('%s, %j', async (typed, more, at, found) => {
    expect(told(await contextOf(typed, sources(more), at))).toBe(found);
  });
});

describe('the list of apps', () => {
  const info = (appId: string, more: Partial<AppInfo> = {}): AppInfo => ({
    ...{ appId, name: `app ${appId}`, k8sApp: undefined },
    ...{ status: 'running', serviceCount: 3, runningServiceCount: 3 },
    ...more,
  });
  const list = (more: Partial<AppInfo>, trusted = true) => {
    const each = info('12', more);
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
  ])('%s', (_case, more, trusted, cells) => {
    expect(list(more, trusted).rows).toEqual([['app 12', ...cells, '12']]);
  });

  test('says what “unknown” means, only where something is', () => {
    expect(list({ status: 'closed' }, false).text).toContain('the region isn’t responding');
    expect(list({}).text).not.toContain('the region isn’t responding');
  });

  test.each<[string, { search?: string; page?: number }, number, RegExp]>([
    ['nothing is there', {}, 0, /no apps in this region/],
    ['nothing is found', { search: 'mars' }, 0, /`mars`/],
    ['the page is past the end', { page: 4 }, 23, /Page 4 doesn’t exist. There are 3 pages/],
  ])('says why it is empty when %s', (_case, more, total, why) => {
    const args = { search: undefined, page: 1, ...more };
    expect(shapeOf(appList.answer(args, { total, apps: [] }, ask)).text).toMatch(why);
  });

  test('pages lead to their neighbors, and keep the search', () => {
    const listed = Array.from({ length: 10 }, (_, at) => ({ app: info(String(at)), trusted: true }));
    const { buttons } = shapeOf(appList.answer({ search: 'a', page: 2 }, { total: 23, apps: listed }, ask));
    expect(buttons.slice(-2)).toEqual(['app.list search=a page=1', 'app.list search=a page=3']);
    expect(buttons[0]).toBe('context.use where=shop/east-1/0 …');
  });
});

import { aPlan, aStep } from '../../../test/sample-requests.ts';
import { verbatim } from '../text/text.ts';
import { contradict, type Plan } from './plan.ts';

/** Reads rows such as `access: off → on`. Those that begin with `+` add something. */
const rowsOf = (...rows: readonly string[]) =>
  rows.map((row) => {
    const [what = '', before = '', after = ''] = row.replace('+', '').split(/: | → /);
    const adds = row.startsWith('+') ? { adds: true as const } : {};
    return { what: verbatim(what), before: verbatim(before), after: verbatim(after), ...adds };
  });
const plan = (row: string, ...more: readonly string[]): Plan => aPlan({ rows: rowsOf(row, ...more) });

const promising = (promises: 'running' | 'stopped') => {
  const awaits = { components: [{ id: 'web', name: 'web' }], types: ['x'], promises, doing: verbatim('x') };
  return { steps: [aStep({ awaits })] };
};
const running = promising('running');
const stopped = promising('stopped');
const opens = { wants: { 'port web 8080': 'open' } } as const;
const stopsOthers = { ...plan('web: running → stopped'), leaves: ['promo'], ...stopped };
const both = { component: 'api', locks: ['api', 'web'] };

test.each<[string, Plan, Plan, boolean]>([
  ['one opens what the other closes', plan('access: off → on'), plan('access: on → off'), true],
  ['both open it', plan('access: off → on'), plan('access: off → on'), false],
  ['another thing', plan('access: off → on'), plan('alias: A → B'), false],
  ['another component', plan('access: off → on'), { ...plan('access: on → off'), component: 'api' }, false],
  ['two addresses are two things', plan('address: a → gone', 'address: b → gone'), plan('address: gone → a'), false],
  ['two sizes', { ...plan('instances: 2 → 4'), ...running }, { ...plan('instances: 2 → 5'), ...running }, true],
  [
    'a restart and an update of one component',
    { ...plan('web: running → restarted'), ...running },
    { ...plan('web: running → updated'), ...running },
    false,
  ],
  [
    'one of several stops',
    { ...plan('web: running → restarted'), ...running },
    { ...plan('api: running → stopped', 'web: running → stopped'), ...both, ...stopped },
    true,
  ],
  [
    'one adds an address to a port that the other closes',
    { ...plan('rule: – → shop.test'), ...opens },
    { ...plan('access: on → off'), wants: { 'port web 8080': 'closed' } },
    true,
  ],
  ['two addresses', { ...plan('rule: – → shop.test'), ...opens }, { ...plan('access: off → on'), ...opens }, false],
  ['each adds one', plan('+rule: – → a.test', '+weight: – → 10'), plan('+rule: – → b.test', '+weight: – → 90'), false],
  ['both the same', plan('+rule: – → a.test', '+weight: – → 10'), plan('+rule: – → a.test', '+weight: – → 90'), true],
  [
    'what one leaves as it is, stopped, the other starts',
    stopsOthers,
    { ...plan('promo: stopped → running'), component: 'promo', ...running },
    true,
  ],
  ['what one leaves, the other gives a port', stopsOthers, { ...plan('access: off → on'), component: 'promo' }, false],
])('requests that contradict each other: %s', (_what, one, other, expected) => {
  expect(contradict(one, other)).toBe(expected);
  expect(contradict(other, one)).toBe(expected);
});

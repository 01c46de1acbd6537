import { expect, test } from 'vitest';
import { type Text, verbatim } from '../text/text.ts';
import { contradict, type Plan } from './plan.ts';

const row = (what: string, before: string, after: string) => ({
  what: verbatim(what),
  before: verbatim(before),
  after: verbatim(after),
});

const adding = (what: string, after: string) => ({ ...row(what, '–', after), adds: true as const });

const plan = (rows: Plan['rows'], more: Partial<Plan> = {}): Plan => ({
  v: 1,
  title: verbatim('x'),
  component: 'web',
  componentName: 'web',
  rows,
  steps: [],
  warnings: [],
  undo: { none: verbatim('x') },
  ...more,
});

const promising = (promises: 'running' | 'stopped', doing: Text = verbatim('x')): Partial<Plan> => ({
  steps: [
    {
      says: doing,
      call: { operation: 'x', method: 'POST', path: '/' },
      before: null,
      after: null,
      awaits: { components: [{ id: 'web', name: 'web' }], types: ['x'], promises, doing },
    },
  ],
});

test.each<[string, Plan, Plan, boolean]>([
  ['one opens what the other closes', plan([row('access', 'off', 'on')]), plan([row('access', 'on', 'off')]), true],
  ['both open it', plan([row('access', 'off', 'on')]), plan([row('access', 'off', 'on')]), false],
  ['another thing', plan([row('access', 'off', 'on')]), plan([row('alias', 'A', 'B')]), false],
  [
    'another component',
    plan([row('access', 'off', 'on')]),
    plan([row('access', 'on', 'off')], { component: 'api' }),
    false,
  ],
  [
    'two addresses are two things',
    plan([row('address', 'a', 'gone'), row('address', 'b', 'gone')]),
    plan([row('address', 'gone', 'a')]),
    false,
  ],
  [
    'two sizes of one component',
    plan([row('instances', '2', '4')], promising('running')),
    plan([row('instances', '2', '5')], promising('running')),
    true,
  ],
  [
    'a restart and an update of one component',
    plan([row('web', 'running', 'restarted')], promising('running')),
    plan([row('web', 'running', 'updated')], promising('running')),
    false,
  ],
  [
    'one of several stops',
    plan([row('web', 'running', 'restarted')], promising('running')),
    plan([row('api', 'running', 'stopped'), row('web', 'running', 'stopped')], {
      component: 'api',
      locks: ['api', 'web'],
      ...promising('stopped'),
    }),
    true,
  ],
  [
    'one adds an address to a port that the other closes',
    plan([row('rule', '–', 'shop.test')], { wants: { 'port web 8080': 'open' } }),
    plan([row('access', 'on', 'off')], { wants: { 'port web 8080': 'closed' } }),
    true,
  ],
  [
    'two addresses of one port',
    plan([row('rule', '–', 'shop.test')], { wants: { 'port web 8080': 'open' } }),
    plan([row('access', 'off', 'on')], { wants: { 'port web 8080': 'open' } }),
    false,
  ],
  [
    'each adds a rule, with settings of its own, to one port',
    plan([adding('rule', 'a.shop.test'), adding('weight', '10')]),
    plan([adding('rule', 'b.shop.test'), adding('weight', '90')]),
    false,
  ],
  [
    'both add the same rule, with other settings',
    plan([adding('rule', 'shop.test'), adding('weight', '10')]),
    plan([adding('rule', 'shop.test'), adding('weight', '90')]),
    true,
  ],
  [
    'a restart and a deploy',
    plan([row('web', 'running', 'restarted')], promising('running')),
    plan([row('web', 'running', 'deployed')], promising('running')),
    false,
  ],
  [
    'what one leaves as it is, stopped, the other starts',
    plan([row('web', 'running', 'stopped')], { leaves: ['promo'], ...promising('stopped') }),
    plan([row('promo', 'stopped', 'running')], { component: 'promo', ...promising('running') }),
    true,
  ],
  [
    'what one leaves as it is, stopped, the other gives a port',
    plan([row('web', 'running', 'stopped')], { leaves: ['promo'], ...promising('stopped') }),
    plan([row('access', 'off', 'on')], { component: 'promo' }),
    false,
  ],
])('requests that contradict each other: %s', (_what, one, other, expected) => {
  expect(contradict(one, other)).toBe(expected);
  expect(contradict(other, one)).toBe(expected);
});

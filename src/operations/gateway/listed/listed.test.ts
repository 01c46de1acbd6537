import { shapeOf } from '../../../../test/answer-shape.ts';
import { expectPlan, expectRefusal, linesOf, sent } from '../../../../test/operations/checks.ts';
import { API, anHttpRule, aPort, ask, aTcpRule, someFacts, WEB } from '../../../../test/operations/samples.ts';
import type { Certificate } from '../../../platform/certificate/certificate-endpoints.ts';
import { plain } from '../../operation-catalog.ts';
import { gatewayList } from '../gateway-operations.ts';
import { allRules } from './find-rule.ts';
import { type DeleteRuleFacts, gatewayDelete } from './gateway-delete.ts';
import { matchingRules, type RuleFacts } from './gateway-facts.ts';

const components = [
  { id: WEB, alias: 'grweb', name: 'web' },
  { id: API, alias: 'grapi', name: 'api' },
];
const http = [
  anHttpRule({ httpRuleId: 'r1', domainName: 'www.shop.test', certificateId: 7, protocol: 'https' }),
  anHttpRule({ httpRuleId: 'r2', domainName: 'shop.test', domainPath: '/cart', theWeight: 30 }),
  anHttpRule({ httpRuleId: 'r3', domainName: 'dup.test', isOuterService: false, type: 0, domainPath: '' }),
  anHttpRule({
    httpRuleId: 'r4',
    domainName: 'dup.test',
    serviceId: API,
    serviceAlias: 'old name',
    containerPort: 8000,
  }),
  anHttpRule({ httpRuleId: 'r5', domainName: '*.wild.test' }),
];
const rules = allRules({ http, tcp: [aTcpRule({ tcpRuleId: 't1' })] });
const both = allRules({
  http: [
    anHttpRule({ httpRuleId: 'r6', domainName: 'both.test' }),
    anHttpRule({ httpRuleId: 'r7', domainName: 'both.test', certificateId: 7, protocol: 'https' }),
  ],
  tcp: [],
});
const certificates: readonly Certificate[] = [
  { id: 7, alias: 'shop', issuedTo: ['*.shop.test'], issuedBy: '第三方签发', hasExpired: false, expiresAt: 0 },
];

test.each<[string, { component?: string; port?: number }, readonly string[]]>([
  ['r2', {}, ['r2']],
  ['www.shop.test', {}, ['r1']],
  ['https://WWW.shop.test/', {}, ['r1']],
  ['http://www.shop.test', {}, ['r1']],
  ['shop.test/cart', {}, ['r2']],
  ['shop.test/Cart', {}, []],
  ['shop.test', {}, ['r2']],
  ['dup.test', {}, ['r3', 'r4']],
  ['dup.test', { component: API }, ['r4']],
  ['dup.test', { component: WEB, port: 8080 }, ['r3']],
  ['dup.test', { component: WEB, port: 1 }, []],
  ['*.wild.test', {}, ['r5']],
  ['203.0.113.9:30021', {}, ['t1']],
  ['0.0.0.0:30021', {}, ['t1']],
  ['30021', {}, ['t1']],
  ['0.0.0.0:21', {}, []],
  ['mars.test', {}, []],
  ['both.test', {}, ['r6', 'r7']],
  ['both.test', { component: WEB, port: 8080 }, ['r6', 'r7']],
  ['http://both.test', {}, ['r6']],
  ['HTTPS://both.test/', { component: WEB, port: 8080 }, ['r7']],
  // If the wanted rule is gone, the domain's other rule must not match.
  ['http://www.shop.test', { component: WEB, port: 8080 }, []],
])('a rule by its address: %s %j', (typed, target, ids) =>
  expect(matchingRules(typed, [...rules, ...both], target).map(({ id }) => id)).toEqual(ids),
);

describe('the list of rules', () => {
  const list = (
    more: Partial<Pick<RuleFacts, 'ports' | 'mayAnswer'>> & {
      until?: number;
      tries?: number;
      of?: (typeof components)[number];
      rules?: typeof rules;
    } = {},
  ) =>
    shapeOf(
      gatewayList.answer(
        { component: undefined, page: 1 },
        {
          rules: more.rules ?? rules,
          components,
          complete: true,
          certificates,
          of: more.of,
          ports: more.ports,
          closings: new Map(
            more.until === undefined
              ? []
              : [['r1', { menu: { given: {}, entries: [] }, access: { until: more.until, tries: more.tries ?? 0 } }]],
          ),
          mayDelete: true,
          ...(more.mayAnswer ? { mayAnswer: more.mayAnswer } : {}),
        },
        ask,
      ),
    );

  test('a rule whose port couldn’t be closed yet says so', () => {
    const { rows } = list({ until: ask.now + 60_000, tries: 2 });
    expect(rows.map(([, state]) => state)).toContainEqual(
      expect.stringMatching(/^● active · ⚠ closing not confirmed, checking again at /),
    );
  });

  test('a rule whose port has a closing time says when it closes', () => {
    const { rows } = list({ until: ask.now + 3_600_000 });
    expect(rows.map(([address, state]) => [address, state]).filter(([, state = '']) => /closes/.test(state))).toEqual([
      ['https://www.shop.test', expect.stringMatching(/^● active · closes in 1 h, at /)],
    ]);
  });

  test('an inactive rule whose node port may be open says so, and isn’t called out of reach', () => {
    const kept = {
      request: 'r',
      channel: 'C1',
      context: ask.context,
      component: WEB,
      componentName: 'web',
      port: 5432,
    };
    const mayAnswer = [{ ...kept, addresses: ['203.0.113.9:30021'], once: 'closed' as const, since: 1 }];
    const stateOf = (active: boolean, more: Parameters<typeof list>[0]) => {
      const tcp = [aTcpRule({ tcpRuleId: 't9', endPoint: '203.0.113.9:30021', isOuterService: active })];
      const { rows, text } = list({ rules: allRules({ http: [], tcp }), ...more });
      return [rows[0]?.[1], /“inactive” rule can’t be reached/.test(text)];
    };
    expect(stateOf(false, {})).toEqual(['○ inactive', true]);
    expect(stateOf(false, { mayAnswer })).toEqual(['○ inactive, may still answer', false]);
    expect(stateOf(true, { mayAnswer })).toEqual(['● active', true]);
  });
});

describe('deleting a rule', () => {
  const { region } = someFacts();
  const open = (containerPort: number) => aPort(containerPort, { isOuterService: true });
  const facts = (more: Partial<DeleteRuleFacts> = {}): DeleteRuleFacts => ({
    rules,
    components,
    complete: true,
    region,
    ports: { [WEB]: [open(8080), open(5432)], [API]: [open(8000)] },
    ...more,
  });
  const plan = (
    rule: string,
    more: Partial<DeleteRuleFacts> = {},
    target: { component?: string; port?: number } = {},
  ) => gatewayDelete.plan({ rule, component: target.component, port: target.port }, facts(more), ask);

  test('names the rule, sends its id, and says that the address may keep answering', () => {
    const planned = expectPlan(plan('shop.test/cart'));
    expect(sent(planned)).toEqual([
      'DELETE null',
      'undo: gateway.http {"component":["c0de0000000000000000000000000001"],"port":["8080"],"domain_name":["shop.test"],"domain_path":["/cart"],"the_weight":["30"]}',
    ]);
    expect(planned.steps[0]?.call.path).toBe('/openapi/v1/teams/shop/regions/east-1/apps/12/httpdomains/r2');
    expect(planned.component).toBe(WEB);
  });

  test('a TCP rule goes with its port only', () => {
    expect(expectRefusal(plan('203.0.113.9:30021'))).toEqual({
      why: '203.0.113.9:30021 is a TCP rule of web:5432, and Portolan can’t delete TCP rules. To end access, close external access to port 5432, which closes its other addresses too. The rule stays until it’s deleted in the platform’s console, or together with the port.',
      offers: [
        { operation: 'port.close', given: { component: [WEB], port: ['5432'] } },
        { operation: 'port.delete', given: { component: [WEB], port: ['5432'] } },
      ],
    });
    // If the port is closed, only its deletion is offered.
    const shut = { ports: { [WEB]: [aPort(5432, { protocol: 'tcp' })] } };
    expect(expectRefusal(plan('203.0.113.9:30021', shut)).offers).toMatchObject([{ operation: 'port.delete' }]);
  });

  test('a rule whose port isn’t there advises nothing that can’t be done', () => {
    const none = { ports: { [WEB]: [] } };
    expect(expectRefusal(plan('203.0.113.9:30021', none))).toEqual({
      why: '203.0.113.9:30021 is a TCP rule of web:5432, and Portolan can’t delete TCP rules. web has no port 5432, so this rule is left over. Delete the rule in the platform’s console.',
      offers: [],
    });
    const planned = expectPlan(plan('r2', none));
    expect(linesOf(planned).join('\n')).toContain('! web has no port 8080, so this rule is left over.');
    expect(linesOf(planned).join('\n')).not.toMatch(/close external access|reachable/);
    expect(planned.undo).toHaveProperty('none');
    const over = facts({ ...none, rules: rules.filter(({ id }) => id !== 'r2') });
    expect(gatewayDelete.done(planned, over).map((text) => plain(text, 'en'))).toEqual([
      'The rule http://shop.test/cart is deleted.',
    ]);
  });

  test.each([
    ['an open port', aPort(8080, { isOuterService: true }), true, /close external access/i, /until external access/],
    ['a closed port', aPort(8080), false, /can’t be reached now/, /^The rule \S+ is deleted\.$/],
    // Closing doesn't end http rules of such a port.
    [
      'a mysql port',
      aPort(8080, { protocol: 'mysql', isOuterService: true }),
      true,
      /Deleting the port does/,
      /until port/,
    ],
    [
      'a closed mysql port',
      aPort(8080, { protocol: 'mysql' }),
      true,
      /Deleting the port does/,
      /until port 8080 on web is/,
    ],
  ])('the rule of %s: its plan and its end say the same about its address', (_what, port, active, says, ends) => {
    const listed = rules.map((each) => {
      return each.id === 'r2' && each.kind === 'http'
        ? { ...each, rule: { ...each.rule, isOuterService: active } }
        : each;
    });
    const now = { rules: listed, ports: { [WEB]: [port] } };
    const planned = expectPlan(plan('r2', now));
    expect(linesOf(planned).join('\n')).toMatch(says);
    const done = gatewayDelete.done(planned, facts({ ...now, rules: listed.filter(({ id }) => id !== 'r2') }));
    expect(done.map((text) => plain(text, 'en')).join('\n')).toMatch(ends);
  });

  test('only a rule of this app’s list; several with one address are told apart', () => {
    expect(plan('zzzzzzzzzzzz')).toMatchObject({ problem: 'unknown-name', param: 'rule', others: true });
    // The scheme doesn't count when searching for similar names.
    for (const typed of ['ww.shop.test', 'https://ww.shop.test'])
      expect(plan(typed)).toMatchObject({
        problem: 'unknown-name',
        nearest: expect.arrayContaining([
          expect.objectContaining({ value: 'r1' }),
          expect.objectContaining({ value: 'r2' }),
        ]),
      });
    expect(plan('dup.test')).toMatchObject({ problem: 'ambiguous', choices: [{ value: 'r3' }, { value: 'r4' }] });
    expect(expectPlan(plan('dup.test', {}, { component: 'api' })).steps[0]?.after).toMatchObject({ rule: 'r4' });
    expect(plan('dup.test', {}, { component: 'nosuch' })).toMatchObject({ problem: 'unknown-name' });
    expect(expectPlan(plan('dup.test', {}, { component: API, port: 8000 })).steps[0]?.after).toMatchObject({
      rule: 'r4',
    });
  });

  test('undo creates what can be read of it; what can’t be asked for has none', () => {
    expect(expectPlan(plan('r1')).undo).toMatchObject({
      proposal: {
        operation: 'gateway.http',
        given: { component: [WEB], port: ['8080'], domain_name: ['www.shop.test'], certificate_id: ['7'] },
      },
    });
    const odd = allRules({ http: [anHttpRule({ httpRuleId: 'r9', domainName: 'o_dd.test' })], tcp: [] });
    expect(expectPlan(plan('r9', { rules: odd })).undo).toHaveProperty('none');
  });
});

import fc from 'fast-check';
import { anyCharacter } from '../../test/any-character.ts';
import { allowances, channelMembers, defaultPolicy } from '../core/policy/policy.ts';
import { catalogOf } from '../core/text/catalog.ts';
import { parsePolicy } from './parse.ts';
import { policyFileMsg } from './policy-file-messages.ts';

const { plain } = catalogOf({ policyFileMsg });

const changes = ['port.open', 'port.delete'];

function faults(text: string): readonly string[] {
  const parsed = parsePolicy(text, changes);
  return 'faults' in parsed
    ? parsed.faults.map(({ line, column, why }) => `${line}:${column} ${plain(why, 'en')}`)
    : [];
}

function policy(text: string) {
  const parsed = parsePolicy(text, changes);
  if ('faults' in parsed) throw new Error(JSON.stringify(parsed.faults));
  return parsed.policy;
}

const example = `contexts:
  shop: { team: shop, region: east-1, app: 12, channel: C0SHOP }
channels:
  C0SHOP: { context: shop, allow: [question, change, expose, destroy] }
roles:
  operators: { users: [U0123ABCD], groups: [S0123OPS] }
rules:
  - { when: { risk: destroy }, need: approve, from: operators, count: 2 }
  - { when: { risk: expose, context: shop }, need: approve, from: operators }
break_glass: operators
expiry: 15m
max_open: 24h
`;

describe('a policy file', () => {
  test('is read whole, names resolved to places, rules with their lines', () => {
    const parsed = policy(example);
    expect(parsed.rules).toEqual([
      { line: 8, when: { risk: ['destroy'] }, need: 'approve', from: 'operators', count: 2 },
      {
        line: 9,
        when: { risk: ['expose'], context: [{ team: 'shop', region: 'east-1', app: '12' }] },
        need: 'approve',
        from: 'operators',
        count: 1,
      },
    ]);
    expect(parsed.breakGlass?.users).toEqual(['U0123ABCD']);
    expect([parsed.expiry, parsed.maxOpen]).toEqual([900_000, 86_400_000]);
    expect(parsed.channels?.get('C0SHOP')?.context).toEqual({
      team: 'shop',
      region: 'east-1',
      app: '12',
      name: 'shop',
    });
  });

  test('takes an app’s name in place of its number, with the line where it stands', () => {
    const text = `contexts:
  shop: { team: shop, region: east-1, app: 门店 }
channels:
  C0SHOP: { context: shop/east-1/billing desk }
rules:
  - { when: { context: [shop/east-1/k8s-shop] }, need: approve }
`;
    const parsed = parsePolicy(text, changes);
    expect('appNames' in parsed && [...parsed.appNames]).toEqual([
      ['shop/east-1/门店', 2],
      ['shop/east-1/billing desk', 4],
      ['shop/east-1/k8s-shop', 6],
    ]);
    // An app name is only valid with the team and region of the app.
    expect(faults('rules: [{ when: { context: "*/*/shop" }, need: approve }]')).toHaveLength(1);
  });

  test('takes disrupt as a risk, and how long an outcome is waited for', () => {
    const text = `
channels: { C0SHOP: { allow: [question, disrupt] } }
rules: [{ when: { risk: disrupt }, need: approve }]
longest_run: 1h
`;
    expect(policy(text)).toMatchObject({ rules: [{ when: { risk: ['disrupt'] } }], longestRun: 3_600_000 });
    expect(policy('').longestRun).toBe(1_800_000);
    expect(faults('longest_run: 30s')).toEqual(['1:14 longest_run must be between 1m and 24h']);
  });

  test.each(['', '# nothing yet\n', '{}'])('%j means the defaults', (text) =>
    expect(policy(text)).toMatchObject({ source: 'file', rules: [], expiry: 900_000 }),
  );

  test('takes lists where one value may stand, wildcards, and roles as askers', () => {
    const [rule] = policy(`
roles: { night: { users: [U0NIGHT] } }
rules:
  - when: { risk: [expose, destroy], context: '*/east-1/*', asker: [night, U0OTHER], operation: port.open }
    need: confirm
may: { schedule: night, end_others: nobody, read_audit: members }
`).rules;
    expect(rule?.when).toEqual({
      risk: ['expose', 'destroy'],
      context: [{ team: '*', region: 'east-1', app: '*' }],
      asker: ['night', 'U0OTHER'],
      operation: ['port.open'],
    });
  });

  test('names people and groups once, and has a context by its name or by its place', () => {
    const parsed = policy(`
contexts: { shop: { team: shop, region: east-1, app: 12 }, toString: { team: shop, region: west-1, app: 12 } }
channels:
  C0NAMED: { context: shop, language: zh }
  C0PLACE: { context: shop/east-1/12, allow: [question] }
  C0WEST: { context: shop/west-1/12 }
  C0NONE: {}
roles: { night: { users: [U0NIGHT, U0OTHER, U0NIGHT], groups: [S0NIGHT, S0NIGHT] } }
rules: [{ need: approve }]
may: { schedule: members, end_others: night }
agents: { contexts: [shop, "shop/*/*"], who: members }
`);
    const place = { team: 'shop', region: 'east-1', app: '12' };
    expect([...(parsed.channels ?? [])].map(([id, { context, language }]) => [id, context, language])).toEqual([
      ['C0NAMED', { ...place, name: 'shop' }, 'zh'],
      ['C0PLACE', { ...place, name: 'shop' }, undefined],
      ['C0WEST', { ...place, region: 'west-1', name: 'toString' }, undefined],
      ['C0NONE', undefined, undefined],
    ]);
    expect(parsed.channels?.get('C0PLACE')?.allow).toEqual(['question']);
    expect(parsed.channels?.get('C0NONE')?.allow).toEqual(allowances);
    expect(parsed.roles.get('night')).toEqual({ name: 'night', users: ['U0NIGHT', 'U0OTHER'], groups: ['S0NIGHT'] });
    expect(parsed.rules).toEqual([{ line: 9, when: {}, need: 'approve', from: channelMembers, count: 1 }]);
    expect(parsed.may).toEqual({ ...defaultPolicy.may, schedule: channelMembers, end_others: 'night' });
    expect(parsed.agents).toEqual({
      ...defaultPolicy.agents,
      who: channelMembers,
      contexts: [place, { team: 'shop', region: '*', app: '*' }],
    });
  });
});

describe('freezes and windows', () => {
  test('are read with their moments, in their zone; the last day is frozen whole', () => {
    const parsed = policy(`
roles: { managers: { users: [U0ONE, U0TWO] } }
freezes:
  - { from: 2026-11-10T18:00, to: 2026-11-12, zone: Asia/Shanghai, reason: Double Eleven, break_glass: false, also: [stop],
      exception: { need: approve, from: managers, count: 2 }, when: { risk: disrupt } }
  - { to: 2026-11-10, zone: UTC, reason: one }
windows:
  - { open: [mon-thu 09:00-17:00, fri 09:00-12:00], zone: Europe/Berlin }
`);
    expect(parsed.freezes).toMatchObject([
      {
        line: 4,
        from: Date.UTC(2026, 10, 10, 10),
        to: Date.UTC(2026, 10, 12, 16),
        breakGlass: false,
        also: ['stop'],
        exception: { need: 'approve', from: 'managers', count: 2 },
        when: { risk: ['disrupt'] },
      },
      { line: 6, to: Date.UTC(2026, 10, 11), reason: 'one', breakGlass: true, also: [] },
    ]);
    expect(parsed.windows).toMatchObject([
      { line: 8, zone: 'Europe/Berlin', hours: [{ days: [1, 2, 3, 4] }, { days: [5] }] },
    ]);
  });

  test.each([
    ['freezes: [{ reason: x }]', '1:11 zone: a time zone is required, such as Asia/Shanghai'],
    ['freezes: [{ zone: Mars/Base, reason: x }]', '1:19 “Mars/Base” isn’t a time zone, such as Asia/Shanghai'],
    ['freezes: [{ zone: UTC }]', '1:11 reason: why is required, such as Double Eleven'],
    ['freezes: [{ from: soon, zone: UTC, reason: x }]', '1:19 “soon” isn’t a time, such as 2026-11-10'],
    ['freezes: [{ from: 2026-02-29, zone: UTC, reason: x }]', '1:19 “2026-02-29” isn’t a time, such as'],
    ['freezes: [{ from: 2026-11-10, to: 2026-11-09, zone: UTC, reason: x }]', '1:35 to must be later than from'],
    ['freezes: [{ zone: UTC, reason: x, also: [deploy] }]', '1:42 “deploy” isn’t one of close, stop, start'],
    ['freezes: [{ zone: UTC, reason: x, exception: { need: run } }]', '1:54 “run” isn’t one of confirm, approve'],
    ['freezes: [{ zone: UTC, reason: x, exception: { need: approve, from: ops } }]', '1:69 “ops” isn’t a role.'],
    ['freezes: [{ zone: UTC, reason: x, when: { operation: port.opn } }]', 'Did you mean “port.open”?'],
    ['windows: [{ zone: UTC }]', '1:11 open: the hours are required, such as mon-fri 09:00-17:00'],
    ['windows: [{ open: mo-fr 9-17, zone: UTC }]', '1:19 “mo-fr 9-17” isn’t a window, such as mon-fri 09:00-17:00'],
    ['windows: [{ open: mon 09:00-10:00, zone: UTC, reasn: x }]', '1:47 “reasn” isn’t a known key here.'],
  ])('%s', (text, fault) => expect(faults(text).join()).toContain(fault));
});

describe('every mistake is told with its line', () => {
  test.each([
    ['rulez: []', '1:1 “rulez” isn’t a known key here. Did you mean “rules”?'],
    ['roles: { a: { group: [S012] , users: [U012] } }', '1:15 “group” isn’t a known key here. Did you mean “groups”?'],
    [
      'rules:\n  - { need: run, when: { chanel: C01 } }',
      '2:26 “chanel” isn’t a known key here. Did you mean “channel”',
    ],
    ['rules: hello', '1:8 must be a list of rules'],
    ['- a', '1:1 expected keys and values, not a list'],
    ['roles:', '1:7 nothing is set under “roles”. Remove it, or set a value'],
    ['rules: [{ when: {} }]', '1:9 required: one of run, confirm, approve'],
    ['rules: [{ need: approve, from: ops }]', '1:32 “ops” isn’t a role. There are: members.'],
    ['break_glass: ops', '1:14 “ops” isn’t a role.'],
    ['rules: [{ need: confirm, count: 2 }]', '1:26 “count” is only allowed with need: approve'],
    ['rules: [{ need: approve, count: 0 }]', '1:33 count must be at least 1'],
    ['rules: [{ need: approve, count: two }]', '1:33 count must be a whole number'],
    ['contexts:\n  a: { team: a, region: b, app: -3 }', '2:33 the application’s number or name is required'],
    ['contexts:\n  a: { team: a, region: b, app: 0 }', '2:33 the application’s number or name is required'],
    ['rules:\n  - ~', '2:5 nothing is set here. Remove it, or set a value'],
    ['expiry: 15m\nrules: *old', '2:8 there is no &old before this *old'],
    ['expiry: 15', '1:9 15 isn’t a valid duration. Use one such as 15m, 24h or 7d'],
    ['expiry: 10s', '1:9 expiry must be between 1m and 7d'],
    ['max_open: forever', '1:11 “forever” isn’t a valid duration. Use one such as 15m, 24h or 7d'],
    ['expiry: 15m\nexpiry: 20m', '2:1 this key is a duplicate. Keep one of them'],
    ['rules:\n\t- a', '2:1 this line is indented with a tab. Use spaces'],
    ['roles: { members: { users: [U012] } }', '1:10 “members” is a reserved name. Choose another one'],
    ['roles: { U0123ABCD: { users: [U012] } }', '1:10 “U0123ABCD” looks like a Slack user ID. Choose another name'],
    ['roles: { few: {} }', '1:15 this role is empty. Add users or groups'],
    ['rules: [{ need: run, when: { risk: [] } }]', '1:36 an empty list matches nothing. Remove it'],
    [
      'rules: [{ need: run, when: { operation: port.opne } }]',
      '1:41 “port.opne” isn’t a change. Did you mean “port.open”',
    ],
    ['rules: [{ need: run, when: { asker: bob } }]', '1:37 “bob” isn’t a role, nor a Slack user ID such as U0123ABCD.'],
    [
      'rules: [{ need: run, when: { context: shop } }]',
      '1:39 “shop” isn’t a name under contexts:, nor team/region/app',
    ],
    [
      'contexts: { a: { team: a, region: b, app: 1 } }\nrules: [{ need: run, when: { context: x/*/* } }]',
      '2:39 no context in this file matches x/*/*',
    ],
    [
      'channels: { C01: {} }\nrules: [{ need: run, when: { channel: C02 } }]',
      '2:39 C02 isn’t listed under channels:, so no one can request changes there',
    ],
    [
      'contexts:\n  a: { team: a, region: b, app: 1, channel: C01 }\n  b: { team: a, region: b, app: 2, channel: C01 }',
      '3:45 channel C01 already has the context “a”',
    ],
    [
      'roles: { few: { users: [U012] } }\nrules: [{ need: approve, from: few, count: 2 }]',
      '2:44 count is 2, but role “few” has only 1 person',
    ],
    ['roles: { ops: { users: ["@anna"] } }', '1:25 “@anna” isn’t a Slack user ID, such as U0123ABCD'],
    [
      'rules: [{ need: refuse }]',
      '1:17 “refuse” isn’t one of run, confirm, approve: to forbid something, leave it out',
    ],
  ])('%j', (text, fault) => expect(faults(text)).toEqual([expect.stringContaining(fault)]));

  test('several at once, in their order, references too', () => {
    const text =
      'expiry: 1\nrules:\n  - { need: approve, from: opps }\n  - { nede: run }\nroles: { ops: { users: [anna] } }\n';
    expect(faults(text).map((fault) => fault.split(':')[0])).toEqual(['1', '3', '4', '4', '5']);
  });

  test('any text gives a policy or faults inside it', () => {
    const signs = [' ', '\n', '- ', ':', '{', '}', '[', ']', '"', '#'];
    const pieces = fc.constantFrom(...'rules roles when &a *a __proto__ U012 1 ~'.split(' '), ...signs);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: anyCharacter }),
          fc.array(pieces).map((all) => all.join('')),
        ),
        (text) => {
          const parsed = parsePolicy(text);
          const lines = text.split(/\r\n|\r|\n/).length;
          if ('faults' in parsed)
            for (const { line, column, why } of parsed.faults) {
              expect(line).toBeGreaterThanOrEqual(1);
              expect(line).toBeLessThanOrEqual(lines + 1);
              expect(column).toBeGreaterThanOrEqual(1);
              expect(why).not.toBe('');
            }
        },
      ),
    );
  });
});

describe('sources of alerts', () => {
  const sources = (lines: string) => `contexts:
  shop: { team: shop, region: east-1, app: 12 }
watches:
  sources:
    ops:
${lines.replace(/^(?=.)/gm, '      ')}
`;
  const enough = 'token_env: ALERTS_TOKEN\nchannel: C0SHOP\n';
  const route = '{ labels: { team: billing }, channel: C0BILLING }';

  test('have a token, a channel, routes and what their labels mean', () => {
    const parsed = policy(
      sources(
        `${enough}routes: [{ labels: { team: billing }, channel: C0BILLING }]\ncomponent: { context: shop, name: service, labels: { namespace: shop } }`,
      ),
    );
    expect(policy(sources(enough)).alertSources?.get('ops')?.open).toBeUndefined();
    const more = policy(sources(`${enough}notify: [U0123ABCD, U0123ABCD]\nopen: 30`));
    expect(more.alertSources?.get('ops')).toMatchObject({ notify: ['U0123ABCD'], open: 30 });
    expect(parsed.alertSources?.get('ops')).toEqual({
      name: 'ops',
      line: 6,
      tokenEnv: 'ALERTS_TOKEN',
      channel: 'C0SHOP',
      routes: [{ labels: new Map([['team', 'billing']]), channel: 'C0BILLING' }],
      components: [
        {
          context: { name: 'shop', team: 'shop', region: 'east-1', app: '12' },
          labels: new Map([['namespace', 'shop']]),
          name: 'service',
        },
      ],
    });
  });

  test.each([
    ['token_env: ALERTS_TOKEN', /“” isn’t a Slack channel ID/],
    ['channel: C0SHOP', /token_env: the name of the variable with its token is required/],
    [`${enough}tokenenv: A`, /“tokenenv” isn’t a known key here. Did you mean “token_env”\?/],
    ['token_env: $ALERTS\nchannel: C0SHOP', /“\$ALERTS” isn’t the name of a variable/],
    [`${enough}routes: [{ labels: {}, channel: C0SHOP }]`, /name at least one label/],
    [`${enough}routes: [{ labels: { replicas: 3 }, channel: C0SHOP }]`, /Put it in quotes/],
    [
      `${enough}component: { context: shoop, name: web }`,
      /“shoop” isn’t a name under contexts.* Did you mean “shop”\?/,
    ],
    [
      `${enough}component: { context: shop, name: ${'x'.repeat(101)} }`,
      /name: the label that has the component’s name/,
    ],
    [`${enough}component: [{ context: shop }]`, /the label that has the component’s name is required/],
    [`${enough}routes: [${Array.from({ length: 51 }, () => route).join(', ')}]`, /at most 50 routes/],
  ])('%s is a mistake', (lines, why) => expect(faults(sources(lines)).join('\n')).toMatch(why));
});

describe('the watches of a policy file', () => {
  const shop = 'contexts: { shop: { team: shop, region: east-1, app: 12 } }\n';
  const item = (more: string) =>
    `${shop}watches:\n  items:\n    - { name: slow, context: shop, channel: C0SHOP, ${more} }\n`;

  test('have their context, and everything else as it is written', () => {
    const text = item(
      'component: web, what: latency, above: 500ms, for: 10m, notify: [U0123ABCD, S0123OPS, U0123ABCD]',
    );
    expect(policy(text).watches).toEqual([
      {
        name: 'slow',
        line: 4,
        channel: 'C0SHOP',
        components: ['web'],
        what: 'latency',
        above: '500ms',
        for: '10m',
        context: { team: 'shop', region: 'east-1', app: '12', name: 'shop' },
        notify: ['U0123ABCD', 'S0123OPS'],
      },
    ]);
    expect(policy(item('what: restarts, above: 5, for: 0')).watches).toMatchObject([
      { components: [], above: '5', for: '0', notify: [] },
    ]);
  });

  test.each([
    ['what: latency, treshold: 3', 'watch “slow”: “treshold” isn’t a known key here.'],
    ['above: 500ms', 'watch “slow”: what: what to watch is required, such as abnormal or latency'],
    ['what: abnormal, notify: [maya]', 'watch “slow”: “maya” isn’t the ID of a Slack user or user group'],
    [`what: abnormal, component: ${'x'.repeat(101)}`, 'watch “slow”: component: must be the name of a component'],
    ['what: abnormal, component: []', 'watch “slow”: an empty list matches nothing. Remove it'],
  ])('{ %s } is refused, with the name of the watch', (more, why) => expect(faults(item(more)).join()).toContain(why));

  test('name a context that exists, a channel, and each its own name', () => {
    expect(faults(`${shop}watches: { items: [{ name: a, context: prod, channel: C0SHOP, what: abnormal }] }`)).toEqual([
      '2:40 watch “a”: “prod” isn’t a name under contexts:, nor team/region/app. There are: shop.',
    ]);
    expect(faults('watches: { items: [{ name: a, context: shop/east-1/12, what: abnormal }] }').join()).toContain(
      'watch “a”: “” isn’t a Slack channel ID',
    );
    const one = '{ name: a, context: shop, channel: C0SHOP, what: abnormal }';
    expect(faults(`${shop}watches: { items: [${one}, ${one}] }`)).toEqual([
      '2:89 watch “a”: another watch has the name “a”. Choose another one',
    ]);
    const named = (count: number) => Array.from({ length: count }, (_, n) => one.replace('name: a', `name: a${n}`));
    expect(faults(`${shop}watches: { items: [${named(100).join(', ')}] }`)).toEqual([]);
    expect(faults(`${shop}watches: { items: [${named(101).join(', ')}] }`)).toEqual([
      expect.stringMatching(/watch “a100”: shop has more than 100 watches\. Remove some$/),
    ]);
  });
});

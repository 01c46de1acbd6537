import { expectAlready, expectPlan, expectRefusal, linesOf, planTyped, sent } from '../../../test/operations/checks.ts';
import { API, aCertificate, anHttpRule, aPort, someFacts, WEB } from '../../../test/operations/samples.ts';
import { byWeight, samePlan } from '../../core/request/plan.ts';
import type { Certificate } from '../../platform/certificate/certificate-endpoints.ts';
import type { GatewayRules } from '../../platform/gateway/gateway-endpoints.ts';
import { plain } from '../operation-catalog.ts';
import { covers } from '../shared/access/certificate-names.ts';
import { gatewayHttp } from './gateway-http.ts';
import { httpParams } from './gateway-params.ts';
import { confirmsRule } from './gateway-state.ts';
import type { HttpRuleFacts } from './wanted-http-rule.ts';

const open = aPort(8080, { isOuterService: true });
const shut = aPort(8080);
const noRules = { http: [], tcp: [] };
const certificate = (id: number, more: Partial<Certificate> = {}) =>
  aCertificate({ id, alias: `cert-${id}`, expiresAt: 400 * 86_400_000, ...more });
const certificates = [3, 7, 12, 999].map((id) => certificate(id));

const plan = (given: Record<string, string | readonly string[]>, facts: HttpRuleFacts) =>
  planTyped(gatewayHttp, { component: 'web', port: '8080', domain_name: 'shop.test', ...given }, facts);

describe('http rule', () => {
  test('sends only what is given', () => {
    const facts = someFacts({ ports: [open], rules: noRules });
    const planned = expectPlan(plan({}, facts));
    expect(sent(planned)).toEqual([
      'POST {"service_id":"c0de0000000000000000000000000001","container_port":8080,"domain_name":"shop.test"}',
      'undo: gateway.delete {"rule":["http://shop.test"],"component":["c0de0000000000000000000000000001"],"port":["8080"]}',
    ]);
    expect(planned.steps[0]?.call.path).toBe('/openapi/v1/teams/shop/regions/east-1/apps/12/httpdomains');
    expect(plan({}, facts)).toEqual(planned);
  });

  test('hides values that are credentials, and still tells plans with different ones apart', () => {
    const facts = someFacts({ ports: [open], rules: noRules });
    const withToken = (token: string) =>
      expectPlan(
        plan(
          {
            domain_header: `Authorization:Bearer ${token}`,
            domain_cookie: `canary:yes;session_token:${token}`,
            set_headers: [`X-Auth:${token}`, 'X-Forwarded-Proto:https'],
          },
          facts,
        ),
      );
    const [one, other] = [withToken('hush'), withToken('hush2')];
    expect(one.rows.slice(1).map(({ after }) => plain(after, 'en'))).toEqual([
      'canary=yes;session_token=[secret] (no effect)',
      'Authorization=[secret] (no effect)',
      'X-Auth:[secret], X-Forwarded-Proto:https',
    ]);
    expect(one.rows).toEqual(other.rows);
    expect(samePlan(one, other)).toBe(false);
    expect(JSON.stringify(one.steps[0]?.call.body).match(/hush/g)).toHaveLength(3);
  });

  test('takes every field of the interface', () => {
    const everything = {
      domain_name: 'shop.test/cart',
      certificate_id: '12',
      domain_cookie: 'version:beta',
      domain_header: 'X-Beta:1',
      the_weight: '0',
      rule_extensions: ['httptohttps:true', 'lb-type:round-robin'],
      auto_ssl: 'no',
      auto_ssl_config: 'letsencrypt',
      proxy_body_size: '0',
      proxy_buffer_numbers: '8',
      proxy_buffer_size: '16',
      proxy_buffering: 'ON',
      proxy_connect_timeout: '10',
      proxy_read_timeout: '120',
      proxy_send_timeout: '2147483647',
      set_headers: ['X-Team:shop', 'X-Url: http://shop.test:80/'],
    };
    const planned = expectPlan(plan(everything, { ...someFacts({ ports: [open], rules: noRules }), certificates }));
    expect(sent(planned)).toEqual([
      'POST {"service_id":"c0de0000000000000000000000000001","container_port":8080,"certificate_id":12,"domain_name":"shop.test","domain_cookie":"version=beta","domain_header":"X-Beta=1","the_weight":0,"domain_path":"/cart","rule_extensions":[{"key":"httptohttps","value":"true"},{"key":"lb-type","value":"round-robin"}],"auto_ssl":false,"auto_ssl_config":"letsencrypt","configuration":{"proxy_body_size":0,"proxy_buffer_numbers":8,"proxy_buffer_size":16,"proxy_buffering":"on","proxy_connect_timeout":10,"proxy_read_timeout":120,"proxy_send_timeout":2147483647,"set_headers":[{"key":"X-Team","value":"shop"},{"key":"X-Url","value":"http://shop.test:80/"}]}}',
      'undo: gateway.delete {"rule":["https://shop.test/cart"],"component":["c0de0000000000000000000000000001"],"port":["8080"]}',
    ]);
  });

  test.each(['console', 'unknown'] as const)('two extensions may be sent to a platform that is %s', (dialect) => {
    const facts = someFacts({ ports: [open], rules: noRules, dialect });
    expectPlan(plan({ rule_extensions: ['httptohttps:true', 'lb-type:round-robin'] }, facts));
    for (const pair of ['httptohttps:false', 'lb-type:ip_hash', 'a:b', 'constructor:b', 'HttpToHttps:true'])
      expect(plan({ rule_extensions: ['httptohttps:true', pair] }, facts)).toMatchObject({
        problem: 'invalid',
        faults: [{ param: 'rule_extensions' }],
      });
  });

  test('on a port that closes automatically: says when the address stops', () => {
    const said = (sides: readonly ('outer' | 'inner')[], protocol = 'http') => {
      const ports = [{ ...open, protocol }];
      const facts = {
        ...someFacts({ ports, rules: noRules }),
        timers: [{ until: Date.UTC(2026, 0, 5, 7, 7), length: 3_600_000, sides }],
      };
      return linesOf(expectPlan(plan({}, facts))).filter((line) => line.includes('closes automatically'));
    };
    expect(said(['outer', 'inner'])).toEqual([
      expect.stringMatching(/Port 8080 .* at .*07:07.*; this address stops then/),
    ]);
    expect([...said(['inner']), ...said(['outer'], 'tcp')]).toEqual([]);
  });

  test('refuses a length: offers to open the port for as long first, and the rule without it', () => {
    const facts = someFacts({ ports: [shut], rules: noRules });
    const { why, offers } = expectRefusal(plan({ for: '90 minutes', whether_open: 'yes' }, facts));
    expect(why).toContain('first open the port for 1 hour 30 minutes');
    expect(offers).toMatchObject([
      { operation: 'port.open', given: { component: [WEB], port: ['8080'], for: ['1h30m'] } },
      {
        operation: 'gateway.http',
        given: { component: [WEB], port: ['8080'], domain_name: ['shop.test'], whether_open: ['yes'] },
      },
    ]);
    expect(offers?.[1]?.given).not.toHaveProperty('for');
  });

  test('refuses a length on an open port: doesn’t advise to close the other addresses of the port', () => {
    const rules = { ...noRules, http: [anHttpRule()] };
    const { why, offers } = expectRefusal(plan({ for: '2h' }, someFacts({ ports: [open], rules })));
    expect(why).toContain('would also end http://www.shop.test');
    expect(offers).toMatchObject([{ operation: 'gateway.http' }]);
  });

  test('refuses a length on a tcp port: doesn’t say that the rule ends with it, because it doesn’t', () => {
    const facts = someFacts({ ports: [aPort(8080, { protocol: 'tcp' })], rules: noRules });
    const { why, offers } = expectRefusal(plan({ for: '2h' }, facts));
    expect(why).toContain('delete it when it’s no longer needed');
    expect(offers).toMatchObject([{ operation: 'gateway.http' }]);
  });

  test('for a database, one sentence says what it is and who can reach it', () => {
    const facts = someFacts({ ports: [aPort(8080, { protocol: 'mysql' })], rules: noRules });
    const { warnings, undo } = expectPlan(plan({ whether_open: 'yes' }, facts));
    const { heavy } = byWeight(warnings);
    expect(heavy.map((each) => plain(each, 'en'))).toEqual([
      '*web is a database, open to anyone on the internet, without a closing time.*',
      expect.stringContaining('uses mysql, so it may not answer'),
      expect.stringContaining('If another app serves shop.test'),
    ]);
    expect('proposal' in undo && plain(undo.proposal.label, 'en')).toContain('until port 8080 is deleted');
  });

  test('a closed port: offered to be opened with the rule, keeping what was said', () => {
    const facts = someFacts({ ports: [shut], rules: noRules });
    expect(expectRefusal(plan({ domain_path: '/cart', the_weight: '50' }, facts)).offers).toEqual([
      {
        operation: 'gateway.http',
        given: {
          component: [WEB],
          port: ['8080'],
          domain_name: ['shop.test'],
          domain_path: ['/cart'],
          the_weight: ['50'],
          whether_open: ['yes'],
        },
      },
      { operation: 'port.open', given: { component: [WEB], port: ['8080'] } },
    ]);
    const sleeping = someFacts({ ports: [shut], rules: { http: [anHttpRule({ isOuterService: false })], tcp: [] } });
    const planned = expectPlan(plan({ whether_open: 'yes' }, sleeping));
    expect(planned.steps[0]?.call.body).toMatchObject({ whether_open: true });
    // Its card offers to end what it opens. A rule on an open port opens nothing.
    expect(planned.afterwards).toMatchObject([
      { operation: 'port.close', given: { component: [WEB], port: ['8080'] } },
      { operation: 'port.until', given: { component: [WEB], port: ['8080'], for: ['2h'] } },
    ]);
    expect(expectPlan(plan({}, someFacts({ ports: [open], rules: noRules }))).afterwards).toBeUndefined();
    expect(sent(planned)).toEqual([
      'POST {"service_id":"c0de0000000000000000000000000001","container_port":8080,"domain_name":"shop.test","whether_open":true}',
      'undo: gateway.delete {"rule":["http://shop.test"],"component":["c0de0000000000000000000000000001"],"port":["8080"]}',
    ]);
  });

  test('a rule that exists is told; with settings it is left to the console; on a closed port it is opened', () => {
    const there = { http: [anHttpRule({ domainName: 'shop.test' })], tcp: [] };
    const facts = someFacts({ ports: [open], rules: there });
    expect(expectAlready(plan({}, facts))).toBe('http://shop.test already routes to port 8080 on web.');
    expect(expectRefusal(plan({ the_weight: '5' }, facts)).why).toContain('use the platform’s console');
    const closed = someFacts({ ports: [shut], rules: there });
    expect(expectRefusal(plan({ whether_open: 'yes' }, closed)).offers).toEqual([
      { operation: 'port.open', given: { component: [WEB], port: ['8080'] } },
    ]);
    const secured = plan({ certificate_id: '3' }, { ...facts, certificates });
    expect(expectPlan(secured).steps).toHaveLength(1);
  });

  test('a rule of a stopped component says that nothing answers there yet', () => {
    const of = (status: string) => {
      const detail = { accessInfos: [], serviceAlias: 'grweb', serviceId: WEB, serviceSource: 'docker_image', status };
      return linesOf(expectPlan(plan({}, someFacts({ ports: [open], rules: noRules, detail })))).join('\n');
    };
    expect(of('closed')).toMatch(/web is stopped\. The address serves once it is started\./);
    expect(of('abnormal')).toMatch(/web is abnormal at the moment, so the address may not answer\./);
    expect(of('running')).not.toMatch(/stopped/);
  });

  test('a console routes all of the domain, whatever the rule says: title, rows and warning say so', () => {
    const warned = (given: Record<string, string>, dialect: HttpRuleFacts['dialect'] = 'console') =>
      linesOf(expectPlan(plan(given, someFacts({ ports: [open], rules: noRules, dialect })))).filter((line) =>
        line.includes('all of shop.test'),
      );
    const given = { domain_path: '/cart', domain_cookie: 'version:beta', the_weight: '10' };
    expect(warned(given)).toEqual([
      'Route all of shop.test from the internet to port 8080 on web',
      '! This routes all of shop.test, every path and every visitor. These settings are saved, but have no effect: Path, Cookie condition, Weight.',
    ]);
    const planned = expectPlan(plan(given, someFacts({ ports: [open], rules: noRules })));
    // An approval asks again, because more changes than the path says.
    expect(planned.warnings.filter(({ lasts }) => lasts === 'asks')).toHaveLength(1);
    expect(expectPlan(plan({}, someFacts({ ports: [open], rules: noRules }))).warnings.some((w) => w.lasts)).toBe(
      false,
    );
    // The result repeats the address, so a done card drops it.
    expect(planned.rows.slice(0, 1).map(({ what, forecast }) => [plain(what, 'en'), forecast])).toEqual([
      ['Gateway rule', true],
    ]);
    expect(linesOf(planned).filter((line) => line.includes('(no effect)'))).toEqual([
      '| Path | – | /cart (no effect)',
      '| Cookie condition | – | version=beta (no effect)',
      '| Weight | – | 10 (no effect)',
    ]);
    const closed = expectPlan(plan({ ...given, whether_open: 'yes' }, someFacts({ ports: [shut], rules: noRules })));
    expect(plain(closed.title, 'en')).toBe('Open port 8080 on web to the internet for all of shop.test');
    expect(plain(closed.title, 'zh')).toBe('开启“web”端口 8080 的对外服务，并接收 shop.test 的全部请求');
    // Extensions don't restrict access. The address is correct, but the extension has no effect.
    const extended = expectPlan(
      plan({ rule_extensions: ['lb-type:round-robin'] }, someFacts({ ports: [open], rules: noRules })),
    );
    expect(linesOf(extended)[0]).toBe('Add the internet address http://shop.test to port 8080 on web');
    expect(linesOf(extended)).toContain(
      '! The platform saves these settings, but its gateway doesn’t apply them: Extensions.',
    );
    expect(warned({ the_weight: '100' })).toEqual([]);
    expect(warned(given, 'document')).toEqual([]);
  });

  test('a card says each thing once: its title has the target, and one sentence is about undo', () => {
    for (const dialect of ['console', 'document'] as const) {
      const planned = expectPlan(plan({}, someFacts({ ports: [open], rules: noRules, dialect })));
      expect(planned.rows).toEqual([]);
      const warnings = planned.warnings.map((each) => [plain(each, 'en'), each.detail ?? false] as const);
      expect(warnings.filter(([says]) => /to end access|delete/i.test(says))).toEqual([]);
      expect(warnings.filter(([, isDetail]) => isDetail)).toEqual([[expect.stringContaining('can’t check'), true]]);
    }
  });

  test('the same domain on another component is shared by weight', () => {
    const other = anHttpRule({ domainName: 'shop.test', serviceId: API, serviceAlias: 'api', theWeight: 30 });
    const facts = someFacts({ ports: [open], rules: { http: [other], tcp: [] } });
    const warned = (dialect: HttpRuleFacts['dialect']) =>
      linesOf(expectPlan(plan({}, { ...facts, dialect }))).join('\n');
    expect(warned('document')).toContain(
      '! http://shop.test also routes to api:8080 (weight 30). Requests are split by weight.',
    );
    // The console's gateway applies neither paths nor weights (docs/platform.md#live-routes).
    const either = (address: string) =>
      `! ${address} already routes to api:8080 (weight 30). The platform’s gateway doesn’t apply paths and weights, so either may answer.`;
    expect(warned('console')).toContain(either('http://shop.test'));
    expect(expectPlan(plan({}, facts)).warnings.filter(({ lasts }) => lasts === 'asks')).toHaveLength(1);
    // The gateway doesn't apply paths, so a rule for another path of the same domain conflicts.
    const elsewhere = { http: [{ ...other, domainPath: '/pay' }], tcp: [] };
    expect(linesOf(expectPlan(plan({}, { ...facts, rules: elsewhere })))).toContain(either('http://shop.test/pay'));
    expect(linesOf(expectPlan(plan({}, { ...facts, rules: elsewhere, dialect: 'document' }))).join('\n')).not.toContain(
      '/pay',
    );
    expect(expectRefusal(plan({ rule_extensions: ['httptohttps:true'] }, facts)).why).toContain(
      'can’t add a redirect to https',
    );
  });

  test('the component’s own rules of the domain are named', () => {
    const own = anHttpRule({ domainName: 'shop.test', protocol: 'https', certificateId: 7, domainPath: '/pay' });
    const facts = someFacts({ ports: [open], rules: { http: [own], tcp: [] } });
    const lines = linesOf(expectPlan(plan({}, facts)));
    expect(lines).toContainEqual(
      expect.stringContaining(
        'already has a rule of this domain for this port: https://shop.test/pay. This adds another',
      ),
    );
    expect(linesOf(expectPlan(plan({}, someFacts({ ports: [open], rules: noRules })))).join()).not.toContain(
      'already has',
    );
  });

  test('is recognized in the answer and in the rule list; a port that it left open is told', () => {
    const planned = expectPlan(plan({ whether_open: 'yes' }, someFacts({ ports: [shut], rules: noRules })));
    const [step] = planned.steps;
    const createdRules = { http: [anHttpRule({ domainName: 'Shop.test', domainPath: undefined })], tcp: [] };
    const answer = (rules: GatewayRules) => ({ operation: 'createGatewayRule', status: 200, value: rules }) as const;
    expect(step && confirmsRule(step, answer(createdRules))).toBe(true);
    const elsewhere = { http: [anHttpRule({ domainName: 'shop.test', containerPort: 1 })], tcp: [] };
    expect(step && confirmsRule(step, answer(elsewhere))).toBe(false);
    expect(gatewayHttp.observe(planned, 0, someFacts({ ports: [open], rules: createdRules }))).toBe('after');
    expect(gatewayHttp.observe(planned, 0, someFacts({ ports: [shut], rules: noRules }))).toBe('before');
    const leftOpen = someFacts({ ports: [open], rules: noRules });
    expect(gatewayHttp.observe(planned, 0, leftOpen)).toBe('before');
    const leftover = gatewayHttp.leftover?.(planned, 0, leftOpen);
    expect(leftover?.says.map((text) => plain(text, 'en'))).toEqual([
      'The rule wasn’t created.',
      'Port 8080 on web is now open to the internet.',
    ]);
    expect(leftover?.offer).toMatchObject({ operation: 'port.close', given: { component: [WEB], port: ['8080'] } });
    expect(gatewayHttp.leftover?.(planned, 0, someFacts({ ports: [shut], rules: noRules }))?.offer).toBeUndefined();
    expect(gatewayHttp.leftover?.(planned, 0, someFacts({ ports: [open], rules: createdRules }))).toBeUndefined();
  });

  test('the console’s own call, whose rule is deleted to undo it; that of the interface elsewhere', () => {
    const call = (dialect: HttpRuleFacts['dialect'], given = {}) => {
      const { steps, undo } = expectPlan(plan(given, someFacts({ ports: [shut], rules: noRules, dialect })));
      return [steps[0]?.call.operation, 'proposal' in undo ? plain(undo.proposal.label, 'en') : 'none'];
    };
    const open = { whether_open: 'yes' };
    expect(call('console', open)).toEqual(['createHttpRule', 'Delete the rule; to end access, close port 8080 too']);
    expect(call('document', open)).toEqual(['createGatewayRule', 'none']);
    expect(call('unknown', open)).toEqual(['createGatewayRule', 'none']);
  });

  describe('its certificate', () => {
    const facts = (more: Partial<HttpRuleFacts> = {}): HttpRuleFacts => ({
      ...someFacts({ ports: [open], rules: noRules }),
      certificates,
      ...more,
    });
    const warnings = (more: Partial<Certificate>) =>
      linesOf(expectPlan(plan({ certificate_id: '7' }, facts({ certificates: [certificate(7, more)] })))).filter(
        (line) => /^! (Certificate|The platform lists certificate)/.test(line),
      );

    test('that can’t be checked is refused on a console; elsewhere there is no list', () => {
      const { certificates: _, ...unread } = facts();
      expect(plan({ certificate_id: '7' }, unread)).toMatchObject({ problem: 'refused', canRetry: true });
      expectPlan(plan({ certificate_id: '7' }, { ...unread, dialect: 'document' }));
    });

    test('may be typed by its name, as Home and forms show it', () => {
      const named = linesOf(expectPlan(plan({ certificate_id: 'Cert-7' }, facts())));
      expect(named).toEqual(linesOf(expectPlan(plan({ certificate_id: '7' }, facts()))));
      const { identify } = gatewayHttp;
      expect(identify(expectPlan(plan({ certificate_id: 'Cert-7' }, facts())))).toMatchObject({
        certificate_id: ['7'],
      });
      expect(identify(expectPlan(plan({}, facts())))).not.toHaveProperty('certificate_id');
      expect(plan({ certificate_id: 'cart-7' }, facts())).toMatchObject({ problem: 'unknown-name', typed: 'cart-7' });
    });

    test('by a name that several have, or where no names are read: says so', () => {
      const twins = facts({ certificates: [certificate(7, { alias: 'www' }), certificate(8, { alias: 'WWW' })] });
      const several = plan({ certificate_id: 'Www' }, twins);
      expect(several).toMatchObject({ problem: 'unknown-name', nearest: [{ value: '7' }, { value: '8' }] });
      expect('why' in several && several.why && plain(several.why, 'en')).toContain('Several certificates');
      const unlisted = plan({ certificate_id: 'www' }, facts({ certificates: undefined, dialect: 'document' }));
      expect(expectRefusal(unlisted).why).toContain('Give its number');
    });

    test.each<[string, Partial<Certificate>, string | undefined]>([
      ['fits', {}, undefined],
      ['has expired', { hasExpired: true }, 'asks'],
      ['is for other names', { issuedTo: ['a.test'] }, 'asks'],
      ['ends soon', { expiresAt: 4 * 86_400_000 }, 'shows'],
    ])('that %s: the done card shows that, and its approval asks again if browsers refuse it', (_what, more, lasts) => {
      const planned = expectPlan(plan({ certificate_id: '7' }, facts({ certificates: [certificate(7, more)] })));
      expect(planned.warnings.find((each) => each.lasts)?.lasts).toBe(lasts);
    });

    test.each<[string, Partial<Certificate>, readonly RegExp[]]>([
      ['fits', {}, []],
      ['has expired', { hasExpired: true }, [/cert-7 \(#7\) has expired/]],
      ['has passed its end', { expiresAt: -1 }, [/has expired/]],
      [
        'for other names',
        { issuedTo: ['a.test', '*.b.test'] },
        [/covers only a.test, \*.b.test: browsers will refuse shop.test/],
      ],
      ['ends soon', { expiresAt: 4 * 86_400_000 }, [/ends on .* Browsers will refuse it after that/]],
      [
        'for one other name',
        { issuedTo: ['a.test'] },
        [/only for a.test. Unless it covers more, browsers will refuse shop.test/],
      ],
      ['has no names', { issuedTo: [] }, []],
    ])('one that %s', (_what, more, patterns) => {
      const texts = warnings(more);
      expect(texts).toHaveLength(patterns.length);
      for (const [index, each] of patterns.entries()) expect(texts[index]).toMatch(each);
    });

    test.each([
      ['shop.test', 'shop.test', true],
      ['*.shop.test', 'www.shop.test', true],
      ['*.shop.test', 'a.www.shop.test', false],
      ['*.shop.test', 'shop.test', false],
      ['*.Shop.Test', '*.shop.test', true],
    ])('%s is valid for %s: %s', (name, domain, isValid) => expect(covers([name], domain)).toBe(isValid));
  });

  test.each([
    ['certificate_id', '2147483648'],
    ['certificate_id', '-1'],
    ['the_weight', '101'],
    ['the_weight', '1.5'],
    ['domain_path', 'cart'],
    ['domain_path', '/a b'],
    ['rule_extensions', 'httptohttps'],
    ['rule_extensions', ':true'],
    ['rule_extensions', '__import__("os").system("id"):1'],
    ['rule_extensions', 'a:1,b:exec(input())'],
    ['rule_extensions', `k:${'v'.repeat(65)}`],
    ['domain_path', "/a'b"],
    ['domain_path', '/a;return 200'],
    ['domain_path', '/$a{b}'],
    ['domain_cookie', 'a="b"'],
    ['domain_cookie', 'a=b\nc'],
    ['domain_header', 'X-A:{b}'],
    ['domain_header', '你=好'],
    ['auto_ssl_config', 'a b'],
    ['set_headers', 'X Team:shop'],
    ['set_headers', 'X-Team:a; proxy_pass http://evil.test'],
    ['set_headers', 'X-Team:"shop"'],
    ['set_headers', 'X-Team:'],
    ['proxy_buffering', 'maybe'],
    ['proxy_read_timeout', '60s'],
    ['whether_open', 'perhaps'],
  ] as const)('%s=%s is a fault of that field', (name, typed) => expect(httpParams[name].read([typed]).ok).toBe(false));
});

import { describe, expect, test } from 'vitest';
import { expectAlready, expectPlan, expectRefusal, told } from '../../../test/operations/checks.ts';
import { API, anHttpRule, aPort, ask, someFacts, WEB } from '../../../test/operations/samples.ts';
import { readAll } from '../../core/command/params.ts';
import { samePlan } from '../../core/request/plan.ts';
import type { Certificate } from '../../platform/certificate/certificate-reply.ts';
import type { GatewayRules } from '../../platform/gateway/gateway-reply.ts';
import { plain } from '../operation-catalog.ts';
import { gatewayHttp } from './gateway-http.ts';
import { httpParams } from './gateway-params.ts';
import { covers, type HttpRuleFacts } from './rule-certificate.ts';
import { confirmsRule } from './rule-state.ts';

const open = aPort(8080, { isOuterService: true });
const shut = aPort(8080);
const noRules = { http: [], tcp: [] };
const certificate = (id: number, more: Partial<Certificate> = {}): Certificate => ({
  ...{ id, alias: `cert-${id}`, issuedTo: ['shop.test'], issuedBy: undefined, hasExpired: false },
  ...{ expiresAt: 1_000, ...more },
});
const certificates = [3, 7, 12, 999].map((id) => certificate(id));

/** The plan of what is given as words. */
function plan(given: Record<string, string | readonly string[]>, facts: HttpRuleFacts) {
  const all = { component: 'web', port: '8080', domain_name: 'shop.test', ...given };
  const read = readAll(
    httpParams,
    Object.fromEntries(Object.entries(all).map(([key, value]) => [key, typeof value === 'string' ? [value] : value])),
  );
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  return gatewayHttp.plan(read.args, facts, ask);
}

describe('http rule', () => {
  test('sends only what is given', () => {
    const facts = someFacts({ ports: [open], rules: noRules });
    const planned = expectPlan(plan({}, facts));
    expect(told(planned)).toMatchInlineSnapshot(`
      [
        "Add the internet address http://shop.test to port 8080 on web",
        "| Gateway rule | – | http://shop.test",
        "| Routes to | – | web:8080",
        "> Create the rule http://shop.test for port 8080: POST {"service_id":"c0de0000000000000000000000000001","container_port":8080,"domain_name":"shop.test"}",
        "! Port 8080 is open to the internet already: anyone can reach it.",
        "! Rules of other apps can’t be seen here. If one of them serves shop.test now, its requests may go to this port instead, and Undo may not give them back.",
        "! Portolan can’t check whether the address works. That also depends on DNS and the gateway.",
        "! *Undo may not end access:* it deletes the rule, but the gateway’s live route may stay. To end access, close external access to port 8080. That closes its other addresses too.",
        "undo: Delete the rule, which may not end access = gateway.delete {"rule":["http://shop.test"],"component":["c0de0000000000000000000000000001"],"port":["8080"]}",
      ]
    `);
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
    expect(one.rows.slice(2).map(({ after }) => plain(after, 'en'))).toEqual([
      'canary=yes;session_token=[secret] (saved, has no effect)',
      'Authorization=[secret] (saved, has no effect)',
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
    expect(planned.steps[0]?.call.body).toEqual({
      service_id: WEB,
      container_port: 8080,
      certificate_id: 12,
      domain_name: 'shop.test',
      domain_cookie: 'version=beta',
      domain_header: 'X-Beta=1',
      the_weight: 0,
      domain_path: '/cart',
      rule_extensions: [
        { key: 'httptohttps', value: 'true' },
        { key: 'lb-type', value: 'round-robin' },
      ],
      auto_ssl: false,
      auto_ssl_config: 'letsencrypt',
      configuration: {
        proxy_body_size: 0,
        proxy_buffer_numbers: 8,
        proxy_buffer_size: 16,
        proxy_buffering: 'on',
        proxy_connect_timeout: 10,
        proxy_read_timeout: 120,
        proxy_send_timeout: 2147483647,
        set_headers: [
          { key: 'X-Team', value: 'shop' },
          { key: 'X-Url', value: 'http://shop.test:80/' },
        ],
      },
    });
    expect(told(planned)).toMatchInlineSnapshot(`
      [
        "Route all of shop.test from the internet to port 8080 on web",
        "| Gateway rule | – | https://shop.test/cart",
        "| Routes to | – | web:8080, for all of shop.test",
        "| Path | – | /cart (saved, has no effect)",
        "| Certificate | – | cert-12 (#12)",
        "| Cookie condition | – | version=beta (saved, has no effect)",
        "| Header condition | – | X-Beta=1 (saved, has no effect)",
        "| Weight | – | 0 (saved, has no effect)",
        "| Extensions | – | httptohttps:true, lb-type:round-robin (saved, has no effect)",
        "| Automatic certificate | – | no",
        "| Automatic certificate settings | – | letsencrypt",
        "| Maximum request body size | – | 0",
        "| Number of proxy buffers | – | 8",
        "| Proxy buffer size | – | 16",
        "| Proxy buffering | – | on",
        "| Connect timeout, seconds | – | 10",
        "| Read timeout, seconds | – | 120",
        "| Send timeout, seconds | – | 2147483647",
        "| Headers to set | – | X-Team:shop, X-Url:http://shop.test:80/",
        "> Create the rule https://shop.test/cart for port 8080: POST {"service_id":"c0de0000000000000000000000000001","container_port":8080,"certificate_id":12,"domain_name":"shop.test","domain_cookie":"version=beta","domain_header":"X-Beta=1","the_weight":0,"domain_path":"/cart","rule_extensions":[{"key":"httptohttps","value":"true"},{"key":"lb-type","value":"round-robin"}],"auto_ssl":false,"auto_ssl_config":"letsencrypt","configuration":{"proxy_body_size":0,"proxy_buffer_numbers":8,"proxy_buffer_size":16,"proxy_buffering":"on","proxy_connect_timeout":10,"proxy_read_timeout":120,"proxy_send_timeout":2147483647,"set_headers":[{"key":"X-Team","value":"shop"},{"key":"X-Url","value":"http://shop.test:80/"}]}}",
        "! Port 8080 is open to the internet already: anyone can reach it.",
        "! This routes more than these settings say: all of shop.test, every path and every visitor. The platform saves them, but they have no effect: Path, Cookie condition, Header condition, Weight, Extensions.",
        "! The automatic certificate is off, so its settings have no effect.",
        "! Rules of other apps can’t be seen here. If one of them serves shop.test now, its requests may go to this port instead, and Undo may not give them back.",
        "! Portolan can’t check whether the address works. That also depends on DNS and the gateway.",
        "! *Undo may not end access:* it deletes the rule, but the gateway’s live route may stay. To end access, close external access to port 8080. That closes its other addresses too.",
        "undo: Delete the rule, which may not end access = gateway.delete {"rule":["https://shop.test/cart"],"component":["c0de0000000000000000000000000001"],"port":["8080"]}",
      ]
    `);
  });

  test('the document’s dialect takes extensions as texts and applies proxy settings', () => {
    const facts = someFacts({ ports: [open], rules: noRules, dialect: 'document' });
    const planned = expectPlan(plan({ rule_extensions: ['a:b'], proxy_read_timeout: '9' }, facts));
    expect(planned.steps[0]?.call.body).toMatchObject({ http: { rule_extensions: ['a:b'] } });
    expect(told(planned).join('\n')).not.toContain('ignores');
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
    expect(told(planned)).toMatchInlineSnapshot(`
      [
        "Open port 8080 on web to the internet at http://shop.test",
        "| Gateway rule | – | http://shop.test",
        "| Routes to | – | web:8080",
        "| External access | ○ off | ● on",
        "> Create the rule http://shop.test for port 8080 and open the port to the internet: POST {"service_id":"c0de0000000000000000000000000001","container_port":8080,"domain_name":"shop.test","whether_open":true}",
        "! Anyone on the internet will be able to reach it.",
        "! The platform opens external access to port 8080 first, which may give it another address too. The port stays open even if the platform then doesn’t accept the rule.",
        "! Opening the port also activates these rules: http://www.shop.test",
        "! Rules of other apps can’t be seen here. If one of them serves shop.test now, its requests may go to this port instead, and Undo may not give them back.",
        "! Portolan can’t check whether the address works. That also depends on DNS and the gateway.",
        "! *Undo doesn’t close the port:* it deletes the rule, but port 8080 stays open to the internet. To end access, close external access to port 8080. That closes its other addresses too.",
        "undo: Delete the rule; the port stays open to the internet = gateway.delete {"rule":["http://shop.test"],"component":["c0de0000000000000000000000000001"],"port":["8080"]}",
      ]
    `);
  });

  test('whether_open is neither sent nor shown when the port is open', () => {
    const planned = expectPlan(plan({ whether_open: 'yes' }, someFacts({ ports: [open], rules: noRules })));
    expect(JSON.stringify(planned)).not.toContain('whether_open');
    expect(told(planned).join('\n')).not.toContain('External access');
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

  test('a console routes all of the domain, whatever the rule says: title, rows and warning say so', () => {
    const warned = (given: Record<string, string>, dialect: HttpRuleFacts['dialect'] = 'console') =>
      told(expectPlan(plan(given, someFacts({ ports: [open], rules: noRules, dialect })))).filter((line) =>
        line.includes('all of shop.test'),
      );
    const given = { domain_path: '/cart', domain_cookie: 'version:beta', the_weight: '10' };
    expect(warned(given)).toEqual([
      'Route all of shop.test from the internet to port 8080 on web',
      '| Routes to | – | web:8080, for all of shop.test',
      '! This routes more than these settings say: all of shop.test, every path and every visitor. The platform saves them, but they have no effect: Path, Cookie condition, Weight.',
    ]);
    const planned = expectPlan(plan(given, someFacts({ ports: [open], rules: noRules })));
    expect(told(planned).filter((line) => line.includes('saved, has no effect'))).toEqual([
      '| Path | – | /cart (saved, has no effect)',
      '| Cookie condition | – | version=beta (saved, has no effect)',
      '| Weight | – | 10 (saved, has no effect)',
    ]);
    const closed = expectPlan(plan({ ...given, whether_open: 'yes' }, someFacts({ ports: [shut], rules: noRules })));
    expect(plain(closed.title, 'en')).toBe('Open port 8080 on web to the internet for all of shop.test');
    expect(plain(closed.title, 'zh')).toBe('开启“web”端口 8080 的对外服务，并接收 shop.test 的全部请求');
    // Extensions narrow nothing: the address is true, only what they ask for doesn't happen.
    const extended = expectPlan(
      plan({ rule_extensions: ['lb-type:round-robin'] }, someFacts({ ports: [open], rules: noRules })),
    );
    expect(told(extended)[0]).toBe('Add the internet address http://shop.test to port 8080 on web');
    expect(told(extended)).toContain(
      '! The platform saves these settings, but its gateway doesn’t apply them: Extensions.',
    );
    expect(warned({ the_weight: '100' })).toEqual([]);
    expect(warned(given, 'document')).toEqual([]);
  });

  test('opening a port for a rule warns of a protocol that the region has no node port for', () => {
    const grpc = (isOuterService: boolean) => aPort(8080, { isOuterService, protocol: 'grpc' });
    const lines = (port: ReturnType<typeof grpc>) =>
      told(expectPlan(plan({ whether_open: 'yes' }, someFacts({ ports: [port], rules: noRules })))).join('\n');
    expect(lines(grpc(false))).toContain(
      '! *This will probably fail and open nothing:* the platform can’t open ports of the protocol grpc to the internet.',
    );
    expect(lines(grpc(true))).not.toContain('probably fail');
  });

  test('an expired certificate weighs: browsers will warn everyone who comes', () => {
    const old = {
      ...someFacts({ ports: [open], rules: noRules }),
      certificates: [certificate(7, { hasExpired: true })],
    };
    const { warnings } = expectPlan(plan({ certificate_id: '7' }, old));
    const [expired] = warnings.filter(({ key }) => key.endsWith('.expired'));
    expect(expired).toMatchObject({ weight: 'interrupts' });
  });

  test('the same domain on another component is shared by weight', () => {
    const other = anHttpRule({ domainName: 'shop.test', serviceId: API, serviceAlias: 'api', theWeight: 30 });
    const facts = someFacts({ ports: [open], rules: { http: [other], tcp: [] } });
    const warned = (dialect: HttpRuleFacts['dialect']) => told(expectPlan(plan({}, { ...facts, dialect }))).join('\n');
    expect(warned('document')).toContain(
      '! http://shop.test also routes to api:8080 (weight 30). Requests are split by weight.',
    );
    // The console's gateway doesn't (docs/platform.md#live-routes).
    const either = (address: string) =>
      `! ${address} already routes to api:8080 (weight 30). The platform’s gateway doesn’t apply paths and weights, so either may answer.`;
    expect(warned('console')).toContain(either('http://shop.test'));
    // Nor does it apply paths: another path of the domain is in the way, too.
    const elsewhere = { http: [{ ...other, domainPath: '/pay' }], tcp: [] };
    expect(told(expectPlan(plan({}, { ...facts, rules: elsewhere })))).toContain(either('http://shop.test/pay'));
    expect(told(expectPlan(plan({}, { ...facts, rules: elsewhere, dialect: 'document' }))).join('\n')).not.toContain(
      '/pay',
    );
    expect(expectRefusal(plan({ rule_extensions: ['httptohttps:true'] }, facts)).why).toContain(
      'can’t add a redirect to https',
    );
  });

  test('without a rule list the component’s addresses tell', () => {
    const detail = (...accessInfos: string[]) => ({
      accessInfos,
      serviceAlias: 'grweb',
      serviceId: WEB,
      serviceSource: 'third_party',
    });
    const before = someFacts({ ports: [open], detail: detail('http://www.shop.test/') });
    const planned = expectPlan(plan({}, before));
    expect(told(planned).join('\n')).toContain('third-party component');
    expect(gatewayHttp.observe(planned, 0, before)).toBe('before');
    const after = someFacts({ ports: [open], detail: detail('http://www.shop.test/', 'http://Shop.test:80/') });
    expect(gatewayHttp.observe(planned, 0, after)).toBe('after');
    expect(expectRefusal(plan({}, after)).why).toContain('to which port');
    const secured = expectPlan(plan({ certificate_id: '999' }, { ...before, certificates }));
    expect(gatewayHttp.observe(secured, 0, before)).toBe('before');
    expect(gatewayHttp.observe(secured, 0, after)).toBe('after');
    expect(gatewayHttp.done(secured, after).map((text) => plain(text, 'en'))).toEqual([
      'Rule created: http://Shop.test:80 routes to web:8080',
      '⚠ Certificate 999 wasn’t applied: the address serves http only.',
      expect.stringContaining('Not checked: whether the gateway has a live route'),
    ]);
  });

  test('is recognized in the answer and in the rule list; a port that it left open is told', () => {
    const planned = expectPlan(plan({ whether_open: 'yes' }, someFacts({ ports: [shut], rules: noRules })));
    const [step] = planned.steps;
    const made = { http: [anHttpRule({ domainName: 'Shop.test', domainPath: undefined })], tcp: [] };
    const answer = (rules: GatewayRules) => ({ operation: 'createGatewayRule', status: 200, value: rules }) as const;
    expect(step && confirmsRule(step, answer(made))).toBe(true);
    const elsewhere = { http: [anHttpRule({ domainName: 'shop.test', containerPort: 1 })], tcp: [] };
    expect(step && confirmsRule(step, answer(elsewhere))).toBe(false);
    expect(gatewayHttp.observe(planned, 0, someFacts({ ports: [open], rules: made }))).toBe('after');
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
    expect(gatewayHttp.leftover?.(planned, 0, someFacts({ ports: [open], rules: made }))).toBeUndefined();
  });

  test('a path that the platform did not apply is told by the answer alone', () => {
    const facts = someFacts({ ports: [open], rules: noRules });
    const planned = expectPlan(plan({ domain_path: '/cart' }, facts));
    const [step] = planned.steps;
    const rules = { http: [anHttpRule({ domainName: 'shop.test' })], tcp: [] };
    const value = anHttpRule({ domainName: 'shop.test', id: undefined });
    const replies = [
      { operation: 'createGatewayRule', status: 200, value: rules },
      { operation: 'createHttpRule', status: 201, value },
    ] as const;
    for (const reply of replies) {
      expect(step && confirmsRule(step, reply)).toBe(true);
      const told = gatewayHttp.done(planned, someFacts({ ports: [open], rules }), reply);
      expect(told.map((text) => plain(text, 'en'))).toEqual([
        'Rule created: http://shop.test. The gateway routes all of shop.test to web:8080',
        '⚠ Path wasn’t applied as requested: requested /cart, saved /.',
        'Not checked: whether the gateway has a live route for http://shop.test. The platform reports success even if it couldn’t create one.',
      ]);
    }
    expect(gatewayHttp.observe(planned, 0, someFacts({ ports: [open], rules }))).toBe('before');
  });

  test('a redirect to https without a certificate is warned of, and weights tell titles apart', () => {
    const facts = someFacts({ ports: [open], rules: noRules });
    const redirect = { rule_extensions: ['httptohttps:true'] };
    const warned = (given: Record<string, string | readonly string[]>, rules: GatewayRules = noRules) =>
      told(expectPlan(plan(given, { ...someFacts({ ports: [open], rules }), certificates })))
        .join('\n')
        .includes('no certificate');
    expect(warned(redirect)).toBe(true);
    expect(warned({ ...redirect, certificate_id: '7' })).toBe(false);
    expect(warned({ ...redirect, auto_ssl: 'yes' })).toBe(false);
    const secure = anHttpRule({ domainName: 'shop.test', serviceId: API, protocol: 'https', certificateId: 7 });
    expect(warned(redirect, { http: [secure], tcp: [] })).toBe(false);
    const byWeight = { ...facts, dialect: 'document' as const };
    const titles = ['10', '90'].map((weight) => told(expectPlan(plan({ the_weight: weight }, byWeight)))[0]);
    expect(new Set(titles).size).toBe(2);
    const given = { port: ['8080'], domain_name: ['shop.test'], the_weight: ['10'] };
    expect(gatewayHttp.auditDetails?.(given, expectPlan(plan({}, facts)))).toEqual({
      port: '8080',
      rule: 'shop.test',
      weight: '10',
    });
  });

  test('the console’s own call, whose rule is deleted to undo it; that of the interface elsewhere', () => {
    const call = (dialect: HttpRuleFacts['dialect'], given = {}) => {
      const { steps, undo } = expectPlan(plan(given, someFacts({ ports: [shut], rules: noRules, dialect })));
      return [steps[0]?.call.operation, 'proposal' in undo ? plain(undo.proposal.label, 'en') : 'none'];
    };
    const open = { whether_open: 'yes' };
    expect(call('console', open)).toEqual(['createHttpRule', 'Delete the rule; the port stays open to the internet']);
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
      told(expectPlan(plan({ certificate_id: '7' }, facts({ certificates: [certificate(7, more)] })))).filter((line) =>
        line.startsWith('! Certificate'),
      );

    test('is one of the team’s, called by its alias; none means http', () => {
      expect(told(expectPlan(plan({ certificate_id: '7' }, facts())))).toContain('| Certificate | – | cert-7 (#7)');
      expect(told(expectPlan(plan({ certificate_id: '0' }, facts())))[0]).toContain('http://shop.test');
      expect(plan({ certificate_id: '8' }, facts())).toMatchObject({
        problem: 'unknown-name',
        param: 'certificate_id',
        nearest: [{ value: '3', label: 'cert-3 (#3)' }, { value: '7' }, { value: '12' }, { value: '999' }],
      });
    });

    test('that can’t be checked is refused on a console; elsewhere there is no list', () => {
      const { certificates: _, ...unread } = facts();
      expect(plan({ certificate_id: '7' }, unread)).toMatchObject({ problem: 'refused', canRetry: true });
      expectPlan(plan({ certificate_id: '7' }, { ...unread, dialect: 'document' }));
    });

    test.each<[string, Partial<Certificate>, readonly RegExp[]]>([
      ['fits', {}, []],
      ['has expired', { hasExpired: true }, [/cert-7 \(#7\) has expired/]],
      ['has passed its end', { expiresAt: -1 }, [/has expired/]],
      [
        'is for other names',
        { issuedTo: ['a.test', '*.b.test'] },
        [/isn’t valid for shop.test. It is valid for a.test, /],
      ],
      ['has no names', { issuedTo: [] }, []],
    ])('one that %s', (_what, more, told) => {
      const found = warnings(more);
      expect(found).toHaveLength(told.length);
      for (const [index, each] of told.entries()) expect(found[index]).toMatch(each);
    });

    test.each([
      ['shop.test', 'shop.test', true],
      ['*.shop.test', 'www.shop.test', true],
      ['*.shop.test', 'a.www.shop.test', false],
      ['*.shop.test', 'shop.test', false],
      ['*.Shop.Test', '*.shop.test', true],
    ])('%s is valid for %s: %s', (name, domain, isValid) => {
      expect(covers([name], domain)).toBe(isValid);
    });
  });

  test('contradictions need no reading', () => {
    const read = readAll(httpParams, {
      component: ['web'],
      port: ['8080'],
      domain_name: ['shop.test/a'],
      domain_path: ['/b'],
      certificate_id: ['1'],
      auto_ssl: ['yes'],
    });
    if ('faults' in read) throw new Error('values are fine');
    expect(gatewayHttp.faults?.(read.args).map(({ param }) => param)).toEqual(['domain_path', 'auto_ssl']);
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
  ] as const)('%s=%s is a fault of that field', (name, typed) => {
    expect(httpParams[name].read([typed]).ok).toBe(false);
  });
});

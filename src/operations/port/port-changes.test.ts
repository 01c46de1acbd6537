import { expectAlready, expectPlan, expectRefusal, linesOf, sent } from '../../../test/operations/checks.ts';
import { anHttpRule, aPort, ask, aTcpRule, someFacts, WEB } from '../../../test/operations/samples.ts';
import { contradict, interrupts } from '../../core/request/plan.ts';
import type { Port } from '../../platform/port/port-endpoints.ts';
import { plain } from '../operation-catalog.ts';
import { portAdd } from './port-add.ts';
import { portAlias } from './port-alias.ts';
import { portDelete } from './port-delete.ts';
import { portOpen } from './port-open.ts';
import { openMsg } from './port-open-messages.ts';
import { portClose } from './port-operations.ts';
import { portProtocol } from './port-protocol.ts';
import { portUntil } from './port-until.ts';

describe('port open', () => {
  const open = { component: 'web', port: 8080, side: 'outer', for: undefined, until: undefined, both: false } as const;
  const close = { component: 'web', port: 8080, side: 'outer', both: false } as const;
  const outerOpen = aPort(8080, { isOuterService: true });
  const shut = aPort(8080, { isInnerService: false });

  describe('open', () => {
    test('offers another protocol before the decision if the platform can’t open this one', () => {
      const facts = someFacts({ ports: [aPort(open.port, { protocol: 'grpc' })] });
      const offers = expectPlan(portOpen.plan(open, facts, ask)).alternatives;
      expect(offers?.map(({ operation, given }) => [operation, given.protocol])).toEqual([['port.protocol', ['tcp']]]);
      // Once the protocol is changed, its card offers what was asked for.
      const offered = (length?: number, shown = facts) =>
        expectPlan(portProtocol.plan({ ...toTcp, opens: { length } }, shown, ask)).afterwards?.map(
          ({ label, operation, given }) => [plain(label, 'en', 'UTC'), operation, given],
        );
      const web = { component: [WEB], port: ['8080'] };
      expect(offered(7_200_000)).toEqual([
        ['Open port 8080 for 2 hours', 'port.open', { ...web, side: ['outer'], for: ['2h'] }],
      ]);
      const closed = someFacts({ ports: [aPort(8080, { protocol: 'grpc', isInnerService: false })] });
      expect(offered(undefined, closed)).toEqual([['Open port 8080', 'port.open', { ...web, both: ['yes'] }]]);
      const timed = expectPlan(portOpen.plan({ ...open, for: 7_200_000 }, facts, ask)).alternatives;
      expect([offers, timed].map((each) => each?.[0]?.given.opens)).toEqual([['never'], ['2h']]);
      expect(expectPlan(portOpen.plan(open, someFacts(), ask)).alternatives).toBeUndefined();
    });

    test('for a while keeps the length, not a moment', () => {
      const plan = expectPlan(portOpen.plan({ ...open, for: 5_400_000 }, someFacts(), ask));
      expect(plan.timedFor).toBe(5_400_000);
      expect(linesOf(plan)[0]).toBe('Open port 8080 on web to the internet for 1 hour 30 minutes');
    });

    test('with inner closed offers both, and both is one plan in order', () => {
      const facts = someFacts({ ports: [shut] });
      expect(expectRefusal(portOpen.plan({ ...open, for: 7_200_000 }, facts, ask))).toEqual({
        why: 'Opening port 8080 on web to the internet needs internal access, which is off.',
        offers: [{ operation: 'port.open', given: { component: [WEB], port: ['8080'], both: ['yes'], for: ['2h'] } }],
      });
      const plan = expectPlan(portOpen.plan({ ...open, both: true }, facts, ask));
      expect(plan.steps.map(({ call }) => call.body)).toEqual([{ action: 'open_inner' }, { action: 'open_outer' }]);
      expect(plan.undo).toMatchObject({
        proposal: { given: { component: [WEB], port: ['8080'], side: ['inner'], both: ['yes'] } },
      });
    });

    test('for a while on a port that is open for a while says until when, and offers another time', () => {
      const facts = {
        ...someFacts({ ports: [outerOpen] }),
        timer: { until: 0, length: 3_600_000, sides: ['outer'] as const },
      };
      expect(expectRefusal(portOpen.plan({ ...open, for: 7_200_000 }, facts, ask))).toMatchObject({
        why: 'Port 8080 on web is already open until 00:00 UTC, 1 Jan 1970.',
        offers: [{ operation: 'port.until' }],
      });
    });

    test('without an end on a port that is open for a while: which sides stay, and what still closes', () => {
      const facts = {
        ...someFacts({ ports: [outerOpen] }),
        timer: { until: 0, length: 3_600_000, sides: ['inner', 'outer'] as const },
      };
      expect(linesOf(expectPlan(portOpen.plan({ ...open, side: 'inner' }, facts, ask)))).toEqual([
        'Keep port 8080 on web open inside the cluster, without a closing time',
        '| Closing time | 00:00 UTC, 1 Jan 1970 | never',
        '! Its external access still closes automatically at 00:00 UTC, 1 Jan 1970.',
        expect.stringContaining('no undo'),
      ]);
      const insideOnly = { ...facts, timer: { until: 0, length: 3_600_000, sides: ['inner'] as const } };
      expect(linesOf(expectPlan(portOpen.plan({ ...open, side: 'inner' }, insideOnly, ask)))[0]).toBe(
        'Keep port 8080 on web open inside the cluster, without a closing time',
      );
      for (const more of [{}, { both: true }, { both: true, side: 'inner' as const }])
        expect(linesOf(expectPlan(portOpen.plan({ ...open, ...more }, facts, ask)))[0]).toBe(
          'Keep port 8080 on web open to the internet, without a closing time',
        );
    });
  });

  describe('close', () => {
    test('inner while outer is open offers both, outer first', () => {
      const facts = someFacts({ ports: [outerOpen] });
      expect(expectRefusal(portClose.plan({ ...close, side: 'inner' }, facts, ask)).offers).toEqual([
        { operation: 'port.close', given: { component: [WEB], port: ['8080'], side: ['inner'], both: ['yes'] } },
      ]);
      const plan = expectPlan(portClose.plan({ ...close, side: 'inner', both: true }, facts, ask));
      expect(plan.steps.map(({ call }) => call.body)).toEqual([{ action: 'close_outer' }, { action: 'close_inner' }]);
      expect(plan.undo).toMatchObject({ proposal: { operation: 'port.open', given: { both: ['yes'] } } });
    });

    test('a closed port that an http rule still leads to isn’t called closed: the rule is named, and its deletion offered', () => {
      const mysql = aPort(3306, { protocol: 'mysql', isInnerService: true });
      const http = [anHttpRule({ domainName: 'db.shop.test', containerPort: 3306, isOuterService: true })];
      const facts = someFacts({ ports: [mysql], rules: { http, tcp: [] } });
      const refusal = expectRefusal(portClose.plan({ ...close, port: 3306 }, facts, ask));
      expect(refusal.why).toContain('gateway rules may still lead to it: http://db.shop.test');
      expect(refusal.offers).toEqual([{ operation: 'gateway.delete', given: { rule: ['http://db.shop.test'] } }]);
      const inactive = { http: http.map((each) => ({ ...each, isOuterService: false })), tcp: [] };
      expect(
        portClose.plan({ ...close, port: 3306 }, someFacts({ ports: [mysql], rules: inactive }), ask),
      ).toHaveProperty('already');
      // The done card keeps the warning, and nobody is promised that the platform opens such a port again.
      const open = { ...mysql, isOuterService: true };
      const plan = expectPlan(
        portClose.plan({ ...close, port: 3306 }, someFacts({ ports: [open], rules: { http, tcp: [] } }), ask),
      );
      expect(plan.warnings.filter(({ lasts }) => lasts === 'shows').map((each) => plain(each, 'en'))).toContainEqual(
        expect.stringContaining('They may stay reachable: http://db.shop.test'),
      );
      expect('none' in plan.undo && plain(plan.undo.none, 'en')).toContain('`/gateway http web 3306`');
      expect(plan.afterwards).toEqual([
        expect.objectContaining({ operation: 'gateway.delete', given: { rule: ['http://db.shop.test'] } }),
      ]);
    });

    test('opening to the internet without an end warns of that in full size, and names the rules that become active', () => {
      const off = aPort(8080, { isInnerService: true });
      const http = [anHttpRule({ domainName: 'www.shop.test', containerPort: 8080, isOuterService: false })];
      const facts = someFacts({ ports: [off], rules: { http, tcp: [] } });
      const warned = (length: number | undefined) =>
        expectPlan(portOpen.plan({ ...open, for: length }, facts, ask))
          .warnings.filter(({ weight }) => weight === 'exposes')
          .map((each) => plain(each, 'en'));
      expect(warned(undefined)).toEqual([
        'Anyone on the internet will be able to reach it, unless your network blocks it.',
        'No closing time: it stays open until someone closes it.',
        'Its inactive gateway rule becomes active again: http://www.shop.test',
      ]);
      expect(warned(7_200_000).join()).not.toContain('No closing time');
    });

    test('closing contradicts what opens the same port, or adds an address to it', () => {
      const closes = expectPlan(portClose.plan(close, someFacts({ ports: [outerOpen] }), ask));
      const opens = expectPlan(portOpen.plan(open, someFacts(), ask));
      const elsewhere = expectPlan(portOpen.plan({ ...open, port: 9090 }, someFacts({ ports: [aPort(9090)] }), ask));
      expect(contradict(closes, opens)).toBe(true);
      expect(contradict(closes, closes)).toBe(false);
      expect(closes.wants).not.toEqual(elsewhere.wants);
    });
  });

  describe('until', () => {
    const until = { ...close, longer: false, until: undefined, for: 7_200_000 } as const;

    test('internal access under external access that nothing closes is refused, and both are offered', () => {
      const facts = { ...someFacts({ ports: [outerOpen] }), timers: [] };
      const inner = { ...until, side: 'inner' } as const;
      expect(expectRefusal(portUntil.plan(inner, facts, ask))).toEqual({
        why: 'Port 8080 on web is open to the internet. Internal access can’t be closed before external access.',
        offers: [{ operation: 'port.until', given: { component: [WEB], port: ['8080'], both: ['yes'], for: ['2h'] } }],
      });
      const both = expectPlan(portUntil.plan({ ...inner, both: true }, facts, ask));
      expect(linesOf(both)[0]).toBe('Close all access to port 8080 on web in 2 hours');
      expect(linesOf(both)).toContain('! When it closes, nothing can reach it any more.');
      // External access with a closing time doesn't block a closing time for internal access.
      const timed = { ...facts, timers: [{ until: 1_000, length: 3_600_000, sides: ['outer'] as const }] };
      expect(linesOf(expectPlan(portUntil.plan(inner, timed, ask)))[0]).toBe(
        'Close internal access to port 8080 on web in 2 hours',
      );
    });

    test('the outage that comes later weighs, and says who loses access', () => {
      const said = (more: object, port = outerOpen) => {
        const facts = { ...someFacts({ ports: [port] }), timers: [] };
        return expectPlan(portUntil.plan({ ...until, ...more }, facts, ask)).warnings;
      };
      expect(said({})).toEqual([interrupts(openMsg.warnClosesOuter())]);
      expect(plain(openMsg.warnClosesOuter(), 'en')).toBe(
        'When it closes, it can’t be reached from the internet any more. Internal access stays open.',
      );
      expect(said({ side: 'inner' }, aPort(8080))).toEqual([interrupts(openMsg.warnClosesInner())]);
    });

    test('longer counts from the closing time that it has', () => {
      const hour = 3_600_000;
      const facts = {
        ...someFacts({ ports: [outerOpen] }),
        timers: [{ until: 24 * hour, length: 3_600_000, sides: ['outer'] as const }],
      };
      const longer = { ...until, longer: true, for: hour } as const;
      const plan = expectPlan(portUntil.plan(longer, facts, ask));
      expect(plan).toMatchObject({ steps: [], timedUntil: 25 * hour });
      expect(linesOf(plan).slice(0, 2)).toEqual([
        'Keep port 8080 on web open to the internet 1 hour longer',
        '| Closing time | 00:00 UTC, 2 Jan 1970 | 01:00 UTC, 2 Jan 1970',
      ]);
      const insideOnly = { ...facts, timers: [{ until: 24 * hour, length: 3_600_000, sides: ['inner'] as const }] };
      expect(linesOf(expectPlan(portUntil.plan({ ...longer, side: 'inner' }, insideOnly, ask)))[0]).toBe(
        'Keep port 8080 on web open inside the cluster 1 hour longer',
      );
      expect(expectRefusal(portUntil.plan(longer, { ...facts, timers: [] }, ask)).offers).toMatchObject([
        { operation: 'port.until', given: { for: ['1h'] } },
      ]);
    });

    test.each([
      ['never closes', [], 'change'],
      ['closes later', [{ until: ask.now + 3 * 3_600_000, length: 3_600_000, sides: ['outer'] as const }], 'change'],
      [
        'closes earlier',
        [{ until: ask.now + 3_600_000, length: 3_600_000, sides: ['outer', 'inner'] as const }],
        undefined,
      ],
    ])('on a port that %s: weighs what it changes', (_name, timers, risk) => {
      const facts = { ...someFacts({ ports: [outerOpen] }), timers };
      const plan = expectPlan(portUntil.plan(until, facts, ask));
      expect(plan).toMatchObject({ steps: [], timedFor: 7_200_000 });
      expect(plan.risk).toBe(risk);
      expect(linesOf(plan)[0]).toBe(
        risk === 'change'
          ? 'Close external access to port 8080 on web in 2 hours'
          : // The new time is for all that the access opened, so internal access closes too.
            'Keep port 8080 on web open longer, and close all of it in 2 hours',
      );
      if (risk !== 'change') expect(linesOf(plan).join()).not.toContain('Internal access stays open');
      expect(portUntil.risk(until)).toBe('expose');
      const inner = [...timers, { until: ask.now + 60_000, length: 3_600_000, sides: ['inner'] as const }];
      expect(
        expectPlan(portUntil.plan({ ...until, both: true }, { ...facts, timers: inner }, ask)).risk,
      ).toBeUndefined();
    });

    test('a closed port is offered to be opened for so long', () =>
      expect(
        expectRefusal(portUntil.plan({ ...close, longer: false, until: undefined, for: 7_200_000 }, someFacts(), ask))
          .offers,
      ).toEqual([
        { operation: 'port.open', given: { component: [WEB], port: ['8080'], side: ['outer'], for: ['2h'] } },
      ]));
  });
});

const add = {
  component: 'web',
  port: 9090,
  protocol: 'grpc',
  alias: undefined,
  inner: false,
  k8s_service_name: undefined,
} as const;

describe('add', () => {
  test('a number that is there: already when equal, else the ways to change it', () => {
    const there = someFacts({ ports: [aPort(9090, { protocol: 'grpc' })] });
    expect(expectAlready(portAdd.plan(add, there, ask))).toBe('web already has port 9090 with these settings.');
    const other = someFacts({ ports: [aPort(9090, { isInnerService: false })] });
    expect(expectRefusal(portAdd.plan({ ...add, alias: 'RPC', inner: true }, other, ask))).toEqual({
      why: 'web already has port 9090: protocol http, alias GRWEB9090, internal access ○ off. Change that port, or choose another number.',
      offers: [
        { operation: 'port.protocol', given: { component: [WEB], port: ['9090'], protocol: ['grpc'] } },
        { operation: 'port.alias', given: { component: [WEB], port: ['9090'], alias: ['RPC'] } },
        { operation: 'port.open', given: { component: [WEB], port: ['9090'], side: ['inner'] } },
      ],
    });
  });

  test('an in-cluster name comes back for an only port, never by renaming others', () => {
    const named = { ...add, alias: 'RPC', k8s_service_name: 'shop-web' };
    const alone = expectPlan(portAdd.plan(named, someFacts({ ports: [] }), ask));
    expect(alone.steps.map(({ call }) => call.body)).toEqual([
      { port: '9090', protocol: 'grpc', port_alias: 'RPC', is_inner_service: false },
      { action: 'change_port_alias', port_alias: 'RPC', k8s_service_name: 'shop-web' },
    ]);
    const observed = (name: string) => {
      const port = aPort(9090, { protocol: 'grpc', portAlias: 'RPC', isInnerService: false, k8sServiceName: name });
      return alone.steps.map((_, step) => portAdd.observe(alone, step, someFacts({ ports: [port] })));
    };
    expect(observed('grweb-c0de')).toEqual(['after', 'before']);
    expect(observed('shop-web')).toEqual(['after', 'after']);
    const among = expectPlan(portAdd.plan(named, someFacts(), ask));
    expect(among.steps).toHaveLength(1);
    expect(linesOf(among).join('\n')).toContain('! Its in-cluster name was shop-web.');
    expect(
      linesOf(expectPlan(portAdd.plan({ ...named, k8s_service_name: 'grweb' }, someFacts(), ask))).join('\n'),
    ).not.toContain('It was called');
  });
});

const rename = { component: 'web', port: 8080, alias: 'WEB_HTTP', service: undefined } as const;
const two = someFacts({ ports: [aPort(8080), aPort(9090)] });
const mixed = someFacts({ ports: [aPort(8080), aPort(9090, { k8sServiceName: 'grweb-rpc' })] });

describe('alias', () => {
  test('a refused alias may have renamed the variables in the region, and says so', () => {
    const plan = expectPlan(portAlias.plan(rename, two, ask));
    expect(portAlias.leftover?.(plan, 0, two)?.says.map((text) => plain(text, 'en'))).toEqual([
      'The region may already have renamed the environment variables GRWEB8080_HOST, GRWEB8080_PORT to WEB_HTTP_HOST, WEB_HTTP_PORT.',
    ]);
  });

  test('ports of different names are listed one by one, and it cannot be undone', () => {
    const plan = expectPlan(portAlias.plan({ ...rename, service: 'shop-web' }, mixed, ask));
    expect(sent(plan)).toEqual([
      'PUT {"action":"change_port_alias","port_alias":"WEB_HTTP","k8s_service_name":"shop-web"}',
      'no undo',
    ]);
  });

  test('a name that another component has is a fault before the platform half does it', () => {
    const asked = { ...rename, service: 'shop-api' };
    expect(portAlias.plan(asked, { ...two, nameHolder: 'api' }, ask)).toMatchObject({ faults: [{ param: 'service' }] });
  });
});

describe('delete', () => {
  const remove = { component: 'web', port: 8080, close: false } as const;
  const shut = aPort(8080, { isInnerService: false });
  const open = aPort(8080, { isOuterService: true });

  test('an open port is offered to be closed and deleted, outer first', () => {
    const facts = someFacts({ ports: [open], rules: { http: [anHttpRule()], tcp: [] } });
    expect(expectRefusal(portDelete.plan(remove, facts, ask)).offers).toEqual([
      { operation: 'port.delete', given: { component: [WEB], port: ['8080'], close: ['yes'] } },
    ]);
    const plan = expectPlan(portDelete.plan({ ...remove, close: true }, facts, ask));
    expect(plan.steps.map(({ call }) => call.body ?? call.method)).toEqual([
      { action: 'close_outer' },
      { action: 'close_inner' },
      'DELETE',
    ]);
    expect(linesOf(plan)).toContain('! It can no longer be reached from the internet.');
    expect(linesOf(plan)).toContain('! Other components can no longer reach it at grweb:8080.');
  });

  test('custom rules that are active on a closed port stand in the way', () => {
    const facts = someFacts({ ports: [shut], rules: { http: [anHttpRule()], tcp: [] } });
    expect(expectRefusal(portDelete.plan(remove, facts, ask)).offers).toMatchObject([{ operation: 'port.open' }]);
  });

  test('a name and an alias that the platform takes no more are not promised back', () => {
    const odd = aPort(8080, { isInnerService: false, portAlias: 'web-1', k8sServiceName: 'Web_1' });
    expect(expectPlan(portDelete.plan(remove, someFacts({ ports: [odd] }), ask)).undo).toMatchObject({
      proposal: { given: { component: [WEB], port: ['8080'], protocol: ['http'] } },
    });
  });
});

const toTcp = {
  component: 'web',
  port: 8080,
  protocol: 'tcp',
  close: false,
  open: false,
  opens: undefined,
} as const;
const openHttp = someFacts({
  ports: [aPort(8080, { isOuterService: true })],
  rules: { http: [anHttpRule()], tcp: [] },
});

describe('protocol', () => {
  test('away from http while open offers to close first, as one plan', () => {
    expect(expectRefusal(portProtocol.plan(toTcp, openHttp, ask)).offers).toEqual([
      { operation: 'port.protocol', given: { component: [WEB], port: ['8080'], protocol: ['tcp'], close: ['yes'] } },
    ]);
    expect(sent(expectPlan(portProtocol.plan({ ...toTcp, close: true }, openHttp, ask)))).toEqual([
      'PUT {"action":"close_outer"}',
      'PUT {"action":"change_protocol","protocol":"tcp"}',
      'undo: port.protocol {"component":["c0de0000000000000000000000000001"],"port":["8080"],"protocol":["http"],"open":["yes"]}',
    ]);
  });

  test('what was closed for the change is opened again by its undo', () => {
    const closed = expectPlan(portProtocol.plan({ ...toTcp, close: true }, openHttp, ask));
    expect(closed.undo).toMatchObject({ proposal: { given: { protocol: ['http'], open: ['yes'] } } });
    const facts = someFacts({
      ports: [aPort(8080, { protocol: 'tcp' })],
      rules: { http: [anHttpRule({ isOuterService: false })], tcp: [] },
    });
    const back = expectPlan(portProtocol.plan({ ...toTcp, protocol: 'http', open: true }, facts, ask));
    expect(back.steps.map(({ call }) => call.body)).toEqual([
      { action: 'change_protocol', protocol: 'http' },
      { action: 'open_outer' },
    ]);
    expect(linesOf(back)[0]).toBe('Change the protocol of port 8080 on web to http and open it to the internet');
    expect(linesOf(back)).toContain('| External access | ○ off | ● on');
    expect(linesOf(back)).toContain(
      '! Anyone on the internet will be able to reach it, unless your network blocks it.',
    );
    expect(portProtocol.risk({ ...toTcp, open: true })).toBe('expose');
    expect(portProtocol.plan({ ...toTcp, open: true, close: true }, openHttp, ask)).toMatchObject({ risk: 'change' });
  });
});

describe('node port', () => {
  const rules = { http: [], tcp: [aTcpRule({ endPoint: '203.0.113.9:30021' })] };
  const open = aPort(5432, { protocol: 'tcp', isInnerService: true, isOuterService: true });
  const renamed = { ...open, k8sServiceName: 'database' };
  const other = aPort(6379, { protocol: 'tcp', isInnerService: true, isOuterService: true });
  const factsOf = (port: Port, ...more: readonly Port[]) => someFacts({ ports: [port, ...more], rules });
  const on = { component: 'web', port: 5432, side: 'outer', both: false } as const;

  describe('a node port that may stay open', () => {
    const plans = {
      close: (port: Port) => expectPlan(portClose.plan(on, factsOf(port), ask)),
      delete: (port: Port) => expectPlan(portDelete.plan({ ...on, close: true }, factsOf(port), ask)),
      protocol: (port: Port) =>
        expectPlan(portProtocol.plan({ ...toTcp, ...on, protocol: 'udp', close: true }, factsOf(port), ask)),
    };

    test.each(['close', 'delete', 'protocol'] as const)('%s says so where alias and in-cluster name differ', (how) => {
      const plan = plans[how](renamed);
      const warning = plan.warnings.find(({ key }) => key === 'port.open.warnMayAnswer');
      expect(warning && plain(warning, 'en')).toBe(
        'Before Rainbond 6.7.4, this leaves 203.0.113.9:30021 open, because the in-cluster name database differs from the alias grweb. Portolan can’t check whether it’s closed.',
      );
      expect(warning?.weight).toBe('exposes');
      expect(plan.mayAnswer).toEqual({ port: 5432, addresses: ['203.0.113.9:30021'], once: 'closed' });
      expect(plans[how]({ ...open, k8sServiceName: 'grweb' }).mayAnswer).toBeUndefined();
      expect(plans[how]({ ...renamed, protocol: 'http' }).mayAnswer).toBeUndefined();
    });

    test('the card names its number once it is closed', () => {
      const plan = plans.close(renamed);
      const said = portClose
        .done(plan, factsOf({ ...renamed, isOuterService: false }))
        .map((each) => plain(each, 'en'));
      expect(said).toEqual(['May still answer: 203.0.113.9:30021. Portolan can’t check whether it’s closed.']);
    });

    test('deleting a closed port says that its node port may stay', () => {
      const closed = { ...renamed, isOuterService: false, isInnerService: false };
      expect(linesOf(plans.delete(closed)).join()).toContain('this leaves 203.0.113.9:30021 open');
    });
  });

  describe('opening a tcp port again', () => {
    const warning = 'Opening port 5432 again gives it the same node port, or the region refuses it';
    const said = (plan: unknown) => linesOf(expectPlan(plan as ReturnType<typeof portClose.plan>)).join();

    test('the plans that lead to it warn of it where another port uses a node port', () => {
      const shut = { ...open, isOuterService: false };
      const until = { ...on, for: 60_000, longer: false, until: undefined };
      for (const beside of [[], [other], [aPort(80)]] as const) {
        const warned = beside.some((each) => each === other);
        const texts = [
          said(portClose.plan(on, factsOf(open, ...beside), ask)),
          said(portOpen.plan({ ...on, for: 60_000, until: undefined }, factsOf(shut, ...beside), ask)),
          said(portOpen.plan({ ...on, for: undefined, until: undefined }, factsOf(shut, ...beside), ask)),
          said(portUntil.plan(until, factsOf(open, ...beside), ask)),
        ];
        expect(texts.map((text) => text.includes(warning))).toEqual(texts.map(() => warned));
      }
    });

    test('a refusal says that the node port may be open, and offers what helps', () => {
      const facts = factsOf({ ...open, isOuterService: false });
      const plan = expectPlan(portOpen.plan({ ...on, for: undefined, until: undefined }, facts, ask));
      const left = portOpen.leftover?.(plan, 0, facts);
      expect(left?.says.map((each) => plain(each, 'en')).join(' ')).toContain(
        'Its node port may be open anyway: 203.0.113.9:30021.',
      );
      expect(left?.offer).toMatchObject({ operation: 'port.delete' });
      const http = someFacts({ ports: [aPort(5432, { isInnerService: true })], rules: { http: [], tcp: [] } });
      const web = expectPlan(portOpen.plan({ ...on, for: undefined, until: undefined }, http, ask));
      expect(portOpen.leftover?.(web, 0, http)).toBeUndefined();
    });
  });
});

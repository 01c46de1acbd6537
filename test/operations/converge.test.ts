import { idOf } from '../../playground/platform/seed/seed-id.ts';
import { expectPlan } from './checks.ts';
import { type Bench, planOf, portsOf, runChange, startBench, undo } from './platform.ts';

/** Components are named by id, because the platform of the interface document has no list of components. */
const web = idOf('web');
const api = idOf('api');
const cache = idOf('cache');
const importer = idOf('importer');

describe.each(['console', 'document'] as const)('on the %s', (dialect) => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await startBench(dialect);
  });

  /** Runs a change and its undo. Checks that the ports are then as before the change. */
  async function thereAndBack(component: string, id: string, given: Record<string, readonly string[]>) {
    const before = await portsOf(bench, component);
    const { plan, endTexts } = await runChange(bench, id, { component: [component], ...given });
    expect(await portsOf(bench, component)).not.toEqual(before);
    await undo(bench, plan);
    const sorted = (ports: typeof before) => ports.toSorted((a, b) => a.containerPort - b.containerPort);
    expect(sorted(await portsOf(bench, component))).toEqual(sorted(before));
    return endTexts;
  }

  test.each([
    ['open outer', web, 'port.open', { port: ['8443'], both: ['yes'] }],
    ['open a port whose rule slept', api, 'port.open', { port: ['8000'] }],
    ['open tcp', cache, 'port.open', { port: ['6379'] }],
    ['open inner', web, 'port.open', { port: ['8443'], side: ['inner'] }],
    ['close outer', web, 'port.close', { port: ['8080'] }],
    ['close both', web, 'port.close', { port: ['8080'], both: ['yes'] }],
    ['close inner', api, 'port.close', { port: ['8000'], side: ['inner'] }],
    ['add', web, 'port.add', { port: ['5000'], protocol: ['udp'], alias: ['UDP'], inner: ['yes'] }],
    ['protocol', cache, 'port.protocol', { port: ['6379'], protocol: ['udp'] }],
    ['alias', web, 'port.alias', { port: ['8080'], alias: ['WEB_HTTP'] }],
    ['alias and name', web, 'port.alias', { port: ['8080'], alias: ['WEB_HTTP'], service: ['shop-front'] }],
    ['delete a closed port', web, 'port.delete', { port: ['8443'] }],
    ['close and delete', web, 'port.delete', { port: ['9090'], close: ['yes'] }],
    ['delete an only port', importer, 'port.delete', { port: ['5000'] }],
  ] as const)('%s, and back', async (_name, component, id, given) => {
    const endTexts = await thereAndBack(component, id, given);
    // The cards of these two already show the result in their tables, so no text under the table repeats it.
    expect(endTexts.length > 0).toBe(!['port.close', 'port.protocol'].includes(id));
  });

  test('closing and deleting takes the rules away; what comes back is closed and without them', async () => {
    const { plan } = await runChange(bench, 'port.delete', { component: [web], port: ['8080'], close: ['yes'] });
    expect(plan.steps).toHaveLength(3);
    if (dialect === 'console') expect(JSON.stringify(plan.rows)).toContain('https://www.shop.test');
    await undo(bench, plan);
    const back = (await portsOf(bench, web)).find(({ containerPort }) => containerPort === 8080);
    expect(back).toMatchObject({ portAlias: 'GR7C01AA8080', isInnerService: true, isOuterService: false });
    expect(bench.simulated.state.httpRules.filter(({ componentId }) => componentId === web)).toEqual([]);
  });

  test('an http rule with every setting on a closed port, told again without its answer', async () => {
    const { endTexts } = await runChange(bench, 'gateway.http', {
      component: [api],
      port: ['9100'],
      domain_name: ['metrics.shop.test/now'],
      whether_open: ['yes'],
      certificate_id: ['7'],
      domain_cookie: ['version:beta'],
      domain_header: ['X-Beta:1'],
      the_weight: ['40'],
      rule_extensions: ['lb-type:round-robin'],
      proxy_read_timeout: ['120'],
      proxy_buffering: ['on'],
      set_headers: ['X-Team:shop'],
    });
    const isConsole = dialect === 'console';
    expect(endTexts).toEqual([
      isConsole
        ? 'Rule created: https://metrics.shop.test/now. The gateway routes all of metrics.shop.test to api:9100'
        : 'Rule created: https://metrics.shop.test/now routes to api:9100',
      ...(isConsole
        ? [
            '⚠ Extensions weren’t checked: the platform doesn’t show them.',
            '⚠ Proxy settings weren’t checked: the platform doesn’t show them.',
          ]
        : []),
      'Port 9100 on api is open to the internet, without a closing time.',
      expect.stringContaining(isConsole ? 'Not checked: whether the gateway has a live route' : 'Not checked: whether'),
    ]);
    const rule = bench.simulated.state.httpRules.at(-1);
    expect(rule).toMatchObject({ domain: 'metrics.shop.test', path: '/now', cookie: 'version=beta', weight: 40 });
  });

  test('an http rule that opens its port names the rule that this activates too', async () => {
    const given = { component: [api], port: ['8000'], domain_name: ['api.shop.test'], whether_open: ['yes'] };
    const { endTexts } = await runChange(bench, 'gateway.http', given);
    expect(endTexts).toContain(
      'Rules of the port that are active now too: http://gr2f88b0-8000-shop.apps.east.shop.test',
    );
  });

  test('an http rule on a port that closes automatically says when the address ends', async () => {
    const until = bench.ask.now + 3_600_000;
    const stored = [
      {
        id: 'a',
        at: bench.ask.now,
        until,
        placeKey: '',
        componentKey: '',
        request: 'a',
        by: 'U0SAM',
        tries: 0,
        body: { component: web, port: 8080, side: 'outer', sides: ['outer'] },
      },
    ];
    vi.spyOn(bench.reads.temporaryAccess, 'list').mockResolvedValue(stored);
    const given = { component: [web], port: ['8080'], domain_name: ['new.shop.test'] };
    const { endTexts } = await runChange(bench, 'gateway.http', given);
    expect(endTexts[1]).toMatch(/^Port 8080 closes automatically at .*; this address stops then\.$/);
  });

  test.runIf(dialect === 'console')('an http rule is deleted to undo it, and created again to undo that', async () => {
    const domains = () => bench.simulated.state.httpRules.map(({ domain, path }) => `${domain}${path}`);
    const before = domains();
    const given = { component: [web], port: ['8080'], domain_name: ['new.shop.test/cart'], the_weight: ['30'] };
    const { plan } = await runChange(bench, 'gateway.http', given);
    expect(domains()).toContain('new.shop.test/cart');
    const { plan: deletion, endTexts } = await undo(bench, plan);
    expect(endTexts).toEqual([
      'The rule http://new.shop.test/cart is deleted.',
      expect.stringContaining('may stay reachable until external access to port 8080 on web is closed'),
    ]);
    expect(domains()).toEqual(before);
    await undo(bench, deletion);
    expect(bench.simulated.state.httpRules.at(-1)).toMatchObject({
      domain: 'new.shop.test',
      path: '/cart',
      weight: 30,
    });
  });

  test('a tcp rule on all addresses, on a port that it opens', async () => {
    const given = { component: [cache], port: ['6379'], end_point: ['0.0.0.0:30500'] };
    const { endTexts } = await runChange(bench, 'gateway.tcp', given);
    expect(endTexts[0]).toMatch(/^Rule created: .*:30500 routes to cache:6379$/);
    expect(endTexts.slice(1)).toEqual([
      'Port 6379 on cache is open to the internet, without a closing time.',
      'Not checked: whether the address answers.',
    ]);
  });
});

describe('regions', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await startBench('console');
  });

  test('a component whose region cannot be asked is still planned', async () => {
    const { plan } = await runChange(bench, 'port.protocol', {
      component: ['importer'],
      port: ['5000'],
      protocol: ['tcp'],
    });
    expect(plan.componentName).toBe('importer');
  });

  test('every offer leads to a plan', async () => {
    const ids = ['port.open', 'port.close', 'port.protocol', 'port.delete', 'gateway.http'] as const;
    const more = {
      'port.close': { side: ['inner'] },
      'port.protocol': { protocol: ['udp'] },
      'gateway.http': { domain_name: ['a.test'] },
    };
    let offered = 0;
    for (const id of ids)
      for (const [component, port] of [
        [web, '8080'],
        [web, '8443'],
        [web, '9090'],
        [api, '9100'],
      ]) {
        const extra = Object.entries(more).find(([key]) => key === id)?.[1] ?? {};
        const first = await planOf(bench, id, { component: [component ?? ''], port: [port ?? ''], ...extra });
        if (!('problem' in first) || first.problem !== 'refused') continue;
        for (const offer of first.offers ?? []) {
          const next = await planOf(bench, offer.operation, offer.given);
          offered += 1;
          expectPlan(next);
        }
      }
    expect(offered).toBeGreaterThan(5);
  });
});

import { describe, expect, test } from 'vitest';
import { expectAlready, expectExamples, expectPlan, expectRefusal, told } from '../../../test/operations/checks.ts';
import { anHttpRule, aPort, ask, aTcpRule, someFacts, WEB } from '../../../test/operations/samples.ts';
import { portClose } from './port-close.ts';
import { portOpen } from './port-open.ts';
import { portUntil } from './temporary-access/port-until.ts';

const open = { component: 'web', port: 8080, side: 'outer', for: undefined, both: false } as const;
const close = { component: 'web', port: 8080, side: 'outer', both: false } as const;
const outerOpen = aPort(8080, { isOuterService: true });
const shut = aPort(8080, { isInnerService: false });

test('examples read as they are printed', () => {
  for (const operation of [portOpen, portClose, portUntil]) expectExamples(operation);
});

describe('open', () => {
  test('to the outside: one call, the usual address, undone by closing', () => {
    const plan = expectPlan(portOpen.plan(open, someFacts(), ask));
    expect(told(plan)).toMatchInlineSnapshot(`
      [
        "Open port 8080 of web to the outside",
        "| External access | ○ off | ● on",
        "| Address | – | given by the platform, usually http://grweb-8080-shop.apps.example.test",
        "> Open port 8080 to the outside: PUT {"action":"open_outer"}",
        "! Whoever reaches the region’s gateway can reach it then.",
        "undo: Close it again = port.close {"component":["c0de0000000000000000000000000001"],"port":["8080"],"side":["outer"]}",
      ]
    `);
    expect(plan.steps[0]?.call.path).toBe(`/openapi/v1/teams/shop/regions/east-1/apps/12/services/${WEB}/ports/8080`);
    expect(portOpen.plan(open, someFacts(), ask)).toEqual(plan);
  });

  test('for a while keeps the length, not a moment', () => {
    const plan = expectPlan(portOpen.plan({ ...open, for: 5_400_000 }, someFacts(), ask));
    expect(plan.timedFor).toBe(5_400_000);
    expect(told(plan)[0]).toBe('Open port 8080 of web to the outside for 1 hour 30 minutes');
  });

  test('rules that slept are named: they answer again', () => {
    const facts = someFacts({ rules: { http: [anHttpRule({ isOuterService: false })], tcp: [] } });
    expect(told(expectPlan(portOpen.plan(open, facts, ask)))).toMatchInlineSnapshot(`
      [
        "Open port 8080 of web to the outside",
        "| External access | ○ off | ● on",
        "| Address | ○ http://www.shop.test | ● http://www.shop.test",
        "> Open port 8080 to the outside: PUT {"action":"open_outer"}",
        "! Whoever reaches the region’s gateway can reach it then.",
        "! A gateway rule that slept answers again.",
        "undo: Close it again = port.close {"component":["c0de0000000000000000000000000001"],"port":["8080"],"side":["outer"]}",
      ]
    `);
  });

  test('with inner closed offers both, and both is one plan in order', () => {
    const facts = someFacts({ ports: [shut] });
    expect(expectRefusal(portOpen.plan({ ...open, for: 7_200_000 }, facts, ask))).toMatchInlineSnapshot(`
      {
        "offers": [
          {
            "given": {
              "both": [
                "yes",
              ],
              "component": [
                "c0de0000000000000000000000000001",
              ],
              "for": [
                "2h",
              ],
              "port": [
                "8080",
              ],
            },
            "operation": "port.open",
          },
        ],
        "why": "Port 8080 of web is closed inside the cluster, and outer access needs inner access. Open both?",
      }
    `);
    const plan = expectPlan(portOpen.plan({ ...open, both: true }, facts, ask));
    expect(plan.steps.map(({ call }) => call.body)).toEqual([{ action: 'open_inner' }, { action: 'open_outer' }]);
    expect(plan.undo).toMatchObject({
      proposal: { given: { component: [WEB], port: ['8080'], side: ['inner'], both: ['yes'] } },
    });
  });

  test('what is open is told, with its addresses; for= offers a closing time', () => {
    const facts = someFacts({ ports: [outerOpen], rules: { http: [anHttpRule()], tcp: [] } });
    expect(expectAlready(portOpen.plan(open, facts, ask))).toContain('http://www.shop.test');
    expect(expectRefusal(portOpen.plan({ ...open, for: 7_200_000 }, facts, ask)).offers).toEqual([
      { operation: 'port.until', given: { component: [WEB], port: ['8080'], side: ['outer'], for: ['2h'] } },
    ]);
  });

  test('without an end on a port that is open for a while: which sides stay, and what still closes', () => {
    const facts = { ...someFacts({ ports: [outerOpen] }), timer: { until: 0, sides: ['inner', 'outer'] as const } };
    expect(told(expectPlan(portOpen.plan({ ...open, side: 'inner' }, facts, ask)))).toEqual([
      'Keep port 8080 of web open inside the cluster',
      '| Closes by itself | 1 Jan 1970, 00:00 UTC | never',
      '! Its outer access still closes by itself: 1 Jan 1970, 00:00 UTC.',
      expect.stringContaining('no undo'),
    ]);
    for (const more of [{}, { both: true }, { both: true, side: 'inner' as const }])
      expect(told(expectPlan(portOpen.plan({ ...open, ...more }, facts, ask)))[0]).toBe('Keep port 8080 of web open');
  });

  test.each([
    ['mysql', 'Kubernetes knows no protocol mysql'],
    ['grpc', 'Kubernetes knows no protocol grpc'],
    ['udp', 'TCP does not get through'],
  ])('%s is warned of', (protocol, warning) => {
    const plan = expectPlan(portOpen.plan(open, someFacts({ ports: [aPort(8080, { protocol })] }), ask));
    expect(told(plan).join('\n')).toContain(warning);
  });

  test('an unknown port gives the nearest', () => {
    expect(portOpen.plan({ ...open, port: 8081 }, someFacts(), ask)).toMatchObject({
      problem: 'unknown-name',
      nearest: [{ value: '8080' }],
    });
  });

  test.each([
    ['absent', 'isn’t set up in region'],
    ['2', 'disabled'],
    ['3', 'maintenance'],
    ['0', 'edited'],
  ])('a region that is %s refuses', (status, says) => {
    const facts = someFacts();
    const region = status === 'absent' || typeof facts.region === 'string' ? 'absent' : { ...facts.region, status };
    expect(expectRefusal(portOpen.plan(open, { ...facts, region }, ask)).why).toContain(says);
  });

  test('reading tells what a step did', () => {
    const plan = expectPlan(portOpen.plan({ ...open, both: true }, someFacts({ ports: [shut] }), ask));
    const seen = (port: typeof shut) =>
      plan.steps.map((_, step) => portOpen.observe(plan, step, someFacts({ ports: [port] })));
    expect(seen(shut)).toEqual(['before', 'before']);
    expect(seen(aPort(8080))).toEqual(['after', 'before']);
    expect(seen(outerOpen)).toEqual(['after', 'after']);
    expect(portOpen.observe(plan, 0, someFacts({ ports: [] }))).toBe('other');
  });
});

describe('close', () => {
  test('outer: addresses fall silent, undone by opening', () => {
    const facts = someFacts({ ports: [outerOpen], rules: { http: [anHttpRule()], tcp: [] } });
    expect(told(expectPlan(portClose.plan(close, facts, ask)))).toMatchInlineSnapshot(`
      [
        "Close port 8080 of web to the outside",
        "| External access | ● on | ○ off",
        "| Address | ● http://www.shop.test | ○ http://www.shop.test",
        "> Close port 8080 to the outside: PUT {"action":"close_outer"}",
        "! The gateway rules stay and answer again when the port is opened.",
        "undo: Open it again = port.open {"component":["c0de0000000000000000000000000001"],"port":["8080"],"side":["outer"]}",
      ]
    `);
  });

  test('rules of the other kind are not shown as silenced, but named', () => {
    const tcp = [aTcpRule({ containerPort: 8080 })];
    const facts = someFacts({ ports: [outerOpen], rules: { http: [anHttpRule()], tcp } });
    const plan = expectPlan(portClose.plan(close, facts, ask));
    expect(plan.rows).toHaveLength(2);
    expect(told(plan).join('\n')).toContain('they may go on answering: 10.2.0.9:30021');
  });

  test('inner while outer is open offers both, outer first', () => {
    const facts = someFacts({ ports: [outerOpen] });
    expect(expectRefusal(portClose.plan({ ...close, side: 'inner' }, facts, ask)).offers).toEqual([
      { operation: 'port.close', given: { component: [WEB], port: ['8080'], side: ['inner'], both: ['yes'] } },
    ]);
    const plan = expectPlan(portClose.plan({ ...close, side: 'inner', both: true }, facts, ask));
    expect(plan.steps.map(({ call }) => call.body)).toEqual([{ action: 'close_outer' }, { action: 'close_inner' }]);
    expect(plan.undo).toMatchObject({ proposal: { operation: 'port.open', given: { both: ['yes'] } } });
  });

  test('what is closed is told and nothing is sent', () => {
    expect(expectAlready(portClose.plan(close, someFacts(), ask))).toBe('Port 8080 of web is not open to the outside.');
    const facts = someFacts({ ports: [shut] });
    expect(expectAlready(portClose.plan({ ...close, both: true }, facts, ask))).toBe(
      'Port 8080 of web is closed already.',
    );
  });
});

describe('until', () => {
  test('sends nothing and holds only the length', () => {
    const plan = expectPlan(portUntil.plan({ ...close, for: 7_200_000 }, someFacts({ ports: [outerOpen] }), ask));
    expect(plan).toMatchObject({ steps: [], timedFor: 7_200_000 });
    expect(told(plan)).toMatchInlineSnapshot(`
      [
        "Close port 8080 of web in 2 hours",
        "| Closes by itself | as it is now | 2 hours after it is done",
        "! Then only its outer access is closed.",
        "no undo: A closing time is changed or lifted from the list of openings.",
      ]
    `);
  });

  test('a closed port is offered to be opened for so long', () => {
    expect(expectRefusal(portUntil.plan({ ...close, for: 7_200_000 }, someFacts(), ask)).offers).toEqual([
      { operation: 'port.open', given: { component: [WEB], port: ['8080'], side: ['outer'], for: ['2h'] } },
    ]);
  });
});

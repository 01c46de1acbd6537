import { describe, expect, test } from 'vitest';
import { expectPlan, expectRefusal, told } from '../../../test/operations/checks.ts';
import { aPort, ask, someFacts, WEB } from '../../../test/operations/samples.ts';
import { contradict, interrupts } from '../../core/request/plan.ts';
import { plain } from '../operation-catalog.ts';
import { portOpen } from './port-open.ts';
import { openMsg } from './port-open-messages.ts';
import { portClose } from './port-operations.ts';
import { portUntil } from './port-until.ts';

const open = { component: 'web', port: 8080, side: 'outer', for: undefined, both: false } as const;
const close = { component: 'web', port: 8080, side: 'outer', both: false } as const;
const outerOpen = aPort(8080, { isOuterService: true });
const shut = aPort(8080, { isInnerService: false });

describe('open', () => {
  test('for a while keeps the length, not a moment', () => {
    const plan = expectPlan(portOpen.plan({ ...open, for: 5_400_000 }, someFacts(), ask));
    expect(plan.timedFor).toBe(5_400_000);
    expect(told(plan)[0]).toBe('Open port 8080 on web to the internet for 1 hour 30 minutes');
  });

  test('with inner closed offers both, and both is one plan in order', () => {
    const facts = someFacts({ ports: [shut] });
    expect(expectRefusal(portOpen.plan({ ...open, for: 7_200_000 }, facts, ask))).toEqual({
      why: 'Port 8080 on web has no internal access, and opening it to the internet needs that. Open both?',
      offers: [{ operation: 'port.open', given: { component: [WEB], port: ['8080'], both: ['yes'], for: ['2h'] } }],
    });
    const plan = expectPlan(portOpen.plan({ ...open, both: true }, facts, ask));
    expect(plan.steps.map(({ call }) => call.body)).toEqual([{ action: 'open_inner' }, { action: 'open_outer' }]);
    expect(plan.undo).toMatchObject({
      proposal: { given: { component: [WEB], port: ['8080'], side: ['inner'], both: ['yes'] } },
    });
  });

  test('without an end on a port that is open for a while: which sides stay, and what still closes', () => {
    const facts = { ...someFacts({ ports: [outerOpen] }), timer: { until: 0, sides: ['inner', 'outer'] as const } };
    expect(told(expectPlan(portOpen.plan({ ...open, side: 'inner' }, facts, ask)))).toEqual([
      'Keep port 8080 on web open inside the cluster, without a closing time',
      '| Closes | 1 Jan 1970, 00:00 UTC | never',
      '! Its external access still closes automatically at 1 Jan 1970, 00:00 UTC.',
      expect.stringContaining('no undo'),
    ]);
    const insideOnly = { ...facts, timer: { until: 0, sides: ['inner'] as const } };
    expect(told(expectPlan(portOpen.plan({ ...open, side: 'inner' }, insideOnly, ask)))[0]).toBe(
      'Keep port 8080 on web open inside the cluster, without a closing time',
    );
    for (const more of [{}, { both: true }, { both: true, side: 'inner' as const }])
      expect(told(expectPlan(portOpen.plan({ ...open, ...more }, facts, ask)))[0]).toBe(
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
  const until = { ...close, longer: false, for: 7_200_000 } as const;

  test('internal access under external access that nothing closes is refused, and both are offered', () => {
    const facts = { ...someFacts({ ports: [outerOpen] }), timers: [] };
    const inner = { ...until, side: 'inner' } as const;
    expect(expectRefusal(portUntil.plan(inner, facts, ask))).toEqual({
      why: 'Port 8080 on web is open to the internet. Internal access can’t be closed before external access. Close both?',
      offers: [{ operation: 'port.until', given: { component: [WEB], port: ['8080'], both: ['yes'], for: ['2h'] } }],
    });
    const both = expectPlan(portUntil.plan({ ...inner, both: true }, facts, ask));
    expect(told(both)[0]).toBe('Close all access to port 8080 on web in 2 hours');
    expect(told(both)).toContain('! When it closes, neither the internet nor other components can reach it any more.');
    // External access with a closing time doesn't block a closing time for internal access.
    const timed = { ...facts, timers: [{ until: 1_000, sides: ['outer'] as const }] };
    expect(told(expectPlan(portUntil.plan(inner, timed, ask)))[0]).toBe(
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
    const facts = { ...someFacts({ ports: [outerOpen] }), timers: [{ until: 24 * hour, sides: ['outer'] as const }] };
    const longer = { ...until, longer: true, for: hour } as const;
    const plan = expectPlan(portUntil.plan(longer, facts, ask));
    expect(plan).toMatchObject({ steps: [], timedUntil: 25 * hour });
    expect(told(plan).slice(0, 2)).toEqual([
      'Keep port 8080 on web open to the internet 1 hour longer',
      '| Closes | 2 Jan 1970, 00:00 UTC | 2 Jan 1970, 01:00 UTC',
    ]);
    const insideOnly = { ...facts, timers: [{ until: 24 * hour, sides: ['inner'] as const }] };
    expect(told(expectPlan(portUntil.plan({ ...longer, side: 'inner' }, insideOnly, ask)))[0]).toBe(
      'Keep port 8080 on web open inside the cluster 1 hour longer',
    );
    expect(expectRefusal(portUntil.plan(longer, { ...facts, timers: [] }, ask)).offers).toMatchObject([
      { operation: 'port.until', given: { for: ['1h'] } },
    ]);
  });

  test.each([
    ['never closes', [], 'change'],
    ['closes later', [{ until: ask.now + 3 * 3_600_000, sides: ['outer'] as const }], 'change'],
    ['closes earlier', [{ until: ask.now + 3_600_000, sides: ['outer', 'inner'] as const }], undefined],
  ])('on a port that %s: weighs what it changes', (_name, timers, risk) => {
    const facts = { ...someFacts({ ports: [outerOpen] }), timers };
    const plan = expectPlan(portUntil.plan(until, facts, ask));
    expect(plan).toMatchObject({ steps: [], timedFor: 7_200_000 });
    expect(plan.risk).toBe(risk);
    expect(told(plan)[0]).toBe(
      risk === 'change'
        ? 'Close external access to port 8080 on web in 2 hours'
        : 'Keep port 8080 on web open to the internet longer, and close it in 2 hours',
    );
    expect(portUntil.risk(until)).toBe('expose');
    const inner = [...timers, { until: ask.now + 60_000, sides: ['inner'] as const }];
    expect(expectPlan(portUntil.plan({ ...until, both: true }, { ...facts, timers: inner }, ask)).risk).toBeUndefined();
  });

  test('a closed port is offered to be opened for so long', () => {
    expect(expectRefusal(portUntil.plan({ ...close, longer: false, for: 7_200_000 }, someFacts(), ask)).offers).toEqual(
      [{ operation: 'port.open', given: { component: [WEB], port: ['8080'], side: ['outer'], for: ['2h'] } }],
    );
  });
});

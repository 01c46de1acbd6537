import { describe, expect, test } from 'vitest';
import { expectAlready, expectPlan, expectRefusal, told } from '../../../test/operations/checks.ts';
import { anHttpRule, aPort, ask, someFacts, WEB } from '../../../test/operations/samples.ts';
import { portProtocol } from './port-protocol.ts';

const toTcp = { component: 'web', port: 8080, protocol: 'tcp', close: false, open: false } as const;
const openHttp = someFacts({
  ports: [aPort(8080, { isOuterService: true })],
  rules: { http: [anHttpRule()], tcp: [] },
});

describe('protocol', () => {
  test('of a closed port is one call, undone by the old one', () => {
    const plan = expectPlan(portProtocol.plan(toTcp, someFacts(), ask));
    expect(told(plan)).toMatchInlineSnapshot(`
      [
        "Change the protocol of port 8080 on web to tcp",
        "| Protocol | http | tcp",
        "> Change port 8080 to tcp: PUT {"action":"change_protocol","protocol":"tcp"}",
        "! The port isn’t open to the internet, and this doesn’t open it.",
        "undo: Change back to http = port.protocol {"component":["c0de0000000000000000000000000001"],"port":["8080"],"protocol":["http"]}",
      ]
    `);
    expect(portProtocol.observe(plan, 0, someFacts())).toBe('before');
    expect(portProtocol.observe(plan, 0, someFacts({ ports: [aPort(8080, { protocol: 'tcp' })] }))).toBe('after');
    expect(portProtocol.observe(plan, 0, someFacts({ ports: [aPort(8080, { protocol: 'udp' })] }))).toBe('other');
  });

  test('the same is told', () => {
    expect(expectAlready(portProtocol.plan({ ...toTcp, protocol: 'http' }, someFacts(), ask))).toContain(
      'already uses http',
    );
  });

  test('away from http while open offers to close first, as one plan', () => {
    expect(expectRefusal(portProtocol.plan(toTcp, openHttp, ask)).offers).toEqual([
      { operation: 'port.protocol', given: { component: [WEB], port: ['8080'], protocol: ['tcp'], close: ['yes'] } },
    ]);
    expect(told(expectPlan(portProtocol.plan({ ...toTcp, close: true }, openHttp, ask)))).toMatchInlineSnapshot(`
      [
        "Close external access to port 8080 on web and change its protocol to tcp",
        "| Protocol | http | tcp",
        "| External access | ● on | ○ off",
        "| Address | http://www.shop.test | ○ inactive",
        "> Close external access to port 8080: PUT {"action":"close_outer"}",
        "> Change port 8080 to tcp: PUT {"action":"change_protocol","protocol":"tcp"}",
        "! External access stays closed afterwards.",
        "! The address of 1 gateway rule stops working. Opening the port again as tcp doesn’t bring it back; Undo does.",
        "undo: Change back to http, and open to the internet again = port.protocol {"component":["c0de0000000000000000000000000001"],"port":["8080"],"protocol":["http"],"open":["yes"]}",
      ]
    `);
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
    expect(told(back)[0]).toBe('Change the protocol of port 8080 on web to http and open it to the internet');
    expect(told(back)).toContain('| External access | ○ off | ● on');
    expect(told(back)).toContain('! Anyone on the internet will be able to reach it.');
    expect(portProtocol.risk({ ...toTcp, open: true })).toBe('expose');
    // What is open already isn’t opened.
    const closes = portProtocol.plan({ ...toTcp, open: true, close: true }, openHttp, ask);
    expect(closes).toMatchObject({ risk: 'change' });
  });

  test('to http while open is taken, with a warning', () => {
    const facts = someFacts({ ports: [aPort(8080, { protocol: 'tcp', isOuterService: true })] });
    const plan = expectPlan(portProtocol.plan({ ...toTcp, protocol: 'http' }, facts, ask));
    expect(plan.steps).toHaveLength(1);
    expect(told(plan).join('\n')).toContain('keeps its current address');
  });

  test('a protocol that can no longer be written has no undo', () => {
    const facts = someFacts({ ports: [aPort(8080, { protocol: 'stream' })] });
    expect(told(expectPlan(portProtocol.plan(toTcp, facts, ask))).at(-1)).toContain(
      'no longer supports setting the protocol stream',
    );
  });
});

import { describe, expect, test } from 'vitest';
import { expectAlready, expectExamples, expectPlan, expectRefusal, told } from '../../../test/operations/checks.ts';
import { anHttpRule, aPort, ask, someFacts, WEB } from '../../../test/operations/samples.ts';
import { portProtocol } from './port-protocol.ts';

const toTcp = { component: 'web', port: 8080, protocol: 'tcp', close: false } as const;
const openHttp = someFacts({
  ports: [aPort(8080, { isOuterService: true })],
  rules: { http: [anHttpRule()], tcp: [] },
});

test('examples read as they are printed', () => expectExamples(portProtocol));

describe('protocol', () => {
  test('of a closed port is one call, undone by the old one', () => {
    const plan = expectPlan(portProtocol.plan(toTcp, someFacts(), ask));
    expect(told(plan)).toMatchInlineSnapshot(`
      [
        "Change port 8080 of web to tcp",
        "| Protocol | http | tcp",
        "> Change port 8080 to tcp: PUT {"action":"change_protocol","protocol":"tcp"}",
        "undo: Back to http = port.protocol {"component":["c0de0000000000000000000000000001"],"port":["8080"],"protocol":["http"]}",
      ]
    `);
    expect(portProtocol.observe(plan, 0, someFacts())).toBe('before');
    expect(portProtocol.observe(plan, 0, someFacts({ ports: [aPort(8080, { protocol: 'tcp' })] }))).toBe('after');
    expect(portProtocol.observe(plan, 0, someFacts({ ports: [aPort(8080, { protocol: 'udp' })] }))).toBe('other');
  });

  test('the same is told', () => {
    expect(expectAlready(portProtocol.plan({ ...toTcp, protocol: 'http' }, someFacts(), ask))).toContain(
      'already speaks http',
    );
  });

  test('away from http while open offers to close first, as one plan', () => {
    expect(expectRefusal(portProtocol.plan(toTcp, openHttp, ask)).offers).toEqual([
      { operation: 'port.protocol', given: { component: [WEB], port: ['8080'], protocol: ['tcp'], close: ['yes'] } },
    ]);
    expect(told(expectPlan(portProtocol.plan({ ...toTcp, close: true }, openHttp, ask)))).toMatchInlineSnapshot(`
      [
        "Change port 8080 of web to tcp",
        "| Protocol | http | tcp",
        "| External access | ● on | ○ off",
        "| Address | ● http://www.shop.test | ○ http://www.shop.test",
        "> Close port 8080 to the outside: PUT {"action":"close_outer"}",
        "> Change port 8080 to tcp: PUT {"action":"change_protocol","protocol":"tcp"}",
        "! It stays closed to the outside afterwards: open it again when the change is done.",
        "! The port has a gateway rule made for the old protocol: it stays as it is and may no longer work.",
        "undo: Back to http, still closed = port.protocol {"component":["c0de0000000000000000000000000001"],"port":["8080"],"protocol":["http"]}",
      ]
    `);
  });

  test('to http while open is taken, with a warning', () => {
    const facts = someFacts({ ports: [aPort(8080, { protocol: 'tcp', isOuterService: true })] });
    const plan = expectPlan(portProtocol.plan({ ...toTcp, protocol: 'http' }, facts, ask));
    expect(plan.steps).toHaveLength(1);
    expect(told(plan).join('\n')).toContain('stays open at its present address');
  });

  test('a protocol that can no longer be written has no undo', () => {
    const facts = someFacts({ ports: [aPort(8080, { protocol: 'stream' })] });
    expect(told(expectPlan(portProtocol.plan(toTcp, facts, ask))).at(-1)).toContain(
      'no longer sets the protocol stream',
    );
  });
});

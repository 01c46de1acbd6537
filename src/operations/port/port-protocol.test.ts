import { describe, expect, test } from 'vitest';
import { expectPlan, expectRefusal, sent, told } from '../../../test/operations/checks.ts';
import { anHttpRule, aPort, ask, someFacts, WEB } from '../../../test/operations/samples.ts';
import { portProtocol } from './port-protocol.ts';

const toTcp = { component: 'web', port: 8080, protocol: 'tcp', close: false, open: false } as const;
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
    expect(told(back)[0]).toBe('Change the protocol of port 8080 on web to http and open it to the internet');
    expect(told(back)).toContain('| External access | ○ off | ● on');
    expect(told(back)).toContain('! Anyone on the internet will be able to reach it.');
    expect(portProtocol.risk({ ...toTcp, open: true })).toBe('expose');
    const closes = portProtocol.plan({ ...toTcp, open: true, close: true }, openHttp, ask);
    expect(closes).toMatchObject({ risk: 'change' });
  });
});

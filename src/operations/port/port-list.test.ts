import { describe, expect, test } from 'vitest';
import { shapeOf } from '../../../test/answer-shape.ts';
import { aPort, ask, WEB } from '../../../test/operations/samples.ts';
import { stillClosed } from '../shared/access/may-answer-list.ts';
import { portList } from './port-list.ts';

type Facts = Parameters<typeof portList.answer>[1];
const web = { id: WEB, alias: 'grweb', name: 'web' };
const list = (more: Partial<Facts>) =>
  shapeOf(
    portList.answer(
      { component: 'web' },
      { component: web, ports: [], addresses: [], mayAnswer: [], temporary: [], ...more },
      ask,
    ),
  );

describe('the ports of a component', () => {
  test('stand in the order of their numbers, addresses beside the open ones only', () => {
    const { rows } = list({
      ports: [aPort(9090), aPort(8080, { isOuterService: true })],
      addresses: [
        { address: 'https://web.test', port: 8080, open: true },
        { address: 'https://old.test', port: 9090, open: false },
      ],
    });
    expect(rows.map(([number]) => number)).toEqual(['8080', '9090']);
    expect(rows[0]).toContain('https://web.test');
    expect(JSON.stringify(rows[1])).not.toContain('old.test');
  });

  test('an address whose port is not known is shown below the table', () => {
    const { rows, text } = list({ ports: [aPort(8080)], addresses: [{ address: 'https://somewhere.test' }] });
    expect(JSON.stringify(rows)).not.toContain('somewhere');
    expect(text).toContain('https://somewhere.test');
  });

  test('a number that can’t be a port is shown as not plausible', () => {
    const { rows } = list({ ports: [aPort(-1), aPort(8080)] });
    expect(rows.map(([number]) => number)).toEqual(['implausible value: -1', '8080']);
  });

  test('a node port that may still answer is told below the table', () => {
    const kept = { request: 'r1', channel: 'C1', context: ask.context, component: WEB, componentName: 'web', since: 1 };
    const mayAnswer = [
      { ...kept, port: 8080, addresses: ['10.2.0.9:30021'], once: 'closed' as const },
      { ...kept, port: 9090, addresses: ['10.2.0.9:30022'], once: 'refused' as const },
    ];
    const { text } = list({ ports: [aPort(8080), aPort(9090)], mayAnswer });
    expect(text).toContain('Port 8080 on web was closed, but may still answer at 10.2.0.9:30021.');
    expect(text).toContain('Opening port 9090 on web was refused, but 10.2.0.9:30022 may be open.');
    const ports = [aPort(8080, { isOuterService: true }), aPort(9090)];
    expect(stillClosed(mayAnswer, WEB, ports).map(({ port }) => port)).toEqual([9090]);
  });

  test('what matters most stands first, addresses last', () => {
    const [row] = list({
      ports: [aPort(8080, { isOuterService: true })],
      addresses: [{ address: 'https://web.test', port: 8080, open: true }],
    }).rows;
    expect(row).toEqual(['8080', '● on', 'http', '● on', 'GRWEB8080', 'grweb', 'https://web.test']);
  });

  test('a port that is open for a while says who opened it', () => {
    const access = { port: 8080, side: 'outer', by: 'Maya', until: 60_000 } as const;
    const { rows } = list({ ports: [aPort(8080, { isOuterService: true }), aPort(9090)], temporary: [access] });
    expect(rows[0]?.[2]).toContain('Maya');
    expect(rows[1]?.at(-1)).not.toContain('Maya');
  });

  test('a port that was closed in the console is open for nobody', () => {
    const access = { port: 8080, side: 'outer', by: 'Maya', until: 60_000 } as const;
    const { rows } = list({ ports: [aPort(8080, { isOuterService: false })], temporary: [access] });
    expect(JSON.stringify(rows)).not.toContain('Maya');
  });

  const given = `component=${WEB}`;
  test.each<[string, readonly ReturnType<typeof aPort>[], readonly string[]]>([
    ['no port', [], ['port.add', 'component.show']],
    ['a closed port', [aPort(80, { isInnerService: false })], ['port.open', 'port.add', 'component.show']],
    ['an inner port', [aPort(80)], ['port.open', 'port.close', 'port.add', 'component.show']],
    ['an open port', [aPort(80, { isOuterService: true })], ['port.close', 'port.add', 'component.show']],
  ])('with %s there are the buttons that make sense', (_what, ports, operations) => {
    const { buttons } = list({ ports });
    expect(buttons.map((button) => button.replace(' …', ''))).toEqual(operations.map((each) => `${each} ${given}`));
  });
});

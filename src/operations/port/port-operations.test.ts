import { shapeOf } from '../../../test/answer-shape.ts';
import { aPort, ask, WEB } from '../../../test/operations/samples.ts';
import { stillClosed } from '../shared/access/may-answer-list.ts';
import { portList } from './port-operations.ts';

type Facts = Parameters<typeof portList.answer>[1];
const web = { id: WEB, alias: 'grweb', name: 'web' };
const list = (more: Partial<Facts>) =>
  shapeOf(
    portList.answer(
      { component: 'web' },
      { component: web, ports: [], addresses: [], mayAnswer: [], temporary: [], notes: [], ...more },
      ask,
    ),
  );

describe('the ports of a component', () => {
  test('a node port that may still answer is told below the table', () => {
    const kept = { request: 'r1', channel: 'C1', context: ask.context, component: WEB, componentName: 'web', since: 1 };
    const mayAnswer = [
      { ...kept, port: 8080, addresses: ['203.0.113.9:30021'], once: 'closed' as const },
      { ...kept, port: 9090, addresses: ['203.0.113.9:30022'], once: 'refused' as const },
    ];
    const { text } = list({ ports: [aPort(8080), aPort(9090)], mayAnswer });
    expect(text).toContain('Port 8080 on web was closed, but may still answer at 203.0.113.9:30021.');
    expect(text).toContain('Opening port 9090 on web was refused, but 203.0.113.9:30022 may be open.');
    const ports = [aPort(8080, { isOuterService: true }), aPort(9090)];
    expect(stillClosed(mayAnswer, WEB, ports).map(({ port }) => port)).toEqual([9090]);
  });

  const given = `component=${WEB}`;
  test.each<[string, readonly ReturnType<typeof aPort>[], readonly string[]]>([
    ['no port', [], ['port.add', 'component.show']],
    ['a closed port', [aPort(80, { isInnerService: false })], ['port.open', 'port.add', 'component.show']],
    ['an inner port', [aPort(80)], ['port.open', 'port.close', 'port.add', 'component.show']],
    ['an open port', [aPort(80, { isOuterService: true })], ['port.close', 'port.add', 'component.show']],
  ])('with %s there are the buttons that make sense', (_what, ports, operations) => {
    const { buttons } = list({ ports });
    const shown = buttons.map((button) => button.replaceAll(/ …| port=80/g, ''));
    expect(shown).toEqual(operations.map((each) => `${each} ${given}`));
  });

  test('several closed ports have one button, whose form asks for the port', () => {
    const { buttons, choices } = list({ ports: [aPort(80), aPort(81)] });
    expect([buttons[0], choices]).toEqual([`port.open ${given} …`, []]);
  });
});

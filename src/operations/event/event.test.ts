import { shapeOf } from '../../../test/answer-shape.ts';
import { anEvent, ask } from '../../../test/operations/samples.ts';
import { isProblem } from '../../core/command/problem.ts';
import type { ComponentEvent } from '../../platform/event/event-endpoints.ts';
import { componentStatus } from '../shared/component/component-format.ts';
import { componentEvents, componentLog, pickEvent } from './event-operations.ts';

const minute = 60_000;
const now = Date.UTC(2026, 10, 22, 12);
const asking = { ...ask, now };
const web = { id: 'c0de', alias: 'grweb', name: 'web' };

const at = now - 10 * minute;
const event = (more: Partial<ComponentEvent> = {}) =>
  anEvent(at, { eventId: '0a1b2c3d00000000000000000000ee01', endedAt: at + 90_000, ...more });
const pod = (optType: string, more: Partial<ComponentEvent> = {}) =>
  event({ optType, target: 'pod', targetId: 'web-6d9f-x', userName: 'system', endedAt: undefined, ...more });

type Moving = Parameters<typeof componentEvents.answer>[1]['moving'];

describe('the list of events', () => {
  const requesters = new Map([['ee07', 'liu']]);
  const list = (events: readonly ComponentEvent[], moving?: Moving, total = events.length, page = 1) =>
    shapeOf(
      componentEvents.answer({ component: 'web', page }, { component: web, total, events, moving, requesters }, asking),
    );

  test('shows the newest first, and offers logs of what can have one', () => {
    const { text, choices } = list([pod('OOMKilled'), event({ status: 'failure' }), event({ eventId: 'ee02' })]);
    expect(text.indexOf('out of memory')).toBeLessThan(text.indexOf('failed'));
    expect(choices).toEqual([
      `11:50 UTC, 22 Nov 2026 Build – 🔴 failed → component.log component=c0de event=${event().eventId}`,
      '11:50 UTC, 22 Nov 2026 Build – ✓ succeeded → component.log component=c0de event=ee02',
    ]);
  });

  test('shows the platform’s message literally, with its meaning if it is the known Chinese one', () => {
    const { text } = list([event({ message: '拉取镜像失败' }), event({ message: '拉取镜像超时' })]);
    expect(text).toContain('“拉取镜像失败” (pulling the image failed)');
    expect(text).toMatch(/“拉取镜像超时” ·/);
  });

  test('says what a success means while the component isn’t running yet', () => {
    const moving = componentStatus({ status: 'upgrade' });
    expect(list([event()], moving).text).toMatch(/^Status now: ◌ rolling update\. “Succeeded” means/);
    for (const { text } of [list([event()]), list([event({ status: 'failure' })], moving)])
      expect(text).not.toContain('Status now');
  });

  test('names the person who asked Portolan for it', () => {
    const { text } = list([event({ eventId: 'ee07', userName: 'portolan' }), event({ userName: 'mei' })]);
    expect(text).toContain(' · liu, by Portolan · ee07');
    expect(text).toMatch(/ · mei · /);
  });

  test('an event of a pod that the platform closed isn’t the end of the trouble, and says how often it was', () => {
    const closed = { status: 'failure', finalStatus: 'complete' } as const;
    const before = { startedAt: at - 20 * 3_600_000, createdAt: at - 20 * 3_600_000 };
    const { text } = list([pod('OOMKilled', closed), pod('OOMKilled', { ...closed, ...before })]);
    expect(text).toContain('○ *Killed, out of memory (web-6d9f-x)*');
    expect(text).toMatch(/closed by the platform.* · at least 2 times in 20 hours/);
    expect(text.match(/at least/g)).toHaveLength(1);
    expect(text).not.toMatch(/resolved|✓/);
  });
});

describe('the log of an event', () => {
  type Facts = Parameters<typeof componentLog.answer>[1];
  const args = { component: 'web', event: undefined, whole: false };
  const show = (more: Partial<Facts>, whole = false) =>
    componentLog.answer({ ...args, whole }, { component: web, event: event(), lines: [], ...more }, asking);

  test('shows its last lines without colors and secrets, and says how many there are', () => {
    const lines = Array.from({ length: 60 }, (_, at) => `\u001b[32m${at}\u001b[0m password=hush`);
    const { text, buttons } = shapeOf(show({ lines }));
    expect(text).toContain('20 password=[secret]\n21 password=[secret]');
    expect(text).not.toContain('\u001b');
    expect(text).not.toMatch(/hush|19 password/);
    expect(text).toContain('Showing the last 40 of 60 lines.');
    expect(buttons).toEqual([
      `component.log component=c0de event=${event().eventId} whole=yes`,
      'component.events component=c0de',
    ]);
  });

  test('fits one block, whatever its lines hold', () => {
    const { text } = shapeOf(show({ lines: Array.from({ length: 40 }, () => 'x'.repeat(900)) }));
    expect(text).toContain('Showing the last 3 of 40 lines.');
  });

  test('the whole of it is a file for the asker alone', async () => {
    const answered = show({ lines: Array.from({ length: 60 }, (_, at) => `${at} password=hush`) }, true);
    expect(answered).toMatchObject({ share: false });
    const [file] = 'files' in answered ? (answered.files ?? []) : [];
    expect(file?.name).toBe('grweb-build-service-0a1b2c3d.log');
    let text = '';
    for await (const piece of file?.content ?? []) text += piece;
    expect(text.split('\n').slice(0, 2)).toEqual(['0 password=[secret]', '1 password=[secret]']);
    expect(text).not.toContain('hush');
  });

  const events = [event({ eventId: 'aaaa1111' }), event({ eventId: 'aaaa2222' }), event({ eventId: 'bbbb3333' })];
  test.each([
    ['bbbb', 'bbbb3333'],
    ['aaaa1', 'aaaa1111'],
    ['aaaa', 'ambiguous'],
    ['cccc', 'refused'],
  ])('an event by the beginning of its id: %s', (typed, expected) => {
    const picked = pickEvent(typed, web, events, asking);
    expect(isProblem(picked) ? picked.problem : picked.eventId).toBe(expected);
  });
});

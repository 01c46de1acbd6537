import { describe, expect, test } from 'vitest';
import { shapeOf } from '../../../test/answer-shape.ts';
import { ask } from '../../../test/operations/samples.ts';
import { isProblem } from '../../core/command/problem.ts';
import type { ComponentEvent } from '../../platform/event/event-reply.ts';
import { readEvents } from '../../platform/event/event-reply.ts';
import { plain } from '../operation-catalog.ts';
import { whatOf } from '../shared/event/event-text.ts';
import { componentEvents } from './component-events.ts';
import { componentLog, pickEvent } from './component-log.ts';

const minute = 60_000;
const now = Date.UTC(2026, 10, 22, 12);
const asking = { ...ask, now };
const web = { id: 'c0de', alias: 'grweb', name: 'web' };

function event(more: Partial<ComponentEvent> = {}): ComponentEvent {
  const at = now - 10 * minute;
  return {
    ...{ eventId: '0a1b2c3d00000000000000000000ee01', optType: 'build-service', target: 'service', targetId: 'c0de' },
    ...{ userName: 'maya', status: 'success', finalStatus: 'complete', message: '' },
    ...{ createdAt: at, startedAt: at, endedAt: at + 90_000 },
    ...more,
  };
}
const pod = (optType: string, more: Partial<ComponentEvent> = {}) =>
  event({ ...{ optType, target: 'pod', targetId: 'web-6d9f-x', userName: 'system' }, endedAt: undefined, ...more });

describe('what an event is about', () => {
  test.each([
    ['start-service', 'Start', '启动组件'],
    ['stop-service', 'Stop', '停止组件'],
    ['restart-service', 'Restart', '重启组件'],
    ['upgrade-service', 'Rolling update', '更新（滚动）'],
    ['build-service', 'Build', '构建组件'],
    ['horizontal-service', 'Scale instances', '水平扩展组件'],
    ['vertical-service', 'Change memory and CPU', '垂直扩展组件'],
    ['add-service-env', 'Add environment variable', '添加环境变量'],
    ['update-service-probe', 'Change health check', '修改健康检测'],
    ['delete-service-port', 'Delete port', '删除端口'],
    ['handle-service-outerport', 'Open or close external access', '开启或关闭对外服务'],
    ['handle-service-innerport', 'Open or close internal access', '开启或关闭对内服务'],
    ['OOMKilled', 'Killed: out of memory', '发生OOM'],
    ['CrashLoopBackOff', 'Keeps crashing, so the next restart is delayed', '反复崩溃，重启已延后'],
    ['AbnormalRecovery', 'Recovered', '恢复正常'],
    ['INITIATING', 'Waiting for another component', '等待依赖的组件'],
    ['upgrade', 'Rolling update', '更新（滚动）'],
    ['SomethingNew', 'SomethingNew', 'SomethingNew'],
    ['add-service-toString', 'add-service-toString', 'add-service-toString'],
    ['constructor', 'constructor', 'constructor'],
    ['', '', ''],
  ])('%s', (optType, en, zh) => {
    expect([plain(whatOf({ optType }), 'en'), plain(whatOf({ optType }), 'zh')]).toEqual([en, zh]);
  });
});

test('what was sent to the region isn’t read', () => {
  const raw = { event_id: 'ee01', opt_type: 'build-service', request_body: '{"DB_PASSWORD":"hush"}' };
  expect(JSON.stringify(readEvents({ total: 1, events: [raw] }))).not.toContain('hush');
});

describe('the list of events', () => {
  const list = (events: readonly ComponentEvent[], total = events.length, page = 1) =>
    shapeOf(componentEvents.answer({ component: 'web', page }, { component: web, total, events }, asking));

  test('shows the newest first, and offers logs of what can have one', () => {
    const { text, choices } = list([pod('OOMKilled'), event({ status: 'failure' }), event({ eventId: 'ee02' })]);
    expect(text.indexOf('out of memory')).toBeLessThan(text.indexOf('failed'));
    expect(choices).toEqual([
      `22 Nov 2026, 11:50 UTC Build – 🔴 failed → component.log component=c0de event=${event().eventId}`,
      '22 Nov 2026, 11:50 UTC Build – ✓ succeeded → component.log component=c0de event=ee02',
    ]);
  });

  test('has pages', () => {
    const events = Array.from({ length: 10 }, () => event());
    const { text, buttons } = list(events, 34, 2);
    expect(text).toContain('11–20 of 34');
    expect(buttons.slice(1)).toEqual([
      'component.events component=c0de page=1',
      'component.events component=c0de page=3',
    ]);
    expect(list([], 34, 9).text).toBe('Page 9 doesn’t exist. There are 4 pages.');
    expect(list([]).text).toBe('web has no events yet.');
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

  test.each<[string, Partial<Facts>, RegExp]>([
    ['no log', { lines: [] }, /no log of this event. Something may still have happened/],
  ])('%s is said', (_case, more, said) => {
    const { text, buttons } = shapeOf(show(more));
    expect(text).toMatch(said);
    expect(buttons).toEqual(['component.events component=c0de']);
  });

  test('without any event there is no log', () => {
    expect(shapeOf(componentLog.answer(args, { component: web, lines: [] }, asking)).text).toBe(
      'web has no events yet.',
    );
  });

  test('one that still runs can be read again', () => {
    const running = event({ status: '', finalStatus: '', endedAt: undefined });
    expect(shapeOf(show({ event: running, lines: ['a'] })).buttons).toContain(
      `component.log component=c0de event=${running.eventId}`,
    );
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
  ])('an event by the beginning of its id: %s', (typed, found) => {
    const picked = pickEvent(typed, web, events, asking);
    expect(isProblem(picked) ? picked.problem : picked.eventId).toBe(found);
  });
});

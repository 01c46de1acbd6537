import { expect, test } from 'vitest';
import { someEntry } from '../../test/store-records.ts';
import type { ChartOrder } from '../core/command/answer.ts';
import { operations } from '../operations/index.ts';
import { PlatformError } from '../platform/errors/platform-error.ts';
import type { ComponentEvent } from '../platform/resources/models.ts';
import type { AuditEntry, AuditRow } from '../store/audit/audit-entry.ts';
import { changeMarks, type MarkSources } from './change-marks.ts';

const context = { team: 'shop', region: 'east', app: '12' };
const start = 1_795_140_000;
const web = { id: 'c0de', alias: 'grweb', name: 'web' };
const order: ChartOrder = {
  ...{ chart: true, range: { last: 3_600_000 }, start, end: start + 3_600, step: 60 },
  ...{ outerOnly: false, privately: false, components: [web] },
};

/** The entries of one request: who asked, and what came of it so many seconds after the chart's start. */
function request(id: string, after: number, change: { asked?: Partial<AuditEntry>; ended?: Partial<AuditEntry> } = {}) {
  const at = (start + after) * 1_000;
  const details = { component: 'web', port: '8080' };
  const about = { request: id, operation: 'port.open', details };
  return [
    someEntry({
      ...{ ...about, at: at - 60_000, who: { id: 'U1', name: 'maya' } },
      ...{ details: { ...details, title: 'Open port 8080 on web with the password 123' }, reason: 'secret reason' },
      ...change.asked,
    }),
    someEntry({ ...about, kind: 'outcome', outcome: 'done', at, who: { id: '', name: 'Portolan' }, ...change.ended }),
  ];
}

function sources(
  entries: readonly AuditEntry[],
  events: MarkSources['platform']['listEvents'] = async () => undefined,
) {
  const rows = entries.map((entry, index): AuditRow => ({ ...entry, seq: index + 1, prev: '', hash: '' }));
  const warned: string[] = [];
  const log = { debug() {}, info() {}, warn: (line: string) => void warned.push(line), error() {} };
  const from: MarkSources = {
    operations,
    store: {
      audit: {
        async search({ placeKey, since = 0, until = Infinity, mayRead = () => true, limit }) {
          const found = rows.filter((row) => row.placeKey === placeKey && row.at >= since && row.seq <= until);
          return found.reverse().filter(mayRead).slice(0, limit);
        },
      },
    },
    platform: { listEvents: events },
    // It never ends by itself here: only what is done first counts.
    world: { wait: () => new Promise(() => {}), log },
  };
  return { from, warned };
}

const marksOf = async (entries: readonly AuditEntry[], asked = order, lang: 'en' | 'zh' = 'en') =>
  (await changeMarks(sources(entries).from, asked, context, lang)).map(({ time, label }) => [time - start, label]);

test('a change that was made is marked with its operation, its component and who asked, and nothing else', async () => {
  expect(await marksOf(request('r1', 60))).toEqual([[60, 'Open a port: web 8080 · maya']]);
  expect(await marksOf(request('r1', 60), order, 'zh')).toEqual([[60, '开启端口：web 8080 · maya']]);
});

test.each<[string, readonly AuditEntry[]]>([
  ['another context', request('r1', 60, { ended: { placeKey: 'shop/east/13' } })],
  ['another component', request('r1', 60, { ended: { details: { component: 'webshop' } } })],
  ['a change that failed', request('r1', 60, { ended: { outcome: 'failed' } })],
  ['a request that only waits', request('r1', 60).slice(0, 1)],
  ['before the range', request('r1', -1)],
  ['after the range', request('r1', 3_601)],
  ['an operation of another version', request('r1', 60, { ended: { operation: 'port.paint' } })],
])('not marked: %s', async (_what, entries) => {
  expect(await marksOf(entries)).toEqual([]);
});

test('who asked is never taken from another context’s request; a request that was removed leaves the component', async () => {
  const expected = [[60, 'Open a port: web']];
  expect(await marksOf(request('r1', 60, { asked: { placeKey: 'other/east/12' } }))).toEqual(expected);
  expect(await marksOf(request('r1', 60).slice(1))).toEqual(expected);
});

test('a chart of all components marks the changes of all', async () => {
  const { components: _components, ...all } = order;
  const other = { details: { component: 'api', port: '80' } };
  const entries = [...request('r1', 60), ...request('r2', 90, { asked: other, ended: other })];
  expect(await marksOf(entries, all)).toEqual([
    [60, 'Open a port: web 8080 · maya'],
    [90, 'Open a port: api 80 · maya'],
  ]);
});

function event(optType: string, after: number, more: Partial<ComponentEvent> = {}): ComponentEvent {
  const at = (start + after) * 1_000;
  return {
    ...{ eventId: 'e1', optType, target: 'service', targetId: 'c0de', userName: 'li', message: 'password=1' },
    ...{ status: 'success', finalStatus: 'complete', createdAt: at, startedAt: at, endedAt: at + 1_000, ...more },
  };
}

test('events of the platform stand among the changes; only those that change a component', async () => {
  const asked: unknown[] = [];
  const { from } = sources(request('r1', 60), async (q) => {
    asked.push(q);
    return {
      total: 8,
      events: [
        event('restart-service', 3_000, { userName: 'system' }),
        event('horizontal-service', 120, { startedAt: undefined, status: '' }),
        event('build-service', 30),
        event('build-service', 40, { status: 'failure' }),
        event('OOMKilled', 50, { target: 'pod' }),
        event('add-service-env', 50),
        event('toString', 50),
        event('build-service', -1),
      ],
    };
  });
  expect((await changeMarks(from, order, context, 'en')).map(({ label }) => label)).toEqual([
    'Build: web · li',
    'Open a port: web 8080 · maya',
    'Scale: web · li',
    'Restart: web',
  ]);
  expect(asked).toEqual([{ ...context, service: 'grweb', page: 1, pageSize: 50 }]);
});

/** The entries of a change that ran for some time before it was done. */
function longRun(operation: string, seconds: number, details = { component: 'web' }): readonly AuditEntry[] {
  const about = { operation, details };
  const [asked, ended] = request('r1', 600, { asked: about, ended: about });
  const run = someEntry({ ...about, kind: 'run', request: 'r1', at: (start + 600 - seconds) * 1_000 });
  return [asked, run, ended].filter((entry) => entry !== undefined);
}

test('a change is marked when it was done, with when it began', async () => {
  const { from } = sources(longRun('component.deploy', 120));
  expect(await changeMarks(from, order, context, 'en')).toEqual([
    { time: start + 600, since: start + 480, label: 'Deploy components: web · maya' },
  ]);
});

test('events that a change has caused aren’t marked once more; those of another change are', async () => {
  const events = [event('build-service', 470), event('upgrade', 560, { userName: '' }), event('restart-service', 601)];
  const labelsOf = async (entries: readonly AuditEntry[]) => {
    const { from } = sources(entries, async () => ({ total: 3, events }));
    return (await changeMarks(from, order, context, 'en')).map(({ label }) => label);
  };
  expect(await labelsOf(longRun('component.deploy', 120))).toEqual([
    'Deploy components: web · maya',
    'Restart: web · li',
  ]);
  // What the platform's events don't report can't have caused them.
  expect(await labelsOf(longRun('port.open', 120))).toHaveLength(3);
  expect(await labelsOf(longRun('component.deploy', 60))).toEqual([
    'Build: web · li',
    'Deploy components: web · maya',
    'Restart: web · li',
  ]);
});

test('a build and its rollout are one mark; an update of its own is another, and so is a rollout whose build is gone', async () => {
  const labelsOf = async (...events: readonly ComponentEvent[]) => {
    const { from } = sources([], async () => ({ total: 9, events: events.toReversed() }));
    return (await changeMarks(from, order, context, 'en')).map(({ label }) => label);
  };
  const build = event('build-service', 100);
  const rollout = event('upgrade', 160, { userName: '' });
  expect(await labelsOf(build, rollout)).toEqual(['Deploy: web · li']);
  expect(await labelsOf(build, event('upgrade-service', 160))).toEqual(['Deploy: web · li', 'Update: web · li']);
  expect(await labelsOf(rollout)).toEqual(['Update: web']);
});

test('a change of several components is marked in the chart of each', async () => {
  const { from } = sources(longRun('component.deploy', 120, { component: 'api, web' }));
  expect(await changeMarks(from, order, context, 'en')).toHaveLength(1);
  const none = sources(longRun('component.deploy', 120, { component: 'api, webshop' }));
  expect(await changeMarks(none.from, order, context, 'en')).toEqual([]);
});

test('events that cannot be read leave the changes of the audit log', async () => {
  const failing = sources(request('r1', 60), async () => {
    throw new PlatformError({ kind: 'timeout', outcome: 'unknown', asked: 'listEvents', canRetry: true });
  });
  expect(await changeMarks(failing.from, order, context, 'en')).toHaveLength(1);
  expect(failing.warned).toHaveLength(1);
  const slow = sources(request('r1', 60), () => new Promise(() => {}));
  const world = { ...slow.from.world, wait: async () => {} };
  expect(await changeMarks({ ...slow.from, world }, order, context, 'en')).toHaveLength(1);
});

test('of many components no events are asked for', async () => {
  const { from } = sources([], () => Promise.reject(new Error('asked')));
  const components = Array.from({ length: 6 }, (_, index) => ({ ...web, id: `c${index}` }));
  expect(await changeMarks(from, { ...order, components }, context, 'en')).toEqual([]);
});

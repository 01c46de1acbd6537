import { aCard } from '../../test/contract/cards.ts';
import { aChartOrder, anEvent } from '../../test/operations/samples.ts';
import { aPlan, aStep } from '../../test/sample-requests.ts';
import { someCard, someEntry } from '../../test/store-records.ts';
import type { ChartMark } from '../charts/data/job.ts';
import { type ChangeRequest, type RequestFields, storedBody, withFields } from '../core/request/change-request.ts';
import type { Plan } from '../core/request/plan.ts';
import { verbatim } from '../core/text/text.ts';
import { operations } from '../operations/index.ts';
import type { ComponentEvent } from '../platform/event/event-endpoints.ts';
import type { AuditEntry, AuditRow } from '../store/audit/audit-entry.ts';
import { changeMarks, type MarkQuery, type MarkSources } from './change-marks.ts';

const context = { team: 'shop', region: 'east', app: '12' };
const start = 1_795_140_000;
const day = 86_400;
const web = { id: 'c0de', alias: 'grweb', name: 'web' };
const api = { id: 'd00d', alias: 'grapi', name: 'api' };
const order = aChartOrder({ start, end: start + 3_600, components: [web] });
const here: MarkQuery['viewer'] = { lang: 'en', channel: 'C0SHOP' };

interface Ended {
  readonly after: number;
  readonly card?: RequestFields | null;
  readonly outcome?: Partial<AuditEntry>;
}

const plan = (more: Partial<Plan> = {}) =>
  aPlan({
    ...{ title: verbatim('Open it with the password 123'), component: web.id, componentName: web.name },
    ...{ steps: [aStep()], ...more },
  });

function cardOf(id: string, more: RequestFields = {}): ChangeRequest {
  const request: ChangeRequest = {
    ...aCard,
    id,
    state: 'done',
    operation: 'port.open',
    given: { component: [web.id], port: ['8080'] },
    asker: { ...aCard.asker, id: 'U1', name: 'maya' },
    context,
    plan: plan(),
  };
  return withFields(request, more);
}

function sources(
  ended: Readonly<Record<string, Ended>>,
  events: MarkSources['platform']['listEvents'] = async () => undefined,
) {
  const rows = Object.entries(ended).map(([id, { after, outcome, card }], index): AuditRow => {
    const operation = card?.operation ?? 'port.open';
    const about = {
      kind: 'outcome',
      outcome: 'done',
      request: id,
      operation,
      details: { component: web.name },
    } as const;
    const entry = someEntry({ ...about, at: (start + after) * 1_000, ...outcome });
    return { ...entry, seq: index + 1, prev: '', hash: '' };
  });
  const warned: string[] = [];
  const log = { debug() {}, info() {}, warn: (line: string) => void warned.push(line), error() {} };
  const from: MarkSources = {
    operations,
    store: {
      audit: {
        async search({ placeKey, since = 0, mayRead = () => true, limit }) {
          const matching = rows.filter((row) => row.placeKey === placeKey && row.at >= since);
          return matching.reverse().filter(mayRead).slice(0, limit);
        },
      },
      requests: {
        async get(id) {
          const card = ended[id]?.card;
          return card === null ? undefined : { ...someCard(id, { body: storedBody(cardOf(id, card)) }), version: 1 };
        },
      },
      seen: {
        find: async (place) => [
          { place, kind: 'component', id: web.id, names: ['grweb', 'web'], at: 1 },
          { place, kind: 'component', id: api.id, names: ['grapi', 'api'], at: 1 },
        ],
      },
    },
    platform: { listEvents: events },
    people: { isPublic: async (channel) => channel === 'C0PUBLIC' },
    // This wait never ends, so no timeout can occur.
    world: { wait: () => new Promise(() => {}), log },
  };
  return { from, warned };
}

const labelOf = ({ what, who }: ChartMark) => (who === undefined ? what : `${what} · ${who}`);
async function marksOf(ended: Readonly<Record<string, Ended>>, asked = order, viewer = here) {
  const { marks } = await changeMarks(sources(ended).from, { order: asked, context, viewer });
  return marks.map((mark) => [mark.time - start, labelOf(mark)]);
}

describe('a change', () => {
  const scaling = plan({
    rows: [{ what: { key: 'scale.instances', with: {} }, before: verbatim('3'), after: verbatim('5') }],
  });
  const scaled: RequestFields = {
    operation: 'component.scale',
    given: { component: ['web'], instances: ['5'] },
    plan: scaling,
  };
  const opened: RequestFields = {
    given: { component: ['web'], port: ['8443'], for: ['2h'] },
    plan: plan({ timedFor: 7_200_000 }),
  };
  const image = {
    operation: 'component.image',
    given: { component: ['web'], image: ['registry.test:5000/shop/web:1.4.2'] },
  };

  const end = { card: 'r0', how: 'close' } as const;
  const closing: RequestFields = { operation: 'port.close', system: true, follows: end };

  test.each<[string, RequestFields, en: string, zh: string]>([
    ['scaling', scaled, 'scale 3 → 5 · maya', '伸缩 3 → 5 · maya'],
    ['an image', image, 'image 1.4.2 · maya', '镜像 1.4.2 · maya'],
    ['an opening', opened, 'opened 8443 for 2 h · maya', '开启 8443 对外服务 2 小时 · maya'],
    ['a closing', { operation: 'port.close' }, 'closed 8080 · maya', '关闭 8080 对外服务 · maya'],
    ['the end of access', { ...closing }, '8080 closed automatically', '8080 自动关闭'],
    [
      'Close now',
      { ...closing, follows: { ...end, by: { id: 'U1', name: 'sam' } } },
      'closed 8080 · sam',
      '关闭 8080 对外服务 · sam',
    ],
    ['a restart', { operation: 'component.restart' }, 'restart · maya', '重启 · maya'],
  ])('is marked by its own short wording and who asked for it: %s', async (_what, card, en, zh) => {
    expect(await marksOf({ r1: { after: 60, card } })).toEqual([[60, en]]);
    expect(await marksOf({ r1: { after: 60, card } }, order, { ...here, lang: 'zh' })).toEqual([[60, zh]]);
  });

  test('says which limits it set, whether a request or somebody in the console did', async () => {
    const resized = { ...scaled, given: { component: ['web'], memory: ['512MiB'] } };
    const vertical = anEvent((start + 1_200) * 1_000, { optType: 'vertical-service', userName: 'li' });
    const from = (events: readonly ComponentEvent[]) =>
      sources({ r1: { after: 60, card: resized }, r2: { after: 600, card: scaled } }, async () => ({
        events,
        total: 1,
      })).from;
    const limitsIn = async (...events: readonly ComponentEvent[]) => {
      const { marks } = await changeMarks(from(events), { order, context, viewer: here });
      return marks.map(({ limits }) => limits);
    };
    expect(await limitsIn()).toEqual([['memory'], undefined]);
    expect(await limitsIn(vertical)).toContainEqual(['cpu', 'memory', 'network']);
    expect(await limitsIn({ ...vertical, status: 'failure' })).not.toContainEqual(['cpu', 'memory', 'network']);
  });

  it('is no moved closing time: that changes nothing that is measured', async () => {
    const card = { operation: 'port.until', plan: plan({ steps: [] }) };
    const { from } = sources({ r1: { after: 60, card } });
    expect(await changeMarks(from, { order, context, viewer: here })).toMatchObject({ marks: [], otherChanges: [] });
  });

  const outcome = { outcome: 'failed' } as const;
  const refused: Ended = {
    after: 60,
    outcome,
    card: { state: 'failed', run: { steps: [{ state: 'failed', status: 400 }] } },
  };

  const run = { outcome: { kind: 'run' } } as const;
  const of = (state: ChangeRequest['state'], ...steps: ChangeRequest['run']['steps']): RequestFields => ({
    ...{ state, run: { steps }, at: (start + 60) * 1_000 },
  });

  test.each<[string, Omit<Ended, 'after'>, number]>([
    ['failed', { outcome, card: of('failed', { state: 'failed', status: 500 }) }, 60],
    [
      'partly done',
      { outcome: { outcome: 'partly' }, card: of('failed', { state: 'done' }, { state: 'failed', status: 400 }) },
      60,
    ],
    ['in progress', { ...run, card: of('running', { state: 'sent', at: 0 }) }, 1_860],
    ['outcome unknown', { outcome: { outcome: 'unknown' }, card: of('unknown', { state: 'unknown' }) }, 60],
  ])('that may have changed something is marked with its outcome: %s', async (says, ended, until) => {
    expect(await marksOf({ r1: { after: 60, ...ended } })).toEqual([[until, `opened 8080 (${says}) · maya`]]);
  });

  test.each<[string, Ended]>([
    ['in another context', { after: 60, outcome: { placeKey: 'shop/east/13' } }],
    ['of another component', { after: 60, card: { plan: plan({ component: 'other' }) } }],
    ['that the platform refused', refused],
    ['that only waits', { after: 60, outcome: { kind: 'proposed' } }],
    ['before the range', { after: -1 }],
    ['after the range', { after: 3_601 }],
    ['of an operation of another version', { after: 60, outcome: { operation: 'port.paint' } }],
  ])('isn’t marked: %s', async (_what, ended) => expect(await marksOf({ r1: ended })).toEqual([]));

  test('that was refused, or that was made in the day before, is known all the same', async () => {
    const ended = {
      refused,
      earlier: { after: -day },
      longAgo: { after: -2 * day },
    };
    const { otherChanges, knownSince } = await changeMarks(sources(ended).from, { order, context, viewer: here });
    expect(otherChanges.map(({ time, components }) => [time - start, components])).toEqual([
      [-day, [web.id]],
      [60, [web.id]],
    ]);
    expect(knownSince).toBeLessThanOrEqual(start - day);
  });
});

function event(optType: string, after: number, more: Partial<ComponentEvent> = {}): ComponentEvent {
  const at = (start + after) * 1_000;
  return anEvent(at, { optType, userName: 'li', message: 'password=1', endedAt: at + 1_000, ...more });
}
const pageOf = (events: readonly ComponentEvent[]) => async () => ({ total: events.length, events });

async function eventMarksOf(events: readonly ComponentEvent[], ended: Readonly<Record<string, Ended>> = {}) {
  const { marks } = await changeMarks(sources(ended, pageOf(events)).from, { order, context, viewer: here });
  return marks.map((mark) => [(mark.since ?? mark.time) - start, mark.time - start, labelOf(mark)]);
}

describe('events of the platform', () => {
  test('stand among the changes; only those that change a component, and ends of its containers', async () =>
    expect(
      await eventMarksOf(
        [
          event('restart-service', 3_000, { userName: 'system' }),
          event('horizontal-service', 120, { startedAt: undefined, status: '' }),
          event('build-service', 30),
          event('build-service', 40, { status: 'failure' }),
          event('OOMKilled', 50, { target: 'pod' }),
          event('add-service-env', 50),
          event('toString', 50),
          event('build-service', -10),
        ],
        { r1: { after: 60 } },
      ),
    ).toEqual([
      [30, 31, 'deploy · li'],
      [50, 50, 'OOMKilled'],
      [60, 60, 'opened 8080 · maya'],
      [120, 121, 'scale · li'],
      [3_000, 3_001, 'restart'],
    ]));

  test('that are trouble of pods are told apart from changes; a normal start has none', async () => {
    const pod = (optType: string, after: number) => event(optType, after, { target: 'pod', userName: '' });
    const events = [event('restart-service', 30), pod('OOMKilled', 50), pod('INITIATING', 60), pod('Unhealthy', 70)];
    const asked = { order, context, viewer: here };
    const { marks, troubles } = await changeMarks(sources({}, pageOf(events)).from, asked);
    expect(marks.map(({ what }) => what)).toEqual(['restart', 'OOMKilled']);
    // An incident marks it already.
    const failures = [{ time: start + 40, what: verbatim('OOMKilled') }];
    const named = await changeMarks(sources({}, pageOf(events)).from, { ...asked, failures });
    expect(named.marks.map(({ what }) => what)).toEqual(['restart', 'OOMKilled']);
    const ends = [20, 50].map((after) => ({ time: start + after, what: 'OOMKilled', name: 'web' }));
    const known = await changeMarks(sources({}, pageOf(events)).from, { ...asked, ends });
    expect(known.marks.map(({ time }) => time - start)).toEqual([20, 31, 50]);
    const both = { ...asked, order: { ...order, components: [web, api] } };
    const ofBoth = (await changeMarks(sources({}, pageOf(events)).from, both)).marks.map(({ what }) => what);
    expect(ofBoth.filter((what) => what.startsWith('OOM')).toSorted()).toEqual(['OOMKilled api', 'OOMKilled web']);
    expect(troubles).toEqual([50, 70].map((after) => ({ time: start + after, components: [web.id] })));
  });

  test('a build and the rollout after it are one change, which ends when the rollout does', async () => {
    const build = event('build-service', 100);
    const rollout = event('upgrade', 160, { userName: '', endedAt: (start + 200) * 1_000 });
    expect(await eventMarksOf([rollout, build])).toEqual([[100, 200, 'deploy · li']]);
    expect(await eventMarksOf([event('upgrade-service', 160), build])).toEqual([
      [100, 101, 'deploy · li'],
      [160, 161, 'rolling update · li'],
    ]);
    expect(await eventMarksOf([rollout])).toEqual([[160, 200, 'rolling update']]);
    expect(await eventMarksOf([event('upgrade', 160, { status: 'failure' }), build])).toEqual([
      [100, 161, 'deploy (failed) · li'],
    ]);
    const [another, itsRollout] = [event('build-service', 900), event('upgrade', 960)];
    expect(await eventMarksOf([itsRollout, another, build])).toEqual([
      [100, 101, 'deploy · li'],
      [900, 961, 'deploy · li'],
    ]);
  });

  test('a stop and the start right after it are one restart', async () => {
    const [stop, start] = [event('stop-service', 100), event('start-service', 130)];
    expect(await eventMarksOf([start, stop])).toEqual([[100, 131, 'restart · li']]);
    expect(await eventMarksOf([event('start-service', 900), stop])).toHaveLength(2);
    expect(await eventMarksOf([event('start-service', 130, { userName: 'tom' }), stop])).toHaveLength(2);
    const failed = event('start-service', 130, { status: 'failure' });
    expect(await eventMarksOf([failed, stop])).toEqual([
      [100, 101, 'stop · li'],
      [130, 131, 'start (failed) · li'],
    ]);
  });

  test('that a change of ours has caused aren’t marked once more; those of another change are', async () => {
    const events = [
      event('restart-service', 601),
      event('upgrade', 560, { userName: '' }),
      event('build-service', 470),
    ];
    const deploy = (seconds: number, operation = 'component.deploy') => ({
      r1: { after: 600, card: { operation, started: (start + 600 - seconds) * 1_000 } },
    });
    expect(await eventMarksOf(events, deploy(120))).toEqual([
      [480, 600, 'deploy · maya'],
      [601, 602, 'restart · li'],
    ]);
    // Changes without platform events can't have caused these events.
    expect(await eventMarksOf(events, deploy(120, 'port.open'))).toHaveLength(3);
    expect(await eventMarksOf(events, deploy(60))).toHaveLength(3);
  });

  test('that someone else caused while a change of ours ran are marked, if it found its own events', async () => {
    const own = event('restart-service', 500, { userName: 'portolan' });
    const others = event('build-service', 530, { eventId: 'e2', userName: 'webhook' });
    const followed = { component: web.id, name: 'web', before: [], state: 'succeeded', event: own.eventId } as const;
    const run = { started: (start + 490) * 1_000, steps: [{ state: 'done', events: [followed] }] } as const;
    const restart = { r1: { after: 600, card: { operation: 'component.restart', run } } };
    expect(await eventMarksOf([others, own], restart)).toEqual([
      [530, 531, 'deploy · webhook'],
      [490, 600, 'restart · maya'],
    ]);
  });

  test('are read page by page until the day before the chart; what is beyond them isn’t known', async () => {
    const asked: number[] = [];
    const pages = (perHour: number): MarkSources['platform']['listEvents'] => {
      return async ({ page = 1 }) => {
        asked.push(page);
        const events = Array.from({ length: 50 }, (_, index) =>
          event('add-service-env', (-3_600 * ((page - 1) * 50 + index)) / perHour),
        );
        return { total: 5_000, events };
      };
    };
    const rare = await changeMarks(sources({}, pages(2)).from, { order, context, viewer: here });
    expect(asked).toEqual([1, 2]);
    expect(rare.knownSince).toBeLessThanOrEqual(start - day);
    const busy = await changeMarks(sources({}, pages(50)).from, { order, context, viewer: here });
    expect(asked).toHaveLength(6);
    expect(busy.knownSince).toBeGreaterThan(start - 5 * 3_600);
  });
});

test('a change that the message names is marked once, even if the platform’s events can’t be read in time', async () => {
  const named = [{ time: start + 600, what: verbatim('deploy web'), who: 'li wei' }];
  const failures = [{ time: start + 3_620, what: verbatim('out of memory') }];
  const asked = { order, context, viewer: here, named, failures };
  const { from } = sources({}, () => new Promise(() => {}));
  const slow = { ...from, world: { ...from.world, wait: async () => {} } };
  const { marks } = await changeMarks(slow, asked);
  // The failure began after the chart's last whole minute, so its mark is at the chart's end.
  expect(marks.map((mark) => [mark.time - start, labelOf(mark)])).toEqual([
    [600, 'deploy web · li wei'],
    [3_600, 'out of memory'],
  ]);
  const markSources = sources({ r1: { after: 610, card: { run: { started: (start + 590) * 1_000 } } } }).from;
  expect((await changeMarks(markSources, asked)).marks.map(({ time }) => time - start)).toEqual([610, 3_600]);
});

test('a chart that nobody waits for gives the platform more time for its events', async () => {
  const limitOf = async (viewer: MarkQuery['viewer']) => {
    const limits: number[] = [];
    const { from } = sources({}, () => new Promise(() => {}));
    const wait = async (ms: number) => void limits.push(ms);
    await changeMarks({ ...from, world: { ...from.world, wait } }, { order, context, viewer });
    return limits;
  };
  expect(await limitOf(here)).toEqual([3_000]);
  expect(await limitOf({ ...here, isAutomatic: true })).toEqual([30_000]);
});

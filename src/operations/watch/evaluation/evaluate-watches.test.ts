import { aWatch } from '../../../../test/operations/samples.ts';
import type { Incident } from '../../../core/incident/incident.ts';
import { incidentHeadline } from '../../../core/incident/incident-state-text.ts';
import { incidentStatus } from '../../../core/incident/incident-text.ts';
import { valueTexts } from '../../../core/incident/incident-values.ts';
import { trackKey } from '../../../core/watch/watch-state.ts';
import { readComponents } from '../../../platform/component/component-endpoints.ts';
import { plain } from '../../../slack/slack-catalog.ts';
import type { Watch, WatchEvaluation } from '../../shared/watch/stored-watch.ts';
import { evaluateWatches } from './evaluate-watches.ts';

const minute = 60_000;
const t0 = Date.UTC(2026, 10, 23, 14, 0);
const watch = aWatch({
  id: 'w1',
  at: t0 - minute,
  condition: { item: 'abnormal', side: 'above', threshold: 0, for: 0 },
});
const list = (statuses: Readonly<Record<string, string>>) =>
  readComponents(
    Object.entries(statuses).map(([id, status]) => ({ service_id: id, service_alias: id, service_cname: id, status })),
  ) ?? [];

function evaluated(watches: readonly Watch[], ...all: readonly Partial<Parameters<typeof evaluateWatches>[0]>[]) {
  let before: WatchEvaluation = { items: {}, tracks: {}, moving: {}, absent: {} };
  const incidents = new Map<string, Incident>();
  for (const [index, reading] of all.entries()) {
    const at = t0 + index * minute;
    const { evaluation, changed } = evaluateWatches({
      minute: at,
      now: at,
      listedAt: at,
      components: undefined,
      itemValues: new Map(),
      before,
      certificates: undefined,
      unreadCertificates: [],
      isEstimated: false,
      unmeasured: [],
      gone: new Map(),
      addresses: undefined,
      watches,
      existing: new Set(['w1']),
      incidents: [...incidents.values()],
      ...reading,
    });
    before = evaluation;
    for (const incident of changed) incidents.set(incident.id, incident);
  }
  return { before, incidents: [...incidents.values()] };
}

function lists(...all: readonly Readonly<Record<string, string>>[]) {
  const { before, incidents } = evaluated([watch], ...all.map((statuses) => ({ components: list(statuses) })));
  return { tracks: before.tracks, incidents };
}

test('a component that has no pods isn’t without data: there is nothing to measure', () => {
  const condition = { item: 'memory', side: 'above', threshold: 500, for: 0 } as const;
  const row = { service_cname: 'x', status: 'running' };
  const components = readComponents([
    { ...row, service_id: 'web', service_alias: 'web' },
    { ...row, service_id: 'payments', service_alias: 'payments', service_source: 'third_party' },
  ]);
  const reading = { components, itemValues: new Map([['memory', { values: new Map(), from: t0, to: t0 }] as const]) };
  const { tracks } = evaluated([{ ...watch, condition }], reading).before;
  expect(Object.entries(tracks).map(([key, { idle }]) => [key, idle])).toEqual([
    ['w1 web', undefined],
    ['w1 payments', true],
  ]);
});

test('a component without the limit isn’t without data for a share of it, unlike one whose limit isn’t known', () => {
  const condition = { item: 'cpu_share', side: 'above', threshold: 0.9, for: 0 } as const;
  const row = (name: string) => ({ service_cname: name, status: 'running', service_id: name, service_alias: name });
  const components = readComponents([
    { ...row('limited'), min_cpu: 1_000 },
    { ...row('free'), min_cpu: 0 },
    row('unknown'),
  ]);
  const itemValues = new Map([['cpu_share', { values: new Map(), from: t0, to: t0 }] as const]);
  const { tracks } = evaluated([{ ...watch, condition }], { components, itemValues }).before;
  expect(Object.entries(tracks).flatMap(([key, { idle }]) => (idle ? [key] : []))).toEqual(['w1 free']);
});

test('a pod that has the present and the highest value is named once, and after the end with the highest', () => {
  const condition = { item: 'memory_share', side: 'above', threshold: 0.9, for: 0 } as const;
  const components = list({ web: 'running' });
  const reading = (index: number, value: number, of: string) => {
    const at = t0 + index * minute;
    const values = new Map([['web', new Map([[at, { value, of }]])]]);
    return { components, itemValues: new Map([['memory_share', { values, from: at, to: at }] as const]) };
  };
  const says = (...all: readonly (readonly [number, string])[]) => {
    const readings = all.map(([value, of], index) => reading(index, value, of));
    const { incidents } = evaluated([{ ...watch, condition }], ...readings);
    return incidents
      .flatMap(({ lines }) => lines.flatMap((line) => valueTexts(line, t0)))
      .map((each) => plain(each, 'en'));
  };
  expect(says([0.958, 'web-1'], [0.957, 'web-1'])).toEqual(['now 95.7%', 'highest 95.8% (web-1)']);
  expect(says([0.958, 'web-1'], [0.957, 'web-2'])).toEqual(['now 95.7% (web-2)', 'highest 95.8% (web-1)']);
  // A value that is inside the limit, but not far enough for a recovery, says when it recovers.
  expect(says([0.958, 'web-1'], [0.85, 'web-1'])).toEqual(['now 85% (recovers at 81%)', 'highest 95.8% (web-1)']);
});

const abnormal = { web: 'abnormal', api: 'running' };
const well = { web: 'running', api: 'running' };

test('an incident ends after one list that lacked its component', () => {
  expect(lists(abnormal, abnormal).incidents).toMatchObject([{ lines: [{ state: 'firing' }] }]);
  const { incidents } = lists(abnormal, abnormal, { api: 'running' }, ...Array.from({ length: 15 }, () => well));
  expect(incidents).toMatchObject([{ lines: [{ state: 'resolved' }] }]);
});

test('a latency that is no longer measured isn’t the present one, although a component may have no traffic', () => {
  const slow: Watch = { ...watch, condition: { item: 'gateway_latency', side: 'above', threshold: 500, for: 0 } };
  const after = (unmeasured: number) => {
    const readings = Array.from({ length: 2 + unmeasured }, (_, index) => {
      const at = t0 + index * minute;
      const values = new Map(index < 2 ? [['web', new Map([[at, { value: 4_000 }]])]] : []);
      return {
        components: list(well),
        itemValues: new Map([['gateway_latency' as const, { values, from: at, to: at }]]),
      };
    });
    return evaluated([slow], ...readings).incidents.map(({ lines }) =>
      lines.map(({ state, noData }) => [state, noData]),
    );
  };
  expect(after(0)).toEqual([[['firing', undefined]]]);
  expect(after(8)).toEqual([[['firing', true]]]);
});

test('a component without traffic at the gateway has nothing to measure, also if the gateway reaches it', () => {
  const slow: Watch = { ...watch, condition: { item: 'gateway_latency', side: 'above', threshold: 500, for: 0 } };
  const readings = Array.from({ length: 6 }, (_, index) => {
    const at = t0 + index * minute;
    const values = new Map([
      ['web', new Map([[at, { value: 90 }]])],
      ['api', new Map<number, { value: number }>()],
    ]);
    return {
      components: list(well),
      itemValues: new Map([['gateway_latency' as const, { values, from: at, to: at }]]),
    };
  });
  expect(evaluated([slow], ...readings).before.tracks).toMatchObject({ [trackKey('w1', 'api')]: { idle: true } });
});

test('the value closest to the limit is kept with its time, also while nothing can be read', () => {
  const fast: Watch = { ...watch, condition: { item: 'gateway_latency', side: 'above', threshold: 500, for: 0 } };
  const latest = (unmeasured: number, more: object = {}) => {
    const readings = Array.from({ length: 2 + unmeasured }, (_, index) => {
      const at = t0 + index * minute;
      const both = [['web', 182] as const, ['api', 90] as const].map(
        ([id, value]) => [id, new Map([[at, { value: value + index }]])] as const,
      );
      const values = new Map(index < 2 ? both : []);
      const itemValues = new Map([['gateway_latency' as const, { values, from: at, to: at }]]);
      return { components: list(well), itemValues, ...(index === 2 ? more : {}) };
    });
    return evaluated([fast], ...readings).before.latest?.w1;
  };
  const last = { thing: 'web', value: 183, at: t0 + minute };
  expect(latest(0)).toEqual(last);
  expect(latest(1, { components: undefined, itemValues: new Map() })).toEqual(last);
  expect(latest(8)).toEqual(last);
});

test('what couldn’t be read for minutes has no present value, but the last one with its time, until it is read', () => {
  const full: Watch = { ...watch, condition: { item: 'memory_share', side: 'above', threshold: 0.6, for: 0 } };
  const read = (at: number, value: number) => ({
    components: list(well),
    itemValues: new Map([
      ['memory_share' as const, { values: new Map([['web', new Map([[at, { value }]])]]), from: at, to: at }],
    ]),
  });
  const after = (unread: readonly object[], ...more: readonly object[]) =>
    evaluated([full], read(t0, 0.62), read(t0 + minute, 0.62), ...unread, ...more).incidents.flatMap(({ lines }) =>
      lines.map((line) => valueTexts(line, t0).map((text) => plain(text, 'en', 'UTC'))),
    );
  const isDown = { components: undefined, itemValues: new Map() };
  const lacksItem = { components: list(well), itemValues: new Map() };
  for (const each of [isDown, lacksItem]) {
    expect(after([each, each])).toEqual([['now 62%', 'highest 62%']]);
    expect(after([each, each, each])).toEqual([['last 62% at 14:01 UTC', 'highest 62%']]);
  }
  expect(after([isDown, isDown, isDown], read(t0 + 5 * minute, 0.7))).toEqual([['now 70%', 'highest 70%']]);
});

test('every condition that recovers says since when, and when its incident ends', () => {
  const slow: Watch = { ...watch, condition: { item: 'gateway_latency', side: 'above', threshold: 500, for: 0 } };
  const readings = [900, 900, 100, 100].map((value, index) => {
    const at = t0 + index * minute;
    const values = new Map([['web', new Map([[at, { value }]])]]);
    return {
      components: list(well),
      itemValues: new Map([['gateway_latency' as const, { values, from: at, to: at }]]),
    };
  });
  const [incident = expect.fail()] = evaluated([slow], ...readings).incidents;
  expect(incidentStatus(incident, t0 + 4 * minute).map((text) => plain(text, 'en', 'UTC'))).toEqual([
    expect.stringMatching(/^Began at 14:00 UTC or earlier, now 100 ms, highest 900 ms$/),
    'Recovering since 14:02 UTC, resolved at 14:07 UTC if it doesn’t happen again',
  ]);
});

test('a certificate that can’t be read any more ends no incident: it goes on until it was read, or isn’t used', () => {
  const day = 86_400_000;
  const mine: Watch = { ...watch, condition: { item: 'certificates', side: 'below', threshold: 14 * day, for: 0 } };
  const named = { id: 7, name: 'shop.example.test' };
  const expiring = { certificates: [{ ...named, expiresAt: t0 + day }] };
  const states = (...all: readonly Partial<Parameters<typeof evaluateWatches>[0]>[]) =>
    evaluated([mine], ...all).incidents.map(({ lines }) => lines.map(({ state }) => state));
  const unread = { certificates: [], unreadCertificates: [named] };
  expect(states(expiring, unread, unread)).toEqual([['firing']]);
  expect(states(expiring, unread, expiring)).toEqual([['firing']]);
  expect(states(expiring, { certificates: [] })).toEqual([['unused']]);
});

test('while the platform doesn’t answer, no card claims to know the state, also not that of a certificate', () => {
  const mine: Watch = {
    ...{ ...watch, id: 'w2' },
    condition: { item: 'certificates', side: 'below', threshold: 14 * 86_400_000, for: 0 },
  };
  const certificates = [{ id: 7, name: 'shop.example.test', expiresAt: t0 + 6 * 86_400_000 }];
  const read = { components: list(abnormal), certificates };
  const existing = new Set(['w1', 'w2']);
  const isDown = { certificates, unread: { since: t0 + minute, by: 'platform' as const } };
  const texts = (...all: readonly Partial<Parameters<typeof evaluateWatches>[0]>[]) =>
    evaluated([watch, mine], ...all.map((each) => ({ ...each, existing }))).incidents.map((incident) =>
      [incidentHeadline(incident), ...incidentStatus(incident, t0 + all.length * minute)].map((text) =>
        plain(text, 'en', 'UTC').replace(/^(\S \S+).*/, '$1'),
      ),
    );
  const silent = 'The platform hasn’t answered since 14:01 UTC';
  const many = [isDown, isDown, isDown, isDown];
  expect(texts(read, ...many)).toEqual([
    ['? No', expect.stringMatching(/^The problem began at .* or earlier/), silent],
    ['? No', expect.stringMatching(/^Expires in/), silent],
  ]);
  expect(texts(read, isDown).flat()).not.toContain(silent);
  expect(texts(read, ...many, read).flat()).not.toContain(silent);
  // Its end was known all the time.
  const isBlind = { certificates: [], unreadCertificates: certificates, unread: isDown.unread };
  const after = texts(read, ...Array(8).fill(isBlind), read);
  expect(after.map((says) => says.join()).filter((says) => says.includes('Expires'))).toEqual([
    expect.not.stringMatching(/no data/),
  ]);
});

test('what is kept of components keeps their names, which tell two of one name apart', () => {
  const components = readComponents(
    ['a1', 'b2'].map((alias) => ({
      service_id: `id ${alias}`.replace(' ', ''),
      service_alias: alias,
      service_cname: 'search',
      status: 'abnormal',
    })),
  );
  const evaluation = evaluated([watch], { components }, { components: undefined });
  expect(evaluation.before.names).toEqual({ ida1: 'search (a1)', idb2: 'search (b2)' });
});

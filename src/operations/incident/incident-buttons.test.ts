import { incidentMessages, incidentNow } from '../../../test/contract/incident-messages.ts';
import type { Incident } from '../../core/incident/incident.ts';
import { incidentReasons, incidentStatus } from '../../core/incident/incident-text.ts';
import { verbatim } from '../../core/text/text.ts';
import { plain } from '../operation-catalog.ts';
import { incidentButtons, incidentChart, incidentFailures, incidentMarks, incidentNamed } from './incident-buttons.ts';

const sample = (name: string): Incident => {
  const incident = incidentMessages[name];
  if (!incident) throw new Error(`There is no sample “${name}”.`);
  return incident;
};
const slow = sample('acknowledged');
const measured = { ...slow, lines: slow.lines.map((line) => ({ ...line, item: 'request_time', threshold: 500 })) };

const low = { ...measured, lines: measured.lines.map((line) => ({ ...line, isLowest: true as const })) };

test.each([
  ['what is watched for being below a threshold', low, ['request_time'], undefined, ['request_time:500']],
  ['what is measured, with its threshold', measured, ['request_time'], ['request_time:500'], undefined],
  [
    'a share of the limit, as a threshold, also beside a lack of memory',
    {
      ...slow,
      lines: slow.lines.flatMap((line) => [
        { ...line, key: 'a', item: 'oom', threshold: 0 },
        { ...line, key: 'b', item: 'memory_share', threshold: 0.9 },
      ]),
    },
    ['memory'],
    ['memory:90%'],
    undefined,
  ],
  ['what ends pods shows in their resources', sample('firing, abnormal'), ['memory', 'cpu'], undefined, undefined],
  [
    'an alert that doesn’t say what it is about: what `/monitor` draws',
    { ...sample('firing, abnormal'), source: { kind: 'alerts', name: 'ops', group: 'g' } } as const,
    undefined,
    undefined,
    undefined,
  ],
  [
    'for an alert about errors, the gateway’s errors and latency',
    {
      ...{ ...slow, source: { kind: 'alerts', name: 'ops', group: 'g' } as const },
      lines: slow.lines.map((line) => ({ ...line, item: 'gateway_errors', threshold: undefined })),
    },
    ['gateway_errors', 'gateway_latency'],
    undefined,
    undefined,
  ],
  [
    'of two conditions the one whose threshold it can show, not a rate beside a share',
    {
      ...slow,
      lines: slow.lines.flatMap((line) => [
        { ...line, key: 'a', item: 'gateway_errors_share', threshold: 0.05 },
        { ...line, key: 'b', item: 'gateway_latency', threshold: 1_000 },
      ]),
    },
    ['gateway_latency'],
    ['gateway_latency:1000'],
    undefined,
  ],
])('its chart shows %s', (_what, incident, item, above, below) => {
  const given = incidentChart(incident, incidentNow)?.given;
  expect([given?.item, given?.above, given?.below]).toEqual([item, above, below]);
});

test('an alert about something that the region doesn’t collect has no chart of other things', () => {
  const source = { kind: 'alerts', name: 'ops', group: 'g' } as const;
  const lines = slow.lines.map((line) => ({ ...line, item: undefined, isUncharted: true as const }));
  expect(incidentChart({ ...slow, source, lines }, incidentNow)).toBeUndefined();
});

test('what has an instance on each node isn’t offered for scaling', () => {
  const operationsOf = (incident: Incident) => incidentButtons(incident, incidentNow).map(({ operation }) => operation);
  const onEachNode = (incident: Incident): Incident => ({
    ...incident,
    lines: incident.lines.map((line) =>
      line.component ? { ...line, component: { ...line.component, onEachNode: true } } : line,
    ),
  });
  expect(operationsOf(slow)).toContain('component.scale');
  expect(operationsOf(onEachNode(slow))).toEqual(operationsOf(slow).filter((each) => each !== 'component.scale'));
});

test('the chart after a change shows the limits of all of an incident’s measures, and of all incidents', () => {
  const of = (item: string, threshold: number): Incident => ({
    ...slow,
    id: item,
    lines: slow.lines.map((line) => ({ ...line, item, threshold })),
  });
  const [memory, latency] = [of('memory_share', 0.9), of('gateway_latency', 1_000)];
  const above = ['memory:90%', 'gateway_latency:1000'];
  const both = { ...memory, lines: [...memory.lines, ...latency.lines] };
  expect(incidentMarks([both])).toEqual({ above, incident: ['memory_share'] });
  expect(incidentMarks([memory, latency])).toEqual({ above, incident: ['memory_share'] });
  expect(incidentMarks([])).toEqual({});
});

test('new pods aren’t offered if the image can’t be pulled', () => {
  const operations = incidentButtons({ ...slow, cause: 'ImagePullBackOff' }, incidentNow).map(
    ({ operation }) => operation,
  );
  expect(operations).toContain('component.events');
  expect(operations).not.toContain('component.restart');
  expect(operations).not.toContain('component.scale');
});

test('while the platform doesn’t answer, it only offers to take care of it', () => {
  const unread = { since: incidentNow - 600_000, by: 'platform' } as const;
  const lines = slow.lines.map((line) => ({ ...line, unread }));
  const operations = incidentButtons({ ...slow, lines }, incidentNow).map(({ operation }) => operation);
  expect(operations.filter((each) => !each.startsWith('incident.'))).toEqual([]);
  expect(operations).toContain('incident.silence');
});

test('its changes are about the components that fire: one needs no choice, several are proposed', () => {
  const given = (ids: readonly string[]) => {
    const lines = ids.flatMap((id) => slow.lines.map((line) => ({ ...line, component: { id, name: id } })));
    const buttons = incidentButtons({ ...slow, component: undefined, lines }, incidentNow);
    const changes = buttons.filter(({ operation }) => /restart|scale/.test(operation));
    return changes.map((each) => [plain(each.label, 'en'), each.given.component, each.opens]);
  };
  expect(given(['web', 'api'])).toEqual([
    ['Restart…', ['web', 'api'], 'modal'],
    ['Scale…', undefined, 'modal'],
  ]);
  expect(given(['web', 'web'])).toEqual([
    ['Restart web', ['web'], 'plan'],
    ['Scale web', ['web'], 'modal'],
  ]);
  // The first few of many would be an accident.
  expect(given([...'abcdef'])[0]).toEqual(['Restart…', undefined, 'modal']);
});

test('its chart marks when each condition began, each time', () => {
  const fired = sample('firing, abnormal');
  const since = fired.lines[0]?.since ?? 0;
  const again = { ...fired, firings: [{ from: since - 3_600_000, to: since - 3_000_000, peaks: [] }] };
  const marked = (incident: Incident) =>
    incidentFailures(incident).map(({ time, what }) => [time * 1_000 - since, plain(what, 'en')]);
  expect(marked(fired)).toEqual([[0, 'abnormal']]);
  expect(marked(again)).toEqual([
    [-3_600_000, 'abnormal'],
    [0, 'abnormal'],
  ]);
  expect(marked(measured)).toEqual([[expect.any(Number), 'above 500 ms']]);
  const besides = measured.lines.map((line) => ({ ...line, item: 'memory', what: verbatim('memory above 1 GiB') }));
  expect(marked({ ...measured, lines: [...measured.lines, ...besides] })).toEqual([
    [expect.any(Number), 'response time above 500 ms'],
    [expect.any(Number), 'memory above 1 GiB'],
  ]);
  const ended = { ...crashed(), cause: 'OOMKilled', died: { pod: 'api-1', at: since - 40_000 } };
  expect(marked(ended)).toEqual([[-40_000, 'OOMKilled']]);
  // Each known end has one mark, also that of an earlier firing.
  const ends = [-3_640_000, -40_000].map((after) => ({ at: since + after, cause: 'OOMKilled' }));
  expect(marked({ ...ended, ends, firings: again.firings })).toEqual([
    [-3_640_000, 'OOMKilled'],
    [-40_000, 'OOMKilled'],
  ]);
  const lines = fired.lines.map((line) => ({ ...line, called: verbatim('HighErrorRate') }));
  expect(marked({ ...fired, lines })).toEqual([[0, 'HighErrorRate']]);
  // A mark names an alert once, with all components for which it began at once.
  const of = (names: readonly (string | undefined)[]) => ({
    ...fired,
    component: undefined,
    lines: names.flatMap((name) =>
      lines.map((line) => ({ ...line, component: name ? { id: name, name } : undefined })),
    ),
  });
  expect(marked(of(['web', 'api']))).toEqual([[0, 'HighErrorRate (web, api)']]);
  expect(marked(of(['web', undefined]))).toEqual([[0, 'web: HighErrorRate']]);
});

test('its chart doesn’t mark the first check of a watch as the begin of what was already so', () => {
  const fired = sample('firing, abnormal');
  const [line = expect.fail()] = fired.lines;
  const checked = (watchedSince: number) => incidentFailures({ ...fired, lines: [{ ...line, watchedSince }] });
  expect(checked(line.since - 30_000)).toEqual([]);
  expect(checked(line.since - 3_600_000)).toHaveLength(1);
});

test('its chart begins before the pod that its message names as the reason ended', () => {
  const begun = crashed().lines[0]?.since ?? expect.fail();
  const startOf = (ago: number) => {
    const died = { pod: 'api-1', at: begun - ago };
    const [range = ''] = incidentChart(crashed({ cause: 'OOMKilled', died }), incidentNow)?.given.range ?? [];
    return Date.parse(range.split('..')[0] ?? '');
  };
  expect(startOf(2 * 3_600_000)).toBeLessThan(begun - 2 * 3_600_000);
  expect(startOf(20 * 3_600_000)).toBeGreaterThan(begun - 3_600_000);
});

test('its chart contains and marks every change that its message names', () => {
  const [change] = slow.before;
  const at = (minutes: number) => (slow.lines[0]?.since ?? 0) - minutes * 60_000;
  const early = { ...slow, before: change ? [{ ...change, at: at(50) }] : [], done: [] };
  expect(incidentNamed(early)).toEqual([{ time: at(50) / 1_000, what: change?.what, who: change?.by }]);
  const [from] = incidentChart(early, incidentNow)?.given.range?.[0]?.split('..') ?? [];
  expect(Date.parse(from ?? '')).toBeLessThan(at(50));
  // A failed build replaced nothing, and no chart marks it.
  const built = { ...early, before: early.before.map((each) => ({ ...each, replacedNothing: true as const })) };
  expect(incidentNamed(built)).toEqual([]);
});

const crashed = (more: Partial<Incident> = {}): Incident => {
  const fired = sample('firing, abnormal');
  return { ...fired, lines: fired.lines.map((line) => ({ ...line, item: 'abnormal' })), ...more };
};
const buttonOf = (incident: Incident, operation: string) =>
  incidentButtons(incident, incidentNow).find((each) => each.operation === operation);

const changed = (more: Partial<Incident['before'][number]>): Incident['before'] => [
  { at: incidentNow - 600_000, what: verbatim('deploy api'), ...more },
];

test.each<[string, Partial<Incident>, string | undefined]>([
  ['nothing failed', { before: changed({}) }, undefined],
  ['a change failed', { before: changed({ failed: true, event: 'e1' }) }, 'e1'],
  [
    'the last change that failed has no log',
    { before: [...changed({ failed: true }), ...changed({ event: 'e2' })] },
    'e2',
  ],
  [
    'a build failed, so that what ran before goes on',
    { before: changed({ event: 'e1', replacedNothing: true }) },
    undefined,
  ],
  ['a failed operation is the reason', { event: 'e3', before: changed({ failed: true, event: 'e1' }) }, 'e3'],
  ['it has several components', { component: undefined, event: 'e3' }, undefined],
])('its events are offered, and a log only of what can be why: %s', (_what, more, event) => {
  const incident = crashed({ before: [], ...more });
  const component = [crashed().component?.id];
  expect(buttonOf(incident, 'component.events')?.given).toEqual({ component });
  expect(buttonOf(incident, 'component.log')?.given).toEqual(
    event === undefined ? undefined : { component, event: [event] },
  );
});

test('of a component that the platform doesn’t run, only its traffic is charted, and nothing restarts or scales it', () => {
  const outside = (item: string): Incident => {
    const { component = expect.fail(), lines, ...rest } = crashed();
    const thirdParty = { ...component, thirdParty: true } as const;
    return { ...rest, component: thirdParty, lines: lines.map((line) => ({ ...line, item, component: thirdParty })) };
  };
  const operationsOf = (item: string) =>
    incidentButtons(outside(item), incidentNow).flatMap(({ operation }) =>
      operation.startsWith('incident.') ? [] : operation,
    );
  expect(operationsOf('abnormal')).toEqual([]);
  expect(incidentChart(outside('abnormal'), incidentNow)).toBeUndefined();
  expect(operationsOf('gateway_errors_share')).toEqual(['monitor']);
  expect(incidentChart(outside('gateway_errors_share'), incidentNow)?.given.component).toHaveLength(1);
});

test('its chart button begins shortly before the incident, whenever it is pressed, with memory first', () => {
  const since = crashed().lines[0]?.since ?? 0;
  const { item, range } = buttonOf(crashed(), 'monitor')?.given ?? {};
  expect(item).toEqual(['memory', 'cpu']);
  const [from = '', to = ''] = range?.[0]?.split('..') ?? [];
  expect(since - Date.parse(from)).toBe(30 * 60_000);
  expect(Date.parse(to) - since).toBeGreaterThan(6 * 24 * 3_600_000);
});

test('the record of an incident keeps its chart, of its time, as long as its components are in the app', () => {
  const ended = (measured.lines[0]?.since ?? 0) + 40 * 60_000;
  const record = (state: 'resolved' | 'deleted'): Incident => ({
    ...{ ...measured, ended },
    lines: measured.lines.map((line) => ({ ...line, state, ended })),
  });
  const [chart, ...others] = incidentButtons(record('resolved'), ended);
  expect([chart?.operation, chart?.thread, others]).toEqual(['monitor', true, []]);
  const [, to = ''] = chart?.given.range?.[0]?.split('..') ?? [];
  expect(Date.parse(to) - ended).toBeLessThanOrEqual(30 * 60_000);
  expect(chart?.given.above).toEqual(['request_time:500']);
  expect(incidentButtons(record('deleted'), ended)).toEqual([]);
  // A silence that goes on would also silence the next firing, so the record offers its end.
  const offered = (silenced: Incident['silenced']) =>
    incidentButtons({ ...record('resolved'), silenced }, ended).map(({ operation }) => operation);
  const silenced = { id: 'U0MAYA', name: 'maya', at: ended - 60_000, until: ended + 60_000 };
  expect(offered(silenced)).toEqual(['incident.unsilence', 'monitor']);
  for (const past of [
    { ...silenced, recovered: true as const },
    { ...silenced, until: ended },
  ])
    expect(offered(past)).toEqual(['monitor']);
  // It can't fire again after half an hour.
  const later = incidentButtons(
    { ...record('resolved'), silenced: { ...silenced, until: ended + 7_200_000 } },
    ended + 1_860_000,
  );
  expect(later.map(({ operation }) => operation)).toEqual(['monitor']);
});

test('the chart button of several components draws all of them at once, while it fires and afterwards', () => {
  const { component: _component, ...several } = sample('several components');
  const ended = incidentNow + 60_000;
  const lines = several.lines.map((line) => ({ ...line, state: 'resolved' as const, ended }));
  const wanted = [...new Set(several.lines.flatMap(({ component }) => component?.id ?? []))];
  expect(wanted.length).toBeGreaterThan(1);
  const firing = buttonOf(several, 'monitor');
  expect([firing?.given.component, firing?.opens]).toEqual([
    wanted.filter((id) => several.lines.some(({ component, state }) => component?.id === id && state !== 'resolved')),
    undefined,
  ]);
  expect(buttonOf({ ...several, lines, ended }, 'monitor')?.given.component).toEqual(wanted);
});

test('the chart button of a measured problem names no items, so that its chart offers all others', () => {
  expect(buttonOf(measured, 'monitor')?.given).toEqual({
    ...{ component: ['id-web'], range: [expect.any(String)], above: ['request_time:500'], incident: [measured.id] },
  });
});

test('where containers end and the events say nothing about why, the message says that', () => {
  const withoutChanges = { elsewhere: { times: 1, hasEnded: false, changes: [] } };
  const said = (incident: Incident) => incidentReasons(incident, incidentNow).map((each) => plain(each, 'en'));
  expect(said(crashed(withoutChanges))).toContain('Why: the platform has given no reason so far');
  expect(said(crashed())).toEqual([]);
  expect(said({ ...measured, ...withoutChanges }).join()).not.toContain('Why');
});

test.each([
  [10_000, 50_000, '00:00 UTC (less than a minute)'],
  [50_000, 70_000, '00:00 UTC–00:01 UTC (1 minute)'],
  [50_000, 130_000, '00:00 UTC–00:02 UTC (2 minutes)'],
])('from %d to %d ms, the length fits the times as shown', (since, ended, says) => {
  const over = crashed({ ended });
  const lines = over.lines.map((line) => ({ ...line, state: 'resolved' as const, since, ended }));
  expect(incidentStatus({ ...over, lines }, ended).map((each) => plain(each, 'en', 'UTC'))).toEqual([says]);
});

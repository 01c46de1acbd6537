import { incidentMessages } from '../../test/contract/incident-messages.ts';
import { aChartOrder } from '../../test/operations/samples.ts';
import { defined } from '../core/defined.ts';
import { verbatim } from '../core/text/text.ts';
import { plain } from '../operations/operation-catalog.ts';
import {
  chartedIncident,
  firingInChart,
  incidentMarks,
  knownEnds,
  labelledOf,
  unseenPeakText,
} from './incident-marks.ts';

const incident = incidentMessages['firing, with what changed shortly before'] ?? expect.fail();
const context = incident.context ?? expect.fail();
const web = { id: 'id-web', name: 'web' };
const row = { kind: 'incident', version: 1, placeKey: '', channel: incident.channel, isOpen: true, at: 1 };
const records = {
  get: async (_kind: string, id: string) => (id === incident.id ? { ...row, id, body: incident } : undefined),
  list: async () => [],
};

const charted = ({
  id = incident.id,
  components = [web],
  at = context,
  channel = incident.channel,
  isPublic = false,
} = {}) =>
  chartedIncident(
    { store: { records }, people: { isPublic: async () => isPublic } },
    { order: { incident: id, components }, context: at, viewer: { channel } },
  );

test('a chart of an incident marks when it began, and what its message names as changed', async () => {
  const { failures = [], named = [] } = incidentMarks(await charted());
  expect(failures.map(({ what }) => plain(what, 'en'))).toEqual(['response time above 500 ms']);
  expect(named.map(({ what }) => plain(what, 'en'))).toEqual(['scale web 3 → 2']);
});

test('the peak of an incident is labeled, not that of the incident before it', () => {
  const since = Math.min(...incident.lines.map((line) => line.since));
  expect(labelledOf(incident)).toEqual({ labelledFrom: since / 1_000 });
  const firings = [{ from: since, to: since + 60_000, peaks: [] }];
  expect(labelledOf({ ...incident, firings })).toEqual({ labelledFrom: since / 1_000 + 60 });
  // Its peak may be before the time from which it is known.
  const found = incident.lines.map((line) => ({ ...line, watchedSince: line.since }));
  expect(labelledOf({ ...incident, lines: found })).toEqual({});
  expect(labelledOf({ ...incident, lines: incident.lines.map((line) => ({ ...line, item: 'oom' })) })).toEqual({});
  expect(labelledOf(undefined)).toEqual({});
});

test('an incident is marked only where it is visible, and where one of its components is drawn', async () => {
  expect(await charted({ channel: 'C0ELSE', isPublic: true })).toEqual(incident);
  expect(await charted({ channel: 'C0ELSE' })).toBeUndefined();
  expect(await charted({ id: 'gone' })).toBeUndefined();
  expect(await charted({ components: [{ id: 'id-db', name: 'db' }] })).toBeUndefined();
  expect(await charted({ at: { ...context, app: '13' } })).toBeUndefined();
  expect(incidentMarks(undefined)).toEqual({});
});

test('each chart of a component knows when its containers ended, as far as its reader may see the incident', async () => {
  const component = { id: 'id-web', name: 'web' };
  const killed = { ...incident, component, ends: [{ at: 60_000, cause: 'OOMKilled' }] };
  const list = async () => [{ ...row, id: incident.id, body: killed }];
  const of = (components: readonly { readonly id: string; readonly name: string }[] | undefined, isPublic = true) =>
    knownEnds(
      { store: { records: { ...records, list } }, people: { isPublic: async () => isPublic } },
      { order: aChartOrder({ components }), context, viewer: { channel: 'C0ELSE' } },
    );
  const end = { time: 60, what: 'OOMKilled', name: 'web' };
  expect(await of([component])).toEqual([end]);
  expect(await of(undefined)).toEqual([end]);
  expect(await of([{ id: 'id-db', name: 'db' }])).toEqual([]);
  expect(await of([component], false)).toEqual([]);
});

test('where memory ran out and its values stayed far below the limit, the chart says that the peak wasn’t seen', () => {
  const crash = incident.lines.map((line) => ({ ...line, item: 'abnormal' }));
  const killed = { ...incident, cause: 'OOMKilled', lines: crash };
  const says = (peak: number | null, of: typeof incident = killed, samplesApart?: number, since?: number) => {
    const memory = { item: 'memory', unit: 'MiB', isDrawn: true, series: [], coloured: 1 } as const;
    const panels = [{ ...memory, limits: [{ value: 512, names: [], without: [], peak, ...defined({ since }) }] }];
    const text = unseenPeakText(of, { panels, samplesApart });
    return text && plain(text, 'en');
  };
  expect(says(267)).toBe('Peak not seen: the chart has one value every 15 seconds (at most 52% of the limit).');
  expect(says(267, killed, 300)).toContain('one value every 5 minutes (');
  expect(says(267, killed, 60)).toContain('one value every minute (');
  expect(says(480)).toBeUndefined();
  // After a change of the limit, the peak under the limit of before isn't compared with it.
  expect(says(267, killed, 60, 1)).toBeUndefined();
  expect(says(null)).toBeUndefined();
  expect(says(267, incident)).toBeUndefined();
  // Latency that rose while or after memory ran out is another problem.
  const of = (item?: string) => ({ ...killed, lines: incident.lines.map((line) => ({ ...line, item })) });
  expect(says(267, of('request_time'))).toBeUndefined();
  const alert = of();
  expect(says(267, alert)).toBeDefined();
  expect(says(267, { ...alert, died: { pod: 'web-1', at: 0 } })).toBeUndefined();
});

test('a chart of a component says which of its problems fire, those of drawn items first', async () => {
  const began = Math.min(...incident.lines.map((line) => line.since));
  const told = async (
    start: number,
    more: Partial<typeof incident> = {},
    isPublic = false,
    others: readonly (typeof incident)[] = [],
  ) => {
    const body = { ...incident, component: web, ...more };
    const list = async () => [...others, body].map((each) => ({ ...row, id: each.id, body: each }));
    const order = aChartOrder({ components: [web], start: start / 1_000, end: start / 1_000 + 3_600 });
    const store = { records: { ...records, list } };
    const here = { order, context, viewer: { channel: incident.channel } };
    return (await firingInChart({ store, people: { isPublic: async () => isPublic } }, here)).map((text) =>
      plain(text, 'en'),
    );
  };
  expect(await told(began + 60_000)).toEqual([
    expect.stringMatching(/^▲ web: response time above 500 ms: firing since .*\.$/),
  ]);
  expect(await told(began - 30 * 60_000)).toHaveLength(1);
  // Two channels watch the same, one of them in an incident with another condition.
  const [line = expect.fail()] = incident.lines;
  const abnormal = { ...line, key: 'w9 id-web', item: 'abnormal', what: verbatim('abnormal'), since: began - 60_000 };
  const both = { ...incident, component: web, id: 'i2', lines: [abnormal, ...incident.lines] };
  expect(await told(began, {}, false, [both])).toEqual([
    expect.stringMatching(/^▲ web: abnormal: firing since /),
    expect.stringMatching(/^▲ web: response time above 500 ms: firing since /),
  ]);
  expect(await told(began + 60_000, { ended: began + 120_000 })).toEqual([]);
  const lines = incident.lines.map((line) => ({ ...line, noData: true as const }));
  expect(await told(began + 60_000, { lines })).toEqual([]);
  expect(await told(began + 60_000, { channel: 'C0ELSE' })).toEqual([]);
  expect(await told(began + 60_000, { component: { id: 'id-api', name: 'api' } })).toEqual([]);
});

import { expect, test } from 'vitest';
import { incidentMessages, incidentNow } from '../../../test/contract/incident-messages.ts';
import type { Incident } from '../../core/incident/incident.ts';
import { plain } from '../operation-catalog.ts';
import { incidentButtons, incidentChart, incidentFailures, incidentNamed } from './incident-buttons.ts';

const sample = (name: string): Incident => {
  const found = incidentMessages[name];
  if (!found) throw new Error(`There is no sample “${name}”.`);
  return found;
};
const slow = sample('acknowledged');
const measured = {
  ...slow,
  lines: slow.lines.map((line) => ({ ...line, item: 'request_time', threshold: 500 })),
};

const low = { ...measured, lines: measured.lines.map((line) => ({ ...line, isLowest: true as const })) };

test.each([
  ['what is watched for being below a threshold, with that side', low, ['request_time'], undefined, ['500']],
  ['what is measured, with its threshold', measured, ['request_time'], ['500'], undefined],
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
])('its chart shows %s', (_what, incident, item, above, below) => {
  const given = incidentChart(incident, incidentNow)?.given;
  expect([given?.item, given?.above, given?.below]).toEqual([item, above, below]);
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

test('its chart marks when what it has no threshold for began, each time; a threshold shows that itself', () => {
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
  expect(marked(measured)).toEqual([]);
});

test('its chart contains and marks every change that its message names', () => {
  const [change] = slow.before;
  const at = (minutes: number) => (slow.lines[0]?.since ?? 0) - minutes * 60_000;
  const early = { ...slow, before: change ? [{ ...change, at: at(50) }] : [], done: [] };
  expect(incidentNamed(early)).toEqual([{ time: at(50) / 1_000, what: change?.what, who: change?.by }]);
  const [from] = incidentChart(early, incidentNow)?.given.range?.[0]?.split('..') ?? [];
  expect(Date.parse(from ?? '')).toBeLessThan(at(50));
});

import { incidentMessages } from '../../../test/contract/incident-messages.ts';
import type { Incident } from '../../core/incident/incident.ts';
import { verbatim } from '../../core/text/text.ts';
import { byUrgency, oncePerProblem } from './incident-order.ts';

const {
  acknowledged: _acknowledged,
  silenced: _silenced,
  ...fired
} = incidentMessages['firing, abnormal'] ?? expect.fail();

const of = (id: string, more: Partial<Incident> = {}, line: Partial<Incident['lines'][number]> = {}): Incident => ({
  ...{ ...fired, id, lines: fired.lines.map((each) => ({ ...each, ...line })) },
  ...more,
});

test('what nobody takes care of stands first on Home, and a certificate after containers that don’t run', () => {
  const now = fired.opened + 3_600_000;
  const sam = { id: 'U0SAM', name: 'sam', at: now - 1_800_000 };
  const incidents = [
    of('recovering', {}, { state: 'recovering' }),
    of('acknowledged', { acknowledged: sam }),
    of('silenced', { silenced: { ...sam, until: now + 60_000 } }),
    of('certificate', {}, { item: 'certificates' }),
    of('firing'),
    // Its row stays, so that the person sees what the press did.
    of('acknowledged just now', { acknowledged: { ...sam, at: now - 60_000 } }),
    of('silence over', { silenced: { ...sam, until: now - 1 } }),
  ];
  expect(byUrgency(incidents, now).map(({ id }) => id)).toEqual([
    ...['firing', 'acknowledged just now', 'silence over', 'certificate', 'acknowledged', 'silenced', 'recovering'],
  ]);
});

test('of a problem that several channels watch, Home shows the incident that the person or anybody takes care of', () => {
  const now = fired.opened + 60_000;
  const by = (id: string) => ({ acknowledged: { id, name: id, at: now } });
  const shown = (...incidents: readonly Incident[]) => oncePerProblem(incidents, 'U0LIU', now).map(({ id }) => id);
  const [first, second] = [of('first', { channel: 'C1' }), of('second', { channel: 'C2' })];
  expect(shown(first, second)).toEqual(['first']);
  expect(shown(first, { ...second, ...by('U0SAM') })).toEqual(['second']);
  expect(shown({ ...first, ...by('U0SAM') }, { ...second, ...by('U0LIU') })).toEqual(['second']);
  expect(shown(of('other', {}, { what: verbatim('5xx') }), first, second)).toEqual(['other', 'first']);
});

import { incidentMessages } from '../../../test/contract/incident-messages.ts';
import type { Incident } from '../../core/incident/incident.ts';
import { byUrgency } from './incident-order.ts';

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
  const now = fired.opened + 60_000;
  const sam = { id: 'U0SAM', name: 'sam', at: now };
  const incidents = [
    of('recovering', {}, { state: 'recovering' }),
    of('acknowledged', { acknowledged: sam }),
    of('silenced', { silenced: { ...sam, until: now + 60_000 } }),
    of('certificate', {}, { item: 'certificates' }),
    of('firing'),
    of('silence over', { silenced: { ...sam, until: now - 1 } }),
  ];
  expect(byUrgency(incidents, now).map(({ id }) => id)).toEqual([
    ...['firing', 'silence over', 'certificate', 'acknowledged', 'silenced', 'recovering'],
  ]);
});

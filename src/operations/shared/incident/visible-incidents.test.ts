import { incidentMessages } from '../../../../test/contract/incident-messages.ts';
import type { Incident } from '../../../core/incident/incident.ts';
import { verbatim } from '../../../core/text/text.ts';
import { onePerProblem } from './visible-incidents.ts';

const fired = incidentMessages['several components'] ?? expect.fail();
const inChannel = (id: string, channel: string, more: Partial<Incident> = {}) => ({ ...fired, id, channel, ...more });
const other = { lines: fired.lines.slice(0, 1) };

test.each<[string, readonly Incident[], readonly string[]]>([
  ['in this channel', [inChannel('a', 'C2'), inChannel('b', 'C1')], ['b']],
  ['in the first other channel', [inChannel('a', 'C2'), inChannel('b', 'C3')], ['a']],
  ['and of a part of its conditions', [inChannel('a', 'C2'), inChannel('b', 'C1', other)], ['a', 'b']],
  ['and another one', [inChannel('a', 'C1'), inChannel('b', 'C2', { title: verbatim('HighErrorRate') })], ['a', 'b']],
  ['and its earlier, ended one', [inChannel('a', 'C2', { ended: 1 }), inChannel('b', 'C1')], ['a', 'b']],
])('a problem that several channels watch is shown once: the incident %s', (_which, incidents, ids) => {
  expect(onePerProblem(incidents, 'C1').map(({ id }) => id)).toEqual(ids);
});

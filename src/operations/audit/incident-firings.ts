import { present } from '../../core/defined.ts';
import { type Incident, type IncidentFiring, presentFiring } from '../../core/incident/incident.ts';
import { firingLength, lengthOfFiring } from '../../core/incident/incident-times.ts';
import type { Text } from '../../core/text/text.ts';
import type { AuditRow } from '../../store/audit/audit-entry.ts';
import type { Reads } from '../shared/define.ts';
import { incidentRecords } from '../shared/incident/incident-rows.ts';
import type { ChannelAccess } from '../shared/place/channel-access.ts';
import { handled } from './audit-kind-messages.ts';

export interface FiringEvent {
  readonly at: number;
  readonly what: Text;
}

/** Returns when the incidents of some entries began and ended, if they are still stored. Omits private channels. */
export async function readFirings(
  rows: readonly Pick<AuditRow, 'details'>[],
  reads: Pick<Reads, 'records'>,
  access: Pick<ChannelAccess, 'mayPost'>,
): Promise<readonly FiringEvent[]> {
  const ids = new Set(
    rows.flatMap(({ details: { incident } = {} }) => (typeof incident === 'string' ? [incident] : [])),
  );
  const stored = await Promise.all([...ids].map((id) => incidentRecords.get(reads, id)));
  const shown = present(stored).map(async ({ body }) => ((await access.mayPost(body.channel)) ? eventsOf(body) : []));
  return (await Promise.all(shown)).flat();
}

function eventsOf(incident: Incident): readonly FiringEvent[] {
  const { firings = [], ended } = incident;
  const latest = presentFiring(incident, ended ?? Number.POSITIVE_INFINITY);
  // Memory that ran out is over at once, its incident only after a while.
  const last = latest.died && ended !== undefined ? { ...latest, to: ended } : latest;
  return [...firings, last].flatMap(({ from, to, died }, index) => [
    { at: from, what: index === 0 ? handled.fired() : handled.firedAgain() },
    ...(Number.isFinite(to) ? [{ at: to, what: endText(incident, { from, to, died }) }] : []),
  ]);
}

function endText(incident: Incident, { from, to, died }: Pick<IncidentFiring, 'from' | 'to' | 'died'>): Text {
  return died
    ? handled.overKilled({ length: firingLength(died.at, to) })
    : handled.over({ length: lengthOfFiring(incident, { from, to }) });
}

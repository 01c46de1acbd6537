import { placeKey } from '../../core/command/context.ts';
import { present } from '../../core/defined.ts';
import { type Incident, presentFiring } from '../../core/incident/incident.ts';
import { firingLength, incidentTitle } from '../../core/incident/incident-text.ts';
import type { Ask } from '../../core/operation.ts';
import { readRequests } from '../../core/request/change-request.ts';
import type { Text } from '../../core/text/text.ts';
import type { Reads } from '../shared/define.ts';
import { incidentRecords } from '../shared/incident/incident-rows.ts';
import type { ChannelAccess } from '../shared/place/channel-access.ts';
import { linkedTitle } from './audit-lines.ts';
import { auditMsg } from './audit-messages.ts';

/** Number of an app's requests that ran and that are searched for those that follow one. */
const maxRequests = 200;
const maxListed = 5;

interface LaterEvent {
  readonly at: number;
  readonly text: Text;
}

/**
 * Returns the requests that follow a request or its extensions, and the incidents that began after it, oldest first.
 * Omits private channels.
 */
export async function readLaterEvents(
  { ids, link }: { readonly ids: ReadonlySet<string>; readonly link: string | undefined },
  ask: Ask,
  reads: { readonly requests: Pick<Reads['requests'], 'ran' | 'open'>; readonly records: Reads['records'] },
  access: Pick<ChannelAccess, 'mayPost'>,
): Promise<readonly Text[]> {
  const filter = { placeKey: placeKey(ask.context) };
  const [ran, open, incidents] = await Promise.all([
    reads.requests.ran(filter.placeKey, maxRequests),
    reads.requests.open(filter),
    link === undefined ? [] : incidentRecords.bodies(reads, filter),
  ]);
  const requests = new Map(readRequests([...ran, ...open]).map((each) => [each.id, each]));
  const followers = [...requests.values()].filter(
    ({ id, follows, system }) => ids.has(follows?.card ?? '') && !ids.has(id) && !system,
  );
  const caused = incidents.filter(({ before }) => before.some((each) => each.link === link));
  const events = [
    ...followers.map(({ at, asker, plan, shown: { link: own, channel } }) => {
      const what = linkedTitle(plan.title, own);
      return { at, channel, text: auditMsg.afterwards({ who: asker.name, what, when: { at, show: 'moment' } }) };
    }),
    ...caused.map((incident) => ({ at: incident.opened, channel: incident.channel, text: incidentText(incident) })),
  ];
  const shown = await Promise.all(events.map(async (each) => (await access.mayPost(each.channel)) && each));
  return present<LaterEvent>(shown)
    .toSorted((one, other) => one.at - other.at)
    .slice(0, maxListed)
    .map(({ text }) => text);
}

function incidentText(incident: Incident): Text {
  const { opened, ended, firings = [] } = incident;
  // The message of the incident has the same beginning.
  const { from } = firings[0] ?? presentFiring(incident, ended ?? opened);
  const about = { what: incidentTitle(incident), when: { at: from, show: 'moment' } } as const;
  if (ended === undefined) return auditMsg.incident(about);
  return auditMsg.incidentEnded({ ...about, length: firingLength(from, ended) });
}

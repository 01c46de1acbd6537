import { placeKey } from '../../core/command/context.ts';
import { present } from '../../core/defined.ts';
import { type Incident, isStartKnown, presentFiring, presentKill } from '../../core/incident/incident.ts';
import { firingLength } from '../../core/incident/incident-times.ts';
import { incidentTitle } from '../../core/incident/incident-title.ts';
import type { Ask } from '../../core/operation.ts';
import { type ChangeRequest, readRequests } from '../../core/request/change-request.ts';
import { canonical } from '../../core/request/plan.ts';
import { join, type Text } from '../../core/text/text.ts';
import { minuteOf } from '../../core/watch/watch-state.ts';
import type { AuditRow } from '../../store/audit/audit-entry.ts';
import type { Reads } from '../shared/define.ts';
import { incidentRecords } from '../shared/incident/incident-rows.ts';
import type { ChannelAccess } from '../shared/place/channel-access.ts';
import { states, verbs } from './audit-kind-messages.ts';
import { auditMsg } from './audit-messages.ts';
import { openingOf } from './lines/audit-lines.ts';
import { linkedTitle } from './lines/audit-words.ts';

const maxListed = 5;

interface LaterEvent {
  readonly at: number;
  readonly text: Text;
  /** Identifies what happened. Two channels that watch the same have an incident each. */
  readonly key: string;
}

/**
 * Returns the requests that follow a request or its extensions, in any state, and the incidents that began after it,
 * oldest first. Omits private channels. @param since epoch ms
 */
export async function readLaterEvents(
  {
    ids,
    since,
    link,
    title,
  }: {
    readonly ids: ReadonlySet<string>;
    readonly since: number;
    readonly link: string | undefined;
    readonly title: Text | undefined;
  },
  ask: Ask,
  reads: Pick<Reads, 'records'> & {
    readonly requests: Pick<Reads['requests'], 'get'>;
    readonly audit: Pick<Reads['audit'], 'search'>;
  },
  access: Pick<ChannelAccess, 'mayPost'>,
): Promise<readonly Text[]> {
  const filter = { placeKey: placeKey(ask.context) };
  const follows = async ({ kind, request = '', details, channel }: AuditRow) => {
    const isOwn = ids.has(request) || openingOf(request) !== request;
    if (kind !== 'proposed' || isOwn || !ids.has(String(details?.follows))) return false;
    return channel === undefined || access.mayPost(channel);
  };
  const [proposed, incidents] = await Promise.all([
    reads.audit.search({ ...filter, words: [[...ids]], since, limit: maxListed, mayRead: follows }),
    link === undefined ? [] : incidentRecords.bodies(reads, filter),
  ]);
  const stored = await Promise.all(proposed.map(({ request = '' }) => reads.requests.get(request)));
  const followers = readRequests(present(stored));
  // An incident with an unknown start may have begun before the request.
  const caused = incidents.filter((each) => isStartKnown(each) && each.before.some((change) => change.link === link));
  const events = [
    ...followers.map((request) => ({
      at: request.at,
      channel: request.shown.channel,
      text: followerText(request, title),
      key: request.id,
    })),
    ...caused.map((incident) => ({
      at: incident.opened,
      channel: incident.channel,
      text: incidentText(incident),
      key: canonical([incidentTitle(incident), minuteOf(firstBegin(incident))]),
    })),
  ];
  const shown = await Promise.all(events.map(async (each) => (await access.mayPost(each.channel)) && each));
  const unique = new Map(present<LaterEvent>(shown).map((event) => [event.key, event]));
  return [...unique.values()]
    .toSorted((one, other) => one.at - other.at)
    .slice(0, maxListed)
    .map(({ text }) => text);
}

/** Says what followed, and how that ended, unless it was done. @param title of the request that it follows */
function followerText(request: ChangeRequest, title: Text | undefined): Text {
  const { state } = request;
  const says = followedText(request, title);
  const hasNot = state === 'denied' || state === 'cancelled' || state === 'expired' || state === 'failed';
  return hasNot ? join([says, states[state]()], ' · ') : says;
}

function followedText({ at, asker, plan, follows, shown: { link } }: ChangeRequest, title: Text | undefined): Text {
  const about = { who: asker.name, when: { at, show: 'moment' } } as const;
  if (title && canonical(title) === canonical(plan.title))
    return auditMsg.did({ ...about, what: linkedTitle(verbs.again(), link) });
  const what = linkedTitle(plan.title, link);
  if (follows?.how !== 'undo') return auditMsg.afterwards({ ...about, what });
  return auditMsg.withResult({ what: auditMsg.did({ ...about, what: verbs.undo() }), result: what });
}

/** Returns when an incident began (epoch ms), as its message says. */
function firstBegin(incident: Incident): number {
  const { opened, ended, firings = [] } = incident;
  return (firings[0] ?? presentFiring(incident, ended ?? opened)).from;
}

function incidentText(incident: Incident): Text {
  const { opened, ended } = incident;
  const { to } = presentFiring(incident, ended ?? opened);
  const from = firstBegin(incident);
  const about = { what: incidentTitle(incident), when: { at: from, show: 'moment' } } as const;
  if (ended === undefined) return auditMsg.incident(about);
  const died = presentKill(incident);
  return died
    ? auditMsg.incidentNotAgain({ ...about, length: firingLength(died.at, ended) })
    : auditMsg.incidentEnded({ ...about, length: firingLength(from, to) });
}

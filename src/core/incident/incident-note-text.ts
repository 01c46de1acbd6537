import { mentionOf } from '../command/read-person.ts';
import { isSameJson, present } from '../defined.ts';
import { durationText } from '../text/duration-messages.ts';
import { join, type Text } from '../text/text.ts';
import { begunLine, type Incident, isEndedByLimit, isOngoing, presentFiring, reasonOf } from './incident.ts';
import { incidentMsg } from './incident-messages.ts';
import { shownState } from './incident-state-text.ts';
import { limitedText } from './incident-text.ts';
import { firingLength, knownLength, sharedGap } from './incident-times.ts';
import { asWatched, incidentTitle } from './incident-title.ts';
import { valuesAt } from './incident-values.ts';
import type { IncidentNote } from './observe-lines.ts';

export function mentionsText(who: readonly string[]): Text {
  return join(who.map((id) => incidentMsg.mentioned({ who: mentionOf(id) })));
}

/** @param link link of the incident's message, for a note that is also shown in the channel */
export function noteText(note: IncidentNote, incident: Incident, link?: string): Text {
  const text = noteAlone(note, incident, link);
  if (note.mention.length === 0) return text;
  const who = mentionsText(note.mention);
  // The state of an end would seem to be that of the people, if it came after them, and a name part of theirs.
  if (note.what === 'ended') return incidentMsg.endedFor({ text, who });
  return note.what === 'unsilenced' ? incidentMsg.overFor({ text, who }) : incidentMsg.withMentions({ who, text });
}

function noteAlone({ what, keys, at }: IncidentNote, incident: Incident, link: string | undefined): Text {
  const lines = incident.lines.filter(({ key }) => keys.includes(key));
  const others = incident.lines.filter((line) => isOngoing(line) && !keys.includes(line.key));
  const isSaid = what === 'joined' && lines.some((line) => others.some((each) => isSameJson(each.what, line.what)));
  const named = isSaid ? lines.map(asWatched) : lines;
  const title = lines.length === 0 ? incidentTitle(incident) : incidentTitle({ ...incident, lines: named, more: 0 });
  switch (what) {
    case 'reopened': {
      const before = incident.firings?.at(-1);
      const { from, died } = presentFiring(incident, at);
      const killed = died && before?.died;
      const length = firingLength(killed?.at ?? before?.to ?? at, from);
      const count = incident.past?.times === incident.times ? incident.past.count : incident.times;
      const says = killed
        ? incidentMsg.reopenedKilled
        : before?.isByLimit
          ? incidentMsg.reopenedByLimit
          : before?.unreported
            ? incidentMsg.reopenedUnreported
            : incidentMsg.reopened;
      const linked = link === undefined ? title : { link, label: title };
      const why = reasonOf(incident);
      const values = lines.length === 1 ? lines.flatMap(valuesAt(at)).slice(0, 1) : [];
      const facts = [...values, ...(why ? [incidentMsg.why({ why })] : [])];
      return join([says({ title: linked, count, length }), ...facts], ' · ');
    }
    case 'ended': {
      // The incident may have fired again before this text is posted.
      const last = incident.ended === undefined ? incident.firings?.at(-1) : undefined;
      const { from, to, died } = last ?? presentFiring(incident, incident.ended ?? at);
      const state = last ? incidentMsg.resolved() : shownState(incident).name;
      const begun = last ? { ...incident.lines[0], since: from } : begunLine(incident, from);
      const isResolved = died && (last !== undefined || shownState(incident).is === 'resolved');
      const says = isResolved
        ? incidentMsg.notAgainFor({ state, length: firingLength(died.at, at) })
        : incidentMsg.after({ state, length: knownLength(begun, to) });
      const gap = last ? undefined : sharedGap(incident);
      const over = incidentMsg.over({ title, state: join(present([says, gap]), ',') });
      const limited = !last && isEndedByLimit(incident) ? limitedText(incident, at, true) : undefined;
      return join(present([over, limited]), ' · ');
    }
    case 'joined':
      return incidentMsg.joined({ title: link === undefined ? title : { link, label: title } });
    case 'reminder': {
      const began = Math.min(...incident.lines.filter(isOngoing).map(({ since }) => since), at);
      return incidentMsg.reminder({ title, length: durationText(Math.round((at - began) / 3_600_000) * 3_600_000) });
    }
    case 'still-firing':
      return incidentMsg.stillFiring({ title });
    case 'unsilenced': {
      const by = incident.history.find((step) => step.what === 'unsilenced' && step.at === at)?.by;
      return incidentMsg.unsilenced({ who: by?.name ?? '–', title });
    }
  }
}

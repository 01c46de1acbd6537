import { isSameJson, present } from '../defined.ts';
import { momentNear, spanNear } from '../text/instant-text.ts';
import { inOneText, join, type Text } from '../text/text.ts';
import { minuteOf } from '../watch/watch-state.ts';
import { type Incident, type IncidentChange, type IncidentFiring, presentFiring } from './incident.ts';
import { incidentMsg } from './incident-messages.ts';
import { killText, lengthOfFiring, spanOf } from './incident-times.ts';
import { valueTexts } from './incident-values.ts';

/** Maximum number of changes before an incident that its message names. Its chart marks all of them. */
export const maxBefore = 4;
/** Time before an incident, in ms. Its chart shows the changes since then. */
export const markedBefore = 3_600_000;
/** Maximum number of changes during a firing, and of earlier firings, that a message names. */
export const maxNamed = 10;

/**
 * Returns texts about earlier changes, then later changes, then each earlier firing, the newest firing first.
 * @param most maximum number of each that is named; the others are counted
 * @param chartUntil end of the message's chart, epoch ms: it marks all changes before that except failed builds
 */
export function incidentChanges(
  incident: Incident,
  now: number,
  { most = maxNamed, chartUntil = 0 }: { readonly most?: number; readonly chartUntil?: number } = {},
): readonly Text[] {
  const { before, done, firings = [] } = incident;
  // A record isn't edited anymore, so its times stay relative to its end.
  const base = incident.ended ?? now;
  const since = firings.at(-1)?.to ?? Number.NEGATIVE_INFINITY;
  const shown = before.slice(0, Math.min(maxBefore, most));
  const hasFailed = ({ failed, replacedNothing }: IncidentChange) => failed === true && !replacedNothing;
  const others = shown.filter((each) => !hasFailed(each));
  const recent = done.filter(({ at }) => at > since);
  const textsOf = (some: readonly IncidentChange[]) => some.map((change) => changeText(change, base));
  const failed = textsOf(shown.filter(hasFailed));
  const begin = presentFiring({ ...incident, firings: [] }, base).from - markedBefore;
  const areMarked = (some: readonly IncidentChange[]) =>
    some.every((each) => !each.replacedNothing && each.at >= begin && each.at <= chartUntil);
  const rest = before.slice(shown.length);
  const left = moreLines(rest.length, areMarked(rest));
  // Below the label of those that failed, others would seem to have failed, too.
  const notNamed = moreLines(rest.length, areMarked(rest), !rest.every(hasFailed));
  return [
    ...changeLines(
      failed,
      others.length === 0 ? notNamed : [],
      incidentMsg.failedBefore,
      incidentMsg.failedBeforeAll(),
    ),
    ...changeLines(textsOf(others), left, incidentMsg.before, incidentMsg.beforeAll()),
    ...changeLines(
      textsOf(recent.slice(0, most)),
      moreLines(recent.length - most, areMarked(recent.slice(most))),
      incidentMsg.done,
      incidentMsg.doneAll(),
    ),
    ...firings
      .map((firing, index) =>
        firingText(withoutTold(firing, incident), incident, doneIn(done, firings, index), base, most),
      )
      .reverse()
      .slice(0, most),
    ...moreLines(firings.length - most).map((more) => incidentMsg.changeItem({ change: more })),
  ];
}

function moreLines(count: number, areMarked = false, areOthers = false): readonly Text[] {
  const [plainly, marked] = areOthers
    ? ([incidentMsg.otherLines, incidentMsg.othersMarked] as const)
    : ([incidentMsg.moreLines, incidentMsg.moreMarked] as const);
  return count > 0 ? [(areMarked ? marked : plainly)({ count })] : [];
}

/** A single change is on the same line as the label, with the number of others; several changes are below the label. */
function changeLines(
  changes: readonly Text[],
  more: readonly Text[],
  only: (given: { readonly change: Text }) => Text,
  label: Text,
): readonly Text[] {
  if (changes.length < 2) return changes.map((change) => only({ change: join([change, ...more], '; ') }));
  return [label, ...[...changes, ...more].map((change) => incidentMsg.changeItem({ change }))];
}

/** Returns the changes during a firing, and between the previous firing and this one. */
function doneIn(done: Incident['done'], firings: readonly IncidentFiring[], index: number): Incident['done'] {
  const after = firings[index - 1]?.to ?? Number.NEGATIVE_INFINITY;
  const until = firings[index]?.to ?? 0;
  return done.filter(({ at }) => at > after && at <= until);
}

/** Leaves out the silence of an earlier firing that goes on, because the message says that once. */
function withoutTold(firing: IncidentFiring, { silenced, lines }: Incident): IncidentFiring {
  const going = [silenced, ...lines.map((line) => line.silenced)];
  const isTold = going.some((each) => each && each.id === firing.silenced?.id && each.at === firing.silenced.at);
  return isTold ? { ...firing, silenced: undefined } : firing;
}

function firingText(
  firing: IncidentFiring,
  incident: Pick<Incident, 'lines'>,
  done: Incident['done'],
  now: number,
  most: number,
): Text {
  const { from, to, acknowledged, silenced, peaks, died, isByLimit } = firing;
  const at = momentNear(from, now);
  const span = died
    ? incidentMsg.firingKilled({ killed: killText(died, now) })
    : minuteOf(from) === minuteOf(to)
      ? incidentMsg.firingWithin({ at })
      : incidentMsg.firingSpan({ ...spanNear(from, to, now), length: lengthOfFiring(incident, firing) });
  // Two watches of one item may differ only in their limits.
  const isOne = peaks.every((peak) => isSameJson(peakTexts(peak), peaks.slice(0, 1).flatMap(peakTexts)));
  const values = (isOne ? peaks.slice(0, 1) : peaks).map((peak) => {
    const [value] = peakTexts(peak);
    return isOne || !value ? value : incidentMsg.titleOf({ name: peak.what, what: value });
  });
  const taken = acknowledged && incidentMsg.firingAcknowledged({ who: { user: acknowledged.id } });
  // A silence that was on at the end of the firing may have lasted longer.
  const quiet =
    silenced &&
    (silenced.until < to
      ? incidentMsg.firingSilenced({ who: { user: silenced.id }, ...spanOf(silenced.at, silenced.until) })
      : incidentMsg.firingSilencedFrom({ who: { user: silenced.id }, from: spanOf(silenced.at, to).from }));
  const says = join(present([span, isByLimit && incidentMsg.firingByLimit(), ...values, taken, quiet]), ',');
  const changesOf = (some: Incident['done']) =>
    inOneText(
      [...some.slice(0, most).map((change) => changeText(change, now)), ...moreLines(some.length - most)],
      '; ',
    );
  const before = changesOf(done.filter((change) => change.at < from));
  const since = changesOf(done.filter((change) => change.at >= from));
  const changed = [
    before && incidentMsg.firingBefore({ changes: before }),
    since && incidentMsg.firingDone({ changes: since }),
  ];
  return join(present([says, ...changed]), '; ');
}

function peakTexts(peak: IncidentFiring['peaks'][number]): readonly Text[] {
  return valueTexts({ ...peak, state: 'resolved' }, 0);
}

/** Returns a change with who made it and when. @param now current time, to which the time is relative */
export function changeText({ what, by, at, link }: IncidentChange, now: number): Text {
  const moment = momentNear(at, now);
  const linked = link === undefined ? what : { link, label: what };
  return by === undefined
    ? incidentMsg.changeAlone({ what: linked, at: moment })
    : incidentMsg.change({ what: linked, by, at: moment });
}

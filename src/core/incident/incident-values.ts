import { isSameJson, present } from '../defined.ts';
import { momentNear } from '../text/instant-text.ts';
import type { Text } from '../text/text.ts';
import { type Incident, type IncidentLine, isOngoing } from './incident.ts';
import { incidentMsg } from './incident-messages.ts';

type ShownValues = Pick<
  IncidentLine,
  'value' | 'furthest' | 'isLowest' | 'state' | 'noData' | 'seen' | 'item' | 'unread'
>;

/** Returns a condition's most extreme value, and its present one, or without data the last one with its time. */
export function valueTexts(line: ShownValues, now: number): readonly Text[] {
  const { value, furthest, isLowest, noData, unread, item } = line;
  // A certificate's expiry date isn't a current value.
  if (item === 'certificates') return value && isOngoing(line) ? [value] : [];
  return present([
    isOngoing(line) && (noData || unread ? unseenText(line, now) : value && incidentMsg.now({ value })),
    furthest && (isLowest ? incidentMsg.lowest({ value: furthest }) : incidentMsg.furthest({ value: furthest })),
  ]);
}

function unseenText({ value, seen, unread }: ShownValues, now: number): Text | undefined {
  const at = seen === undefined ? undefined : momentNear(seen, now);
  if (value) return at ? incidentMsg.lastAt({ value, at }) : incidentMsg.last({ value });
  // Why it can't be read is said with a time of its own.
  return at && !unread ? incidentMsg.unknownSince({ at }) : undefined;
}

export function valuesAt(now: number): (line: ShownValues) => readonly Text[] {
  return (line) => valueTexts(line, now);
}

/** Checks whether all conditions have the same values, because they are of one item of one component. */
export function areValuesShared(lines: Incident['lines'], now: number): boolean {
  const [first, ...others] = lines;
  const isShared = (line: IncidentLine) =>
    line.item !== undefined && line.item === first?.item && line.component?.id === first.component?.id;
  return others.every((line) => isShared(line) && isSameJson(valueTexts(line, now), first && valueTexts(first, now)));
}

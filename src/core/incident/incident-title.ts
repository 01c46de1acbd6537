import { isSameJson } from '../defined.ts';
import { type Text, verbatim } from '../text/text.ts';
import { type Incident, type IncidentLine, incidentState, isOngoing } from './incident.ts';
import { incidentMsg } from './incident-messages.ts';

/** Names the firing conditions; if none fires, the recovering ones; of an ended incident, all of them. */
export function incidentTitle({ title, lines: all, more = 0 }: Pick<Incident, 'title' | 'lines' | 'more'>): Text {
  if (title) return title;
  const lines = titledLines(all);
  const [first] = lines;
  if (!first) return verbatim('–');
  const components = new Set(lines.map(({ component }) => component?.id));
  if (components.size > 1) {
    const isOne = lines.every(({ what }) => JSON.stringify(what) === JSON.stringify(first.what));
    return incidentMsg.titleMany({ count: components.size, what: isOne ? first.what : incidentMsg.severalProblems() });
  }
  const own = lineTitle(first);
  // Two watches may have the same text, because they may differ only in duration or in components.
  const named = lines.filter(
    ({ watch, what }, index) =>
      watch === undefined || lines.findIndex((other) => isSameJson(other.what, what)) === index,
  );
  const count = named.length - 1 + more;
  const [other] = areBothNamed({ lines: named, more }) ? named.filter((line) => line !== first) : [];
  const isOfItem = other?.limit && other.item === first.item;
  if (other) return incidentMsg.titleBoth({ title: own, other: (isOfItem && other.limit) || other.what });
  return count === 0 ? own : incidentMsg.titleMore({ title: own, count });
}

/** Returns the conditions that a title names: while some go on, those in the incident's state. */
export function titledLines(lines: readonly IncidentLine[]): IncidentLine[] {
  const state = incidentState({ lines });
  return lines.filter((line) => line.state === state || !lines.some(isOngoing));
}

/** Returns the title, or if another incident of the channel has the same one, a title with more of its watch. */
export function titleBeside(incident: Incident, others: readonly Incident[]): Text {
  const title = incidentTitle(incident);
  const isAlike = (other: Incident) =>
    other.id !== incident.id && other.channel === incident.channel && isSameJson(incidentTitle(other), title);
  return others.some(isAlike) ? incidentTitle({ ...incident, lines: incident.lines.map(asWatched) }) : title;
}

export function asWatched(line: IncidentLine): IncidentLine {
  return { ...line, what: line.watched ?? line.what };
}

/** Checks whether a title names all conditions: two of one component with different texts. */
export function areBothNamed({ lines, more = 0 }: Pick<Incident, 'lines' | 'more'>): boolean {
  const [one, other] = lines;
  if (!one?.component || lines.length + more !== 2) return false;
  return one.component.id === other?.component?.id && JSON.stringify(one.what) !== JSON.stringify(other?.what);
}

export function lineTitle({ component, what, item }: IncidentLine): Text {
  return component && item !== 'exposure' ? incidentMsg.titleOf({ name: verbatim(component.name), what }) : what;
}

/** Checks whether a title contains a text as a value. In JSON, only a value can have unescaped quotation marks. */
export function hasText(title: Text | undefined, text: Text): boolean {
  return JSON.stringify(title ?? '').includes(JSON.stringify(text));
}

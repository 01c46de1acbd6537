import type { Text } from '../text/text.ts';
import {
  type Incident,
  type IncidentLine,
  incidentState,
  isEndedByLimit,
  isOngoing,
  type LineState,
  pauseOf,
  withoutLimited,
} from './incident.ts';
import { incidentMsg } from './incident-messages.ts';
import { incidentTitle } from './incident-title.ts';
import { type StateMark, stateMarks } from './state-marks.ts';

export const stateNames: Readonly<Record<LineState, { readonly name: Text; readonly kind: StateMark }>> = {
  firing: { name: incidentMsg.firing(), kind: 'bad' },
  recovering: { name: incidentMsg.recovering(), kind: 'pending' },
  resolved: { name: incidentMsg.resolved(), kind: 'good' },
  deleted: { name: incidentMsg.deleted(), kind: 'good' },
  moved: { name: incidentMsg.moved(), kind: 'unclear' },
  unreported: { name: incidentMsg.unreported(), kind: 'unclear' },
  unused: { name: incidentMsg.unused(), kind: 'off' },
  unwatched: { name: incidentMsg.unwatched(), kind: 'unclear' },
};

/** Returns the title of an incident's message with its state: `▲ Firing · web: response time above 500 ms`. */
export function incidentHeadline(incident: Incident): Text {
  const { name, kind } = shownState(incident);
  return incidentMsg.titled({
    mark: incidentMsg.marked({ mark: stateMarks[kind], state: name }),
    title: incidentTitle(incident),
  });
}

export function shownState(incident: Pick<Incident, 'ended' | 'lines' | 'unsent'>): ReturnType<typeof stateOf> {
  const state = stateOf(incident.lines);
  if (hasNoData(incident)) return { ...state, ...noDataState };
  const { unsent: count } = incident;
  if (!count || state.is !== 'resolved') return state;
  return { ...state, name: incidentMsg.resolvedOfSent({ count }), kind: 'unclear' };
}

const noDataState = { name: incidentMsg.noData(), kind: 'unclear' } as const;

/** Checks whether an ongoing condition has no data or can't be read, and none is known to be firing. */
export function hasNoData({ ended, lines }: Pick<Incident, 'ended' | 'lines'>): boolean {
  const isBlind = ({ noData, unread }: IncidentLine) => noData || unread !== undefined;
  if (ended !== undefined || lines.some((line) => line.state === 'firing' && !isBlind(line))) return false;
  return lines.some((line) => isOngoing(line) && isBlind(line));
}

export function incidentMark(incident: Incident): string {
  return stateMarks[shownState(incident).kind];
}

/** Returns the common state of some conditions. If all moved to one app, the state's name contains the app. */
export function stateOf(all: readonly IncidentLine[]): {
  readonly is: LineState;
  readonly name: Text;
  readonly kind: StateMark;
} {
  const lines = withoutLimited(all);
  const is = incidentState({ lines });
  const named = { is, ...stateNames[is] };
  const unwatched = lines.filter(({ state }) => state === 'unwatched');
  if (isEndedByLimit({ lines })) return { ...named, name: incidentMsg.endedByLimit(), kind: 'off' };
  if (is === 'unwatched' && unwatched.every(({ isChanged }) => isChanged))
    return { ...named, name: incidentMsg.watchChanged() };
  if (pauseOf({ lines })) return { ...named, name: incidentMsg.watchPaused() };
  const apps = new Set(lines.flatMap(({ state, movedTo }) => (state === 'moved' ? [movedTo] : [])));
  const [app] = apps;
  if (is !== 'moved' || app === undefined || apps.size > 1) return named;
  return { ...named, name: incidentMsg.movedTo({ app }) };
}

export function stateAlone({ name, kind }: Pick<ReturnType<typeof stateOf>, 'name' | 'kind'>): Text {
  return incidentMsg.markedBold({ mark: stateMarks[kind], state: name });
}

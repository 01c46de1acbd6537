import * as z from 'zod';
import { Context } from '../command/context.ts';
import { OfferedRequest, StoredText } from '../request/plan.ts';

/**
 * What one condition of an incident is like. `deleted`: its component is gone. `moved`: it is in another app. `unreported`: it was reported from
 * outside, and isn't any more; whether it is over isn't known. `unwatched`: its watch was deleted.
 */
export const lineStates = ['firing', 'recovering', 'resolved', 'deleted', 'moved', 'unreported', 'unwatched'] as const;
export type LineState = (typeof lineStates)[number];

/** A component that conditions are about. */
export const NamedComponent = z.object({
  id: z.string(),
  name: z.string(),
  /** It has an instance on each node: their number can't be changed. */
  onEachNode: z.literal(true).optional(),
});

/** Someone who did something, and when. */
const IncidentAction = z.object({ id: z.string(), name: z.string(), at: z.number() });

/** Who silenced something, and until when nothing is posted about it. */
export const Silence = IncidentAction.extend({
  until: z.number(),
  /** It ends with the incident; `until` is the latest. */
  recovered: z.literal(true).optional(),
});
export type Silence = z.infer<typeof Silence>;

/** One condition of an incident. Times are epoch ms. Its texts are safe to show: written by messages of ours. */
export const IncidentLine = z.object({
  /** What it is known by: a watch and the thing that it is about, or an alert of a source. */
  key: z.string(),
  /** The condition: `response time above 500 ms`. */
  what: StoredText,
  component: NamedComponent.optional(),
  watch: z.string().optional(),
  /** Its watch is silenced. */
  silenced: Silence.optional(),
  /** The monitoring item whose chart shows it, and the threshold in the unit of its panel. */
  item: z.string().optional(),
  threshold: z.number().optional(),
  state: z.enum(lineStates),
  /** The app that its component moved to, where the channel may know of it. */
  movedTo: z.string().optional(),
  noData: z.literal(true).optional(),
  since: z.number(),
  ended: z.number().optional(),
  /** Its value now, and the furthest that it came to. */
  value: StoredText.optional(),
  furthest: StoredText.optional(),
  /** The furthest value is the lowest one: it is watched for being below something. */
  isLowest: z.literal(true).optional(),
  /** What people have to know of such a condition. */
  note: StoredText.optional(),
});
export type IncidentLine = z.infer<typeof IncidentLine>;

/** What happened to an incident as a whole. */
export const incidentSteps = [
  'fired',
  'reopened',
  'joined',
  'recovering',
  'ended',
  'acknowledged',
  'silenced',
  'unsilenced',
] as const;

/** Something that was done to its component, for the card: `scale web 3 → 2`, by whom, when. */
export const IncidentChange = z.object({
  at: z.number(),
  what: StoredText,
  /** A name of the platform or of Slack: text of strangers. */
  by: z.string().optional(),
  link: z.string().optional(),
});
export type IncidentChange = z.infer<typeof IncidentChange>;

/** One time that an incident fired and ended. Times are epoch ms. */
const IncidentFiring = z.object({
  from: z.number(),
  to: z.number(),
  /** How far its conditions came. */
  peaks: z.array(IncidentLine.pick({ what: true, furthest: true, isLowest: true })),
});
export type IncidentFiring = z.infer<typeof IncidentFiring>;

/** One incident: everything that its message shows. Times are epoch ms. */
export const Incident = z.object({
  id: z.string(),
  /** A watch of a channel, or a source that reports alerts. */
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('watches') }),
    /** What can be reached from outside: addresses of an app that were opened together. */
    z.object({ kind: z.literal('exposure') }),
    z.object({ kind: z.literal('alerts'), name: z.string(), group: z.string() }),
  ]),
  channel: z.string(),
  /** Absent for alerts whose component isn't recognized. */
  context: Context.optional(),
  /** The component of all its conditions; absent where it is about several, or none is known. */
  component: NamedComponent.optional(),
  /** What it is called where its conditions don't say: of a group of alerts, masked and cut. */
  title: StoredText.optional(),
  lines: z.array(IncidentLine),
  /** Alerts that aren't kept: there are too many. Older versions counted conditions of watches so too. */
  more: z.number().optional(),
  /** Alerts that their source left out when it said that all others are resolved. */
  unsent: z.number().optional(),
  opened: z.number(),
  /** How often it fired: more than once where it was reopened. */
  times: z.number(),
  /** The times that it fired before this one, in order. */
  firings: z.array(IncidentFiring).optional(),
  ended: z.number().optional(),
  acknowledged: IncidentAction.optional(),
  silenced: Silence.optional(),
  /** What changed shortly before, the newest first; and what was done since, in order. */
  before: z.array(IncidentChange),
  done: z.array(IncidentChange),
  /**
   * What was changed elsewhere, such as in the platform's console: read once each time it fires, and once as it ends.
   * `times`: which time it fired.
   */
  elsewhere: z.object({ times: z.number(), hasEnded: z.boolean(), changes: z.array(IncidentChange) }).optional(),
  /** Why its component isn't running as it should, as the platform's events say. */
  why: StoredText.optional(),
  /** What would undo the last change that was made to its component with Portolan. */
  undo: OfferedRequest.optional(),
  history: z.array(
    z.object({ at: z.number(), what: z.enum(incidentSteps), by: IncidentAction.omit({ at: true }).optional() }),
  ),
  /** People (`U…`) and groups (`S…`) that are mentioned, and when each was last. */
  notify: z.array(z.string()),
  mentioned: z.record(z.string(), z.number()),
  /** The reminder for those who haven't acknowledged was posted. */
  reminded: z.literal(true).optional(),
  reader: z.object({ lang: z.enum(['en', 'zh']), zone: z.string() }),
});
export type Incident = z.infer<typeof Incident>;

const mostHistory = 200;

/** The history of an incident after more has happened. */
export function withHistory(before: Incident['history'], ...steps: Incident['history']): Incident['history'] {
  return [...before, ...steps].slice(-mostHistory);
}

/** Whether a condition goes on. */
export function isOngoing({ state }: Pick<IncidentLine, 'state'>): boolean {
  return state === 'firing' || state === 'recovering';
}

/**
 * The state of an incident: that of the condition which goes on, firing first; once all have ended, how they did, where
 * all ended alike.
 */
export function incidentState({ lines }: Pick<Incident, 'lines'>): LineState {
  const states = lines.map(({ state }) => state);
  const first = (['firing', 'recovering', 'unreported', 'unwatched', 'moved'] as const).find((state) =>
    states.includes(state),
  );
  if (first) return first;
  if (states.length > 0 && states.every((state) => state === 'deleted')) return 'deleted';
  return 'resolved';
}

const mostFirings = 20;

/** The conditions of the last time that an incident fired: others ended before. */
export function presentLines({ lines, firings = [] }: Pick<Incident, 'lines' | 'firings'>): readonly IncidentLine[] {
  const last = firings.at(-1)?.to;
  const present = lines.filter(({ ended }) => last === undefined || ended === undefined || ended > last);
  return present.length > 0 ? present : lines;
}

/** The last time that an incident fired. @param to its end, or the present, epoch ms */
export function presentFiring(incident: Pick<Incident, 'lines' | 'firings'>, to: number): IncidentFiring {
  const lines = presentLines(incident);
  const peaks = lines.flatMap(({ what, furthest, isLowest }) => (furthest ? [{ what, furthest, isLowest }] : []));
  return { from: Math.min(...lines.map(({ since }) => since)), to, peaks };
}

/** The times that an incident which had ended has fired, as it fires again. */
export function firingsAfter(ended: Incident): IncidentFiring[] {
  return [...(ended.firings ?? []), presentFiring(ended, ended.ended ?? ended.opened)].slice(-mostFirings);
}

/**
 * An incident as it fires again: those who looked after it before may not know that it does, and a silence until it
 * recovers is over.
 */
export function asFiringAgain(incident: Incident): Incident {
  const { acknowledged: _acknowledged, reminded: _reminded, silenced, ...rest } = incident;
  return { ...rest, silenced: silenced?.recovered ? undefined : silenced };
}

/** A silence while it is in force. */
export function silenceAt(silenced: Silence | undefined, now: number): Silence | undefined {
  return silenced && silenced.until > now ? silenced : undefined;
}

/** The silence of an incident: its own, or the first to end of its watches' where all that goes on are silenced. */
export function silenceOf({ silenced, lines }: Pick<Incident, 'silenced' | 'lines'>, now: number): Silence | undefined {
  const own = silenceAt(silenced, now);
  if (own) return own;
  const going = lines.filter(isOngoing);
  const silences = going.flatMap((line) => silenceAt(line.silenced, now) ?? []);
  return silences.length < going.length ? undefined : silences.toSorted((one, other) => one.until - other.until)[0];
}

/** Whether posts and mentions of an incident are silenced. */
export function isSilenced(incident: Pick<Incident, 'silenced' | 'lines'>, now: number): boolean {
  return silenceOf(incident, now) !== undefined;
}

/**
 * An incident one of whose watches is silenced. Pure.
 * @returns undefined where none of its conditions goes on
 */
export function withSilencedWatch(incident: Incident, watch: string, silenced: Silence): Incident | undefined {
  if (!incident.lines.some((line) => line.watch === watch && isOngoing(line))) return undefined;
  const lines = incident.lines.map((line) => (line.watch === watch && isOngoing(line) ? { ...line, silenced } : line));
  const { id, name, at } = silenced;
  return { ...incident, lines, history: withHistory(incident.history, { at, what: 'silenced', by: { id, name } }) };
}

/** An incident that fires again within this time goes on as the same one, in ms. */
export const reopenedWithin = 30 * 60_000;

/** Whether nothing can happen to an incident any more. */
export function isIncidentOver({ ended }: Pick<Incident, 'ended'>, now: number): boolean {
  return ended !== undefined && now - ended > reopenedWithin;
}

/**
 * Ends conditions of an incident that goes on, and the incident with the last of them.
 * @param endStateOf the state in which a condition ends; undefined where it goes on
 * @returns undefined where none ends
 */
export function endLines(
  incident: Incident,
  endStateOf: (line: IncidentLine) => LineState | undefined,
  now: number,
): Incident | undefined {
  const lines = incident.lines.map((line): IncidentLine => {
    const state = isOngoing(line) ? endStateOf(line) : undefined;
    if (!state) return line;
    const { noData: _noData, ...rest } = line;
    return { ...rest, state, ended: now };
  });
  if (lines.every((line, index) => line === incident.lines[index])) return undefined;
  const isOver = !lines.some(isOngoing);
  return {
    ...incident,
    lines,
    ...(isOver ? { ended: now, history: [...incident.history, { at: now, what: 'ended' }] } : {}),
  };
}

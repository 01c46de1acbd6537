import { unitOf, valueText } from '../../charts/data/number-format.ts';
import type { Param, RawArgs } from '../../core/command/params.ts';
import {
  explainingEvent,
  type Incident,
  type IncidentLine,
  isFound,
  isOfCrash,
  isOngoing,
  isOutOfMemory,
  isPartlySilenced,
  presentLines,
  sampledWithin,
  silenceGoingOn,
  silenceOf,
} from '../../core/incident/incident.ts';
import { markedBefore } from '../../core/incident/incident-changes-text.ts';
import { incidentMsg } from '../../core/incident/incident-messages.ts';
import type { FollowUpRequest } from '../../core/request/plan.ts';
import { portWords, verbatimList } from '../../core/text/joined.ts';
import { type Lang, type Text, verbatim } from '../../core/text/text.ts';
import { isOfGateway } from '../../core/watch/watch-condition.ts';
import { minuteOf } from '../../core/watch/watch-state.ts';
import { isLimitShare, wholeOf } from '../../platform/monitoring/resource-query.ts';
import { isoText } from '../shared/chart/chart-range.ts';
import { itemOfWord } from '../shared/chart/item-word-messages.ts';
import { addressOfKey } from '../shared/exposure/exposed-address.ts';
import { incidentActionMsg } from '../shared/incident/incident-action-messages.ts';
import { silenceOptions } from '../shared/incident/silence-length.ts';

/** `thread`: the result is posted in the incident's thread. */
export interface IncidentButton extends FollowUpRequest {
  readonly label: Text;
  /** `plan`: opens the plan directly if nothing has to be filled in. `show`: opens the answer. */
  readonly opens?: 'modal' | 'plan' | 'show';
  readonly thread?: true;
  readonly style?: 'primary';
  /** Makes the button a menu. The choice becomes this parameter. `version`: see `askSelect`. */
  readonly choices?: Pick<Param<unknown>, 'options'> & {
    readonly param: string;
    readonly version?: number;
  };
}

/** Returns the actions for an incident. A person must start each of them. @param now epoch ms */
export function incidentButtons(incident: Incident, now: number): readonly IncidentButton[] {
  if (incident.ended !== undefined) return recordButtons(incident, now);
  // While the platform doesn't answer, a change or a look at it would only fail.
  const isUnread = incident.lines.some((line) => isOngoing(line) && line.unread);
  const ofSource = incident.source.kind === 'exposure' ? addressButtons : helpfulButtons;
  const helpful = isUnread ? [] : ofSource(incident);
  return [...handlingButtons(incident, now), ...helpful];
}

/**
 * Returns the chart of an ended incident, unless its components are no longer in the app, and the end of a silence that
 * goes on if it fires again, as long as it can.
 */
function recordButtons(incident: Incident, now: number): readonly IncidentButton[] {
  const left = presentLines(incident).filter(({ state }) => state !== 'deleted' && state !== 'moved');
  const silence = silenceGoingOn(incident, now);
  const unsilence = {
    label: incidentMsg.unsilence(),
    operation: 'incident.unsilence',
    given: { incident: [incident.id] },
  };
  return [
    ...(silence && left.length > 0 ? [unsilence] : []),
    ...(incident.source.kind === 'exposure' ? [] : chartButtons(incident, left)),
  ];
}

/** Returns the actions by which a person takes care of an ongoing incident. @param now epoch ms */
export function handlingButtons(incident: Incident, now: number): readonly IncidentButton[] {
  const given = { incident: [incident.id] };
  const version = incident.history.findLast(({ what }) => what === 'silenced')?.at;
  const choices = { param: 'for', options: silenceOptions, version };
  const silence = silenceOf(incident, now);
  const style = silence ? undefined : ('primary' as const);
  return [
    ...(incident.acknowledged
      ? []
      : [{ label: incidentMsg.acknowledge(), operation: 'incident.acknowledge', given, style }]),
    ...(silence ? [] : [{ label: incidentMsg.silence(), operation: 'incident.silence', given, choices }]),
    ...(isPartlySilenced(incident, now)
      ? [{ label: incidentMsg.unsilence(), operation: 'incident.unsilence', given }]
      : []),
    ...(incident.acknowledged
      ? [{ label: incidentMsg.unacknowledge(), operation: 'incident.unacknowledge', given }]
      : []),
  ];
}

/** Returns buttons for the chart and for helpful changes. With several components, forms ask which, and propose all. */
function helpfulButtons(incident: Incident): readonly IncidentButton[] {
  const { context, lines, undo } = incident;
  const going = lines.filter(isOngoing);
  const ids = componentsOf(going);
  const firing = going.find((line) => line.component)?.component;
  const component = incident.component ?? (ids.length === 1 ? firing : undefined);
  if (!component && !(context && firing)) return [];
  const run = going.flatMap((line) => (line.component && !line.component.thirdParty ? line.component : []));
  const on: RawArgs = component ? { component: [component.id] } : {};
  const name = component && verbatim(component.name);
  const restart = name ? incidentActionMsg.restartIt({ name }) : incidentActionMsg.restart();
  const runIds = [...new Set(run.map(({ id }) => id))];
  const restarted = component || runIds.length > maxComponents ? on : { component: runIds };
  const scale = name ? incidentActionMsg.scaleIt({ name }) : incidentActionMsg.scale();
  // New pods would pull the same image.
  const canHelp = incident.cause !== 'ImagePullBackOff' && run.length > 0;
  const canScale = canHelp && run.some(({ onEachNode }) => !onEachNode);
  const event = explainingEvent(incident);
  const restarting: IncidentButton = {
    label: restart,
    operation: 'component.restart',
    given: restarted,
    opens: component ? 'plan' : 'modal',
    thread: true,
  };
  return [
    ...chartButtons(incident, going),
    // Of a third-party component, the platform has no events of pods.
    ...(component && !component.thirdParty
      ? [{ label: incidentMsg.events(), operation: 'component.events', given: on, opens: 'show' } as const]
      : []),
    ...(incident.component && event !== undefined
      ? [
          {
            label: incidentMsg.log(),
            operation: 'component.log',
            given: { ...on, event: [event] },
            opens: 'show',
          } as const,
        ]
      : []),
    ...(canHelp ? [restarting] : []),
    ...(canScale
      ? [{ label: scale, operation: 'component.scale', given: on, opens: 'modal', thread: true } as const]
      : []),
    ...(undo ? [{ ...undo, opens: 'plan', thread: true } as const] : []),
  ];
}

/** Returns the button of the chart of conditions and their components. */
function chartButtons(incident: Incident, lines: readonly IncidentLine[]): readonly IncidentButton[] {
  const components = chartedComponents(lines);
  if (!incident.context || components.length === 0) return [];
  const given = { component: components, ...chartedSince(incident, lines), incident: [incident.id] };
  return [{ label: incidentMsg.chart(), operation: 'monitor', given, thread: true }];
}

const maxComponents = 5;

/** Of a component that the platform doesn't run, only its traffic is measured, at the gateway. */
function chartedComponents(lines: readonly IncidentLine[]): readonly string[] {
  const isMeasured = ({ component, item }: IncidentLine) => !component?.thirdParty || isOfGateway(item ?? '');
  return componentsOf(lines.filter(isMeasured)).slice(0, maxComponents);
}

function componentsOf(lines: readonly IncidentLine[]): readonly string[] {
  return [...new Set(lines.flatMap(({ component }) => component?.id ?? []))];
}

const maxClosed = 3;
/** Maximum number of addresses that fit into the value of the button that accepts them. */
const maxAccepted = 6;

function addressButtons({ lines }: Incident): readonly IncidentButton[] {
  const going = lines.filter(isOngoing).map((line) => ({ line, key: line.key.slice(line.key.indexOf(' ') + 1) }));
  const ports = new Map(going.map((each) => [`${each.line.component?.id}:${portOfKey(each.key)}`, each]));
  const closing = [...ports.values()].slice(0, maxClosed).flatMap(({ line: { component }, key }): IncidentButton[] => {
    const port = portOfKey(key);
    if (!component) return [];
    const label = incidentActionMsg.close({ target: verbatim(portWords(component.name, port)) });
    const given = { component: [component.id], port: [String(port)] };
    return [{ label, operation: 'port.close', given, opens: 'modal', thread: true }];
  });
  const count = going.length;
  // Accepts only the addresses that the form lists, not addresses that are opened later.
  const accept: IncidentButton = {
    label: count === 1 ? incidentActionMsg.accept() : incidentActionMsg.acceptAll({ count }),
    operation: 'exposure.accept',
    given: { address: going.map(({ key }) => addressOfKey(key)) },
    opens: 'modal',
  };
  return [
    ...closing,
    ...(count <= maxAccepted ? [accept] : []),
    {
      label: incidentActionMsg.showExposed(),
      operation: 'exposure',
      given: { here: ['yes'], list: ['yes'] },
      opens: 'show',
    },
  ];
}

function portOfKey(key: string): number {
  return Number(key.split(':')[1]);
}

/**
 * `shownBefore`: time shown before the incident. `beforeChange`: time shown before a change that the message names, if
 * that was made within `markedBefore` before the incident. `maxCharted`: maximum time shown. All are in ms.
 */
const shownBefore = 30 * 60_000;
const beforeChange = 5 * 60_000;
const maxCharted = 24 * 3_600_000;

/** Maximum time between the end of a pod that is named as the reason, and the incident, in ms. */
const maxDied = 6 * 3_600_000;

/** Maximum time that the chart of a button shows, in ms. The button may be pressed days after it was posted. */
const maxPressed = 7 * 24 * 3_600_000;

/**
 * Returns the items of conditions, and a range that begins before them. The range lasts until the button is pressed, or
 * until shortly after the incident's end.
 */
function chartedSince(incident: Incident, going: readonly IncidentLine[]): RawArgs {
  const start = begunAt(incident) - shownBefore;
  const end = Math.min(start + maxPressed, minuteOf(incident.ended ?? Number.POSITIVE_INFINITY) + shownBefore);
  const items = [...new Set(going.flatMap(({ item }) => chartItem(item) ?? usualItems(incident)))];
  // Without names, the items of thresholds are drawn first, and the chart offers all others.
  const isNamed = items.length > 0 && !going.every(hasThreshold);
  return {
    ...(isNamed ? { item: items } : {}),
    range: [`${isoText(start)}..${isoText(end)}`],
    ...thresholdsOf(going),
  };
}

/** Maximum number of thresholds of each side in a chart. */
const maxThresholds = 3;

function thresholdsOf(lines: readonly IncidentLine[]): RawArgs {
  const drawn = lines.flatMap((line) => {
    const value = typedThreshold(line);
    return value === undefined ? [] : [{ side: sideOf(line), value }];
  });
  const sides = Map.groupBy(drawn, ({ side }) => side);
  const valuesOf = (each: typeof drawn) => [...new Set(each.map(({ value }) => value))].slice(0, maxThresholds);
  return Object.fromEntries([...sides].map(([side, each]) => [side, valuesOf(each)]));
}

/** Returns a condition's threshold as it is typed, such as `memory:90%` for a share of the limit. */
function typedThreshold(line: IncidentLine): string | undefined {
  const { item, threshold = 0 } = line;
  if (item !== undefined && isLimitShare(item)) return `${wholeOf(item)}:${Number((threshold * 100).toPrecision(12))}%`;
  return hasThreshold(line) ? `${line.item}:${line.threshold}` : undefined;
}

function begunAt({ lines }: Incident): number {
  return minuteOf(Math.min(...lines.map(({ since }) => since)));
}

/** Memory and CPU may show why pods ended, but CPU says nothing of a lack of memory. An alert's item may be unknown, so use the default charts of `/monitor` for it. */
function usualItems(incident: Incident): readonly string[] {
  if (isOutOfMemory(incident)) return ['memory'];
  return incident.source.kind === 'watches' ? ['memory', 'cpu'] : [];
}

/** Returns the request that draws an incident's chart, or undefined. @param now epoch ms */
export function incidentChart(incident: Incident, now: number): FollowUpRequest | undefined {
  if (incident.source.kind === 'exposure') return undefined;
  const components = chartedComponents(incident.lines);
  // A threshold that the chart can show says more than a line in another unit than the threshold. Only one item of a
  // watch is drawn, so that the message fits on a phone's screen.
  const charted = incident.lines.filter((each) => chartItem(each.item) !== undefined);
  const line = charted.find(hasThreshold) ?? charted[0] ?? incident.lines[0];
  if (components.length === 0 || !line || line.isUncharted) return undefined;
  const item = chartItem(line.item);
  const besides = incident.source.kind !== 'watches' && item === 'gateway_errors' ? ['gateway_latency'] : [];
  const items = item === undefined ? usualItems(incident) : [item, ...besides];
  // Round to whole minutes, so that charts of one problem drawn at the same time are equal.
  const end = minuteOf(Math.min(now, (incident.ended ?? now) + 10 * 60_000));
  const changes = incidentNamed({ ...incident, done: [] })
    .map(({ time }) => minuteOf(time * 1_000))
    .filter((at) => at >= begunAt(incident) - markedBefore);
  const changed = changes.map((at) => at - beforeChange);
  const { died } = incident;
  const ends = died && died.at >= begunAt(incident) - maxDied ? [minuteOf(died.at) - shownBefore] : [];
  const start = Math.max(end - maxCharted, Math.min(begunAt(incident) - shownBefore, ...changed, ...ends));
  return {
    operation: 'monitor',
    given: {
      component: components,
      ...(items.length === 0 ? {} : { item: items }),
      range: [`${isoText(start)}..${isoText(end)}`],
      ...thresholdsOf(presentLines(incident).filter((each) => chartItem(each.item) === item)),
      incident: [incident.id],
    },
  };
}

/** Returns what a chart after a change shows of its components' incidents: their thresholds and when one of them fired. */
export function incidentMarks(incidents: readonly Incident[]): RawArgs {
  const [first] = incidents;
  if (!first) return {};
  return { ...thresholdsOf(incidents.flatMap(presentLines)), incident: [first.id] };
}

type MeasuredLine = IncidentLine & Required<Pick<IncidentLine, 'item' | 'threshold'>>;

/** Checks whether a chart of the condition's item can show the condition's threshold. */
function hasThreshold(line: IncidentLine): line is MeasuredLine {
  const { item, threshold = 0 } = line;
  return threshold > 0 && chartItem(item) === item;
}

function sideOf({ isLowest }: IncidentLine): 'above' | 'below' {
  return isLowest ? 'below' : 'above';
}

/** Returns a mark's text for a condition. The chart's panel names the item, if there is only one. */
function markedText(line: IncidentLine, lines: readonly IncidentLine[]): Text {
  if (!hasThreshold(line) || lines.some(({ item }) => item !== line.item)) return line.called ?? line.what;
  const value = (lang: Lang) => valueText(line.threshold, unitOf(line.item), lang);
  return incidentMsg[sideOf(line)]({ en: value('en'), zh: value('zh') });
}

/**
 * Returns when each condition began in each firing, to mark it in a chart. A pod's end with a known reason is marked
 * instead of the minute in which it was noticed. Epoch seconds.
 */
export function incidentFailures({
  lines,
  component,
  firings = [],
  cause,
  died,
  ends: stored = [],
}: Incident): readonly { time: number; what: Text }[] {
  const earlier = firings.map(({ from }) => from);
  // Earlier versions stored only the last end.
  const last = died && cause !== undefined ? [{ at: died.at, cause }] : [];
  const ends = stored.length > 0 ? stored : last;
  const isEnd = (line: IncidentLine) => ends.length > 0 && isOfCrash(line);
  const began = lines.flatMap((line) => {
    const said = markedText(line, lines);
    const name = component ? undefined : line.component?.name;
    // The first check of a watch isn't when the condition began.
    const before = line.earlier && !isEnd(line) ? [line.earlier.from] : [];
    // The end of a container has a mark of its own.
    const isEndOf = (from: number) => isEnd(line) && ends.some(({ at }) => Math.abs(at - from) <= sampledWithin);
    const times = [...earlier.filter((from) => !isEndOf(from)), ...before];
    return [...new Set([...times, ...(isEnd(line) || isFound(line) ? [] : [line.since])])].map((at) => ({
      at,
      said,
      name,
    }));
  });
  // A condition that began for several components in one minute has one mark.
  const alike = Map.groupBy(began, ({ at, said }) => JSON.stringify([minuteOf(at), said]));
  const marks = [...alike.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const { at, said: what } = first;
    const names = [...new Set([first, ...others].flatMap(({ name }) => name ?? []))];
    const [name] = names;
    const isOne = name !== undefined && names.length === 1;
    const all = name === undefined ? what : incidentMsg.titleOfAll({ what, names: verbatimList(names) });
    return [{ time: at / 1_000, what: isOne ? incidentMsg.titleOf({ name: verbatim(name), what }) : all }];
  });
  const endMarks = ends.map(({ at, cause: why }) => ({ time: at / 1_000, what: verbatim(why) }));
  return [...marks, ...(lines.some(isEnd) ? endMarks : [])];
}

/**
 * Returns the changes that the incident's message names, to mark them in its chart. Omits failed builds, which other
 * charts don't mark either. Epoch seconds.
 */
export function incidentNamed({ before, done }: Incident): readonly { time: number; what: Text; who?: string }[] {
  return [...before, ...done]
    .filter(({ replacedNothing }) => !replacedNothing)
    .map(({ at, what, by }) => ({ time: at / 1_000, what, who: by }));
}

function chartItem(item: string | undefined): string | undefined {
  if (item === 'oom') return 'memory';
  return item === undefined ? undefined : itemOfWord(wholeOf(item));
}

import type { Param, RawArgs } from '../../core/command/params.ts';
import { type Incident, isOngoing, silenceAt } from '../../core/incident/incident.ts';
import { incidentMsg } from '../../core/incident/incident-messages.ts';
import type { FollowUpRequest } from '../../core/request/plan.ts';
import { portWords } from '../../core/text/joined.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { minuteOf } from '../../core/watch/watch-state.ts';
import { isoText } from '../shared/chart/chart-range.ts';
import { itemOfWord } from '../shared/chart/item-word-messages.ts';
import { portOfKey } from '../shared/exposure/exposed-address.ts';
import { incidentActionMsg } from '../shared/incident/incident-action-messages.ts';
import { silenceOptions } from '../shared/incident/silence-length.ts';

/** A button of an incident. `thread`: what it brings goes into the incident's thread. */
export interface IncidentButton extends FollowUpRequest {
  readonly label: Text;
  /** `plan`: its plan, where nothing has to be filled in. */
  readonly opens?: 'modal' | 'plan';
  readonly thread?: true;
  readonly style?: 'primary';
  /** It is a menu: what is chosen becomes a parameter. */
  readonly choices?: Pick<Param<unknown>, 'options'> & { readonly param: string };
}

const silenceChoices = { param: 'for', options: silenceOptions };

/** What can be done about an incident: none of it happens without a person. @param now epoch ms */
export function incidentButtons(incident: Incident, now: number): readonly IncidentButton[] {
  if (incident.ended !== undefined) return [];
  const given = { incident: [incident.id] };
  return [
    ...(incident.acknowledged
      ? []
      : [{ label: incidentMsg.acknowledge(), operation: 'incident.acknowledge', given, style: 'primary' as const }]),
    silenceAt(incident.silenced, now)
      ? { label: incidentMsg.unsilence(), operation: 'incident.unsilence', given }
      : { label: incidentMsg.silence(), operation: 'incident.silence', given, choices: silenceChoices },
    ...(incident.source.kind === 'exposure' ? addressButtons(incident) : helpfulButtons(incident)),
  ];
}

/** The changes that may help, as prefilled forms, and the chart. If it is about several components, the forms ask for one. */
function helpfulButtons({ component, context, lines, undo, why }: Incident): readonly IncidentButton[] {
  const going = lines.filter(isOngoing);
  if (!component && !(context && going.some((line) => line.component))) return [];
  const items = [...new Set(going.flatMap(({ item }) => chartItem(item) ?? []))];
  const on: RawArgs = component ? { component: [component.id] } : {};
  const inThread = { thread: true, ...(component ? {} : { opens: 'modal' as const }) } as const;
  const name = component && verbatim(component.name);
  const restart = name ? incidentActionMsg.restartIt({ name }) : incidentActionMsg.restart();
  const canScale = going.some((line) => line.component && !line.component.onEachNode);
  const scale = name ? incidentActionMsg.scaleIt({ name }) : incidentActionMsg.scale();
  return [
    {
      label: incidentMsg.chart(),
      operation: 'monitor',
      given: { ...on, ...(items.length > 0 ? { item: items } : {}) },
      ...inThread,
    },
    ...(component && why
      ? [{ label: incidentMsg.log(), operation: 'component.log', given: on, thread: true } as const]
      : []),
    { label: restart, operation: 'component.restart', given: on, opens: 'plan', thread: true },
    ...(canScale
      ? [{ label: scale, operation: 'component.scale', given: on, opens: 'modal', thread: true } as const]
      : []),
    ...(undo ? [{ ...undo, opens: 'plan', thread: true } as const] : []),
  ];
}

/** So many addresses are closed with buttons of their own. */
const mostClosed = 3;

/** What can be done about addresses that someone opened: closing their ports, or saying that it is meant so. */
function addressButtons({ lines }: Incident): readonly IncidentButton[] {
  const going = lines.filter(isOngoing).map((line) => ({ line, key: line.key.slice(line.key.indexOf(' ') + 1) }));
  const ports = new Map(going.map((each) => [`${each.line.component?.id}:${portOfKey(each.key)}`, each]));
  const closing = [...ports.values()].slice(0, mostClosed).flatMap(({ line: { component }, key }): IncidentButton[] => {
    const port = portOfKey(key);
    if (!component) return [];
    const label = incidentActionMsg.close({ target: verbatim(portWords(component.name, port)) });
    const given = { component: [component.id], port: [String(port)] };
    return [{ label, operation: 'port.close', given, opens: 'modal', thread: true }];
  });
  const [only] = going.length === 1 ? going : [];
  const accept: IncidentButton[] = only
    ? [
        {
          label: incidentActionMsg.accept(),
          operation: 'exposure.accept',
          given: { address: [only.key] },
          opens: 'modal',
        },
      ]
    : [{ label: incidentActionMsg.showExposed(), operation: 'exposure', given: { here: ['yes'], list: ['yes'] } }];
  return [...closing, ...accept];
}

/** So much of the time before an incident its chart shows, in ms; and how much it shows at most. */
const shownBefore = 30 * 60_000;
const mostCharted = 24 * 3_600_000;

/** What draws the chart of an incident; undefined where there is nothing to draw. @param now epoch ms */
export function incidentChart(incident: Incident, now: number): FollowUpRequest | undefined {
  if (incident.source.kind === 'exposure') return undefined;
  const components = [...new Set(incident.lines.flatMap(({ component }) => component?.id ?? []))].slice(0, 5);
  const line = incident.lines.find((each) => chartItem(each.item) !== undefined) ?? incident.lines[0];
  if (components.length === 0 || !line) return undefined;
  const item = chartItem(line.item);
  // What ends pods shows in their resources. What an alert is about, only its name may say: otherwise what `/monitor` draws.
  const items = item === undefined ? (incident.source.kind === 'watches' ? ['memory', 'cpu'] : []) : [item];
  // Whole minutes: charts of one problem that are drawn at the same time are the same.
  const end = minuteOf(Math.min(now, (incident.ended ?? now) + 10 * 60_000));
  const begun = minuteOf(Math.min(...incident.lines.map(({ since }) => since)));
  const start = Math.max(end - mostCharted, begun - shownBefore);
  const isDrawn = item !== undefined && line.item === item && line.threshold !== undefined && line.threshold > 0;
  return {
    operation: 'monitor',
    given: {
      component: components,
      ...(items.length === 0 ? {} : { item: items }),
      range: [`${isoText(start)}..${isoText(end)}`],
      ...(isDrawn ? { [line.isLowest ? 'below' : 'above']: [String(line.threshold)] } : {}),
    },
  };
}

/** The item of charts that shows what is watched. */
function chartItem(item: string | undefined): string | undefined {
  if (item === 'memory_share' || item === 'oom') return 'memory';
  return item === undefined ? undefined : itemOfWord(item);
}

import type { ActionsBlock, AnyBlock } from '@slack/types';
import { placeText } from '../../core/command/context.ts';
import { present } from '../../core/defined.ts';
import { type Incident, isOngoing } from '../../core/incident/incident.ts';
import { incidentChanges, maxNamed } from '../../core/incident/incident-changes-text.ts';
import { incidentMsg } from '../../core/incident/incident-messages.ts';
import { mentionsText } from '../../core/incident/incident-note-text.ts';
import { incidentHeadline } from '../../core/incident/incident-state-text.ts';
import {
  afterOutage,
  alertmanager,
  alsoOngoing,
  incidentLines,
  incidentReasons,
  incidentStatus,
} from '../../core/incident/incident-text.ts';
import { momentNear } from '../../core/text/instant-text.ts';
import { inOneText, join, type Text } from '../../core/text/text.ts';
import { visible } from '../../core/text/visible.ts';
import { offsetAt, offsetsText } from '../../core/text/zone-offset.ts';
import { minuteOf } from '../../core/watch/watch-state.ts';
import type { PostedMessage, UploadedPicture } from '../../delivery/poster.ts';
import { type IncidentButton, incidentButtons } from '../../operations/incident/incident-buttons.ts';
import { contextText } from '../../operations/shared/place/known-contexts.ts';
import { askSelect } from '../answer/answer-view.ts';
import { writeButtonValue } from '../answer/request-button.ts';
import { type ButtonLook, button, context, type Message, type Page, section } from '../blocks/blocks.ts';
import { blockLimits } from '../blocks/limits.ts';
import { cut, messageText, mrkdwn } from '../blocks/mrkdwn.ts';
import { phoneHeight } from '../blocks/phone-height.ts';
import { notePicture } from '../chart/chart-view.ts';
import { maxCardHeight } from '../request/card-view.ts';
import { incidentPostMsg } from './incident-post-messages.ts';

/** Numbers of changes that the message of an ongoing incident names, until it fits on one screen of a phone. */
const amounts = [maxNamed, 6, 4, 3, 2] as const;
const fewest = 1;

/** @param isOffered checks whether the platform supports an operation */
export function incidentMessage(
  incident: Incident,
  page: Page,
  now: number,
  chart?: ShownChart,
  isOffered: (operation: string) => boolean = () => true,
): Message {
  const title = incidentHeadline(incident);
  const valued = withValueTimes(incident, chart, now);
  const status = incidentStatus(valued, now);
  const reasons = incidentReasons(incident, now);
  const own = incidentLines(valued, now);
  const notified = notifiedText(incident);
  const linesNaming = (most: number) =>
    present([
      incidentPostMsg.title({ title }),
      ...status,
      ...own,
      ...reasons,
      ...afterOutage(incident),
      alsoOngoing(incident),
      ...incidentChanges(incident, now, { most, chartUntil: chart && (chart.at ?? now) }),
      notified,
    ]);
  const { source } = incident;
  const place = present([
    incident.context && contextText(incident.context),
    source.kind === 'alerts' && incidentPostMsg.sentBy({ source: source.name, in: alertmanager(source) }),
    chart && drawnText(chart, incident, now),
  ]);
  const small = present([...incidentRemarks(incident), inOneText(place, ' · ')]);
  const others: AnyBlock[] = [
    ...(chart ? [picture(chart)] : []),
    ...(chart?.remark ? [context(chart.remark, page)] : []),
    ...incidentControls(
      incident,
      incidentButtons(incident, now).filter(({ operation }) => isOffered(operation)),
      page,
    ),
    ...small.map((text) => context(text, page)),
  ];
  const blocksNaming = (most: number) => [section(join(linesNaming(most), '\n'), page), ...others];
  const isFitting = (most: number) => phoneHeight(blocksNaming(most)) + (chart ? notePicture : 0) <= maxCardHeight;
  // A record is read later, so it names as many as it can.
  const most = incident.ended === undefined ? (amounts.find(isFitting) ?? fewest) : maxNamed;
  return {
    text: messageText(
      present([...[title, ...status, ...(own.length === 1 ? own : []), ...reasons], notified]).map((each) =>
        mrkdwn(each, page.lang, page),
      ),
    ),
    blocks: blocksNaming(most),
  };
}

/** `at`: when it was drawn, epoch ms. */
type ShownChart = UploadedPicture & { readonly at?: number };

/** Adds the time to present values that are newer than the picture below them, because people compare the two. */
function withValueTimes(incident: Incident, chart: ShownChart | undefined, now: number): Incident {
  const drawnAt = chart?.at;
  if (drawnAt === undefined || minuteOf(drawnAt) >= minuteOf(now)) return incident;
  const at = momentNear(now, now);
  const lines = incident.lines.map((line) =>
    line.value && line.item !== 'certificates' && !line.noData && !line.unread
      ? { ...line, value: incidentMsg.valueAt({ value: line.value, at }) }
      : line,
  );
  return { ...incident, lines };
}

/** Returns the chart's time zone, and while the text is edited more often than the chart, when that was drawn. */
function drawnText({ at, zone: name }: ShownChart, { ended }: Incident, now: number): Text | undefined {
  if (name === undefined) return undefined;
  const zone = offsetsText([offsetAt(name, now)]);
  if (at === undefined || ended !== undefined) return incidentPostMsg.drawnIn({ zone });
  return incidentPostMsg.drawnAt({ at: momentNear(at, now), zone });
}

function incidentRemarks({ lines, acknowledged, ended }: Incident): readonly Text[] {
  const notes = lines.flatMap((line) => (line.note && isOngoing(line) ? [line.note] : []));
  const title = ended === undefined ? acknowledged?.with : undefined;
  if (title) notes.push(incidentMsg.acknowledgedWith({ title }));
  return [...new Map(notes.map((note) => [JSON.stringify(note), note])).values()];
}

/** Returns who was notified, until the incident ends. */
export function notifiedText({ notify, ended }: Incident): Text | undefined {
  return notify.length > 0 && ended === undefined ? incidentMsg.notified({ who: mentionsText(notify) }) : undefined;
}

function picture({ file, alt }: UploadedPicture): AnyBlock {
  return { type: 'image', slack_file: { id: file }, alt_text: cut(visible(alt), blockLimits.altText) };
}

/**
 * Returns the buttons and menus in as few rows as possible. A menu's block id contains its request.
 * @param message the incident's message, if the buttons are on App Home
 */
export function incidentControls(
  incident: Incident,
  all: readonly IncidentButton[],
  page: Page,
  message?: PostedMessage,
): readonly ActionsBlock[] {
  const drawn = all.map((each, index) => controlOf(each, { index, message }, incident, page));
  const [menu] = drawn.flatMap(({ block_id }) => block_id ?? []);
  const elements = drawn.flatMap((each) => each.elements);
  if (elements.length === 0) return [];
  return [{ type: 'actions', elements, ...(menu === undefined ? {} : { block_id: menu }) }];
}

/** `index`: place among the incident's buttons. */
interface ControlPlace {
  readonly index: number;
  readonly message: PostedMessage | undefined;
}

function controlOf(
  each: IncidentButton,
  at: ControlPlace,
  incident: Incident,
  page: Page,
): Pick<ActionsBlock, 'elements' | 'block_id'> {
  const { choices, label, operation, given } = each;
  const options = choices?.options?.map(({ value, label }) => ({ values: [value], label }));
  const [menu] =
    choices && options
      ? askSelect(
          { label, operation, given, params: [choices.param], options, version: choices.version },
          at.index,
          undefined,
          page,
        )
      : [];
  return (
    menu ?? { elements: [button(lookOf({ ...each, ...(choices ? { opens: 'modal' } : {}) }, at, incident), page)] }
  );
}

function lookOf(each: IncidentButton, { index, message }: ControlPlace, { context: place }: Incident): ButtonLook {
  const { label, opens, thread, style } = each;
  const value = writeButtonValue(place ? { ...each, in: placeText(place) } : each);
  const id = `${opens ?? 'ask'}${thread ? '.thread' : ''}`;
  const where = message && thread ? `:${message.channel}:${message.ts}` : '';
  return { actionId: `${id}:incident:${index}${where}`, label, value, style };
}

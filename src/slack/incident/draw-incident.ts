import type { ChartSummary } from '../../charts/data/job.ts';
import { describe } from '../../charts/summary/describe.ts';
import { placeText } from '../../core/command/context.ts';
import type { RawArgs } from '../../core/command/params.ts';
import { isProblem, type Problem } from '../../core/command/problem.ts';
import { isGroupId } from '../../core/command/read-person.ts';
import { present } from '../../core/defined.ts';
import type { Incident } from '../../core/incident/incident.ts';
import { incidentTitle } from '../../core/incident/incident-title.ts';
import { verbatimList } from '../../core/text/joined.ts';
import type { Text } from '../../core/text/text.ts';
import type { UploadedPicture } from '../../delivery/poster.ts';
import { incidentChart } from '../../operations/incident/incident-buttons.ts';
import { channelLanguages } from '../../operations/shared/place/channel-language.ts';
import { channelReader } from '../../operations/shared/place/channel-reader.ts';
import type { Services } from '../../operations/shared/services.ts';
import { answerRequest } from '../../questions/answer-request.ts';
import { drawChart } from '../../questions/draw-chart.ts';
import type { Page } from '../blocks/blocks.ts';
import { uploadPicture } from '../chart/chart-post.ts';
import type { SlackServices } from '../interaction/bot.ts';
import { refusalOrThrow } from '../interaction/slack-errors.ts';
import { plain } from '../slack-catalog.ts';
import { incidentPostMsg } from './incident-post-messages.ts';

const portolan = { id: 'portolan', name: 'Portolan', standing: 'member' } as const;

/** Draws and uploads an incident's chart. @returns undefined without anything to draw, or if drawing fails now */
export async function drawIncident(
  bot: SlackServices,
  incident: Incident,
  { lang, zone }: Page,
): Promise<UploadedPicture | undefined> {
  const { services } = bot;
  const { channel, context } = incident;
  const request = incidentChart(incident, services.world.now());
  if (!request || !context) return undefined;
  const page = { lang, zone: await pictureZone(services, incident, zone) };
  const person = { ...portolan, ...page };
  // Everyone in the channel sees the picture, so no person's color scheme applies.
  const viewer = { ...page, channel, isAutomatic: true } as const;
  const draw = async (given: RawArgs) => {
    const asked = { ...request, given, in: placeText(context) };
    const { result } = await answerRequest(services, asked, { person, channel });
    if (isProblem(result)) return result;
    return 'chart' in result ? drawChart(services, { order: result, context, viewer }) : undefined;
  };
  const drawn = await draw(request.given);
  if (!drawn) return undefined;
  if (isProblem(drawn)) return undrawn(bot, drawn);
  const { summary } = drawn.result;
  if (summary.empty !== null || !hasWanted(incident, request.given.item, summary)) return undefined;
  const remark = drawn.remark ?? undrawnText(summary);
  const { alt } = describe(summary, page.lang, page.zone);
  const title = plain(incidentTitle(incident), page.lang, page.zone);
  try {
    const file = await uploadPicture(bot, { name: 'chart.png', title, bytes: drawn.result.png, alt });
    return { file, alt, zone: page.zone, remark };
  } catch (error) {
    services.world.log.warn('the chart of an incident was not uploaded', { code: refusalOrThrow(error).code });
    return undefined;
  }
}

/**
 * Checks whether a chart fits an alert. Without data of the gateway, CPU and memory are drawn instead. They may show why
 * a component is slow, but not why its requests fail.
 */
export function hasWanted(
  { source }: Pick<Incident, 'source'>,
  items: readonly string[] | undefined,
  { panels }: { readonly panels: readonly { readonly item: string }[] },
): boolean {
  if (source.kind !== 'alerts' || !items?.includes('gateway_errors')) return true;
  return panels.some(({ item }) => items.includes(item));
}

/** Returns which components a chart of several doesn't show. */
function undrawnText({ leftOut: { withoutPoints, absent } }: ChartSummary): Text | undefined {
  const names = [...withoutPoints, ...absent];
  return names.length > 0 ? incidentPostMsg.noData({ what: verbatimList(names) }) : undefined;
}

interface ZoneSources {
  readonly store: {
    readonly contexts: { get(scope: 'channel', id: string): Promise<{ readonly setBy: string } | undefined> };
    readonly records: Pick<Services['store']['records'], 'get' | 'list'>;
  };
  readonly people: {
    person(id: string): Promise<{ readonly zone: string }>;
    candidates(query: { readonly channel: string; readonly enough: number }): Promise<{
      readonly people: readonly { readonly id: string; readonly standing: string }[];
    }>;
  };
}

/**
 * Returns the time zone for pictures without a requester: that of the person who chose the channel's language; otherwise
 * that of the channel's readers, as its other posts; otherwise of the incident's watch; otherwise of all people to
 * notify; if they have several or none, of the person who set the channel's context, or of a member; otherwise UTC.
 */
export async function pictureZone(
  { store, people }: ZoneSources,
  { channel, notify }: Pick<Incident, 'channel' | 'notify'>,
  ofWatch = 'UTC',
): Promise<string> {
  const zoneOf = async (id: string) => (await people.person(id).catch(() => undefined))?.zone;
  const chosenBy = (await channelLanguages.get(store, channel))?.body.by;
  const ofChooser = chosenBy === undefined ? undefined : await zoneOf(chosenBy);
  if (ofChooser !== undefined) return ofChooser;
  const reader = await channelReader(store, channel);
  if (reader) return reader.zone;
  if (ofWatch !== 'UTC') return ofWatch;
  const zones = await Promise.all(notify.filter((each) => !isGroupId(each)).map(zoneOf));
  const [shared, ...others] = new Set(present(zones));
  if (shared !== undefined && others.length === 0) return shared;
  const context = await store.contexts.get('channel', channel);
  const ofSetter = context && (await zoneOf(context.setBy));
  if (ofSetter !== undefined) return ofSetter;
  const [member] = (await people.candidates({ channel, enough: 1 })).people.filter(isFullMember);
  return (member && (await zoneOf(member.id))) ?? 'UTC';
}

function isFullMember({ standing }: { readonly standing: string }): boolean {
  return standing === 'member';
}

function undrawn({ services }: SlackServices, problem: Problem): undefined {
  const why = 'why' in problem ? plain(problem.why, 'en') : problem.problem;
  services.world.log.warn('the chart of an incident could not be drawn', { why });
}

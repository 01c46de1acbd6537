import type { AnyBlock, Button, HomeView } from '@slack/types';
import { placeText } from '../../core/command/context.ts';
import { isDirectMessage } from '../../core/command/direct-message.ts';
import { present } from '../../core/defined.ts';
import { type ChangeRequest, isPartlyDone, requestMark } from '../../core/request/change-request.ts';
import { momentNear } from '../../core/text/instant-text.ts';
import { listText } from '../../core/text/joined.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import type { Overview, OverviewRow } from '../../operations/app/overview/overview.ts';
import { maxPlaces } from '../../operations/app/overview/read-overview.ts';
import { states } from '../../operations/audit/audit-kind-messages.ts';
import { cronText } from '../../operations/schedule/cron-words.ts';
import type { Schedule } from '../../operations/schedule/stored-schedule.ts';
import { silentText } from '../../operations/shared/incident/region-trouble.ts';
import { contextText, shortContextText } from '../../operations/shared/place/known-contexts.ts';
import { requestButton, reviewButton } from '../answer/request-button.ts';
import { actions, button, context, header, type Page, section } from '../blocks/blocks.ts';
import { cardStatus, isResultOver } from '../request/card-status.ts';
import type { HomeFacts } from './home-facts.ts';
import { homeMsg } from './home-messages.ts';

export interface HomeOverview extends Overview {
  readonly isReading: boolean;
  /** Since when the platform doesn't answer, as its watches saw it, epoch ms. */
  readonly silentSince?: number | undefined;
}

/** A section of App Home; hidden if it has neither rows nor a note. */
export interface HomeSection {
  readonly title: Text;
  /** The blocks of each row. */
  readonly rows: readonly (AnyBlock | readonly AnyBlock[])[];
  /** Total number of rows; undefined if unknown. */
  readonly total: number | undefined;
  readonly note?: Text | undefined;
  /** Command that lists all of them. */
  readonly command?: string;
}

const maxRows = 8;

/** Returns when the Home was updated, and when the platform was last read, which may be a minute ago. */
function asOfText(at: number, readAt: number | undefined): Text {
  const updated = { at: { at, show: 'time' } } as const;
  return readAt === undefined ? homeMsg.asOf(updated) : homeMsg.asOfRead({ ...updated, read: momentNear(readAt, at) });
}

/** Draws a person's App Home: urgent things first, then history and settings. @param firing sections of incidents */
export function homeView(
  facts: HomeFacts,
  overview: HomeOverview,
  page: Page,
  firing: readonly HomeSection[] = [],
): HomeView {
  if (facts.refused) {
    return { type: 'home', blocks: [header(homeMsg.title(), page), section(facts.refused, page)] };
  }
  const [mine, recent] = [mineSection(facts, page), recentSection(facts, page)];
  const urgent = [...firing, waitingSection(facts, page), mine, ...overviewSections(overview, facts.exposure, page)];
  const isQuiet =
    urgent.every(({ rows }) => rows.length === 0) && overview.unread.length === 0 && overview.silentSince === undefined;
  const top: AnyBlock[] = [
    header(homeMsg.title(), page),
    section(homeMsg.hello({ who: { user: facts.person.id } }), page),
    ...unreadBlocks(overview, facts.at, page),
    ...formButtons(facts, page),
    ...questionButtons(facts, page),
    ...postedLine(facts, page),
    { type: 'divider' },
    ...urgent.flatMap((each) => drawn(each, page)),
    ...leftOut(facts, page),
    ...(overview.isReading ? [context(homeMsg.reading(), page)] : isQuiet ? [section(homeMsg.quiet(), page)] : []),
    ...drawn(recent, page),
    ...contextBlocks(facts, page),
    ...drawn(scheduleSection(facts, page), page),
  ];
  const end = [
    { type: 'divider' } as const,
    context(homeMsg.help({ command: facts.help }), page),
    context(asOfText(facts.at, overview.readAt), page),
  ];
  return { type: 'home', blocks: [...top.slice(0, maxBlocks - end.length), ...end] };
}

const maxUnread = 3;

/** Lists unreadable parts in one sentence. If nothing was readable, says that the platform doesn't answer. */
function unreadBlocks(
  { unread, readAt, isDown, silentSince }: HomeOverview,
  now: number,
  page: Page,
): readonly AnyBlock[] {
  if (unread.length === 0 && silentSince === undefined) return [];
  const isShort = unread.length <= maxUnread;
  const says =
    silentSince !== undefined
      ? homeMsg.platformSilent({ at: momentNear(silentSince, now) })
      : readAt === undefined || isDown
        ? silentText(undefined, now)
        : isShort
          ? homeMsg.unread({ what: join(unread, ', ') })
          : homeMsg.unreadPart();
  return [withButton(says, button({ actionId: 'home.refresh', label: homeMsg.refresh() }, page), page)];
}

const maxLeftOut = 10;

/** Names the known apps that this Home leaves out, so that nobody takes it for all that is open. */
function leftOut({ leftOut: all, places }: HomeFacts, page: Page): readonly AnyBlock[] {
  if (all.length === 0) return [];
  const apps = all.slice(0, maxLeftOut).map((each) => shortContextText(each));
  const more = all.length > maxLeftOut ? [homeMsg.andMore({ count: all.length - maxLeftOut })] : [];
  const named = { apps: listText([...apps, ...more]) };
  const isMost = places.length >= maxPlaces;
  return [context(isMost ? homeMsg.leftOutMost({ most: maxPlaces, ...named }) : homeMsg.leftOut(named), page)];
}

const maxBlocks = 100;

function waitingSection({ waiting, totals, at, requests: command }: HomeFacts, page: Page): HomeSection {
  const rows = waiting.map((request) =>
    withButton(
      requestLine(request, at),
      reviewButton({ ...request, title: request.plan.title, mayDecide: true }, page),
      page,
    ),
  );
  return { title: homeMsg.waiting(), rows, total: totals.waiting, command };
}

function overviewSections(
  { open, openNote, down, downNote, certificates, certificatesNote }: Overview,
  exposure: string,
  page: Page,
): readonly HomeSection[] {
  const sectionOf = (title: Text, all: readonly OverviewRow[], what: string, note: Text | undefined): HomeSection => ({
    ...{ title, note },
    rows: all.slice(0, maxRows).map((row, index) => overviewRow(row, `${what}.${index}`, page)),
    total: all.length,
  });
  return [
    sectionOf(homeMsg.down(), down, 'down', downNote),
    openNote || open.length === 0
      ? sectionOf(homeMsg.openBefore(), open, 'open', openNote)
      : sectionOf(homeMsg.open(), open, 'open', homeMsg.ofChannels({ command: exposure })),
    sectionOf(homeMsg.certificates(), certificates, 'expires', certificatesNote),
  ];
}

function mineSection({ mine, totals, at, requests: command }: HomeFacts, page: Page): HomeSection {
  return { title: homeMsg.mine(), rows: requestLines(mine, at, page), total: totals.mine, command };
}

function recentSection({ recent, at }: HomeFacts, page: Page): HomeSection {
  return { title: homeMsg.recent(), rows: requestLines(recent, at, page), total: recent.length };
}

function requestLines(requests: readonly ChangeRequest[], now: number, page: Page) {
  return requests.map((request) => section(requestLine(request, now), page));
}

function scheduleSection({ schedules, totals }: HomeFacts, page: Page): HomeSection {
  const rows = schedules.map((each) => section(scheduleLine(each), page));
  return { title: homeMsg.schedules(), rows, total: totals.schedules };
}

function drawn({ title, rows, total, note, command }: HomeSection, page: Page): readonly AnyBlock[] {
  if (rows.length === 0 && !note) return [];
  const said = note ? [context(note, page)] : [];
  return [header(title, page), ...said, ...rows.flat(), ...shortened(rows.length, total, page, command)];
}

/** @param command lists the rest, if there is one */
function shortened(shown: number, total: number | undefined, page: Page, command?: string): readonly AnyBlock[] {
  if (total !== undefined && total <= shown) return [];
  const says =
    command === undefined
      ? homeMsg.someShown({ shown, total: total ?? shown })
      : homeMsg.firstShown({ shown, command });
  return [context(says, page)];
}

function overviewRow({ text, button: does }: OverviewRow, id: string, page: Page): AnyBlock {
  if (!does) return section(text, page);
  // The row names all that the change needs, so its plan opens without a form.
  const look = { actionId: `plan:${id}`, label: does.label, accessibleLabel: does.spoken };
  const [drawnButton] = requestButton(look, does, page);
  return drawnButton ? withButton(text, drawnButton, page) : section(text, page);
}

function withButton(text: Text, accessory: Button, page: Page): AnyBlock {
  return { ...section(text, page), accessory };
}

function contextBlocks(facts: HomeFacts, page: Page): readonly AnyBlock[] {
  const contexts = facts.contexts.map((each) => contextText(each));
  return [
    header(homeMsg.contexts(), page),
    section(contextLine(facts), page),
    ...(contexts.length > 0 ? [context(homeMsg.allContexts({ contexts: join(contexts, ', ') }), page)] : []),
    ...shortened(contexts.length, facts.totals.contexts, page),
    ...contextButton(facts, page),
  ];
}

function contextLine({ context: used }: HomeFacts): Text {
  if (!used) return homeMsg.contextNone();
  const given = { context: contextText(used.place) };
  return used.isOwn ? homeMsg.yours(given) : homeMsg.byDefault(given);
}

function formButtons({ shortcuts }: HomeFacts, page: Page): readonly AnyBlock[] {
  return actions(
    shortcuts.flatMap(({ operation, label }, index) =>
      requestButton({ actionId: `modal:${index}`, label }, { operation, given: {} }, page),
    ),
  );
}

const questions: readonly (readonly [string, Text])[] = [
  ['watch.list', homeMsg.watches()],
  ['openings', homeMsg.whatIsOpen()],
  ['audit', homeMsg.auditLog()],
];

/** Returns buttons for questions about the person's app, or else the first one, and says where Slack shows the answer. */
function questionButtons({ context: used, places, answered }: HomeFacts, page: Page): readonly AnyBlock[] {
  const place = used?.place ?? places[0];
  const says = answered ? section(homeMsg.answered({ what: answered }), page) : context(homeMsg.answersIn(), page);
  if (!place) return answered ? [says] : [];
  const buttons = questions.flatMap(([operation, label]) =>
    requestButton({ actionId: `ask:${operation}`, label }, { operation, given: {}, in: placeText(place) }, page),
  );
  return [...actions(buttons), says];
}

/** Confirms a request that was just posted, or says its state, because its card is in a channel. */
function postedLine({ posted }: HomeFacts, page: Page): readonly AnyBlock[] {
  if (!posted) return [];
  const { plan } = posted;
  const { link, channel } = posted.shown;
  const title = link === undefined ? plan.title : { link, label: plan.title };
  const where = isDirectMessage(channel) ? homeMsg.yourMessages() : homeMsg.channelIs({ channel: { channel } });
  const says =
    posted.state === 'proposed'
      ? homeMsg.posted({ where, title })
      : homeMsg.postedSince({ status: cardStatus(posted), where, title });
  return [section(says, page)];
}

function contextButton({ setContext }: HomeFacts, page: Page): readonly AnyBlock[] {
  if (!setContext) return [];
  return actions(requestButton({ actionId: 'modal:context', label: homeMsg.setContext() }, setContext, page));
}

function scheduleLine({ words, cron, zone, channel, paused, disabled }: Schedule): Text {
  const place = isDirectMessage(channel) ? homeMsg.yourMessages() : homeMsg.channelIs({ channel: { channel } });
  const where = paused || disabled !== undefined ? homeMsg.paused({ where: place }) : place;
  return homeMsg.schedule({ words: verbatim(words), when: homeMsg.inZone({ when: cronText(cron), zone }), where });
}

function requestLine(changeRequest: ChangeRequest, now: number): Text {
  const title =
    changeRequest.shown.link === undefined
      ? changeRequest.plan.title
      : homeMsg.titleLinked({ title: { link: changeRequest.shown.link, label: changeRequest.plan.title } });
  const { state, run, expires, decision } = changeRequest;
  const request = homeMsg.request({
    symbol: isResultOver(changeRequest) ? '○' : (requestMark(state, isPartlyDone(changeRequest)) ?? '◌'),
    title,
    who: { user: changeRequest.asker.id },
    context: shortContextText(changeRequest.context),
    at: momentNear(changeRequest.at, now),
  });
  const waits = state === 'proposed';
  const planned = run.planned && { at: momentNear(run.planned.at, now) };
  return join(
    present([
      request,
      isResultOver(changeRequest) ? overText(changeRequest, now) : stateText(changeRequest),
      state === 'scheduled' && planned && homeMsg.scheduledFor(planned),
      waits && planned && homeMsg.plannedFor(planned),
      waits && decision.frozen && homeMsg.frozen(),
      waits && homeMsg.expiresAt({ at: momentNear(expires, now) }),
    ]),
    ' · ',
  );
}

/** Returns how the result of a request ended, and when, beside its mark. */
function overText({ access, shown: { undoneBy } }: ChangeRequest, now: number): Text {
  const [says, ended] =
    access?.closed || !undoneBy
      ? [access?.how === 'lost' ? states.lost() : homeMsg.closed(), access?.ended]
      : [
          undoneBy.how === 'closed' ? homeMsg.closed() : undoneBy.how ? homeMsg.deleted() : homeMsg.undone(),
          undoneBy.at,
        ];
  return ended === undefined ? says : homeMsg.overAt({ what: says, at: momentNear(ended, now) });
}

/** Returns the word beside a mark; undefined for what is done, or if the line says otherwise what it waits for. */
function stateText(request: ChangeRequest): Text | undefined {
  const { state } = request;
  if (state === 'done' || state === 'proposed' || state === 'scheduled') return undefined;
  return states[isPartlyDone(request) ? 'partly' : state]();
}

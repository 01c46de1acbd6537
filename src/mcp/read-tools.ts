import type { Answer, Part } from '../core/command/answer.ts';
import { type Context, placeText } from '../core/command/context.ts';
import { present } from '../core/defined.ts';
import type { Request } from '../core/operation.ts';
import { isCatalogOnly, type Text, verbatim } from '../core/text/text.ts';
import type { Operation } from '../operations/shared/define.ts';
import { findComponent } from '../operations/shared/find-component.ts';
import { sharedMsg } from '../operations/shared/operation-messages.ts';
import { readsOf, type Services } from '../operations/shared/services.ts';
import { answerRequest, type Origin } from '../questions/answer-request.ts';
import type { ChangesFound } from '../questions/change-marks.ts';
import { slackbotMsg } from '../slack/answer/slackbot-messages.ts';
import type { Principal } from './agent-principal.ts';
import { askAbout, changeLine, eventLine, isFailed, recentChanges } from './event-tool.ts';
import { readMonitoring } from './monitoring-tool.ts';
import type { ToolOutcome } from './slackbot-blocks.ts';
import { nextCallOf } from './tool/next-call.ts';
import { extraArguments, extraNames, parseArguments } from './tool/tool-arguments.ts';
import { ToolError, unlessProblem } from './tool/tool-error.ts';
import { readArguments, schemaOf, unknownField } from './tool/tool-schema.ts';
import { operationsOf, readParameters, type ToolName, viewOf } from './tool/tool-table.ts';
import { type AgentPage, cleanText, fitResult, type ReadResult, type ResultTable, sayText } from './tool/tool-text.ts';

/** Calls a reading tool as if the owner had typed the command in a direct message to the bot. */
export async function readTool(
  services: Services,
  principal: Principal,
  tool: ToolName,
  context: Context,
  { view, ...all }: Readonly<Record<string, unknown>>,
  only?: readonly Context[],
): Promise<ToolOutcome> {
  const page = principal.owner;
  const { extras, given } = withExtras(tool, all);
  const fields = Object.keys(readParameters(services.operations, tool).properties);
  const strange = Object.keys(given).find((name) => !fields.includes(name));
  if (strange !== undefined) throw new ToolError(unknownField(strange, ['context', ...fields, ...extraNames(tool)]));
  const operation = operationFor(services, tool, view, given);
  const parsed = readArguments(operation.params, given);
  if ('faults' in parsed) throw new ToolError(parsed.faults);
  const from = { ...originOf(principal), only };
  const request: Request = { operation: operation.id, given: parsed.given, in: placeText(context) };
  if (tool === 'list_events' && viewOf(operation) === '')
    return eventsAndChanges(services, request, from, {
      failedOnly: extras.failed_only === true,
      isDrawn: principal.inSlack,
    });
  const answered = await answerRequest(services, request, from);
  const { context: place = context } = answered;
  const result = unlessProblem(answered.result, page);
  if ('chart' in result) return readMonitoring(services, result, place, from, extras);
  const where = placeText(place);
  const fullResult = tailOf(readResultOf(result, operation.id, page), extras.tail);
  const offered = buttonsOf(result).flatMap((button) => nextCallOf(services, button, button.in ?? where) ?? []);
  const more =
    fullResult.next_page === undefined
      ? []
      : [{ tool, arguments: { ...all, context: where, page: fullResult.next_page } }];
  const next = [...more, ...offered].slice(0, maxNext);
  const fitted = fitResult({ context: where, ...fullResult, ...(next.length > 0 ? { next } : {}) });
  return { result: fitted, shown: { answer: result, context: place, nextPage: fitted.next_page } };
}

export function readResultOf(answer: Answer, operation: string, page: AgentPage): ReadResult {
  const says: string[] = [];
  const lines: string[] = [];
  // A sentence with a name is data too, because a name may contain instructions.
  const add = (text: Text) => (isCatalogOnly(text) ? says : lines).push(sayText(text, page));
  add(answer.title);
  const fields: { name: string; value: string }[] = [];
  const tables: ResultTable[] = [];
  const log: string[] = [];
  const pages: number[] = [];
  for (const [index, part] of answer.parts.entries()) {
    // This note only matters in Slack.
    if (part.part === 'note' && part.text.key === sharedMsg.notShared.key) continue;
    // A note directly after a line belongs to that line, so it becomes data too.
    const isBelow = answer.parts[index - 1]?.part === 'line';
    if (part.part === 'note' && !isBelow) add(part.text);
    else if (part.part === 'note' || part.part === 'line' || part.part === 'heading' || part.part === 'row')
      lines.push(sayText(part.text, page));
    else if (part.part === 'preformatted') log.push(cleanText(part.text, longestLog));
    else if (part.part === 'fields')
      fields.push(
        ...part.fields.map(({ label, value }) => ({ name: sayText(label, page), value: sayText(value, page) })),
      );
    else if (part.part === 'table')
      tables.push({
        columns: part.columns.map((each) => sayText(each, page)),
        rows: part.rows.map((row) => row.map((cell) => sayText(cell, page))),
      });
    else if (part.part === 'buttons')
      pages.push(
        ...part.buttons.flatMap(({ operation: asks, given: { page: number } }) =>
          asks === operation ? Number(number?.[0] ?? 0) : [],
        ),
      );
  }
  const next = Math.max(0, ...pages);
  return {
    says,
    data: {
      ...(lines.length > 0 ? { lines } : {}),
      ...(fields.length > 0 ? { fields } : {}),
      ...(tables.length > 0 ? { tables } : {}),
      ...(log.length > 0 ? { log: log.join('\n') } : {}),
    },
    ...(next > 1 ? { next_page: next } : {}),
  };
}

/** Maximum number of suggested next calls in a result. */
const maxNext = 3;

function buttonsOf({ parts }: Answer) {
  const buttons = parts.flatMap((part) => (part.part === 'buttons' ? part.buttons : []));
  return buttons.filter((button) => button.operation !== '');
}

function tailOf(result: ReadResult, tail: number | undefined): ReadResult {
  const { log } = result.data;
  if (log === undefined || tail === undefined) return result;
  return { ...result, data: { ...result.data, log: log.split('\n').slice(-tail).join('\n') } };
}

function withExtras(tool: ToolName, all: Readonly<Record<string, unknown>>) {
  const extrasWhere = (wanted: boolean) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => extraNames(tool).includes(name) === wanted));
  return { extras: parseArguments(extraArguments, extrasWhere(true)), given: extrasWhere(false) };
}

/** Returns the operation of a view. Without a view: the default, or else the first that accepts the arguments. */
function operationFor(
  { operations }: Services,
  tool: ToolName,
  view: unknown,
  given: Readonly<Record<string, unknown>>,
): Operation {
  const own = operationsOf(operations, tool);
  const takes = ({ params }: Operation) =>
    Object.entries(given).every(([name, value]) => value === null || Object.hasOwn(schemaOf(params).properties, name));
  const plain = own.toSorted((one, other) => viewOf(one).length - viewOf(other).length);
  const operation =
    view === undefined || view === null ? (plain.find(takes) ?? plain[0]) : own.find((each) => viewOf(each) === view);
  if (operation) return operation;
  const views = own.map(viewOf).filter((each) => each !== '');
  throw new ToolError(`view: there is no such view. There are: ${views.join(', ') || 'none'}.`);
}

/** Returns the origin for an agent's call: the owner's direct messages with the bot. Nothing is posted there. */
export function originOf({ owner }: Pick<Principal, 'owner'>): Origin {
  return { person: owner, channel: `D${owner.id}` };
}

const eventsPage = 20;
/** Number of events that are searched for failed ones. */
const maxLookedAt = 100;

/** Returns a component's events and its recent changes, because people ask “what happened here?”. */
async function eventsAndChanges(
  services: Services,
  request: Request,
  origin: Origin,
  { failedOnly, isDrawn }: { readonly failedOnly: boolean; readonly isDrawn: boolean },
): Promise<ToolOutcome> {
  const { person: page } = origin;
  const { component: named, page: typed } = request.given;
  const isOfOne = named !== undefined;
  const answer =
    isOfOne && isDrawn ? unlessProblem((await answerRequest(services, request, origin)).result, page) : undefined;
  const ask = await askAbout(services, request.in, origin);
  const { context, now } = ask;
  const component = isOfOne
    ? unlessProblem(await findComponent(named[0] ?? '', ask, readsOf(services)), page)
    : undefined;
  const marks = await recentChanges(services, context, origin, component);
  const changes = await Promise.all(marks.map((each) => changeLine(services, each)));
  const number = Math.max(1, Number(typed?.[0] ?? 1) || 1);
  const paging = { page: number, pageSize: failedOnly ? maxLookedAt : eventsPage };
  const eventPage = component && (await services.platform.listEvents({ ...context, service: component.id, ...paging }));
  const events = (eventPage?.events ?? []).filter((each) => !failedOnly || isFailed(each, now));
  const isMore = eventPage !== undefined && number * paging.pageSize < eventPage.total;
  const where = { context: placeText(context), component: component?.id };
  const failed = events.find((each) => isFailed(each, now));
  const result = fitResult({
    context: placeText(context),
    says: present([
      eventPage && `Events: ${events.length} of ${eventPage.total}.`,
      component && !eventPage && 'This platform’s API has no events.',
      `Changes of the last 24 hours: ${changes.length}.`,
    ]),
    data: {
      ...(component ? { component: { id: component.id, name: cleanText(component.name, 200) } } : {}),
      ...(changes.length > 0 ? { changes } : {}),
      ...(events.length > 0 ? { events: events.map((each) => eventLine(each, now, page)) } : {}),
    },
    ...(isMore ? { next_page: number + 1 } : {}),
    next: present([
      failed && { tool: 'list_events', arguments: { ...where, view: 'log', event: failed.eventId } },
      isMore && { tool: 'list_events', arguments: { ...where, page: number + 1, failed_only: failedOnly } },
    ]),
  });
  const shownAnswer = answer && !('chart' in answer) ? answer : undefined;
  const shown = { answer: withChangesTable(shownAnswer, marks), context, nextPage: result.next_page };
  return { result, ...(isDrawn ? { shown } : {}) };
}

/** Maximum length of a log. */
const longestLog = 6_000;

function withChangesTable(events: Answer | undefined, marks: ChangesFound['marks']): Answer {
  const rows = marks.map(({ time, what, who }) => [
    slackbotMsg.moment({ when: { at: time * 1_000 } }),
    verbatim(what),
    verbatim(who ?? ''),
  ]);
  const table: Part = {
    part: 'table',
    columns: [slackbotMsg.when(), slackbotMsg.change(), slackbotMsg.who()],
    rows,
  };
  const changes: Part = rows.length > 0 ? table : { part: 'line', text: slackbotMsg.none() };
  if (!events) return { title: slackbotMsg.changes(), parts: [changes] };
  return { ...events, parts: [...events.parts, { part: 'heading', text: slackbotMsg.changes() }, changes] };
}

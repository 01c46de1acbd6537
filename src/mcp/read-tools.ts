import { describe } from '../charts/charts.ts';
import type { Answer, ChartOrder, Part } from '../core/command/answer.ts';
import { type Context, placeText } from '../core/command/context.ts';
import { defined, present } from '../core/defined.ts';
import type { Request } from '../core/operation.ts';
import { verbatim } from '../core/text/text.ts';
import type { Operation } from '../operations/shared/define.ts';
import { findComponent } from '../operations/shared/find-component.ts';
import { readsOf, type Services } from '../operations/shared/services.ts';
import { answerRequest, type Origin, prepare } from '../questions/answer-request.ts';
import { type ChangesFound, changeMarks } from '../questions/change-marks.ts';
import { drawChart } from '../questions/draw-chart.ts';
import { slackbotMsg } from '../slack/answer/slackbot-messages.ts';
import type { Principal } from './agent-principal.ts';
import type { ToolOutcome } from './slackbot-blocks.ts';
import { ToolError, unlessProblem } from './tool/tool-error.ts';
import { readArguments, unknownField } from './tool/tool-schema.ts';
import { operationsOf, readParameters, type ToolName, viewOf } from './tool/tool-table.ts';
import { cleanText, fitResult, readResultOf } from './tool/tool-text.ts';

/** A larger picture isn't sent. */
const largestPng = 130 * 1024;
const dayMs = 86_400_000;

/** Asks a tool that reads, as if its owner had typed the command in their direct messages with the bot. */
export async function readTool(
  services: Services,
  principal: Principal,
  tool: ToolName,
  context: Context,
  { view, image, ...given }: Readonly<Record<string, unknown>>,
): Promise<ToolOutcome> {
  const page = principal.owner;
  const operation = operationFor(services, tool, view);
  const known = Object.keys(readParameters(services.operations, tool).properties);
  const strange = Object.keys(given).find((name) => !known.includes(name));
  if (strange !== undefined) throw new ToolError(unknownField(strange, ['context', ...known]));
  if (image !== undefined && typeof image !== 'boolean') throw new ToolError('image: use true or false.');
  const read = readArguments(operation.params, given);
  if ('faults' in read) throw new ToolError(read.faults);
  const from = originOf(principal);
  const request: Request = { operation: operation.id, given: read.given, in: placeText(context) };
  if (tool === 'list_events' && view === undefined) return eventsAndChanges(services, request, from);
  const answered = await answerRequest(services, request, from);
  const { context: found = context } = answered;
  const result = unlessProblem(answered.result, page);
  if ('chart' in result) return readMonitoringChart(services, result, found, from, image === true);
  const whole = fitResult({ context: placeText(found), ...readResultOf(result, operation.id, page) });
  return { result: whole, shown: { answer: result, context: found, ...defined({ nextPage: whole.next_page }) } };
}

function operationFor({ operations }: Services, tool: ToolName, view: unknown): Operation {
  const own = operationsOf(operations, tool);
  const found = own.find((each) => viewOf(each) === (view ?? ''));
  if (found) return found;
  const views = own.map(viewOf).filter((each) => each !== '');
  throw new ToolError(`view: there is no such view. There are: ${views.join(', ') || 'none'}.`);
}

/** Who asks in an agent's name; the channel stands for the owner's direct messages with the bot, where nothing is posted. */
function originOf({ owner }: Principal): Origin {
  return { person: owner, channel: `D${owner.id}` };
}

/** What the platform reports of a component, and what changed lately: one answer to “what happened here?”. */
async function eventsAndChanges(services: Services, request: Request, origin: Origin): Promise<ToolOutcome> {
  const { person: page, channel } = origin;
  const { component: named } = request.given;
  const isOfOne = named !== undefined;
  const answer = isOfOne ? unlessProblem((await answerRequest(services, request, origin)).result, page) : undefined;
  const question = { ...request, operation: changesQuestion(services), given: {} };
  const asking = unlessProblem(await prepare(services, question, origin), page);
  const { context, now } = asking.ask;
  const found = isOfOne
    ? unlessProblem(await findComponent(named[0] ?? '', asking.ask, readsOf(services)), page)
    : undefined;
  const seconds = Math.floor(now / 1_000);
  const order: ChartOrder = {
    ...{ chart: true, range: { last: dayMs }, start: seconds - dayMs / 1_000, end: seconds, step: 60 },
    ...{ outerOnly: false, privately: true },
    ...defined({ components: found && [found] }),
  };
  const { marks } = await changeMarks(services, { order, context, viewer: { lang: page.lang, channel } });
  const rows = marks
    .toReversed()
    .map(({ time, what, who }) => [new Date(time * 1_000).toISOString(), cleanText(what), cleanText(who ?? '')]);
  const changes = { columns: ['time', 'change', 'by'], rows };
  const known = answer && !('chart' in answer) ? answer : undefined;
  const events = known ? readResultOf(known, request.operation, page) : { says: [], data: {} };
  const says = [...events.says, `Changes of the last 24 hours: ${rows.length}.`];
  const tables = [changes, ...(events.data.tables ?? [])];
  const result = fitResult({ context: placeText(context), ...events, says, data: { ...events.data, tables } });
  return {
    result,
    shown: { answer: withChangesTable(known, marks), context, ...defined({ nextPage: result.next_page }) },
  };
}

/** What happened to a component, with what was changed below it. */
function withChangesTable(events: Answer | undefined, marks: ChangesFound['marks']): Answer {
  const rows = marks
    .toReversed()
    .map(({ time, what, who }) => [
      slackbotMsg.moment({ when: { at: time * 1_000 } }),
      verbatim(what),
      verbatim(who ?? ''),
    ]);
  const table: Part = {
    part: 'table',
    caption: slackbotMsg.changes(),
    columns: [slackbotMsg.when(), slackbotMsg.change(), slackbotMsg.who()],
    rows,
  };
  const changes: Part = rows.length > 0 ? table : { part: 'line', text: slackbotMsg.none() };
  if (!events) return { title: slackbotMsg.changes(), parts: [changes] };
  return { ...events, parts: [...events.parts, { part: 'heading', text: slackbotMsg.changes() }, changes] };
}

/** Any question of the context that needs nothing else: only where and by whom it is asked matters. */
function changesQuestion({ operations }: Services): string {
  return operationsOf(operations, 'list_requests').find((each) => viewOf(each) === '')?.id ?? '';
}

async function readMonitoringChart(
  services: Services,
  order: ChartOrder,
  context: Context,
  { person, channel }: Origin,
  wantsImage: boolean,
): Promise<ToolOutcome> {
  const { zone } = person;
  const viewer = { zone, lang: 'en', channel } as const;
  const drawn = unlessProblem(await drawChart(services, { order, context, viewer }), person);
  unlessProblem(drawn.nothing, person);
  const { summary, png } = drawn.result;
  const description = describe(summary, 'en', zone);
  const { columns, rows, hidden } = description.wholeTable;
  const clean = (texts: readonly string[]) => texts.map((each) => cleanText(each));
  const series = summary.panels.flatMap(({ item, unit, series: lines }) =>
    lines.slice(0, 20).map(({ name, last, mean, min, max, peakAt, trend }) => ({
      ...{ component: cleanText(name, 200), item, unit, last, mean, min, max, trend },
      peak_at: peakAt === null ? null : new Date(peakAt * 1_000).toISOString(),
    })),
  );
  const fits = summary.empty === null && png.byteLength <= largestPng;
  const findings = clean([...description.findings, ...description.left]);
  const missing = wantsImage && !fits && 'There is no picture of it.';
  const says = present([`Findings: ${description.findings.length}.`, missing]);
  const table = { columns: clean(columns), rows: rows.map(clean), ...defined({ left_out: hidden || undefined }) };
  const marks = (summary.marks ?? []).map(
    ({ time, label }) => `${new Date(time * 1_000).toISOString()} ${cleanText(label)}`,
  );
  const result = fitResult({
    context: placeText(context),
    says,
    data: {
      lines: [cleanText(description.text.split('\n')[0] ?? ''), ...marks],
      ...(findings.length > 0 ? { findings } : {}),
      tables: [table],
      series,
    },
  });
  return { result, shown: { chart: summary, context }, ...(wantsImage && fits ? { png } : {}) };
}

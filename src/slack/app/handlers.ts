import type { Button } from '@slack/types';
import { type Interpretation, interpret, print } from '../../core/command/interpret.ts';
import { isInForms } from '../../core/command/params.ts';
import { isProblem, type Problem } from '../../core/command/problem.ts';
import { isBareWord, tokenise } from '../../core/command/tokenize.ts';
import { type Command, mainCommand, type OperationSpec, type Request } from '../../core/operation.ts';
import { verbatim } from '../../core/text/text.ts';
import { readPlannedTime } from '../../core/time/planned-time.ts';
import { withTypedTimes } from '../../core/time/typed-times.ts';
import { resultWithin } from '../../core/world.ts';
import { exampleAnywhere } from '../../operations/help/example-names.ts';
import { findAbout } from '../../operations/help/find-about.ts';
import { meantElsewhere } from '../../operations/help/meant-elsewhere.ts';
import type { Operation } from '../../operations/shared/define.ts';
import { findComponent } from '../../operations/shared/find-component.ts';
import { helpQuestion, offeredOperations } from '../../operations/shared/find-operation.ts';
import { orUndefined } from '../../operations/shared/or-undefined.ts';
import { readsOf } from '../../operations/shared/services.ts';
import { formOf, refuseUnsupported } from '../../questions/answer-request.ts';
import { quickContextFor } from '../../questions/resolve-context.ts';
import { requestButton } from '../answer/request-button.ts';
import { tellProblem } from '../answer/tell-problem.ts';
import { actions, type Message, type Page } from '../blocks/blocks.ts';
import { cut } from '../blocks/mrkdwn.ts';
import { openForm } from '../form/open-form.ts';
import type { Bot } from '../interaction/bot.ts';
import { type Interaction, operationOf, pageOf } from '../interaction/interaction.ts';
import { lineMessage } from '../interaction/responder.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { doRequest } from '../request/ask-and-propose.ts';

/** How many characters of unknown words are repeated, so that the example after them stays visible. */
const maxEchoed = 200;
const maxNear = 2;

function unknownMessage(
  meant: Extract<Interpretation, { meaning: 'unknown' }>,
  typed: string,
  from: { readonly operations: readonly Operation[]; readonly prefix: string },
  page: Page,
): Message {
  const { operations, prefix } = from;
  const find = (id: string | undefined) => operations.find((operation) => operation.id === id);
  const help = helpQuestion(operations);
  const ids = meant.nearest.length > 0 ? meant.nearest : findAbout(operations, typed.toLowerCase()).map(({ id }) => id);
  const nearest = ids.map(find).find((each) => each !== undefined) ?? help;
  const like = meant.like ?? meant.guess?.request;
  const hasWords = like !== undefined && like.operation === nearest?.id && Object.keys(like.given).length > 0;
  const printed = nearest && hasWords ? print(nearest, like.given, like) : undefined;
  const example = `/${prefix}${printed ?? (nearest ? exampleAnywhere(nearest) : mainCommand)}`;
  const others = ids.filter((id) => id !== meant.guess?.request.operation).slice(0, maxNear);
  const buttons = [
    ...(meant.guess ? guessButton(meant.guess, find(meant.guess.request.operation), prefix, page) : []),
    ...others.flatMap((id, index) => nearButton(find(id), index, page)),
    ...(help
      ? requestButton({ actionId: 'ask:help', label: slackMsg.showHelp() }, { operation: help.id, given: {} }, page)
      : []),
  ];
  return lineMessage(slackMsg.didNotUnderstand({ typed: cut(typed, maxEchoed), example }), page, [...actions(buttons)]);
}

function guessButton(
  { request, faults }: NonNullable<Extract<Interpretation, { meaning: 'unknown' }>['guess']>,
  operation: OperationSpec | undefined,
  prefix: string,
  page: Page,
): readonly Button[] {
  if (!operation) return [];
  if (faults.length > 0)
    return requestButton({ actionId: 'modal:guess', label: operation.summary, style: 'primary' }, request, page);
  const words = `/${prefix}${print(operation, request.given, request)}`;
  return requestButton({ actionId: 'ask:guess', label: verbatim(words), style: 'primary' }, request, page);
}

function nearButton(operation: OperationSpec | undefined, index: number, page: Page): readonly Button[] {
  if (!operation) return [];
  const hasForm = Object.values(operation.params).some(isInForms);
  const actionId = `${hasForm ? 'modal' : 'ask'}:near${index}`;
  return requestButton({ actionId, label: operation.summary }, { operation: operation.id, given: {} }, page);
}

/** Maximum wait for the names before a form opens, in ms, because its trigger expires after 3 s. */
const namesWithinMs = 600;

/** Returns the problem if a typed component doesn't exist, so that people don't complete a form for it. */
async function unknownComponent(
  bot: Bot,
  interaction: Interaction,
  { params }: Operation,
  { request, faults }: Pick<Extract<Interpretation, { meaning: 'request' }>, 'request' | 'faults'>,
): Promise<UnknownName | undefined> {
  const [typed, ...more] = request.given.component ?? [];
  if (!params.component || typed === undefined || more.length > 0) return undefined;
  if (faults.some(({ param }) => param === 'component')) return undefined;
  return unknownName(bot, interaction, typed, request);
}

type UnknownName = Extract<Problem, { problem: 'unknown-name' }>;

async function unknownName(
  { services }: Bot,
  { channel, person }: Interaction,
  typed: string,
  request: Request,
): Promise<UnknownName | undefined> {
  const context = await quickContextFor(services, { channel, person, in: request.in });
  if (!context || isProblem(context)) return undefined;
  const { world } = services;
  const search = { context, now: world.now() };
  const found = await orUndefined(resultWithin(world, namesWithinMs, findComponent(typed, search, readsOf(services))));
  return isProblem(found) && found.problem === 'unknown-name' ? found : undefined;
}

/** Returns a better meaning of words that name no component of the place, but an operation of another command. */
async function betterMeaning(
  bot: Bot,
  interaction: Interaction,
  text: string,
  typed: Interpretation,
): Promise<Interpretation> {
  const { operations, platform } = bot.services;
  if (typed.meaning === 'unknown' && typed.guess) return typed;
  const failed = typed.meaning === 'request' ? operationOf(bot, typed.request.operation) : undefined;
  const other = meantElsewhere(offeredOperations(operations, platform.dialect()), text, failed);
  if (!other || typed.meaning === 'unknown') return other ?? typed;
  if (other.meaning === 'unknown' && failed && typed.faults.length > 0 && beginsWithFlag(text, failed))
    return { ...other, nearest: [...other.nearest.slice(0, 1), failed.id] };
  const { component = [], search = [] } = typed.request.given;
  const [name] = [...component, ...search];
  if (name === undefined) return typed.faults.some(({ param }) => param === '') ? other : typed;
  const isEarly = tokenise(text)
    .slice(0, 2)
    .some((token) => token.text === name);
  const unknown = isEarly ? await unknownName(bot, interaction, name, typed.request) : undefined;
  // A command’s name means the command, also if a component has a similar name.
  const isCommand = operations.some(({ command }) => command === name);
  return unknown && (unknown.others || isCommand) ? other : typed;
}

/** Checks for words that begin with an operation's flag, which may be another command's verb: `/gateway open web`. */
function beginsWithFlag(text: string, { params }: OperationSpec): boolean {
  const [first] = tokenise(text);
  return (
    isBareWord(first) &&
    Object.values(params).some((each) => each.input === 'checkbox' && each.keyword?.(first.text, false))
  );
}

async function typedForm({ services }: Bot, interaction: Interaction, request: Request): Promise<Request | undefined> {
  const { channel, person, trigger } = interaction;
  if (trigger === undefined) return undefined;
  return orUndefined(resultWithin(services.world, namesWithinMs, formOf(services, request, { channel, person })));
}

/** Parses a typed command and runs it. If a value is missing or wrong, opens the form, or explains it privately. */
export async function doTyped(bot: Bot, interaction: Interaction, command: Command, text: string): Promise<void> {
  const { services } = bot;
  if (text.trim() === '') {
    const alone = services.operations.find((each) => each.command === command && each.opensForm);
    if (alone) return openForm(bot, interaction, { operation: alone.id, given: {} }, []);
  }
  const read = interpret(services.operations, command, text, services.prefix);
  const typed = await betterMeaning(bot, interaction, text, read);
  const named = typed.meaning === 'request' ? operationOf(bot, typed.request.operation) : undefined;
  const clock = { now: services.world.now(), zone: interaction.person.zone };
  const meant = withTypedTimes(typed, named, clock);
  if (meant.meaning === 'unknown') {
    const offered = offeredOperations(services.operations, services.platform.dialect());
    const from = { operations: offered, prefix: services.prefix };
    return interaction.reply.tell(unknownMessage(meant, text.trim() || command, from, pageOf(interaction.person)));
  }
  const operation = operationOf(bot, meant.request.operation);
  const missing = operation && refuseUnsupported(services, operation);
  if (missing) return tellProblem(bot, interaction, meant.request, missing);
  if (operation?.formOnly) return openForm(bot, interaction, meant.request, meant.faults);
  // The form adds the error of a planned time. Without a form, the change does.
  const isTimeWrong = meant.request.at !== undefined && !readPlannedTime(meant.request.at, clock.now, clock.zone).ok;
  if (meant.faults.length === 0 && !(isTimeWrong && interaction.trigger !== undefined)) {
    const form = await typedForm(bot, interaction, meant.request);
    return form ? openForm(bot, interaction, form, []) : doRequest(bot, interaction, meant.request);
  }
  if (interaction.trigger !== undefined) {
    const unknown = operation && (await unknownComponent(bot, interaction, operation, meant));
    if (unknown) return tellProblem(bot, interaction, meant.request, unknown);
    return openForm(bot, interaction, meant.request, meant.faults);
  }
  return tellProblem(bot, interaction, meant.request, { problem: 'invalid', faults: meant.faults });
}

import type { AnyBlock, Button } from '@slack/types';
import * as z from 'zod';
import { interpret, print } from '../../core/command/interpret.ts';
import { type Fault, isInForms, type RawArgs, readAll } from '../../core/command/params.ts';
import { type Choice, isProblem, type Problem, type Proposal } from '../../core/command/problem.ts';
import { isSameJson, present } from '../../core/defined.ts';
import { mainCommand, type OperationSpec, type Request } from '../../core/operation.ts';
import { KeptRequest, StoredText } from '../../core/request/plan.ts';
import { requestMsg } from '../../core/request/request-messages.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import { exampleIn } from '../../operations/help/example-names.ts';
import { seenComponents } from '../../operations/shared/find-component.ts';
import { contextRequest } from '../../operations/shared/find-operation.ts';
import { quickContextFor } from '../../questions/resolve-context.ts';
import { actions, type Message, type Page, plainText, section, smallLines } from '../blocks/blocks.ts';
import { blockLimits } from '../blocks/limits.ts';
import { messageText, mrkdwn } from '../blocks/mrkdwn.ts';
import type { Bot } from '../interaction/bot.ts';
import { type Interaction, operationOf, pageOf } from '../interaction/interaction.ts';
import { refusalText } from '../interaction/refusal-view.ts';
import type { SlackRefusal } from '../interaction/slack-errors.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { withLastKnown } from './last-known.ts';
import { ifRoom, readNote } from './notes.ts';
import { requestButton } from './request-button.ts';
import { answerKeptMs } from './tell-answer.ts';
import { tryRequestAgain } from './try-again.ts';

export async function tellProblem(
  bot: Bot,
  interaction: Interaction,
  request: Request,
  problem: Problem,
): Promise<void> {
  const { operations, prefix } = bot.services;
  const operation = operationOf(bot, request.operation);
  const choicesId = await keepChoices(bot, request, problem);
  const known = await withLastKnown(bot.services, request, interaction, problem);
  const told = await namingAttempt(bot, interaction, request, known);
  const setContext = contextRequest(operations, 'channel');
  const frame = {
    request,
    prefix,
    operation,
    setContext,
    choicesId,
    isFromForm: interaction.from === 'modal',
  };
  const message = problemMessage(told, frame, pageOf(interaction.person));
  const { replaces, keepsList } = interaction;
  await interaction.reply.tell(message, { replace: replaces === request.operation && !keepsList });
}

interface ProblemFrame {
  readonly request: Request;
  readonly operation?: OperationSpec;
  readonly prefix: string;
  readonly setContext?: Request;
  readonly choicesId?: string;
  readonly isFromForm?: boolean;
}

/** Returns the problem of a change that couldn't be planned, with what was asked for and that nothing was changed. */
export async function namingAttempt(
  bot: Bot,
  interaction: Interaction,
  request: Request,
  problem: Problem,
): Promise<Problem> {
  const operation = operationOf(bot, request.operation);
  if (problem.problem !== 'platform' || operation?.kind !== 'change') return problem;
  const what = await attemptOf(bot, interaction, request, operation);
  return { ...problem, why: slackMsg.notAttempted({ what, why: problem.why }) };
}

/** Says what a change asks for, with the names of its components. A button may have only their ids. */
async function attemptOf(
  { services }: Bot,
  { channel, person }: Interaction,
  { given, in: where }: Request,
  { attempt, summary }: OperationSpec,
): Promise<Text> {
  const { component: components = [] } = given;
  if (!attempt || components.length === 0) return slackMsg.attempt({ summary });
  const place = await quickContextFor(services, { channel, person, in: where });
  const seen = place && !isProblem(place) ? await seenComponents(place, services.store) : [];
  const names = components.map((component) => seen.find(({ id }) => id === component)?.name ?? component);
  return attempt(given, verbatim(names.join(', ')));
}

/** Maximum number of choices as buttons. For more choices, an external select replaces the buttons. */
const maxChoiceButtons = 5;

export function problemMessage(problem: Problem, frame: ProblemFrame, page: Page): Message {
  const drawn = draw(problem, frame, page);
  return {
    text: messageText(drawn.lines.map((line) => mrkdwn(line, page.lang))),
    blocks: [...drawn.lines.map((line) => section(line, page)), ...drawn.more],
  };
}

interface Drawn {
  readonly lines: readonly Text[];
  readonly more: readonly AnyBlock[];
}

function nearestLine({ nearest, others, more: unnamed = 0 }: Extract<Problem, { problem: 'unknown-name' }>) {
  const [first, second] = nearest;
  if (!first) return undefined;
  const more = unnamed + Math.max(0, nearest.length - maxChoiceButtons);
  if (others) return slackMsg.others({ more });
  if (second) return slackMsg.nearest({ more });
  const name = first.label;
  return more === 0 ? slackMsg.nearestOne({ name }) : slackMsg.nearestOneOf({ name, more });
}

function draw(problem: Problem, frame: ProblemFrame, page: Page): Drawn {
  switch (problem.problem) {
    case 'invalid':
      return drawInvalid(problem, frame, page);
    case 'unknown-name': {
      return {
        lines: present([problem.why, nearestLine(problem)]),
        more: choiceButtons(problem.nearest, problem, frame, page),
      };
    }
    case 'ambiguous':
      return {
        lines: [problem.why],
        more:
          problem.choices.length > maxChoiceButtons && frame.choicesId !== undefined
            ? choiceSelect(frame.choicesId, page)
            : choiceButtons(problem.choices, problem, frame, page),
      };
    case 'refused':
      return {
        lines: [problem.why],
        more: [
          ...actions(offerButtons(offersOf(problem), frame.request, 'ask', page)),
          ...(frame.isFromForm ? editButton(frame, page) : []),
          ...(problem.canRetry ? tryRequestAgain(frame.request, page) : []),
        ],
      };
    case 'no-context':
      return {
        lines: [slackMsg.noContext({ command: `/${frame.prefix}${mainCommand}` })],
        more: contextButton(frame, page),
      };
    case 'platform': {
      const { reference, why } = problem;
      return {
        lines: [why],
        more: [
          ...smallLines(reference === undefined ? [] : [requestMsg.reference({ reference })], page),
          ...actions(offerButtons(offersOf(problem), frame.request, 'ask', page)),
          ...(problem.canRetry ? tryRequestAgain(frame.request, page) : []),
        ],
      };
    }
    case 'bug':
      return { lines: [slackMsg.bug({ reference: problem.reference })], more: tryRequestAgain(frame.request, page) };
  }
}

function drawInvalid(problem: Extract<Problem, { problem: 'invalid' }>, frame: ProblemFrame, page: Page): Drawn {
  const lines = problem.faults.map(({ param, why }) => {
    const label = frame.operation?.params[param]?.label;
    return label ? slackMsg.fault({ label, why }) : slackMsg.faultPlain({ why });
  });
  const example = frame.operation && exampleOf(frame.operation, frame.request, problem.faults);
  const shown = example === undefined ? [] : [slackMsg.example({ example: `/${frame.prefix}${example}` })];
  return { lines: [join(lines, '\n'), ...shown], more: editButton(frame, page) };
}

/**
 * Returns the first example with a wrong parameter, or else the operation's first example, with the request's names.
 * Omits examples with an id that the request doesn't have.
 */
function exampleOf(operation: OperationSpec, request: Request, faults: readonly Fault[]): string | undefined {
  const { given } = request;
  const isWrong = (name: string) => faults.some(({ param }) => param === name);
  // Only the time is wrong, so that the typed command with another time is the best example. A header may be a secret.
  if (faults.every(({ param }) => param === 'at') && operation.command === 'port')
    return print(operation, given, { ...request, at: '22:00' });
  const named = Object.entries(given).flatMap(([name, values]) => {
    const source = operation.params[name]?.source;
    return source === undefined || isWrong(name) ? [] : [[source, values] as const];
  });
  const names = { components: [], ports: [], ids: new Map(named) };
  const givenIn = (example: string): RawArgs => {
    const meant = interpret([operation], mainCommand, example);
    return meant.meaning === 'request' ? meant.request.given : {};
  };
  const wrong = Object.entries(given).filter(([name]) => isWrong(name));
  // The same wrong value would fail again, such as a time that is too long for this channel.
  const fails = (example: string) => wrong.some(([name, values]) => isSameJson(givenIn(example)[name], values));
  const examples = operation.examples.flatMap((example) => exampleIn(example, operation, names) ?? []);
  const fits = examples.find((example) => Object.keys(givenIn(example)).some(isWrong) && !fails(example));
  if (!fits && examples.some(fails)) return undefined;
  const example = fits ?? examples[0];
  // No example of an operation has a time.
  return example !== undefined && isWrong('at') ? `${example} at=22:00` : example;
}

function choiceButtons(
  choices: readonly Choice[],
  problem: { readonly param: string; readonly typed?: string },
  frame: ProblemFrame,
  page: Page,
): readonly AnyBlock[] {
  const buttons = choices.slice(0, maxChoiceButtons).flatMap(({ label, value, described, form }, index) => {
    const chosen = form ? { ...frame.request, ...form } : choose(frame.request, problem, value);
    // A request without all its values asks for the others in its form.
    const isComplete = !form && (!frame.operation || !('faults' in readAll(frame.operation.params, chosen.given)));
    const look = { actionId: `${isComplete ? 'ask' : 'modal'}:c${index}`, label: described ?? verbatim(label) };
    return requestButton(look, chosen, page);
  });
  // A form of only this parameter would offer the same choices again.
  const isOnly = frame.operation && Object.values(frame.operation.params).filter(isInForms).length === 1;
  return [...actions(buttons), ...(isOnly && buttons.length > 0 ? [] : editButton(frame, page))];
}

/** Replaces one name of a request with the chosen one. */
export function choose(
  request: Request,
  problem: { readonly param: string; readonly typed?: string },
  value: string,
): Request {
  if (problem.param === 'in') return { ...request, in: value };
  const before = request.given[problem.param] ?? [];
  const after = before.length > 1 ? before.map((each) => (each === problem.typed ? value : each)) : [value];
  return { ...request, given: { ...request.given, [problem.param]: after } };
}

function choiceSelect(choicesId: string, page: Page): readonly AnyBlock[] {
  return [
    {
      type: 'actions',
      block_id: `choose@${choicesId}`,
      elements: [
        {
          type: 'external_select',
          action_id: 'choose',
          min_query_length: 0,
          placeholder: plainText(slackMsg.choose(), page, blockLimits.placeholder),
        },
      ],
    },
  ];
}

export function offersOf(problem: Problem): readonly Proposal[] {
  return problem.problem === 'refused' || problem.problem === 'platform' ? (problem.offers ?? []) : [];
}

/** Returns the buttons of offered requests. `does`: a button asks at once, or runs the offer in its modal. */
export function offerButtons(
  offers: readonly Proposal[],
  request: Request,
  does: 'ask' | 'plan',
  page: Page,
): readonly Button[] {
  return offers.slice(0, 5).flatMap(({ label, operation, given: offered, keeps }, index) => {
    const given = keeps ? { ...request.given, ...offered } : offered;
    return requestButton({ actionId: `${does}:o${index}`, label }, { ...request, operation, given }, page);
  });
}

function editButton({ request, operation }: ProblemFrame, page: Page): readonly AnyBlock[] {
  return operation ? actions(requestButton({ actionId: 'modal:edit', label: slackMsg.edit() }, request, page)) : [];
}

function contextButton({ request, setContext }: ProblemFrame, page: Page): readonly AnyBlock[] {
  const choose = { actionId: 'modal:context', label: slackMsg.chooseContext(), style: 'primary' } as const;
  return actions([
    ...(setContext ? requestButton(choose, setContext, page) : []),
    ...requestButton({ actionId: 'ask:again', label: slackMsg.askAgain() }, request, page),
  ]);
}

async function keepChoices(bot: Bot, request: Request, problem: Problem): Promise<string | undefined> {
  if (problem.problem !== 'ambiguous' || problem.choices.length <= maxChoiceButtons) return undefined;
  const { world, store } = bot.services;
  const id = world.newId();
  const isKept = await ifRoom(bot, () =>
    store.notes.keep(`choices:${id}`, { request, problem }, world.now() + answerKeptMs),
  );
  return isKept ? id : undefined;
}

export async function tellRefusal(
  bot: Bot,
  interaction: Interaction,
  request: Request,
  refusal: SlackRefusal,
): Promise<void> {
  bot.services.world.log.warn('Slack refused', { code: refusal.code, remarks: refusal.remarks });
  const why = refusalText(refusal, interaction.channel, bot.self().name);
  await tellProblem(bot, interaction, request, { problem: 'platform', why, canRetry: true });
}

const KeptChoices = z.object({
  request: KeptRequest,
  problem: z.object({
    param: z.string(),
    typed: z.string().optional(),
    choices: z.array(z.object({ value: z.string(), label: z.string(), described: StoredText.optional() })),
  }),
});

export async function keptChoices(bot: Bot, blockId: string) {
  const id = blockId.split('@')[1] ?? '';
  return readNote(bot, `choices:${id}`, KeptChoices);
}

import type { Button } from '@slack/types';
import { type Interpretation, print } from '../../core/command/interpret.ts';
import { isInForms } from '../../core/command/params.ts';
import { mainCommand, type OperationSpec } from '../../core/operation.ts';
import { verbatim } from '../../core/text/text.ts';
import type { Operation } from '../../operations/shared/define.ts';
import { helpQuestion } from '../../operations/shared/find-operation.ts';
import { requestButton } from '../answer/request-button.ts';
import { actions, type Message, type Page } from '../blocks/blocks.ts';
import { cut } from '../blocks/mrkdwn.ts';
import { lineMessage } from '../interaction/responder.ts';
import { slackMsg } from '../interaction/slack-messages.ts';

/** How much of the unknown words is repeated, in characters, so that the example after it stays visible. */
const mostEchoed = 200;
/** So many commands are offered besides the best guess. */
const mostNear = 2;

/** Answers words that aren't a command: the nearest commands as buttons. */
export function unknownMessage(
  meant: Extract<Interpretation, { meaning: 'unknown' }>,
  typed: string,
  from: { readonly operations: readonly Operation[]; readonly prefix: string },
  page: Page,
): Message {
  const { operations, prefix } = from;
  const find = (id: string | undefined) => operations.find((operation) => operation.id === id);
  const help = helpQuestion(operations);
  const nearest = meant.nearest.map(find).find((each) => each !== undefined) ?? help;
  const example = `/${prefix}${nearest?.examples[0] ?? mainCommand}`;
  const others = meant.nearest.filter((id) => id !== meant.guess?.request.operation).slice(0, mostNear);
  const made = [
    ...(meant.guess ? guessButton(meant.guess, find(meant.guess.request.operation), prefix, page) : []),
    ...others.flatMap((id, index) => nearButton(find(id), index, page)),
    ...(help
      ? requestButton({ actionId: 'ask:help', label: slackMsg.showHelp() }, { operation: help.id, given: {} }, page)
      : []),
  ];
  return lineMessage(slackMsg.didNotUnderstand({ typed: cut(typed, mostEchoed), example }), page, [...actions(made)]);
}

/** The most likely command; if something is missing in it, its form. */
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

/** A similar command: its form, or the command itself if there is nothing to fill in. */
function nearButton(operation: OperationSpec | undefined, index: number, page: Page): readonly Button[] {
  if (!operation) return [];
  const hasForm = Object.values(operation.params).some(isInForms);
  const actionId = `${hasForm ? 'modal' : 'ask'}:near${index}`;
  return requestButton({ actionId, label: operation.summary }, { operation: operation.id, given: {} }, page);
}

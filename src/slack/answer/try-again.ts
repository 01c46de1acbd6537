import type { AnyBlock } from '@slack/types';
import { interpret } from '../../core/command/interpret.ts';
import type { Command, Request } from '../../core/operation.ts';
import type { Operation } from '../../operations/shared/define.ts';
import { actions, button, type Page } from '../blocks/blocks.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { writeButtonValue } from './request-button.ts';

/** Ends the action id of a repeated press: the button isn't in the message that the first press was about. */
const again = ':again';
/** Action ids whose button does the same wherever it is. */
const anywhere = /^(?:ask|modal)(?::|$)|^share$/;

/** A Try again button; none where its value is too long for one. */
export function tryAgainButton(actionId: string, value: string | undefined, page: Page): readonly AnyBlock[] {
  return value === undefined ? [] : actions([button({ actionId, label: slackMsg.tryAgain(), value }, page)]);
}

/** Repeats a request; `ask` sends it, `modal` opens its form. */
export function tryRequestAgain(request: Request, page: Page, how: 'ask' | 'modal' = 'ask'): readonly AnyBlock[] {
  return tryAgainButton(`${how}${again}`, writeButtonValue(request), page);
}

/** Repeats typed words; nothing for words that aren't a command. */
export function tryWordsAgain(
  from: { readonly operations: readonly Operation[]; readonly prefix: string },
  command: Command,
  text: string,
  page: Page,
): readonly AnyBlock[] {
  const meant = interpret(from.operations, command, text, from.prefix);
  if (meant.meaning !== 'request') return [];
  return tryRequestAgain(meant.request, page, meant.faults.length === 0 ? 'ask' : 'modal');
}

/** The action id of the button that repeats a press. */
export function repeatedId(actionId: string): string {
  return `${readActionId(actionId).id}${again}`;
}

/** Repeats a press by its value alone; nothing for a button whose message matters. */
export function tryPressAgain(actionId: string, value: string | undefined, page: Page): readonly AnyBlock[] {
  if (anywhere.test(actionId)) return tryAgainButton(actionId, value, page);
  const id = readActionId(actionId).id;
  return id.startsWith('request.') ? tryAgainButton(repeatedId(id), value, page) : [];
}

/** An action id, and whether it is a repeated press. */
export function readActionId(actionId: string): { readonly id: string; readonly repeated: boolean } {
  const repeated = actionId.endsWith(again);
  return { id: repeated ? actionId.slice(0, -again.length) : actionId, repeated };
}

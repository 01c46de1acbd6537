import type { AnyBlock } from '@slack/types';
import { interpret } from '../../core/command/interpret.ts';
import type { Command, Request } from '../../core/operation.ts';
import type { Operation } from '../../operations/shared/define.ts';
import { actions, button, type Page } from '../blocks/blocks.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { writeButtonValue } from './request-button.ts';

/** Suffix of a Try again button's action id. The button isn't in the message of the first press. */
const again = ':again';
/** Actions that do the same in any message. */
const anywhere = /^(?:ask|modal)(?::|$)|^share$/;

export function tryAgainButton(actionId: string, value: string | undefined, page: Page): readonly AnyBlock[] {
  return value === undefined ? [] : actions([button({ actionId, label: slackMsg.tryAgain(), value }, page)]);
}

/** Returns a button that repeats a request: `ask` sends it, `modal` opens its form. */
export function tryRequestAgain(request: Request, page: Page, how: 'ask' | 'modal' = 'ask'): readonly AnyBlock[] {
  return tryAgainButton(`${how}${again}`, writeButtonValue(request), page);
}

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

export function repeatedId(actionId: string): string {
  return `${readActionId(actionId).id}${again}`;
}

/** Returns a button that repeats a press by its value alone; empty if the action also needs the pressed message. */
export function tryPressAgain(actionId: string, value: string | undefined, page: Page): readonly AnyBlock[] {
  if (anywhere.test(actionId)) return tryAgainButton(actionId, value, page);
  const id = readActionId(actionId).id;
  return id.startsWith('request.') ? tryAgainButton(repeatedId(id), value, page) : [];
}

export function readActionId(actionId: string): { readonly id: string; readonly repeated: boolean } {
  const repeated = actionId.endsWith(again);
  return { id: repeated ? actionId.slice(0, -again.length) : actionId, repeated };
}

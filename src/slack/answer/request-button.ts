import type { Button } from '@slack/types';

import type { Request } from '../../core/operation.ts';
import { type ButtonLook, button, type Page } from '../blocks/blocks.ts';
import { blockLimits } from '../blocks/limits.ts';

/** Writes a button's value. Returns undefined if it is too long for Slack; the button is then omitted. */
export function writeButtonValue(request: Request): string | undefined {
  const { operation: o, given: g, in: c, reason: r, at: a, ticket: t, ask: k } = request;
  const text = JSON.stringify({ o, g, c, r, a, t, k });
  return text.length <= blockLimits.buttonValue ? text : undefined;
}

export function requestButton(look: Omit<ButtonLook, 'value'>, request: Request, page: Page): readonly Button[] {
  const value = writeButtonValue(request);
  return value === undefined ? [] : [button({ ...look, value }, page)];
}

import type { Button } from '@slack/types';
import * as z from 'zod';
import type { Request } from '../../core/operation.ts';
import { StoredGiven } from '../../core/request/plan.ts';
import { readJson } from '../../core/text/json.ts';
import { type ButtonLook, button, type Page } from '../blocks/blocks.ts';
import { blockLimits } from '../blocks/limits.ts';

/** A request in a button's value; `c` is the context of the answer, `team/region/app`. */
export const Carried = z.object({
  o: z.string(),
  g: StoredGiven,
  c: z.string().optional(),
  r: z.string().optional(),
  a: z.string().optional(),
  t: z.string().optional(),
  k: z.array(z.string()).readonly().optional(),
});

export function readButtonValue(text: string): Request | undefined {
  const parsed = Carried.safeParse(readJson(text)).data;
  if (!parsed) return undefined;
  const { o, g, c, r, a, t, k } = parsed;
  return { operation: o, given: g, in: c, reason: r, at: a, ticket: t, ask: k };
}

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

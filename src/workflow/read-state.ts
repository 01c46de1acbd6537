import type { Card } from '../core/card.ts';
import type { Rechecked, Shows } from '../core/card-turn.ts';
import type { Ask } from '../core/operation.ts';
import { readAll } from '../core/params.ts';
import { isProblem, type Problem } from '../core/problem.ts';
import { join, type Text } from '../core/text.ts';
import type { Change } from '../operations/define.ts';
import { PlatformError } from '../platform/platform-error.ts';
import { sayPlatformError } from './ask.ts';
import { say } from './change-sentences.ts';
import type { Room } from './room.ts';
import { say as workflow } from './sentences.ts';
import { readsOf } from './tools.ts';

/** A card's operation with its arguments, as its asker had it. */
export interface Recalled {
  readonly operation: Change;
  readonly args: Readonly<Record<string, unknown>>;
  readonly ask: Ask;
}

/** The operation of a card, with its arguments read again; or why an older request no longer makes sense. */
export function recall(room: Room, card: Card): Recalled | { readonly no: Text } {
  const operation = room.tools.operations.find(({ id }) => id === card.operation);
  if (operation?.kind !== 'change') return { no: workflow.gone() };
  const read = readAll(operation.params, card.given);
  if ('faults' in read)
    return {
      no: join(
        read.faults.map(({ why }) => why),
        ', ',
      ),
    };
  const { asker, channel, thread, context } = card;
  const ask: Ask = {
    person: { ...asker, standing: card.system ? 'bot' : 'member' },
    channel,
    ...(thread === undefined ? {} : { thread }),
    context,
    now: room.tools.world.now(),
    prefix: room.tools.prefix,
  };
  return { operation, args: read.args, ask };
}

/** Reads state and plans again, just before running. */
export async function recheck(room: Room, card: Card): Promise<Rechecked> {
  const recalled = recall(room, card);
  if ('no' in recalled) return { refused: recalled.no };
  const { operation, args, ask } = recalled;
  try {
    const facts = await operation.gather(args, ask, readsOf(room.tools));
    if (isProblem(facts)) return { refused: sayProblem(facts) };
    const plan = operation.plan(args, facts, ask);
    if (isProblem(plan)) return { refused: sayProblem(plan) };
    return 'already' in plan ? { already: plan.already } : { plan };
  } catch (error) {
    if (error instanceof PlatformError) return { unreadable: sayPlatformError(error) };
    throw error;
  }
}

/** What reading back found: of a step, and what can be done now. */
export interface ReadBack {
  readonly shows: (step: number) => Shows;
  readonly says: readonly Text[];
}

/** Reads the state that a card's steps are about. What cannot be read says nothing; what is gone is neither. */
export async function readBack(room: Room, card: Card): Promise<ReadBack> {
  const recalled = recall(room, card);
  if ('no' in recalled) return { shows: () => 'other', says: [] };
  const { operation, args, ask } = recalled;
  try {
    const facts = await operation.gather(args, ask, readsOf(room.tools));
    if (isProblem(facts)) return { shows: () => 'other', says: [] };
    return {
      shows: (step) => operation.observe(card.plan, step, facts),
      says: operation.done(card.plan, facts),
    };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const shows: Shows = error.kind === 'not-found' ? 'other' : 'unreadable';
    return { shows: () => shows, says: [] };
  }
}

/** A problem in one text: what stands on the card when a request no longer works. */
export function sayProblem(problem: Problem): Text {
  switch (problem.problem) {
    case 'invalid':
      return join(
        problem.faults.map(({ why }) => why),
        ' ',
      );
    case 'no-context':
      return say.noContext();
    case 'bug':
      return say.bug();
    default:
      return problem.why;
  }
}

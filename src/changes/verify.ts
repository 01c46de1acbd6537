import { type RawArgs, readAll } from '../core/command/params.ts';
import { isProblem, type Problem } from '../core/command/problem.ts';
import type { AlreadySo, Ask } from '../core/operation.ts';
import type { ChangeRequest } from '../core/request/change-request.ts';
import type { Leftover } from '../core/request/plan.ts';
import { canonical, type Plan, type Step } from '../core/request/plan.ts';
import type { ObservedState } from '../core/request/transition.ts';
import { join, type Text } from '../core/text/text.ts';
import type { Change } from '../operations/shared/define.ts';
import { readsOf } from '../operations/shared/services.ts';
import type { WriteReply } from '../platform/call.ts';
import { PlatformError } from '../platform/errors/platform-error.ts';
import { questionMsg } from '../questions/question-messages.ts';
import { changeMsg } from './change-messages.ts';
import { changeOf, type EngineContext } from './engine-context.ts';

interface Recalled {
  readonly operation: Change;
  readonly args: Readonly<Record<string, unknown>>;
  readonly ask: Ask;
}

/** Returns a request's operation and its parsed arguments, or why a request of an older version is no longer valid. */
export function recall(engine: EngineContext, request: ChangeRequest): Recalled | { readonly refusal: Text } {
  const operation = changeOf(engine, request);
  if (!operation) return { refusal: questionMsg.gone() };
  const parsed = readAll(operation.params, givenById(operation, request));
  if ('faults' in parsed)
    return {
      refusal: join(
        parsed.faults.map(({ why }) => why),
        ', ',
      ),
    };
  const { asker, context } = request;
  const { channel, thread } = request.shown;
  const now = engine.services.world.now();
  const ask: Ask = {
    person: { ...asker, standing: request.system ? 'bot' : 'member' },
    channel,
    thread,
    context,
    now,
    ...(request.run.planned && request.run.planned.at > now ? { plannedAt: request.run.planned.at } : {}),
    prefix: engine.services.prefix,
  };
  return { operation, args: parsed.args, ask };
}

/** Returns a request's arguments with ids. Older versions stored names, which the plan replaces by ids. */
export function givenById({ identify }: Pick<Change, 'identify'>, { given, plan }: ChangeRequest): RawArgs {
  return { ...given, ...identify(plan) };
}

/** Reads the state and makes the plan. @throws PlatformError if the state can't be read */
export async function planNow(
  engine: EngineContext,
  { operation, args, ask }: Recalled,
): Promise<Plan | Problem | AlreadySo> {
  const facts = await operation.gather(args, ask, readsOf(engine.services));
  return isProblem(facts) ? facts : operation.plan(args, facts, ask);
}

export interface ReadBack {
  readonly shows: (step: number) => ObservedState;
  readonly says: (reply?: WriteReply) => readonly Text[];
  /** Changes that a step made although it failed. */
  readonly leftover: (step: number) => Leftover | undefined;
  readonly now: () => readonly Text[] | undefined;
  /** Whether the platform's answer alone proves that a step is done. */
  readonly confirms: (step: Step, reply: WriteReply) => boolean;
}

const tellsNothing = { says: () => [], leftover: () => undefined, now: () => undefined } as const;

/** Reads the state of a request's steps. Unreadable state counts as `unreadable`, a missing object as `other`. */
export async function readBack(engine: EngineContext, request: ChangeRequest): Promise<ReadBack> {
  const recalled = recall(engine, request);
  if ('refusal' in recalled) return { shows: () => 'other', ...tellsNothing, confirms: () => false };
  const { operation, args, ask } = recalled;
  const confirms: ReadBack['confirms'] = (step, reply) =>
    operation.verify === 'reply' && operation.confirms?.(step, reply) === true;
  try {
    const facts = await operation.gather(args, ask, readsOf(engine.services));
    if (isProblem(facts)) return { shows: () => 'other', ...tellsNothing, confirms };
    return {
      shows: (step) => operation.observe(request.plan, step, facts),
      says: (reply) => operation.done(request.plan, facts, reply),
      leftover: (step) => operation.leftover?.(request.plan, step, facts),
      now: () => operation.rowsNow?.(request.plan, facts) ?? rowsAgain(request.plan, operation.plan(args, facts, ask)),
      confirms,
    };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const shows: ObservedState = error.kind === 'not-found' ? 'other' : 'unreadable';
    return { shows: () => shows, ...tellsNothing, confirms };
  }
}

/** Returns the current state of a plan's rows by planning again. A row not planned again has its planned value. */
function rowsAgain(planned: Plan, again: Plan | Problem | AlreadySo): readonly Text[] | undefined {
  if ('already' in again) return planned.rows.map(({ after }) => after);
  if (isProblem(again)) return undefined;
  const left = [...again.rows];
  return planned.rows.map(({ what, after }) => {
    const index = left.findIndex((row) => canonical(row.what) === canonical(what));
    const [row] = index < 0 ? [] : left.splice(index, 1);
    return row?.before ?? after;
  });
}

export function problemText(problem: Problem): Text {
  switch (problem.problem) {
    case 'invalid':
      return join(
        problem.faults.map(({ why }) => why),
        ' ',
      );
    case 'no-context':
      return changeMsg.noContext();
    case 'bug':
      return changeMsg.bug();
    default:
      return problem.why;
  }
}

import { type Card, componentKeyOf } from '../core/card.ts';
import type { Came } from '../core/card-turn.ts';
import type { Step } from '../core/plan.ts';
import { isRuleIn } from '../operations/gateway/rule-state.ts';
import { PlatformError } from '../platform/platform-error.ts';
import type { WriteCall, WriteReply } from '../platform/write-calls.ts';
import { WriteCallShape } from '../platform/write-schema.ts';
import { sayPlatformError } from './ask.ts';
import { happen, loadCard } from './card-apply.ts';
import { leaseFor } from './card-commit.ts';
import { say } from './change-sentences.ts';
import { type ReadBack, readBack, recheck } from './read-state.ts';
import type { Room } from './room.ts';

/** How soon a component that is taken is looked at again, in ms. */
const busyWait = 500;

/**
 * Runs an approved card: read and planned again, then its steps one after another.
 * @returns when to come again because the component is taken; undefined when there is nothing more to do
 */
export async function runCard(room: Room, id: string): Promise<number | undefined> {
  const { store, world } = room.tools;
  const found = await loadCard(room, id);
  if (found?.card.state !== 'approved') return undefined;
  const taken = await store.leases.get(componentKeyOf(found.card));
  if (taken && taken.card !== id && taken.until > world.now()) return world.now() + busyWait;
  const begun = await happen(room, id, { event: 'rechecked', found: await recheck(room, found.card) });
  if (begun === 'busy') return world.now() + busyWait;
  if (typeof begun === 'string' || 'no' in begun || begun.card.state !== 'running') return undefined;
  await runSteps(room, begun.card);
  return undefined;
}

/** Each step: saved as sent, sent once, its outcome saved. Whatever else happens to the card meanwhile ends it. */
async function runSteps(room: Room, begun: Card): Promise<void> {
  for (const [index, step] of begun.plan.steps.entries()) {
    if (!room.mayStart()) {
      await happen(room, begun.id, { event: 'interrupted', shows: 'unreadable', says: [] });
      return;
    }
    const asked = room.tools.world.now();
    const sent = await happen(room, begun.id, { event: 'send', step: index });
    if (typeof sent === 'string' || 'no' in sent) return;
    const left = leaseFor(room, sent.card, asked).until - room.tools.world.now();
    const what = left < room.writeTimeoutMs ? tooLate : await sendStep(room, sent.card, index, step);
    const saved = await happen(room, begun.id, { event: 'came', step: index, came: what });
    if (typeof saved === 'string' || 'no' in saved || saved.card.state !== 'running') return;
  }
}

const tooLate: Came = { came: 'not-sent', why: say.tooLate() };

/** Sends the one call of a step, once, and finds out what became of it. */
async function sendStep(room: Room, card: Card, index: number, step: Step): Promise<Came> {
  const call: unknown = step.call;
  if (!isWriteCall(call)) return { came: 'not-sent', why: say.bug() };
  try {
    const reply = await room.tools.platform.write(call, { timeoutMs: room.writeTimeoutMs });
    return await afterAnswer(room, card, index, step, reply);
  } catch (error) {
    if (error instanceof PlatformError) return afterFailure(room, card, index, error);
    room.tools.world.log.error('a step failed inside', { card: card.id, step: index, error });
    return { came: 'unknown', why: say.bug() };
  }
}

/** Whether the client sends it: what an older version stored and this one does not know is not sent. */
function isWriteCall(call: unknown): call is WriteCall {
  return WriteCallShape.safeParse(call).success;
}

/** The platform said yes: believed when the state shows it, or when the answer itself lists the new rule. */
async function afterAnswer(room: Room, card: Card, index: number, step: Step, reply: WriteReply): Promise<Came> {
  const { status } = reply;
  const read = await readBack(room, card);
  const listed = reply.operation === 'createGatewayRule' && isRuleIn(step, reply.rules);
  if (listed || read.shows(index) === 'after') return { came: 'done', says: read.says, status };
  return { came: 'unknown', why: say.notShown(), status };
}

/** The platform said no, or nothing. What may have happened is read at once. */
async function afterFailure(room: Room, card: Card, index: number, error: PlatformError): Promise<Came> {
  const why = sayPlatformError(error);
  const answer = {
    ...(error.status === undefined ? {} : { status: error.status }),
    ...(error.reference === undefined ? {} : { reference: error.reference }),
  };
  if (error.outcome === 'not-sent') return { came: 'not-sent', why };
  if (error.outcome === 'rejected' && !error.sideEffects) return { came: 'failed', why, ...answer };
  const read = await readBack(room, card);
  const shows = read.shows(index);
  if (shows === 'after') return doneAll(read, error);
  if (error.outcome === 'unknown') return { came: 'unknown', why, ...answer };
  return { came: 'failed', why: shows === 'before' ? why : say.sideEffects({ why }), ...answer };
}

function doneAll(read: ReadBack, error: PlatformError): Came {
  return { came: 'done', says: read.says, ...(error.status === undefined ? {} : { status: error.status }) };
}

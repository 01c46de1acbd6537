import type { Card } from '../core/card.ts';
import { waitingWakes } from '../core/card-decide.ts';
import { turn } from '../core/card-turn.ts';
import { printDuration } from '../core/duration.ts';
import type { Request, Risk } from '../core/operation.ts';
import type { Plan } from '../core/plan.ts';
import { channelMembers, type Ruling, rule } from '../core/policy.ts';
import { canAnybodyDecide, maySetting, type Somebody } from '../core/policy-decide.ts';
import { invalid, isProblem, type Problem, refused } from '../core/problem.ts';
import { verbatim } from '../core/text.ts';
import type { Change } from '../operations/define.ts';
import { PlatformError } from '../platform/platform-error.ts';
import { type Asked, type Prepared, prepare, problemOf } from './ask.ts';
import { loadCard, save } from './card-apply.ts';
import { storedOf } from './card-commit.ts';
import { say } from './change-sentences.ts';
import type { Proposed } from './conductor-types.ts';
import type { Mail } from './deliver.ts';
import type { Room } from './room.ts';
import { readsOf } from './tools.ts';

/** A change that may be asked, with everything its card is made from. */
interface Ready {
  readonly request: Request;
  readonly asked: Asked;
  readonly prepared: Prepared;
  readonly risk: Risk;
  readonly plan: Plan;
  readonly ruling: Ruling;
}

/** Asks for a change: planned, ruled, saved, and posted as a card. What cannot work is told and nothing is asked. */
export async function propose(
  room: Room,
  mail: Mail,
  request: Request,
  asked: Asked,
  follows?: Card['follows'],
): Promise<Proposed> {
  try {
    const ready = await readyChange(room, request, asked);
    if (isProblem(ready) || 'already' in ready) return ready;
    return await putCard(room, mail, cardOf(room, ready, follows));
  } catch (error) {
    if (error instanceof PlatformError) return problemOf(room.tools, request, asked, error);
    throw error;
  }
}

async function readyChange(room: Room, request: Request, asked: Asked): Promise<Ready | Problem | AlreadySo> {
  const { tools } = room;
  const prepared = await prepare(tools, request, asked);
  if (isProblem(prepared)) return prepared;
  const { operation, args, ask } = prepared;
  if (operation.kind !== 'change') throw new Error(`${operation.id} is no change: it is asked, not proposed`);
  const plan = await planChange(room, operation, prepared);
  if (isProblem(plan) || 'already' in plan) return plan;
  const risk = operation.risk(args);
  const who = await tools.people.somebody(asked.person, asked.channel);
  // A form may name any channel; its rules are for those who are in it.
  if (who.inChannel === false) return refused(say.notYourChannel({ channel: { channel: asked.channel } }));
  const asker = { id: asked.person.id, groups: who.groups };
  const { id, ruledAs } = operation;
  const named = { operation: id, ...(ruledAs === undefined ? {} : { ruledAs }) };
  const matter = { risk, ...named, context: ask.context, channel: asked.channel, asker };
  const ruling = rule(tools.policy, matter);
  if ('refused' in ruling) return refused(ruling.refused);
  const no = mayOpenFor(room, plan, ruling, who) ?? (await nobodyDecides(room, ruling, who, asked));
  return no ?? { request, asked, prepared, risk, plan, ruling };
}

type AlreadySo = Extract<Proposed, { already: unknown }>;

async function planChange(room: Room, operation: Change, { args, ask }: Prepared): Promise<Plan | Problem | AlreadySo> {
  const facts = await operation.gather(args, ask, readsOf(room.tools));
  return isProblem(facts) ? facts : operation.plan(args, facts, ask);
}

function mayOpenFor(room: Room, plan: Plan, ruling: Ruling, who: Somebody): Problem | undefined {
  if (plan.openFor === undefined) return undefined;
  if (plan.openFor > ruling.maxOpen)
    return invalid('for', say.tooLong({ most: verbatim(printDuration(ruling.maxOpen)) }));
  const no = maySetting(room.tools.policy, 'open_for_a_while', who);
  return no && refused(no.no);
}

/** Nothing is asked that nobody could answer. */
async function nobodyDecides(
  room: Room,
  ruling: Ruling,
  who: Somebody,
  { person, channel }: Asked,
): Promise<Problem | undefined> {
  if (ruling.need !== 'approve') return undefined;
  const { from, users, groups } = ruling;
  const of = from === channelMembers ? { channel } : { users, groups };
  // What is asked in a direct message nobody else sees, whoever they are.
  const direct = channel.startsWith('D');
  const candidates = direct ? [] : await room.tools.people.candidates(of);
  const no = canAnybodyDecide(ruling, { id: person.id, groups: who.groups }, candidates);
  return no && refused(direct ? say.nobodySees() : no.no);
}

function cardOf(room: Room, ready: Ready, follows: Card['follows']): Card {
  const { request, asked, prepared, plan, ruling } = ready;
  const now = room.tools.world.now();
  const { id, name, lang, zone } = asked.person;
  return {
    v: 1,
    id: room.tools.world.newId(),
    revision: 1,
    state: ruling.need === 'run' ? 'approved' : 'proposed',
    operation: request.operation,
    given: request.given,
    asker: { id, name, lang, zone },
    ...(request.reason === undefined ? {} : { reason: request.reason }),
    context: prepared.ask.context,
    risk: ready.risk,
    channel: asked.channel,
    ...(asked.thread === undefined ? {} : { thread: asked.thread }),
    plan,
    ruling: { ...ruling, users: [...ruling.users], groups: [...ruling.groups] },
    approvals: [],
    steps: plan.steps.map(() => ({ state: 'waiting' })),
    at: now,
    expires: now + ruling.expiry,
    ...(follows ? { follows } : {}),
  };
}

/** Saves a new card and posts it; an equal request that is open already is given instead. */
async function putCard(room: Room, mail: Mail, card: Card): Promise<Proposed> {
  const { store } = room.tools;
  const now = room.tools.world.now();
  const { asker, reason, follows } = card;
  const details = follows ? { how: follows.how, follows: follows.card } : undefined;
  const made = turn(card, {
    records: [
      {
        kind: 'proposed',
        who: { id: asker.id, name: asker.name },
        ...(reason === undefined ? {} : { reason }),
        ...(details ? { details } : {}),
      },
    ],
    tells: [{ tell: 'card' }],
    wakes: waitingWakes(card, now),
  });
  for (;;) {
    const posting = mail.expectFirst(card.id);
    if ((await save(room, made, 'new', now)) === 'saved') {
      const refusal = await posting.outcome();
      if (refusal) return refused(refusal);
      const found = await loadCard(room, card.id);
      return { card: found?.card ?? card, linked: false };
    }
    posting.forget();
    const equal = await store.cards.findOpen(storedOf(card).fingerprint);
    const found = equal && (await loadCard(room, equal.id));
    if (found) return { card: found.card, linked: true };
    // It ended between the two looks: now there is room for this one.
  }
}

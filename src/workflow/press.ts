import type { Card } from '../core/card.ts';
import { restOf, undoOf } from '../core/card-after.ts';
import { sayState } from '../core/card-decide.ts';
import { say as cardSay } from '../core/card-sentences.ts';
import type { CardEvent, Decider } from '../core/card-turn.ts';
import { placeKey } from '../core/context.ts';
import { printDuration } from '../core/duration.ts';
import type { Request } from '../core/operation.ts';
import { refuse } from '../core/policy.ts';
import { mayAsk } from '../core/policy-decide.ts';
import { isProblem } from '../core/problem.ts';
import type { Text } from '../core/text.ts';
import { StoreProblem } from '../store/store.ts';
import { type Applied, happen, loadCard } from './card-apply.ts';
import { say } from './change-sentences.ts';
import { checkCard } from './check-card.ts';
import type { CardPress, Pressed, Proposed } from './conductor-types.ts';
import type { Mail } from './deliver.ts';
import { touchedBy } from './openings.ts';
import { propose } from './propose.ts';
import { sayProblem } from './read-state.ts';
import type { Room } from './room.ts';

/** Does what a button of a card asks for. Never silent: whoever pressed is always told something. */
export async function press(room: Room, mail: Mail, pressed: CardPress): Promise<Pressed> {
  try {
    const found = await loadCard(room, pressed.card);
    if (!found) return { says: say.unknownCard() };
    const card = await adopt(room, found.card, pressed);
    const stray = isStray(card, pressed) ? { stray: true as const } : {};
    return { ...(await doPress(room, mail, card, pressed)), ...stray };
  } catch (error) {
    room.tools.world.log.error('a press failed', { card: pressed.card, do: pressed.do, error });
    return { says: error instanceof StoreProblem ? say.storeFailed() : say.pressFailed() };
  }
}

/** A message whose posting was never confirmed, but which was pressed, stands after all. */
async function adopt(room: Room, card: Card, { message }: CardPress): Promise<Card> {
  if (!message || card.ts !== undefined || message.channel !== card.channel) return card;
  const posted = await happen(room, card.id, { event: 'posted', ...message });
  return typeof posted === 'object' && 'card' in posted ? posted.card : card;
}

function isStray(card: Card, { message }: CardPress): boolean {
  if (!message || card.ts === undefined) return false;
  return message.ts !== card.ts || message.channel !== card.channel;
}

async function doPress(room: Room, mail: Mail, card: Card, pressed: CardPress): Promise<Pressed> {
  const no = mayAsk(pressed.person);
  if (no) return { says: no.no, card };
  switch (pressed.do) {
    case 'approve':
    case 'deny':
    case 'break_glass':
      return decide(room, card, pressed);
    case 'cancel':
      return cancel(room, card, pressed);
    case 'check':
      return check(room, card, pressed);
    case 'close_now':
      return closeNow(room, card, pressed);
    default:
      return askAnew(room, mail, card, pressed);
  }
}

/** Who presses, with their rights in the card's channel; undefined when Slack does not tell. */
async function deciderOf(room: Room, card: Card, { person }: CardPress): Promise<Decider | undefined> {
  try {
    return { ...(await room.tools.people.somebody(person, card.channel)), id: person.id, name: person.name };
  } catch (error) {
    room.tools.world.log.warn('who presses could not be read', { card: card.id, error });
    return undefined;
  }
}

async function decide(room: Room, card: Card, pressed: CardPress): Promise<Pressed> {
  const by = await deciderOf(room, card, pressed);
  if (!by) return { says: say.peopleUnreadable(), card };
  const { revision, reason } = pressed;
  const event: CardEvent =
    pressed.do === 'approve'
      ? { event: 'approve', by, revision }
      : pressed.do === 'deny'
        ? { event: 'deny', by, revision, ...(reason === undefined ? {} : { reason }) }
        : { event: 'break-glass', by, revision, reason: reason ?? '' };
  return told(await happen(room, card.id, event), card);
}

async function cancel(room: Room, card: Card, { person, revision }: CardPress): Promise<Pressed> {
  const by = { id: person.id, name: person.name };
  return told(await happen(room, card.id, { event: 'cancel', by, revision }), card);
}

function told(applied: Applied, card: Card): Pressed {
  if (applied === 'gone') return { says: say.unknownCard() };
  if (applied === 'busy') return { says: cardSay.isRunning(), card };
  if ('no' in applied) return { says: applied.no, card };
  return { says: applied.says ?? sayState(applied.card), card: applied.card };
}

async function check(room: Room, card: Card, { person }: CardPress): Promise<Pressed> {
  if (card.state !== 'unknown') {
    const ended = card.state === 'done' || card.state === 'failed';
    return { says: ended ? say.nothingToCheck() : sayState(card), card };
  }
  return told(await checkCard(room, card.id, { id: person.id, name: person.name }), card);
}

/** Anyone who may ask changes in the card's channel closes what it opened. */
async function closeNow(room: Room, card: Card, pressed: CardPress): Promise<Pressed> {
  const no = refuse(room.tools.policy, { risk: 'change', channel: card.channel, context: card.context });
  if (no) return { says: no, card };
  const who = await deciderOf(room, card, pressed);
  if (!who) return { says: say.peopleUnreadable(), card };
  // A card is pressed from the App Home too; its channel's rules are for those who are in it.
  if (who.inChannel === false) return { says: say.notYoursToClose({ channel: { channel: card.channel } }), card };
  const { revision } = pressed;
  const by = { id: who.id, name: who.name };
  return told(await happen(room, card.id, { event: 'close-now', by, revision }), card);
}

/** Undo, the rest, a later closing time: each a new request by whoever pressed, under the policy as it is now. */
async function askAnew(room: Room, mail: Mail, card: Card, pressed: CardPress): Promise<Pressed> {
  if (pressed.revision !== card.revision) return { says: cardSay.oldRevision(), card };
  const wanted = wantedBy(card, pressed.do);
  if ('key' in wanted) return { says: wanted, card };
  const { team, region, app } = card.context;
  // What is asked again, or in part, is asked for the same reason.
  const reason = pressed.do === 'rest' && card.reason !== undefined ? { reason: card.reason } : {};
  const request: Request = { ...wanted, ...reason, in: placeIn(room, card) ?? [team, region, app].join('/') };
  const asked = {
    person: pressed.person,
    channel: card.channel,
    ...(card.thread === undefined ? {} : { thread: card.thread }),
  };
  const how = pressed.do === 'extend' ? 'extend' : pressed.do === 'rest' ? 'rest' : 'undo';
  const proposed = await propose(room, mail, request, asked, { card: card.id, how });
  return { says: sayProposed(proposed), card, proposed, request };
}

/** A policy knows a place by its own name, which words may need. */
function placeIn(room: Room, card: Card): string | undefined {
  const key = placeKey(card.context);
  return room.tools.policy.contexts?.find((each) => placeKey(each) === key)?.name;
}

function wantedBy(card: Card, what: CardPress['do']): Pick<Request, 'operation' | 'given'> | Text {
  if (what === 'extend') return extensionOf(card);
  if (card.state !== 'done' && card.state !== 'failed') return say.notOver();
  if (what === 'rest') {
    if (card.state === 'done') return say.nothingLeft();
    return restOf(card);
  }
  const undo = undoOf(card);
  if (!undo) return say.nothingDone();
  return 'none' in undo ? say.noUndo({ why: undo.none }) : undo;
}

function extensionOf(card: Card): Pick<Request, 'operation' | 'given'> | Text {
  const { opening } = card;
  const touched = touchedBy(card);
  if (!opening || !touched || card.plan.openFor === undefined) return cardSay.noOpening();
  if (opening.closed) return cardSay.closedAlready();
  if (card.state !== 'done' && card.state !== 'failed') return say.notOver();
  const side = touched.opens.includes('outer') ? 'outer' : 'inner';
  const given = {
    component: [card.plan.component],
    port: [String(touched.port)],
    side: [side],
    for: [printDuration(card.plan.openFor)],
  };
  return { operation: 'port.until', given };
}

function sayProposed(proposed: Proposed): Text {
  if (isProblem(proposed)) return sayProblem(proposed);
  if ('already' in proposed) return proposed.already;
  return proposed.linked ? say.askedAlready() : say.asked();
}

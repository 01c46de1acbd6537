import { elementsOf } from '../check/check-across.ts';
import type { Deliver, DeliveryAck } from '../delivery/deliver.ts';
import type { Events } from '../delivery/events.ts';
import type { InteractionPlace } from '../delivery/interaction-payloads.ts';
import { objectsOf, stringOf } from '../json-values.ts';
import type { JsonRecord, PageActed, PageSource, PageValues } from '../page-protocol.ts';
import type { SlackState } from '../slack-state.ts';
import type { SimulatedSlackbot } from '../slackbot/slackbot.ts';
import { visibleTo } from '../workspace/channel-messages.ts';
import { allBlocks, enterValue } from '../workspace/input-values.ts';
import { stackOf } from '../workspace/open-views.ts';
import type { WorkspacePerson } from '../workspace/workspace.ts';

export type Stage = {
  readonly sim: SlackState;
  readonly deliver: Deliver;
  readonly events: Events;
  readonly slackbot: SimulatedSlackbot;
};

/** Element by its action id, and also its block id if the action id isn't unique. */
export type Target = { readonly actionId: string; readonly blockId?: string };

/** Refusal by Slack's client: an error code for tests, and a message for people. */
export type Refused = Extract<PageActed, { readonly ok: false }>;

export function refuse(error: string, say: string): Refused {
  return { ok: false, error, say };
}

export function failed(
  stage: Stage,
  person: WorkspacePerson,
  channel: string | null,
  what: string,
  ack: Extract<DeliveryAck, { ok: false }>,
): Refused {
  const error = ack.reason === 'http_timeout' ? 'operation_timeout' : 'dispatch_failed';
  const say = `${what} failed with the error "${error}"`;
  stage.sim.journal.notice(person.id, channel, say);
  return refuse(error, say);
}

/** Returns the visible view or message of an action. Only the top modal is visible. */
export function placeOf(sim: SlackState, person: WorkspacePerson, on: PageSource): InteractionPlace | undefined {
  if ('view' in on) {
    const top = stackOf(sim, person.id).at(-1);
    if (top?.id === on.view) return { view: top };
    const home = sim.workspace.homes.get(person.id) === on.view ? sim.workspace.views.get(on.view) : undefined;
    return home && { view: home };
  }
  const message = visibleTo(sim, on.channel, person.id).find((one) => one.ts === on.ts);
  return message && { message };
}

export function blocksAt(place: InteractionPlace): readonly JsonRecord[] {
  return allBlocks('view' in place ? objectsOf(place.view.content.blocks) : place.message.blocks);
}

export function findElement(
  blocks: readonly JsonRecord[],
  target: Target,
): { readonly block: JsonRecord; readonly element: JsonRecord } | undefined {
  for (const block of blocks) {
    if (target.blockId !== undefined && block.block_id !== target.blockId) continue;
    const element = elementsOf(block).find((one) => one.action_id === target.actionId);
    if (element) return { block, element };
  }
  return undefined;
}

export function loadedKey(place: InteractionPlace, block: JsonRecord, element: JsonRecord): string {
  const where = 'view' in place ? place.view.id : `${place.message.channel}/${place.message.ts}`;
  return `${where}/${stringOf(block.block_id)}/${stringOf(element.action_id)}`;
}

export function keepState(place: InteractionPlace, block: JsonRecord, element: JsonRecord, state: JsonRecord): void {
  const holder = 'view' in place ? place.view : place.message;
  const blockId = stringOf(block.block_id);
  const actions = { ...holder.states[blockId], [stringOf(element.action_id)]: state };
  holder.states = { ...holder.states, [blockId]: actions };
}

/** Enters values into a form. Stops and refuses at the first value that a real client couldn't enter. */
export function enterAll(sim: SlackState, place: InteractionPlace, values: PageValues): Refused | undefined {
  const blocks = blocksAt(place);
  for (const [blockId, actions] of Object.entries(values)) {
    for (const [actionId, value] of Object.entries(actions)) {
      const match = findElement(blocks, { blockId, actionId });
      if (!match) return refuse('no_such_element', `The input ${blockId} / ${actionId} isn’t in this view or message.`);
      const loaded = sim.loaded.get(loadedKey(place, match.block, match.element)) ?? [];
      const state = enterValue(match.element, value, loaded);
      if (!state) return refuse('no_such_option', `${blockId} / ${actionId} does not offer ${JSON.stringify(value)}.`);
      keepState(place, match.block, match.element, state);
    }
  }
  return undefined;
}

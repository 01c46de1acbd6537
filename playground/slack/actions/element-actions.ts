import { checkPayload } from '../check/check-payload.ts';
import { enforcedBlockLimits } from '../check/enforced-limits.ts';
import {
  actionPayload,
  type InteractionPlace,
  optionsPayload,
  shortcutPayload,
} from '../delivery/interaction-payloads.ts';
import { isJson, listOf, objectOf, objectsOf, stringOf } from '../json-values.ts';
import type { JsonRecord, PageActed, PageOption, PageSource, PageValue, PageValues } from '../page-protocol.ts';
import { slackbotUser } from '../slackbot/slackbot.ts';
import { enterValue } from '../workspace/input-values.ts';
import type { WorkspacePerson } from '../workspace/workspace.ts';
import {
  blocksAt,
  enterAll,
  failed,
  findElement,
  keepState,
  loadedKey,
  placeOf,
  refuse,
  type Stage,
  type Target,
} from './action-stage.ts';

export type ElementPress = {
  readonly on: PageSource;
  readonly target: Target;
  readonly value?: PageValue | undefined;
  readonly values?: PageValues | undefined;
  /** Blocks as the person saw them, if the person pressed before an update arrived. */
  readonly shownBlocks?: readonly JsonRecord[] | undefined;
};

function gone() {
  return refuse('no_such_element', 'That is not there any more.');
}

function channelAt(place: InteractionPlace): string | null {
  return 'message' in place ? place.message.channel : null;
}

/** Returns the entry of `actions`, or undefined if a real client couldn't create it. */
function actionOf(element: JsonRecord, value: PageValue, loaded: readonly JsonRecord[]): JsonRecord | undefined {
  const own = { action_id: element.action_id, type: element.type };
  if (element.type === 'button' || element.type === 'icon_button') {
    const { text, value: carried, style } = element;
    return {
      ...own,
      text,
      ...(carried === undefined ? {} : { value: carried }),
      ...(style === undefined ? {} : { style }),
    };
  }
  if (element.type === 'feedback_buttons') return { ...own, value };
  const state = enterValue(element, value, loaded);
  const { placeholder } = element;
  return state && { ...own, ...state, ...(placeholder === undefined ? {} : { placeholder }) };
}

/** Uses an element. An input without `dispatch_action` is only filled in, without a request to the bot. */
export async function press(stage: Stage, person: WorkspacePerson, given: ElementPress): Promise<PageActed> {
  const { sim } = stage;
  const place = placeOf(sim, person, given.on);
  if (!place) return gone();
  const refused = given.values && enterAll(sim, place, given.values);
  if (refused) return refused;
  const match = findElement(given.shownBlocks ?? blocksAt(place), given.target);
  if (!match) return gone();
  const { block, element } = match;
  const loaded = sim.loaded.get(loadedKey(place, block, element)) ?? [];
  const action = actionOf(element, given.value ?? null, loaded);
  if (!action)
    return refuse('no_such_option', `${stringOf(element.action_id)} does not offer ${JSON.stringify(given.value)}.`);
  const state = enterValue(element, given.value ?? null, loaded);
  if (state && element.type !== 'overflow') keepState(place, block, element, state);
  if (block.type === 'input' && block.dispatch_action !== true) return { ok: true };
  if ('message' in place && place.message.user === slackbotUser)
    return stage.slackbot.press(person, place.message, element);
  if (!sim.installed.interactivity)
    return refuse('not_interactive', 'This app is not configured to handle interactive responses.');
  const payload = actionPayload(sim, person, place, { ...action, block_id: block.block_id });
  const name = stringOf(element.action_id);
  const ack = await stage.deliver({ kind: 'interactive', name, payload });
  if (!ack.ok) return failed(stage, person, channelAt(place), name, ack);
  refuseBody(stage, name, ack.body);
  return { ok: true };
}

/** Slack ignores the body of an action's ack, so a body is an error of the bot. */
function refuseBody(stage: Stage, name: string, body: unknown): void {
  const empty = body === '' || body === undefined || body === null || (isJson(body) && Object.keys(body).length === 0);
  if (!empty)
    stage.sim.journal.fault(`ack of ${name}`, body, [{ error: 'ignored_ack_body', path: '', why: 'must be empty' }]);
}

/** Opens an external select, or types into it. Below `min_query_length`, Slack doesn't send a request. */
export async function loadOptions(
  stage: Stage,
  person: WorkspacePerson,
  asked: {
    readonly on: PageSource;
    readonly target: Target;
    readonly typed: string;
    readonly values?: PageValues | undefined;
  },
): Promise<PageActed> {
  const { sim } = stage;
  const place = placeOf(sim, person, asked.on);
  const match = place && findElement(blocksAt(place), asked.target);
  if (!place || !match || !stringOf(match.element.type).endsWith('external_select')) return gone();
  const refused = asked.values && enterAll(sim, place, asked.values);
  if (refused) return refused;
  const { block, element } = match;
  const min = typeof element.min_query_length === 'number' ? element.min_query_length : 3;
  if (asked.typed.length < min) return { ok: true, options: { options: [], groups: [] } };
  const name = `${stringOf(element.action_id)} options`;
  const noUrl = !sim.installed.optionsUrl && sim.bot.appToken === undefined;
  if (noUrl) return refuse('no_options_url', 'The manifest has no message_menu_options_url.');
  const ids = { blockId: stringOf(block.block_id), actionId: stringOf(element.action_id), typed: asked.typed };
  const ack = await stage.deliver({ kind: 'interactive', name, payload: optionsPayload(sim, person, place, ids) });
  if (!ack.ok) return failed(stage, person, channelAt(place), name, ack);
  const faults = checkPayload('options', ack.body);
  sim.journal.fault(name, ack.body, faults);
  if (faults[0]) return refuse(faults[0].error, 'No result: the app answered with something else.');
  return offered(stage, loadedKey(place, block, element), objectOf(ack.body));
}

function offered(stage: Stage, key: string, answer: JsonRecord): PageActed {
  const groups = objectsOf(answer.option_groups).slice(0, enforcedBlockLimits.optionGroups);
  const all = [...objectsOf(answer.options), ...groups.flatMap((group) => objectsOf(group.options))];
  stage.sim.loaded.set(key, [...(stage.sim.loaded.get(key) ?? []), ...all]);
  return {
    ok: true,
    options: {
      options: pageOptions(answer.options),
      groups: groups.map((group) => ({
        label: stringOf(objectOf(group.label).text),
        options: pageOptions(group.options),
      })),
    },
  };
}

function pageText(value: unknown): { readonly type: string; readonly text: string } {
  return { type: stringOf(objectOf(value).type), text: stringOf(objectOf(value).text) };
}

function pageOptions(value: unknown): readonly PageOption[] {
  return listOf(value).map((one) => {
    const option = objectOf(one);
    return {
      text: pageText(option.text),
      value: stringOf(option.value),
      ...(option.description === undefined ? {} : { description: pageText(option.description) }),
    };
  });
}

export async function shortcut(
  stage: Stage,
  person: WorkspacePerson,
  callbackId: string,
  on: { readonly channel: string; readonly ts: string } | undefined,
): Promise<PageActed> {
  const { sim } = stage;
  const wanted = on ? 'message' : 'global';
  const { shortcuts } = sim.installed;
  const isInstalled =
    shortcuts === null || shortcuts.some((one) => one.callbackId === callbackId && one.type === wanted);
  if (!isInstalled || person.kind === 'stranger') return refuse('no_such_shortcut', 'That shortcut is not installed.');
  const place = on && placeOf(sim, person, on);
  if (on && !(place && 'message' in place)) return gone();
  const message = place && 'message' in place ? place.message : null;
  const payload = shortcutPayload(sim, person, callbackId, message);
  const ack = await stage.deliver({ kind: 'interactive', name: callbackId, payload });
  if (!ack.ok) return failed(stage, person, on?.channel ?? null, callbackId, ack);
  refuseBody(stage, callbackId, ack.body);
  return { ok: true };
}

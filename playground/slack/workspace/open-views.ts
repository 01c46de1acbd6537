import { enforcedTimes, enforcedViewLimits } from '../check/enforced-limits.ts';
import { objectsOf, stringOf } from '../json-values.ts';
import type { JsonRecord } from '../page-protocol.ts';
import { SlackRefusal, type SlackState } from '../slack-state.ts';
import { withIds } from './channel-messages.ts';
import { statesOf } from './input-values.ts';
import type { OpenView } from './workspace.ts';

/** Modals and App Home: triggers, the stack of at most three modals, hashes (docs/slack.md#views). */

/** Creates a trigger for an interaction of `user`, inside `view` or outside any view. */
export function makeTrigger(sim: SlackState, user: string, view: string | null): string {
  const id = `${sim.ids.make('')}.${sim.workspace.team.id}.${user}`;
  sim.workspace.triggers.set(id, { user, sentAt: sim.now(), view, used: false });
  return id;
}

/** Uses a trigger. @throws `invalid_trigger_id`, `exchanged_trigger_id`, `expired_trigger_id` */
export function useTrigger(sim: SlackState, id: unknown): { readonly user: string; readonly view: string | null } {
  const trigger = sim.workspace.triggers.get(stringOf(id));
  if (!trigger) throw new SlackRefusal('invalid_trigger_id');
  if (trigger.used) throw new SlackRefusal('exchanged_trigger_id');
  if (sim.now() - trigger.sentAt > enforcedTimes.triggerMs) throw new SlackRefusal('expired_trigger_id');
  trigger.used = true;
  return trigger;
}

export function stackOf(sim: SlackState, user: string): readonly OpenView[] {
  const ids = sim.workspace.stacks.get(user) ?? [];
  return ids.map((id) => sim.workspace.views.get(id)).filter((view) => view !== undefined);
}

function keep(sim: SlackState, content: JsonRecord): JsonRecord {
  return { ...content, blocks: withIds(sim, objectsOf(content.blocks)) };
}

function nextHash(sim: SlackState): string {
  return `${Math.floor(sim.now() / 1000)}.${sim.ids.make('').toLowerCase().slice(-8)}`;
}

function create(sim: SlackState, user: string, content: JsonRecord, below: OpenView | undefined): OpenView {
  refuseRepeatedExternalId(sim, content, undefined);
  const id = sim.ids.make('V');
  const kept = keep(sim, content);
  const view: OpenView = {
    id,
    user,
    type: content.type === 'home' ? 'home' : 'modal',
    rootId: below?.rootId ?? id,
    previousId: below?.id ?? null,
    content: kept,
    hash: nextHash(sim),
    states: statesOf(objectsOf(kept.blocks)),
    errors: {},
  };
  sim.workspace.views.set(id, view);
  return view;
}

function refuseRepeatedExternalId(sim: SlackState, content: JsonRecord, own: OpenView | undefined): void {
  const external = stringOf(content.external_id);
  if (external === '') return;
  const taken = [...sim.workspace.views.values()].some((view) => view !== own && view.content.external_id === external);
  if (taken) throw new SlackRefusal('duplicate_external_id');
}

export function openView(sim: SlackState, user: string, content: JsonRecord): OpenView {
  const view = create(sim, user, content, undefined);
  closeAll(sim, user);
  sim.workspace.stacks.set(user, [view.id]);
  sim.journal.touch('views');
  return view;
}

/** Pushes a modal on the open stack. @throws `not_found` without a stack, `push_limit_reached` at three modals */
export function pushView(sim: SlackState, user: string, content: JsonRecord): OpenView {
  const stack = stackOf(sim, user);
  if (stack.length === 0) throw new SlackRefusal('not_found');
  if (stack.length >= enforcedViewLimits.stack) throw new SlackRefusal('push_limit_reached');
  const view = create(sim, user, content, stack.at(-1));
  sim.workspace.stacks.set(user, [...stack.map((one) => one.id), view.id]);
  sim.journal.touch('views');
  return view;
}

/** Changes a view in place. Entered values stay if the ids are the same. @throws `hash_conflict` if `hash` is old */
export function updateView(sim: SlackState, view: OpenView, content: JsonRecord, hash: unknown): OpenView {
  if (typeof hash === 'string' && hash !== '' && hash !== view.hash) throw new SlackRefusal('hash_conflict');
  refuseRepeatedExternalId(sim, content, view);
  view.content = keep(sim, content);
  view.hash = nextHash(sim);
  view.states = statesOf(objectsOf(view.content.blocks), view.states);
  view.errors = {};
  sim.journal.touch(view.type === 'home' ? 'home' : 'views');
  return view;
}

export function publishView(sim: SlackState, user: string, content: JsonRecord, hash: unknown): OpenView {
  const open = sim.workspace.views.get(sim.workspace.homes.get(user) ?? '');
  if (open) return updateView(sim, open, content, hash);
  const view = create(sim, user, content, undefined);
  sim.workspace.homes.set(user, view.id);
  sim.journal.touch('home');
  return view;
}

/** Returns the view of `views.update`, by id or external id. @throws `not_found` if the view is closed */
export function viewOf(sim: SlackState, id: unknown, externalId: unknown): OpenView {
  const byId = sim.workspace.views.get(stringOf(id));
  const external = stringOf(externalId);
  const openView =
    byId ?? [...sim.workspace.views.values()].find((view) => external !== '' && view.content.external_id === external);
  if (!openView) throw new SlackRefusal('not_found');
  return openView;
}

export function closeView(sim: SlackState, view: OpenView): void {
  const stack = stackOf(sim, view.user);
  const from = stack.indexOf(view);
  if (from < 0) return;
  for (const gone of stack.slice(from)) sim.workspace.views.delete(gone.id);
  sim.workspace.stacks.set(
    view.user,
    stack.slice(0, from).map((one) => one.id),
  );
  sim.journal.touch('views');
}

export function closeAll(sim: SlackState, user: string): void {
  const [bottom] = stackOf(sim, user);
  if (bottom) closeView(sim, bottom);
}

export function showView(sim: SlackState, view: OpenView): JsonRecord {
  const { team, bot } = sim.workspace;
  const { content } = view;
  return {
    id: view.id,
    team_id: team.id,
    type: view.type,
    blocks: content.blocks,
    private_metadata: content.private_metadata ?? '',
    callback_id: content.callback_id ?? '',
    state: { values: view.states },
    hash: view.hash,
    title: content.title ?? { type: 'plain_text', text: 'View Title', emoji: true },
    clear_on_close: content.clear_on_close ?? false,
    notify_on_close: content.notify_on_close ?? false,
    close: content.close ?? null,
    submit: content.submit ?? null,
    previous_view_id: view.previousId,
    root_view_id: view.rootId,
    app_id: bot.app,
    external_id: content.external_id ?? '',
    app_installed_team_id: team.id,
    bot_id: bot.id,
  };
}

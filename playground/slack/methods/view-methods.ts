import { stringOf } from '../json-values.ts';
import type { JsonRecord } from '../page-protocol.ts';
import { SlackRefusal, type SlackState } from '../slack-state.ts';
import { checkImages } from '../workspace/channel-messages.ts';
import { openView, publishView, pushView, showView, updateView, useTrigger, viewOf } from '../workspace/open-views.ts';
import { type Method, method, viewIn } from './method.ts';

/** `views.*` (docs/slack.md#views). A refused view doesn't use its trigger. */

function triggerOf(sim: SlackState, args: JsonRecord): { readonly user: string; readonly view: string | null } {
  if (args.trigger_id === undefined) throw new SlackRefusal('invalid_arguments');
  return useTrigger(sim, args.trigger_id);
}

function open(sim: SlackState, args: JsonRecord): JsonRecord {
  const content = viewIn(sim, 'views.open', args, false);
  checkImages(sim, content.blocks);
  const { user } = triggerOf(sim, args);
  return { view: showView(sim, openView(sim, user, content)) };
}

function push(sim: SlackState, args: JsonRecord): JsonRecord {
  const content = viewIn(sim, 'views.push', args, false);
  checkImages(sim, content.blocks);
  const { user, view } = triggerOf(sim, args);
  // A push needs an interaction inside a modal.
  if (view === null) throw new SlackRefusal('not_found');
  return { view: showView(sim, pushView(sim, user, content)) };
}

function update(sim: SlackState, args: JsonRecord): JsonRecord {
  if (args.view_id !== undefined && args.external_id !== undefined)
    throw new SlackRefusal('invalid_arguments', {
      response_metadata: { messages: ['[ERROR] Cannot provide both `view_id` and `external_id`'] },
    });
  const content = viewIn(sim, 'views.update', args, false);
  checkImages(sim, content.blocks);
  const view = viewOf(sim, args.view_id, args.external_id);
  if (view.type === 'home') throw new SlackRefusal('invalid_arguments');
  return { view: showView(sim, updateView(sim, view, content, args.hash)) };
}

function publish(sim: SlackState, args: JsonRecord): JsonRecord {
  const content = viewIn(sim, 'views.publish', args, true);
  if (!sim.installed.home) throw new SlackRefusal('not_enabled');
  const user = stringOf(args.user_id);
  const person = sim.workspace.people.get(user);
  if (!person || person.kind === 'bot' || person.kind === 'stranger') throw new SlackRefusal('user_not_found');
  checkImages(sim, content.blocks);
  return { view: showView(sim, publishView(sim, user, content, args.hash)) };
}

export const viewMethods = {
  'views.open': method([], open),
  'views.push': method([], push),
  'views.update': method([], update),
  'views.publish': method([], publish),
} satisfies { readonly [name: string]: Method };

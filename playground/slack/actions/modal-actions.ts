import { checkPayload } from '../check/check-payload.ts';
import { closedPayload, submissionPayload } from '../delivery/interaction-payloads.ts';
import { isJson, objectOf, objectsOf, stringOf } from '../json-values.ts';
import type { JsonRecord, PageActed, PageSubmitted, PageValues } from '../page-protocol.ts';
import { SlackRefusal } from '../slack-state.ts';
import { checkImages } from '../workspace/channel-messages.ts';
import { complaints } from '../workspace/input-values.ts';
import { closeAll, closeView, pushView, stackOf, updateView } from '../workspace/open-views.ts';
import type { OpenView, WorkspacePerson } from '../workspace/workspace.ts';
import { enterAll, failed, placeOf, refuse, type Stage } from './action-stage.ts';

const trouble = 'We had some trouble connecting. Try again?';

export async function submit(
  stage: Stage,
  person: WorkspacePerson,
  viewId: string,
  values: PageValues,
): Promise<PageActed> {
  const { sim } = stage;
  const place = placeOf(sim, person, { view: viewId });
  if (!place || !('view' in place) || place.view.type !== 'modal')
    return refuse('no_such_view', 'That window is closed.');
  const { view } = place;
  if (view.content.submit === undefined) return refuse('no_submit', 'This window has nothing to submit.');
  const refused = enterAll(sim, place, values);
  if (refused) return refused;
  const own = complaints(objectsOf(view.content.blocks), view.states, person.locale);
  if (Object.keys(own).length > 0) return withErrors(stage, view, own);
  const name = stringOf(view.content.callback_id, 'view_submission');
  const ack = await stage.deliver({ kind: 'interactive', name, payload: submissionPayload(sim, person, view) });
  if (!ack.ok) {
    failed(stage, person, null, name, ack);
    return refuse(ack.reason === 'http_timeout' ? 'operation_timeout' : 'dispatch_failed', trouble);
  }
  return settle(stage, person, view, name, ack.body);
}

function withErrors(stage: Stage, view: OpenView, errors: { readonly [blockId: string]: string }): PageActed {
  view.errors = errors;
  stage.sim.journal.touch('views');
  return { ok: true, submitted: { result: 'errors', errors } };
}

function done(result: Exclude<PageSubmitted['result'], 'errors'>): PageActed {
  return { ok: true, submitted: { result } };
}

function settle(stage: Stage, person: WorkspacePerson, view: OpenView, name: string, body: unknown): PageActed {
  const { sim } = stage;
  const answer = isJson(body) ? body : {};
  const faults = [...checkPayload('ack', body), ...strays(view, body)];
  sim.journal.fault(`ack of ${name}`, body, faults);
  if (faults[0]) return refuse(faults[0].error, trouble);
  try {
    switch (answer.response_action) {
      case 'errors':
        return withErrors(
          stage,
          view,
          Object.fromEntries(Object.entries(objectOf(answer.errors)).map(([k, v]) => [k, String(v)])),
        );
      case 'update':
        checkImages(sim, objectOf(answer.view).blocks);
        updateView(sim, view, objectOf(answer.view), undefined);
        return done('updated');
      case 'push':
        checkImages(sim, objectOf(answer.view).blocks);
        pushView(sim, person.id, objectOf(answer.view));
        return done('pushed');
      case 'clear':
        closeAll(sim, person.id);
        return done('cleared');
      default:
        closeView(sim, view);
        return done('closed');
    }
  } catch (error) {
    if (error instanceof SlackRefusal) return refuse(error.code, trouble);
    throw error;
  }
}

/** Returns the parts of an ack that Slack can't use: text, messages, errors for blocks that aren't inputs. */
function strays(view: OpenView, body: unknown) {
  if (typeof body === 'string' && body !== '')
    return [{ error: 'invalid_payload', path: '', why: 'must be empty or JSON' }];
  if (!isJson(body) || Object.keys(body).length === 0) return [];
  if (!('response_action' in body))
    return [{ error: 'invalid_payload', path: '', why: 'missing required field: response_action' }];
  if (body.response_action !== 'errors') return [];
  const inputs = new Set(inputIds(objectsOf(view.content.blocks)));
  return Object.keys(objectOf(body.errors))
    .filter((id) => !inputs.has(id))
    .map((id) => ({ error: 'invalid_arguments', path: `/errors/${id}`, why: 'is not the block_id of an input block' }));
}

function inputIds(blocks: readonly JsonRecord[]): readonly string[] {
  return blocks.filter((block) => block.type === 'input').map((block) => stringOf(block.block_id));
}

/** Closes a view, or with `all` the whole stack. The bot is notified if the view requests it. */
export async function close(stage: Stage, person: WorkspacePerson, viewId: string, all: boolean): Promise<PageActed> {
  const { sim } = stage;
  const stack = stackOf(sim, person.id);
  const view = stack.at(-1);
  if (!view || view.id !== viewId) return refuse('no_such_view', 'That window is closed.');
  const cleared = all || view.content.clear_on_close === true;
  const gone = cleared ? stack.toReversed() : [view];
  const payloads = gone
    .filter((one) => one.content.notify_on_close === true)
    .map((one) => closedPayload(sim, person, one, cleared));
  if (cleared) closeAll(sim, person.id);
  else closeView(sim, view);
  for (const payload of payloads) await stage.deliver({ kind: 'interactive', name: 'view_closed', payload });
  return { ok: true };
}

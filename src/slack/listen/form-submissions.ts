import type { ViewResponseAction } from '@slack/bolt';
import { type FormAction, formActions } from '../../changes/change-engine-types.ts';
import { isReason, reasonTooShortText } from '../../core/policy/decide.ts';
import { freezeMsg } from '../../core/policy/freeze-messages.ts';
import type { Text } from '../../core/text/text.ts';
import { plannedAt } from '../../core/time/planned-time.ts';
import { finishSubmission, submit } from '../form/form.ts';
import { askCallback, lineView } from '../form/form-view.ts';
import { knownPerson, pageOf } from '../interaction/interaction.ts';
import { createModalScreen } from '../interaction/modal-screen.ts';
import { ViewBody } from '../interaction/payloads.ts';
import { createResponder } from '../interaction/responder.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { cardTimeMsg } from '../request/card-time-messages.ts';
import { submittedPress } from '../request/stored-presses.ts';
import { plain } from '../slack-catalog.ts';
import { begin, type Listening } from './listening.ts';

export function listenToForms(listening: Listening): void {
  const { app, bot } = listening;
  const { services, metrics } = bot;
  app.view({ callback_id: new RegExp(`^${askCallback}`), type: 'view_submission' }, async ({ body, ack }) => {
    const since = services.world.now();
    const payload = ViewBody.parse(body);
    const person = knownPerson(bot, payload.user.id);
    const submission = await submit(bot, payload.view, person);
    if (!submission) {
      const view = lineView(slackMsg.done(), slackMsg.unknownButton(), pageOf(person));
      return ack({ response_action: 'update', view });
    }
    const acknowledge = async (answer?: ViewResponseAction) => {
      await ack(answer);
      metrics.acked('view', services.world.now() - since);
    };
    if ('view' in submission) return acknowledge({ response_action: 'update', ...submission });
    if ('errors' in submission) return acknowledge({ response_action: 'errors', ...submission });
    const reading = lineView(slackMsg.readingTitle(), slackMsg.reading(), pageOf(person));
    const screen = createModalScreen(bot, payload.view.id, acknowledge, reading);
    const reply = createResponder(bot, { channel: submission.filled.meta.ch ?? 'D', user: payload.user.id });
    const act = () => finishSubmission(bot, submission, screen, person);
    begin(listening, { what: payload.view.callback_id, reply, act });
  });
}

export function listenToRequestForms(listening: Listening): void {
  const { app, bot, presses } = listening;
  const { services, metrics } = bot;
  app.view({ callback_id: /^request\./, type: 'view_submission' }, async ({ body, ack }) => {
    const since = services.world.now();
    const payload = ViewBody.parse(body);
    const what = formActions.find((each) => payload.view.callback_id === `request.${each}`) ?? 'break_glass';
    const { values } = payload.view.state;
    const reason = values.reason?.reason?.value?.trim() ?? '';
    const minutes = Number(values.longer?.longer?.selected_option?.value);
    const until = values.until?.until?.selected_date_time;
    const entered = {
      ...(Number.isFinite(minutes) ? { longer: minutes * 60_000 } : {}),
      ...(typeof until === 'number' ? { until: until * 1_000 } : {}),
    };
    const { lang, zone } = knownPerson(bot, payload.user.id);
    const wrong = faultOf(what, { reason, ...(typeof until === 'number' ? { until: until * 1_000 } : {}) }, since);
    if (wrong) {
      await ack({ response_action: 'errors', errors: { [wrong.block]: plain(wrong.why, lang, zone) } });
      return;
    }
    const press = submittedPress(what, {
      metadata: payload.view.private_metadata,
      reason,
      user: payload.user.id,
      ...entered,
    });
    const saved = press && (await presses.save(press, since));
    if (saved && 'unsaved' in saved) {
      // Keep the form open and show the reason in it.
      const field = what === 'extend' ? 'longer' : what === 'change_time' ? 'until' : 'reason';
      await ack({ response_action: 'errors', errors: { [field]: plain(saved.unsaved, lang, zone) } });
      return;
    }
    await ack();
    metrics.acked('view', services.world.now() - since);
    if (!saved) return;
    const reply = createResponder(bot, { channel: press.channel || 'D', user: payload.user.id, thread: press.thread });
    begin(listening, { what: payload.view.callback_id, reply, act: () => presses.process(saved.held, reply) });
  });
}

function faultOf(
  what: FormAction,
  { reason, until }: { readonly reason: string; readonly until?: number },
  now: number,
): { readonly block: string; readonly why: Text } | undefined {
  const needsReason = what === 'break_glass' || what === 'exception';
  if (needsReason && !isReason(reason))
    return { block: 'reason', why: reasonTooShortText(what === 'exception' ? freezeMsg.anException() : undefined) };
  if (what !== 'change_time') return undefined;
  if (until === undefined) return { block: 'until', why: cardTimeMsg.timeMissing() };
  const moment = plannedAt(until, now);
  return moment.ok ? undefined : { block: 'until', why: moment.why };
}

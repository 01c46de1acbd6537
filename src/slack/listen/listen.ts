import type { ViewResponseAction } from '@slack/bolt';
import * as z from 'zod';
import { type FormAction, formActions } from '../../changes/change-engine-types.ts';
import { changeMsg } from '../../changes/change-messages.ts';
import type { Person } from '../../core/command/context.ts';
import { askedInForm, type Fault, readGiven } from '../../core/command/params.ts';
import { unescapeCommand, unescapeEntities } from '../../core/command/tokenize.ts';
import { type Command, mainCommand } from '../../core/operation.ts';
import { isReason, reasonTooShortText } from '../../core/policy/decide.ts';
import { freezeMsg } from '../../core/policy/freeze-messages.ts';
import type { Text } from '../../core/text/text.ts';
import { plannedAt, readPlannedTime } from '../../core/time/planned-time.ts';
import { resultWithin } from '../../core/world.ts';
import { commands } from '../../operations/commands.ts';
import type { Operation } from '../../operations/shared/define.ts';
import { ProfileUnreadable, type Services } from '../../operations/shared/services.ts';
import { tryRequestAgain, tryWordsAgain } from '../answer/try-again.ts';
import { doTyped } from '../app/handlers.ts';
import { peopleIn } from '../app/people-params.ts';
import { handleAction, pressAgainButton } from '../app/router.ts';
import { contextOfForm, finishSubmission, formOf, type Submission } from '../form/form.ts';
import { keptDraft, needsAdvanced } from '../form/form-draft.ts';
import { type Filled, fieldErrors, readForm } from '../form/form-state.ts';
import { askCallback, formView, lineView } from '../form/form-view.ts';
import { withChoices } from '../form/name-choices.ts';
import { openForm } from '../form/open-form.ts';
import { createOptionRequests } from '../form/option-requests.ts';
import type { Bot } from '../interaction/bot.ts';
import { createChartTurns } from '../interaction/chart-turns.ts';
import { knownPerson, operationOf, pageOf } from '../interaction/interaction.ts';
import { createModalScreen } from '../interaction/modal-screen.ts';
import { ActionBody, OptionsBody, shortcutCallback, threadOf, ViewPayload } from '../interaction/payloads.ts';
import { createResponder, lineMessage } from '../interaction/responder.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { cardTimeMsg } from '../request/card-time-messages.ts';
import { closingTimeIn, storedPressOf, submittedPress } from '../request/stored-presses.ts';
import { plain } from '../slack-catalog.ts';
import { begin, forMember, type Listening } from './listening.ts';
import { listenToMentions } from './mentions.ts';

/** Registers all handlers. Each payload is first acknowledged; then its work runs as a task, which a stop waits for. */
export function listen(listening: Listening): void {
  listenToCommands(listening);
  listenToButtons(listening);
  listenToForms(listening);
  listenToRequestForms(listening);
  listenToSelects(listening);
  listenToShortcuts(listening);
  listenToMentions(listening);
  listenToHome(listening);
}

const ViewBody = z.object({
  user: z.object({ id: z.string() }),
  view: ViewPayload,
  trigger_id: z.string().optional(),
});

function listenToForms(listening: Listening): void {
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

/**
 * Checks a submitted form. Reads the platform only briefly, for the choices of a form that is drawn again. Returns errors
 * of fields, or the form to process.
 */
async function submit(bot: Bot, view: ViewPayload, person: Person): Promise<Submission | undefined> {
  const filled = readForm(view, await keptDraft(bot, view.private_metadata));
  const operation = filled && operationOf(bot, filled.meta.o);
  if (!filled || !operation) return undefined;
  const now = bot.services.world.now();
  const timed = filled.at === undefined ? undefined : readPlannedTime(filled.at, now, person.zone);
  const late = timed && !timed.ok ? [{ param: 'at', why: timed.why }] : [];
  const parsed = readGiven(operation, filled.given);
  const faults = [...('faults' in parsed ? parsed.faults : []), ...late];
  if (faults.length === 0) return { filled, operation };
  // An error belongs to the input that corrects it, so a form that hides this input is drawn with it.
  const hidden = faults.filter(({ param }) => filled.blockOf[param] === undefined);
  const inputs = askedInForm(operation.params, filled.given, true).map(([name]) => name);
  if (hidden.some(({ param }) => inputs.includes(param))) {
    // An advanced input may be far down, so the top of the form also says what is wrong.
    const isFar = needsAdvanced(operation, filled.given, hidden);
    const atTop = isFar ? hidden.map((fault) => ({ ...labelled(operation, filled, fault), param: '' })) : [];
    const context = await contextOfForm(bot, filled, person);
    const drawn = await formOf(bot, operation, filled, context, [...atTop, ...faults]);
    const form = await withChoices(bot, { person, channel: filled.meta.ch ?? '' }, drawn);
    return { view: formView({ ...form, focus: hidden[0]?.param }, pageOf(person)) };
  }
  const write = (text: Text) => plain(text, person.lang, person.zone);
  const named = faults.map((fault) => labelled(operation, filled, fault));
  return { errors: fieldErrors(named, filled, write) };
}

/** Adds the parameter's name to a fault that is shown under another parameter's input. */
function labelled(operation: Operation, filled: Filled, { param, why }: Fault): Fault {
  const label = operation.params[param]?.label;
  return { param, why: label && filled.blockOf[param] === undefined ? slackMsg.tableText({ label, value: why }) : why };
}

function listenToRequestForms(listening: Listening): void {
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
    const entered: { longer?: number; until?: number } = {
      ...(Number.isFinite(minutes) ? { longer: minutes * 60_000 } : {}),
      ...(typeof until === 'number' ? { until: until * 1_000 } : {}),
    };
    const { lang, zone } = knownPerson(bot, payload.user.id);
    const wrong = faultOf(
      what,
      { reason, until: entered.until, closes: closingTimeIn(payload.view.private_metadata) },
      since,
    );
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
  { reason, until, closes }: { readonly reason: string; readonly until?: number; readonly closes?: number },
  now: number,
): { readonly block: string; readonly why: Text } | undefined {
  const needsReason = what === 'break_glass' || what === 'exception';
  if (needsReason && !isReason(reason))
    return { block: 'reason', why: reasonTooShortText(what === 'exception' ? freezeMsg.anException() : undefined) };
  if (what === 'extend' && until !== undefined && closes !== undefined && until - closes < 60_000)
    return { block: 'until', why: changeMsg.notLater({ at: { at: closes } }) };
  if (what !== 'change_time') return undefined;
  if (until === undefined) return { block: 'until', why: cardTimeMsg.timeMissing() };
  const moment = plannedAt(until, now);
  return moment.ok ? undefined : { block: 'until', why: moment.why };
}

function listenToButtons(listening: Listening): void {
  const { app, bot, presses } = listening;
  const { services, metrics } = bot;
  const arrivals = createChartTurns();
  app.action(/.*/, async ({ body, ack, respond }) => {
    const since = services.world.now();
    // Store a press on a card before the ack: an acknowledged press must count even if this process dies.
    const parsed = ActionBody.safeParse(body);
    const press = parsed.success ? storedPressOf(parsed.data) : undefined;
    const saved = press && (await presses.save(press, since));
    await ack();
    metrics.acked('action', services.world.now() - since);
    const payload = ActionBody.parse(body);
    const [action] = payload.actions;
    if (!action) return;
    const channel = payload.channel?.id ?? '';
    const thread = payload.message?.thread_ts ?? payload.container.thread_ts;
    const reply = createResponder(bot, {
      channel: channel || 'D',
      user: payload.user.id,
      respond: channel ? respond : undefined,
      thread: threadOf(payload),
      isPrivate: payload.container.is_ephemeral === true,
    });
    begin(listening, {
      what: action.action_id,
      reply,
      again: (page) => pressAgainButton(payload, action, page),
      async act() {
        if (saved && 'held' in saved) return presses.process(saved.held, reply);
        if (saved) return reply.tell(lineMessage(saved.unsaved, pageOf(knownPerson(bot, payload.user.id))));
        // If two people press on one message, their order must not depend on cached profiles.
        const message = { channel, ts: payload.container.message_ts ?? '' };
        const person = arrivals(message, () => services.people.person(payload.user.id));
        const asked = { from: 'button', channel, reply, thread, trigger: payload.trigger_id } as const;
        await forMember(bot, asked, (interaction) => handleAction(bot, { interaction, action, body: payload }), person);
      },
    });
  });
}

const CommandBody = z.object({
  command: z.string(),
  text: z.string().default(''),
  user_id: z.string(),
  channel_id: z.string(),
  trigger_id: z.string().optional(),
});

function listenToCommands(listening: Listening): void {
  const { app, bot } = listening;
  const { services, metrics } = bot;
  app.command(/.*/, async ({ command, ack, respond }) => {
    const since = services.world.now();
    await ack();
    metrics.acked('command', services.world.now() - since);
    const body = CommandBody.parse(command);
    const name = commandOf(body.command, services.prefix);
    const reply = createResponder(bot, { channel: body.channel_id, user: body.user_id, respond });
    const asked = name ?? mainCommand;
    const { escapes, keys } = peopleIn(services.operations, asked);
    const typed = escapes ? unescapeCommand(body.text, keys) : unescapeEntities(body.text);
    const words = name ? typed : `${body.command} ${typed}`;
    const from = { from: 'command', channel: body.channel_id, reply, trigger: body.trigger_id } as const;
    begin(listening, {
      what: body.command,
      reply,
      again: (page) => tryWordsAgain(services, asked, words, page),
      act: () => forMember(bot, from, (interaction) => doTyped(bot, interaction, asked, words)),
    });
  });
}

/** Returns the command of a typed name with prefix; undefined if the name is installed but unknown to this version. */
function commandOf(typed: string, prefix: string): Command | undefined {
  const bare = typed.replace(/^\//, '');
  const name = prefix && bare.startsWith(prefix) ? bare.slice(prefix.length) : bare;
  return commands.find((each) => each === name);
}

/** How long options wait for a profile, in ms. Slack waits three seconds for the options. */
const profileWaitMs = 1_000;

function listenToSelects({ app, bot }: Listening): void {
  const { services, metrics } = bot;
  const options = createOptionRequests(services);
  app.options(/.*/, async ({ body, ack }) => {
    const since = services.world.now();
    const payload = OptionsBody.parse(body);
    const person = await profileSoon(services, payload.user.id);
    await ack({ options: person ? await options(bot, payload, person) : [] });
    metrics.acked('options', services.world.now() - since);
  });
}

async function profileSoon({ people, world }: Services, id: string): Promise<Person | undefined> {
  try {
    return await resultWithin(world, profileWaitMs, people.person(id));
  } catch (error) {
    if (!(error instanceof ProfileUnreadable)) throw error;
    world.log.warn('the profile of the person who opens a select could not be read', { error });
    return undefined;
  }
}

const ShortcutBody = z.object({
  callback_id: z.string(),
  user: z.object({ id: z.string() }),
  trigger_id: z.string(),
});

function listenToShortcuts(listening: Listening): void {
  const { app, bot } = listening;
  const { services, metrics } = bot;
  app.shortcut(new RegExp(`^${shortcutCallback}`), async ({ body, ack }) => {
    const since = services.world.now();
    await ack();
    metrics.acked('shortcut', services.world.now() - since);
    const payload = ShortcutBody.parse(body);
    const reply = createResponder(bot, { channel: 'D', user: payload.user.id });
    const request = { operation: payload.callback_id.slice(shortcutCallback.length), given: {} };
    const asked = { from: 'shortcut', channel: '', reply, trigger: payload.trigger_id } as const;
    begin(listening, {
      what: payload.callback_id,
      reply,
      again: (page) => tryRequestAgain(request, page, 'modal'),
      act: () => forMember(bot, asked, (interaction) => openForm(bot, interaction, request, [])),
    });
  });
}

const HomeEvent = z.object({ user: z.string(), tab: z.string().optional() });

function listenToHome({ app, bot, tasks }: Listening): void {
  app.event('app_home_opened', async ({ event }) => {
    const payload = HomeEvent.parse(event);
    if (payload.tab === 'messages') return;
    tasks.run(async () => {
      try {
        await bot.homes.opened(await bot.services.people.person(payload.user));
      } catch (error) {
        bot.services.world.log.error('App Home was not published', { error });
      }
    });
  });
}

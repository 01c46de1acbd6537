import * as z from 'zod';
import { cardActions, type FormAction, type PressResult, pressedActions } from '../../changes/change-engine-types.ts';
import { pressLane } from '../../changes/request-commit.ts';
import type { Person } from '../../core/command/context.ts';
import { readJson } from '../../core/text/json.ts';
import type { Text } from '../../core/text/text.ts';
import { resultWithin } from '../../core/world.ts';
import { type Attempt, createJobs, type RowWork } from '../../delivery/jobs.ts';
import { ProfileUnreadable } from '../../operations/shared/services.ts';
import { firstClaimMs, type Held } from '../../store/claims.ts';
import { StoreProblem } from '../../store/store.ts';
import type { Outgoing } from '../../store/stored-types.ts';
import { readActionId } from '../answer/try-again.ts';
import { readCardValue } from '../blocks/card-value.ts';
import type { Bot } from '../interaction/bot.ts';
import { type Interaction, knownPerson } from '../interaction/interaction.ts';
import { type ActionBody, threadOf } from '../interaction/payloads.ts';
import { profileText } from '../interaction/refusal-view.ts';
import { createResponder } from '../interaction/responder.ts';
import { whileSlow } from '../interaction/slow-notice.ts';
import { actionMsg } from './request-action-messages.ts';
import { keepReason, ReasonMeta, tellPressed } from './request-actions.ts';

/** Maximum time that an ack waits for storing a press, in ms. */
const storeWithinMs = 1_500;
/** How often a process looks for presses that another process left, in ms. */
const pollMs = 1_000;
/** How long after a press it is processed again after temporary failures, in ms. */
const tryForMs = 10 * 60_000;
const retry = { firstMs: 1_000, maxMs: 30_000 };
const kind = 'press';

const StoredPress = z.object({
  do: z.enum(cardActions),
  /** Index of the chosen request among those that a failed card offers, from 0. */
  nth: z.number().optional(),
  /** Outcome that the person gives; only for settling. */
  settles: z.enum(['done', 'failed']).optional(),
  /** Duration in ms; only for extending. If the person gave an end, there is `until` (epoch ms) instead. */
  longer: z.number().optional(),
  until: z.number().optional(),
  card: z.string(),
  revision: z.number(),
  user: z.string(),
  channel: z.string(),
  thread: z.string().optional(),
  value: z.string().catch(''),
  ts: z.string().optional(),
  reason: z.string().optional(),
  view: z.string().optional(),
});
export type StoredPress = z.infer<typeof StoredPress>;

/** Returns the press to store; undefined if the button only opens a modal, or isn't on a card. */
export function storedPressOf({
  actions,
  channel,
  container,
  message,
  user,
  view,
}: ActionBody): StoredPress | undefined {
  const [action] = actions;
  const { id, repeated } = readActionId(action?.action_id ?? '');
  const [name = '', which] = id.split(':');
  const pressed = pressedActions.find((each) => name === `request.${each}`);
  const value = action?.value ?? '';
  const target = readCardValue(value);
  if (!pressed || !target) return undefined;
  // A Try again button is in another message than the first press, so its message isn't the card.
  const ts = repeated ? undefined : (container.message_ts ?? message?.ts);
  return {
    do: pressed,
    ...(which === 'done' || which === 'failed'
      ? { settles: which }
      : which === undefined
        ? {}
        : { nth: Number(which) }),
    ...target,
    user: user.id,
    value,
    channel: channel?.id ?? '',
    thread: threadOf({ message, container }),
    ts: ts || undefined,
    view: view?.type === 'modal' ? view.id : undefined,
  };
}

interface Submitted {
  readonly metadata: string;
  readonly user: string;
  readonly reason?: string;
  readonly longer?: number;
  readonly until?: number;
}

/** Returns the closing time that a form extends, epoch ms. */
export function closingTimeIn(metadata: string): number | undefined {
  return ReasonMeta.safeParse(readJson(metadata)).data?.closes;
}

export function submittedPress(what: FormAction, submitted: Submitted): StoredPress | undefined {
  const meta = ReasonMeta.safeParse(readJson(submitted.metadata)).data;
  const target = meta && readCardValue(meta.value);
  if (!target) return undefined;
  const { channel, thread, ts, value, view } = meta;
  const { user, reason, longer, until } = submitted;
  const entered = { thread, ts: ts || undefined, view, reason: reason || undefined, longer, until };
  return { do: what, ...target, user, value, channel, ...entered };
}

export type SavedPress = { readonly held: Held<Outgoing> } | { readonly unsaved: Text };

/** Presses on cards. They are stored before the ack and processed later, by another process if this one dies. */
export interface PressIntake {
  /** Stores a press. Never rejects, and takes at most 1.5 s. @param at time of the press, epoch ms */
  save(press: StoredPress, at: number): Promise<SavedPress>;
  /** Processes a stored press and tells the person. @param reply answers the person if the press is new */
  process(held: Held<Outgoing>, reply?: Interaction['reply']): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export function createPressIntake(bot: Bot): PressIntake {
  const { world, store } = bot.services;
  const holder = world.newId();
  const processing = (reply?: Interaction['reply']): RowWork<Outgoing> => ({
    retry,
    work: ({ row }) => processOnce(bot, row, reply),
  });
  const left = { what: 'a press', kinds: () => [kind], slots: 8, ...processing() };
  const jobs = createJobs(world, store.presses, [left], { pollMs, holder });

  /** Deletes a press. The person was told that it isn't saved, so if it was stored after all, it must not run later. */
  function forgetUnsaved(id: string): void {
    store.presses.finish(id, holder).catch((error: unknown) => world.log.debug('a press was not removed', { error }));
  }

  return {
    start: jobs.start,
    stop: jobs.stop,
    process: (held, reply) => jobs.workOn(held, processing(reply)),
    async save(press, at) {
      const now = world.now();
      const row = { id: world.newId(), kind, at, lane: pressLane(press.card), body: press };
      const stored = store.presses.put({ row, holder, now, leaseMs: firstClaimMs }).then(
        () => 'stored' as const,
        (error: unknown) => ({ error }),
      );
      const outcome = (await resultWithin(world, storeWithinMs, stored)) ?? { error: 'late' };
      if (outcome === 'stored') return { held: jobs.hold({ ...row, attempts: 1 }, now) };
      void stored.then(() => forgetUnsaved(row.id));
      const { error } = outcome;
      world.log.error('a press was not stored', { request: press.card, do: press.do, error });
      return {
        unsaved: error instanceof StoreProblem && error.isDiskFull ? actionMsg.diskFullPress() : actionMsg.notSaved(),
      };
    },
  };
}

async function processOnce(bot: Bot, row: Held<Outgoing>['row'], given?: Interaction['reply']): Promise<Attempt> {
  const press = StoredPress.safeParse(row.body).data;
  if (!press) return 'over';
  if (!given) return processPress(bot, row, press);
  const interaction = {
    from: 'button',
    person: knownPerson(bot, press.user),
    channel: press.channel,
    reply: given,
  } as const;
  return whileSlow(bot, interaction, () => processPress(bot, row, press, given), { shownBy: () => 'card' });
}

async function processPress(
  bot: Bot,
  row: Held<Outgoing>['row'],
  press: StoredPress,
  given?: Interaction['reply'],
): Promise<Attempt> {
  const { world } = bot.services;
  const { user, channel, ts, thread, value, view, ...asked } = press;
  const mayTryAgain = world.now() - row.at < tryForMs;
  const reply = given ?? createResponder(bot, { channel: channel || 'D', user, thread });
  const part = press.settles ?? press.nth;
  const which = part === undefined ? '' : `:${part}`;
  const button = { id: `request.${press.do}${which}`, value };
  const person = await readPerson(bot, user);
  if (person instanceof ProfileUnreadable) {
    // Without the person's profile, their permissions are unknown, so do nothing, and tell the person immediately.
    if (press.reason !== undefined) await keepReason(bot, value, user, press.reason);
    const presser = knownPerson(bot, user);
    const unread: PressResult = { says: profileText(person), canRetry: true };
    bot.metrics.pressed(`request.${press.do}`, 'refused');
    await tellPressed(bot, { from: 'button', person: presser, channel, reply }, unread, '', button);
    return 'over';
  }
  const message = ts === undefined ? undefined : { channel, ts };
  const pressed = await bot.engine.press({
    ...asked,
    person,
    channel,
    at: row.at,
    id: row.id,
    message,
  });
  if (pressed.again && mayTryAgain) return { failed: 'refused' };
  bot.metrics.pressed(`request.${press.do}`, pressed.outcome ?? 'ok');
  if (pressed.canRetry && press.reason !== undefined) await keepReason(bot, value, user, press.reason);
  await tellPressed(bot, { from: 'button', person, channel, reply }, pressed, ts ?? '', button, view);
  return 'over';
}

async function readPerson(bot: Bot, user: string): Promise<Person | ProfileUnreadable> {
  try {
    return await bot.services.people.person(user);
  } catch (error) {
    if (!(error instanceof ProfileUnreadable)) throw error;
    bot.services.world.log.warn('the profile of the person who pressed a button could not be read', { error });
    return error;
  }
}

import { type Playground, type PlaygroundOptions, startPlayground } from '../../playground/playground.ts';
import type { Target } from '../../playground/slack/actions/action-stage.ts';
import type { SimulatedActor } from '../../playground/slack/actions/actor.ts';
import type { PageActed } from '../../playground/slack/page-protocol.ts';
import type { StoredMessage } from '../../playground/slack/workspace/workspace.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { realWorld } from '../../src/real-world.ts';
import { slowMs } from '../../src/slack/interaction/slow-notice.ts';
import { sharedCharts } from '../shared-charts.ts';
import { createStillTime, type StillTime } from './still-time.ts';

export interface Stage extends Playground {
  readonly lines: readonly string[];
  /** Advances all clocks. Over HTTP, advance only a few minutes, because signatures expire. */
  jump(ms: number): void;
  errors(): readonly string[];
  idle(): Promise<void>;
  /** Returns a person. Each action ends when the bot has done all the work that it caused. */
  user(id: string): SimulatedActor;
}

/** How long the simulated Slack waits for an ack, ms. Much longer than Slack, because a busy machine can stand still. */
const ackMs = 60_000;

/**
 * Starts the bot and its simulators. `hurry`: factor by which the bot's waits are shorter. `noticeMs`: delay of the
 * progress notice; very long by default, because everything can be slow on a busy machine.
 */
export async function startStage(
  options: Partial<Omit<PlaygroundOptions, 'world'>> & { readonly hurry?: number; readonly noticeMs?: number } = {},
): Promise<Stage> {
  const { log, ...logged } = logging();
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const world = realWorld(log);
  const { hurry = 1, noticeMs = 60_000, ...rest } = options;
  const playground = await startPlayground({
    charts: sharedCharts(),
    ...rest,
    world: { ...world, now, wait: (ms, signal) => world.wait(ms === slowMs ? noticeMs : ms / hurry, signal) },
    slack: { fileReadyMs: 0, rateLimits: 'off', now, signNow: Date.now, ackMs, ...options.slack },
    platform: { now, ...options.platform },
  });
  return Object.assign(playground, {
    ...logged,
    jump(ms: number) {
      ahead += ms;
    },
    idle: () => playground.bot().idle(),
    user: (id: string) => patient(playground.slack.user(id), () => playground.bot().idle()),
  });
}

/** Playground with a clock that only tests advance. */
export interface StillStage extends Stage, Pick<StillTime, 'pass'> {
  /** Current time, epoch ms. */
  now(): number;
  /** Advances time until `find` returns a value, and returns the value. @throws with `what` after an hour */
  until<T>(what: string, find: () => T | undefined): Promise<T>;
}

/** Starts the bot with a clock that only tests advance; the machine's speed has no effect. Default: Socket Mode. */
export async function startStillStage(options: Partial<Omit<PlaygroundOptions, 'world'>> = {}): Promise<StillStage> {
  const { log, ...logged } = logging();
  const time = createStillTime(log);
  const { now } = time.world;
  const playground = await startPlayground({
    charts: sharedCharts(),
    mode: 'socket',
    ...options,
    world: time.world,
    slack: { fileReadyMs: 0, now, signNow: Date.now, ackMs, ...options.slack },
    platform: { now, ...options.platform },
  });
  const { stop } = playground;
  /** Waits first until what was sent has arrived, so that its work is running. */
  const idle = () => time.during(time.pass(0).then(() => playground.bot().idle()));
  return Object.assign(playground, {
    ...logged,
    now,
    pass: time.pass,
    jump: time.jump,
    idle,
    user: (id: string) => patient(playground.slack.user(id), idle),
    // Advance time, because a stop waits for running work, and that work might wait for its next attempt.
    stop: () => time.during(stop()),
    async until<T>(what: string, find: () => T | undefined): Promise<T> {
      for (const end = now() + 60 * 60_000; now() < end; await time.pass(1_000)) {
        const match = find();
        if (match) return match;
      }
      throw new Error(`${what}: not within an hour`);
    },
  });
}

function patient(actor: SimulatedActor, idle: () => Promise<void>): SimulatedActor {
  const whole =
    <Given extends unknown[]>(act: (...given: Given) => Promise<PageActed>) =>
    async (...given: Given) => {
      const acted = await act(...given);
      await idle();
      return acted;
    };
  const { slash, say, edit, mention, press, submit, openHome, shortcut } = actor;
  return {
    ...actor,
    ...{ slash: whole(slash), say: whole(say), edit: whole(edit), mention: whole(mention), press: whole(press) },
    ...{ submit: whole(submit), openHome: whole(openHome), shortcut: whole(shortcut) },
  };
}

function logging() {
  const lines: string[] = [];
  return {
    lines,
    log: createLogger({ level: 'debug', stream: { write: (line: string) => void lines.push(line) } }),
    errors: () => lines.filter((line) => line.includes('"level":"error"') || line.includes('"level":"fatal"')),
  };
}

/** Texts that must never appear anywhere: tokens, keys, certificates, credentials and commands. */
const secrets = [
  'region-api-token-of-east-1',
  'BEGIN CERTIFICATE',
  'PRIVATE KEY',
  'hunter2-not-for-slack',
  's3cr3t',
  'xoxb-playground',
  'xapp-playground',
  'playground-signing-secret',
];

/**
 * Returns the problems after a test: invalid payloads, logged errors, and secrets in Slack, in the log or audit log.
 */
export async function unsound(stage: Stage): Promise<readonly string[]> {
  const problems = stage.slack.faults.map(({ error, path, where, why }) => `${where}: ${error} at ${path} (${why})`);
  problems.push(...stage.errors());
  const audit: unknown[] = [];
  for await (const row of stage.bot().store.audit.all()) audit.push(row);
  const output = [JSON.stringify(stage.slack.log), stage.lines.join(''), JSON.stringify(audit)].join('\n');
  for (const secret of [...secrets, stage.platform.token])
    if (output.includes(secret)) problems.push(`a secret: ${secret}`);
  return problems;
}

/** Does something as a person. Returns the bot’s messages that are new or changed after it. */
export async function acts(
  stage: Stage,
  who: string,
  channel: string,
  act: (actor: SimulatedActor) => Promise<PageActed>,
): Promise<readonly StoredMessage[]> {
  const actor = stage.slack.user(who);
  const visible = () => [
    ...actor.messages(channel),
    ...(channel === actor.direct() ? [] : actor.messages(actor.direct())),
  ];
  const before = new Map(
    visible().map((message) => [`${message.channel} ${message.ts}`, JSON.stringify(message.blocks)]),
  );
  const acted = await act(actor);
  if (!acted.ok) throw new Error(`Slack refused: ${acted.error} ${acted.say}`);
  await stage.idle();
  return visible().filter(
    (message) => message.byBot && before.get(`${message.channel} ${message.ts}`) !== JSON.stringify(message.blocks),
  );
}

export async function asks(stage: Stage, who: string, channel: string, words: string): Promise<StoredMessage> {
  const actor = stage.slack.user(who);
  const earlier = new Set([...actor.messages(channel), ...actor.messages(actor.direct())].map(({ ts }) => ts));
  const messages = await acts(stage, who, channel, () => actor.slash(channel, words));
  // A command is never answered in a thread, but a chart of an earlier request may just be posted in its thread.
  const unthreaded = messages.filter(({ ts, threadTs }) => threadTs === null || threadTs === ts);
  // The message of an incident may change at the same time.
  const posted = unthreaded.filter(({ ts }) => !earlier.has(ts));
  const answers = posted.length > 0 ? posted : unthreaded;
  // A new watch may also say, privately, how to set the language, and which watch is beside it.
  const others = answers.filter((message) => !/portolan language (en|zh)`|Also watched/.test(shownIn(message)));
  return only(others.length > 0 ? others : answers, words);
}

/** Returns the id of a watch. Finds the watch by words in its row of the channel's list. */
export async function watchIdOf(stage: Stage, channel: string, words: string, page = 1): Promise<string> {
  const command = `/watch list all page=${page}`;
  const changed = await acts(stage, 'U0MAYA', channel, (actor) => actor.slash(channel, command));
  // A message of an incident may change at the same time.
  const list = only(
    changed.filter((message) => shownIn(message).startsWith('Watches')),
    command,
  );
  const row = list.blocks.filter(isRecord).find((block) => wordsOf(block).includes(words));
  const [, id] = /"id":\["(\w+)"\]/.exec(String(row?.block_id)) ?? [];
  if (id !== undefined) return id;
  if (shownIn(list).includes('Next')) return watchIdOf(stage, channel, words, page + 1);
  throw new Error(`no watch of ${words} in ${shownIn(list)}`);
}

export async function presses(stage: Stage, who: string, on: StoredMessage, target: string | Target) {
  const messages = await acts(stage, who, on.channel, (actor) => actor.press(on, target));
  return only(messages, JSON.stringify(target));
}

/** Returns the only item of a list. @throws if the list has no item or several */
export function only<T>(list: readonly T[], what = ''): T {
  const [first] = list;
  if (first === undefined || list.length !== 1) throw new Error(`${list.length} instead of one: ${what}`);
  return first;
}

export function wordsOf(shown: unknown): string {
  const texts: string[] = [];
  collect(shown, texts);
  return texts.join('\n');
}

function collect(value: unknown, texts: string[]): void {
  if (Array.isArray(value)) for (const each of value) collect(each, texts);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) {
      if ((key === 'text' || key === 'alt_text') && typeof each === 'string') texts.push(each);
      else collect(each, texts);
    }
  }
}

export const shownIn = (message: Pick<StoredMessage, 'blocks'> | undefined): string => wordsOf(message?.blocks ?? []);

export function englishIn(shown: string): readonly string[] {
  const bare = shown
    .replace(/`[^`]*`|“[^”]*”/g, '')
    // Remove the command of an option, which comes before its description.
    .replace(/^\/[a-z ]+(?= – )/gm, '')
    .replace(/<![^>]*>|https?:\S+|\S+@\S+/g, '')
    .replace(/port open web|North, being serviced|South, switched off|docker run application/g, '');
  return bare.match(/\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b/gi) ?? [];
}

export function buttonsOf(shown: { readonly blocks: readonly unknown[] } | undefined): Record<string, string> {
  const buttons: Record<string, string> = {};
  for (const block of shown?.blocks ?? []) {
    if (!isRecord(block) || !Array.isArray(block.elements)) continue;
    for (const element of block.elements) {
      if (!isRecord(element) || typeof element.action_id !== 'string' || !isRecord(element.text)) continue;
      buttons[String(element.text.text)] = element.action_id;
    }
  }
  return buttons;
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

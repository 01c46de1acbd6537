import { setTimeout as sleep } from 'node:timers/promises';
import { objectOf, stringOf } from '../../../playground/slack/json-values.ts';
import type { StoredMessage } from '../../../playground/slack/workspace/workspace.ts';
import type { Pair, PairStage } from '../pairs.ts';
import { sign, type Watch } from './watch.ts';

/** Action of a pair of people. `n` is different in each call, so that no two changes are equal. */
type Doing = (stage: PairStage, watch: Watch, pair: Pair, n: number) => Promise<void>;

const questions = [
  '/region',
  '/region show east-1',
  '/component',
  '/component show web',
  '/component events web',
  '/component log web',
  '/port web',
  '/port list part-1',
  '/gateway list',
  '/gateway certificates',
  '/portolan help',
  '/portolan apps',
  '/portolan context',
  '/portolan requests',
  '/portolan openings',
  '/portolan schedules',
  '/portolan policy port open web 8080',
  '/portolan audit',
  '/portolan audit since=7d part',
  '/portolan audit export',
];

const slash = (watch: Watch, stage: PairStage, kind: string, { asker, channel }: Pair, text: string) =>
  watch.act({
    kind,
    what: text.slice(0, 60),
    user: asker,
    run: () => stage.slack.user(asker).slash(channel, text),
    signs: [sign.posted(channel), sign.ephemeral(channel, asker)],
  });

const ask: Doing = async (stage, watch, pair, n) => {
  await slash(watch, stage, 'questions', pair, questions[n % questions.length] ?? '/region');
};

/** Mentions the bot. Slack sends the event twice, and the bot must answer only once. */
const mention =
  (repeated: { twice: number }): Doing =>
  async ({ slack }, watch, { asker, channel }, n) => {
    const said = await slack.user(asker).say(channel, `thread ${n}`);
    const ts = (said.ok && said.ts) || '';
    const signs = [sign.thread(channel, ts), sign.ephemeral(channel, asker)];
    const words = n % 2 === 0 ? 'port web' : 'component show api';
    const run = () => slack.user(asker).mention(channel, words, ts);
    if (!(await watch.act({ kind: 'mentions', what: `mention: ${words}`, user: asker, run, signs }))) return;
    const event = slack.log.findLast(
      ({ kind, name, detail }) =>
        kind === 'delivery' &&
        name === 'app_mention' &&
        objectOf(objectOf(objectOf(detail).payload).event).user === asker,
    );
    const eventId = stringOf(objectOf(objectOf(event?.detail).payload).event_id);
    await slack.redeliver(eventId);
    await sleep(1_500);
    // The notice that the platform is slow doesn't count as an answer.
    const answers = slack
      .messages(channel, asker)
      .filter((each) => each.threadTs === ts && each.byBot && !isNotice(each));
    if (answers.length > 1) repeated.twice += 1;
  };

function isNotice({ text }: StoredMessage): boolean {
  return /Still waiting for the platform|仍在等待平台/.test(text);
}

const fillForm: Doing = async (stage, watch, pair, n) => {
  const { asker, channel } = pair;
  const me = stage.slack.user(asker);
  await slash(watch, stage, 'forms', pair, '/port');
  const opened = me.view();
  if (opened) {
    const on = { view: opened.id };
    const options = () => me.options(on, 'component', n % 2 === 0 ? '' : 'we');
    await watch.act({ kind: 'options', what: 'options of component', user: asker, run: options });
    const signs = [sign.view(opened.id), sign.posted(channel), sign.ephemeral(channel, asker)];
    const typed = await me.options(on, 'component', n % 3 === 0 ? 'wbe' : 'web');
    const value = typed.ok ? typed.options?.options[0]?.value : undefined;
    const submit = () => me.submit({ component: { component: value ?? '' } });
    if (value !== undefined)
      await watch.act({ kind: 'forms', what: 'submission of /port', user: asker, run: submit, signs });
  }
  await closeAll(stage, pair);
};

const change =
  (parts: number): Doing =>
  async (stage, watch, pair, n) => {
    const { asker, approver } = pair;
    const part = `part-${n % parts}`;
    const opens = n < parts;
    const [words, own] = opens
      ? [`/port open ${part} 8000 for=1h`, part]
      : n % 2 === 0
        ? [`/port add ${part} ${10_000 + n}`, `${10_000 + n}`]
        : [`/gateway http ${part} 8000 d${n}.shop.test`, `d${n}.shop.test`];
    await slash(watch, stage, 'changes', pair, words);
    const card = lastWith(stage, pair, 'request.approve');
    // Skip older cards of this component: undoing an undo would repeat the first change.
    const shown = JSON.stringify(card?.blocks);
    if (!card || !shown.includes(part) || !shown.includes(own)) return;
    const press = (user: string, target: string) => pressOn(stage, watch, user, card, target);
    await press(asker, 'request.calls');
    await closeAll(stage, pair);
    await press(approver, 'request.approve');
    await press(asker, 'request.approve');
    if (n % 3 !== 0) return;
    const undoable = () => hasButton(stage, pair, card, 'request.undo');
    await stage.slack.until(undoable, 10_000).catch(() => undefined);
    if (undoable()) await press(asker, 'request.undo');
    const undo = lastWith(stage, pair, 'request.approve');
    if (undo && undo.ts !== card.ts)
      for (const user of [asker, approver]) await pressOn(stage, watch, user, undo, 'request.approve');
  };

const chart: Doing = async (stage, watch, pair, n) => {
  const { asker } = pair;
  await slash(watch, stage, 'charts', pair, `/monitor ${n % 3 === 0 ? '' : 'web api'} range=${60 + (n % 300)}m`);
  const shown = lastWith(stage, pair, 'chart.refresh');
  if (!shown) return;
  for (const target of ['chart.range:6h', 'chart.refresh', 'chart.numbers'])
    await pressOn(stage, watch, asker, shown, target, [sign.thread(shown.channel, shown.threadTs ?? shown.ts)]);
};

async function pressOn(
  { slack }: PairStage,
  watch: Watch,
  user: string,
  { channel, ts }: StoredMessage,
  target: string,
  more: readonly string[] = [],
): Promise<void> {
  if (!hasButton({ slack }, { asker: user, channel }, { ts }, target)) return;
  const signs = [sign.updated(channel, ts), sign.ephemeral(channel, user), sign.posted(channel), ...more];
  const run = () => slack.user(user).press({ channel, ts }, target);
  await watch.act({ kind: 'presses', what: `press ${target}`, user, run, signs });
}

function hasButton(
  { slack }: Pick<PairStage, 'slack'>,
  { asker, channel }: Pick<Pair, 'asker' | 'channel'>,
  { ts }: Pick<StoredMessage, 'ts'>,
  target: string,
): boolean {
  const message = slack.messages(channel, asker).find((each) => each.ts === ts);
  return JSON.stringify(message?.blocks ?? '').includes(`"action_id":"${target}"`);
}

function lastWith({ slack }: PairStage, { asker, channel }: Pair, target: string): StoredMessage | undefined {
  return slack
    .messages(channel, asker)
    .findLast(({ byBot, blocks }) => byBot && JSON.stringify(blocks).includes(`"action_id":"${target}"`));
}

async function closeAll({ slack }: PairStage, { asker }: Pair): Promise<void> {
  const me = slack.user(asker);
  while (me.view()) await me.close(true);
}

/** Calls the action with a new number each time. */
function numbered(doing: Doing): (stage: PairStage, watch: Watch, pair: Pair) => Promise<void> {
  let count = 0;
  return (stage, watch, pair) => {
    count += 1;
    return doing(stage, watch, pair, count - 1);
  };
}

/** Returns all actions of people. `repeated` counts the events that Slack sent twice and the bot answered twice. */
export function doings(parts: number) {
  const repeated = { twice: 0 };
  const [asks, changes] = [numbered(ask), numbered(change(parts))];
  const others = [mention(repeated), fillForm, chart].map(numbered);
  return { repeated, doings: others.flatMap((other) => [asks, changes, other, asks]) };
}

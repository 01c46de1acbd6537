import type { StoredMessage } from '../../playground/slack/workspace/workspace.ts';
import { policyOf } from '../engine/policy-of.ts';
import { asks, englishIn, only, shownIn } from './stage.ts';
import { useStage } from './use-stage.ts';

// Tests that public messages use the channel's language, and private messages the reader's language.
const shop = 'C0SHOP';
const maya = 'U0MAYA';
const minute = 60_000;

/** English texts of logs and events, which the bot doesn't translate. */
const ofPrograms = /is not assignable|Build app from source code failure/g;

const yaml = `
channels:
  C0SHOP: { context: shop/east-1/12, language: zh }
roles:
  operators: { users: [U0SAM, U0LIU] }
rules:
  - { when: { risk: destroy }, need: approve, from: operators }
break_glass: operators
`;

let card: StoredMessage;
const stage = await useStage({ policy: policyOf(yaml), context: null, mode: 'socket', hurry: 30 });

const inChannel = () => stage.slack.messages(shop, 'U0SAM').filter((each) => each.byBot && each.ephemeralFor === null);

async function messagesAfter(act: () => Promise<unknown>): Promise<readonly StoredMessage[]> {
  const all = () => inChannel().filter(({ text, blocks }) => text !== '' || blocks.length > 0);
  const before = new Map(all().map((each) => [each.ts, `${each.text}${JSON.stringify(each.blocks)}`]));
  await act();
  await stage.idle();
  return all().filter((each) => before.get(each.ts) !== `${each.text}${JSON.stringify(each.blocks)}`);
}

const slash = (words: string, who = maya) => stage.slack.user(who).slash(shop, words);
const press = (who: string, on: StoredMessage, action: string) => stage.slack.user(who).press(on, action);

async function cardOf(words: string): Promise<readonly StoredMessage[]> {
  const posted = await messagesAfter(() => slash(words));
  card = only(posted.filter(({ threadTs, ts }) => threadTs === null || threadTs === ts));
  return posted;
}

async function later(ms: number): Promise<void> {
  stage.jump(ms);
  await stage.idle();
}

test.each<readonly [string, number, () => Promise<readonly StoredMessage[]>]>([
  ['a card, with the chart beside it', 2, () => cardOf('/port open api 8000 for=1h')],
  ['a reminder', 1, () => messagesAfter(() => later(8 * minute))],
  ['an update, with the note in its thread', 2, () => messagesAfter(() => press('U0SAM', card, 'request.approve'))],
  ['automatic closing', 1, () => messagesAfter(() => later(61 * minute))],
  [
    'a refusal',
    1,
    async () => {
      await cardOf('/port open api 8000');
      return messagesAfter(async () => {
        await press('U0SAM', card, 'request.deny');
        await stage.idle();
        await stage.slack.user('U0SAM').submit({ reason: { reason: '' } });
      });
    },
  ],
  [
    'an expiry',
    1,
    async () => {
      await cardOf('/port open api 8000');
      return messagesAfter(() => later(16 * minute));
    },
  ],
  [
    'breaking the glass, told in the channel',
    2,
    async () => {
      await cardOf('/port delete web 8443');
      return messagesAfter(async () => {
        await press('U0SAM', card, 'request.break_glass');
        await stage.idle();
        await stage.slack.user('U0SAM').submit({ reason: { reason: '值班，线上故障处理，已电话确认' } });
      });
    },
  ],
  [
    'a failure, with the log of it',
    2,
    async () => {
      await stage.platform.faults.set({ nextDeploy: 'build-error' });
      await cardOf('/component deploy web');
      return messagesAfter(async () => {
        await press(maya, card, 'request.approve');
        // Wait for the press first, because the jump would end its claim.
        await stage.idle();
        for (let round = 0; round < 4; round += 1) await later(minute);
      });
    },
  ],
  ['a chart', 1, () => messagesAfter(() => slash('/monitor web 1h'))],
  [
    'the numbers of a chart',
    1,
    async () => {
      const [chart] = await messagesAfter(() => slash('/monitor web 1h'));
      if (!chart) throw new Error('no chart');
      return messagesAfter(() => press('U0SAM', chart, 'chart.numbers'));
    },
  ],
  [
    'a scheduled chart',
    1,
    async () => {
      await slash('/portolan schedule monitor web 1h at "0 9 * * 1"');
      await stage.idle();
      const [schedule] = await stage.bot().store.schedules.list();
      const before = inChannel().length;
      return messagesAfter(async () => {
        await slash(`/portolan schedule run ${schedule?.id}`);
        await stage.slack.until(() => inChannel().length > before, 10_000);
      });
    },
  ],
  [
    'an answer that is shared',
    1,
    async () => {
      const answer = await asks(stage, maya, shop, '/port web');
      expect(`${answer.text}${shownIn(answer)}`).not.toMatch(/\p{Script=Han}/u);
      return messagesAfter(() => press(maya, answer, 'share'));
    },
  ],
])('to a channel that reads Chinese, asked by people who read English: %s', async (_surface, min, act) => {
  const messages = await act();
  expect(messages.length).toBeGreaterThanOrEqual(min);
  for (const message of messages) {
    const words = `${message.text}\n${shownIn(message)}`.replace(ofPrograms, '');
    expect(words).toMatch(/\p{Script=Han}/u);
    expect(englishIn(words)).toEqual([]);
  }
});

test('members set the language of a channel, if the policy file doesn’t: all its messages follow', async () => {
  const general = 'C0GENERAL';
  const last = () =>
    stage.slack.messages(general, 'U0SAM').findLast(({ byBot, ephemeralFor }) => byBot && !ephemeralFor);
  await stage.slack.user(maya).slash(general, '/portolan language zh');
  await stage.idle();
  expect(shownIn(last())).toContain('maya 设置了本频道的语言');
  await stage.slack.user(maya).slash(general, '/portolan language en');
  await stage.idle();
  expect(shownIn(last())).toContain('set the language of this channel');
  expect(shownIn(await asks(stage, maya, shop, '/portolan language en'))).toContain('policy file sets the language');
});

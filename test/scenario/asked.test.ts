import { createCardHands } from './card-hands.ts';
import { buttonsOf, shownIn } from './stage.ts';
import { useStillStage } from './use-stage.ts';

// Checks that the people who must decide a change are mentioned and named on the card.

const stage = await useStillStage({ slack: { rateLimits: 'off' } });
afterEach(async () => {
  if (stage.slack.user('U0MAYA').view()) await stage.slack.user('U0MAYA').close(true);
});

const channel = 'C0SHOP';
const { now, aside, ask, askForCard, press } = createCardHands(() => stage, channel);

test('the card says who was asked and mentions them, and so does the one that is asked again once it expired', async () => {
  const card = await askForCard('/port open api 8000 ask=@sam,@liu reason="for @tom & co"');
  expect(card.text).toContain('<@U0SAM>, <@U0LIU> were asked to decide.');
  expect(card.text).toContain('for @tom');
  expect(card.pings).toEqual(expect.arrayContaining(['U0SAM', 'U0LIU']));
  await stage.pass(16 * 60_000);
  expect(now(card.ts).text).toContain('Expired');
  expect(now(card.ts).text).toContain('<@U0SAM>, <@U0LIU> were asked to decide.');
  expect(buttonsOf(now(card.ts))).toEqual({ 'Ask again': 'request.again' });
  const thread = stage.slack.messages(channel, 'U0MAYA').filter(({ threadTs }) => threadTs === card.ts);
  expect(thread.some(({ pings, text }) => pings.includes('U0SAM') && text.includes('Reminder: '))).toBe(true);
  // Liu now asks for the change, so Liu isn't allowed to decide it.
  await press('U0LIU', card, 'request.again');
  const again = stage.slack.messages(channel, 'U0SAM').findLast(({ text }) => text.includes('<@U0SAM> 审批'));
  expect(again?.ts).not.toBe(card.ts);
  expect(again?.text).toContain('已请 <@U0SAM> 审批。');
  await stage.until('the expired card links the new one', () =>
    /Asked again: see request <https:[^|]*\|/.test(shownIn(now(card.ts))) ? true : undefined,
  );
  expect(buttonsOf(now(card.ts))).toEqual({});
  if (again) await press('U0LIU', again, 'request.cancel');
});

test('a denied request says that nothing was changed, and can be asked for again', async () => {
  const card = await askForCard('/port open api 8000');
  await press('U0SAM', card, 'request.deny');
  await stage.slack.user('U0SAM').submit({ reason: { reason: 'not on a Friday' } });
  await stage.idle();
  expect(shownIn(now(card.ts))).toContain('“not on a Friday”. Nothing was changed');
  expect(buttonsOf(now(card.ts))).toEqual({ 'Ask again': 'request.again' });
  await press('U0MAYA', card, 'request.again');
  await stage.until('it links the new one', () => shownIn(now(card.ts)).includes('Asked again') || undefined);
  const again = stage.slack.messages(channel, 'U0MAYA').findLast((each) => 'Approve' in buttonsOf(each));
  await press('U0MAYA', again ?? expect.fail(), 'request.cancel');
});

test.each([
  ['/port open api 8000 ask=@gil', /can’t decide this\. It needs approval from someone else in this channel/],
  ['/port open api 8000 ask=@maya', /can’t decide this/],
  ['/port open api 8000 ask=@ops', /can’t decide this/],
  ['/port close web 8080 ask=@sam', /Nobody else has to approve this/],
])('%s: nothing is asked, and who may decide is said', async (words, says) => {
  expect(await ask(words)).toBeUndefined();
  expect(aside('U0MAYA')).toMatch(says);
});

test.each(['ask=', 'ask=sam', 'ask=@tom,@liu,@sam,@maya,@ops,@far'])(
  '%s opens the form and says why',
  async (typed) => {
    await stage.user('U0MAYA').slash(channel, `/port open api 8000 ${typed}`);
    expect(JSON.stringify(stage.slack.user('U0MAYA').view()?.content.blocks)).toMatch(
      /has no value|isn’t a person or a group|Ask at most 5/,
    );
  },
);

test('a form asks them too', async () => {
  const maya = stage.user('U0MAYA');
  await maya.slash(channel, '/port delete web 8443 nonsense=1 ask=@sam');
  expect(JSON.stringify(maya.view()?.content.blocks)).toContain('"initial_users":["U0SAM"]');
  await maya.submit({ ask: { ask: ['U0LIU'] } });
  const card = stage.slack.messages(channel, 'U0SAM').findLast(({ text }) => text.includes('asked to decide'));
  expect(card?.text).toContain('<@U0LIU> was asked to decide.');
  if (card) await press('U0MAYA', card, 'request.cancel');
});

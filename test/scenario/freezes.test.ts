import { policyOf } from '../engine/policy-of.ts';
import { createCardHands } from './card-hands.ts';
import { buttonsOf, shownIn, wordsOf } from './stage.ts';
import { useStillStage } from './use-stage.ts';

const [maya, sam, channel, minute] = ['U0MAYA', 'U0SAM', 'C0SHOP', 60_000] as const;
const yaml = `
rules: [{ when: { risk: [disrupt, expose] }, need: approve }]
freezes:
  - { to: 2036-01-01, zone: UTC, reason: Double Eleven, when: { operation: component.scale }, exception: { need: approve } }
`;

const stage = await useStillStage({ policy: policyOf(yaml) });

const { cards, now, aside, askForCard, press } = createCardHands(() => stage, channel);
const shown = (ts: string) => shownIn(now(ts));
const view = (who: string) => wordsOf(stage.slack.user(who).view()?.content);
const inChannel = () => stage.slack.messages(channel, maya).map(({ text }) => text);
const writes = () => stage.platform.log.entries.filter(({ method }) => method !== 'GET').length;
/** Returns the value of a date picker, in epoch seconds. */
const seconds = (at: number) => String(Math.round(at / 1_000));
const done = (ts: string) => stage.until('it is done', () => shown(ts).includes('Done') || undefined);
const submit = async (who: string, values: Record<string, Record<string, string>>) => {
  const submitted = await stage.user(who).submit(values);
  return submitted;
};

test('an exception: asked for in a form with a reason, decided by someone else', async () => {
  const card = await askForCard('/component scale web memory=512 reason="more customers"');
  expect(shown(card.ts)).toMatch(/❄ \*Frozen\* until .*“Double Eleven”[\s\S]*\*Next:\* .*<@U0MAYA> can press/);
  expect(Object.values(buttonsOf(now(card.ts)))).not.toContain('request.approve');
  const before = writes();
  await press(sam, card, 'request.exception');
  await submit(sam, { reason: { reason: 'customers can’t pay' } });
  expect(aside(sam)).toContain('Only the requester');
  await press(maya, card, 'request.exception');
  expect(view(maya)).toContain('Exception to a freeze');
  await submit(maya, { reason: { reason: 'customers can’t pay' } });
  expect(shown(card.ts)).toContain('*Exception to a freeze*, asked for by <@U0MAYA>: “customers can’t pay”');
  expect(writes()).toBe(before);
  await press(sam, now(card.ts), 'request.approve');
  await done(card.ts);
  expect(writes()).toBe(before + 1);
}, 60_000);

test('Remind me when it ends: noted, the button goes, and the card says who is mentioned', async () => {
  const card = await askForCard('/component scale api memory=2048');
  await press(sam, card, 'request.again');
  expect(aside(sam)).toContain('Only the requester');
  await press(maya, card, 'request.again');
  expect(aside(maya)).toContain('I’ll mention you when it ends');
  expect(shown(card.ts)).toContain('When the freeze ends, <@U0MAYA> is mentioned');
  expect(Object.values(buttonsOf(now(card.ts)))).not.toContain('request.again');
  await press(maya, card, 'request.cancel');
});

test('a freeze of Slack is on a waiting card within 2 s, ends by itself, and both are said in the channel', async () => {
  const card = await askForCard('/component upgrade web');
  await stage.slack.user(sam).slash(channel, '/portolan freeze for=10m why="we have an incident"');
  await stage.pass(2_000);
  expect(inChannel().join()).toMatch(/❄ sam froze changes of .*“we have an incident”/);
  expect(shown(card.ts)).toMatch(/❄ \*Frozen\* by sam until .*“we have an incident”/);
  expect(shown(card.ts)).toContain('nothing to do yet');
  const before = writes();
  await press(sam, card, 'request.approve', card.blocks);
  expect(writes()).toBe(before);
  await stage.pass(10 * minute + 2_000);
  expect(inChannel().filter((text) => text.includes('that sam began has ended'))).toHaveLength(1);
  expect(shown(card.ts)).toContain('Waiting for approval');
  await press(sam, now(card.ts), 'request.approve');
  await done(card.ts);
}, 60_000);

test('planned in a form, moved, and run now by someone who may decide', async () => {
  const before = [cards().length, writes()];
  await stage.user(maya).slash(channel, '/port open api');
  await stage.slack.user(maya).options({ view: stage.slack.user(maya).view()?.id ?? '' }, 'port', '80');
  const past = await submit(maya, { 'port@api': { port: '8000' }, at: { at: seconds(stage.now() - 60 * minute) } });
  expect(past).toMatchObject({
    submitted: { result: 'errors', errors: { at: expect.stringContaining('comes next') } },
  });
  await submit(maya, { 'port@api': { port: '8000' }, at: { at: seconds(stage.now() + 120 * minute) } });
  expect(cards().length).toBe((before[0] ?? 0) + 1);
  const card = cards().at(-1);
  if (!card) throw new Error('no card');
  expect(shown(card.ts)).toContain('*Planned for');
  await press(sam, card, 'request.approve');
  expect(shown(card.ts)).toContain('*Scheduled for');
  await press(maya, card, 'request.change_time');
  const wrong = await submit(maya, { until: { until: seconds(stage.now() - minute) } });
  expect(wrong).toMatchObject({
    submitted: { result: 'errors', errors: { until: expect.stringContaining('comes next') } },
  });
  await submit(maya, { until: { until: seconds(stage.now() + 180 * minute) } });
  expect(shown(card.ts)).toContain('Waiting for approval');
  await press(sam, now(card.ts), 'request.approve');
  expect(shown(card.ts)).toContain('*Scheduled for');
  expect(writes()).toBe(before[1]);
  await press(sam, now(card.ts), 'request.run_now');
  expect(shown(card.ts)).toContain('Done');
  expect(writes()).toBe((before[1] ?? 0) + 1);
});

test('a scheduled change runs at its time, once, and says beforehand that nobody has to do anything', async () => {
  // Wait, because Slack limits the number of messages per second.
  await stage.pass(5_000);
  const before = writes();
  const at = new Date(stage.now() + 30 * minute).toISOString();
  const card = await askForCard(`/component restart worker at=${at}`);
  await press(sam, card, 'request.approve');
  expect(shown(card.ts)).toContain('It runs automatically.');
  await stage.pass(29 * minute);
  expect(writes()).toBe(before);
  await stage.pass(2 * minute);
  await done(card.ts);
  // A restart makes two calls: a stop and a start.
  expect(writes()).toBe(before + 2);
}, 60_000);

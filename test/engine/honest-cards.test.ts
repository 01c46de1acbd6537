import { test as base } from 'vitest';
import { defaultPolicy, type Policy } from '../../src/core/policy/policy.ts';
import type { ChangeRequest } from '../../src/core/request/change-request.ts';
import { cardMessage } from '../../src/slack/request/card-view.ts';
import { callsView } from '../../src/slack/request/request-actions.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import { people } from './stage.ts';
import { useStages } from './stages.ts';

const stageWith = useStages();
const test = base.extend('stage', () => stageWith()).extend('opened', () => opened());

const minute = 60_000;
const timed = { component: ['api'], port: ['8000'], for: ['2h'] };

const statusOf = (card: ChangeRequest): string => cardMessage(card).text.split('\n')[0] ?? '';

async function opened() {
  const stage = await stageWith();
  const card = await stage.approved('ann', 'port.open', timed);
  stage.newPosts();
  return { stage, card: await stage.now(card) };
}

test('an extension goes no further than the policy allows from now', async ({ opened: { stage, card } }) => {
  const far = await stage.press('ann', card, 'extend', { longer: 23 * 60 * minute });
  expect(plain(far.says, 'en')).toBe('Too long. The new closing time can be at most 1 day from now.');
  const early = await stage.press('ann', card, 'extend', { until: (card.access?.until ?? 0) - minute });
  expect(plain(early.says, 'en')).toMatch(/^Choose a time after the current closing time/);
  const until = (card.access?.until ?? 0) + 90 * minute;
  const extension = await stage.follow('ann', card, 'extend', { until });
  expect(extension).toMatchObject({ plan: { timedUntil: until }, decision: { ruling: { need: 'approve' } } });
  expect(plain(extension.plan.title, 'en')).toBe('Keep port 8000 on api open to the internet 1 hour 30 minutes longer');
});

test('an extended card points to the closing time that holds, and to the end once it came', async ({
  opened: { stage, card },
}) => {
  const extend = async (of: ChangeRequest) => {
    const extension = await stage.follow('ann', await stage.now(of), 'extend', { longer: 60 * minute });
    await stage.pressed('bob', extension, 'approve');
    return stage.now(extension);
  };
  const second = await extend(card);
  expect(statusOf(await stage.now(card))).toContain(`as changed by <${second.shown.link}|a later request>`);
  const third = await extend(second);
  const until = (card.access?.until ?? 0) + 120 * minute;
  expect(third.access?.until).toBe(until);
  for (const each of [card, second])
    expect((await stage.now(each)).access).toMatchObject({ how: 'extended', later: { request: third.id, until } });
  const drawn = async (each: ChangeRequest) => JSON.stringify(cardMessage(await stage.now(each)).blocks);
  for (const each of [card, second]) expect(await drawn(each)).not.toMatch(/request\.(?:extend|close_now|undo)/);
  expect(await drawn(third)).toMatch(/request\.extend.*request\.close_now/);
  // Columns with two dates are wider than a phone.
  expect(await drawn(third)).not.toContain('"table"');
  expect(plain(card.plan.title, 'en')).toContain('for 2 hours');
  expect(await drawn(card)).not.toContain('for 2 hours');
  await stage.pressed('bob', third, 'close_now');
  await stage.engine.idle();
  for (const each of [card, second, third]) expect(statusOf(await stage.now(each))).toMatch(/^○ \*Closed by <@UBOB>\*/);
  expect(JSON.stringify(cardMessage(await stage.now(card)).blocks)).not.toContain('request.undo');
});

test('the card of access that closed at its moved closing time doesn’t call it late', async ({
  opened: { stage, card },
}) => {
  const extension = await stage.follow('ann', await stage.now(card), 'extend', { longer: 60 * minute });
  await stage.pressed('bob', extension, 'approve');
  await stage.pass(180 * minute + 30_000);
  for (const each of [card, extension])
    expect(statusOf(await stage.now(each))).toMatch(/^○ \*Closed automatically\*(?!.*instead)/);
});

test('the card of access with a moved closing time says when external access was closed, and was opened again', async ({
  stage,
}) => {
  const port = { component: ['importer'], port: ['5000'] };
  const card = await stage.approved('ann', 'port.open', { ...port, both: ['yes'], for: ['2h'] });
  const extension = await stage.follow('ann', await stage.now(card), 'extend', { longer: 60 * minute });
  await stage.pressed('bob', extension, 'approve');
  await stage.engine.idle();
  const drawn = async () => JSON.stringify(cardMessage(await stage.now(card)).blocks);
  expect(await drawn()).toContain('External access is open');
  const close = await stage.card('ann', 'port.close', port);
  await stage.pressed('ann', close, 'approve');
  await stage.engine.idle();
  expect(await drawn()).not.toContain('External access is open');
  for (const each of [card, extension])
    expect(statusOf(await stage.now(each))).toMatch(
      /External access was closed by <@UANN> .*Internal access closes auto/,
    );
  const undo = await stage.follow('ann', await stage.now(close), 'undo');
  await stage.pressed('bob', undo, 'approve');
  await stage.engine.idle();
  for (const each of [card, extension])
    expect(statusOf(await stage.now(each))).toMatch(/External access was closed by <@UANN>.* and later opened again/);
});

test('who opened it is told each move by others, and the end, with who and where', async ({
  opened: { stage, card },
}) => {
  const told = () => stage.newPosts().filter((post) => / · asker · /.test(post) || post.startsWith('note'));
  const longer = async (by: 'dee' | 'ann', of: ChangeRequest) => {
    const extension = await stage.follow(by, await stage.now(of), 'extend', { longer: 60 * minute });
    stage.newPosts();
    await stage.pressed('bob', extension, 'approve');
    await stage.engine.idle();
    return stage.now(extension);
  };
  const second = await longer('dee', card);
  expect(told()).toContainEqual(
    expect.stringMatching(/^note · done · asker · @UDEE moved the closing time from .* to .*: see request \S+ /),
  );
  const third = await longer('dee', second);
  const [, until] = [second, third].map(({ access }) => access?.until);
  expect((await stage.now(card)).access?.later).toMatchObject({ request: third.id, until });
  // Only in the thread of the opening: Dee moved her own closing time.
  expect(told().filter((post) => post.includes('@UDEE moved'))).toHaveLength(1);
  await stage.pressed('bob', third, 'close_now');
  await stage.engine.idle();
  expect(told().filter((post) => /^note · done · asker · Closed by @UBOB: see request/.test(post))).toHaveLength(1);
});

test('other open requests on the same port, and equal ones, are named on the later card', async ({ stage }) => {
  const web = { component: ['web'], port: ['8080'] };
  const first = await stage.card('ann', 'port.close', web);
  const alias = await stage.card('bob', 'port.alias', { component: ['web'], port: ['8080'], alias: ['SHOP'] });
  expect(alias.shown.beside).toMatchObject([{ request: first.id, link: first.shown.link }]);
  const same = await stage.card('bob', 'port.close', { component: ['web'], port: ['8080'] });
  expect(same.id).not.toBe(first.id);
  expect(same.shown.beside?.map(({ request }) => request)).toContain(first.id);
  // Requests for a rule of the same port, and for a rule of the same domain on another port, are mentioned.
  const rule = await stage.card('ann', 'gateway.http', { ...web, domain_name: ['new.shop.test'] });
  expect(rule.shown.beside?.map(({ request }) => request)).toContain(first.id);
  const api = { component: ['api'], port: ['8000'], domain_name: ['NEW.shop.test/api'], whether_open: ['yes'] };
  expect((await stage.card('ann', 'gateway.http', api)).shown.beside).toMatchObject([{ request: rule.id }]);
  const elsewhere = await stage.card('bob', 'port.protocol', {
    component: ['cache'],
    port: ['6379'],
    protocol: ['http'],
  });
  expect(elsewhere.shown.beside).toBeUndefined();
  // A card in this channel must not mention a request in a private channel.
  const given = { component: ['cache'], port: ['7001'] };
  await stage.engine.propose({ operation: 'port.add', given }, { person: people.cem, channel: 'G0SECRET' });
  const {
    shown: { beside },
  } = await stage.card('ann', 'port.add', { ...given, protocol: ['tcp'] });
  expect(beside).toMatchObject([{ title: { key: 'change.requestElsewhere' } }]);
  expect(beside?.[0]).not.toHaveProperty('link');
});

const operatorsAlone: Policy = {
  ...defaultPolicy,
  source: 'file',
  roles: new Map([['operators', { name: 'operators', users: ['UANN'], groups: [] }]]),
  rules: [{ line: 1, when: {}, need: 'approve', from: 'operators', count: 1 }],
};

test('what nobody else could decide is refused at once, or says that breaking the glass is the only way', async () => {
  const asked = { component: ['api'], port: ['8000'] };
  const stage = await stageWith({ policy: operatorsAlone });
  const refused = await stage.ask('ann', 'port.open', asked);
  expect('problem' in refused && refused.problem === 'refused' ? plain(refused.why, 'en') : refused).toBe(
    'No one else in operators can approve this, so no request was made.',
  );
  const role = operatorsAlone.roles.get('operators');
  const glass = await stageWith({ policy: { ...operatorsAlone, ...(role ? { breakGlass: role } : {}) } });
  const card = await glass.card('ann', 'port.open', asked);
  expect(statusOf(card)).toContain(
    'nobody can approve it, since requesters can’t approve their own requests. Only operators can run it, with *Break glass*',
  );
  glass.newPosts();
  await glass.pressed('ann', card, 'break_glass', { reason: 'the shop is down' });
  expect(glass.newPosts().join('\n')).toMatch(/note · \w+ · deciders, channel · 🚨 @UANN used Break glass/);
});

test('a refusal that the plan foresaw is explained, and the platform’s own words are with the calls', async ({
  stage,
}) => {
  const failed = await stage.now(await stage.approved('ann', 'port.open', { component: ['web'], port: ['9090'] }));
  const { text } = cardMessage(failed);
  expect(text).toContain('External access wasn’t opened. The platform can’t open ports of the protocol grpc');
  expect(text).not.toMatch(/Code:|Reference|service create error/);
  const calls = JSON.stringify(callsView(failed, { lang: 'en', zone: 'UTC' }).blocks);
  expect(calls).toMatch(/The platform’s answer: .*Code: 400\. Reference/);
});

test('the undo of a rule that opened its port says that the port stays open, until it is closed', async () => {
  const stage = await stageWith();
  const given = { component: ['api'], port: ['8000'], domain_name: ['new.shop.test'], whether_open: ['yes'] };
  const rule = await stage.approved('ann', 'gateway.http', given);
  const decide = async (request: ChangeRequest) => {
    await stage.pressed(request.decision.ruling.need === 'approve' ? 'bob' : 'ann', request, 'approve');
    await stage.pass(1_000);
  };
  await decide(await stage.follow('ann', await stage.now(rule), 'undo'));
  const undone = cardMessage(await stage.now(rule)).blocks;
  expect(JSON.stringify(undone)).toContain('Its port stays open to the internet');
  expect(JSON.stringify(undone)).toContain('Close port 8000');
  expect(JSON.stringify(undone)).not.toMatch(/request\.undo|Rule created/);
  await decide(await stage.card('ann', 'port.close', { component: ['api'], port: ['8000'], side: ['outer'] }));
  const closed = cardMessage(await stage.now(rule)).blocks;
  expect(JSON.stringify(closed)).toContain('External access to its port is closed, too');
  expect(JSON.stringify(closed)).toContain('closed since then');
  expect(JSON.stringify(closed)).toContain('Rule deleted');
  expect(JSON.stringify(closed)).not.toMatch(/stays open|request\.undo/);
});

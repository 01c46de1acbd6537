import type { StoredMessage } from '../../playground/slack/workspace/workspace.ts';
import { createCardHands } from './card-hands.ts';
import { buttonsOf } from './stage.ts';
import { useStage } from './use-stage.ts';

const stage = await useStage();
const maya = stage.user('U0MAYA');
afterEach(async () => {
  for (const who of ['U0MAYA', 'U0SAM', 'U0LIU'])
    if (stage.slack.user(who).view()) await stage.slack.user(who).close(true);
  stage.platform.restore();
});

const channel = 'C0SHOP';

const { cards, now, aside, askForCard: ask, press } = createCardHands(() => stage, channel);
function latest(): StoredMessage {
  const card = cards().at(-1);
  if (!card) throw new Error('no card');
  return card;
}
const writes = (since = 0) =>
  stage.platform.log.entries
    .slice(since)
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, body }) => ({ method, path, body }));

it('opening a port for a while cannot be approved by its asker or a guest, is approved by a colleague, runs once, and closes by itself', async () => {
  const since = stage.platform.log.entries.length;
  const card = await ask('/port open api 8000 for=10m reason="customer demo"');
  expect(card.text).toContain('Waiting for approval');
  expect(card.text).toContain('customer demo');
  expect(card.pings).toEqual([]);
  await press('U0MAYA', card, 'request.approve');
  expect(aside('U0MAYA')).toContain('can’t approve your own request');
  await press('U0GUEST', card, 'request.approve');
  expect(aside('U0GUEST')).toMatch(/Guests/);
  expect(writes(since)).toEqual([]);

  await press('U0SAM', card, 'request.approve');
  expect(now(card.ts).text).toContain('Done');
  expect(now(card.ts).text).toContain('http://gr2f88b0-8000-shop.apps.east.shop.test');
  expect(writes(since)).toEqual([
    { method: 'PUT', path: expect.stringMatching(/\/ports\/8000$/), body: { action: 'open_outer' } },
  ]);
  const replies = stage.slack
    .messages(channel, 'U0MAYA')
    .filter(({ threadTs, ts }) => threadTs === card.ts && ts !== card.ts);
  expect(replies.some(({ pings }) => pings.includes('U0MAYA'))).toBe(true);

  await press('U0SAM', now(card.ts), 'request.approve');
  expect(writes(since)).toHaveLength(1);

  stage.jump(10 * 60_000 + 1_000);
  await stage.slack.until(() => now(card.ts).text.includes('Closed automatically'), 15_000);
  expect(writes(since).map(({ body }) => body)).toEqual([{ action: 'open_outer' }, { action: 'close_outer' }]);
  stage.jump(-10 * 60_000 - 1_000);
});

it('a direct message holds no request that nobody else could see, but those that the asker confirms', async () => {
  const answerTo = async (words: string) => {
    await maya.slash(maya.direct(), words);
    return maya.messages(maya.direct()).at(-1)?.text;
  };
  expect(await answerTo('/port open api 8000')).toContain('no one else can see this conversation');
  expect(await stage.bot().store.requests.open({ asker: 'U0MAYA' })).toEqual([]);
  expect(await answerTo('/port close web 8080')).toContain('Waiting for confirmation');
  const [card] = await stage.bot().store.requests.open({ asker: 'U0MAYA' });
  await maya.press({ channel: maya.direct(), ts: card?.ts ?? '' }, 'request.cancel');
});

it('a card that Slack does not take at once is told to its asker, and posted as soon as Slack takes it', async () => {
  const before = cards().length;
  await stage.slack.injectFault({ fault: 'fail', method: 'chat.postMessage', error: 'fatal_error', times: 1 });
  await stage.slack.user('U0MAYA').slash(channel, '/port close web 8080');
  await stage.slack.until(() => aside('U0MAYA').includes('hasn’t accepted its card yet'), 10_000);
  await stage.slack.until(() => cards().length > before, 10_000);
  await press('U0MAYA', latest(), 'request.cancel');
});

it('a header to set that is a credential is sent as it was typed, and shown nowhere', async () => {
  const since = stage.platform.log.entries.length;
  const headers = 'set_header=X-Team:shop set_header="Authorization:Bearer hush" set_header=X-Auth:hush-too';
  const conditions = 'domain_header="Authorization:Bearer hush-3" domain_cookie=canary:yes;session_token:hush-4';
  const card = await ask(`/gateway http web 8080 hush.shop.test ${headers} ${conditions}`);
  expect(card.text).toContain('X-Team:shop, Authorization:[secret], X-Auth:[secret]');
  expect(card.text).toContain('canary=yes;session_token=[secret]');
  // The whole card would be too high for a phone, so the calls are in Details.
  await press('U0SAM', card, 'request.review');
  const sam = stage.user('U0SAM');
  const details = JSON.stringify(sam.view());
  expect(details).toContain('canary=yes;session_token=[secret]');
  expect(details).toContain('can’t check whether the address works');
  expect(card.text).not.toContain('can’t check whether the address works');
  await sam.press({ view: sam.view()?.id ?? '' }, 'request.calls');
  const view = details + JSON.stringify(sam.view());
  expect(JSON.stringify(sam.view())).toContain('X-Team');
  await stage.slack.user('U0SAM').close(true);
  await press('U0SAM', card, 'request.approve');
  expect(now(card.ts).text).toContain('Done');
  expect(view + JSON.stringify(cards())).not.toMatch(/hush["-]/);
  expect(view + JSON.stringify(cards())).not.toContain('Bearer');
  for (const sent of ['Bearer hush"', 'hush-too', 'Bearer hush-3', 'canary=yes;session_token=hush-4'])
    expect(JSON.stringify(writes(since)).replaceAll('\\"', '"')).toContain(sent);
});

describe('a card', () => {
  it('links to an equal open request instead of repeating it', async () => {
    const card = await ask('/port close web 8080');
    await maya.slash(channel, '/port close web 8080');
    expect(aside('U0MAYA')).toContain('already');
    expect(latest().ts).toBe(card.ts);
    await press('U0MAYA', card, 'request.cancel');
    expect(now(card.ts).text).toContain('Canceled');
  });

  it('is denied with a reason from a modal, and whoever presses what they saw before hears so', async () => {
    const card = await ask('/port open api 8000');
    const { blocks } = card;
    await press('U0SAM', card, 'request.deny');
    expect(stage.slack.user('U0SAM').view()).toBeDefined();
    await stage.user('U0SAM').submit({ reason: { reason: 'not on a Friday' } });
    expect(now(card.ts).text).toContain('not on a Friday');
    await press('U0SAM', card, 'request.approve', blocks);
    expect(now(card.ts).text).toContain('Denied');
    expect(aside('U0SAM')).toContain('has already denied this request');
  });

  it('isn’t made where the channel’s settings don’t let the bot post: people read who can act', async () => {
    const restrict = { fault: 'restrict_channel', channel } as const;
    await stage.slack.injectFault({ ...restrict, error: 'restricted_action_read_only_channel' });
    await expect(ask('/port open api 8000')).rejects.toThrow('Ask a channel manager or a workspace admin');
    // If Slack refuses only replies, the notes about a card go to its requester, and the card remains.
    await stage.slack.injectFault({ ...restrict, error: 'restricted_action_non_threadable_channel' });
    const card = await ask('/port open api 8000');
    await press('U0MAYA', card, 'request.cancel');
    expect(now(card.ts).text).toContain('Canceled');
    await stage.slack.injectFault({ fault: 'reset' });
  });

  it('answers privately in the thread where its card is, also what was entered in a form', async () => {
    const parent = await stage.slack.user('U0MAYA').say(channel, 'shall we?');
    const thread = parent.ok ? (parent.ts ?? '') : '';
    await maya.mention(channel, 'port open api 8000', thread);
    const card = stage.slack.messages(channel, 'U0SAM').find((each) => each.byBot && each.threadTs === thread);
    if (!card) throw new Error('no card in the thread');
    const lastAside = () => stage.slack.messages(channel, 'U0SAM').findLast((each) => each.ephemeralFor === 'U0SAM');
    const { blocks } = card;
    await press('U0SAM', card, 'request.deny');
    await press('U0MAYA', card, 'request.cancel');
    await stage.user('U0SAM').submit({ reason: { reason: 'not on a Friday' } });
    expect(lastAside()).toMatchObject({ threadTs: thread, text: expect.stringContaining('canceled') });
    const before = lastAside()?.ts;
    await press('U0SAM', card, 'request.approve', blocks);
    expect(lastAside()).toMatchObject({ threadTs: thread, text: expect.stringContaining('canceled') });
    expect(lastAside()?.ts).not.toBe(before);
  });

  it('shows the exact calls', async () => {
    const card = await ask('/port open api 8000');
    await press('U0SAM', card, 'request.calls');
    const shown = JSON.stringify(stage.slack.user('U0SAM').view()?.content);
    expect(shown).toContain('PUT /openapi/v1/teams/shop/regions/east-1/apps/12/services/');
    expect(shown).toContain('open_outer');
    expect(shown).not.toContain(stage.platform.token);
    await press('U0MAYA', card, 'request.cancel');
  });

  it('is decided once by two people at the same moment', async () => {
    const card = await ask('/port open api 8000');
    const since = stage.platform.log.entries.length;
    await Promise.all([
      stage.slack.user('U0SAM').press({ channel, ts: card.ts }, 'request.approve'),
      stage.slack.user('U0LIU').press({ channel, ts: card.ts }, 'request.approve'),
      stage.slack.user('U0SAM').press({ channel, ts: card.ts }, 'request.approve'),
    ]);
    await stage.idle();
    expect(writes(since)).toHaveLength(1);
    expect(now(card.ts).text).toContain('Done');
    await press('U0SAM', now(card.ts), 'request.undo');
    const undo = latest();
    expect(undo.text).toContain('Close external access to port 8000');
    await press('U0SAM', undo, 'request.approve');
    expect(now(undo.ts).text).toContain('Done');
  });

  it('can be decided after a restart', async () => {
    const card = await ask('/port open api 8000');
    await stage.restart();
    await press('U0SAM', card, 'request.approve');
    expect(now(card.ts).text).toContain('Done');
  });

  it('is told once by mail of the outbox, though Slack lost the answer to its post', async () => {
    await stage.slack.injectFault({ fault: 'lose_answer', method: 'chat.postMessage' });
    await maya.slash(channel, '/port open api 8000');
    const card = latest();
    await press('U0SAM', card, 'request.approve');
    await stage.slack.until(() => now(card.ts).text.includes('Done'), 10_000);
  });

  it('is not asked where the bot is no member: the asker is told to invite it', async () => {
    const before = stage.slack.messages('C0NOBOT', 'U0SAM').length;
    await stage.user('U0SAM').slash('C0NOBOT', '/port open api 8000');
    const said = stage.slack.messages('C0NOBOT', 'U0SAM').slice(before);
    expect(said).toHaveLength(1);
    expect(said[0]?.text).toContain('/invite');
  });

  it.each([
    ['missing_scope', 'Ask a workspace administrator to add it and reinstall the app.'],
    ['invalid_auth', 'reinstall the app and set the new SLACK_BOT_TOKEN'],
    ['invalid_blocks', 'Contact your Portolan administrator.'],
  ])('that Slack refuses (%s) is canceled at once, and whoever asked is told what to do', async (error, fix) => {
    await stage.slack.injectFault({ fault: 'fail', method: 'chat.postMessage', error, times: 2 });
    const [before, logged] = [cards().length, stage.lines.length];
    await maya.slash(channel, '/port open api 8000');
    await stage.slack.injectFault({ fault: 'reset' });
    expect(cards().length).toBe(before);
    // The log has one warning, with the request id and a fix. Temporary refusals cause no warning.
    const warnings = stage.lines.slice(logged).filter((line) => line.includes('Slack refused a message'));
    expect(warnings).toEqual([expect.stringMatching(/"fix":".*"request":"\w+"/)]);
    expect(aside('U0MAYA')).toContain('the request was canceled');
    expect(aside('U0MAYA')).toContain(fix);
  });

  it.each(['chat.postMessage', 'chat.update'])(
    'whose layout Slack refuses (%s) is shown in plain words',
    async (method) => {
      const refusal = { fault: 'fail', method, error: 'invalid_blocks', block: 'header', times: 9 } as const;
      await stage.slack.injectFault(refusal);
      const card = await ask('/port open api 8000');
      await press('U0SAM', card, 'request.approve');
      await stage.slack.until(() => now(card.ts).text.includes('Done'), 10_000);
      await stage.slack.injectFault({ fault: 'reset' });
      const shown = JSON.stringify(now(card.ts).blocks);
      expect(shown.includes('a shorter one')).toBe(method === 'chat.update');
      expect(shown).toContain('Done');
      expect(buttonsOf(now(card.ts))).toHaveProperty('Undo');
    },
  );

  it('whose every layout Slack refuses still says what happened', async () => {
    const card = await ask('/port open api 8000');
    for (const block of ['section', 'actions'])
      await stage.slack.injectFault({ fault: 'fail', method: 'chat.update', error: 'invalid_blocks', block, times: 9 });
    await press('U0SAM', card, 'request.approve');
    await stage.slack.until(() => now(card.ts).text.includes('Done'), 10_000);
    await stage.slack.injectFault({ fault: 'reset' });
    expect(now(card.ts).blocks).toEqual([]);
  });

  it('is asked from a mention in its thread', async () => {
    const parent = await stage.slack.user('U0SAM').say(channel, 'the api is shut');
    const ts = parent.ok ? (parent.ts ?? '') : '';
    await maya.mention(channel, 'port open api 8000', ts);
    const inThread = stage.slack
      .messages(channel, 'U0SAM')
      .filter((each) => each.threadTs === ts && each.user === 'U0PORTOLAN');
    expect(inThread[0]?.text).toContain('Open port 8000');
    const card = inThread[0];
    if (!card) return;
    await stage.user('U0SAM').press({ channel, ts: card.ts }, 'request.approve');
    expect(stage.slack.messages(channel, 'U0SAM').find((each) => each.ts === card.ts)?.text).toContain('Done');
  });
});

it('a gateway rule is made in the modal, and appears in the component', async () => {
  await maya.slash(channel, '/gateway');
  const view = maya.view();
  if (!view) throw new Error('no form');
  const components = await maya.options({ view: view.id }, { actionId: 'component', blockId: 'component' }, 'web');
  const component = components.ok ? components.options?.options[0]?.value : undefined;
  await maya.press({ view: view.id }, { actionId: 'component', blockId: 'component' }, component ?? '');
  const block = `port@${component}`;
  expect(JSON.stringify(maya.view()?.content.blocks)).toContain('"value":"8080"');
  const before = cards().length;
  const submitted = await maya.submit({
    component: { component: component ?? '' },
    [block]: { port: '8080' },
    domain_name: { domain_name: 'new.shop.test' },
  });
  expect(submitted).toMatchObject({ ok: true, submitted: { result: 'closed' } });
  await stage.idle();
  expect(cards()).toHaveLength(before + 1);
  const card = latest();
  expect(now(card.ts).text).toContain('Waiting for approval');
  const link = '<http://new.shop.test|http://new.shop.test>';
  expect(JSON.stringify(now(card.ts))).not.toContain(link);
  await press('U0SAM', card, 'request.approve');
  expect(now(card.ts).text).toMatch(/Done[\s\S]*rule created/i);
  expect(JSON.stringify(now(card.ts).blocks)).toContain(link);
  await maya.slash(channel, '/component show web');
  expect(aside('U0MAYA')).toContain('new.shop.test');
});

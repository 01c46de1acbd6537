import { policyOf } from '../engine/policy-of.ts';
import { createCardHands } from './card-hands.ts';
import { useStage } from './use-stage.ts';

const yaml = `
contexts:
  shop: { team: shop, region: east-1, app: 12, channel: C0SHOP }
  billing: { team: shop, region: east-1, app: 13, channel: C0BILLING }
channels:
  C0SHOP: { context: shop, allow: [question, change, expose, destroy] }
roles:
  operators: { users: [U0MAYA, U0LIU, U0SAM], groups: [S0123OPS] }
  captains: { users: [U0MAYA] }
rules:
  - { when: { risk: destroy }, need: approve, from: operators, count: 2 }
  - { when: { operation: port.close }, need: run }
  - { when: { risk: expose }, need: approve, from: operators }
break_glass: captains
max_open: 1h
`;

const stage = await useStage({ policy: policyOf(yaml), context: null });
beforeEach(() => stage.platform.restore());

const channel = 'C0SHOP';

const { cards, now, aside, ask, askForCard: card, press } = createCardHands(() => stage, channel);

describe('with a policy file', () => {
  it('two different people approve what destroys, and those who may are pinged', async () => {
    const asked = await card('/port delete cache 6379 close=yes');
    expect(asked.text).toContain('2 people from operators');
    expect([...asked.pings].sort()).toEqual(['S0123OPS', 'U0LIU', 'U0SAM']);
    await press('U0SAM', asked, 'request.approve');
    expect(now(asked.ts).text).toContain('it has 1 of 2 approvals');
    await press('U0SAM', asked, 'request.approve');
    expect(aside('U0SAM')).toMatch(/already|different/i);
    await press('U0LIU', asked, 'request.approve');
    expect(now(asked.ts).text).toContain('Done');
  });

  it('what a rule lets run at once is shown by a form first, and runs as it was shown', async () => {
    const maya = stage.user('U0MAYA');
    const shown = () => JSON.stringify(maya.view()?.content);
    const sent = () => stage.platform.log.entries.filter(({ method }) => method === 'PUT').length;
    const [before, writes] = [cards().length, sent()];
    await maya.slash(channel, '/port close web');
    await maya.options({ view: maya.view()?.id ?? '' }, 'port', '8080');
    expect(shown()).toContain('"text":"Request"');
    await maya.submit({ 'port@web': { port: '8080' }, reason: { reason: 'release is over' } });
    expect(shown()).toContain('"text":"Run now"');
    expect(shown()).toContain('Close external access to port 8080 on web');
    expect(shown()).toContain('• External access: ● on → ○ off');
    expect([cards().length, sent()]).toEqual([before, writes]);
    await maya.submit({});
    expect(cards().length).toBe(before + 1);
    expect(sent()).toBe(writes + 1);
    expect(now(cards()[before]?.ts ?? '').text).toMatch(/Done.*“release is over”/s);
    expect(maya.view()).toBeUndefined();
  });

  it('the glass is broken alone, with a written reason, loudly', async () => {
    const asked = await card('/port open api 8000');
    await press('U0MAYA', asked, 'request.break_glass');
    await stage.user('U0MAYA').submit({ reason: { reason: 'no' } });
    expect(now(asked.ts).text).toContain('Waiting');
    expect(Object.values(stage.slack.user('U0MAYA').view()?.errors ?? {})[0]).toContain('at least 10 characters');
    await stage.user('U0MAYA').submit({ reason: { reason: 'The checkout is down and nobody answers' } });
    expect(now(asked.ts).text).toContain('Break glass');
    expect(now(asked.ts).text).toContain('Done');
    const rows = await stage.bot().store.audit.search({ words: [['break_glass']], limit: 5 });
    expect(rows[0]?.reason).toContain('checkout');
    const short = rows[0]?.request?.slice(0, 8) ?? '';
    expect(now(asked.ts).text).toContain(short);
    await ask(`/portolan audit request=${short}`);
    expect(aside('U0MAYA')).toMatch(/⚠ \*.*\* used break glass/);
    // The bot finds a complete id even if other ids begin with it, such as the ids of the request's closings.
    const whole = rows[0]?.request ?? '';
    const [entry] = rows;
    if (!entry) throw new Error('no entry');
    const { seq: _, prev: __, hash: ___, kind: ____, ...closing } = { ...entry, request: `${whole}-close-1` };
    await stage.bot().store.commit({ at: entry.at, audit: [{ ...closing, kind: 'closing' }] });
    await ask(`/portolan audit request=${whole}`);
    expect(aside('U0MAYA')).not.toContain('is the beginning of');
    expect(aside('U0MAYA')).toMatch(/⚠ \*.*\* used break glass/);
    await ask(`/portolan audit request=${short}`);
    expect(aside('U0MAYA')).toMatch(/⚠ \*.*\* used break glass/);
    expect(aside('U0MAYA')).not.toContain('is the beginning of');
  });

  it('what was opened by breaking the glass says so in the list of openings, with the reason', async () => {
    const asked = await card('/port open api 8000 for=1h');
    await press('U0MAYA', asked, 'request.break_glass');
    await stage.user('U0MAYA').submit({ reason: { reason: 'The checkout is down and nobody answers' } });
    expect(now(asked.ts).text).toContain('Done');
    await ask('/portolan openings');
    expect(aside('U0MAYA')).toMatch(
      /api.*8000.*🚨 Break glass used by maya: “The checkout is down and nobody answers”/s,
    );
  });

  it('somebody outside the role neither approves nor breaks the glass', async () => {
    const asked = await card('/port open api 8000');
    await press('U0GUEST', asked, 'request.approve');
    expect(now(asked.ts).text).toContain('Waiting');
    await press('U0SAM', asked, 'request.break_glass');
    await stage.user('U0SAM').submit({ reason: { reason: 'I would really like to do this now' } });
    expect(now(asked.ts).text).toContain('Waiting');
    await press('U0MAYA', asked, 'request.cancel');
  });

  it('an opening may last as long as the policy says, and no longer', async () => {
    expect(await ask('/port open api 8000 for=2h')).toBeUndefined();
    expect(aside('U0MAYA')).toMatch(/1 hour/);
  });

  it('other channels only ask questions', async () => {
    await ask('/port list web in=shop', 'U0SAM', 'C0GENERAL');
    expect(aside('U0SAM', 'C0GENERAL')).toContain('Ports of web');
    await ask('/port open api 8000 in=shop', 'U0SAM', 'C0GENERAL');
    expect(aside('U0SAM', 'C0GENERAL')).toContain('only read-only commands');
  });

  it('only the contexts of the file exist', async () => {
    await ask('/port list web in=shop/west-2/31');
    expect(aside('U0MAYA')).toMatch(/policy/i);
  });

  it('keeps a context’s record for the members of its channel', async () => {
    const audit = '/portolan audit cache';
    await ask(audit, 'U0LIU');
    expect(aside('U0LIU')).toContain('关闭并删除“cache”的端口 6379');
    await ask(`${audit} in=shop`, 'U0SAM', 'C0GENERAL');
    expect(aside('U0SAM', 'C0GENERAL')).toContain('Close and delete port 6379 on cache');
    await ask('/portolan audit in=billing', 'U0SAM');
    expect(aside('U0SAM')).toContain('There are no entries here yet');
    await ask('/portolan audit in=billing', 'U0LIU');
    expect(aside('U0LIU')).toMatch(/members|成员/);
  });

  it('explains which rule would decide', async () => {
    await ask('/portolan policy port delete cache 6379');
    expect(aside('U0MAYA')).toMatch(/rule 1/i);
    await ask('/portolan policy port open web 8443');
    expect(aside('U0MAYA')).toMatch(/rule 3/i);
    await ask('/portolan policy port until web 8080 2h');
    expect(aside('U0MAYA')).toMatch(/longer than it would be now: .*confirm/i);
  });

  it('tells what it took a question for, and that guests do not ask', async () => {
    await ask('/portolan policy port frob');
    expect(aside('U0MAYA')).toContain('Any full member can run it.');
    expect(aside('U0MAYA')).toMatch(/Command: `\/port list frob` \(.*ports.*\)/i);
  });

  it('a policy asked about with a header’s value does not repeat a credential', async () => {
    await ask('/portolan policy gateway http web 8080 a.shop.test set_header="Authorization: Bearer abc123"');
    expect(aside('U0MAYA')).toContain('Authorization');
    expect(aside('U0MAYA')).not.toContain('abc123');
  });
});

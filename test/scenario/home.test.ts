import * as z from 'zod';
import type { Incident, IncidentLine } from '../../src/core/incident/incident.ts';
import { incidentRecords } from '../../src/operations/shared/incident/incident-rows.ts';
import { troubleRecords } from '../../src/operations/shared/incident/region-trouble.ts';
import { incidentMessages } from '../contract/incident-messages.ts';
import { acts, asks, startStage, wordsOf } from './stage.ts';
import { useStage } from './use-stage.ts';

const stage = await useStage({ context: { team: 'shop', region: 'east-1', app: '12' }, mode: 'socket' });
const sam = stage.user('U0SAM');
const maya = stage.user('U0MAYA');

const homeOf = (who: string) => wordsOf(stage.slack.user(who).home()?.content);

async function homeWith(who: string, words: string): Promise<string> {
  await stage.slack.until(() => homeOf(who).includes(words), 10_000);
  return homeOf(who);
}

async function opens(who: string): Promise<string> {
  await stage.user(who).openHome();
  return homeOf(who);
}

function buttonsOf(who: string, row: string): readonly string[] {
  const view = stage.slack.user(who).home();
  const actionIds: string[] = [];
  for (const block of blocksOf(view?.content))
    if (wordsOf([block]).includes(row) && block.accessory?.action_id) actionIds.push(block.accessory.action_id);
  return actionIds;
}

const Blocks = z.object({
  blocks: z.array(z.looseObject({ accessory: z.object({ action_id: z.string() }).optional() })),
});

const blocksOf = (content: unknown): z.infer<typeof Blocks>['blocks'] => Blocks.safeParse(content).data?.blocks ?? [];

async function requests(channel: string, words: string): Promise<void> {
  await acts(stage, 'U0MAYA', channel, (actor) => actor.slash(channel, words));
}

/** Cancels all open requests, so that a test doesn't see the requests of other tests. */
async function cancelAll(): Promise<void> {
  const { store } = stage.bot();
  for (const { id } of await store.requests.open({})) {
    const message = (await store.requests.get(id))?.ts;
    const posted = stage.slack.messages('C0BILLING', 'U0MAYA').find(({ ts }) => ts === message);
    if (posted) await stage.slack.user('U0MAYA').press(posted, 'request.cancel');
  }
  await stage.idle();
}

test('a Home shows what is open to the internet, what doesn’t run and what expires, and closes a port in two steps', async () => {
  const home = await opens('U0MAYA');
  expect(home).toMatch(
    /Stopped or abnormal[\s\S]*Reachable from outside now[\s\S]*Certificates, expired or expiring within 30 days/,
  );
  // Also the first form and Home after a start name the app, not only its number.
  expect(home).toContain('Default: shop / east-1 / shop #12.');
  expect(home).toContain('web:8080');
  expect(home).toContain('https://www.shop.test');
  expect(home).toContain('abnormal');
  // Its rolling update can't end, although the platform says that it is in progress.
  expect(home).toMatch(/search \(gr5ea3c2\)\*\n🔴 abnormal · shop\n(?!Restart)/);
  expect(home).not.toContain('Couldn’t read');
  expect(home).not.toContain('Your pending requests');
  const [close = ''] = buttonsOf('U0MAYA', 'web:8080');
  await maya.press({ view: maya.home()?.id ?? '' }, close);
  // The form asks for the channel of the card, because no channel has this app as its context.
  expect(wordsOf(maya.view()?.content)).toContain('Close a port');
  expect(JSON.stringify(maya.view()?.content)).toMatch(
    /"initial_option":\{"value":"[0-9a-f]{32}","text":\{"type":"plain_text","text":"web/,
  );
  await maya.close(true);
});

test('what is watched, what is open and the audit log are one press away, in direct messages', async () => {
  expect(await opens('U0MAYA')).toContain('Answers come under Messages');
  for (const [operation, title] of Object.entries({
    'watch.list': 'Watches of this app',
    openings: 'What is open',
    audit: 'Audit log',
  })) {
    const [answer] = await acts(stage, 'U0MAYA', maya.direct(), (actor) =>
      actor.press({ view: maya.home()?.id ?? '' }, `ask:${operation}`),
    );
    expect(wordsOf(answer?.blocks), operation).toContain(title);
    expect(wordsOf(answer?.blocks), operation).not.toContain('Share');
    expect(homeOf('U0MAYA')).toMatch(new RegExp(`\\*${title}.*\\*: see Messages\\.`));
  }
});

test('while the platform is down, what is open says that it lists only the ports on record without a closing time', async () => {
  const openings = () => asks(stage, 'U0MAYA', 'C0SHOP', '/portolan openings');
  expect(wordsOf((await openings()).blocks)).toMatch(/⚠ \*db 33060\* · a database, no closing time/);
  await stage.platform.faults.set({ nextRead: { kind: 'error', status: 500, times: 60 } });
  const message = await openings();
  const down = wordsOf(message.blocks);
  // Nothing was read now, so the answer names no time of its own.
  expect(down).not.toMatch(/^Context: .* as of /m);
  const list = await asks(stage, 'U0MAYA', 'C0SHOP', '/port list db');
  expect(wordsOf(list.blocks)).toContain('Last known addresses');
  // Since when is said by each answer, if it is known, such as that to a chart.
  const { store } = stage.bot();
  const at = Date.now() - 60_000;
  const trouble = troubleRecords.save({ unread: at, isPlatform: true }, { id: 'east-1', at }, undefined);
  await store.commit({ at, records: [trouble] });
  const chart = wordsOf((await asks(stage, 'U0MAYA', 'C0SHOP', '/monitor')).blocks);
  expect(chart).toMatch(/It hasn’t answered since .* UTC/);
  expect(chart).not.toContain('Last known addresses');
  const dated = wordsOf((await asks(stage, 'U0MAYA', 'C0SHOP', '/portolan openings')).blocks);
  expect(dated).toMatch(/⚠ The platform hasn’t answered since .* UTC\S*\. Of the ports without a closing time/);
  const exposed = wordsOf((await asks(stage, 'U0MAYA', 'C0SHOP', '/portolan exposure')).blocks);
  expect(exposed).toMatch(/⚠ The platform hasn’t answered since .*\. More may be open/);
  // Home says so at its top, above its buttons, also if its own data is fresh.
  const home = await opens('U0MAYA');
  expect(home).toMatch(/⚠ The platform hasn’t answered since .*\. Below is what was last known\./);
  expect(home.indexOf('hasn’t answered')).toBeLessThan(home.indexOf('Post a chart'));
  await store.commit({ at, records: [troubleRecords.drop('east-1')] });
  await stage.platform.faults.set({ nextRead: null });
  expect(down).toContain(
    '⚠ The platform doesn’t answer at the moment. Of the ports without a closing time, only those on record are listed.',
  );
  expect(down).toContain('All addresses of the team');
  // The last answer recorded what it showed.
  expect(down).toMatch(/⚠ \*db 33060\* · a database, no closing time\n203\.\S+ \(as of /);
});

async function withIncidents(incidents: readonly Incident[], look: () => Promise<void>): Promise<void> {
  const { store } = stage.bot();
  const at = Date.now();
  const row = (body: Incident) => ({ placeKey: 'p', channel: 'C0SHOP', isOpen: true, at, body });
  const put = incidents.map((each) => ({ next: { kind: incidentRecords.kind, id: each.id, ...row(each) } }));
  await store.commit({ at, records: put.map((each) => ({ ...each, expect: 'new' as const })) });
  await look();
  await store.commit({ at, records: incidents.map(({ id }) => ({ drop: { kind: incidentRecords.kind, id } })) });
}

function firingOf(name: string, state: Partial<IncidentLine> = {}): Incident {
  const fired = incidentMessages['firing, abnormal'] ?? expect.fail();
  const component = { id: name, name };
  const lines = fired.lines.map((line) => ({ ...line, key: name, component, ...state }));
  return { ...fired, id: `one-${name}`, channel: 'C0SHOP', component, lines };
}

test('incidents without data share one row, because the platform is the cause of all', async () => {
  const unread = { since: Date.now() - 60_000, by: 'platform' } as const;
  const silent = ['api', 'cache'].map((name) => firingOf(name, { noData: true, unread }));
  // A second channel watches one of them, too.
  const twice = silent.slice(0, 1).map((incident) => ({ ...incident, id: 'two', channel: 'C0BILLING' }));
  await withIncidents([...twice, ...silent], async () => {
    const home = await opens('U0MAYA');
    expect(home).toMatch(/^\? \*No data\*: (?:cache: abnormal; api|api: abnormal; cache): abnormal$/m);
    expect(home).not.toContain('Showing 1 of');
    expect(buttonsOf('U0MAYA', 'No data')).toEqual([]);
  });
});

test('each of many incidents can be reached: those without a row of their own are named in the last one', async () => {
  const many = ['api', 'cache', 'db', 'promo', 'search', 'web', 'worker'].map((name) => firingOf(name));
  await withIncidents(many, async () => {
    const home = await opens('U0MAYA');
    for (const { component } of many) expect(home).toContain(`${component?.name}: abnormal`);
    expect(home).toMatch(/^Also: \S+: abnormal; \S+: abnormal$/m);
  });
});

test('a problem that two channels watch doesn’t take the row of another one', async () => {
  const names = ['api', 'cache', 'db', 'promo', 'search'];
  const twice = names.map((name) => ({ ...firingOf(name), id: `two-${name}`, channel: 'C0BILLING' }));
  await withIncidents([...names.map((name) => firingOf(name)), ...twice], async () => {
    const home = await opens('U0MAYA');
    for (const name of names) expect(home).toMatch(new RegExp(`^\\*.*${name}: abnormal.*\\*$`, 'm'));
    expect(home).not.toContain('Also:');
  });
});

test('a database that is meant to be reachable has no ⚠', async () => {
  expect(await opens('U0MAYA')).toContain('⚠ *db:33060*');
  await asks(stage, 'U0MAYA', 'C0SHOP', '/portolan exposure accept 203.0.113.9:30021 reason=replica');
  expect(await opens('U0MAYA')).toMatch(/^\*db:33060\*\n203/m);
});

test('a platform that is down is one sentence, and Home has what was open when it was last read', async () => {
  stage.jump(61_000);
  const [known = ''] = /^\*web:8080\*\n.*/m.exec(await opens('U0MAYA')) ?? [];
  expect(known).toMatch(/^\*web:8080\*\nhttps:\/\/www\.shop\.test and \d more · /);
  const words = '/gateway http web 8080 new.shop.test reason=test';
  const posted = await acts(stage, 'U0MAYA', 'C0SHOP', (actor) => actor.slash('C0SHOP', words));
  const card = posted.find(({ blocks }) => JSON.stringify(blocks).includes('request.approve')) ?? expect.fail();
  await acts(stage, 'U0SAM', 'C0SHOP', (actor) => actor.press(card, 'request.approve'));
  stage.jump(61_000);
  await stage.platform.faults.set({ nextRead: { kind: 'error', status: 500, times: 60 } });
  // On a busy machine, the first Home may come before its reads have failed.
  await expect
    .poll(() => opens('U0MAYA'), { timeout: 10_000 })
    .toContain('⚠ The platform doesn’t answer at the moment.');
  const home = homeOf('U0MAYA');
  await stage.platform.faults.set({ nextRead: null });
  expect(home).not.toContain('Couldn’t read');
  expect(home).toMatch(
    /Reachable from outside, last known\n⚠ As the platform showed it last, .* More may be open\.\n\*web:8080\*\n/,
  );
  // Also what is stopped or expires, without buttons for changes that aren't possible now.
  expect(home).toMatch(/Stopped or abnormal\n[\s\S]* \(as of [\s\S]*Certificates, expired or expiring/);
  expect(buttonsOf('U0MAYA', '○ stopped')).toEqual([]);
  // It keeps all that the Home before showed, and what was opened since.
  const shown = (text: string) => Number(/^\*web:8080\*\n.* and (\d) more/m.exec(text)?.[1]);
  expect(shown(home)).toBe(shown(known) + 1);
  // Closing says what wasn't closed.
  await stage.platform.faults.set({ nextRead: { kind: 'error', status: 500, times: 60 } });
  await maya.press({ view: maya.home()?.id ?? '' }, buttonsOf('U0MAYA', 'web:8080')[0] ?? '');
  await maya.submit({ channel: { channel: 'C0SHOP' } });
  await stage.idle();
  await stage.platform.faults.set({ nextRead: null });
  expect(wordsOf(maya.view()?.content)).toMatch(/Couldn’t close port 8080 of web\. .* Nothing was changed\./);
  await maya.close(true);
  // A press on Refresh reads it again at once, not only a minute after the reads that failed.
  stage.jump(5_000);
  expect(homeOf('U0MAYA')).toContain('doesn’t answer');
  await maya.press({ view: maya.home()?.id ?? '' }, 'home.refresh');
  await expect.poll(() => homeOf('U0MAYA'), { timeout: 10_000 }).not.toMatch(/Couldn’t read|doesn’t answer/);
});

test('a request that waits is reviewed from Home as its whole card, and approved there', async () => {
  await requests('C0SHOP', '/port open web 8443 both for=2h reason="load test"');
  await opens('U0SAM');
  expect(await homeWith('U0SAM', 'Waiting for your decision')).toContain('Open port 8443');
  await sam.press({ view: sam.home()?.id ?? '' }, 'request.review');
  const card = wordsOf(sam.view()?.content);
  for (const part of ['Waiting for approval', 'External access: ○ off → ● on', 'Anyone on the internet', 'load test'])
    expect(card).toContain(part);
  await sam.press({ view: sam.view()?.id ?? '' }, 'request.approve');
  expect(wordsOf(sam.view()?.content)).not.toContain('Waiting for approval');
  const [request] = await stage.bot().store.requests.recent(1);
  expect(request).toMatchObject({ state: 'done' });
  await sam.close(true);
  // A change of what is closed by now says so.
  const posted = stage.slack.messages('C0SHOP', 'U0SAM').find(({ ts }) => ts === request?.ts) ?? expect.fail();
  await acts(stage, 'U0SAM', 'C0SHOP', (actor) => actor.press(posted, 'request.close_now'));
  expect(await opens('U0SAM')).toMatch(/Recent changes[\s\S]*○ .*Open port 8443 [^\n]*\n[^\n]* · closed /);
});

test('a change that was undone, and one that failed, have the word for it beside their mark', async () => {
  const askFor = async (words: string) => {
    await requests('C0SHOP', words);
    const [request] = await stage.bot().store.requests.recent(1);
    return stage.slack.messages('C0SHOP', 'U0MAYA').find(({ ts }) => ts === request?.ts) ?? expect.fail();
  };
  const press = (who: string, on: Parameters<typeof maya.press>[0], what: string) =>
    acts(stage, who, 'C0SHOP', (actor) => actor.press(on, what));
  const added = await askFor('/port add api 9998');
  await press('U0MAYA', added, 'request.approve');
  await press('U0MAYA', added, 'request.undo');
  const [undo] = await stage.bot().store.requests.recent(1);
  const undoing = stage.slack.messages('C0SHOP', 'U0MAYA').find(({ ts }) => ts === undo?.ts) ?? expect.fail();
  await press('U0SAM', undoing, 'request.approve');
  const failing = await askFor('/port add web 9999');
  await stage.platform.faults.set({ nextWrite: { kind: 'error', when: 'before', status: 400 } });
  await press('U0MAYA', failing, 'request.approve');
  expect(await opens('U0SAM')).toMatch(/○ .*9998[^\n]*\n[^\n]* · undone /);
  expect(homeOf('U0SAM')).toMatch(/✗ .*9999[^\n]*\n[^\n]* · failed$/m);
});

test('a colleague sees a change in a shared channel of which nobody knows the outcome, before older ones', async () => {
  await stage.platform.faults.set({ nextWrite: { kind: 'reset', when: 'before' } });
  await requests('C0SHOP', '/port add worker 9997');
  const [request] = await stage.bot().store.requests.open({ asker: 'U0MAYA' });
  const card = stage.slack.messages('C0SHOP', 'U0MAYA').find(({ ts }) => ts === request?.ts) ?? expect.fail();
  await acts(stage, 'U0MAYA', 'C0SHOP', (actor) => actor.press(card, 'request.approve'));
  expect(await opens('U0SAM')).toMatch(/Recent changes\n\? .*9997[^\n]*\n[^\n]* · outcome unknown$/m);
  expect(homeOf('U0SAM').split('9997')).toHaveLength(2);
  // An automatic check finds out how it ended.
  for (let checks = 0; checks < 6; checks += 1) {
    stage.jump(90_000);
    await stage.idle();
  }
  expect(await opens('U0SAM')).not.toContain('outcome unknown');
});

test('the list of requests names who decides each, and opens it: others decide there, its requester withdraws it', async () => {
  await requests('C0BILLING', '/port open api 8000 for=2h reason="load test" ask=<@U0SAM>');
  const listed = async (who: string) => wordsOf((await asks(stage, who, 'C0BILLING', '/portolan requests')).blocks);
  expect(await listed('U0SAM')).toMatch(
    /Open port 8000.*\n◌ waiting for someone else in this channel, expires .*\nmaya, .* · <#C0BILLING> · sam was asked to decide/,
  );
  const buttonsFor = async (who: string) => {
    const actor = stage.user(who);
    const list = await asks(stage, who, 'C0BILLING', '/portolan requests');
    await actor.press(list, 'request.review');
    const shown = wordsOf(actor.view()?.content);
    await actor.close(true);
    return shown;
  };
  expect(await buttonsFor('U0SAM')).toContain('Approve');
  expect(await buttonsFor('U0SAM')).not.toContain('Cancel');
  expect(await buttonsFor('U0MAYA')).toContain('Cancel');
  await cancelAll();
});

test('an open review form follows its request until that has ended, also if another person decides', async () => {
  await requests('C0SHOP', '/port open cache 6379 for=2h');
  await opens('U0SAM');
  await sam.press({ view: sam.home()?.id ?? '' }, 'request.review');
  expect(wordsOf(sam.view()?.content)).toContain('Waiting for approval');
  const message = (await stage.bot().store.requests.recent(1))[0]?.ts;
  const card = stage.slack.messages('C0SHOP', 'U0LIU').find(({ ts }) => ts === message) ?? expect.fail();
  await stage.slack.user('U0LIU').press(card, 'request.approve');
  const form = () => wordsOf(sam.view()?.content);
  await expect.poll(form, { timeout: 10_000 }).toMatch(/✓ \*Done\*[\s\S]*Approved by <@U0LIU>/);
  expect(form()).not.toMatch(/starting now|Waiting/);
  // The change is newer than the last read of the platform, so Home doesn't wait a minute for the next one.
  expect(await homeWith('U0SAM', 'cache:6379')).toMatch(/Reachable from outside now[\s\S]*cache:6379/);
  await sam.close(true);
});

test('an open review form no longer shows a request that someone may not see any more', async () => {
  const { members } = stage.slack.workspace.channels.get('C0BILLING') ?? expect.fail();
  await requests('C0BILLING', '/port open api 8000');
  await opens('U0SAM');
  await sam.press({ view: sam.home()?.id ?? '' }, 'request.review');
  members.delete('U0SAM');
  stage.jump(61_000);
  // Another request draws the open form again.
  await requests('C0BILLING', '/port add api 8001');
  const form = () => wordsOf(sam.view()?.content);
  await expect.poll(form, { timeout: 10_000 }).toMatch(/^.*\n.*\nOnly members of <#C0BILLING>.*$/);
  members.add('U0SAM');
  stage.jump(61_000);
  await sam.close(true);
  await cancelAll();
});

test('a request is denied from Home, with a reason', async () => {
  await requests('C0SHOP', '/port delete 订单服务 7001');
  await opens('U0SAM');
  await sam.press({ view: sam.home()?.id ?? '' }, 'request.review');
  await sam.press({ view: sam.view()?.id ?? '' }, 'request.deny');
  expect(sam.views()).toHaveLength(2);
  await sam.submit({ reason: { reason: 'not today' } });
  const form = wordsOf(sam.view()?.content);
  expect(form).toMatch(/^.*\n.*\nDenied.*not today/s);
  await expect.poll(() => homeOf('U0SAM'), { timeout: 10_000 }).not.toContain('Delete port 7001');
  expect(wordsOf(sam.view()?.content)).toBe(form);
  await sam.close(true);
});

test('what someone has to confirm waits for them, and is confirmed from Home', async () => {
  await requests('C0SHOP', '/port add cache 6390/tcp');
  const home = await opens('U0MAYA');
  expect(home).toMatch(/Waiting for your decision.*Add port 6390 to cache/s);
  expect(home).not.toContain('Your pending requests');
  await maya.press({ view: maya.home()?.id ?? '' }, 'request.review');
  expect(wordsOf(maya.view()?.content)).toMatch(/Confirm.*Cancel request/s);
  await maya.press({ view: maya.view()?.id ?? '' }, 'request.approve');
  expect(wordsOf(maya.view()?.content)).not.toContain('Waiting for confirmation');
  await maya.close(true);
});

test('charts that are posted where someone reads are listed after the contexts', async () => {
  await requests('C0SHOP', '/portolan schedule monitor web at "0 9 * * 1-5"');
  expect(await opens('U0SAM')).toMatch(/Contexts.*Scheduled charts\n\*monitor web.*\nWeekdays at 09:00.*<#C0SHOP>/s);
});

test('a request of a channel that someone isn’t in waits on no Home of theirs', async () => {
  await requests('C0BILLING', '/port open api 8000');
  expect(await opens('U0SAM')).toContain('Open port 8000');
  expect(await opens('U0LIU')).not.toContain('Open port 8000');
  await cancelAll();
});

test('each named context is listed once, and what others set for themselves is not', async () => {
  await asks(stage, 'U0MAYA', 'C0SHOP', '/portolan use shop/east-1/12 as storefront');
  await asks(stage, 'U0SAM', 'C0SHOP', '/portolan use lab/west-2/40 me');
  await maya.openHome();
  const home = homeOf('U0MAYA');
  expect(home).toContain('Default: storefront (shop / east-1 / shop #12)');
  expect(home.match(/storefront \(shop/g)).toHaveLength(2);
  expect(home).not.toContain('west-2');
  expect(wordsOf((await asks(stage, 'U0MAYA', 'C0SHOP', '/portolan context')).blocks)).not.toContain('west-2');
});

test('a context that is set from Home without “me” becomes the person’s own', async () => {
  const home = maya.home();
  if (!home) throw new Error('no Home');
  await maya.press({ view: home.id }, 'modal:context');
  await maya.options({ view: maya.view()?.id ?? '' }, 'where', 'storefront');
  await acts(stage, 'U0MAYA', maya.direct(), (actor) =>
    actor.submit({ where: { where: 'storefront' }, me: { me: [] } }),
  );
  expect(await stage.bot().store.contexts.get('person', 'U0MAYA')).toMatchObject({ app: '12' });
  expect(wordsOf(maya.view()?.content)).not.toContain('⚠');
  await maya.close(true);
});

test('a Home that cannot be published keeps no other from being refreshed', async () => {
  await sam.openHome();
  const before = homeOf('U0SAM');
  expect(before).not.toContain('Open port 8000');
  await stage.slack.injectFault({ fault: 'fail', method: 'views.publish', error: 'internal_error', times: 1 });
  await maya.slash('C0SHOP', '/port open api 8000');
  await stage.slack.until(() => homeOf('U0SAM') !== before, 10_000);
  expect(homeOf('U0SAM')).toContain('8000');
});

test('Home is there before a slow platform answers, and says after two seconds that it doesn’t', async () => {
  const slow = await startStage({ context: { team: 'shop', region: 'east-1', app: '12' }, hurry: 10 });
  try {
    await slow.platform.faults.set({ latencyMs: 3_000 });
    const home = () => wordsOf(slow.slack.user('U0MAYA').home()?.content);
    await slow.slack.user('U0MAYA').openHome();
    await slow.slack.until(() => home().includes('Reading your applications…'), 10_000);
    expect(home()).not.toContain('doesn’t answer');
    expect(home()).toContain('Set my context');
    await slow.slack.until(() => home().includes('doesn’t answer'), 10_000);
    expect(home()).not.toContain('Reading your applications…');
  } finally {
    await slow.stop();
  }
});

test('Restart is two taps: the plan, then Confirm, and Home says that it runs, then that it is done', async () => {
  await asks(stage, 'U0MAYA', 'C0SHOP', '/portolan use shop/east-1/12');
  expect(await opens('U0MAYA')).not.toMatch(/Restart 订单服务> · <#/);
  const [restart = ''] = buttonsOf('U0MAYA', '订单服务');
  await maya.press({ view: maya.home()?.id ?? '' }, restart);
  expect(wordsOf(maya.view()?.content)).toMatch(/Restart 订单服务.*(?:is posted|posted) in/s);
  await maya.submit({});
  expect(maya.view()).toBeUndefined();
  const card = '<https:.*\\|Restart 订单服务> · <#C0SHOP.*>';
  expect(await homeWith('U0MAYA', '*In progress*')).toMatch(new RegExp(`▶ \\*In progress\\*\n${card}`));
  const later = () => {
    stage.jump(5_000);
    return homeOf('U0MAYA');
  };
  await expect.poll(later, { timeout: 10_000, interval: 200 }).toMatch(new RegExp(`✓ \\*Done\\* .*\n${card}`));
  expect(homeOf('U0MAYA').match(/\|Restart 订单服务/g)).toHaveLength(1);
});

test('a request that needs no change is answered in its form, with what helps', async () => {
  const maya = stage.slack.user('U0MAYA');
  await opens('U0MAYA');
  await maya.press({ view: maya.home()?.id ?? '' }, 'modal:1');
  await stage.idle();
  const form = () => ({ view: maya.view()?.id ?? '' });
  await maya.options(form(), 'component', 'web');
  const web = stage.platform.state.components.find(({ cname, appId }) => cname === 'web' && appId === 12)?.id;
  expect(await maya.press(form(), 'component', web)).toMatchObject({ ok: true });
  await stage.idle();
  await maya.options(form(), 'port', '');
  expect(await maya.press(form(), 'port', '8080')).toMatchObject({ ok: true });
  await stage.idle();
  const values = { channel: { channel: 'C0SHOP' } };
  expect(await acts(stage, 'U0MAYA', 'C0SHOP', (actor) => actor.submit(values))).toEqual([]);
  expect(wordsOf(maya.view()?.content)).toMatch(
    /Port 8080 on web is already open, without a closing time\.\n.*2 hours/,
  );
  await maya.press(form(), 'plan:o0');
  await stage.idle();
  expect(wordsOf(maya.view()?.content)).toMatch(/Close external access to port 8080 on web in 2 hours/);
  await maya.close(true);
});

test('a request that was just posted is named once, until ten minutes have passed', async () => {
  const timesNamed = () => homeOf('U0MAYA').match(/Open port 9090/g)?.length ?? 0;
  const posted = /Your request was posted in .*Open port 9090/;
  await requests('C0SHOP', '/port open web 9090');
  expect(await opens('U0MAYA')).toMatch(posted);
  expect(timesNamed()).toBe(1);
  stage.jump(11 * 60_000);
  await opens('U0MAYA');
  await stage.slack.until(() => !posted.test(homeOf('U0MAYA')), 10_000);
  expect(timesNamed()).toBe(1);
  expect(homeOf('U0MAYA')).toMatch(/Your pending requests[\s\S]*Open port 9090/);
});

test('the default context has the name of its app in the answer too', async () => {
  const answer = await asks(stage, 'U0SAM', 'C0SHOP', '/portolan context');
  expect(wordsOf(answer.blocks)).toMatch(/Default\*\nshop \/ east-1 \/ shop #12/);
});

test('a Home names the apps that it leaves out', async () => {
  await asks(stage, 'U0MAYA', 'C0BILLING', '/portolan use shop/east-1/15 as billing');
  // Home has loaded: it shows what is open, and leaves nothing out.
  const loaded = /^(?![\s\S]*Not shown)[\s\S]*Reachable from outside now/;
  await expect.poll(() => opens('U0SAM'), { timeout: 10_000 }).toMatch(loaded);
  await expect.poll(() => opens('U0LIU'), { timeout: 10_000 }).toMatch(/未显示：billing/);
});

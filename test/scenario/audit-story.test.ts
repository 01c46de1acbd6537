import type { StoredMessage } from '../../playground/slack/workspace/workspace.ts';
import type { AuditEntry } from '../../src/store/audit/audit-entry.ts';
import { acts, asks, buttonsOf, isRecord, only, presses, shownIn, wordsOf } from './stage.ts';
import { useStillStage } from './use-stage.ts';

const channel = 'C0SHOP';
const maya = 'U0MAYA';
const sam = 'U0SAM';

const stage = await useStillStage({ slack: { rateLimits: 'off' } });

const ask = (words: string, where = channel) => asks(stage, maya, where, words);

const parents = (messages: readonly StoredMessage[]) =>
  messages.filter(({ ts, threadTs }) => threadTs === null || threadTs === ts);

async function confirmed(words: string, where = channel): Promise<StoredMessage> {
  // Two requests of one moment have no order.
  await stage.pass(1_000);
  const card = only(parents(await acts(stage, maya, where, (actor) => actor.slash(where, words))));
  await acts(stage, maya, where, (actor) => actor.press(card, 'request.approve'));
  return card;
}

test('a request’s page tells its story and what followed; /component show says who changed the component last', async () => {
  const card = await confirmed('/port add web 7000 reason="a demo"');
  await stage.pass(1_000);
  const undo = only(await acts(stage, maya, channel, (actor) => actor.press(card, 'request.undo')).then(parents));
  expect(shownIn(await ask('/component show web'))).toMatch(/Last changed by maya at .*: <https:.*\|Add port 7000/);
  await acts(stage, sam, channel, (actor) => actor.press(undo, 'request.approve'));
  const list = await ask('/portolan audit 7000');
  expect(shownIn(list)).toMatch(
    /^○ Undone · \*<https:.*\|Add port 7000.*\n.*\n.* · asked by maya.*: “a demo” · confirmed · undone by maya$/m,
  );
  const { request } = (await stage.bot().store.audit.search({ words: [['a demo']], limit: 1 }))[0] ?? {};
  const page = await ask(`/portolan audit request=${request}`);
  const story = shownIn(page);
  expect(story).toMatch(/^○ \*Undone by maya, /m);
  expect(story).toMatch(/^\*maya\* asked for it, .*: “a demo”\n\*maya\* confirmed it \(default rule\), /m);
  expect(story).toMatch(/^✓ Add port 7000.*\n(?:POST|PUT) …\/.* → 200/m);
  expect(story).toMatch(/^\*maya\* asked to undo it, .*: <https:.*\|Delete port 7000/m);
  // The button returns to the list, in the same message.
  expect((await presses(stage, maya, page, buttonsOf(page)['‹ Audit log'] ?? '')).ts).toBe(page.ts);
  expect(shownIn(await ask('/component show web'))).toMatch(/Last changed by maya at .*: <https:.*\|Delete port 7000/);
});

test('a search picks requests by what people read, and tells each with its whole history', async () => {
  const words = '/port open db 3306 for=2h reason="a look at the tables"';
  const card = only(parents(await acts(stage, maya, channel, (actor) => actor.slash(channel, words))));
  await stage.pass(2 * 60_000);
  await acts(stage, sam, channel, (actor) => actor.press(card, 'request.deny'));
  await acts(stage, sam, channel, (actor) => actor.submit({ reason: { reason: 'not today' } }));
  for (const search of [
    'maya',
    'sam',
    'db',
    '3306',
    'tables',
    'denied',
    'since=1m',
    'maya since=1d',
    '@maya',
    '<@U0MAYA|maya>',
    '<@U0MAYA>',
    '拒绝',
  ]) {
    const story = shownIn(await ask(`/portolan audit ${search}`));
    expect(story, search).toMatch(
      /✗ Denied · \*<.*\|Open port 3306 on db .*\n.*\n.* · asked by maya, .*: “a look at the tables” · denied by sam: “not today”$/m,
    );
    expect(story, search).not.toMatch(/Waiting · .*3306/);
  }
  // The calls of a change to web contain "openapi", which nobody sees.
  const story = shownIn(await ask('/portolan audit api'));
  expect(story).toContain('No entries');
});

test('a change from a private channel is told elsewhere without its person and card', async () => {
  const direct = stage.slack.user(maya).direct();
  await confirmed('/port add api 7001 in=shop/east-1/12', direct);
  expect(shownIn(await ask('/component show api'))).toMatch(/Last changed [^b].*: Add port 7001/);
  expect(shownIn(await ask('/component show api in=shop/east-1/12', direct))).toContain('Last changed by maya');
});

test('Extend of an open port opens its form at once; so does that of each of several open ports', async () => {
  const openFor2h = async (words: string) => {
    const slash = `/port open ${words} for=2h reason="load test"`;
    const card = only(parents(await acts(stage, maya, channel, (actor) => actor.slash(channel, slash))));
    await acts(stage, sam, channel, (actor) => actor.press(card, 'request.approve'));
  };
  let list = await ask('/portolan openings');
  const readAgain = async () => {
    list = await ask('/portolan openings');
    return shownIn(list);
  };
  await openFor2h('api 8000');
  await expect.poll(readAgain).toMatch(/api 8000.*closes in/);
  const extendForm = async () => {
    expect(await stage.slack.user(maya).press(list, buttonsOf(list).Extend ?? '')).toMatchObject({ ok: true });
    await stage.idle();
    return stage.slack.user(maya).view()?.content;
  };
  const form = await extendForm();
  expect(form).toMatchObject({ callback_id: 'ask:port.until', title: { text: 'Extend' } });
  expect(wordsOf(form?.blocks)).toMatch(/^api .*8000[\s\S]*How much longer/);
  expect(JSON.stringify(form?.blocks)).not.toMatch(/"block_id":"(?:component|port|reason|ask|at)\b/);
  // While the platform doesn't answer, the form has the last known name, not the id.
  await stage.platform.faults.set({ nextRead: { kind: 'error', status: 500, times: 60 } });
  onTestFinished(() => stage.platform.faults.set({ nextRead: null }));
  expect(wordsOf((await extendForm())?.blocks)).toMatch(/^api .*8000[\s\S]*How much longer/);
  await stage.platform.faults.set({ nextRead: null });
  await openFor2h('web 8443 both=yes');
  await expect.poll(readAgain).toMatch(/web 8443.*closes in/);
  expect(shownIn(list)).toMatch(
    /\|api 8000 \(external\)>\* · closes in 2 h, at .*\nhttp.*\nOpened by maya, .*: “load test”/,
  );
  // The last one is of a port without a closing time.
  expect(shownIn(list).match(/Extend|Close\b/g)).toEqual(['Extend', 'Close', 'Extend', 'Close', 'Close']);
});

test('what is open is closed from the component and extended from its audit page', async () => {
  const show = await ask('/component show web');
  expect(shownIn(show)).toMatch(/Port 8443: opened by maya at .*, until /);
  const [request] = (await stage.bot().store.temporaryAccess.list()).flatMap(({ body, request: id }) =>
    isRecord(body) && body.port === 8443 ? [id] : [],
  );
  const page = await ask(`/portolan audit request=${request}`);
  expect(shownIn(page)).toMatch(/^● \*Open now, closes automatically at .*<!date/m);
  expect(Object.keys(buttonsOf(page))).toEqual(expect.arrayContaining(['Extend', 'Close']));
  const closing = await acts(stage, maya, channel, (actor) => actor.press(page, buttonsOf(page).Close ?? ''));
  expect(shownIn(only(parents(closing)))).toMatch(/Close .*8443 on web/);
  await acts(stage, maya, channel, (actor) => actor.press(only(parents(closing)), 'request.cancel'));
});

test('closing one side of what was opened leaves the other with its end, and the card says so', async () => {
  const opening = await acts(stage, maya, channel, (actor) =>
    actor.slash(channel, '/port open importer 5000 both for=1h reason=test'),
  );
  const card = only(parents(opening));
  const shown = () => stage.slack.messages(channel, maya).find(({ ts }) => ts === card.ts) ?? expect.fail();
  await acts(stage, sam, channel, (actor) => actor.press(card, 'request.approve'));
  await stage.until('it is open', () => shownIn(shown()).includes('External access is open') || undefined);
  await confirmed('/port close importer 5000');
  await stage.until(
    'it is narrowed',
    () => shownIn(shown()).includes('External access was closed by <@U0MAYA>') || undefined,
  );
  expect(shownIn(shown())).toMatch(/Internal access closes automatically at/);
  expect(shownIn(shown())).toMatch(/External access: ○ off → ● on, closed since then/);
  expect(shownIn(shown())).toMatch(/Internal address of importer: /);
  expect(shownIn(shown())).not.toContain('External access is open');
  expect(shownIn(await ask('/portolan openings'))).toMatch(/importer 5000 \(internal\).* · closes in /);
  await stage.pass(1_000);
  // Undo opens it for a time again, not for ever.
  const closed = stage.slack.messages(channel, maya).findLast((each) => 'Undo' in buttonsOf(each)) ?? expect.fail();
  expect(shownIn(closed)).toMatch(/• Internal access stays open, and closes automatically at /);
  const undoing = await acts(stage, maya, channel, (actor) => actor.press(closed, buttonsOf(closed).Undo ?? ''));
  const undo = undoing.find((each) => 'Approve' in buttonsOf(each)) ?? expect.fail();
  expect(shownIn(undo)).toMatch(/Open port 5000 on importer to the internet for 1 hour/);
  expect(shownIn(undo)).toMatch(/closes automatically 1 hour after it opens: the time starts again/);
  expect(shownIn(undo)).toMatch(
    /Internal access stays open until external access closes\. Its closing time, .*, no longer counts/,
  );
  const again = await acts(stage, maya, channel, (actor) => actor.press(closed, buttonsOf(closed).Undo ?? ''));
  expect(again.map(shownIn).join()).toMatch(/The same request is already pending: <http\S+\|Open port 5000/);
  await acts(stage, sam, channel, (actor) => actor.press(undo, 'request.approve'));
  const says = /External access was closed by <@U0MAYA>\* .*, and later opened again\. Request <http/;
  await stage.until('it is told', () => says.test(shownIn(shown())) || undefined);
  const closing = () => stage.slack.messages(channel, maya).find(({ ts }) => ts === closed.ts) ?? expect.fail();
  await stage.until('the close is undone', () => shownIn(closing()).includes('*Undone* by <@U0MAYA>') || undefined);
  expect(Object.keys(buttonsOf(closing()))).not.toContain('Undo');
  // It is an opening of its own, and no extension of the first one.
  const reopened = shownIn(await ask('/portolan openings'));
  expect(reopened).toMatch(
    /importer 5000 \(external, internal\).*\n.*\nOpened by maya, .*: “test” · approved by sam$/m,
  );
  expect(reopened).not.toMatch(/Extended by .*/);
  const told = shownIn(await ask('/portolan audit 5000'));
  expect(told.match(/Open port 5000 on importer/g)).toHaveLength(2);
  expect(told).not.toContain('closing time changed');
  await stage.pass(3_600_000 + 120_000);
  await stage.until('it is over', () => /Closed automatically\* at/.test(shownIn(shown())) || undefined);
  expect(shownIn(await ask('/portolan openings'))).not.toContain('importer 5000');
  expect(shownIn(await ask('/port list importer'))).toMatch(/5000[\s\S]*off[\s\S]*off/);
});

test('a port that a request opened for good says so before the next reading of addresses', async () => {
  const opening = await acts(stage, maya, channel, (actor) => actor.slash(channel, '/port open api 9100 both'));
  await acts(stage, sam, channel, (actor) => actor.press(only(parents(opening)), 'request.approve'));
  const readAgain = async () => shownIn(await ask('/component show api'));
  await expect.poll(readAgain).toMatch(/Port 9100: opened by maya at .* \(.*request /);
});

test('the audit log says of access without a closing time whether it is open, or who closed it', async () => {
  const listed = async () => shownIn(await ask('/portolan audit 9100 opened=yes'));
  expect(await listed()).toMatch(/^● Open now · \*<.*Open port 9100 on api .*\n.*\n.* approved by sam$/m);
  const cards = stage.slack.messages(channel, maya).map(shownIn);
  const request = /request `(\w+)`/.exec(cards.find((each) => each.includes('port 9100 on api')) ?? '')?.[1];
  const page = await ask(`/portolan audit request=${request}`);
  expect(Object.keys(buttonsOf(page))).toContain('Close it');
  // While the platform doesn't answer, the log doesn't claim to know.
  await stage.platform.faults.set({ nextRead: { kind: 'error', status: 500, times: 60 } });
  const unread = await listed();
  await stage.platform.faults.set({ nextRead: null });
  expect(unread).toMatch(/^● Open when last read, at .* · \*<.*Open port 9100 on api /m);
  await confirmed('/port close api 9100 both');
  expect(await listed()).toMatch(
    /^○ Closed · \*<.*Open port 9100 on api .*\n.*\n.* approved by sam · closed by maya$/m,
  );
});

test('internal access without a closing time isn’t called open: what is open doesn’t list it', async () => {
  await confirmed('/port add api 9200');
  await confirmed('/port open api 9200 inner');
  expect(shownIn(await ask('/portolan audit 9200'))).toMatch(/^● Internal access on · \*<.*9200 on api/m);
  expect(shownIn(await ask('/portolan openings'))).not.toContain('9200');
});

test('access that closed at its end says so, who opened it and for how long', async () => {
  await stage.pass(2 * 3_600_000 + 60_000);
  expect(shownIn(await ask('/component show api'))).toMatch(
    /Last changed automatically at .*: Close external .*8000.* \(opened by maya for 2 h\)/,
  );
});

test('a port that a person closed early was changed by that person, everywhere', async () => {
  const words = '/port open web 8443 both for=2h reason="load test"';
  const card = only(parents(await acts(stage, maya, channel, (actor) => actor.slash(channel, words))));
  await acts(stage, sam, channel, (actor) => actor.press(card, 'request.approve'));
  // Two requests of one moment have no order.
  await stage.pass(1_000);
  await acts(stage, sam, channel, (actor) => actor.press(card, 'request.close_now'));
  await stage.pass(60_000);
  expect(shownIn(await ask('/component show web'))).toMatch(/Last changed by sam at .*Close .*8443/);
  expect(shownIn(await ask('/portolan exposure'))).not.toMatch(/8443.*automatically/);
});

test('closing early a port with a node port says, too, that its address may still answer', async () => {
  const words = '/port open 订单服务 7001 both for=2h reason="a look at the data"';
  const card = only(parents(await acts(stage, maya, channel, (actor) => actor.slash(channel, words))));
  await acts(stage, sam, channel, (actor) => actor.press(card, 'request.approve'));
  // Two requests of one moment have no order.
  await stage.pass(1_000);
  await acts(stage, sam, channel, (actor) => actor.press(card, 'request.close_now'));
  await stage.pass(60_000);
  const mayAnswer = /May still answer: 203\.0\.113\.9:\d+\. Portolan can’t check whether it’s closed\./;
  const thread = stage.slack.messages(channel, maya).filter((each) => [each.ts, each.threadTs].includes(card.ts));
  const [shown, ...notes] = thread.map(shownIn);
  expect(shown).toMatch(/Closed by [\s\S]*May still answer/);
  expect(shown).toMatch(mayAnswer);
  expect(notes.at(-1)).toMatch(/Closed by /);
  expect(notes.at(-1)).toMatch(mayAnswer);
  expect(shownIn(await ask('/portolan openings'))).toContain('was closed, but may still answer at 203.0.113.9');
});

test('after an extension, only the newest card extends and closes what is open now', async () => {
  const words = '/port open web 8443 both for=2h reason="load test"';
  const card = only(parents(await acts(stage, maya, channel, (actor) => actor.slash(channel, words))));
  const shown = (at = card.ts) => stage.slack.messages(channel, maya).find(({ ts }) => ts === at) ?? expect.fail();
  await acts(stage, sam, channel, (actor) => actor.press(card, 'request.approve'));
  await acts(stage, maya, channel, (actor) => actor.press(card, 'request.extend'));
  const asked = await acts(stage, maya, channel, (actor) =>
    actor.submit({ longer: { longer: '60' }, reason: { reason: 'still testing' } }),
  );
  const longer = asked.find((each) => 'Approve' in buttonsOf(each)) ?? expect.fail();
  expect(shownIn(longer)).toMatch(/Requested by .*“still testing”/);
  // The card is read on later days, and in other zones, so each of its moments has its day.
  expect(JSON.stringify(longer)).not.toContain('^{time}|');
  await acts(stage, sam, channel, (actor) => actor.press(longer, 'request.approve'));
  await stage.until('the card says so', () => shownIn(shown()).includes('as changed by <') || undefined);
  expect(Object.keys(buttonsOf(shown()))).toEqual(['API calls']);
  expect(Object.keys(buttonsOf(shown(longer.ts)))).toEqual(['Extend', 'Close now']);
  await stage.pass(1_000);
  expect(shownIn(await ask('/portolan openings'))).toMatch(
    /web 8443 .*closes in 3 h.*\nhttp.*\nOpened by maya, .*: “load test”.*\nExtended by <http\S+\|maya>, /,
  );
  expect(shownIn(await ask('/component show web'))).toMatch(/Port 8443: opened by maya at .*, until /);
  // Sam extends it again: both are named, in order, and the audit log has one line for all of it.
  await acts(stage, sam, channel, (actor) => actor.press(longer, 'request.extend'));
  const again = await acts(stage, sam, channel, (actor) => actor.submit({ longer: { longer: '60' } }));
  const more = again.find((each) => 'Approve' in buttonsOf(each)) ?? expect.fail();
  await acts(stage, maya, channel, (actor) => actor.press(more, 'request.approve'));
  await stage.pass(1_000);
  expect(shownIn(await ask('/portolan openings'))).toMatch(
    /Opened by maya, .* · approved by sam\n.*Extended by <\S+maya>, .* · approved by sam\n.*Extended by <\S+sam>, .* · approved by maya/,
  );
  const story = shownIn(await ask('/portolan audit'));
  expect(story).toMatch(
    /^● Open until .*Open port 8443.*\n.*\n.* · asked by maya.* approved by sam.* · closing time changed from [^·]* to [^·]* by maya.* \(approved by sam.*\) · closing time changed from [^·]* to [^·]* by sam.* \(approved by maya.*\)/m,
  );
  expect(story.split('\n').slice(0, 8).join('\n')).not.toContain('Keep port');
  // The page of the opening tells the whole access, and changes what is open now.
  const id = /request `(\w+)`/.exec(shownIn(shown()))?.[1];
  const page = await ask(`/portolan request ${id}`);
  expect(shownIn(page)).toMatch(
    /Open now[\s\S]*maya\* asked for it[\s\S]*\*maya\* <\S+\|asked to change the closing time>.*\n\*sam\* approved it[\s\S]*\*sam\* <\S+\|asked to change the closing time>.*\n\*maya\* approved it/,
  );
  expect(shownIn(page)).not.toContain('Then ');
  const idOfLonger = /(\w+)`$/.exec(shownIn(shown(longer.ts)).match(/request `\w+`/)?.[0] ?? '')?.[1];
  expect(shownIn(await ask(`/portolan audit request=${idOfLonger}`)).split('\n')[0]).toBe(shownIn(page).split('\n')[0]);
  expect(Object.keys(buttonsOf(page))).toEqual(expect.arrayContaining(['Extend', 'Close']));
  await acts(stage, sam, channel, (actor) => actor.press(more, 'request.close_now'));
  await stage.pass(60_000);
  expect(shownIn(await ask(`/portolan audit request=${id}`))).toMatch(
    /○ \*Closed early by sam, [\s\S]*Planned closing time: .*\n[\s\S]*asked to change the closing time.*\n.* approved it.*\nNew closing time: [\s\S]*\n✓ Close external access/,
  );
  await stage.until('it is closed', () => /Closed by/.test(shownIn(shown())) || undefined);
  expect(shownIn(await ask('/component show web'))).toMatch(/Last changed by sam at .*Close .*8443/);
  // The requester of the extension closed it, so nobody is mentioned.
  const notes = stage.slack.messages(channel, maya).filter(({ text }) => /Closed by sam/.test(text));
  expect([notes.length > 0, notes.flatMap(({ pings }) => pings)]).toEqual([true, []]);
});

test('an extension from the list of open ports is told with its opening, and both are found by its person and component', async () => {
  const words = '/port open cache 6379 for=2h reason="load test"';
  const card = only(parents(await acts(stage, maya, channel, (actor) => actor.slash(channel, words))));
  await acts(stage, sam, channel, (actor) => actor.press(card, 'request.approve'));
  await stage.pass(1_000);
  const longer = '/port until cache 6379 1h --longer yes';
  const asked = only(parents(await acts(stage, sam, channel, (actor) => actor.slash(channel, longer))));
  await acts(stage, maya, channel, (actor) => actor.press(asked, 'request.approve'));
  await stage.pass(1_000);
  for (const search of ['cache', 'sam cache', 'maya 6379']) {
    const story = shownIn(await ask(`/portolan audit ${search}`));
    expect(story, search).toMatch(
      /^● Open until .*Open port 6379.*\n.*\n.*asked by maya.*approved by sam.* · closing time changed from [^·]* to [^·]* by sam.*\(approved by maya.*\)/m,
    );
    expect(story, search).not.toMatch(/Keep port|for 2 hours/);
  }
  const id = /request `(\w+)`/.exec(shownIn(asked))?.[1];
  expect(shownIn(await ask(`/portolan audit request=${id}`))).toMatch(
    /Open port 6379[\s\S]*asked to change the closing time/,
  );
});

test('what was opened leaves out requests that opened nothing, and tells the outcome first', async () => {
  const rule = '/gateway http web 8080 new.shop.test';
  only(parents(await acts(stage, maya, channel, (actor) => actor.slash(channel, rule))));
  // Only for a person who can decide it, the request's button is the primary one.
  const reviewFor = async (who: string) => {
    const { blocks } = await asks(stage, who, channel, '/portolan requests');
    const row = blocks.filter(isRecord).find((block) => wordsOf(block).includes('new.shop.test'));
    return isRecord(row?.accessory) ? row.accessory.style : expect.fail();
  };
  expect([await reviewFor(maya), await reviewFor(sam)]).toEqual([undefined, 'primary']);
  await stage.pass(16 * 60_000);
  const list = await ask('/portolan audit');
  const menu = /"action_id":"(pick:\d+)"/.exec(JSON.stringify(list.blocks))?.[1] ?? '';
  const chosen = JSON.stringify(['', 'yes']);
  const openings = only(await acts(stage, maya, channel, (actor) => actor.press(list, menu, chosen)));
  const shown = shownIn(openings);
  expect(shown).toMatch(/^Audit log: what was opened/);
  expect(shown).not.toMatch(/Expired|Denied|new\.shop\.test/);
  expect(shown).toMatch(/^○ Closed · \*<.*\|Open port 8000 on api/m);
  expect(shown).not.toMatch(/Add port|Restart/);
  expect(buttonsOf(openings)).toHaveProperty('All entries');
});

test('the page of a denied request says that it was asked again, although that ran no further', async () => {
  const words = '/port open db 3306 for=2h reason="a second look"';
  const card = only(parents(await acts(stage, maya, channel, (actor) => actor.slash(channel, words))));
  await acts(stage, sam, channel, (actor) => actor.press(card, 'request.deny'));
  await acts(stage, sam, channel, (actor) => actor.submit({ reason: { reason: 'not today' } }));
  await acts(stage, maya, channel, (actor) => actor.press(card, 'request.again'));
  await stage.pass(16 * 60_000);
  const id = /request `(\w+)`/.exec(shownIn(card))?.[1];
  expect(shownIn(await ask(`/portolan audit ${id}`))).toMatch(
    /^✗ \*Denied, [\s\S]*\n\*maya\* <https:.*\|asked again>, /m,
  );
});

describe('an opening that another request extended, if both were deleted', () => {
  const of = { placeKey: 'shop/east-1/12', place: 'shop', who: { id: maya, name: 'maya' }, operation: 'port.until' };
  const proposal = (request: string, more: Partial<AuditEntry> = {}): AuditEntry => {
    return { ...of, request, channel, at: stage.now(), kind: 'proposed', ...more };
  };
  const opening = (request: string): AuditEntry => ({ ...proposal(request), kind: 'opening', details: { until: 1 } });
  const record = (audit: readonly AuditEntry[]) => stage.bot().store.commit({ at: stage.now(), audit });

  test('is one line on the page of its newest entry, and on no other page', async () => {
    const reason = 'penguin';
    const others = Array.from({ length: 9 }, (_, index) => proposal(`x${index}`, { reason }));
    await record([proposal('o1', { reason }), opening('o1'), ...others]);
    await record([proposal('e1', { reason, details: { how: 'extend', follows: 'o1' } }), opening('e1')]);
    const list = await ask('/portolan audit penguin');
    expect(shownIn(list).match(/penguin”/g)).toHaveLength(11);
    expect(buttonsOf(list)).not.toHaveProperty('Older ›');
    await record([proposal('y1', { reason })]);
    const newest = await ask('/portolan audit penguin');
    const older = await presses(stage, maya, newest, buttonsOf(newest)['Older ›'] ?? '');
    expect(shownIn(older).match(/penguin”/g)).toHaveLength(2);
  });

  test('can’t be shared if the extension was asked for in a private channel', async () => {
    const extension = { details: { how: 'extend', follows: 'o2' } };
    await record([proposal('o2', { reason: 'walrus' }), opening('o2')]);
    const places = { [channel]: false, [stage.slack.user(maya).direct()]: true };
    for (const [where, isPrivate] of Object.entries(places)) {
      await record([proposal(`e-${where}`, { ...extension, channel: where }), opening(`e-${where}`)]);
      for (const search of ['walrus', 'request=o2'])
        expect(shownIn(await ask(`/portolan audit ${search}`)).includes('can’t be shared'), search).toBe(isPrivate);
    }
  });
});

test('the card of what was opened for good says what later requests did to it', async () => {
  const cardOf = (ts: string) =>
    shownIn(stage.slack.messages(channel, maya).find((each) => each.ts === ts) ?? expect.fail());
  const asked = async (words: string) => {
    // Two requests of one moment have no order.
    await stage.pass(1_000);
    return only(parents(await acts(stage, maya, channel, (actor) => actor.slash(channel, words))));
  };
  const shows = (ts: string, words: RegExp) => stage.until(`${words}`, () => words.test(cardOf(ts)) || undefined);
  const rule = await asked('/gateway http db 3306 db.shop.test open reason="partner demo"');
  await acts(stage, sam, channel, (actor) => actor.press(rule, 'request.approve'));
  expect(cardOf(rule.ts)).toMatch(/Port 3306 on db is open to the internet, without a closing time/);
  const until = await asked('/port until db 3306 8h');
  if ('Confirm' in buttonsOf(until)) await acts(stage, maya, channel, (actor) => actor.press(until, 'request.approve'));
  await shows(rule.ts, /Closing time set\* by <@U0MAYA>/);
  expect(cardOf(rule.ts)).not.toContain('without a closing time');
  expect(cardOf(rule.ts)).toMatch(/The port closes automatically at .*\./);
  const timed = stage.slack.messages(channel, maya).find(({ ts }) => ts === rule.ts) ?? expect.fail();
  expect(Object.keys(buttonsOf(timed))).toEqual(['Close port 3306', 'Undo', 'API calls']);
  // The closing time doesn't hide who opened it, and is no second opening.
  expect(shownIn(await ask('/portolan openings'))).toMatch(
    /db 3306 \(external\).*closes in 8 h.*\n.*db\.shop\.test.*\nOpened by maya, .*: “partner demo” · approved by sam\nClosing time set by <\S+\|maya>, /,
  );
  const opened = shownIn(await ask('/portolan audit db opened=yes'));
  // Closing a tcp port doesn't end its http rule.
  expect(opened).toMatch(/^● Open now · .*\|.*db\.shop\.test.*: “partner demo”/ms);
  expect(opened).not.toMatch(/Close external/);
  const close = await asked('/port close db 3306');
  await acts(stage, maya, channel, (actor) => actor.press(close, 'request.approve'));
  await shows(rule.ts, /External access closed\* by <@U0MAYA> at .*: see request/);
  expect(cardOf(rule.ts)).toContain('The rule isn’t deleted, so its address may still work.');
  expect(cardOf(rule.ts)).not.toMatch(/without a closing time|routes to/);
  const open = await ask('/portolan openings');
  expect(shownIn(open)).toMatch(/db 3306\* · external access is off, but its rule may still work/);
  expect(JSON.stringify(open.blocks)).toMatch(/Delete rule/);
  const isLeft = /db[: ]3306\*(?: · |\n)external access is off, but its rule may still work/;
  await stage.user(sam).openHome();
  const home = () => wordsOf(stage.slack.user(sam).home()?.content);
  await stage.until('Home says it', () => isLeft.test(home()) || undefined);
  const left = await ask('/portolan audit db.shop.test');
  expect(shownIn(left)).toMatch(/^○ External access closed · .*db\.shop\.test/m);
  expect(shownIn(left)).toMatch(/external access closed by maya, but its rule may still work/);
  await stage.platform.faults.set({ nextRead: { kind: 'error', status: 500, times: 60 } });
  const whileDown = shownIn(await ask('/portolan openings'));
  await stage.platform.faults.set({ nextRead: null });
  expect(whileDown).toMatch(isLeft);
  // Its close offers to delete the rule, until that is done.
  const closed = stage.slack.messages(channel, maya).find(({ ts }) => ts === close.ts) ?? expect.fail();
  const offers = await acts(stage, maya, channel, (actor) =>
    actor.press(closed, buttonsOf(closed)['Delete http://db.shop.test'] ?? ''),
  );
  await acts(stage, sam, channel, (actor) => actor.press(only(parents(offers)), 'request.approve'));
  await shows(rule.ts, /Rule deleted\* by <@U0MAYA>/);
  await shows(close.ts, /Rule deleted\* by <@U0MAYA>/);
  for (const { ts } of [rule, close]) {
    const shown = stage.slack.messages(channel, maya).find((each) => each.ts === ts);
    expect(shown && Object.keys(buttonsOf(shown))).toEqual(['API calls']);
  }
  expect(shownIn(await ask('/portolan openings'))).not.toMatch(/db 3306\b/);
});

test('the card of a rule says that it stays, and works again with its port, when that is closed', async () => {
  const asked = async (words: string) =>
    only(parents(await acts(stage, maya, channel, (actor) => actor.slash(channel, words))));
  const rule = await asked('/gateway http api 8000 stays.shop.test open');
  await acts(stage, sam, channel, (actor) => actor.press(rule, 'request.approve'));
  await stage.pass(1_000);
  const close = await asked('/port close api 8000');
  await acts(stage, maya, channel, (actor) => actor.press(close, 'request.approve'));
  const card = () => shownIn(stage.slack.messages(channel, maya).find((each) => each.ts === rule.ts) ?? expect.fail());
  await stage.until('its port is closed', () => /External access closed\* by <@U0MAYA>/.test(card()) || undefined);
  expect(card()).toContain('The rule isn’t deleted: its address works again if external access is opened again.');
  expect(shownIn(await ask('/gateway list'))).toMatch(/stays\.shop\.test\*\nState: ○ inactive/);
  await stage.pass(1_000);
  const open = await asked('/port open api 8000 for=1h');
  await acts(stage, sam, channel, (actor) => actor.press(open, 'request.approve'));
  expect(shownIn(await ask('/gateway list'))).toMatch(/stays\.shop\.test>\*\nState: ● active · closes in 1 h/);
});

test('a rule that was deleted stays so on its card when its port closes afterwards, and has no undo', async () => {
  const asked = async (words: string) =>
    only(parents(await acts(stage, maya, channel, (actor) => actor.slash(channel, words))));
  const rule = await asked('/gateway http db 3306 later.shop.test open');
  const card = () => stage.slack.messages(channel, maya).find((each) => each.ts === rule.ts) ?? expect.fail();
  await acts(stage, sam, channel, (actor) => actor.press(rule, 'request.approve'));
  const deletion = await asked('/gateway delete http://later.shop.test');
  await acts(stage, sam, channel, (actor) => actor.press(deletion, 'request.approve'));
  await stage.until('it is deleted', () => /Rule deleted\*/.test(shownIn(card())) || undefined);
  expect(Object.keys(buttonsOf(card()))).toContain('Close port 3306');
  const close = await asked('/port close db 3306');
  await acts(stage, maya, channel, (actor) => actor.press(close, 'request.approve'));
  await stage.until('its port is closed', () => !('Close port 3306' in buttonsOf(card())) || undefined);
  expect(shownIn(card())).toMatch(/Rule deleted\* by <@U0MAYA>[\s\S]*External access to its port is closed, too/);
  expect(Object.keys(buttonsOf(card()))).toEqual(['API calls']);
});

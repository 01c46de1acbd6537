import fc from 'fast-check';
import type { ElsewhereAct } from '../../playground/platform/edge/elsewhere.ts';
import { shownEndPoint } from '../../playground/platform/gateway-rules.ts';
import { knownAddresses } from '../../src/operations/shared/exposure/known-address.ts';
import { policyOf } from '../engine/policy-of.ts';
import { acts, asks, buttonsOf, isRecord, only, presses, type Stage, shownIn, startStage, unsound } from './stage.ts';

const shop = 'C0SHOP';
const maya = 'U0MAYA';
const sam = 'U0SAM';

let stage: Stage;
afterEach(async () => {
  expect(await unsound(stage)).toEqual([]);
  await stage.stop();
});

const free = 'rules: [{ when: { risk: [expose, change, destroy] }, need: run }]';
async function start(yaml = free): Promise<void> {
  stage = await startStage({ policy: policyOf(yaml), mode: 'socket', hurry: 10 });
}
const ask = (words: string, who = maya) => asks(stage, who, shop, `/portolan ${words}`);

async function csvRows(): Promise<readonly Readonly<Record<string, string>>[]> {
  const before = new Set(stage.slack.workspace.files.keys());
  await acts(stage, maya, shop, (actor) => actor.slash(shop, '/portolan exposure --csv yes'));
  const file = only([...stage.slack.workspace.files.values()].filter(({ id }) => !before.has(id)));
  const text = file.bytes?.toString('utf8') ?? '';
  expect(text, 'spreadsheets read Chinese names').toMatch(/^\uFEFF/);
  const [head = '', ...lines] = text.trim().split('\r\n');
  const columns = head.split(',');
  return lines.map((line) => {
    const cells = line.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g) ?? [];
    return Object.fromEntries(columns.map((name, index) => [name, (cells[index] ?? '').replace(/,$/, '')]));
  });
}

/** Returns a team's active rules from the console's tables. It doesn't matter who made a rule. */
function consoleRows(): readonly string[] {
  const { state } = stage.platform;
  const teamId = state.teams.find(({ name }) => name === 'shop')?.id;
  const mine = new Map(state.components.filter((one) => one.teamId === teamId).map((one) => [one.id, one]));
  const http = state.httpRules.flatMap(({ outer, componentId, port, domain, path, certificateId }) => {
    const scheme = certificateId > 0 ? 'https' : 'http';
    return outer && mine.has(componentId)
      ? [`${scheme}://${domain}${path === '/' ? '' : path} ${componentId} ${port}`]
      : [];
  });
  const tcp = state.tcpRules.flatMap((rule) => {
    const region = state.regions.find(({ id }) => id === rule.regionId);
    return rule.outer && mine.has(rule.componentId)
      ? [`${shownEndPoint(rule, region)} ${rule.componentId} ${rule.port}`]
      : [];
  });
  return [...http, ...tcp].toSorted();
}

const reported = (rows: Awaited<ReturnType<typeof csvRows>>) =>
  rows
    .filter(({ state }) => state === 'open')
    .map(({ address, component_id: component, port }) => `${address} ${component} ${port}`)
    .toSorted();

const target = fc.constantFrom(['web', 8080], ['api', 8000], ['cache', 6379], ['promo', 80], ['invoice', 8080]);
const actOf = fc.oneof(
  fc.tuple(fc.constantFrom('open', 'close'), target).map(([act, [component, port]]): unknown => {
    return { do: act, component, port, side: 'outer' };
  }),
  fc.tuple(target, fc.integer({ min: 1, max: 9 })).map(([[component, port], n]): unknown => {
    return { do: 'http-rule', component, port, domain: `*.d${n}.test` };
  }),
  fc.tuple(target, fc.integer({ min: 31_000, max: 31_009 })).map(([[component, port], n]): unknown => {
    return { do: 'tcp-rule', component, port, endPoint: `0.0.0.0:${n}` };
  }),
  fc.integer({ min: 1, max: 9 }).map((n): unknown => ({ do: 'delete-rule', domain: `*.d${n}.test` })),
  target.map(([component, port]): unknown => ({ do: 'delete', component, port })),
);

test('the report has every row of the console’s tables, also of what was made behind the bot’s back', async () => {
  await start();
  for (const sequence of fc.sample(fc.array(actOf, { minLength: 3, maxLength: 8 }), { numRuns: 8, seed: 49 })) {
    for (const act of sequence) {
      try {
        stage.platform.elsewhere(act as ElsewhereAct);
      } catch {
        // The console refuses some of these changes.
      }
    }
    const rows = await csvRows();
    expect(reported(rows)).toEqual(consoleRows());
    expect(rows.every(({ opened_by: by }) => by === '')).toBe(true);
  }
});

test('who opened what and since when, the closing, and what changed since the last report', async () => {
  await start();
  const first = shownIn(await ask('exposure'));
  expect(first).toContain('*6 addresses*: 1 to look at now, 5 not reviewed yet');
  expect(first).toMatch(
    /⚠ \*db 33060\* · no closing time\n.*:30021 · shop, east-1\nA database can be reached from outside\./,
  );
  expect(shownIn(await ask('exposure'))).toContain('Nothing has changed since the report of ');

  await acts(stage, sam, shop, (actor) => actor.slash(shop, '/port open api 8000'));
  stage.platform.elsewhere({ do: 'http-rule', component: 'promo', port: 80, domain: '*.behind.test' });
  const second = shownIn(await ask('exposure'));
  expect(second).toMatch(/\+ `http:\/\/gr2f88b0-8000-shop\.apps\.east\.shop\.test` → api:8000: opened by sam \(/);
  // An address that was opened outside of Portolan has its own row, but no line.
  expect(second).toContain('*8 addresses*: 2 to look at now, 5 not reviewed yet, 1 opened with Portolan');
  expect(second).toContain('+ 1 opened outside Portolan, marked “New” below');
  expect(second).toMatch(
    /⚠ \*New: promo 80\* · no closing time\nhttp:\/\/[*＊]\.behind\.test · shop, east-1\n[\s\S]*Opened outside Portolan, first seen .*\. Who opened it isn’t known\./,
  );
  expect(second).toContain('1 opened with Portolan');
  // Reading it doesn't use it up for the rest of the shift.
  expect(shownIn(await ask('exposure'))).toMatch(/api:8000: opened by sam/);

  await acts(stage, sam, shop, (actor) => actor.slash(shop, '/port close api 8000'));
  stage.platform.elsewhere({ do: 'close', component: 'promo', port: 80, side: 'outer', by: 'zhang' });
  const third = shownIn(await ask('exposure'));
  expect(third).toMatch(/− `http:\/\/gr2f88b0-8000-shop[^`]*` → api:8000: closed by sam \(/);
  expect(third).toMatch(
    /− `http:\/\/[*＊]\.behind\.test` → promo:80: closed outside Portolan by the platform user zhang,/,
  );
  // A press lists the changes that don't fit, and isn't a new report.
  expect(third).toMatch(/And \d more\./);
  expect(third).not.toContain('api:8000: opened by sam');
  const report = await ask('exposure');
  const all = await presses(stage, maya, report, buttonsOf(report)['All changes'] ?? '');
  expect(shownIn(all)).toMatch(/api:8000: opened by sam[\s\S]*api:8000: closed by sam/);
  stage.jump(9 * 3_600_000);
  expect(shownIn(await ask('exposure'))).toContain('Nothing has changed since the report of ');
  // The report must not show an old request as the cause of the current opening. Events have times in whole seconds, so
  // wait: within the same second, the request could be the cause.
  stage.jump(2_000);
  stage.platform.elsewhere({ do: 'open', component: 'api', port: 8000, side: 'outer' });
  const fourth = shownIn(await ask('exposure'));
  expect(fourth).toMatch(
    /⚠ \*New: api 8000\* · no closing time\nhttp:\/\/gr2f88b0-8000-shop\S* · shop, east-1\nOpened outside Portolan by the platform user mei, first seen /,
  );
  const api = (await csvRows()).find(({ component }) => component === 'api');
  expect(api).toMatchObject({ opened_by: '', platform_user: 'mei' });

  await acts(stage, sam, shop, (actor) => actor.slash(shop, '/port open promo 80 for=2h'));
  expect(shownIn(await ask('exposure'))).toMatch(/\*\d addresses\*: .*, [1-9] temporary/);
});

test('a deleted rule may still answer until its port is closed; a moved component keeps its history', async () => {
  await start();
  stage.platform.elsewhere({ do: 'http-rule', component: 'web', port: 8080, domain: 'old.test' });
  await ask('exposure');
  stage.platform.elsewhere({ do: 'delete-rule', domain: 'old.test' });
  const kept = shownIn(await ask('exposure'));
  expect(kept).toMatch(
    /~ `http:\/\/old\.test` → web:8080: its rule was deleted outside Portolan[\s\S]*It may still answer/,
  );
  expect(kept).toContain('Its rule was deleted, but the port is still open.');
  const openNow = 'http://old.test: its rule was deleted, but the port is still open.';
  expect(shownIn(await ask('openings'))).toContain(openNow);
  await stage.platform.faults.set({ down: 'reset' });
  expect(shownIn(await ask('openings'))).toContain(openNow);
  expect(shownIn(await ask('exposure'))).toContain(openNow);
  await stage.platform.faults.reset();
  expect((await csvRows()).find(({ address }) => address === 'http://old.test')).toMatchObject({ state: 'deleted' });
  stage.platform.elsewhere({ do: 'move-component', component: 'web', app: 15 });
  expect((await csvRows()).find(({ address }) => address === 'http://old.test')).toMatchObject({ state: 'deleted' });
  const moved = await csvRows();
  expect(moved.find(({ address }) => address === 'http://old.test')).toMatchObject({
    state: 'deleted',
    app: 'billing',
  });
  expect(moved.find(({ address }) => address === 'https://www.shop.test')).toMatchObject({ app: 'billing' });
  expect(shownIn(await ask('exposure'))).not.toContain('opened outside Portolan');
  stage.platform.elsewhere({ do: 'close', component: 'web', port: 8080, side: 'outer' });
  expect((await csvRows()).map(({ address }) => address)).not.toContain('http://old.test');
});

test('a rule that is created and deleted between two reports may still answer too, and the next one says so', async () => {
  await start();
  await ask('exposure');
  await acts(stage, maya, shop, (actor) => actor.slash(shop, '/gateway create new.test web 8080'));
  const rule = stage.platform.state.httpRules.find(({ domain }) => domain === 'new.test');
  await acts(stage, sam, shop, (actor) => actor.slash(shop, `/gateway delete ${rule?.id}`));
  expect(stage.platform.state.httpRules.map(({ domain }) => domain)).not.toContain('new.test');
  const openNow = 'http://new.test: its rule was deleted, but the port is still open.';
  await stage.platform.faults.set({ down: 'reset' });
  expect(shownIn(await ask('openings'))).toContain(openNow);
  expect(shownIn(await ask('exposure'))).toContain(openNow);
  await stage.platform.faults.reset();
  expect(shownIn(await ask('exposure'))).toMatch(/~ `http:\/\/new\.test` → web:8080: its rule was deleted by sam \(/);
  expect(shownIn(await ask('exposure new.test'))).toContain('The address may still answer');
  expect(shownIn(await ask('openings'))).toContain(
    'http://new.test: its rule was deleted, but the port is still open.',
  );
  stage.platform.elsewhere({ do: 'close', component: 'web', port: 8080, side: 'outer' });
  expect(shownIn(await ask('exposure'))).not.toMatch(/new\.test` → web:8080: closed by/);
});

test('a rule that is deleted with Portolan: the report says by whom, and evidence has nothing outside Portolan', async () => {
  await start();
  stage.platform.elsewhere({ do: 'http-rule', component: 'web', port: 8080, domain: 'old.test' });
  const [listed] = (await csvRows()).filter(({ address }) => address === 'http://old.test');
  await ask('exposure');
  await acts(stage, sam, shop, (actor) => actor.slash(shop, `/gateway delete ${listed?.rule}`));
  expect(shownIn(await ask('exposure'))).toMatch(/~ `http:\/\/old\.test` → web:8080: its rule was deleted by sam \(/);
  const events = (await knownAddresses.bodies(stage.bot().store)).flatMap(({ history }) => history);
  expect(events.find(({ what }) => what === 'deleted')).toMatchObject({ request: { by: { name: 'sam' } } });
});

test('what is meant to be open: by the policy file, and by people for a while, never by who opened it', async () => {
  await start(
    `${free}\npeople: { mei: U0SAM }\nexpected:\n  - { component: promo, reason: the promotion }\n  - { address: nobody.test, context: shop/east-1/12 }`,
  );
  const report = await ask('exposure');
  expect(shownIn(report)).toMatch(/1 expected/);
  expect(shownIn(report)).toContain('that fit no open address here: line 5.');
  expect(shownIn(await ask('policy exposure www.shop.test'))).toMatch(
    /Not expected[\s\S]*Line 4[^.]*another component/,
  );
  const accepted = shownIn(await ask('exposure accept www.shop.test reason="the shop itself"'));
  expect(accepted).toMatch(/maya accepted .*www\.shop\.test.* as expected until .*: the shop itself/);
  expect(shownIn(await ask('policy exposure www.shop.test'))).toMatch(/Accepted by maya until .*: the shop itself/);
  const expected = await ask('exposure expected');
  expect(shownIn(expected)).toContain('the shop itself');
  expect(shownIn(expected)).toContain('*https://www.shop.test → web:8080*');
  expect(expected.blocks?.some(({ type }) => type === 'table')).toBe(false);
  await acts(stage, sam, shop, (actor) => actor.slash(shop, '/port open api 8000'));
  const own = await ask('exposure accept gr2f88b0-8000-shop.apps.east.shop.test reason=mine', sam);
  expect(shownIn(own)).toContain('You opened this address yourself');
  stage.platform.elsewhere({ do: 'open', component: 'cache', port: 6379, side: 'outer', by: 'mei' });
  await ask('exposure');
  const inConsole = await ask('exposure accept 203.0.113.9:30000 reason=mine', sam);
  expect(shownIn(inConsole), 'also where people: knows who it was').toContain('You opened this address yourself');
  expect(shownIn(await ask('exposure revoke www.shop.test'))).toContain('isn’t expected any more');
});

test('a scheduled report begins with what changed since the last one in its channel, and is one line where nothing did', async () => {
  await start();
  const added = shownIn(await ask('schedule exposure at "0 9 * * 1"'));
  const [, id = ''] = /`(\w{6})`/.exec(added) ?? [];
  const posted = () => {
    const all = stage.slack
      .messages(shop, sam)
      .filter((message) => shownIn(message).includes('Reachable from outside'));
    return all.map(shownIn);
  };
  const run = async (count: number) => {
    await acts(stage, maya, shop, (actor) => actor.slash(shop, `/portolan schedule run ${id}`));
    await stage.slack.until(() => posted().length === count, 20_000);
    return posted().at(-1) ?? '';
  };
  expect(await run(1)).toMatch(/Reachable from outside: .*shop #12[\s\S]*\*4 addresses\*/);
  stage.platform.elsewhere({ do: 'open', component: 'api', port: 8000, side: 'outer' });
  expect(await run(2)).toMatch(
    /Changed since the report of [^:]*:[^:]*:[\s\S]*⚠ \*New: api 8000\* .*\nhttp:\/\/gr2f88b0/,
  );
  // No address needs attention now, so a single line is enough.
  await ask('exposure accept 203.0.113.9:30021 reason=replica');
  await ask('exposure accept gr2f88b0-8000-shop.apps.east.shop.test reason=demo');
  expect(await run(3)).toMatch(/Nothing has changed since the report of .*addresses\*:/);
  expect(await run(4)).not.toContain('A database');
}, 90_000);

test('App Home, the component and its ports say since when and by whom a port is open', async () => {
  await start();
  await acts(stage, sam, shop, (actor) => actor.slash(shop, '/port open api 8000'));
  await ask('exposure');
  expect(shownIn(await asks(stage, maya, shop, '/port api'))).toMatch(/Port 8000: opened by sam at .* \(/);
  expect(shownIn(await asks(stage, maya, shop, '/component show web'))).toMatch(
    /Port 8080: Already open when addresses were first recorded, /,
  );
  // A rule of Portolan is known without another report.
  await acts(stage, sam, shop, (actor) => actor.slash(shop, '/gateway http web 8080 a.shop.test'));
  const shown = shownIn(await asks(stage, maya, shop, '/component show web'));
  expect(shown).toMatch(/Port 8080, http:\/\/gr.*: Already open when addresses were first recorded, /);
  expect(shown).toMatch(/Port 8080, http:\/\/a\.shop\.test: Opened by sam at .* \(/);
  const creatorOf = async (domain: string) =>
    /Created by\W*\n?(.*)/.exec(shownIn(await asks(stage, maya, shop, `/gateway show ${domain}`)))?.[1];
  expect(await creatorOf('a.shop.test')).toMatch(/^sam, .* \(.*request/);
  expect(await creatorOf('www.shop.test')).toBe('someone, here or in the platform’s console');
});

test('what nobody has reviewed is listed first and accepted there, without what was opened since; and pages', async () => {
  await start();
  await ask('exposure');
  stage.platform.elsewhere({ do: 'http-rule', component: 'web', port: 8080, domain: 'behind.test' });
  const report = await ask('exposure');
  expect(Object.keys(buttonsOf(report)).some((label) => label.startsWith('Accept'))).toBe(false);
  const review = await presses(stage, maya, report, buttonsOf(report)['Review the other 5'] ?? '');
  expect(shownIn(review)).toMatch(/Not reviewed yet: team shop[\s\S]*https:\/\/www\.shop\.test/);
  expect(shownIn(review)).not.toContain('behind.test');
  await acts(stage, maya, shop, (actor) => actor.press(review, buttonsOf(review)['Accept all 5 as expected…'] ?? ''));
  const said = await acts(stage, maya, shop, (actor) => actor.submit({ why: { why: 'checked by hand' } }));
  expect(said.map(shownIn).join('\n')).toContain('maya accepted 5 addresses as expected');
  const after = await ask('exposure');
  expect(shownIn(after)).toContain('2 to look at now, 5 expected');
  expect(Object.keys(buttonsOf(after)).some((label) => label.startsWith('Review'))).toBe(false);
  const list = await presses(stage, maya, after, buttonsOf(after)['Show all'] ?? '');
  const shown = shownIn(list);
  expect(shown).toMatch(
    /\*2 to look at now\*\n.*db 33060.* · no closing time\n.*:30021 · shop, east-1\nA database .*\nAlready open when addresses were first recorded, .*\. Who opened it isn’t known\.\n[\s\S]*⚠ \*web 8080\* .*\nhttp:\/\/behind\.test .*\nOpened outside Portolan, first seen .*\n[\s\S]*\*5 expected\*/,
  );
  expect(shown).toContain('7 in total');
});

test('while the platform is down, all addresses are what Portolan recorded, with the ways on', async () => {
  await start();
  await acts(stage, sam, shop, (actor) => actor.slash(shop, '/port open api 8000 for=90m'));
  await acts(stage, sam, shop, (actor) => actor.slash(shop, '/port open cache 6379'));
  const openings = await ask('openings');
  await stage.platform.faults.set({ nextRead: { kind: 'error', status: 500, times: 60 } });
  const down = await presses(stage, maya, openings, buttonsOf(openings)['All addresses of the team'] ?? '');
  const typed = await ask('exposure');
  const listed = await ask('openings');
  const row = listed.blocks.filter(isRecord).find((block) => JSON.stringify(block).includes('cache 6379'));
  const close = isRecord(row?.accessory) ? String(row.accessory.action_id) : '';
  const refused = only(await acts(stage, maya, shop, (actor) => actor.press(listed, close)));
  await stage.platform.faults.set({ nextRead: null });
  expect(shownIn(listed)).toMatch(
    /\*<.*api 8000 \(external\)>\* · closes in .*\nhttp:\S+ \(as of .*\)\nOpened by sam, [\s\S]*⚠ \*cache 6379\* .*\n\S+:\d+ \(as of /,
  );
  // The list stays, and the problem names the port.
  expect(refused.ts).not.toBe(listed.ts);
  expect(shownIn(refused)).toMatch(/^Couldn’t close port 6379 of cache\. .* Nothing was changed\.$/m);
  expect(Object.keys(buttonsOf(refused))).toEqual(['Try again']);
  const closing = await acts(stage, maya, shop, (actor) => actor.press(refused, buttonsOf(refused)['Try again'] ?? ''));
  expect(closing.map(shownIn).join('\n')).toContain('Close external access');
  expect(shownIn(typed)).toMatch(/^Reachable from outside\n⚠ The platform [\s\S]*\*api 8000\* · closes in /);
  const summary = await presses(stage, maya, typed, buttonsOf(typed)['Try again'] ?? '');
  expect(Object.keys(buttonsOf(summary))).toContain('Show all');
  const shown = shownIn(down);
  expect(shown).toMatch(/^Reachable from outside\n⚠ The platform doesn’t answer at the moment\. /);
  expect(shown).toMatch(/\*api 8000\* · closes in .*\nhttp:\S+ \(as of .*\)\nOpened by sam, /);
  expect(shown).toMatch(/⚠ \*cache 6379\* · a database, no closing time.*\n.* \(as of .*\)\nOpened by sam, /);
  expect(Object.keys(buttonsOf(down))).toEqual(expect.arrayContaining(['Try again', '‹ What is open']));
  const again = await presses(stage, maya, down, buttonsOf(down)['Try again'] ?? '');
  expect(shownIn(again)).toContain('in total');
});

test('all addresses: which are open, since when, by whom, until when, and who may close them; the soonest end first', async () => {
  await start('rules: [{ when: { risk: [expose] }, need: run }]');
  await ask('exposure');
  await acts(stage, sam, shop, (actor) => actor.slash(shop, '/port open web 8443 both for=3h'));
  await acts(stage, sam, shop, (actor) => actor.slash(shop, '/port open api 8000 for=90m'));
  // Someone who sets a new closing time hasn't opened the port.
  await acts(stage, maya, shop, (actor) => actor.slash(shop, '/port until api 8000 2h'));
  const secret = 'G0SECRET';
  stage.slack.workspace.channels.get(secret)?.members.add(stage.slack.workspace.bot.user);
  await acts(stage, sam, secret, (actor) => actor.slash(secret, '/port open cache 6379 in=shop/east-1/12'));
  await ask('exposure');
  const openings = await ask('openings');
  const list = await presses(stage, maya, openings, buttonsOf(openings)['All addresses of the team'] ?? '');
  const shown = shownIn(list);
  const order = ['cache 6379', 'db 33060', 'api 8000', 'web 8443', 'promo 80'].map((name) => shown.indexOf(name));
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(shown).toMatch(
    /\*2 temporary\*, closing soonest first\n\*<.*\|api 8000>\* · closes in 2 h, at .*\nhttp.* · shop, east-1\nOpened by sam, /,
  );
  expect(shown).toMatch(
    /not reviewed yet\*: already open when .*without a closing time\. Who opened them isn’t known\./,
  );
  expect(shown).toContain('Any full member can ask to close one here: the requester must confirm it.');
  // A card in a private channel has no link here.
  expect(shown).toContain('*cache 6379*');
  expect(shown).not.toContain(secret);
  // Each row has its menu, also one of another application.
  const menus = JSON.stringify(list.blocks);
  expect(menus.match(/"type":"overflow"/g)?.length).toBe(9);
  expect(menus).toContain('\\"c\\":\\"shop/west-2/');
  // The answer of a menu replaces the list, so that of a row with an expired certificate asks about nothing else.
  const rule = stage.platform.state.httpRules.find(({ domain }) => domain === 'www.shop.test') ?? expect.fail();
  const { certificateId } = rule;
  // Later test files of this process have the same rule.
  onTestFinished(() => void Object.assign(rule, { certificateId }));
  Object.assign(rule, { certificateId: 9 });
  const found = await ask('exposure www.shop.test');
  expect(shownIn(found)).toContain('expired');
  expect(JSON.stringify(found.blocks)).not.toContain('gateway.certificates');
  // A search lists what it finds.
  expect(shownIn(await ask('exposure api'))).toMatch(/team shop, “api”\n\*1 temporary\*\n/);
});

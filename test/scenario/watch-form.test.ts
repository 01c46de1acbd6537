import * as z from 'zod';
import { followRecords } from '../../src/operations/follow/stored-follow.ts';
import { watchRecords } from '../../src/operations/shared/watch/stored-watch.ts';
import { buttonsOf, shownIn, watchIdOf, wordsOf } from './stage.ts';
import { useStillStage } from './use-stage.ts';

const place = await useStillStage();
await place.user('U0MAYA').slash('C0SHOP', '/portolan use shop/east-1/12');
const maya = place.user('U0MAYA');

const said = async (words: RegExp) => {
  await place.idle();
  return place.until(String(words), () =>
    place.slack.messages('C0SHOP', 'U0MAYA').findLast((message) => words.test(shownIn(message))),
  );
};

test('the form of a watch has a picker for people: the one who is picked is notified, and shown with the watch', async () => {
  await maya.slash('C0SHOP', '/watch');
  expect(JSON.stringify(maya.view()?.content)).toContain('"multi_users_select"');
  // The form offers only the items that the region measures.
  const offered = await maya.options({ view: maya.view()?.id ?? '' }, 'what', '');
  expect(JSON.stringify(offered)).toMatch(/latency at the gateway.*memory/s);
  expect(JSON.stringify(offered)).not.toContain('response time');
  const submitted = await maya.submit({ what: { what: 'abnormal' }, notify: { notify: ['U0SAM', 'U0MAYA'] } });
  expect(submitted).toMatchObject({ ok: true });
  await place.idle();
  await maya.close(true);
  await maya.slash('C0SHOP', '/watch list');
  const list = await said(/\*Abnormal for 5 minutes \(all components\)/);
  const [, id = ''] = /\\"id\\":\[\\"(\w{6})/.exec(JSON.stringify(list.blocks)) ?? [];
  await maya.slash('C0SHOP', `/watch show ${id}`);
  expect(shownIn(await said(/Notify/))).toMatch(/<@U0SAM>.*<@U0MAYA>/s);
}, 60_000);

test('the form has a picker for groups too, which finds them by handle and name', async () => {
  await maya.slash('C0SHOP', '/watch cache');
  const groupsFor = (typed: string) =>
    maya.options({ view: maya.view()?.id ?? '' }, { actionId: 'groups', blockId: 'groups' }, typed);
  for (const typed of ['', 'opera', '@oper'])
    expect(JSON.stringify(await groupsFor(typed))).toContain('@operators (Operators)');
  expect(JSON.stringify(await groupsFor('night shift'))).not.toContain('S0123OPS');
  await maya.options({ view: maya.view()?.id ?? '' }, 'what', '');
  const submitted = await maya.submit({
    ...{ what: { what: 'abnormal' }, notify: { notify: ['U0SAM'] }, groups: { groups: ['S0123OPS'] } },
  });
  expect(submitted).toMatchObject({ ok: true });
  await maya.close(true);
  await said(/now watches.*abnormal for 5 minutes \(cache\)/s);
  const id = await watchIdOf(place, 'C0SHOP', '(cache)');
  await maya.slash('C0SHOP', `/watch show ${id}`);
  expect(shownIn(await said(/Notify/))).toMatch(/<@U0SAM>.*<!subteam\^S0123OPS>/s);
}, 60_000);

test('people that were typed are picked already; a group that was typed keeps its text', async () => {
  await maya.slash('C0SHOP', '/watch web gateway-latency notify=@sam');
  expect(JSON.stringify(maya.view()?.content)).toContain('"initial_users":["U0SAM"]');
  await maya.close(true);
  await maya.slash('C0SHOP', '/watch web gateway-latency notify=S0OPS1');
  const form = JSON.stringify(maya.view()?.content);
  expect(form).not.toContain('multi_users_select');
  expect(form).toContain('"initial_value":"S0OPS1"');
  await maya.close(true);
}, 60_000);

test('who is notified and isn’t in the channel is named, as the watch is made and later', async () => {
  const inBilling = async (words: RegExp) => {
    await place.idle();
    return place.until(String(words), () =>
      place.slack.messages('C0BILLING', 'U0MAYA').findLast((message) => words.test(shownIn(message))),
    );
  };
  await maya.slash('C0BILLING', '/portolan use shop/east-1/12');
  await maya.slash('C0BILLING', '/watch api abnormal notify=@liu,@sam');
  const added = shownIn(await inBilling(/now watches/));
  // Only the creator gets this note. The public message mentions nobody.
  expect(added).not.toContain('<@');
  await inBilling(/Not in the channel, so mentions don’t reach them: <@U0LIU>\./);
  // Nobody chose the language of the channel, and this is its first watch in English.
  const onLanguage = () =>
    place.slack.messages('C0BILLING', 'U0MAYA').filter((each) => shownIn(each).includes('/portolan language zh'));
  expect(onLanguage()).toHaveLength(1);
  await maya.slash('C0BILLING', '/watch web abnormal');
  await inBilling(/now watches.*\(web\)/s);
  expect(onLanguage()).toHaveLength(1);
  const id = await watchIdOf(place, 'C0BILLING', '(api)');
  await maya.slash('C0BILLING', `/watch show ${id}`);
  expect(shownIn(await inBilling(/Notify/))).toMatch(/don’t reach them: <@U0LIU>\./);
}, 60_000);

test('who sets up the first watch of a channel sets the language and zone of its problems and builds', async () => {
  const told = (who: string, words: RegExp) =>
    place.until(String(words), () =>
      place.slack.messages('C0GENERAL', who).find((message) => words.test(shownIn(message))),
    );
  const liu = place.user('U0LIU');
  await liu.slash('C0GENERAL', '/portolan use shop/east-1/12');
  await liu.slash('C0GENERAL', '/watch api abnormal');
  await told('U0LIU', /以中文发布，与您 Slack 的语言一致.*`\/portolan language en`/);
  for (const command of ['/watch web abnormal', '/follow']) {
    await maya.slash('C0GENERAL', command);
    await place.idle();
  }
  const isNote = (text: string) =>
    /posted in Chinese, like the earlier watches and builds here\..*`\/portolan language en`/.test(text);
  // Once for each person, with the watch or with the builds.
  await place.until('the note', () =>
    place.slack.messages('C0GENERAL', 'U0MAYA').filter((each) => isNote(shownIn(each))).length === 1 ? true : undefined,
  );
  const { store } = place.bot();
  const added = [...(await watchRecords.bodies(store)), ...(await followRecords.bodies(store))];
  const here = added.filter(({ channel }) => channel === 'C0GENERAL');
  expect(here.map(({ by: { name, lang, zone } }) => [name, lang, zone])).toEqual([
    [expect.any(String), 'zh', 'Asia/Shanghai'],
    [expect.any(String), 'zh', 'Asia/Shanghai'],
    [expect.any(String), 'zh', 'Asia/Shanghai'],
  ]);
  expect(new Set(here.map(({ by }) => by.id)).size).toBe(2);
}, 60_000);

test('the form asks for what goes with the choice: a threshold that is required, in its unit, or none', async () => {
  const Shown = z.object({
    blocks: z.array(z.object({ label: z.object({ text: z.string() }), optional: z.boolean() }).partial()),
  });
  const labels = () =>
    Shown.parse(maya.view()?.content).blocks.flatMap(({ label, optional }) =>
      label ? [`${label.text}${optional ? '' : ' *'}`] : [],
    );
  await maya.slash('C0SHOP', '/watch');
  expect(labels()).toEqual(['Components', 'What to watch *', 'For', 'Notify', 'Notify groups']);
  const choose = async (item: string) => {
    await maya.options({ view: maya.view()?.id ?? '' }, 'what', '');
    await maya.press({ view: maya.view()?.id ?? '' }, 'what', item);
    return labels();
  };
  expect(await choose('gateway_latency')).toContain('Above (ms) *');
  expect(await choose('cpu')).toContain('Above (cores, or % of the limit) *');
  expect(await choose('certificates')).toEqual([
    'What to watch *',
    'Days before a certificate expires',
    'Notify',
    'Notify groups',
  ]);
  expect((await choose('abnormal')).join()).not.toMatch(/Above|Below/);
  await maya.close(true);
  await maya.slash('C0SHOP', '/watch web cpu above=1.5 cores');
  await said(/now watches.*CPU above 1\.5 cores for 5 minutes \(web\)/s);
  await maya.slash('C0SHOP', '/watch web cpu above=85%');
  await said(/now watches.*CPU above 85% of its limit for 5 minutes \(web\)/s);
  // Such a watch would never have a value.
  await maya.slash('C0SHOP', '/watch api cpu above=80%');
  await said(/^No limit of CPU: api\. A share of it can’t be watched\. Enter an amount instead, such as 0\.5 cores\.$/);
}, 60_000);

test('a word that is neither a component nor something to watch is an error that says what may be meant', async () => {
  await maya.slash('C0SHOP', '/watch web memroy above=90%');
  const refusal = await said(/`memroy` is neither a component here nor something that can be watched/);
  expect(maya.view()).toBeUndefined();
  expect(Object.keys(buttonsOf(refusal))).toContain('Watch memory');
  await maya.slash('C0SHOP', '/watch web shopp');
  await said(/`shopp` is neither a component here nor something that can be watched: .*latency/);
  // People name the trouble rather than the measured value.
  await maya.slash('C0SHOP', '/watch web slow');
  await place.idle();
  expect(JSON.stringify(maya.view()?.content)).toMatch(/[Ll]atency[\s\S]*Above/);
  await maya.close(true);
}, 60_000);

test('a watch of the same with another limit names the earlier one, which one press deletes', async () => {
  await maya.slash('C0SHOP', '/watch web gateway-latency above=500ms notify=@sam');
  expect(shownIn(await said(/now watches.*above 500 ms/s))).toContain('Notifies sam.');
  await maya.slash('C0SHOP', '/watch web gateway-latency above=800ms');
  const beside = await said(/Also watched in this channel: latency at the gateway \(p95\) above 500 ms for 5 minutes/);
  expect(shownIn(beside)).toContain('If both fire for a component, that is one message.');
  await maya.press(beside, buttonsOf(beside)['Delete the earlier one'] ?? '');
  await said(/Deleted: \*Latency at the gateway \(p95\) above 500 ms/);
}, 60_000);

test('Edit opens the form with a watch’s values, and saving it changes that watch', async () => {
  await maya.slash('C0SHOP', '/watch api memory above=80% for=10m notify=@sam,<!subteam^S0123OPS>');
  const id = await watchIdOf(place, 'C0SHOP', 'above 80%');
  await maya.slash('C0SHOP', `/watch show ${id}`);
  const own = await said(/above 80%[\s\S]*set by|above 80%[\s\S]*maya/i);
  await maya.press(own, buttonsOf(own).Edit ?? '');
  const form = JSON.stringify(maya.view()?.content);
  for (const value of ['"initial_value":"80%"', '"initial_value":"10m"', '"initial_users":["U0SAM"]', 'S0123OPS'])
    expect(form).toContain(value);
  await place.idle();
  await place.pass(60_000);
  const submitted = await maya.submit({ 'above@memory': { above: '95%' } });
  expect(submitted).toMatchObject({ ok: true });
  await maya.close(true);
  expect(shownIn(await said(/changed a watch/))).toMatch(
    /maya changed a watch: \*Memory above 95% of its limit for 10 minutes \(api\)\*\. Before: memory above 80% .*\. Notifies sam, @operators\./,
  );
  const { store } = place.bot();
  const edited = (await watchRecords.bodies(store)).filter((each) => each.id === id);
  expect(edited.map(({ condition, notify }) => [condition.threshold, notify])).toEqual([[0.95, ['U0SAM', 'S0123OPS']]]);
  await maya.slash('C0SHOP', '/portolan audit changed');
  await said(/maya changed the watch: memory above 95% of its limit for 10 minutes \(api\), limit 80% → 95%/);
}, 60_000);

test('the form has the present value in the unit of the limit', async () => {
  const hintWith = async (limit: string) => {
    await maya.slash('C0SHOP', `/watch web memory above=${limit} for=10m`);
    const id = await watchIdOf(place, 'C0SHOP', `above ${limit}`);
    // A form doesn't wait for a slow read, and the first one is slow.
    for (let opened = 0; opened < 30; opened += 1) {
      await maya.slash('C0SHOP', `/watch edit ${id}`);
      const [hint] = /Now [^"]+/.exec(JSON.stringify(maya.view()?.content)) ?? [];
      await maya.close(true);
      if (hint !== undefined) return hint;
    }
    return '';
  };
  expect(await hintWith('81%')).toMatch(/^Now [\d.]+%; highest in 24 hours [\d.]+%\.$/);
  expect(await hintWith('801 MiB')).toMatch(/^Now [\d.]+ MiB; highest in 24 hours [\d.]+ MiB\.$/);
}, 60_000);

test('without watches, a form that chooses one doesn’t open: the answer offers to set some up', async () => {
  await maya.slash('C0GENERAL', '/portolan use lab/west-2/40');
  for (const command of ['/watch edit', '/watch silence', '/watch show']) {
    await maya.slash('C0GENERAL', command);
    expect(maya.view()).toBeUndefined();
    const told = place.slack.messages('C0GENERAL', 'U0MAYA').at(-1);
    expect(shownIn(told)).toContain('Nothing is watched here yet.');
    expect(Object.keys(buttonsOf(told))).toEqual(expect.arrayContaining(['Show usual watches', 'Add a watch']));
  }
}, 60_000);

test('an incident goes on while only the limit of its watch is changed: who acknowledged it stays, and the new limit decides', async () => {
  await maya.slash('C0SHOP', '/watch db memory above=80% for=1m');
  const id = await watchIdOf(place, 'C0SHOP', '(db)');
  const trouble = (on: boolean) => place.platform.elsewhere({ do: 'trouble', component: 'db', trouble: 'memory', on });
  trouble(true);
  const incident = () => place.slack.messages('C0SHOP', 'U0MAYA').find(({ text }) => text.includes(' · db: memory'));
  const fired = await place.until('it fires', incident);
  await maya.press(fired, buttonsOf(fired).Acknowledge ?? '');
  const says = (words: RegExp) => place.until(String(words), () => words.test(shownIn(incident())) || undefined);
  await says(/Acknowledged/);
  const limit = async (above: string) => {
    await maya.slash('C0SHOP', `/watch edit ${id}`);
    await place.idle();
    await place.pass(60_000);
    expect(await maya.submit({ 'above@memory': { above } })).toMatchObject({ ok: true });
    await maya.close(true);
  };
  await limit('70%');
  expect(shownIn(await said(/changed a watch.*above 70%/))).toContain('Its open incidents go on');
  await says(/▲ Firing · db: memory above 70%[\s\S]*Began at [\s\S]*Acknowledged[\s\S]*Limit changed.*: 80% → 70%/);
  await maya.slash('C0SHOP', '/watch list');
  await said(/Memory above 70%[\s\S]*Began at .*, when its limit was 80%/);
  // Its value isn't above the new limit, so the edit ends it, and nothing says that it recovered.
  await limit('99%');
  expect(shownIn(await said(/changed a watch.*above 99%/))).toContain(
    'Its open incidents that don’t meet this have ended',
  );
  await says(/○ Ended by the new limit · db: memory above 70%[\s\S]*Acknowledged[\s\S]*: 70% → 99%; value then: \d/);
  expect(shownIn(incident())).not.toMatch(/Resolved|Recover|above 99%/);
  // The thread says the same, without a mention of the person who changed it.
  const inThread = shownIn(await said(/^Ended by the new limit after /));
  expect(inThread).toMatch(
    / · db: memory above 70%.* · \*?Limit changed\*? by maya at .*: 70% → 99%; value then: \d[\d.]*%[^@]*$/,
  );
  expect(incident()?.ts).toBe(fired.ts);
  trouble(false);
}, 120_000);

test('a typed `edit` opens the form of the watch, and a button of one watch keeps showing that one', async () => {
  await maya.slash('C0SHOP', '/watch worker memory above=80%');
  const id = await watchIdOf(place, 'C0SHOP', '(worker)');
  // A watch of all components is about worker, too, so the name alone would ask which.
  expect(shownIn(await said(/now watches.*\(worker\)/s))).toContain('`/watch list`');
  await maya.slash('C0SHOP', `/watch edit ${id}`);
  expect(JSON.stringify(maya.view()?.content)).toContain('"initial_value":"80%"');
  // Saved as it was, it tells nobody of a change.
  await maya.submit({});
  await place.idle();
  expect(wordsOf(maya.view()?.content)).toContain(
    'Nothing was changed, because this watch says so already: memory above 80%',
  );
  expect(place.slack.messages('C0SHOP', 'U0SAM').some(({ text }) => /changed a watch.*\(worker\)/.test(text))).toBe(
    false,
  );
  await maya.close(true);
  // A watch of all components is about this component too, so people choose.
  await maya.slash('C0SHOP', '/watch edit worker');
  expect(maya.view()).toBeUndefined();
  const choice = await said(/Choose a watch that is about worker/);
  // A button to edit the command would seem to edit a watch.
  expect(Object.keys(buttonsOf(choice)).join()).toMatch(/\(worker\).*\(all components\)$/);
  await maya.press(choice, Object.values(buttonsOf(choice))[0] ?? '');
  expect(JSON.stringify(maya.view()?.content)).toContain('"initial_value":"80%"');
  await maya.close(true);
  await maya.slash('C0SHOP', `/watch show ${id}`);
  const one = await said(/Memory above 80% of its limit[\s\S]*State/i);
  await maya.press(one, buttonsOf(one).Pause ?? '');
  const paused = await said(/^Paused: /m);
  expect([paused.ts, Object.keys(buttonsOf(paused))]).toEqual([one.ts, ['Resume', 'Edit', 'Silence', 'Delete']]);
  await maya.press(paused, buttonsOf(paused).Resume ?? '');
  expect(Object.keys(buttonsOf(await said(/^Resumed: /m)))).toContain('Pause');
}, 60_000);

import { asks, buttonsOf, only, shownIn, wordsOf } from './stage.ts';
import { useStillStage } from './use-stage.ts';

const place = await useStillStage();
await place.user('U0MAYA').slash('C0SHOP', '/portolan use shop/east-1/12');

const shown = () => place.slack.messages('C0SHOP', 'U0MAYA');
const worse = (ts: string) =>
  shown().filter(
    (message) => message.threadTs === ts && shownIn(message).includes('After this change, something got worse'),
  );

async function changes(command: string) {
  const maya = place.user('U0MAYA');
  const earlier = new Set(shown().map(({ ts }) => ts));
  await maya.slash('C0SHOP', command);
  const find = (words: string) =>
    shown().find((message) => !earlier.has(message.ts) && shownIn(message).includes(words));
  await maya.press(await place.until(`${command} waits`, () => find('Waiting for')), 'request.approve');
  return place.until(`${command} is done`, () => find('Done'));
}

test('memory that rises after it was resized is told once in the change’s thread, with its undo', async () => {
  const done = await changes('/component scale web memory=512');
  place.platform.elsewhere({ do: 'trouble', component: 'web', trouble: 'memory' });
  const [note] = await place.until('it is told', () => (worse(done.ts).length > 0 ? worse(done.ts) : undefined));
  expect(shownIn(note)).toMatch(
    /<@U0MAYA> After this change, something got worse\. It may have another cause\.\n• web was above 90% of its memory limit at .*, now \d+(\.\d)?% \([\d.]+% before the change\)/,
  );
  await place.pass(10 * 60_000);
  only(worse(done.ts));
  if (!note) throw new Error('no note');
  await place.user('U0MAYA').press(note, buttonsOf(note)['Restore the previous values'] ?? '');
  await place.until('its undo is asked for', () =>
    shown().find((message) => shownIn(message).includes('Undo of request') && shownIn(message).includes('1 GiB')),
  );
  place.platform.elsewhere({ do: 'trouble', component: 'web', trouble: 'memory', on: false });
}, 120_000);

test('a component that becomes abnormal after a restart: its reason is told and, without an undo, its log offered', async () => {
  const done = await changes('/component restart api');
  place.platform.elsewhere({ do: 'container-exit', component: 'api', reason: 'OOMKilled' });
  const [note] = await place.until('it is told', () => (worse(done.ts).length > 0 ? worse(done.ts) : undefined));
  const says = /(Some instances of )?api became abnormal at [^\n]*: killed, out of memory$/m;
  expect(shownIn(note)).toMatch(says);
  await place.until(
    'the card says so',
    () => says.test(shownIn(shown().find(({ ts }) => ts === done.ts))) || undefined,
  );
  expect(Object.keys(buttonsOf(note))).toEqual(['Log', 'Chart']);
  const events = shownIn(await asks(place, 'U0MAYA', 'C0SHOP', '/component events api'));
  expect(events).toMatch(/Start\*?\n.* · maya, by Portolan · /);
  // The log opens over the note, and no private message is added.
  if (!note) throw new Error('no note');
  const maya = place.user('U0MAYA');
  const countBefore = shown().length;
  await maya.press(note, buttonsOf(note).Log ?? '');
  await place.until('the log is there', () => wordsOf(maya.view()?.content).includes('Log of api') || undefined);
  await maya.close(true);
  expect(shown()).toHaveLength(countBefore);
}, 120_000);

test('nothing is told where nothing got worse, after a quarter of an hour, or where a later change came', async () => {
  const well = await changes('/component restart db');
  const late = await changes('/component restart cache');
  const first = await changes('/component restart worker');
  await place.pass(60_000);
  const later = await changes('/component restart worker');
  place.platform.elsewhere({ do: 'container-exit', component: 'worker', reason: 'Error' });
  await place.until('it is told of the later one', () => (worse(later.ts).length > 0 ? true : undefined));
  await place.pass(16 * 60_000);
  place.platform.elsewhere({ do: 'container-exit', component: 'cache', reason: 'Error' });
  await place.pass(5 * 60_000);
  for (const { ts } of [well, late, first]) expect(worse(ts)).toEqual([]);
}, 120_000);

test('what a later update in the console broke isn’t told of an earlier restart', async () => {
  await asks(place, 'U0MAYA', 'C0SHOP', '/watch gr5ea3c1 abnormal for=1m');
  const earlier = await changes('/component restart gr5ea3c1');
  await place.pass(60_000);
  place.platform.elsewhere({ do: 'operate', component: 'gr5ea3c1', action: 'upgrade' });
  await place.pass(60_000);
  place.platform.elsewhere({ do: 'container-exit', component: 'gr5ea3c1', reason: 'Error' });
  await place.pass(5 * 60_000);
  expect(shownIn(await asks(place, 'U0MAYA', 'C0SHOP', '/component show gr5ea3c1'))).toContain('🔴 abnormal');
  expect(worse(earlier.ts)).toEqual([]);
  // Its incident isn't blamed on the restart either.
  const firing = await incident('Firing · search (gr5ea3c1): abnormal');
  expect(shownIn(firing)).toContain('rolling update');
  const note = await noteAfter(earlier.ts);
  expect(wordsOf(note.blocks[0])).toMatch(
    /^⚠ \*The effect can’t be judged\*: another change came after “Restart search \(gr5ea3c1\)”\.\n• <https[^|]*\|search \(gr5ea3c1\): abnormal>, began at .*, after another change: rolling update of search \(gr5ea3c1\) · .*/,
  );
  await place.until(
    'the card says so',
    () =>
      /abnormal>, began at .*, after another change: rolling update /.test(
        shownIn(shown().find(({ ts }) => ts === earlier.ts)),
      ) || undefined,
  );
}, 120_000);

test('an incident that tells of it already is linked instead', async () => {
  await asks(place, 'U0MAYA', 'C0SHOP', '/watch db abnormal for=1m');
  const done = await changes('/component restart db');
  place.platform.elsewhere({ do: 'container-exit', component: 'db', reason: 'Error' });
  const [note] = await place.until('it is told', () => (worse(done.ts).length > 0 ? worse(done.ts) : undefined));
  expect(shownIn(note)).toMatch(/More in <https:\/\/[^|]*\|the incident>/);
  expect(buttonsOf(note)).toEqual({});
  const card = () => shownIn(shown().find(({ ts }) => ts === done.ts));
  await place.until('the card says so', () => card().includes('⚠ db became abnormal at') || undefined);
  expect(card()).toMatch(/More in <https:\/\/[^|]*\|the incident>/);
  // The chart of the same time says it, too, first of all, and the card links the incident.
  const chart = await place.until('the chart is there', () =>
    shown().find(({ threadTs, text }) => threadTs === done.ts && text.includes('after “Restart db”')),
  );
  only(worse(done.ts));
  const lines = /^⚠ \*Something got worse\* after “Restart db”\. .*\n• <https:\/\/[^|]*\|db: abnormal>, began at .*/;
  expect(wordsOf(chart.blocks[0])).toMatch(lines);
  expect(chart.text).toMatch(lines);
  expect(shownIn(chart)).not.toContain('no clear change');
  await place.until('the card links it', () => /⚠ <https.*\|db: abnormal>, began at/.test(card()) || undefined);
}, 120_000);

test('an incident that began after the change and is over: the note names it, and isn’t green', async () => {
  await asks(place, 'U0MAYA', 'C0SHOP', '/watch web memory above=90% for=1m');
  const done = await changes('/component restart web');
  const card = () => shownIn(shown().find(({ ts }) => ts === done.ts));
  expect(card()).toMatch(/Before and after are compared at .*, in the thread/);
  await place.pass(60_000);
  place.platform.elsewhere({ do: 'trouble', component: 'web', trouble: 'memory' });
  await place.pass(4 * 60_000);
  place.platform.elsewhere({ do: 'trouble', component: 'web', trouble: 'memory', on: false });
  const note = await noteAfter(done.ts);
  const words = wordsOf(note.blocks[0]);
  expect(words).toMatch(/^\*Recovered at [^*]*\*: something got worse after “Restart web”/);
  expect(words).toMatch(/\n• <https[^|]*\|web: memory[^>]*>, [^\n]*–[^\n]*, resolved$/);
  await place.until(
    'the verdict is on the card',
    () => /⚠ <https.*\|web: memory.*–.*, resolved/.test(card()) || undefined,
  );
  expect(card()).not.toContain('no clear change');
}, 120_000);

test('a condition that fired before the change too isn’t said to be worse after it', async () => {
  const slow = (on: boolean) => place.platform.elsewhere({ do: 'trouble', component: 'web', trouble: 'slow', on });
  await asks(place, 'U0MAYA', 'C0SHOP', '/watch web gateway-latency above=500ms for=1m');
  slow(true);
  await incident('Firing · web: latency');
  slow(false);
  await incident('Resolved · web: latency');
  const done = await changes('/component restart web');
  await place.pass(60_000);
  slow(true);
  const note = await noteAfter(done.ts);
  slow(false);
  expect(wordsOf(note.blocks[0])).toMatch(
    /^⚠ \*The problem from before came back\* after “Restart web”\.\n• <https[^|]*\|web: latency[^>]*>, began at [^\n]*; before that, [^\n]*–[^\n]*$/,
  );
  // The chart has the threshold that fired, and its row is that of the quantile that the watch measures.
  expect(shownIn(note)).toMatch(/Item[^w]*Before[^w]*After[^w]*web p95/);
  // Only what is beyond the threshold since the change counts. As in the heading, moments are in each reader's zone.
  expect(shownIn(note)).toMatch(/above 500 ms: web p95 from <!date[^\n]* to the end \(/);
}, 120_000);

/** Waits until the incident of a watch says this in its title, and returns its message. */
const incident = (title: string) =>
  place.until(`an incident says ${title}`, () => shown().find((message) => message.text.includes(title)));
const cardOf = (ts: string) => shownIn(shown().find((message) => message.ts === ts));
const noteAfter = (ts: string) =>
  place.until('the chart is there', () =>
    shown().find(({ threadTs, text }) => threadTs === ts && text.includes('after “')),
  );

test('after a restart that cured a component, the note says what recovered, what isn’t reported again, and the incident’s end', async () => {
  await asks(place, 'U0MAYA', 'C0SHOP', '/watch api abnormal for=1m');
  place.platform.elsewhere({ do: 'container-exit', component: 'api', reason: 'OOMKilled' });
  await incident('Firing · api: abnormal');
  const done = await changes('/component restart api');
  await incident('Resolved · api: abnormal');
  const note = await noteAfter(done.ts);
  expect(wordsOf(note.blocks[0])).toMatch(
    /^✓ \*Recovered\* after “Restart api”\.\n• api: abnormal before, running after\n• Not reported again: Killed, out of memory \(OOMKilled\).*\n• <https:[^|]*\|Incident>, [^\n]*–[^\n]*, resolved$/,
  );
  await place.until(
    'the card says so',
    () => cardOf(done.ts).includes('✓ api: abnormal before, running after') || undefined,
  );
}, 120_000);

test('after a change that didn’t end an incident, the note says first that it still fires', async () => {
  await asks(place, 'U0MAYA', 'C0SHOP', '/watch api memory above=85% for=1m');
  place.platform.elsewhere({ do: 'trouble', component: 'api', trouble: 'memory' });
  await incident('Firing · api: memory');
  const done = await changes('/component scale api 3');
  // The new pods soon need as much memory.
  place.platform.elsewhere({ do: 'trouble', component: 'api', trouble: 'memory' });
  const note = await noteAfter(done.ts);
  place.platform.elsewhere({ do: 'trouble', component: 'api', trouble: 'memory', on: false });
  expect(wordsOf(note.blocks[0])).toMatch(
    /^⚠ \*Not resolved\* after “[^”]*”\.\n• <https:[^|]*\|Incident> since [^\n]*: still firing at <!date[^\n]*$/,
  );
  await place.until(
    'the card says so',
    () => /⚠ <[^|]*\|Incident> since .*still firing/.test(cardOf(done.ts)) || undefined,
  );
}, 120_000);

test('a component that recovered by a restart and becomes abnormal again within a quarter of an hour is told as such', async () => {
  place.platform.elsewhere({ do: 'container-exit', component: 'cache', reason: 'Error' });
  await place.pass(60_000);
  const done = await changes('/component restart cache');
  place.platform.elsewhere({ do: 'container-exit', component: 'cache', reason: 'Error' });
  const note = await place.until('it is told', () =>
    shown().find(({ threadTs, text }) => threadTs === done.ts && text.includes('the problem from before it came back')),
  );
  expect(shownIn(note)).toMatch(/• (Some instances of )?cache became abnormal at/);
  // Neither the card nor the chart of that time says that something got worse.
  await place.until(
    'the card says so',
    () => /⚠ (Some instances of )?cache became abnormal/.test(cardOf(done.ts)) || undefined,
  );
  const chart = await noteAfter(done.ts);
  expect(wordsOf(chart.blocks[0])).toMatch(/^⚠ \*The problem from before came back\* after “Restart cache”\.\n/);
}, 120_000);

test('memory that ran out after a change: the note says the time of the kill, as the incident does', async () => {
  await asks(place, 'U0MAYA', 'C0SHOP', '/watch web oom');
  const done = await changes('/component restart web');
  await place.pass(100_000);
  place.platform.elsewhere({ do: 'container-exit', component: 'web', reason: 'OOMKilled' });
  const of = (text: string | undefined, words: string) => text?.match(`${words} <!date\\^(\\d+)`)?.[1];
  const killed = of(shownIn(await incident('Firing · web: out of memory')), 'Killed at');
  const note = await noteAfter(done.ts);
  expect(killed).toBeDefined();
  expect(of(wordsOf(note.blocks[0]), 'web: out of memory>, killed at')).toBe(killed);
}, 120_000);

test('memory that runs out again after a restart: the incident says so, although the platform lists only the last kill', async () => {
  await asks(place, 'U0MAYA', 'C0SHOP', '/watch worker oom');
  const kill = () => place.platform.elsewhere({ do: 'container-exit', component: 'worker', reason: 'OOMKilled' });
  const card = () => shown().find(({ text }) => text.includes('worker: out of memory'));
  kill();
  await place.until('it fires', () => card());
  await place.pass(120_000);
  await changes('/component restart worker');
  await place.pass(14 * 60_000);
  kill();
  await place.until(
    'the second kill is told',
    () => shownIn(card()).includes('Killed at least 2 times, last at') || undefined,
  );
  // The picture marks both.
  await place.until('the chart has both', () => /OOMKilled; .*OOMKilled/.test(shownIn(card())) || undefined);
  await place.pass(5 * 60_000);
  await changes('/component restart worker');
  const ended = await place.until('it is over', () =>
    shown().find(({ threadTs, text }) => threadTs === card()?.ts && text.includes('not killed again for')),
  );
  // Not since the first kill.
  expect(ended.text).toMatch(/not killed again for (2\d|3\d) minutes/);
  expect(shownIn(card())).toContain('Killed at least 2 times, last at');
}, 120_000);

/** Sets up a watch. Notes of earlier tests may be posted at the same time. */
const watches = (command: string) => place.user('U0MAYA').slash('C0SHOP', command);

test('memory that ran out before a restart and after it: both notes say that the problem came back, with one line for it', async () => {
  const kill = () => place.platform.elsewhere({ do: 'container-exit', component: 'api', reason: 'OOMKilled' });
  await watches('/watch api oom');
  await watches('/watch api abnormal for=1m');
  kill();
  await place.pass(4 * 60_000);
  const done = await changes('/component restart api');
  await place.pass(400_000);
  kill();
  const first = await place.until('it is told', () =>
    shown().find(({ threadTs, text }) => threadTs === done.ts && text.includes('After this change')),
  );
  expect(first.text).toContain('the problem from before it came back');
  const note = await noteAfter(done.ts);
  expect(wordsOf(note.blocks[0])).toMatch(
    /^⚠ \*Recovered for \d+ minutes\* after “Restart api”, then \*began again at [^\n]*\n• <https:[^|]*\|api: abnormal>, began at [^\n]*; before that, [^\n]* · Killed, out of memory · last reported at [^\n]*$/,
  );
}, 120_000);

test('a recovery after a change that is too short to end the incident is told with its length', async () => {
  await watches('/watch usual add');
  await place.pass(60 * 60_000);
  const slow = (on: boolean) => place.platform.elsewhere({ do: 'trouble', component: 'web', trouble: 'slow', on });
  slow(true);
  await place.pass(14 * 60_000);
  const done = await changes('/component deploy web');
  slow(false);
  await place.pass(5 * 60_000);
  slow(true);
  const note = await noteAfter(done.ts);
  slow(false);
  expect(wordsOf(note.blocks[0])).toMatch(
    /^⚠ \*Recovered for \d+ minutes\* after “Deploy web”, then \*began again at /,
  );
}, 120_000);

test('a watch that finds its limit exceeded says the highest value since the begin, also from before it was set up', async () => {
  const memory = (on: boolean) => place.platform.elsewhere({ do: 'trouble', component: 'web', trouble: 'memory', on });
  memory(true);
  await place.pass(15 * 60_000);
  memory(false);
  await place.pass(10 * 60_000);
  await watches('/watch web memory above=20% for=1m');
  await place.pass(120_000);
  const firing = await place.until('it fires', () =>
    shown().findLast((message) => /Firing · .*memory above 20%/.test(message.text)),
  );
  const [, now = 0, highest = 0] = /now ([\d.]+)%[^\n]*highest ([\d.]+)%/.exec(shownIn(firing)) ?? [];
  expect(Number(highest)).toBeGreaterThan(Number(now) + 10);
}, 120_000);

test('memory that rises after a change isn’t left to an incident that says something else: the note and the card tell its end', async () => {
  await watches('/watch cache oom');
  place.platform.elsewhere({ do: 'container-exit', component: 'cache', reason: 'OOMKilled' });
  await place.until('it fires', () => shown().find(({ text }) => text.includes('cache: out of memory')));
  await place.pass(5 * 60_000);
  const done = await changes('/component upgrade cache');
  const memory = (on: boolean) =>
    place.platform.elsewhere({ do: 'trouble', component: 'cache', trouble: 'memory', on });
  memory(true);
  const [first] = await place.until('it is told', () => (worse(done.ts).length > 0 ? worse(done.ts) : undefined));
  memory(false);
  expect(shownIn(first)).not.toContain('More in the incident');
  const note = await noteAfter(done.ts);
  expect(wordsOf(note.blocks[0])).toMatch(/^\*Recovered at .*\n• cache was above 90% of its memory limit at /);
  await place.until(
    'the card says so',
    () => /^⚠ cache was above .*, recovered at /m.test(shownIn(shown().find(({ ts }) => ts === done.ts))) || undefined,
  );
}, 120_000);

test('a kill that an earlier restart followed isn’t credited to a later change', async () => {
  await watches('/watch web oom');
  place.platform.elsewhere({ do: 'container-exit', component: 'web', reason: 'OOMKilled' });
  await place.until('it fires', () => shown().find(({ text }) => text.includes('Firing · web: out of memory')));
  await changes('/component restart web');
  await place.pass(120_000);
  const scaled = await changes('/component scale web 4');
  await place.pass(25 * 60_000);
  const thread = shown()
    .filter(({ threadTs }) => threadTs === scaled.ts)
    .map(shownIn);
  expect(thread.join('\n')).not.toMatch(/Not reported again|Recovered/);
  expect(shownIn(shown().find(({ ts }) => ts === scaled.ts))).not.toMatch(/Not reported again/);
}, 120_000);

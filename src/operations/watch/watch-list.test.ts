import { shapeOf } from '../../../test/answer-shape.ts';
import { incidentMessages } from '../../../test/contract/incident-messages.ts';
import { ask } from '../../../test/operations/samples.ts';
import type { Incident } from '../../core/incident/incident.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import type { WatchItem } from '../../core/watch/watch-condition.ts';
import { newTrack, trackKey, type WatchTrack } from '../../core/watch/watch-state.ts';
import type { Watch } from '../shared/watch/stored-watch.ts';
import { type ListedWatches, watchesAnswer } from './watch-list.ts';

const minute = 60_000;
const now = 1_000 * minute;
const watch: Watch = {
  id: 'w1',
  channel: 'C1',
  context: ask.context,
  notify: [],
  at: 0,
  condition: { item: 'abnormal', side: 'above', threshold: 0, for: 300_000 },
  by: { id: 'U9', name: 'Ada', lang: 'en', zone: 'UTC' },
};

const statesOf = (listed: ListedWatches): (string | undefined)[] => rowsOf(listed).map((row) => row.split('\n')[1]);

function rowsOf(listed: ListedWatches, which?: { all: boolean; page: number }): readonly string[] {
  const { parts } = watchesAnswer([], listed, { ...ask, now }, which);
  return parts.flatMap((part) => (part.part === 'row' ? [shapeOf({ title: part.text, parts: [part] }).text] : []));
}

function stateOf(evaluated: number, missing: number): string | undefined {
  const ids = Array.from({ length: missing }, (_, index) => `c${index}`);
  const tracks = Object.fromEntries(ids.map((id) => [trackKey('w1', id), { ...newTrack(evaluated), missing: 3 }]));
  const evaluation = { items: { abnormal: evaluated }, tracks, moving: {}, absent: {} };
  const listed = { watches: [watch], shares: true, names: new Map(), evaluation };
  return statesOf(listed)[0];
}

test('no data at all is said in two words; what wasn’t evaluated isn’t OK', () => {
  expect(stateOf(now, 31)).toBe('No data');
  expect(stateOf(now, 0)).toBe('OK · checked at 16:40 UTC');
  expect(stateOf(now - 18 * minute, 0)).toMatch(/^Not evaluated since /);
});

test('a watch that was just resumed says when its state will be known, and no fault', () => {
  const evaluation = { items: { abnormal: now - 18 * minute }, tracks: {}, moving: {}, absent: {} };
  const resumed = (since: number) =>
    statesOf({ watches: [{ ...watch, resumed: now - since }], shares: true, names: new Map(), evaluation })[0];
  expect(resumed(1_000)).toBe('Starting: checked within a minute');
  expect(resumed(5 * minute)).toMatch(/^Not evaluated since /);
});

test('a watch that is silenced before its first check says that too', () => {
  const silenced = { silencedUntil: now + 10 * minute, silencedBy: { id: 'U1', name: 'Ada', at: now } };
  const watches = [{ ...watch, ...silenced, at: now - 1_000 }];
  expect(statesOf({ watches, shares: true, names: new Map(), evaluation: undefined })[0]).toBe(
    'Silenced by Ada until 16:50 UTC · Starting: checked within a minute',
  );
});

test('a watch that was edited after the last check isn’t called OK, and what was so at its first check didn’t begin then', () => {
  const stateAt = (at: number, tracks: Record<string, WatchTrack> = {}) => {
    const evaluation = { items: { abnormal: now - minute }, tracks, moving: {}, absent: {} };
    return statesOf({ watches: [{ ...watch, at }], shares: true, names: new Map([['web', 'web']]), evaluation })[0];
  };
  expect(stateAt(now - 30_000)).toBe('Starting: checked within a minute');
  expect(stateAt(now - 2 * minute)).toMatch(/^OK/);
  // An incident that goes on with another limit is known, but the other components aren't checked against it yet.
  const known = { [trackKey('w1', 'web')]: { ...newTrack(now - minute), state: 'firing' as const } };
  const names = new Map(['web', 'api', 'db'].map((name) => [name, name]));
  const edited = (components?: Watch['components']) => {
    const evaluation = { items: { abnormal: now - minute }, tracks: known, moving: {}, absent: {} };
    const watches = [{ ...watch, at: now - 30_000, ...(components ? { components } : {}) }];
    return rowsOf({ watches, shares: true, names, evaluation }).join('\n');
  };
  expect(edited()).toMatch(/^Firing: web.*\nOthers: checked within a minute$/m);
  expect(edited([{ id: 'web', name: 'web' }])).not.toMatch(/Others|OK/);
  const since = now - minute;
  const fires = { [trackKey('w1', 'web')]: { ...newTrack(now), state: 'firing' as const, since } };
  expect(stateAt(since - 10_000, fires)).toMatch(/^Firing: web \(began at .+ or earlier/);
  expect(stateAt(since - 20 * minute, fires)).toMatch(/^Firing: web \(began at /);
});

test('what a region can’t say is told with since when, whatever it seems to lack', () => {
  const since = now - 20 * minute;
  const evaluation = { items: { oom: now }, tracks: {}, moving: {}, absent: {}, unmeasured: { oom: since } };
  const listed = { shares: true, names: new Map(), evaluation, troubles: { unmeasured: since } };
  const states = (['oom', 'abnormal'] as const).map((item) => {
    const watches = [{ ...watch, condition: { ...watch.condition, item } }];
    return statesOf({ ...listed, watches })[0];
  });
  expect(states).toEqual(['Can’t be read since 16:20 UTC · OK at 16:20 UTC', expect.not.stringMatching(/^Can’t/)]);
});

test('while a region can’t be read, what fired before is listed as firing, with its last value', () => {
  const at = now - 20 * minute;
  const track = { ...newTrack(at), state: 'firing' as const, since: at - 10 * minute };
  const tracks = { [trackKey('w1', 'web')]: track, [trackKey('w1', 'api')]: { ...newTrack(at), missing: 5 } };
  const evaluation = { items: { memory_share: at }, tracks, moving: {}, absent: {} };
  const watches = [{ ...watch, condition: { ...watch.condition, item: 'memory_share' as const, threshold: 0.6 } }];
  const incidents = new Map([[trackKey('w1', 'web'), { values: [verbatim('last 62% at 16:20 UTC')] }]]);
  const listed = { watches, shares: true, names: new Map([['web', 'web']]), evaluation, incidents };
  const fired = 'web (began at 16:10 UTC · last 62% at 16:20 UTC)';
  const unread = { ...listed, troubles: { unread: at } };
  expect(statesOf(unread)).toEqual([`Firing: ${fired}`]);
  expect(rowsOf(unread)[0]).toMatch(/^▲ /);
  expect(shapeOf(watchesAnswer([], unread, { ...ask, now })).text).toContain(
    `No data from region ${ask.context.region} since 16:20 UTC. These are the last known states.`,
  );
  // A component without data before that has no last known state.
  expect(statesOf({ ...listed, troubles: { unread: at + 5 * minute } })).toEqual([`No data: ${fired}`]);
  expect(statesOf(listed)).toEqual([`No data: ${fired} · not evaluated since 16:20 UTC`]);
});

test('while the platform doesn’t answer, the list says so once, and keeps all that fired before as firing', () => {
  const at = now - 20 * minute;
  const fires = { ...newTrack(at), state: 'firing' as const, since: at - 10 * minute };
  const tracks = {
    [trackKey('abnormal', 'web')]: { ...fires, at: now, missing: 20 },
    [trackKey('abnormal', 'search')]: { ...fires, at: now, missing: 20 },
    [trackKey('certificates', '7')]: fires,
  };
  const ids = ['abnormal', 'certificates', 'cpu'] as const;
  const watches = ids.map((item) => ({ ...watch, id: item, condition: { ...watch.condition, item } }));
  const items = Object.fromEntries(ids.map((item) => [item, at]));
  const evaluation = { items, tracks, moving: {}, absent: {}, certificates: { 7: 'www.shop.test' } };
  const incidents = new Map<string, { values?: Text[]; why?: Text; since?: number }>([
    [trackKey('abnormal', 'search'), { why: verbatim('the image can’t be pulled') }],
    [trackKey('certificates', '7'), { values: [verbatim('expires in 6 days')] }],
    // Memory ran out a minute before the sample that shows it: the time is that of the message.
    [trackKey('abnormal', 'web'), { since: at - 11 * minute }],
  ]);
  const names = new Map(['web', 'search'].map((name) => [name, name]));
  const troubles = { unread: at, isPlatform: true } as const;
  const listed = { watches, shares: true, names, evaluation, incidents, troubles };
  expect(statesOf(listed)).toEqual([
    'Firing: web (began at 16:09 UTC), search (began at 16:10 UTC · the image can’t be pulled)',
    'Firing: www.shop.test (began at 16:10 UTC · expires in 6 days)',
    'OK at 16:20 UTC',
  ]);
  const { text } = shapeOf(watchesAnswer([], listed, { ...ask, now }));
  expect(text.match(/16:20/g)).toHaveLength(2);
  expect(text).toContain('The platform hasn’t answered since 16:20 UTC. These are the last known states.');
  // The list says so before an evaluation has found it, and as soon as one has.
  const { troubles: _, ...before } = listed;
  expect(statesOf({ ...before, isSilent: true })).toEqual(statesOf(listed));
  expect(shapeOf(watchesAnswer([], { ...before, isSilent: true }, { ...ask, now })).text).toContain(
    'The platform doesn’t answer at the moment. These are the last known states.',
  );
  expect(shapeOf(watchesAnswer([], listed, { ...ask, now: at + minute })).text).toContain('hasn’t answered since');
  // Of many, those that were fine are one line, as usual.
  const many = Array.from({ length: 6 }, (_, index) => ({ ...watch, id: `w${index}` }));
  const folded = shapeOf(watchesAnswer([], { ...listed, watches: [...watches, ...many] }, { ...ask, now }));
  expect(folded.text).toContain('7 others were fine at 16:20 UTC.');
});

test('components are called as they were when they were evaluated: two of one name are told apart', () => {
  const tracks = Object.fromEntries(
    ['c1', 'c2'].map((id) => [trackKey('w1', id), { ...newTrack(now), state: 'firing' as const }]),
  );
  const evaluation = { items: { abnormal: now }, tracks, moving: {}, absent: {} };
  const listed = { watches: [watch], shares: true, names: new Map([['c1', 'search']]) };
  const named = { ...evaluation, names: { c1: 'search (a)', c2: 'search (b)' } };
  const [state] = statesOf({ ...listed, evaluation: named });
  expect(state).toBe('Firing: search (a), search (b)');
});

test('a certificate that fires is called by its name, never by a number alone: that reads as a count', () => {
  const tracks = { [trackKey('w1', '7')]: { ...newTrack(now), state: 'firing' as const } };
  const evaluation = { items: { certificates: now }, tracks, moving: {}, absent: {} };
  const watches = [{ ...watch, condition: { ...watch.condition, item: 'certificates' as const } }];
  const state = (certificates?: Record<string, string>) => {
    const listed = { watches, shares: true, names: new Map(), evaluation: { ...evaluation, certificates } };
    return statesOf(listed)[0];
  };
  expect(state({ 7: 'shop.example.test' })).toBe('Firing: shop.example.test');
  expect(state()).toBe('Firing: certificate 7');
});

test('a watch whose components aren’t in its app isn’t called OK: it says which moved, and where to', () => {
  const components = [
    { id: '1', name: 'web' },
    { id: '2', name: 'api' },
  ];
  const state = (absent: readonly string[], moved: Readonly<Record<string, string>>) => {
    const evaluation = {
      items: { abnormal: now },
      tracks: {},
      moving: {},
      moved,
      absent: Object.fromEntries(absent.map((id) => [id, now])),
    };
    const listed = { watches: [{ ...watch, components }], shares: true, names: new Map(), evaluation };
    return statesOf(listed)[0];
  };
  expect(state([], {})).toMatch(/^OK · checked at /);
  expect(state(['1', '2'], { 1: 'billing', 2: 'billing' })).toBe('Moved to billing: web, api');
  expect(state(['1', '2'], { 1: 'billing', 2: '' })).toBe('Moved to billing: web · moved to another app: api');
  expect(state(['1', '2'], { 1: 'billing' })).toBe('Moved to billing: web · not found: api');
  expect(state(['1'], { 1: 'billing' })).toBe('OK: 1 · checked at 16:40 UTC · moved to billing: web');
});

test('of a long list those that are fine are one line, and all of them are on pages', () => {
  const many = Array.from({ length: 24 }, (_, index) => ({ ...watch, id: `w${index}` }));
  const tracks = { [trackKey('w7', 'c1')]: { ...newTrack(now), state: 'firing' as const } };
  const evaluation = { items: { abnormal: now }, tracks, moving: {}, absent: {} };
  const listed = { watches: many, shares: true, names: new Map([['c1', 'web']]), evaluation };
  expect(rowsOf(listed)).toEqual([expect.stringMatching(/^▲ .*Abnormal.*\nFiring: web\n/)]);
  const folded = shapeOf(watchesAnswer([], listed, { ...ask, now }));
  expect(folded.text).toContain('23 others were fine at 16:40 UTC.');
  expect(folded.buttons).toContain('watch.list all=yes');
  expect(folded.choices).toEqual([
    'Silence… → watch.silence id=w7 …',
    'Pause → watch.pause id=w7',
    'Edit… → watch.add id=w7 edits=w7 …',
    'Delete… → watch.delete id=w7',
  ]);
  expect([1, 2, 3].map((page) => rowsOf(listed, { all: true, page }).length)).toEqual([10, 10, 4]);
});

test('a component without traffic that was measured before says since when it isn’t, and its last value', () => {
  const rows = (unmeasured?: Record<string, number>, wasOk = false) => {
    const quiet = { ...newTrack(now), missing: 3 };
    const last = { value: 142, at: now - 20 * minute };
    const tracks = {
      [trackKey('w1', 'web')]: { ...quiet, ...(wasOk ? {} : { last }) },
      [trackKey('w1', 'db')]: { ...quiet, idle: true as const },
    };
    const latest = wasOk ? { w1: { ...last, thing: 'web' } } : undefined;
    const evaluation = { items: { gateway_latency: now }, tracks, moving: {}, absent: {}, unmeasured, latest };
    const condition = { item: 'gateway_latency', side: 'above', threshold: 1_000, for: 300_000 } as const;
    const names = new Map(['web', 'db'].map((name) => [name, name]));
    const listed = { watches: [{ ...watch, condition }], shares: true, names, evaluation };
    expect(rowsOf(listed)[0]).toMatch(/^\? /);
    return statesOf(listed);
  };
  // The track of a component that was OK begins anew, without its last value.
  expect(rows(undefined, true)).toEqual(rows());
  expect(rows()).toEqual(['Not measured since 16:20 UTC: web (last 142 ms) · nothing to measure: db']);
  expect(rows({ gateway_latency: now - 9 * minute })).toEqual([
    'Not evaluated since 16:31 UTC: the region’s monitoring no longer has what this watch needs.',
  ]);
});

test('a row says what is OK before what isn’t measured, has its state’s mark, its incident’s link and who is told', () => {
  const row = (
    tracks: Record<string, Partial<WatchTrack>>,
    more: Partial<Watch> = {},
    states: Partial<ListedWatches> = {},
  ) => {
    const kept = Object.entries(tracks).map(([id, track]) => [trackKey('w1', id), { ...newTrack(now), ...track }]);
    const evaluation = { items: { abnormal: now, cpu: now }, tracks: Object.fromEntries(kept), moving: {}, absent: {} };
    const names = new Map(['web', 'api', 'db', 'importer', 'promo'].map((name) => [name, name]));
    return rowsOf({ watches: [{ ...watch, ...more }], shares: true, names, evaluation, ...states })[0]?.split('\n');
  };
  const idle = { importer: { missing: 1, idle: true }, promo: { missing: 1, idle: true } } as const;
  expect(row(idle)).toEqual([
    expect.stringMatching(/^✓ /),
    'OK: 3 · checked at 16:40 UTC · nothing to measure: importer, promo',
    expect.stringMatching(/set by Ada$/),
  ]);
  const incidents = new Map([[trackKey('w1', 'web'), { link: 'https://shop.slack.test/p1' }]]);
  const notified = { notify: ['U2', 'S1'] };
  const people = new Map([
    ['U2', 'Sam Rivera'],
    ['S1', '@oncall'],
  ]);
  expect(row({ ...idle, web: { state: 'firing' } }, notified, { incidents, people })).toEqual([
    expect.stringMatching(/^▲ /),
    'Firing: web (https://shop.slack.test/p1)',
    'OK: 2 · nothing to measure: importer, promo',
    expect.stringMatching(/set by Ada · notifies Sam Rivera, @oncall$/),
  ]);
  const silence = { id: 'U1', name: 'maya', at: now, until: now + 10 * minute, recovered: true } as const;
  const own = new Map([[trackKey('w1', 'web'), { silence }]]);
  expect(row({ web: { state: 'firing' } }, {}, { incidents: own })?.slice(1, 3)).toEqual([
    'Firing: web (silenced by maya until it recovers)',
    'OK: 4',
  ]);
  const silenced = { silencedUntil: now + 10 * minute, silencedBy: { id: 'U1', name: 'Ada', at: now } };
  expect(row({ web: { state: 'firing' } }, silenced)?.slice(0, 3)).toEqual([
    expect.stringMatching(/^▲ /),
    'Firing: web',
    expect.stringMatching(/^Silenced by Ada until .* · OK: 4$/),
  ]);
  expect(row({}, silenced)?.slice(0, 2)).toEqual([
    expect.stringMatching(/^○ /),
    expect.stringMatching(/^Silenced by Ada until .* · OK · checked at /),
  ]);
  // One silence is named where two are in force: the one that ends last.
  const acked = { acknowledged: { id: 'U2', name: 'sam', at: now } };
  // Since when, with which value and why, as on Home.
  const why = new Map([
    [
      trackKey('w1', 'web'),
      { why: verbatim('out of memory'), values: [verbatim('now 9 ms'), verbatim('highest 12 ms')], ...acked },
    ],
  ]);
  // Many facts are below the name, because one bracket with all of them can't be read on a phone.
  expect(row({ web: { state: 'firing', since: now - minute } }, {}, { incidents: why })?.slice(1, 4)).toEqual([
    'Firing: web',
    expect.stringMatching(/^Began at \S+.* · now 9 ms, highest 12 ms · out of memory · acknowledged by sam$/),
    'OK: 4',
  ]);
  // As its message says it: the sample that shows it is a minute later.
  const killed = verbatim('Killed at least 2 times, last at 08:19');
  const kills = new Map([[trackKey('w1', 'web'), { why: verbatim('Killed, out of memory'), killed, ...acked }]]);
  expect(row({ web: { state: 'firing', since: now - minute } }, {}, { incidents: kills })?.slice(1, 2)).toEqual([
    'Firing: web (killed at least 2 times, last at 08:19 · acknowledged by sam)',
  ]);
  // Several with such facts are one line each.
  const [of] = why.values();
  const two = new Map(['web', 'api'].flatMap((name) => (of ? [[trackKey('w1', name), of] as const] : [])));
  const firing = { state: 'firing', since: now - minute } as const;
  expect(row({ web: firing, api: firing }, {}, { incidents: two })?.slice(1, 4)).toEqual([
    expect.stringMatching(/^Firing: web \(began at [^(]*\)$/),
    expect.stringMatching(/^Firing: api \(began at [^(]*\)$/),
    'OK: 3',
  ]);
  expect(row({ web: { state: 'recovering', since: now - minute } })?.slice(1, 3)).toEqual(['Recovering: web', 'OK: 4']);
  const shorter = new Map([[trackKey('w1', 'web'), { silence: { ...silence, until: now + minute }, ...acked }]]);
  expect(row({ web: { state: 'firing' } }, silenced, { incidents: shorter })?.slice(1, 3)).toEqual([
    'Firing: web (acknowledged by sam)',
    expect.stringMatching(/^Silenced by Ada until [^(]* · OK: 4$/),
  ]);
  expect(row({ web: { state: 'pending' } })?.[0]).toMatch(/^◌ /);
  const cpu = { condition: { item: 'cpu', side: 'above', threshold: 1, for: 5 * minute } } as const;
  const pending = { state: 'pending', since: now - 2 * minute, last: { value: 1.5, at: now } } as const;
  expect(row({ web: pending }, cpu)?.[1]).toMatch(/^Pending: web \(began at 16:38 UTC · 1\.5 cores\)$/);
  expect(row({ web: { missing: 3 } })?.slice(0, 2)).toEqual([
    expect.stringMatching(/^\? /),
    'OK: 4 · checked at 16:40 UTC · no data: web',
  ]);
  // Every component is counted: the last minutes of one may be missing, and a new watch may not have seen one yet.
  expect(row({ web: { missing: 1 }, api: pending }, cpu)?.slice(1, 3)).toEqual([
    expect.stringMatching(/^Pending: api /),
    'OK: 4',
  ]);
  expect(row({ web: { missing: 1 }, api: pending }, { ...cpu, at: now - 30_000 })?.slice(1, 3)).toEqual([
    expect.stringMatching(/^Pending: api /),
    'OK: 3 · no data: web',
  ]);
  // If all of them have none, those that fire keep their facts.
  const blind = { ...firing, missing: 5 };
  const ofTwo = { components: ['web', 'api'].map((name) => ({ id: name, name })) };
  expect(row({ web: blind, api: blind }, ofTwo, { incidents: two })?.[1]).toMatch(
    /^No data: web \(began at [^)]*acknowledged by sam\)(, | and )api \(began at [^)]*acknowledged by sam\)$/,
  );
  expect(row({ web: blind, api: { missing: 5 } }, ofTwo, { incidents: two })?.[1]).toMatch(
    /^No data: web \(began at [^)]*acknowledged by sam\)(, | and )api/,
  );
  expect(row({ web: { missing: 5 }, api: { missing: 5 } }, ofTwo)?.[1]).toBe('No data');
  // A firing component without new values is listed once, not among the quiet ones. Many quiet ones are only counted.
  const quiet = Object.fromEntries(
    ['api', 'db', 'importer', 'promo'].map((name) => [name, { missing: 1, idle: true }] as const),
  );
  const gap = { web: { ...firing, missing: 5, idle: true }, ...quiet } as const;
  const last = new Map([[trackKey('w1', 'web'), { values: [verbatim('last value 9 ms')] }]]);
  expect(row(gap, {}, { incidents: last })?.slice(0, 2)).toEqual([
    expect.stringMatching(/^\? /),
    expect.stringMatching(/^No data: web \(began at [^·]* · last value 9 ms\) · nothing to measure: 4 components$/),
  ]);
  const pausedBy = { id: 'U1', name: 'maya', at: now - minute };
  expect(row({}, { paused: 'person', pausedBy })?.[1]).toMatch(/^Paused by maya since /);
  expect(row({}, { paused: 'person' })?.slice(0, 2)).toEqual([expect.stringMatching(/^○ /), 'Paused']);
});

test('what fires is listed first, then what is unclear, then what reports nothing', () => {
  const ids = ['paused', 'unclear', 'gap', 'fires'];
  const watches = ids.map((id) => ({ ...watch, id, paused: id === 'paused' ? 'person' : undefined }));
  const tracks = {
    [trackKey('unclear', 'web')]: { ...newTrack(now), missing: 3 },
    [trackKey('gap', 'web')]: { ...newTrack(now), state: 'firing' as const, since: now, missing: 3 },
    [trackKey('fires', 'web')]: { ...newTrack(now), state: 'firing' as const },
  };
  const evaluation = { items: { abnormal: now }, tracks, moving: {}, absent: {} };
  const rows = rowsOf({ watches, shares: true, names: new Map([['web', 'web']]), evaluation });
  expect(rows.map((row) => row.charAt(0))).toEqual(['▲', '?', '?', '○']);
  // Also without new values, what fired comes before what only has none.
  expect(rows[1]).toContain('began at');
});

test('a watch can be added from the list, also from an empty one; not where only one person reads', () => {
  const buttons = (channel: string, watches: readonly Watch[]) =>
    shapeOf(watchesAnswer([], { watches, shares: true, names: new Map() }, { ...ask, now, channel })).buttons;
  for (const watches of [[], [watch]]) expect(buttons('C1', watches)).toContain('watch.add …');
  // The best start is what is usually watched.
  expect(buttons('C1', [])[0]).toBe('watch.usual');
  expect(buttons('C1', [watch])).not.toContain('watch.usual');
  expect(buttons('D1', [])).toEqual([]);
  const said = (channel: string) =>
    JSON.stringify(watchesAnswer([], { watches: [], shares: true, names: new Map() }, { ...ask, now, channel }));
  expect([said('C1'), said('D1')]).toEqual([
    expect.stringContaining('noneYet"'),
    expect.stringContaining('listNoneAlone"'),
  ]);
});

const alert = {
  ...(incidentMessages['firing, abnormal'] ?? expect.fail()),
  ...{ id: 'alert:g@1', title: verbatim('api: HighErrorRate') },
  source: { kind: 'alerts', name: 'ops', group: 'g' },
} as const;

test('the menu of a row silences, pauses, edits and deletes, and ends what is silenced, with at most five entries', () => {
  const silence = { id: 'U1', name: 'maya', at: now, until: now + 10 * minute };
  const menu = (
    firing: readonly string[],
    silenced: readonly string[],
    more: Partial<Watch> = {},
    open: readonly string[] = [],
  ) => {
    const tracks = firing.map((id) => [trackKey('w1', id), { ...newTrack(now), state: 'firing' as const }] as const);
    const evaluation = { items: { abnormal: now }, tracks: Object.fromEntries(tracks), moving: {}, absent: {} };
    const incidents = new Map(
      [...silenced, ...open].map((id) => [trackKey('w1', id), open.includes(id) ? { id } : { silence }]),
    );
    const listed = { watches: [{ ...watch, ...more }], shares: true, names: new Map(), evaluation, incidents };
    const { choices } = shapeOf(watchesAnswer([], listed, { ...ask, now }));
    expect(choices.length).toBeLessThanOrEqual(5);
    return choices.map((each) => each.replace(/ → .*/, ''));
  };
  const own = ['Pause', 'Edit…', 'Delete…'];
  expect(menu([], [])).toEqual(['Silence…', ...own]);
  expect(menu([], [], { paused: 'person' })).toEqual(['Resume', 'Edit…', 'Delete…']);
  expect(menu([], [], { configured: [] })).toEqual(['Silence…']);
  expect(menu(['web'], ['web'])).toEqual(['End silence', ...own]);
  expect(menu(['web'], [], { silencedUntil: now + minute })).toEqual(['End silence', ...own]);
  // An incident that nobody has acknowledged can be acknowledged here. With several, each has its own message.
  expect(menu(['web'], [], {}, ['web'])).toEqual(['Acknowledge', 'Silence…', ...own]);
  expect(menu(['web', 'api'], [], {}, ['web', 'api'])).toEqual(menu(['web'], []));
  expect(menu(['web', 'api'], ['web'])).toEqual(['End silence', 'Silence…', ...own]);
});

test('what is fine shows its value closest to the limit, beside the limit, and when it was read', () => {
  const said = (
    item: WatchItem,
    side: 'above' | 'below',
    threshold: number,
    latest: object,
    ids?: readonly string[],
  ) => {
    const components = ids?.map((id) => ({ id, name: id }));
    const shown = { ...watch, condition: { item, side, threshold, for: 0 }, ...(components ? { components } : {}) };
    const value = { thing: 'web', value: 182, at: now - minute, ...latest };
    const names = new Map(['web', 'api'].map((name) => [name, name]));
    const evaluation = { items: { [item]: now }, tracks: {}, moving: {}, absent: {}, latest: { w1: value } };
    return statesOf({ watches: [shown], shares: true, names, evaluation })[0];
  };
  expect(said('gateway_latency', 'above', 500, {}, ['web'])).toBe('OK · 182 ms at 16:39 UTC, limit 500 ms');
  expect(said('gateway_latency', 'above', 500, {})).toBe('OK · highest 182 ms (web) at 16:39 UTC, limit 500 ms');
  expect(said('gateway_requests', 'below', 5, {})).toMatch(/^OK · lowest 182 req\/s \(web\) at .*, limit 5 req\/s$/);
  expect(said('memory_share', 'above', 0.9, { value: 0.663 }, ['web'])).toMatch(/^OK · 66\.3% at .*, limit 90%$/);
});

test('what an Alertmanager reports is in the list, with its silence and the same lengths', () => {
  const answer = (more: Partial<Incident> = {}) => {
    const alerts = [{ incident: { ...alert, ...more }, link: 'https://slack.test/p1' }];
    return shapeOf(watchesAnswer([], { watches: [], shares: true, names: new Map(), alerts }, { ...ask, now }));
  };
  expect(answer().text).toMatch(/▲ \*From Alertmanager: <?.*api: HighErrorRate.*\*\nBegan at /);
  expect(answer().choices).toEqual([
    'Acknowledge → incident.acknowledge incident=alert:g@1 list=yes',
    ...['1h', '4h', '1d', 'recovered'].map((length) =>
      expect.stringContaining(`→ incident.silence incident=alert:g@1 list=yes for=${length}`),
    ),
  ]);
  const by = { id: 'U2', name: 'sam', at: now };
  const handled = answer({ acknowledged: by, silenced: { ...by, until: now + 10 * minute } });
  expect(handled.text).toMatch(/Began at .* · acknowledged by sam · silenced by sam until /);
  expect(handled.choices).toEqual(['End silence → incident.unsilence incident=alert:g@1 list=yes']);
  // Only who acknowledged it can undo that.
  expect(answer({ acknowledged: { ...by, id: ask.person.id } }).choices).toContain(
    'Undo acknowledge → incident.unacknowledge incident=alert:g@1 list=yes',
  );
});

test('the worst of many alerts come first, and the others behind a button', () => {
  const alerts = Array.from({ length: 7 }, (_, index) => ({
    incident: { ...alert, id: `a${index}`, title: verbatim(`A${index}`), severity: index === 6 ? 'critical' : 'info' },
  }));
  const listed: ListedWatches = { watches: [], shares: true, names: new Map(), alerts };
  const rows = rowsOf(listed);
  expect([rows.length, rows[0]]).toEqual([5, expect.stringContaining('A6')]);
  const showAll = (all: boolean) => JSON.stringify(watchesAnswer([], listed, { ...ask, now }, { all, page: 1 }).parts);
  expect(showAll(false)).toContain('{"all":["yes"]}');
  expect(rowsOf(listed, { all: true, page: 1 })).toHaveLength(7);
  expect(showAll(true)).not.toContain('"all"');
});

test('a row names its channel only if that isn’t the one in which the list is read', () => {
  const third = (channel: string) => rowsOf({ watches: [{ ...watch, channel }], shares: true, names: new Map() })[0];
  expect(third('C1')?.split('\n')[2]).toBe('set by Ada');
  expect(third('C2')?.split('\n')[2]).toMatch(/C2.* · set by Ada$/);
  // Nobody needs to read that they set it themselves.
  const by = { ...watch.by, id: ask.person.id };
  const own = rowsOf({ watches: [{ ...watch, by }], shares: true, names: new Map() })[0];
  expect(own?.split('\n')).toHaveLength(2);
});

test('of watches in the same state, those of the channel in which the list is read come first', () => {
  const watches = ['C2', ask.channel, 'C3', ask.channel].map((channel, index) => ({
    ...watch,
    id: `w${index}`,
    channel,
  }));
  const rows = rowsOf({ watches, shares: true, names: new Map(), evaluation: undefined });
  expect(rows.map((row) => /C[23]/.exec(row)?.[0])).toEqual([undefined, undefined, 'C2', 'C3']);
});

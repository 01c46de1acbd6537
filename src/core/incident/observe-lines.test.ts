import fc from 'fast-check';
import { notifiedText } from '../../slack/incident/incident-view.ts';
import { plain } from '../../slack/slack-catalog.ts';
import { join, verbatim } from '../text/text.ts';
import { firingsAfter, type Incident, type IncidentLine, incidentState, withoutSilence } from './incident.ts';
import { incidentChanges } from './incident-changes-text.ts';
import { noteText } from './incident-note-text.ts';
import { incidentHeadline } from './incident-state-text.ts';
import { incidentLines, incidentStatus, incidentSummary } from './incident-text.ts';
import { incidentTitle } from './incident-title.ts';
import {
  mentionAgain,
  type Observation,
  type ObservedIncidents,
  observeLines,
  passTime,
  tellEnd,
} from './observe-lines.ts';

const minute = 60_000;
const t0 = Date.UTC(2026, 10, 23, 14, 0);
const app = { team: 'shop', region: 'rd', app: '12' };

const line = (component: string, changes: Partial<IncidentLine> = {}): IncidentLine => ({
  key: `w1 ${component}`,
  what: verbatim('response time above 500 ms'),
  component: { id: component, name: component },
  watch: 'w1',
  state: 'firing',
  since: t0,
  ...changes,
});

const observe = (of: IncidentLine, changes: Partial<Observation> = {}): Observation => ({
  line: of,
  fired: of.state === 'firing',
  source: { kind: 'watches' },
  channel: 'C1',
  context: app,
  notify: [],
  reader: { lang: 'en', zone: 'UTC' },
  ...changes,
});

function rounds(...all: readonly { readonly at: number; readonly observed: readonly Observation[] }[]) {
  let incidents: readonly Incident[] = [];
  const notes: ObservedIncidents['notes'][number][] = [];
  for (const { at, observed: observations } of all) {
    const { changed, notes: more } = observeLines(incidents, observations, at);
    const ids = new Set(changed.map(({ id }) => id));
    incidents = [...incidents.filter(({ id }) => !ids.has(id)), ...changed];
    notes.push(...more);
  }
  return { incidents, notes };
}

const english = (text: Parameters<typeof plain>[0]) => plain(text, 'en', 'UTC');

test('of two watches, one edited while it recovered: title, lines and note agree on the end of the other', () => {
  const memory = line('web', { key: 'w2 web', watch: 'w2', what: verbatim('memory above 90%') });
  const { incidents } = rounds({ at: t0, observed: [observe(line('web')), observe(memory)] });
  const [first] = incidents;
  if (!first) expect.fail('no incident');
  const recovering = t0 + 13 * minute;
  const edited = { state: 'unwatched', isChanged: true, recovering, ended: t0 + 16 * minute } as const;
  const half: Incident = {
    ...first,
    lines: [
      { ...line('web'), ...edited },
      { ...memory, state: 'recovering', recovering },
    ],
    notify: ['U1'],
    mentioned: { U1: t0 },
  };
  const end = observe({ ...memory, state: 'resolved', ended: t0 + 18 * minute, recovered: recovering });
  const { changed, notes } = observeLines([half], [end], t0 + 18 * minute);
  const [over] = changed;
  const [note] = notes;
  if (!over || !note) expect.fail('no end');
  expect(english(incidentHeadline(over))).toMatch(/^✓ Resolved · web: response time.*and memory above/);
  expect(english(incidentSummary(over, t0 + 20 * minute))).toMatch(/^✓ \*?Resolved\*? after 13 minutes/);
  expect(incidentLines(over, t0 + 20 * minute)).toEqual([]);
  expect(english(noteText(note, over))).toMatch(/^Resolved after 13 minutes · /);
});

test('a limit that was raised without a known value says so, and its end by that limit isn’t called a recovery', () => {
  const limited = { id: 'U1', name: 'maya', at: t0 + minute, was: verbatim('500 ms'), to: verbatim('6,000 ms') };
  const { incidents } = rounds({ at: t0, observed: [observe(line('web'))] });
  const lines = incidents.flatMap((each) =>
    each.lines.map((of): IncidentLine => ({ ...of, limited, isUnchecked: true, noData: true })),
  );
  const what = verbatim('response time above 6,000 ms');
  const blind = line('web', { what, noData: true, isUnchecked: true });
  const [first] = incidents;
  if (!first) expect.fail('no incident');
  const before: Incident = { ...first, lines, acknowledged: { id: 'U2', name: 'sam', at: t0 + minute } };
  const still = observeLines([before], [observe(blind)], t0 + 2 * minute).changed[0] ?? before;
  expect(english(incidentHeadline(still))).toMatch(/^\? No data · web: response time above 500\sms$/);
  expect(english(join([...incidentStatus(still, t0 + 2 * minute)], '\n'))).toMatch(
    /: 500\sms → 6,000\sms\. The value isn’t known, so it isn’t checked against this yet\./,
  );
  const fires = observeLines([still], [observe(line('web', { what }))], t0 + 3 * minute).changed[0] ?? still;
  expect(english(incidentHeadline(fires))).toMatch(/^▲ Firing · web: response time above 6,000\sms$/);
  const value = verbatim('4,072 ms');
  const isOver = { state: 'unwatched', isChanged: true, ended: t0 + 3 * minute, value } as const;
  const { changed, notes } = observeLines([still], [observe(line('web', { what, ...isOver }))], t0 + 3 * minute);
  const [over, note] = [changed[0], notes[0]];
  if (!over || !note) expect.fail('no end');
  expect(english(incidentHeadline(over))).toMatch(/^○ Ended by the new limit · web: response time above 500\sms$/);
  expect(english(noteText(note, over))).toMatch(
    /^Ended by the new limit after 3 minutes · web: response time above 500\sms · .*: 500\sms → 6,000\sms; value then: 4,072\sms/,
  );
});

test('a condition that begins again while another one goes on keeps when it was met before', () => {
  const errors = (more: Partial<IncidentLine> = {}) =>
    line('web', { key: 'w2 web', what: verbatim('5xx errors'), since: t0 + minute, ...more });
  const [over, again] = [t0 + 10 * minute, t0 + 20 * minute];
  const { incidents } = rounds(
    { at: t0, observed: [observe(line('web'))] },
    { at: t0 + minute, observed: [observe(errors())] },
    { at: over, observed: [observe(errors({ state: 'resolved', ended: over, recovered: over - minute }))] },
    { at: again, observed: [observe(errors({ since: again }))] },
    { at: again + minute, observed: [observe(errors({ since: again, value: verbatim('9%') }))] },
  );
  const [incident, ...others] = incidents;
  if (!incident || others.length > 0) expect.fail('not one incident');
  expect(incident.lines[1]).toMatchObject({ since: again, earlier: { from: t0 + minute, to: over - minute } });
  expect(incidentLines(incident, again + minute).map(english)[1]).toMatch(
    /5xx errors · .*[Bb]egan again at .*14:20.*before that .*14:01.*–.*14:09/,
  );
});

test('conditions that fire again together don’t keep when they were met in the firing before', () => {
  const errors = (more: Partial<IncidentLine> = {}) =>
    line('web', { key: 'w2 web', what: verbatim('5xx errors'), ...more });
  const both = (more: Partial<IncidentLine> = {}) => [observe(line('web', more)), observe(errors(more))];
  const [over, again] = [t0 + 10 * minute, t0 + 20 * minute];
  const { incidents } = rounds(
    { at: t0, observed: both() },
    { at: over, observed: both({ state: 'resolved', ended: over, recovered: over - minute }) },
    { at: again, observed: both({ since: again }) },
  );
  expect(incidents.map(({ times }) => times)).toEqual([2]);
  expect(incidents[0]?.lines.map(({ earlier }) => earlier)).toEqual([undefined, undefined]);
});

test('a condition that is met again before it ended keeps when it wasn’t', () => {
  const recovering = t0 + 10 * minute;
  const { incidents } = rounds(
    { at: t0, observed: [observe(line('web'))] },
    { at: t0 + 12 * minute, observed: [observe(line('web', { state: 'recovering', recovering }))] },
    { at: t0 + 15 * minute + 5_000, observed: [observe(line('web'))] },
    { at: t0 + 16 * minute, observed: [observe(line('web', { value: verbatim('901 ms') }))] },
  );
  expect(incidents[0]?.lines[0]).toMatchObject({ since: t0, lull: { from: recovering, to: t0 + 15 * minute } });
});

test('a condition that only another limit had ended isn’t said to have resolved when it fires again', () => {
  const limited = { id: 'U1', name: 'maya', at: t0 + minute, was: verbatim('1,000 ms'), to: verbatim('5,000 ms') };
  const over = { state: 'unwatched', isChanged: true, limited, ended: t0 + 5 * minute } as const;
  const { incidents, notes } = rounds(
    { at: t0, observed: [observe(line('web'))] },
    { at: t0 + 5 * minute, observed: [observe(line('web', over))] },
  );
  expect(notes).toBeDefined();
  const [ended] = incidents;
  if (!ended) expect.fail('no incident');
  expect(firingsAfter(ended)).toMatchObject([{ isByLimit: true }]);
  const at = t0 + 8 * minute;
  const again: Incident = {
    ...{ ...ended, ended: undefined, times: 2, firings: firingsAfter(ended) },
    lines: [line('web', { since: at })],
  };
  const note = { incident: ended.id, what: 'reopened', at, keys: [], mention: [] } as const;
  expect(english(noteText(note, again))).toMatch(
    /^Firing again, 3 minutes after another limit ended it \(2 times so far\)/,
  );
});

test('an incident whose last condition recovered is resolved, also if another limit ended one before', () => {
  const limited = { id: 'U1', name: 'maya', at: t0 + minute, was: verbatim('500 ms'), to: verbatim('8,000 ms') };
  const byLimit = { state: 'unwatched', isChanged: true, limited, ended: t0 + 5 * minute } as const;
  const other = (ended: number) => line('web', { key: 'w2 web', state: 'resolved', ended });
  const headline = (ended: number) => {
    const [incident] = rounds({ at: t0, observed: [observe(line('web'))] }).incidents;
    const lines = [line('web', byLimit), other(ended)];
    return incident && english(incidentHeadline({ ...incident, lines, ended: Math.max(ended, t0 + 5 * minute) }));
  };
  expect(headline(t0 + 13 * minute)).toMatch(/^✓ Resolved/);
  expect(headline(t0 + 2 * minute)).toMatch(/^○ Ended by the new limit/);
});

test('a title’s time is that of the conditions that it names', () => {
  const errors = line('web', { key: 'w2 web', what: verbatim('5xx errors'), state: 'recovering' });
  const slow = line('web', { since: t0 + 5 * minute });
  const { incidents } = rounds({ at: t0 + 6 * minute, observed: [observe(errors), observe(slow)] });
  const [incident] = incidents.map((each) => ({ ...each, lines: [{ ...errors, recovering: t0 + 5 * minute }, slow] }));
  if (!incident) expect.fail('no incident');
  expect(english(incidentTitle(incident))).toBe('web: response time above 500 ms');
  expect(english(join([...incidentStatus(incident, t0 + 7 * minute)], '\n'))).toMatch(/^Began at .*14:05/);
});

test('an edit of a watch doesn’t change when the incident’s watch was set up', () => {
  const before = rounds({ at: t0, observed: [observe(line('web', { watchedSince: t0 - minute }))] }).incidents;
  const edited = observe(line('web', { watchedSince: t0 + 9 * minute, what: verbatim('abnormal for 10 minutes') }));
  const [after] = observeLines(before, [edited], t0 + 10 * minute).changed;
  expect(after?.lines[0]).toMatchObject({ watchedSince: t0 - minute, what: verbatim('abnormal for 10 minutes') });
});

describe('conditions become incidents', () => {
  test('the first opens a card, and mentions whom the watch notifies', () => {
    const { incidents } = rounds({ at: t0, observed: [observe(line('web'), { notify: ['U1', 'S1'] })] });
    expect(incidents).toHaveLength(1);
    const [incident] = incidents;
    if (!incident) return;
    expect(incident).toMatchObject({ times: 1, component: { id: 'web' }, mentioned: { U1: t0, S1: t0 } });
    expect(english(incidentTitle(incident))).toBe('web: response time above 500 ms');
    expect(english(notifiedText(incident) ?? verbatim(''))).toBe('Notified: @U1 @S1');
  });

  test('another one of the same component joins its card within two minutes, and not later', () => {
    const memory = line('web', { key: 'w2 web', what: verbatim('memory above 90%') });
    const soon = rounds(
      { at: t0, observed: [observe(line('web'))] },
      { at: t0 + 2 * minute, observed: [observe(memory)] },
    );
    expect(soon.incidents.map(({ lines }) => lines.length)).toEqual([2]);
    const late = rounds(
      { at: t0, observed: [observe(line('web'))] },
      { at: t0 + 3 * minute, observed: [observe(memory)] },
    );
    expect(late.incidents.map(({ lines }) => lines.length)).toEqual([1, 1]);
  });

  test('another limit of one measure joins its card whenever it is reached: heard, unless the first is silenced', () => {
    const at = t0 + 20 * minute;
    const first = line('web', { item: 'gateway_latency' });
    const higher = line('web', {
      ...{ key: 'w2 web', watch: 'w2', item: 'gateway_latency', since: at },
      what: verbatim('latency above 2 s'),
    });
    const joined = (more: Partial<Incident>) => {
      const { incidents } = rounds({ at: t0, observed: [observe(first)] });
      return observeLines(
        incidents.map((each) => ({ ...each, ...more })),
        [observe(higher)],
        at,
      );
    };
    const by = { id: 'U1', name: 'maya', at: t0 + minute };
    const alone = joined({});
    expect(alone.changed.map(({ lines, times }) => [lines.length, times])).toEqual([[2, 1]]);
    expect(alone.notes).toMatchObject([{ what: 'joined', keys: ['w2 web'], mention: [] }]);
    const taken = joined({ acknowledged: by });
    expect(taken.changed).toMatchObject([{ acknowledged: by }]);
    expect(taken.notes).toMatchObject([{ what: 'joined', mention: ['U1'] }]);
    const quiet = joined({ silenced: { ...by, until: t0 + 60 * minute } });
    expect([quiet.changed.length, quiet.notes]).toEqual([1, []]);
    // A condition of another measure is another problem.
    const { item: _item, ...other } = higher;
    expect(observeLines(alone.changed, [observe({ ...other, key: 'w3 web' })], at).changed).toHaveLength(1);
    expect(observeLines(alone.changed, [observe({ ...other, key: 'w3 web' })], at).changed[0]?.lines).toHaveLength(1);
  });

  test('a watch that differs only in its duration or its components joins without a word, unless it notifies others', () => {
    const at = t0 + 20 * minute;
    const first = line('web', { item: 'memory_share', what: verbatim('memory above 90%') });
    const watched = verbatim('memory above 90% for 10 minutes (all components)');
    const longer = { ...first, key: 'w2 web', watch: 'w2', since: at, watched };
    const joined = (notify: readonly string[]) => {
      const { incidents } = rounds({ at: t0, observed: [observe(first)] });
      return observeLines(incidents, [{ ...observe(longer), notify }], at);
    };
    expect(joined([]).changed.map(({ lines }) => lines.length)).toEqual([2]);
    expect(joined([]).notes).toEqual([]);
    const { changed, notes } = joined(['U9']);
    const [incident, note] = [changed[0] ?? expect.fail(), notes[0] ?? expect.fail()];
    expect(note).toMatchObject({ what: 'joined', mention: ['U9'] });
    expect(JSON.stringify(noteText(note, incident))).toContain('for 10 minutes (all components)');
  });

  test('however many fire at once, each is on one card and counted once, until the last has ended', () => {
    const all = Array.from({ length: 150 }, (_, index) => `c${index}`);
    const firing = (value: string) =>
      all.map((id) => observe(line(id, { value: verbatim(value), furthest: verbatim(value) }), { notify: ['U1'] }));
    const ended = (ids: readonly string[], at: number) =>
      ids.map((id) => observe(line(id, { state: 'resolved', ended: at })));
    const first = rounds({ at: t0, observed: firing('600 ms') });
    const later = rounds(
      { at: t0, observed: firing('600 ms') },
      { at: t0 + minute, observed: firing('700 ms') },
      { at: t0 + 12 * minute, observed: firing('800 ms') },
    );
    for (const { incidents, notes } of [first, later]) {
      expect([incidents.length, notes]).toEqual([1, []]);
      expect(incidents.flatMap(incidentLines).map(english).at(-1)).toBe('and 140 more');
      expect(incidents.map(incidentTitle).map(english)).toEqual(['150 components: response time above 500 ms']);
    }
    const [max, rest] = [all.slice(0, 120), all.slice(120)];
    const now = t0 + 13 * minute;
    const before = { at: t0, observed: firing('600 ms') };
    const partly = rounds(before, { at: now, observed: ended(max, now) });
    expect(partly.incidents.map((each) => [incidentState(each), each.ended])).toEqual([['firing', undefined]]);
    const over = rounds(
      before,
      { at: now, observed: ended(max, now) },
      { at: now + minute, observed: ended(rest, now + minute) },
    );
    expect(over.incidents.map((each) => [incidentState(each), each.ended])).toEqual([['resolved', now + minute]]);
  });

  test('more than five components of an app at once share one card', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const { incidents } = rounds({ at: t0, observed: names.map((name) => observe(line(name))) });
    expect(incidents).toHaveLength(1);
    expect(incidents[0]?.component).toBeUndefined();
    expect(incidents[0] && english(incidentTitle(incidents[0]))).toBe('6 components: response time above 500 ms');
    expect(rounds({ at: t0, observed: names.slice(1).map((name) => observe(line(name))) }).incidents).toHaveLength(5);
  });

  test('what fires again within 30 minutes reopens the same card, counted and mentioned in the thread', () => {
    const ended = line('web', { state: 'resolved', ended: t0 + 10 * minute });
    const first = [
      { at: t0, observed: [observe(line('web'), { notify: ['U1'] })] },
      { at: t0 + 10 * minute, observed: [observe(ended)] },
    ];
    const again = (at: number) => ({
      at,
      observed: [observe(line('web', { since: at - 5 * minute }), { notify: ['U1'] })],
    });
    const { incidents, notes } = rounds(...first, again(t0 + 40 * minute));
    expect(incidents).toMatchObject([{ times: 2 }]);
    expect(incidents[0]?.ended).toBeUndefined();
    expect(notes).toMatchObject([
      { what: 'ended', mention: ['U1'] },
      { what: 'reopened', mention: ['U1'] },
    ]);
    const [note, incident] = [notes[1], incidents[0]];
    expect(note && incident && english(noteText(note, incident))).toBe(
      '@U1 Firing again, 25 minutes after it resolved (2 times so far): web: response time above 500 ms',
    );
    const unreported = rounds(
      ...first.slice(0, 1),
      { at: t0 + 10 * minute, observed: [observe({ ...ended, state: 'unreported' })] },
      again(t0 + 18 * minute),
    );
    const [, later] = unreported.notes;
    expect(later && unreported.incidents.map((each) => english(noteText(later, each)))).toEqual([
      expect.stringMatching(/^@U1 Firing again, 3 minutes after it was no longer reported \(2 times so far\): web/),
    ]);
    expect(rounds(...first, again(t0 + 41 * minute)).incidents).toHaveLength(2);
  });

  test('an end is said after a line that the incident fires, and mentions whom that line mentioned', () => {
    const at = (from: number, to: number) => {
      const since = t0 + from * minute;
      const over = line('web', { since, state: 'resolved', ended: t0 + to * minute });
      return [
        { at: since, observed: [observe(line('web', { since }))] },
        { at: t0 + to * minute, observed: [observe(over)] },
      ];
    };
    const { notes } = rounds(...at(0, 4), ...at(6, 10));
    expect(notes).toMatchObject([{ what: 'reopened' }, { what: 'ended', at: t0 + 10 * minute, mention: [] }]);
    const silence = { id: 'U2', name: 'maya', at: t0, until: t0 + 60 * minute };
    const { incidents } = rounds({ at: t0, observed: [observe(line('web'))] });
    const [unsilenced] = incidents.map((each) => passTime({ ...each, silenced: silence }, t0 + 60 * minute));
    expect(unsilenced?.note).toMatchObject({ what: 'still-firing', mention: ['U2'] });
    const end = observe(line('web', { state: 'resolved', ended: t0 + 83 * minute }));
    expect(observeLines(unsilenced ? [unsilenced.incident] : [], [end], t0 + 83 * minute).notes).toMatchObject([
      { what: 'ended', mention: ['U2'] },
    ]);
    // An alert of Alertmanager.
    const now = t0 + 20 * minute;
    const history = [{ at: now, what: 'reopened' as const }];
    const again = incidents.map((each) => mentionAgain({ ...each, times: 2, history }, now)?.incident);
    const overs = again.map((each) => each && tellEnd({ ...each, ended: now + 30_000 }, now + 30_000).note);
    expect(overs).toMatchObject([{ what: 'ended', mention: [] }]);
  });

  test('each time that it fired but the last is a line of its record, with its peak and what was done then', () => {
    const peak = (value: string) => ({ furthest: verbatim(value) });
    const again = t0 + 20 * minute;
    const over = { ...peak('901 ms'), state: 'resolved', ended: t0 + 10 * minute } as const;
    const { incidents } = rounds(
      { at: t0, observed: [observe(line('web', peak('901 ms')))] },
      { at: t0 + 10 * minute, observed: [observe(line('web', over))] },
      { at: again, observed: [observe(line('web', { ...peak('640 ms'), since: again }))] },
    );
    const incident = incidents[0] ?? expect.fail('no incident');
    const done = [
      { at: t0 + 5 * minute, what: verbatim('restart web') },
      { at: again + minute, what: verbatim('scale web') },
    ];
    const texts = (of: Incident) =>
      [incidentSummary(of, again + minute), ...incidentChanges(of, again + minute)].map(english);
    const first = /^Fired .*14:00.* to .*14:10.* \(10 minutes\), highest 901 ms; changed since: restart web[^;]*$/;
    expect(texts({ ...incident, done })).toEqual([
      expect.stringMatching(/Firing\*, began at .*14:20.*highest 640 ms, fired 2 times/),
      expect.stringMatching(/^Changed since: scale web/),
      expect.stringMatching(first),
    ]);
    const ended = again + 4 * minute;
    const lines = incident.lines.map((each) => ({ ...each, state: 'resolved' as const, ended }));
    expect(texts({ ...incident, done, lines, ended })).toEqual([
      expect.stringMatching(/Resolved\* after 4 minutes, highest 640 ms, fired 2 times/),
      expect.stringMatching(/^Changed since: scale web/),
      expect.stringMatching(first),
    ]);
  });

  test('a component of a card for several ones that fires again gets a message of its own', () => {
    const many = ['a', 'b', 'c', 'd', 'e', 'f'];
    const over = { state: 'resolved', ended: t0 + 6 * minute } as const;
    const { incidents, notes } = rounds(
      { at: t0, observed: many.map((each) => observe(line(each))) },
      { at: t0 + 6 * minute, observed: many.map((each) => observe(line(each, over))) },
      { at: t0 + 9 * minute, observed: [observe(line('c', { since: t0 + 9 * minute }), { notify: ['U1'] })] },
      { at: t0 + 10 * minute, observed: [observe(line('c', { since: t0 + 9 * minute, state: 'recovering' }))] },
    );
    expect(incidents.map(({ lines, ended }) => [lines.length, ended])).toEqual([
      [6, t0 + 6 * minute],
      [1, undefined],
    ]);
    expect(incidents[1]).toMatchObject({ component: { id: 'c' }, mentioned: { U1: t0 + 9 * minute } });
    expect(notes).toEqual([]);
  });

  test('those who were mentioned are told of the end, with how long it took; nobody is where nobody was', () => {
    const ended = line('web', { state: 'resolved', ended: t0 + 10 * minute });
    const roundsNotifying = (notify: readonly string[]) =>
      rounds(
        { at: t0, observed: [observe(line('web'), { notify })] },
        { at: t0 + 12 * minute, observed: [observe(ended)] },
      );
    const { notes, incidents } = roundsNotifying(['U1']);
    const [note, incident] = [notes[0], incidents[0]];
    expect(note && incident && english(noteText(note, incident))).toBe(
      'Resolved after 10 minutes · web: response time above 500 ms · @U1',
    );
    expect(roundsNotifying([]).notes).toEqual([]);
    expect(incident && english(incidentHeadline(incident))).toBe('✓ Resolved · web: response time above 500\u00a0ms');
  });

  test('within ten minutes, nobody is told twice that an incident fires, or of an end without such a mention', () => {
    const { notes } = rounds(
      ...[0, 9].flatMap((from) => [
        { at: t0 + from * minute, observed: [observe(line('web', { since: t0 + from * minute }), { notify: ['U1'] })] },
        {
          at: t0 + (from + 3) * minute,
          observed: [
            observe(line('web', { since: t0 + from * minute, state: 'resolved', ended: t0 + (from + 3) * minute })),
          ],
        },
      ]),
      { at: t0 + 14 * minute, observed: [observe(line('web', { since: t0 + 14 * minute }))] },
    );
    expect(notes).toMatchObject([
      { what: 'ended', mention: ['U1'] },
      { what: 'reopened', mention: [] },
      { what: 'ended', mention: [] },
      // The end’s mention doesn’t delay this one.
      { what: 'reopened', mention: ['U1'] },
    ]);
  });

  test('a silenced watch opens nothing until its silence ends', () => {
    const silent = observe(line('web'), { silenced: true });
    expect(rounds({ at: t0, observed: [silent] }).incidents).toEqual([]);
    expect(
      rounds({ at: t0, observed: [silent] }, { at: t0 + minute, observed: [observe(line('web'))] }).incidents,
    ).toHaveLength(1);
  });

  test('of two watches of one component that say the same, each line says which one it is', () => {
    const lines = (second: Partial<IncidentLine>) => {
      const both = [observe(line('web')), observe(line('web', { key: 'w2 web', watch: 'w2', ...second }))];
      const [incident] = rounds({ at: t0, observed: both }).incidents;
      return incident ? incidentLines(incident, t0).map((text) => english(text).split(' · ')[0]) : [];
    };
    const what = 'response time above 500 ms';
    expect(lines({})).toEqual([`• ${what} (watch \`w1\`)`, `• ${what} (watch \`w2\`)`]);
    // With a value, because the title alone names two conditions without one.
    const other = { what: verbatim('abnormal'), value: verbatim('2') };
    expect(lines(other)).toEqual([`• ${what}`, '• abnormal']);
  });
});

describe('time', () => {
  const open = (changes: Partial<Incident> = {}): Incident => {
    const [incident] = rounds({ at: t0, observed: [observe(line('web'), { notify: ['U1'] })] }).incidents;
    if (!incident) throw new Error('no incident');
    return { ...incident, ...changes };
  };

  test('reminds once after four hours, unless it is acknowledged', () => {
    expect(passTime(open(), t0 + 239 * minute)).toBeUndefined();
    const reminded = passTime(open(), t0 + 240 * minute);
    expect(reminded?.note).toMatchObject({ what: 'reminder', mention: ['U1'] });
    expect(reminded?.note && english(noteText(reminded.note, open()))).toBe(
      '@U1 Still firing after 4 hours, and not acknowledged: web: response time above 500 ms',
    );
    expect(reminded && passTime(reminded.incident, t0 + 900 * minute)).toBeUndefined();
    const ofMaya = open({ notify: [], mentioned: {}, lines: [line('web', { setBy: 'U2' })] });
    expect(passTime(ofMaya, t0 + 240 * minute)?.note).toMatchObject({ mention: ['U2'] });
    const acknowledged = open({ acknowledged: { id: 'U2', name: 'maya', at: t0 } });
    expect(passTime(acknowledged, t0 + 900 * minute)).toBeUndefined();
  });

  test('a silence until it recovers ends with the incident: it is heard when it fires again', () => {
    const silenced = { id: 'U2', name: 'maya', at: t0, until: t0 + 9_000 * minute };
    const over = (more: object) =>
      open({
        silenced: { ...silenced, ...more },
        ended: t0 + minute,
        lines: [line('web', { state: 'resolved', ended: t0 + minute })],
      });
    const again = (incident: Incident) =>
      observeLines([incident], [observe(line('web', { state: 'firing', since: t0 + 3 * minute }))], t0 + 3 * minute);
    expect(again(over({ recovered: true })).notes).toMatchObject([{ what: 'reopened' }]);
    expect(again(over({ recovered: true })).changed[0]?.silenced).toBeUndefined();
    expect(again(over({})).notes).toEqual([]);
  });

  test('a silence doesn’t hide the end, which its author and those who were mentioned hear', () => {
    const end = line('web', { state: 'resolved', ended: t0 + 90 * minute });
    const endOf = (own: object | undefined, ofWatch?: object, mentioned: Incident['mentioned'] = {}) => {
      const silence = { id: 'U2', name: 'maya', at: t0, until: t0 + 9_000 * minute };
      const silenced = own && { ...silence, ...own };
      const lines = [line('web', ofWatch && { silenced: { ...silence, id: 'U3', ...ofWatch } })];
      return observeLines([open({ silenced, lines, mentioned })], [observe(end)], t0 + 90 * minute);
    };
    const recovered = { recovered: true } as const;
    expect(endOf(recovered).notes).toMatchObject([{ what: 'ended', mention: ['U2'] }]);
    expect(endOf(undefined, recovered).notes).toMatchObject([{ what: 'ended', mention: ['U3'] }]);
    expect(endOf(recovered, recovered).notes).toMatchObject([{ what: 'ended', mention: ['U2', 'U3'] }]);
    expect(endOf({}, undefined, { U1: t0 }).notes).toMatchObject([{ what: 'ended', mention: ['U2', 'U1'] }]);
    expect(endOf(undefined, {}, { U1: t0 }).notes).toMatchObject([{ what: 'ended', mention: ['U3', 'U1'] }]);
    // During the silence of an earlier firing, neither the next firing nor its end is told.
    expect(endOf({ at: t0 - minute }, undefined, { U1: t0 - minute }).notes).toEqual([]);
    const silenced = { id: 'U3', name: 'sam', at: t0, until: t0 + 9_000 * minute };
    const both = open({
      mentioned: { U1: t0 },
      lines: [line('web', { silenced }), line('web', { key: 'w2 web', state: 'firing' })],
    });
    const others = { state: 'resolved', ended: t0 + 90 * minute } as const;
    const allEnd = [observe(end), observe(line('web', { key: 'w2 web', ...others }))];
    expect(observeLines([both], allEnd, t0 + 90 * minute).notes).toMatchObject([{ mention: ['U3', 'U1'] }]);
    // The silence ended with the first end. The next end mentions only whom the next firing mentioned.
    const again = line('web', { since: t0 + 95 * minute });
    const reopened = observeLines(endOf(undefined, recovered).changed, [observe(again)], t0 + 95 * minute);
    const over = line('web', { state: 'resolved', since: again.since, ended: t0 + 99 * minute });
    expect(observeLines(reopened.changed, [observe(over)], t0 + 99 * minute).notes).toMatchObject([
      { mention: ['U1'] },
    ]);
  });

  test('the end mentions once whoever was mentioned, acted or silenced it', () => {
    const end = line('web', { state: 'resolved', ended: t0 + 90 * minute });
    const endOf = (more: Partial<Incident>) =>
      observeLines([open({ mentioned: {}, ...more })], [observe(end)], t0 + 90 * minute).notes;
    const maya = { id: 'U2', name: 'maya', at: t0 };
    const silence = { ...maya, until: t0 + 9_000 * minute };
    expect(endOf({})).toEqual([]);
    expect(endOf({ acknowledged: maya })).toMatchObject([{ what: 'ended', mention: ['U2'] }]);
    expect(endOf({ acknowledged: maya, silenced: { ...silence, recovered: true } })).toMatchObject([
      { what: 'ended', mention: ['U2'] },
    ]);
    expect(endOf({ acknowledged: maya, mentioned: { U1: t0 }, notify: ['U1', 'U2'] })).toMatchObject([
      { what: 'ended', mention: ['U2', 'U1'] },
    ]);
    expect(endOf({ acknowledged: maya, silenced: silence, mentioned: { U1: t0 } })).toMatchObject([
      { mention: ['U2', 'U1'] },
    ]);
    const bySam = { ...silence, id: 'U3' };
    expect(endOf({ acknowledged: maya, silenced: bySam })).toMatchObject([{ mention: ['U3', 'U2'] }]);
    const change = { what: verbatim('restart web'), by: 'maya', person: 'U2' };
    const done = [{ ...change, at: t0 + 5 * minute }];
    expect(endOf({ done, mentioned: { U1: t0 } })).toMatchObject([{ mention: ['U2', 'U1'] }]);
    expect(endOf({ done: [{ ...change, at: t0 - minute }] })).toEqual([]);
  });

  test('the end of a watch’s silence is known to an incident that has just ended', () => {
    const silence = { id: 'U2', name: 'maya', at: t0, until: t0 + 60 * minute };
    const lines = [line('web', { state: 'resolved', ended: t0 + minute, silenced: silence })];
    const by = { id: 'U2', name: 'maya', at: t0 + 5 * minute };
    const ended = open({ ended: t0 + minute, lines });
    expect(withoutSilence(ended, { watches: ['w1'], own: false }, by)?.silencedBefore?.until).toBe(t0 + 5 * minute);
    expect(withoutSilence(ended, { watches: ['w2'], own: false }, by)).toBeUndefined();
  });

  test('ends a silence, and tells its author and those who are notified what is still firing then', () => {
    const silence = { id: 'U2', name: 'maya', at: t0, until: t0 + 60 * minute };
    const silenced = open({ silenced: silence });
    expect(passTime(silenced, t0 + 59 * minute)).toBeUndefined();
    const over = passTime(silenced, t0 + 60 * minute);
    expect(over?.incident).toMatchObject({ silenced: undefined, silencedBefore: silence });
    expect(over?.note).toMatchObject({ what: 'still-firing', keys: ['w1 web'], mention: ['U1', 'U2'] });
    // The silence of the watch lasts longer.
    const longer = line('web', { silenced: { ...silence, until: t0 + 90 * minute } });
    const quiet = passTime({ ...silenced, lines: [longer] }, t0 + 60 * minute);
    expect([quiet?.incident.silenced, quiet?.note]).toEqual([undefined, undefined]);
    const reminded = quiet && observeLines([quiet.incident], [observe(line('web'))], t0 + 90 * minute);
    expect(reminded?.notes).toMatchObject([{ what: 'still-firing', mention: ['U2'] }]);
  });
});

test('with any order of conditions, a component never has two open cards for one of them, and each state is shown', () => {
  const event = fc.record({
    component: fc.constantFrom('web', 'api'),
    state: fc.constantFrom('firing', 'recovering', 'resolved', 'deleted'),
    after: fc.integer({ min: 1, max: 45 }),
  });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      let now = t0;
      const all = events.map(({ component, state, after }) => {
        now += after * minute;
        const ended = state === 'resolved' || state === 'deleted' ? { ended: now } : {};
        return { at: now, observed: [observe(line(component, { state, since: t0, ...ended }))] };
      });
      const { incidents } = rounds(...all);
      for (const component of ['web', 'api']) {
        const open = incidents.filter(
          ({ ended, lines }) =>
            ended === undefined && lines.some((each) => each.component?.id === component && each.ended === undefined),
        );
        expect(open.length).toBeLessThanOrEqual(1);
        const last = events.findLast((each) => each.component === component)?.state;
        if (last === 'firing') expect(open.map(incidentState)).toEqual(['firing']);
      }
    }),
  );
});

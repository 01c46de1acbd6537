import { describe, expect, test } from 'vitest';
import { incidentMessages } from '../../../test/contract/incident-messages.ts';
import { plain } from '../../slack/slack-catalog.ts';
import { verbatim } from '../text/text.ts';
import { minuteOf } from '../watch/watch-state.ts';
import { firingsAfter, type Incident, reasonOf, silenceGoingOn } from './incident.ts';
import { incidentChanges } from './incident-changes-text.ts';
import { noteText } from './incident-note-text.ts';
import { incidentHeadline } from './incident-state-text.ts';
import { incidentLines, incidentReasons, incidentSince, incidentStatus, incidentSummary } from './incident-text.ts';
import { incidentTitle, titleBeside } from './incident-title.ts';

const [minute, hour] = [60_000, 3_600_000];
const fired = incidentMessages['firing, abnormal'] ?? expect.fail();
const began = Math.min(...fired.lines.map(({ since }) => since));
const read = { times: 1, hasEnded: false, changes: [] };
const says = (incident: Incident, after: number, lang: 'en' | 'zh' = 'en') =>
  [...incidentStatus(incident, began + after), ...incidentReasons(incident, began + after)].map((text) =>
    plain(text, lang, 'UTC'),
  );

test('an incident that goes on says when it began, and no length that two messages could disagree on', () => {
  const [since] = says(fired, 9 * minute);
  expect(since).toMatch(/^Began at [^,]+$/);
  expect(says(fired, fired.opened - began + 10 * minute)[0]).toMatch(/^Began at [^,]+, not acknowledged$/);
  // The same time has the same word in each state.
  for (const state of [{ noData: true as const }, { state: 'recovering' as const }]) {
    const lines = fired.lines.map((line) => ({ ...line, ...state }));
    const isBlind = 'noData' in state;
    expect(says({ ...fired, lines }, minute)[0]).toBe(isBlind ? since?.replace('Began', 'The problem began') : since);
  }
  // An answer is read at once and isn't edited, so its length is exact.
  expect(plain(incidentSince(fired, began + 53.5 * minute), 'en')).toMatch(/^Began at [^,]+, for 53 minutes$/);
  expect(plain(incidentSince(fired, began + 53.5 * minute), 'zh')).toMatch(/，已持续 53 分钟$/);
  expect(says(fired, 2.5 * hour, 'zh')[0]).toMatch(/^始于 [^，]+，尚未认领$/);
  const lines = fired.lines.map((line) => ({ ...line, state: 'resolved' as const, ended: began + hour }));
  expect(says({ ...fired, lines, ended: began + hour }, 3 * hour).join()).not.toMatch(/acknowledged/);
});

test('what recovered as its watch was edited says since when, because nobody saw its end', () => {
  const ended = began + 48 * minute;
  const edited = (recovering?: number) => {
    const now = { state: 'unwatched' as const, isChanged: true as const, ended, ...(recovering ? { recovering } : {}) };
    return says({ ...fired, lines: fired.lines.map((line) => ({ ...line, ...now })), ended }, hour)[0];
  };
  expect(edited(ended - 4 * minute)).toMatch(/^[^,]+ \(48 minutes\), recovering since 08:42 UTC$/);
  expect(edited()).toMatch(/^[^,]+ \(48 minutes\)$/);
});

test('it names the time without data, also at its end, so that nobody takes it for a good time', () => {
  const gap = { from: began + 4 * minute, to: began + 10 * minute, lasted: 7 * minute };
  const withGap = (gap: Incident['lines'][number]['gap']): Incident => ({
    ...fired,
    lines: fired.lines.map((line) => ({ ...line, gap })),
  });
  expect(says(withGap(gap), 12 * minute)[0]).toMatch(/^Began at [^,]+, no data 08:02 UTC–08:09 UTC/);
  const some = withGap({ ...gap, to: began + 30 * minute });
  expect(says(some, 32 * minute)[0]).toMatch(/, no data for 7 minutes between [\d:]+ UTC and [\d:]+ UTC/);
  expect(says(some, 32 * minute, 'zh')[0]).toMatch(/，[\d:]+ UTC 至 [\d:]+ UTC 之间有 7 分钟无数据/);
  const ended = began + hour;
  const lines = some.lines.map((line) => ({ ...line, state: 'resolved' as const, ended }));
  const over = { ...some, lines, ended };
  expect(says(over, 2 * hour)[0]).toMatch(/^[^,]+\(1 hour\), no data for 7 minutes between/);
  const note = noteText({ incident: over.id, what: 'ended', at: ended, keys: [], mention: [] }, over);
  expect(plain(note, 'en', 'UTC')).toMatch(/Resolved after 1 hour, no data for 7 minutes between/);
});

test('it names a time in which the problem was gone, unless that was very short', () => {
  const withLull = (length: number): Incident => ({
    ...fired,
    lines: fired.lines.map((line) => ({
      ...line,
      lull: { from: began + 4 * minute, to: began + 4 * minute + length },
    })),
  });
  expect(says(withLull(4 * minute), 12 * minute)[0]).toMatch(/^Began at [^,]+, recovered 08:02 UTC–08:06 UTC/);
  expect(says(withLull(2 * minute), 12 * minute)[0]).not.toContain('recovered');
  // Lulls that aren't told don't make conditions differ.
  const gap = { from: began + 4 * minute, to: began + 10 * minute, lasted: 7 * minute };
  const two = [{}, { key: '2', lull: { from: began, to: began + minute } }].map((more) => ({
    ...(fired.lines[0] ?? expect.fail()),
    ...{ gap, ...more },
  }));
  expect(says({ ...fired, lines: two }, 12 * minute).filter((text) => text.includes('no data'))).toHaveLength(1);
  // Memory that ran out is over at once: between two kills, nothing recovered.
  const kills = withLull(4 * minute);
  const oom = { ...kills, lines: kills.lines.map((line) => ({ ...line, item: 'oom' })) };
  expect(says(oom, 12 * minute)[0]).not.toContain('recovered');
});

test('while the platform doesn’t answer, its last value isn’t called that of now', () => {
  const unread = { since: began + minute, by: 'platform' } as const;
  const blind = { ...fired, lines: fired.lines.map((line) => ({ ...line, unread, value: verbatim('3,866 ms') })) };
  expect(says(blind, 9 * minute).join()).toMatch(/last value 3,866 ms/);
  expect(says(blind, 9 * minute).join()).not.toMatch(/now 3,866 ms/);
});

test('it says whether it is the first time or a repetition, and if nothing was changed before', () => {
  const past = (count: number, since?: number): Incident => ({ ...fired, past: { times: 1, count, since } });
  expect(says(past(2, began - hour), minute)[1]).toMatch(/^2nd time since \d\d:\d\d UTC$/);
  expect(says(past(13, began - 90 * hour), minute)[1]).toMatch(/^13th time since \d\d:\d\d UTC, 1\d Jan.*$/);
  expect(says(past(2, began - hour), minute, 'zh')[1]).toMatch(/^\d\d:\d\d UTC 以来第 2 次$/);
  expect(says({ ...past(1, began - 168 * hour), elsewhere: read }, minute)[1]).toBe(
    'No change in the hour before · First time in 7 days',
  );
  const watched = (watchedSince: number): Incident => ({
    ...{ ...past(1, watchedSince), lines: fired.lines.map((line) => ({ ...line, watchedSince })) },
  });
  expect(says(watched(began - 50 * hour), minute)[1]).toMatch(
    /^First time since the watch was set up \(.*\d UTC, .*2027\)$/,
  );
  // A watch or a record of a few hours can hardly have seen it before.
  for (const each of [watched(began - hour), past(1, began - 20 * hour), past(1, began + 6 * minute)])
    expect(says(each, 7 * minute)).toEqual([expect.stringMatching(/^Began at [^,]+$/)]);
  // The events weren't read, and no watch says since when it is known.
  expect(says(past(1), minute)[0]).toMatch(/^Began at [^,]+$/);
  expect(says({ ...past(2, began - 20 * hour), times: 2 }, minute)[1]).toBe('Fired 2 times');
  // On a phone, the line of the time and the values is long already.
  expect(says(past(2, began - hour), 15 * minute).slice(0, 2)).toEqual([
    expect.stringMatching(/^Began at [^,]+$/),
    expect.stringMatching(/^2nd time since .*, not acknowledged$/),
  ]);
  expect(plain(incidentSummary(past(2, began - hour), began + minute), 'en')).toMatch(/, 2nd time since/);
});

test('earlier changes that failed are a group of their own, and those that it doesn’t name are counted', () => {
  const change = (what: string, ago: number, more: object = {}) => ({
    ...{ at: began - ago * minute, what: verbatim(what) },
    ...more,
  });
  const before = [
    change('restart web (partly done)', 20, { failed: true }),
    change('deploy web (failed)', 40, { failed: true }),
    change('scale web', 5),
    change('deploy web (build failed)', 30, { failed: true, replacedNothing: true }),
    ...[change('deploy web', 35), change('restart web', 50)],
  ];
  const shown = incidentChanges({ ...fired, before, done: [] }, began).map((text) => plain(text, 'en'));
  const at = (what: string) => expect.stringContaining(what);
  expect(shown).toEqual([
    ...['Failed before:', at('• restart web (partly done) · '), at('• deploy web (failed) · ')],
    ...['Changed before:', at('• scale web · '), at('• deploy web (build failed) · '), '• and 2 more'],
  ]);
  // Beside a chart, few are named.
  const scaled = before.slice(2);
  const beside = (some: Incident['before'], chartUntil = began) =>
    incidentChanges({ ...fired, before: some, done: [] }, began, { most: 1, chartUntil }).map((text) =>
      plain(text, 'en'),
    );
  const withCount = (more: string) => [
    expect.stringMatching(new RegExp(`^Changed before: scale web · [^;]*; ${more}$`)),
  ];
  expect(beside(scaled.filter((each) => !('replacedNothing' in each)))).toEqual(
    withCount('and 2 more, marked in the chart'),
  );
  // Others that didn't fail aren't counted as if they had.
  const afterFailed = (...others: Incident['before']) =>
    beside([change('deploy web (failed)', 8, { failed: true }), ...others])[0];
  expect(afterFailed(change('scale web', 5), change('restart web', 50))).toMatch(
    /^Failed before: deploy web \(failed\) · [^;]*; 2 other changes before, marked in the chart$/,
  );
  expect(afterFailed(change('restart web (failed)', 20, { failed: true }))).toMatch(
    /; and 1 more, marked in the chart$/,
  );
  // A chart that ends before a change can't mark it.
  expect(beside([change('scale web', 5), change('opened api:8000', 8)], began - 10 * minute)).toEqual(
    withCount('and 1 more'),
  );
  // Its chart begins at most an hour before it.
  expect(beside([change('scale web', 5), change('opened api:8000', 83)])).toEqual(withCount('and 1 more'));
  // A failed build replaced nothing, so the chart doesn't mark it.
  expect(beside(scaled)).toEqual(withCount('and 3 more'));
});

test('of many changes since it began, or during an earlier firing, those that it doesn’t name are counted', () => {
  const restarts = Array.from({ length: 12 }, (_, index) => ({
    ...{ at: began + (12 - index) * minute, what: verbatim(`restart ${12 - index}`) },
  }));
  const shown = (more: object) =>
    incidentChanges({ ...fired, before: [], done: restarts, ...more }, began + hour).map((text) => plain(text, 'en'));
  expect(shown({})).toHaveLength(12);
  expect(shown({}).at(-1)).toBe('• and 2 more');
  const firings = [{ from: began, to: began + 20 * minute, peaks: [] }];
  expect(shown({ firings })).toEqual([
    expect.stringMatching(/changed since: restart 12 .*; restart 3 [^;]*; and 2 more$/),
  ]);
});

test('how often the platform lists the reason is said with it, and then it isn’t the first time', () => {
  const repeats = verbatim('at least 2 times in 20 hours');
  const incident = { ...fired, why: verbatim('out of memory'), repeats, past: { times: 1, count: 1, since: 0 } };
  expect(says(incident, minute).join()).not.toContain('First');
  expect(says(incident, minute).slice(1)).toEqual(['Why: out of memory, at least 2 times in 20 hours']);
  const died = { pod: 'api-1', at: began - minute };
  const lines = fired.lines.map((line) => ({ ...line, item: 'abnormal' }));
  expect(says({ ...incident, lines, died }, minute)[1]).toMatch(
    /^Why: out of memory, pod api-1 at \S+ UTC, at least 2 times in 20 hours$/,
  );
});

test('what happened to a pod before or during a problem that isn’t of pods is said so, not as why', () => {
  const died = { pod: 'api-1', at: began - 7 * minute };
  const of = (item: string | undefined, at = died.at): Incident => ({
    ...{ ...fired, why: verbatim('Killed, out of memory (OOMKilled)'), cause: 'OOMKilled', died: { ...died, at } },
    lines: fired.lines.map((line) => ({ ...line, item })),
  });
  const before = /^Before it: killed, out of memory \(OOMKilled\), pod api-1 at \d\d:\d\d UTC$/;
  for (const item of ['request_time', 'gateway_errors', 'cpu', undefined]) {
    expect(says(of(item), minute)[1]).toMatch(before);
    expect(says({ ...of(item), ended: began + minute }, hour)[1]).toMatch(before);
  }
  expect(says(of('request_time'), minute, 'zh')[1]).toMatch(/^此前：.*Pod api-1，\d\d:\d\d UTC$/);
  expect(says(of('abnormal'), minute)[1]).toMatch(/^Why: /);
  // Home and the list of watches name only reasons.
  expect([of('cpu'), of('abnormal')].map((incident) => reasonOf(incident) !== undefined)).toEqual([false, true]);
  expect(says(of('request_time', began), minute)[1]).toMatch(/^During it: killed, out of memory/);
  expect(says(of(undefined, began), minute)[1]).toMatch(/^Why: /);
  expect(reasonOf(of('request_time', began))).toBeUndefined();
});

test('a missing reason is said only while it is awaited, and a silence only if it lasted', () => {
  const lines = fired.lines.map((line) => ({ ...line, item: 'abnormal' }));
  const crashed: Incident = { ...fired, lines, elsewhere: read };
  expect(says(crashed, 29 * minute).join()).toContain('no reason so far');
  expect(says(crashed, 30 * minute).join()).not.toContain('no reason');
  const silence = (at: number, until: number) => ({ silencedBefore: { id: 'U0MAYA', name: 'maya', at, until } });
  const ended = minuteOf(began) + 20 * minute;
  const over = (from: number, to: number) => says({ ...crashed, ended, ...silence(from, to) }, hour).join();
  expect(over(ended - 5 * minute, ended - minute)).toContain('Silenced');
  expect(over(ended - 5 * minute, ended - 5 * minute + 20_000)).not.toContain('Silenced');
  const silenced = { id: 'U0SAM', name: 'sam', at: ended, until: ended + hour };
  const both = { ...crashed, ended, silenced, ...silence(ended - 5 * minute, ended - minute) };
  expect(says(both, hour).join()).toContain('U0MAYA');
});

test('that some alerts weren’t sent is a line of its own, and nothing is appended to a text from outside', () => {
  const ended = began + 2 * minute;
  const linked = { kind: 'alerts', name: 'ops', group: 'g', link: 'http://am.test/#/alerts' } as const;
  const cut = { ...fired, unsent: 2, times: 3, severity: 'critical', source: linked };
  for (const each of [cut, { ...cut, ended }])
    expect(
      incidentLines(each, ended)
        .map((text) => plain(text, 'zh', 'UTC'))
        .at(-1),
    ).toMatch(/^另有 2 条告警未发来，其组件和状态未知，请在 Alertmanager（am\.test）.*中查看。$/);
  const note = { incident: fired.id, what: 'ended', at: ended, keys: [], mention: [] } as const;
  const over: Incident = { ...cut, ended, lines: cut.lines.map((line) => ({ ...line, state: 'resolved', ended })) };
  const known = 'Resolved (2 alerts unknown)';
  expect(plain(noteText(note, over), 'en', 'UTC')).toBe(`${known} after 2 minutes · api: abnormal`);
  expect(plain(incidentHeadline(over), 'en')).toBe(`? ${known} · api: abnormal`);
  expect(plain(incidentHeadline({ ...over, unsent: undefined }), 'en')).toBe('✓ Resolved · api: abnormal');
  expect(says({ ...cut, ended }, hour)[0]).toMatch(/severity critical$/);
  const [line] = fired.lines;
  if (!line) expect.fail();
  const outside = { ...line, what: verbatim('More than 5% fail'), watch: undefined, value: verbatim('7%') };
  const [shown] = incidentLines(
    { ...fired, title: verbatim('api'), lines: [outside, { ...outside, key: 'b' }] },
    began,
  );
  expect(shown && plain(shown, 'zh', 'UTC')).toMatch(/^• More than 5% fail · /);
});

test('what was so when its watch looked first says so, and not that nothing was changed before', () => {
  const found = (after: number, more: Partial<Incident> = {}): Incident => {
    const lines = fired.lines.map((line) => ({ ...line, watchedSince: line.since - after }));
    return { ...fired, lines, severity: 'critical', ...more };
  };
  expect(says(found(20_000), 50 * minute)[0]).toMatch(
    /^Began at [^,]+ or earlier, severity critical, not acknowledged$/,
  );
  expect(says(found(20_000), minute, 'zh')[0]).toMatch(/或更早，级别 critical$/);
  expect(says(found(5 * minute), minute)[0]).toMatch(/^Began at [^,]+, severity critical$/);
  const unchanged = (after: number, more: Partial<Incident> = {}) =>
    says(found(after, { elsewhere: read, ...more }), minute).includes('No change in the hour before');
  expect([unchanged(5 * minute), unchanged(20_000)]).toEqual([true, false]);
  // Its pod has had the reason for longer, so the problem is older than the firing.
  const of = (at: number) => ({ why: verbatim('the image can’t be pulled'), died: { pod: 'api-1', at } });
  const crash = { lines: found(5 * minute).lines.map((line) => ({ ...line, item: 'abnormal' })) };
  const known = [began - 10 * minute, began - minute].map((at) => unchanged(5 * minute, { ...crash, ...of(at) }));
  expect(known).toEqual([false, true]);
});

test('of a certificate, it says when that expires, not since when that is near', () => {
  const expiring = incidentMessages['a certificate'] ?? expect.fail();
  expect(says(expiring, 30 * minute).slice(0, 2)).toEqual([
    expect.stringMatching(/^Expires in 11 days, on \d+ \w+ \d+$/),
    'Not acknowledged',
  ]);
  expect(plain(incidentSummary(expiring, began), 'en')).toMatch(/^▲ \*Firing\*, expires in 11 days, on [^,]+$/);
  expect(says(expiring, minute, 'zh')[0]).toMatch(/^\d+ *年.*过期，还有 11 天$/);
});

test('where memory ran out, it says when that was and when it ends, not for how long it fires', () => {
  const died = { pod: 'api-1', at: began - minute };
  const killed = (state: 'firing' | 'recovering', more: Partial<Incident> = {}): Incident => {
    const ends = state === 'recovering' ? { endsAt: began + 30 * minute } : {};
    const lines = fired.lines.map((line) => ({
      ...line,
      item: 'oom',
      what: verbatim('out of memory'),
      state,
      ...ends,
    }));
    return { ...fired, lines, cause: 'OOMKilled', died, ...more };
  };
  const time = String.raw`\d\d:\d\d UTC`;
  expect(says(killed('firing', { why: verbatim('killed, out of memory (OOMKilled)') }), 2 * minute)).toEqual([
    expect.stringMatching(new RegExp(`^Killed at ${time} in pod api-1$`)),
  ]);
  const recovering = killed('recovering');
  expect(says(recovering, 25 * minute).slice(0, 2)).toEqual([
    expect.stringMatching(new RegExp(`^Killed at ${time} in pod api-1$`)),
    expect.stringMatching(new RegExp(`^Resolved at ${time} if it doesn’t happen again, not acknowledged$`)),
  ]);
  const twice = killed('firing', { died: { ...died, times: 2 } });
  expect(says(twice, 5 * minute)[0]).toMatch(new RegExp(`^Killed at least 2 times, last at ${time} in pod api-1$`));
  expect(plain(incidentSummary(recovering, began + 25 * minute), 'en')).toMatch(/Recovering\*?, killed at/);
  const ended = began + 30 * minute;
  const lines = recovering.lines.map((line) => ({ ...line, state: 'resolved' as const, ended }));
  const over = { ...recovering, lines, ended, before: [] };
  expect(says(over, 40 * minute)[0]).toMatch(new RegExp(`^Killed at ${time} in pod api-1, not again by ${time}$`));
  const note = { incident: fired.id, what: 'ended', at: ended, keys: [], mention: [] } as const;
  expect(plain(noteText(note, over), 'en', 'UTC')).toMatch(
    /^Resolved, not killed again for 31 minutes · api: out of memory$/,
  );
  const told = noteText({ ...note, mention: ['U0MAYA'] }, over);
  expect(plain(told, 'en')).toMatch(/ · api: out of memory · @U0MAYA$/);
  expect(plain(told, 'zh')).toMatch(/^“api：.*”已恢复，31 分钟内未再被终止 @U0MAYA$/);
  const [record] = incidentChanges({ ...twice, firings: firingsAfter({ ...over, died: twice.died }) }, ended);
  expect(record && plain(record, 'en', 'UTC')).toMatch(
    new RegExp(`^Fired before: killed at least 2 times, last at ${time}`),
  );
  // The time since the last kill, not since its end was known, and the number that the message has.
  const later = ended + 24 * minute;
  const again: Incident = {
    ...{ ...killed('firing', { died: { pod: 'api-1', at: later } }), times: 2, past: { times: 2, count: 3 } },
    firings: firingsAfter(over),
    lines: lines.map((line) => ({ ...line, state: 'firing' as const, since: later + minute, ended: undefined })),
  };
  const reopened = noteText({ ...note, what: 'reopened', at: later + minute }, again);
  expect(plain(reopened, 'en', 'UTC')).toMatch(
    /^Killed again, 55 minutes after the last time \(3 times so far\): api: out of memory/,
  );
  // With another condition, the line of the one that ended says it.
  const [first] = fired.lines;
  const other = { ...(first ?? expect.fail()), key: 'other', what: verbatim('abnormal') };
  const mixed = { ...over, lines: [...lines, other], ended: undefined };
  expect(plain(incidentTitle(mixed), 'en')).toBe('api: abnormal');
  const [shown] = incidentLines(mixed, ended);
  expect(shown && plain(shown, 'en', 'UTC')).toMatch(
    new RegExp(`^• out of memory · ✓ \\*Resolved\\*, killed at ${time}$`),
  );
  // An earlier end of a pod isn't that of this firing.
  expect(says(killed('firing', { died: { ...died, at: began - 25 * minute } }), minute)[0]).toMatch(/^Began at/);
});

test('two conditions of one component are both in the title, and lines follow only if they say more', () => {
  const [line] = fired.lines;
  if (!line) expect.fail();
  const other = { ...line, key: 'other', what: verbatim('out of memory') };
  const both: Incident = { ...fired, lines: [line, other] };
  expect(plain(incidentTitle(both), 'en')).toBe('api: abnormal and out of memory');
  expect(incidentLines(both, began + minute)).toEqual([]);
  for (const more of [{ since: began + minute }, { value: verbatim('95%') }, { state: 'recovering' as const }])
    expect(incidentLines({ ...both, lines: [line, { ...other, ...more }] }, began + minute)).toHaveLength(2);
  const three = { ...both, lines: [line, other, { ...other, key: 'third', what: verbatim('restarts') }] };
  expect(plain(incidentTitle(three), 'en')).toBe('api: abnormal, and 2 more');
});

test('an incident with a condition that is known to be firing isn’t without data, although another one is', () => {
  const [line] = fired.lines;
  const unseen = { ...(line ?? expect.fail()), key: 'other', what: verbatim('out of memory'), noData: true } as const;
  const title = (...lines: Incident['lines']) => plain(incidentHeadline({ ...fired, lines }), 'en');
  expect(title(unseen)).toMatch(/ No data · /);
  expect(title(unseen, { ...unseen, key: 'third', state: 'recovering', noData: undefined })).toMatch(/ No data · /);
  expect(title(...fired.lines, unseen)).toMatch(/ Firing · /);
});

test('two limits of one item share its values, which are said once, also for an earlier firing', () => {
  const [line] = fired.lines;
  const of = (limit: string) => ({
    ...{ ...(line ?? expect.fail()), key: limit, item: 'cpu', what: verbatim(`CPU above ${limit}`) },
    limit: verbatim(`above ${limit}`),
    ...{ value: verbatim('2 cores'), furthest: verbatim('3 cores') },
  });
  const both: Incident = { ...fired, lines: [of('1'), of('0.5')] };
  expect(says(both, minute)[0]).toMatch(/^Began at \S+ UTC, now 2 cores, highest 3 cores$/);
  expect(incidentLines(both, began + minute)).toEqual([]);
  expect(plain(incidentTitle(both), 'en')).toMatch(/: CPU above 1 and above 0\.5$/);
  const other = { ...of('0.5'), item: 'memory' };
  expect(incidentLines({ ...both, lines: [of('1'), other] }, began + minute)).toHaveLength(2);
  const firings = [{ from: began - hour, to: began - hour + minute, peaks: both.lines }];
  const [record] = incidentChanges({ ...both, firings, before: [] }, began + minute);
  expect(record && plain(record, 'en', 'UTC')).toMatch(/\(1 minute\), highest 3 cores$/);
});

test('conditions of the incident’s own times don’t repeat them, and a firing within a minute has one time', () => {
  const [line] = fired.lines;
  const lines = [0, 1, 2].map((at) => ({ ...(line ?? expect.fail()), key: String(at), since: began + at * 30_000 }));
  const shown = (incident: Incident) => incidentLines(incident, began + minute).map((text) => plain(text, 'en', 'UTC'));
  expect(shown({ ...fired, lines }).map((text) => /Began at/.test(text))).toEqual([false, false, true]);
  const ended = began + 5 * minute;
  const over = lines.map((each) => ({ ...each, state: 'resolved' as const, ended }));
  expect(shown({ ...fired, ended, lines: over }).map((text) => /minutes/.test(text))).toEqual([false, false, true]);
  const part = shown({ ...fired, lines: [...lines.slice(0, 2), ...over.slice(2)] });
  expect(part[0]).toMatch(/▲ \*Firing\*$/);
  expect(part[2]).toMatch(/Resolved\* after 4 minutes$/);
  const acknowledged = { id: 'U2', name: 'Sam', at: began };
  const firings = [{ from: began, to: began + 20_000, acknowledged, peaks: [] }];
  const [record] = incidentChanges({ ...fired, firings, before: [] }, ended);
  expect(record && plain(record, 'en', 'UTC')).toMatch(
    /^Fired at \d\d:\d\d UTC \(less than a minute\), acknowledged by @U2$/,
  );
  // The same problem is also the present firing, which seems to be told twice otherwise.
  const limited = [{ from: began, to: began + 4 * minute, isByLimit: true as const, peaks: [] }];
  const [byLimit] = incidentChanges({ ...fired, firings: limited, before: [] }, ended);
  expect(byLimit && plain(byLimit, 'en', 'UTC')).toMatch(/^Fired .* \(4 minutes\), ended by another limit$/);
  const found = [{ from: began - hour, to: began - 50 * minute, peaks: [] }];
  const seen = fired.lines.map((line) => ({ ...line, watchedSince: began - hour }));
  const [longer] = incidentChanges({ ...fired, lines: seen, firings: found, before: [] }, ended);
  expect(longer && plain(longer, 'en', 'UTC')).toMatch(/^Fired .* \(at least 10 minutes\)$/);
  expect(says({ ...fired, ended: began + 20_000 }, minute)[0]).toMatch(/^\d\d:\d\d UTC \(less than a minute\)/);
});

test('the line of an earlier firing tells what was changed before it and since, and who silenced it', () => {
  const from = minuteOf(began);
  const silence = { id: 'U2', name: 'Sam', at: from + 2 * minute, until: from + 4 * minute };
  const ended: Incident = { ...fired, silencedBefore: silence, ended: from + 10 * minute };
  const earlier = { from: from - 20 * minute, to: from - 15 * minute, peaks: [] };
  const again: Incident = { ...ended, before: [], firings: [earlier, ...firingsAfter(ended)] };
  const done = [
    { at: from - 5 * minute, what: verbatim('restart web') },
    { at: from + 5 * minute, what: verbatim('scale web') },
  ];
  const [record] = incidentChanges({ ...again, done }, from + hour);
  expect(record && plain(record, 'en', 'UTC')).toMatch(
    /, silenced by @U2 .*; changed before: restart web[^;]*; changed since: scale web[^;]*$/,
  );
  // A later firing wasn't silenced then.
  const later = { ...again, lines: again.lines.map((line) => ({ ...line, since: from + 20 * minute })) };
  expect(says({ ...later, ended: from + 30 * minute }, hour).join()).not.toContain('Silenced');
});

describe('a silence that lasts longer than a firing', () => {
  const from = minuteOf(began);
  const ended = from + 10 * minute;
  const silenced = { id: 'U2', name: 'Sam', at: from + 2 * minute, until: from + hour };
  const over: Incident = { ...fired, silenced, ended };
  const all = (incident: Incident, now: number, lang: 'en' | 'zh' = 'en') =>
    [
      ...says(incident, now - from, lang),
      ...incidentChanges(incident, now).map((each) => plain(each, lang, 'UTC')),
    ].join('\n');

  test('is told with its end after that firing, and what it covers', () => {
    expect(all(over, ended)).toMatch(
      /If it fires again by \d\d:\d\d UTC: \*Silenced\* by @U2 until \d\d:\d\d UTC \(only this incident\)/,
    );
    const short = { ...over, silenced: { ...silenced, until: ended + 10 * minute } };
    expect(all(short, ended)).toMatch(
      /If it fires again: \*Silenced\* by @U2 until \d\d:\d\d UTC \(only this incident\)/,
    );
    expect(all(over, ended, 'zh')).toMatch(/若在 .* 前再次告警：.*（仅此告警）/);
    const ofWatch = { ...fired, ended, lines: fired.lines.map((line) => ({ ...line, silenced })) };
    expect(all(ofWatch, ended)).toContain('(its whole watch)');
    expect(all({ ...over, silenced: { ...silenced, recovered: true } }, ended)).toMatch(
      /\*Silenced\* by @U2 \d\d:\d\d UTC–/,
    );
  });

  test('is told as the button that ends it, also if it began in the incident’s last minute', () => {
    const late = { ...over, silenced: { ...silenced, at: ended } };
    const says = (now: number) => /ilenced\* by @U2 (until )?/.exec(all(late, now))?.[1];
    expect(silenceGoingOn(late, ended)).toBeDefined();
    expect(says(ended)).toBe('until ');
    // Later, the incident can't fire again, so there is nothing to end.
    const closed = ended + 31 * minute;
    expect(silenceGoingOn(over, closed)).toBeUndefined();
    expect(all(over, closed)).toMatch(/\*Silenced\* by @U2 \d\d:\d\d UTC–\d\d:\d\d UTC/);
  });

  test('is told once while it goes on, and without a wrong end when it is over', () => {
    const lines = fired.lines.map((line) => ({ ...line, since: from + 20 * minute }));
    const again: Incident = { ...fired, lines, silenced, firings: firingsAfter(over), before: [] };
    expect(all(again, from + 25 * minute).match(/ilenced/g)).toHaveLength(1);
    const loud = { ...again, silenced: undefined, silencedBefore: silenced };
    expect(all(loud, from + 2 * hour)).toMatch(/silenced by @U2 from \d\d:\d\d UTC$/m);
  });
});

test('two incidents with the same title in a channel are named by what their watches watch', () => {
  const [line] = fired.lines;
  const watched = (id: string, length: string): Incident => ({
    ...{ ...fired, id },
    lines: [{ ...(line ?? expect.fail()), watched: verbatim(`abnormal for ${length} (api)`) }],
  });
  const [one, other] = [watched('a', '1 minute'), watched('b', '5 minutes')];
  const named = (others: readonly Incident[]) => plain(titleBeside(one, others), 'en');
  expect(named([one, other])).toBe('api: abnormal for 1 minute (api)');
  expect(named([one, { ...other, channel: 'C0ELSE' }])).toBe('api: abnormal');
  const [shown] = incidentLines({ ...one, lines: [...one.lines, ...other.lines] }, began);
  expect(shown && plain(shown, 'en')).toContain('• abnormal for 1 minute (api)');
});

test('the line of another firing has the value, the reason and a link to the message', () => {
  const [line = expect.fail()] = fired.lines;
  const note = { incident: fired.id, what: 'reopened', at: began, keys: [line.key], mention: [] } as const;
  const lines = [{ ...line, value: verbatim('612 ms') }];
  const incident = { ...fired, times: 2, why: verbatim('Killed, out of memory'), lines };
  const said = (lang: 'en' | 'zh') => plain(noteText(note, incident, 'https://slack.test/p1'), lang);
  expect(said('en')).toMatch(
    /^Firing again, .*: api: \S+.* \(https:\/\/slack\.test\/p1\) · now 612 ms · Why: killed, out of memory$/,
  );
  expect(said('zh')).toMatch(/^“.*slack\.test\/p1.*”.*再次告警.* · 当前 612 ms · /);
});

test('the messages of one problem link to each other: to the earlier one, and after the end to the later one', () => {
  const past = { times: 1, count: 2, since: began - 1, earlier: { id: 'before', link: 'https://slack.test/p1' } };
  const later = { id: 'next', link: 'https://slack.test/p2' };
  expect(says({ ...fired, past }, minute)).toContain('Earlier incident (https://slack.test/p1)');
  expect(says({ ...fired, past, later }, minute)).not.toContain('fired again later');
  expect(says({ ...fired, past, later, ended: began + minute }, hour)).toContain(
    'Earlier incident (https://slack.test/p1) · It fired again later (https://slack.test/p2)',
  );
});

test('of a problem that is older than its watch, the end says only for how long it lasted at least', () => {
  const to = began + 125 * minute;
  const resolved = (watchedSince: number): Incident => {
    const lines = fired.lines.map((line) => ({ ...line, watchedSince, state: 'resolved' as const, ended: to }));
    return { ...fired, lines, ended: to };
  };
  const texts = (incident: Incident) => [
    says(incident, 3 * hour)[0],
    plain(incidentSummary(incident, to), 'en'),
    plain(noteText({ incident: 'i', what: 'ended', at: to, keys: [], mention: [] }, incident), 'en'),
  ];
  expect(texts(resolved(began - 30_000))).toEqual([
    expect.stringMatching(/\(at least 2 hours 5 minutes\)/),
    expect.stringMatching(/Resolved\* after at least 2 hours 5 minutes/),
    expect.stringMatching(/Resolved after at least 2 hours 5 minutes/),
  ]);
  expect(texts(resolved(began - hour)).join()).not.toContain('at least');
});

test('of a problem that may be older than the first check, a pod that ended earlier isn’t said to be before it', () => {
  const lines = fired.lines.map((line) => ({ ...line, item: 'request_time', watchedSince: began - 30_000 }));
  const died = { pod: 'api-1', at: began - 7 * minute };
  const slow = { ...fired, why: verbatim('Killed'), cause: 'OOMKilled', died, lines };
  expect(says(slow, minute)[1]).toMatch(/^Before the first check: killed, pod api-1 at /);
});

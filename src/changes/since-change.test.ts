import { type Text, verbatim } from '../core/text/text.ts';
import { mrkdwn } from '../slack/blocks/mrkdwn.ts';
import type { RequestIncident } from './engine-context.ts';
import { sinceChange } from './since-change.ts';

const earlier = { from: 10, to: 20 };
const again: RequestIncident = { id: 'i1', title: verbatim('web: latency'), since: 110, state: 'firing', earlier };
const says = verbatim('web became abnormal');
const unread = { running: [], notAgain: [] };

function since(incidents: readonly RequestIncident[], aftermath: Parameters<typeof sinceChange>[0]['aftermath']) {
  return sinceChange({ aftermath, started: 100, now: 200, incidents, components: unread });
}

test('a note without an incident is worse only if no incident of the change still fires', () => {
  expect(since([], { says, isWorse: true }).worse).toEqual([says]);
  const beside = since([again], { says, isWorse: true });
  expect([beside.worse.length, beside.again.length]).toEqual([0, 1]);
  const over = since([{ ...again, state: 'resolved', ended: 150 }], { says, isWorse: true });
  expect(over.worse).toEqual([says]);
});

test('an incident that began after the next change of the component isn’t blamed on this one', () => {
  const { worse, again: fired, unresolved, afterOther } = since([{ ...again, afterOther: { at: 105 } }], undefined);
  expect([worse, fired, unresolved, afterOther.length]).toEqual([[], [], [], 1]);
  const change = verbatim('deploy web · sam, 5:14 PM');
  const named = since([{ ...again, afterOther: { at: 105, change } }], undefined).afterOther.map((each) =>
    mrkdwn(each, 'en'),
  );
  expect(named).toEqual([expect.stringMatching(/, after another change: deploy web · sam, 5:14 PM$/)]);
});

test('a note that the problem came back isn’t worse, and the last note says the same', () => {
  const back = since([], { says, isAgain: true });
  expect([back.worse, back.again, back.unresolved]).toEqual([[], [says], []]);
  expect(since([], { says, isAgain: true, link: 'https://slack.test/p1' }).again).toEqual([]);
});

test('an incident that recovers says so, because the note isn’t edited when it ends', () => {
  const incident: RequestIncident = { id: 'i1', title: verbatim('db: abnormal'), since: 110, state: 'recovering' };
  const [line] = since([{ ...incident, recovering: 180 }], undefined).worse;
  const shown = line && mrkdwn(line, 'en').replace(/<!date[^>]*>/g, 'T');
  expect(shown).toBe('db: abnormal, began at T, recovering since T');
});

test('an incident of memory that ran out says when it did, as its message does', () => {
  const killed = verbatim('Killed at least 4 times, last at 8:07');
  const oom: RequestIncident = {
    id: 'i1',
    title: verbatim('db: out of memory'),
    since: 110,
    state: 'recovering',
    killed,
  };
  const said = (more: Partial<RequestIncident>) =>
    since([{ ...oom, ...more }], undefined).worse.map((each) => mrkdwn(each, 'en'));
  expect(said({ recovering: 180 })).toEqual(['db: out of memory, killed at least 4 times, last at 8:07']);
  expect(said({ state: 'resolved', ended: 190 })).toEqual([
    'db: out of memory, killed at least 4 times, last at 8:07, resolved',
  ]);
});

test('an incident whose title doesn’t say why containers ended has the reason, unless the platform’s report has it', () => {
  const reason = verbatim('killed, out of memory');
  const incident: RequestIncident = { id: 'i1', title: verbatim('web: abnormal'), since: 110, state: 'firing', reason };
  const worse = (cause?: RequestIncident['cause']) => {
    const components = { ...unread, reported: { type: 'OOMKilled', says: verbatim('reported') } };
    const incidents = [{ ...incident, ...(cause ? { cause } : {}) }];
    const found = sinceChange({ aftermath: undefined, started: 100, now: 200, incidents, components });
    return found.worse.map((each) => mrkdwn(each, 'en').replace(/<!date[^>]*>/, 'T'));
  };
  expect(worse()).toEqual(['web: abnormal, began at T · killed, out of memory']);
  expect(worse({ type: 'OOMKilled', isNamed: false })).toEqual(['web: abnormal, began at T · reported']);
});

test('an incident of a component that was abnormal before isn’t worse, and names its reason once', () => {
  const abnormal: RequestIncident = {
    ...{ id: 'i1', title: verbatim('web: abnormal'), since: 110, state: 'firing', isAgain: true },
    cause: { type: 'OOMKilled', isNamed: false },
  };
  const reported = { type: 'OOMKilled', says: verbatim('Killed, out of memory') };
  const of = (incident: RequestIncident, aftermath?: Parameters<typeof sinceChange>[0]['aftermath']) => {
    const components = { ...unread, reported };
    const {
      worse,
      again: fired,
      unresolved,
    } = sinceChange({
      ...{ aftermath, started: 100, now: 200, incidents: [incident], components },
    });
    return [worse, fired, unresolved].map((each) =>
      each.map((says) => mrkdwn(says, 'en').replace(/<!date[^>]*>/, 'T')),
    );
  };
  expect(of(abnormal)).toEqual([[], ['web: abnormal, began at T · Killed, out of memory'], []]);
  expect(of({ ...abnormal, cause: { type: 'OOMKilled', isNamed: true } })[1]).toEqual(['web: abnormal, began at T']);
  expect(of({ ...abnormal, cause: undefined })[2]).toEqual(['Killed, out of memory']);
  expect(of(abnormal, { says, isWorse: true })[0]).toHaveLength(1);
});

test('a problem that came back is told as such also if its incident went on in between', () => {
  const going: RequestIncident = { id: 'i1', title: verbatim('web: abnormal'), since: 50, state: 'firing' };
  const linked = { says, isAgain: true, link: 'https://slack.test/p1' } as const;
  const of = (aftermath: Parameters<typeof since>[1]) => {
    const { again: fired, unresolved } = since([going], aftermath);
    return [fired.length, unresolved.length];
  };
  expect([of(linked), of(undefined)]).toEqual([
    [1, 0],
    [0, 1],
  ]);
});

test('an incident that had recovered before the change began isn’t one that the change ended', () => {
  const before = { id: 'i1', title: verbatim('web: latency'), since: 50, ended: 98, state: 'resolved' } as const;
  expect(since([before], undefined).recovered).toEqual([]);
  expect(since([{ ...before, ended: 101 }], undefined).recovered).toHaveLength(1);
});

test('of several incidents from before a change, each has its title', () => {
  const before = { id: 'i1', title: verbatim('web: latency'), since: 50, ended: 120, state: 'resolved' } as const;
  const abnormal = { ...before, id: 'i2', title: verbatim('web: abnormal') };
  const said = (...incidents: RequestIncident[]) => {
    const { recovered, unresolved } = since(incidents, undefined);
    return [...recovered, ...unresolved].map((each) => mrkdwn(each, 'en').split(/,| since/)[0]);
  };
  expect(said(before)).toEqual(['Incident']);
  expect(said(before, abnormal)).toEqual(['web: latency', 'web: abnormal']);
  expect(said(before, { ...abnormal, state: 'firing', ended: undefined })).toEqual(['web: latency', 'web: abnormal']);
});

test('an incident that ended because its watch got another limit didn’t recover after a change', () => {
  const before = { id: 'i1', title: verbatim('web: latency'), since: 50, ended: 120 };
  expect(since([{ ...before, state: 'resolved' }], undefined).recovered).toHaveLength(1);
  expect(since([{ ...before, state: 'unwatched' }], undefined)).toMatchObject({ recovered: [], unresolved: [] });
});

test('an incident that began on an earlier day has its day', () => {
  const [started, now] = [Date.parse('2026-11-26T08:00Z'), Date.parse('2026-11-26T08:16Z')];
  const since = Date.parse('2026-11-25T17:00Z');
  const incident: RequestIncident = { id: 'i1', title: verbatim('web: latency'), since, state: 'firing' };
  const of = (...incidents: RequestIncident[]) =>
    sinceChange({ aftermath: undefined, started, now, incidents, components: unread });
  const [firing] = of(incident).unresolved;
  const [over] = of({ ...incident, state: 'resolved', ended: now - 600_000 }).recovered;
  const days = (text: Text | undefined) => text && mrkdwn(text, 'en', { zone: 'UTC', now }).match(/\{time\}[^|]*/g);
  expect(days(firing)).toEqual(['{time} {date_short_pretty}', '{time}']);
  expect(days(over)).toEqual(['{time} {date_short_pretty}', '{time} {date_short_pretty}']);
});

describe('a problem from before a change that came back after it is no recovery', () => {
  const before: RequestIncident = {
    id: 'i1',
    title: verbatim('web: latency'),
    since: 50,
    ended: 120,
    state: 'resolved',
  };

  test('before it fires again', () => {
    const { recovered, unresolved, relapse } = since([{ ...before, metAgain: 180 }], undefined);
    expect([recovered.length, unresolved.length]).toEqual([0, 1]);
    expect(relapse).toEqual({ recovered: 120, again: 180 });
    const [line] = unresolved;
    expect(line && mrkdwn(line, 'en', { zone: 'UTC', now: 200 })).toContain('then again from');
  });

  test('and when it fires again', () => {
    const found = since([{ ...again, since: 180, earlier: { from: 50, to: 120 } }], undefined);
    expect([found.again.length, found.relapse]).toEqual([1, { recovered: 120, again: 180 }]);
  });

  test('unless another one went on all the time', () => {
    const firing: RequestIncident = { id: 'i2', title: verbatim('web: abnormal'), since: 60, state: 'firing' };
    expect(since([{ ...before, metAgain: 180 }, firing], undefined).relapse).toBeUndefined();
    expect(since([before], undefined)).toMatchObject({ unresolved: [], relapse: undefined });
  });

  test('also if its incident went on, because the lull was too short to end it', () => {
    const lull = { from: 120, to: 180 };
    const going: RequestIncident = { ...before, ended: undefined, state: 'firing', lull };
    const { relapse, unresolved } = since([going], undefined);
    expect(relapse).toEqual({ recovered: 120, again: 180 });
    expect(unresolved.map((each) => mrkdwn(each, 'en', { zone: 'UTC', now: 200 }))).toEqual([
      expect.stringMatching(/ \(except .*–.*\): still firing at /),
    ]);
    expect(since([going, { ...going, id: 'i2', lull: undefined }], undefined).relapse).toBeUndefined();
  });

  test('also if it is over now: the change isn’t what ended it', () => {
    const lull = { from: 120, to: 180 };
    const { relapse, again: back, recovered } = since([{ ...before, ended: 190, state: 'resolved', lull }], undefined);
    expect([relapse, recovered]).toEqual([{ recovered: 120, again: 180 }, []]);
    expect(back.map((each) => mrkdwn(each, 'en', { zone: 'UTC', now: 200 }))).toEqual([
      expect.stringMatching(/ \(except .*–.*\), resolved$/),
    ]);
  });

  test('and one that began after it isn’t over', () => {
    const { worse, worseUntil } = since([{ ...before, since: 110, metAgain: 180 }], undefined);
    expect([worse.length, worseUntil]).toEqual([1, undefined]);
  });
});

import fc from 'fast-check';
import { openIntervals, readWeeklyHours, type WeeklyHours } from '../time/weekly-hours.ts';
import { localTimeAt, momentOfLocal, momentsOf, readLocalTime } from '../time/zone-clock.ts';
import { type FreezeInput, frozenAt, isWithin, nextWithin } from './freeze.ts';
import { exemptionsOf, neverFrozen } from './never-frozen.ts';
import { type ChangeWindow, defaultPolicy, type Freeze } from './policy.ts';

const zones = ['UTC', 'Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
const zone = fc.constantFrom(...zones);
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Five years, with leap days and all clock changes. */
const moment = fc
  .integer({ min: Date.UTC(2024, 0) / minute, max: Date.UTC(2029, 0) / minute })
  .map((at) => at * minute);

const at = (text: string): number => Date.parse(`${text}Z`);

function hoursOf(text: string): WeeklyHours {
  const hours = readWeeklyHours(text);
  if (!hours) throw new Error(text);
  return hours;
}

describe('local times', () => {
  test('a moment is among the moments of what its clock reads, in every zone', () =>
    fc.assert(
      fc.property(zone, moment, (where, when) => {
        const local = localTimeAt(where, when);
        const moments = momentsOf(where, local);
        expect(moments).toContain(when);
        expect(momentOfLocal(where, local)).toBe(moments[0]);
      }),
    ));

  test('one that is skipped is the moment at which the clock is set forward; of two, the first', () => {
    const local = (text: string) => readLocalTime(text)?.local ?? 0;
    expect(momentsOf('Europe/Berlin', local('2027-03-28T02:30'))).toEqual([]);
    expect(momentOfLocal('Europe/Berlin', local('2027-03-28T02:30'))).toBe(at('2027-03-28T01:00'));
    expect(momentsOf('Europe/Berlin', local('2027-10-31T02:30'))).toEqual([
      at('2027-10-31T00:30'),
      at('2027-10-31T01:30'),
    ]);
    expect(momentOfLocal('Australia/Lord_Howe', local('2027-10-03T02:10'))).toBe(at('2027-10-02T15:30'));
  });

  test.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-04-31T10:00', '2026-04-30T24:00', 'soon', ''])(
    '%j is none',
    (text) => expect(readLocalTime(text)).toBeUndefined(),
  );

  test('a leap day is one', () => expect(readLocalTime('2028-02-29')?.isDay).toBe(true));
});

describe('weekly hours', () => {
  test.each([
    ['mon-fri 09:00-17:00', [1, 2, 3, 4, 5]],
    ['Sat,Sun', [6, 7]],
    ['fri-mon 22:00-02:00', [1, 5, 6, 7]],
    ['daily 0:00-24:00', [1, 2, 3, 4, 5, 6, 7]],
    ['mon,wed-thu 10:00-11:30', [1, 3, 4]],
  ])('%s', (text, days) => expect(hoursOf(text).days).toEqual(days));

  test.each([
    '',
    'mon-fri 9-17',
    'foo 09:00-17:00',
    'mon 09:00-09:00',
    'mon 25:00-26:00',
    'mon 10:60-11:00',
    'mon 24:00-02:00',
  ])('%j are none', (text) => expect(readWeeklyHours(text)).toBeUndefined());

  test('are open when the clock of their zone says so, over every change of the clock', () => {
    const text = fc.constantFrom('mon-fri 09:00-17:00', 'daily 01:00-04:00', 'sat-sun', 'wed,fri 22:00-06:00');
    fc.assert(
      fc.property(zone, moment, text, (where, when, typed) => {
        const hours = hoursOf(typed);
        const local = localTimeAt(where, when);
        const reads = (days: number) => {
          const start = Math.floor(local / day) * day - days * day;
          const weekday = new Date(start).getUTCDay() || 7;
          const end = hours.to > hours.from ? hours.to : hours.to + day;
          return hours.days.includes(weekday) && local >= start + hours.from && local < start + end;
        };
        const wanted = reads(0) || reads(1);
        // An hour that occurs twice is inside the hours both times or never, unless an interval ends within it.
        const isTwice = momentsOf(where, local).length > 1;
        if (!isTwice) expect(isWithin([hours], where, when)).toBe(wanted);
        const next = nextWithin([hours], where, when);
        expect(next).toBeDefined();
        expect(isWithin([hours], where, next ?? 0)).toBe(true);
        if (next !== undefined && next > when) expect(isWithin([hours], where, next - minute)).toBe(false);
      }),
    );
  });

  test('hours that touch or overlap are one stretch', () => {
    const intervals = openIntervals(
      [hoursOf('mon 09:00-12:00'), hoursOf('mon 11:00-15:00'), hoursOf('mon 15:00-16:00')],
      'UTC',
      { from: at('2026-11-23T00:00'), to: at('2026-11-24T00:00') },
    );
    expect(intervals).toEqual([{ from: at('2026-11-23T09:00'), to: at('2026-11-23T16:00') }]);
  });
});

const deploy: FreezeInput = {
  risk: 'disrupt',
  operation: 'component.deploy',
  freezes: 'covered',
  exempt: [],
  context: { team: 'shop', region: 'east-1', app: '12' },
  channel: 'C0SHOP',
  asker: { id: 'UANN', groups: [] },
};

function freeze(more: Partial<Freeze>): Freeze {
  return { id: 'one', also: [], breakGlass: true, reason: 'Double Eleven', ...more };
}

function window(text: string, more: Partial<ChangeWindow> = {}): ChangeWindow {
  return { id: text, also: [], breakGlass: true, hours: [hoursOf(text)], zone: 'UTC', ...more };
}

const judge = (freezes: readonly Freeze[], windows: readonly ChangeWindow[], when: number, input = deploy) =>
  frozenAt(defaultPolicy, { freezes, windows }, input, when);

describe('a freeze', () => {
  const noon = at('2026-11-25T12:00');

  test('has a beginning, an end and a reason, and open ends', () => {
    const eleven = freeze({ from: noon, to: noon + hour });
    expect(judge([eleven], [], noon - 1)).toBeUndefined();
    expect(judge([eleven], [], noon)).toMatchObject({ by: 'freeze', reason: 'Double Eleven', until: noon + hour });
    expect(judge([eleven], [], noon + hour)).toBeUndefined();
    expect(judge([freeze({ from: noon })], [], noon + day)).not.toHaveProperty('until');
    expect(judge([freeze({ to: noon })], [], 0)).toMatchObject({ until: noon });
  });

  test('ends when the last of those that follow or overlap ends, and a window is open then', () => {
    const first = freeze({ from: noon, to: noon + 2 * hour });
    const second = freeze({ id: 'two', from: noon + hour, to: noon + 5 * hour });
    // Friday 17:00 is past, so the next opening is on Monday.
    expect(judge([first, second], [], noon)?.until).toBe(noon + 5 * hour);
    expect(judge([first, second], [window('mon-wed 09:00-16:00')], noon)?.until).toBe(at('2026-11-30T09:00'));
    expect(judge([first], [window('mon-wed 09:00-16:00')], noon)?.until).toBe(noon + 2 * hour);
  });

  test('is about what its conditions say, by default only about what deploys', () => {
    const input = (more: Partial<FreezeInput>): FreezeInput => ({ ...deploy, freezes: undefined, ...more });
    const all = freeze({});
    expect(judge([all], [], noon)).toBeDefined();
    expect(judge([all], [], noon, input({ operation: 'port.open', risk: 'expose' }))).toBeUndefined();
    const exposing = freeze({ when: { risk: ['expose'] } });
    expect(judge([exposing], [], noon)).toBeUndefined();
    expect(judge([exposing], [], noon, input({ operation: 'port.open', risk: 'expose' }))).toBeDefined();
    const unread = { id: 'UANN', groups: { in: [], unreadable: ['S0OPS'] } };
    const policy = { ...defaultPolicy, roles: new Map([['ops', { name: 'ops', users: [], groups: ['S0OPS'] }]]) };
    const ofOps = { freezes: [freeze({ when: { asker: ['ops'] } })], windows: [] };
    expect(frozenAt(policy, ofOps, { ...deploy, asker: unread }, noon)).toBeDefined();
  });

  test.each(neverFrozen)('never covers %s, unless it says so', (exempt) => {
    const everything = freeze({ when: {} });
    const own = exempt === 'undo' || exempt === 'incident' ? 'covered' : exempt;
    const input: FreezeInput = { ...deploy, freezes: own, exempt: [exempt] };
    expect(judge([everything, freeze({})], [window('mon 09:00-10:00')], noon, input)).toBeUndefined();
    expect(judge([freeze({ also: [exempt] })], [], noon, input)).toBeDefined();
  });

  test('an exemption is enough, whatever else of the list is frozen', () => {
    const input: FreezeInput = { ...deploy, freezes: 'stop', exempt: ['stop', 'incident'] };
    expect(judge([freeze({ also: ['stop'] })], [], noon, input)).toBeUndefined();
    expect(exemptionsOf({ freezes: 'close', risk: 'change' })).toEqual(['close']);
    expect(exemptionsOf({ freezes: 'close', risk: 'expose' })).toEqual([]);
  });

  test('is overridden by an exception that names it, and by break glass unless it says no', () => {
    const strict = freeze({ breakGlass: false, exception: { need: 'approve', from: 'managers', count: 2 } });
    const over = (overrides: Parameters<typeof frozenAt>[4]) =>
      frozenAt(defaultPolicy, { freezes: [strict], windows: [] }, deploy, noon, overrides);
    expect(over({})).toMatchObject({ glass: false, exception: { from: 'managers', count: 2 } });
    expect(over({ breaksGlass: true })).toBeDefined();
    expect(over({ exceptions: ['one'] })).toBeUndefined();
    expect(over({ exceptions: ['other'] })).toBeDefined();
    expect(
      frozenAt(defaultPolicy, { freezes: [freeze({})], windows: [] }, deploy, noon, { breaksGlass: true }),
    ).toBeUndefined();
  });
});

describe('windows', () => {
  test('any of those that are about a change is enough', () => {
    const morning = window('daily 08:00-10:00');
    const evening = window('daily 20:00-22:00');
    expect(judge([], [morning, evening], at('2026-11-25T09:00'))).toBeUndefined();
    expect(judge([], [morning, evening], at('2026-11-25T12:00'))).toMatchObject({
      by: 'window',
      until: at('2026-11-25T20:00'),
    });
  });

  test('what is said to be free is free, and nothing before that is', () => {
    const span = fc.tuple(moment, fc.integer({ min: 1, max: 20 * 24 * 60 }));
    const freezes = fc
      .array(span, { maxLength: 4 })
      .map((all) =>
        all.map(([from, minutes], index) => freeze({ id: `f${index}`, from, to: from + minutes * minute })),
      );
    const windows = fc
      .array(fc.tuple(fc.constantFrom('mon-fri 09:00-17:00', 'daily 01:00-03:00', 'sat 22:00-04:00'), zone), {
        maxLength: 3,
      })
      .map((all) => all.map(([text, where], index) => window(text, { id: `w${index}`, zone: where })));
    fc.assert(
      fc.property(freezes, windows, moment, fc.integer({ min: 1, max: 99 }), (some, others, when, part) => {
        const ruling = judge(some, others, when);
        if (!ruling) return;
        const { until } = ruling;
        expect(until).toBeDefined();
        if (until === undefined) return;
        expect(until).toBeGreaterThan(when);
        expect(judge(some, others, until)).toBeUndefined();
        const between = when + Math.floor(((until - when) * part) / 100);
        expect(judge(some, others, between)).toBeDefined();
        expect(judge(some, others, until - 1)).toBeDefined();
      }),
      { numRuns: 300 },
    );
  });
});

import fc from 'fast-check';
import { evaluate, newTrack, sampleEvery, type WatchSample, type WatchTrack } from './watch-state.ts';

const minute = sampleEvery;
const times = { firesAfter: 5 * minute, endsAfter: 5 * minute };
const higher = (one: number, other: number) => one > other;
const positions = { b: 'beyond', i: 'inside', m: 'between', '-': 'missing' } as const;

/** Each letter is one minute: `b` beyond, `m` between threshold and margin, `i` inside, `-` missing. */
const samplesOf = (letters: string, from = 0): WatchSample[] =>
  [...letters].flatMap((letter, index) => {
    const position = Object.entries(positions).find(([key]) => key === letter)?.[1];
    return position ? [{ at: from + (index + 1) * minute, position }] : [];
  });

const run = (letters: string, track = newTrack(0)) => evaluate(track, samplesOf(letters, track.at), times, higher);

const letter = fc.constantFrom('b', 'm', 'i', '-');
const history = fc.array(letter, { maxLength: 120 }).map((letters) => letters.join(''));

describe('with any history', () => {
  test('a range at once comes to the same as minute by minute', () =>
    fc.assert(
      fc.property(history, fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 6 }), (letters, cuts) => {
        const samples = samplesOf(letters);
        const whole = evaluate(newTrack(0), samples, times, higher);
        let track: WatchTrack = newTrack(0);
        const changes: unknown[] = [];
        const bounds = [...cuts.toSorted((one, other) => one - other), samples.length];
        let from = 0;
        for (const to of bounds) {
          const part = evaluate(track, samples.slice(from, Math.max(from, to)), times, higher);
          changes.push(...part.changes);
          track = part.track;
          from = Math.max(from, to);
        }
        expect(track).toEqual(whole.track);
        expect(changes).toEqual(whole.changes);
      }),
    ));

  test('flapping around the threshold is one incident: it ends only after five minutes inside', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom('b', 'm', 'i', 'ib', 'mib', 'iiib'), { maxLength: 60 }), (parts) => {
        const flapping = parts.join('').replaceAll(/i{6,}/g, 'iiiii');
        const { changes } = run(`bbbbbb${flapping}`);
        expect(changes.filter(({ from, track }) => from === 'pending' && track.state === 'firing')).toHaveLength(1);
        expect(changes.filter(({ from, track }) => from !== 'pending' && track.state === 'ok')).toEqual([]);
      }),
    ));

  test('a limit that was changed without a value decides with the first one: it goes on, or ends by the limit', () => {
    const changed = (letters: string) => {
      const { track } = run('bbbbbbb---');
      const { track: after, changes } = run(letters, { ...track, isUnchecked: true });
      return [after.state, after.isUnchecked, changes.map(({ isByLimit }) => isByLimit)];
    };
    expect(changed('--')).toEqual(['firing', true, []]);
    expect(changed('-b')).toEqual(['firing', undefined, []]);
    expect(changed('-i')).toEqual(['ok', undefined, [true]]);
    expect(changed('m')).toEqual(['ok', undefined, [true]]);
    // Later, it recovers as usual.
    expect(changed('biiiiii')).toEqual(['ok', undefined, [undefined, undefined]]);
  });

  test('it is over since the first sample inside after the last one beyond, not since that lasted', () => {
    const recovered = (letters: string) => run(letters).changes.at(-1)?.recovered;
    expect(recovered('bbbbbbbiiiiii')).toBe(8 * minute);
    expect(recovered('bbbbbbbibbi-miiiiii')).toBe(11 * minute);
  });

  test('it fires only after five minutes of samples beyond, and ends only after five inside, whatever is missing', () =>
    fc.assert(
      fc.property(history, (letters) => {
        for (const { at, from, track } of run(letters).changes) {
          const before = letters.slice(0, at / minute);
          // Samples before three missing ones don't count. If the fifth minute is missing, a later minute fires.
          const stretch = /[b-]*$/.exec(before)?.[0].split('---').at(-1)?.replace(/^-+/, '');
          if (from === 'pending' && track.state === 'firing') expect(stretch).toMatch(/^b[b-]{4,}b$/);
          if (from === 'recovering' && track.state === 'ok') expect(before).toMatch(/i[i-]*i$/);
        }
      }),
    ));

  test('a clock that jumps neither fires nor ends anything', () => {
    const jump = fc.integer({ min: -500, max: 500 }).map((minutes) => minutes * minute);
    fc.assert(
      fc.property(history, jump, letter, (letters, by, next) => {
        const { track } = run(letters);
        const [sample] = samplesOf(next, track.at + by);
        if (!sample) return;
        const after = evaluate(track, [sample], times, higher).track;
        // Two missing samples are bridged, and the next sample includes their time: three minutes at most.
        const isFar = track.lasted < 2 * minute;
        if (track.state !== 'firing' && track.state !== 'recovering' && isFar) expect(after.state).not.toBe('firing');
        if (track.state === 'firing') expect(['firing', 'recovering']).toContain(after.state);
        if (track.state === 'recovering' && isFar) expect(after.state).not.toBe('ok');
      }),
    );
  });

  test('goes on at once after a clock was set back', () => {
    const { track } = run('bbbbbb');
    expect(run('iiiiii', { ...track, at: track.at + 3_600_000 }).track.state).toBe('ok');
    const set = evaluate({ ...track, at: track.at + 3_600_000 }, samplesOf('iiiiii', track.at), times, higher);
    expect(set.track.state).toBe('ok');
  });
});

describe('if the data stops while the condition is pending', () => {
  const value = (letter: string) => (letter === '-' ? undefined : letter === 'i' ? 100 : letter === 'B' ? 900 : 700);
  const measured = (letters: string) =>
    samplesOf(letters.toLowerCase()).map((sample, index) => ({ ...sample, value: value(letters[index] ?? '-') }));
  const track = (letters: string) => evaluate(newTrack(0), measured(letters), times, higher).track;

  test('it fires only five minutes after that, but with the begin and the highest value of before', () => {
    expect(track('ibbBb-------bbbbb').state).toBe('pending');
    const after = track('ibbBb-------bbbbbb');
    expect(after).toMatchObject({ state: 'firing', since: 2 * minute, furthest: { value: 900, at: 4 * minute } });
    expect(after.gap).toEqual({ from: 6 * minute, to: 12 * minute, lasted: 7 * minute });
    // A jump to a later sample is the same gap.
    const { track: before } = evaluate(newTrack(0), measured('ibbBb'), times, higher);
    const later = evaluate(before, samplesOf('b', 12 * minute), times, higher).track;
    expect(later).toMatchObject({ since: after.since, gap: after.gap });
  });

  test('it began anew if it was not met afterward, or if the data was away too long', () => {
    expect(track('ibbBb-------ibbbbbb')).toMatchObject({ state: 'firing', since: 14 * minute, gap: undefined });
    expect(track(`bb${'-'.repeat(16)}bbbbbb`)).toMatchObject({ state: 'firing', since: 19 * minute, gap: undefined });
  });

  test('what the first value after a gap shows may have begun in the gap, unless no data was expected', () => {
    expect(track('ii------bbbbbb')).toMatchObject({ state: 'firing', since: 9 * minute, isOlder: true });
    expect(track('ii--bbbbbb').isOlder).toBeUndefined();
    const idle = measured('ii------bbbbbb').map((sample) =>
      sample.position === 'missing' ? { ...sample, idle: true as const } : sample,
    );
    expect(evaluate(newTrack(0), idle, times, higher).track).toMatchObject({ state: 'firing', isOlder: undefined });
  });

  test('two bridged minutes aren’t a gap, and two gaps have one length', () => {
    expect(track('bbb--bbb').gap).toBeUndefined();
    expect(track('bbbbbbb---ib----b').gap).toEqual({ from: 8 * minute, to: 16 * minute, lasted: 7 * minute });
    expect(track('bbbbbbb---iiiiiii')).toMatchObject({ state: 'ok', gap: undefined });
  });
});

test('the most extreme value is that of the whole time since the begin, also before the watch', () => {
  const begin = { since: 0, isOlder: true, furthest: { value: 96, at: 0 } };
  const sample = (at: number, value: number, more: Partial<WatchSample> = {}): WatchSample => ({
    ...{ at: at * minute, position: 'beyond', value },
    ...more,
  });
  const known = (value: number) =>
    evaluate(newTrack(0), [sample(1, value, { begin }), sample(2, 53)], times, higher).track.furthest?.value;
  expect([known(53), known(97)]).toEqual([96, 97]);
});

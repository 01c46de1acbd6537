import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluate, hasNoData, newTrack, sampleEvery, type WatchSample, type WatchTrack } from './watch-state.ts';

const minute = sampleEvery;
const times = { firesAfter: 5 * minute, endsAfter: 5 * minute };
const higher = (one: number, other: number) => one > other;
const positions = { b: 'beyond', i: 'inside', m: 'between', '-': 'missing' } as const;

/** A minute for each letter: `b` beyond, `m` between threshold and margin, `i` inside, `-` missing. */
function samplesOf(letters: string, from = 0): WatchSample[] {
  return [...letters].flatMap((letter, index) => {
    const position = Object.entries(positions).find(([known]) => known === letter)?.[1];
    return position ? [{ at: from + (index + 1) * minute, position }] : [];
  });
}

function run(letters: string, track = newTrack(0)) {
  return evaluate(track, samplesOf(letters, track.at), times, higher);
}

/** The states after each change, with the minute. */
function changesOf(letters: string): string {
  return run(letters)
    .changes.map(({ at, track }) => `${track.state}@${at / minute}`)
    .join(' ');
}

describe('a watch', () => {
  test.each([
    ['fires when all samples of five minutes are beyond the threshold', 'bbbbbb', 'pending@1 firing@6'],
    ['does not fire a minute earlier', 'bbbbb', 'pending@1'],
    ['forgets a short peak', 'bbbi', 'pending@1 ok@4'],
    ['forgets one that only comes near the threshold again', 'bbbm', 'pending@1 ok@4'],
    [
      'recovers at the first sample inside, and ends five minutes later',
      'bbbbbbiiiiii',
      'pending@1 firing@6 recovering@7 ok@12',
    ],
    ['fires again at any sample beyond, without waiting', 'bbbbbbiib', 'pending@1 firing@6 recovering@7 firing@9'],
    ['keeps firing between threshold and margin', 'bbbbbbmmmm', 'pending@1 firing@6'],
    ['waits five minutes again after a sample between', 'bbbbbbiimiiiii', 'pending@1 firing@6 recovering@7'],
    [
      'ends five minutes after the first sample inside that follows',
      'bbbbbbiimiiiiii',
      'pending@1 firing@6 recovering@7 ok@15',
    ],
    ['bridges two missing samples', 'bb--bb', 'pending@1 firing@6'],
    ['never fires at a missing one', 'bbbbb-', 'pending@1'],
    ['fires a minute later where the fifth minute is missing', 'b-bbb-b', 'pending@1 firing@7'],
    ['takes three missing ones for the end of what was pending', 'bb---bb', 'pending@1 ok@5 pending@6'],
    ['stays as it is while data is missing', 'bbbbbb------------', 'pending@1 firing@6'],
    ['does not end while data is missing', 'bbbbbbii------iii', 'pending@1 firing@6 recovering@7'],
    ['goes on with recovering after data was missing', 'bbbbbbii------iiiii', 'pending@1 firing@6 recovering@7 ok@19'],
  ])('%s', (_what, letters, expected) => expect(changesOf(letters)).toBe(expected));

  test('says that data is missing from the third missing sample on, and not where none is expected', () => {
    expect(hasNoData(run('b--').track)).toBe(false);
    expect(hasNoData(run('b---').track)).toBe(true);
    expect(hasNoData(run('b---i').track)).toBe(false);
    const idle = samplesOf('---').map((sample): WatchSample => ({ ...sample, idle: true }));
    expect(hasNoData(evaluate(newTrack(0), idle, times, higher).track)).toBe(false);
  });

  test('remembers since when, the last value and the furthest one, until it has ended', () => {
    const values = [600, 700, 900, 650, 640, 630, 100, 100, 100, 100, 100, 100];
    const samples = values.map(
      (value, index): WatchSample => ({
        ...{ at: (index + 1) * minute, value },
        position: value > 500 ? 'beyond' : 'inside',
      }),
    );
    const { track, changes } = evaluate(newTrack(0), samples, times, higher);
    expect(changes.map(({ track: each }) => [each.state, each.since, each.furthest?.value])).toEqual([
      ['pending', minute, 600],
      ['firing', minute, 900],
      ['recovering', minute, 900],
      ['ok', undefined, 900],
    ]);
    expect(track.last).toEqual({ value: 100, at: 12 * minute });
  });

  test('fires at once where nothing has to last, or where it is known to have lasted', () => {
    const at = minute;
    const once = evaluate(newTrack(0), [{ at, position: 'beyond' }], { ...times, firesAfter: 0 }, higher);
    expect(once.track.state).toBe('firing');
    const lasted = evaluate(newTrack(0), [{ at, position: 'beyond', lasted: 15 * minute }], times, higher);
    expect(lasted.track).toMatchObject({ state: 'firing', since: -14 * minute });
  });
});

const letter = fc.constantFrom('b', 'm', 'i', '-');
const history = fc.array(letter, { maxLength: 120 }).map((letters) => letters.join(''));

describe('with any history', () => {
  test('a range at once comes to the same as minute by minute', () => {
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
    );
  });

  test('samples that were left out are missing ones', () => {
    fc.assert(
      fc.property(history, (letters) => {
        const samples = samplesOf(`${letters}i`);
        const { at: _at, missing: _missing, ...whole } = evaluate(newTrack(0), samples, times, higher).track;
        const known = samples.filter(({ position }) => position !== 'missing');
        const { at: _other, missing: _left, ...part } = evaluate(newTrack(0), known, times, higher).track;
        expect(part).toEqual(whole);
      }),
    );
  });

  test('flapping around the threshold is one incident: it ends only after five minutes inside', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('b', 'm', 'i', 'ib', 'mib', 'iiib'), { maxLength: 60 }), (parts) => {
        const flapping = parts.join('').replaceAll(/i{6,}/g, 'iiiii');
        const { changes } = run(`bbbbbb${flapping}`);
        expect(changes.filter(({ from, track }) => from === 'pending' && track.state === 'firing')).toHaveLength(1);
        expect(changes.filter(({ from, track }) => from !== 'pending' && track.state === 'ok')).toEqual([]);
      }),
    );
  });

  test('it fires only after five minutes of samples beyond, and ends only after five inside, whatever is missing', () => {
    fc.assert(
      fc.property(history, (letters) => {
        for (const { at, from, track } of run(letters).changes) {
          const before = letters.slice(0, at / minute);
          // What lies behind three missing ones doesn't count; where the fifth minute is missing, a later one fires.
          const stretch = /[b-]*$/.exec(before)?.[0].split('---').at(-1)?.replace(/^-+/, '');
          if (from === 'pending' && track.state === 'firing') expect(stretch).toMatch(/^b[b-]{4,}b$/);
          if (from === 'recovering' && track.state === 'ok') expect(before).toMatch(/i[i-]*i$/);
        }
      }),
    );
  });

  test('a clock that jumps neither fires nor ends anything', () => {
    const jump = fc.integer({ min: -500, max: 500 }).map((minutes) => minutes * minute);
    fc.assert(
      fc.property(history, jump, letter, (letters, by, next) => {
        const { track } = run(letters);
        const [sample] = samplesOf(next, track.at + by);
        if (!sample) return;
        const after = evaluate(track, [sample], times, higher).track;
        // Two missing samples are bridged, and the next one counts with them: three minutes at most.
        const isFar = track.lasted < 2 * minute;
        if (track.state !== 'firing' && track.state !== 'recovering' && isFar) expect(after.state).not.toBe('firing');
        if (track.state === 'firing') expect(['firing', 'recovering']).toContain(after.state);
        if (track.state === 'recovering' && isFar) expect(after.state).not.toBe('ok');
      }),
    );
  });

  test('goes on at once after a clock was set back', () => {
    const { track } = run('bbbbbb');
    const back = run('iiiiii', { ...track, at: track.at + 3_600_000 });
    expect(back.track.state).toBe('ok');
    const set = evaluate({ ...track, at: track.at + 3_600_000 }, samplesOf('iiiiii', track.at), times, higher);
    expect(set.track.state).toBe('ok');
  });
});

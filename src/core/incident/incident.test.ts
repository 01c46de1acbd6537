import { verbatim } from '../text/text.ts';
import type { LineState } from './incident.ts';
import { incidentState, isIncidentOver, reopenedWithin, silenceOf } from './incident.ts';
import { isSilenced } from './observe-lines.ts';

describe('the state of an incident is that of its conditions', () => {
  const line = (state: LineState) => ({ key: state, state, what: { key: 'a', with: {} }, since: 0 });
  test.each<[readonly LineState[], LineState]>([
    [['recovering', 'firing', 'resolved'], 'firing'],
    [['resolved', 'recovering'], 'recovering'],
    [['deleted', 'unreported'], 'unreported'],
    [['resolved', 'unwatched'], 'unwatched'],
    [['deleted'], 'deleted'],
    [['deleted', 'deleted'], 'deleted'],
    [['deleted', 'resolved'], 'resolved'],
    [['resolved'], 'resolved'],
    [[], 'resolved'],
  ])('%j: %s', (states, state) => expect(incidentState({ lines: states.map(line) })).toBe(state));
});

test('an incident is over once it can’t go on as the same one', () => {
  const isOver = (ended: number | undefined, now: number) => isIncidentOver(ended === undefined ? {} : { ended }, now);
  expect(isOver(undefined, 1e12)).toBe(false);
  expect(isOver(1_000, 1_000 + reopenedWithin)).toBe(false);
  expect(isOver(1_000, 1_001 + reopenedWithin)).toBe(true);
});

test('a silence ends at its moment', () => {
  const silenced = { id: 'U1', name: 'Maya', at: 1_000, until: 2_000 };
  expect(isSilenced({ lines: [] }, 0)).toBe(false);
  expect(isSilenced({ lines: [], silenced }, 1_999)).toBe(true);
  expect(isSilenced({ lines: [], silenced }, 2_000)).toBe(false);
});

test('an incident is silenced where the watches of all that goes on are', () => {
  const silenced = { id: 'U1', name: 'Maya', at: 1_000, until: 2_000 };
  const line = { key: 'k', what: verbatim('slow'), watch: 'w1', state: 'firing', since: 0 } as const;
  const quiet = { ...line, silenced };
  expect(isSilenced({ lines: [quiet, { ...quiet, silenced: { ...silenced, until: 3_000 } }] }, 1_999)).toBe(true);
  expect(isSilenced({ lines: [quiet, { ...quiet, silenced: { ...silenced, until: 3_000 } }] }, 2_000)).toBe(false);
  expect(isSilenced({ lines: [quiet, line] }, 1_999)).toBe(false);
  expect(isSilenced({ lines: [quiet, { ...line, state: 'resolved' }] }, 1_999)).toBe(true);
});

test('of two silences of one condition the longer counts, whoever set it', () => {
  const silence = (until: number) => ({ id: 'U1', name: 'Maya', at: 1_000, until });
  const until = (own: number, ofWatch: number) => {
    const line = { key: 'k', what: verbatim('slow'), watch: 'w1', state: 'firing', since: 0 } as const;
    return silenceOf({ silenced: silence(own), lines: [{ ...line, silenced: silence(ofWatch) }] }, 1_500)?.until;
  };
  expect([until(2_000, 3_000), until(3_000, 2_000), until(2_000, 1_400)]).toEqual([3_000, 3_000, 2_000]);
});

import { defined } from '../../../core/defined.ts';
import { verbatim } from '../../../core/text/text.ts';
import { type AfterChange, readFrom, type TouchedComponent } from '../../../core/watch/after-change.ts';
import { plain } from '../../operation-catalog.ts';
import { isAsBefore, lookAfterChange, worseNote } from './watch-after-changes.ts';

const minute = 60_000;
const checked = 1_000 * minute;
const done = checked + 2 * minute;

const changed = (was: TouchedComponent['was'] = 'running'): AfterChange => ({
  request: 'r1',
  channel: 'C1',
  context: { team: 't', region: 'r', app: '1' },
  components: [{ id: 'a', name: 'web', was }],
  checked,
  since: done,
  until: done + 15 * minute,
  before: {},
  tracks: {},
});

type Values = Readonly<Record<number, number>>;

/** Processes minutes one at a time, from the first minute after the change. The readings begin before the change. */
function passed(
  watched: AfterChange,
  {
    status = 'running',
    memory = {},
    restarts = {},
  }: { status?: string | undefined; memory?: Values; restarts?: Values },
  minutes = 15,
) {
  let current = watched;
  for (let n = 3; n < minutes + 3; n += 1) {
    const at = checked + n * minute;
    const valuesOf = (values: Values, from: number) =>
      new Map(
        Object.entries(values)
          .map(([key, value]) => [checked + Number(key) * minute, { value }] as const)
          .filter(([moment]) => moment >= from && moment <= at),
      );
    const { next, worse } = lookAfterChange(current, {
      minute: at,
      components: [{ serviceId: 'a', status }],
      itemValues: new Map([
        [
          'memory_share' as const,
          { values: new Map([['a', valuesOf(memory, readFrom(current, 'memory_share'))]]), from: checked, to: at },
        ],
        [
          'restarts' as const,
          { values: new Map([['a', valuesOf(restarts, readFrom(current, 'restarts'))]]), from: checked, to: at },
        ],
      ]),
      isEstimated: false,
    });
    if (worse.length > 0) return { after: n - 2, says: worse.map(({ says }) => plain(says, 'en')) };
    current = next;
  }
  return undefined;
}

const values = (before: number | undefined, later: number, from = 3): Values => ({
  ...defined({ 0: before }),
  ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => [n + 1, n + 1 >= from ? later : (before ?? 0)])),
});

test.each([
  ['running', 'abnormal', 2],
  ['running', 'some_abnormal', 2],
  ['degraded', 'abnormal', 2],
  ['moving', 'abnormal', 2],
  ['stopped', 'abnormal', 2],
  ['degraded', 'some_abnormal', undefined],
  ['abnormal', 'abnormal', undefined],
  ['abnormal', 'some_abnormal', undefined],
  ['unknown', 'abnormal', undefined],
  ['running', 'starting', undefined],
  ['running', undefined, undefined],
  ['running', 'closed', undefined],
] as const)('a status: %s before the change and %s after it', (was, status, expected) =>
  expect(passed(changed(was), { status })?.after).toBe(expected),
);

test.each([
  ['was low', 0.4, 0.95, 6],
  ['was not measured', undefined, 0.95, undefined],
  ['was nearly as high', 0.93, 0.97, undefined],
  ['was high and is much higher', 0.91, 0.97, 6],
  ['is not above 90%', 0.4, 0.9, undefined],
])('memory of the limit: which %s', (_name, before, later, expected) =>
  expect(passed(changed(), { memory: values(before, later) })?.after).toBe(expected),
);

describe('restarts', () => {
  test.each([
    ['one more', 0, 1, undefined],
    ['two more', 0, 2, 1],
    ['two more than many', 3, 5, 1],
    ['as many as before', 4, 4, undefined],
    ['fewer than before', 4, 1, undefined],
  ])('%s', (_name, before, later, expected) =>
    expect(passed(changed(), { restarts: values(before, later) })?.after).toBe(expected),
  );

  test('as many as before aren’t more where the minute before the change wasn’t read', () => {
    const at = done + minute;
    const restarts = { values: new Map([['a', new Map([[at, { value: 2 }]])]]), from: at, to: at };
    const { next, worse } = lookAfterChange(changed(), {
      minute: at,
      components: [{ serviceId: 'a', status: 'running' }],
      isEstimated: false,
      itemValues: new Map([['restarts' as const, restarts]]),
    });
    expect(worse).toEqual([]);
    expect(readFrom(next, 'restarts')).toBe(checked);
  });
});

test('where an incident tells of it, the undo or the log stays: the incident may not be posted yet', () => {
  const worse = [
    { component: { id: 'a', name: 'web', was: 'running' }, item: 'abnormal', kind: 'abnormal', says: verbatim('…') },
  ] as const;
  const undo = { proposal: { operation: 'component.start', given: {}, label: verbatim('Start') } };
  const noteOf = (plan: object) => worseNote({ plan } as Parameters<typeof worseNote>[0], [worse[0]], 'i1');
  expect(noteOf({ undo })).toMatchObject({ incident: 'i1', offer: 'undo' });
  expect(noteOf({ undo: { none: verbatim('') } })).toMatchObject({
    incident: 'i1',
    offer: { operation: 'component.log' },
  });
});

test('memory: only the note has a value, as the chart of the card has later ones, and offers a chart and the scale', () => {
  const on = { component: { id: 'a', name: 'web', was: 'running' }, item: 'memory_share', kind: 'running' } as const;
  const worse = { ...on, says: verbatim('web went above'), noted: verbatim('web went above, now 96%') };
  const noteOf = (plan: object) => worseNote({ plan } as Parameters<typeof worseNote>[0], [worse], undefined);
  const note = noteOf({ undo: { none: verbatim('') } });
  expect(plain(note.text, 'en')).toContain('now 96%');
  expect(note.worse).toEqual(worse.says);
  expect(note.more?.map(({ operation }) => operation)).toEqual(['monitor', 'component.scale']);
  expect(noteOf({ undo: { proposal: {} } }).more?.map(({ operation }) => operation)).toEqual(['monitor']);
});

test('as long as what was before it could not be read, nothing measured is said to be worse', () => {
  const { next, worse } = lookAfterChange(changed(), {
    minute: done + minute,
    components: undefined,
    itemValues: new Map(),
    isEstimated: false,
  });
  expect(worse).toEqual([]);
  expect(readFrom(next, 'restarts')).toBe(checked);
});

test.each([
  ['abnormal', 'abnormal', true],
  ['abnormal', 'degraded', true],
  ['degraded', 'degraded', true],
  ['degraded', 'abnormal', false],
  ['running', 'degraded', false],
] as const)(
  '%s before a change, running, then %s: whether the problem from before came back',
  (was, kind, expected) => {
    const event = { component: 'a', name: 'web', state: 'succeeded', was } as const;
    const steps: Parameters<typeof isAsBefore>[0] = [{ state: 'done', events: [{ ...event, before: [] }] }];
    const worse = { component: { id: 'a', name: 'web', was: 'running' }, item: 'abnormal', kind } as const;
    expect(isAsBefore(steps, [worse])).toBe(expected);
    expect(isAsBefore(steps, [{ ...worse, item: 'restarts' }])).toBe(false);
  },
);

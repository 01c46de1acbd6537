import { frozenAt } from '../../src/core/policy/freeze.ts';
import { exemptionsOf } from '../../src/core/policy/never-frozen.ts';
import { defaultPolicy, risks } from '../../src/core/policy/policy.ts';
import { operations } from '../../src/operations/index.ts';

/** All changes. Each has a default for freezes, or a reason why freezes never apply to it. */
const changes = operations.flatMap((each) => (each.kind === 'change' ? [each] : []));
const everything = {
  freezes: [{ id: 'all', also: [], breakGlass: false, reason: 'all', when: { risk: [...risks] } }],
  windows: [],
};
const byDefault = { freezes: [{ id: 'some', also: [], breakGlass: true, reason: 'some' }], windows: [] };

function judge(change: (typeof changes)[number], calendar: Parameters<typeof frozenAt>[1], isUndo = false) {
  const risk = change.minRisk ?? 'disrupt';
  const input = {
    ...{ risk, operation: change.id, channel: 'C0SHOP', asker: { id: 'UANN', groups: [] } },
    freezes: change.freezes,
    exempt: exemptionsOf({ freezes: change.freezes, risk, isUndo }),
  };
  return frozenAt(defaultPolicy, calendar, input, 0) !== undefined;
}

test('what freezes cover by default, and what they never cover', () => {
  const named = (wanted: (change: (typeof changes)[number]) => boolean) =>
    changes
      .filter(wanted)
      .map(({ id }) => id)
      .sort();
  expect(named((change) => judge(change, byDefault))).toEqual(
    ['component.build', 'component.deploy', 'component.image', 'component.scale', 'component.upgrade'].sort(),
  );
  expect(named((change) => !judge(change, everything))).toEqual([
    'component.restart',
    'component.start',
    'component.start_all',
    'component.stop',
    'component.stop_all',
    'port.close',
    'port.until',
  ]);
});

test.each(changes.map((change) => [change.id, change] as const))('the undo of %s is never frozen', (_id, change) =>
  expect(judge(change, everything, true)).toBe(false),
);

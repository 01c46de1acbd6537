import { type Place, placeKey } from '../../../core/command/context.ts';
import { type FreezeInput, FrozenWhy, frozenAt } from '../../../core/policy/freeze.ts';
import { exemptionsOf, type FreezeClass } from '../../../core/policy/never-frozen.ts';
import type { Policy } from '../../../core/policy/policy.ts';
import type { RunReport } from '../../../core/runs/followed-run.ts';
import type { RunKind } from '../../../core/runs/runs-of.ts';
import type { HasRecords } from '../../../store/kept/record-kind.ts';
import { calendarFrom, freezeRecords } from './stored-freeze.ts';

/** The operation by which a kind of run is requested with Portolan, and what freezes have to know of it. */
const asRequested: Readonly<Record<RunKind, { readonly operation: string; readonly freezes: FreezeClass }>> = {
  deploy: { operation: 'component.build', freezes: 'covered' },
  upgrade: { operation: 'component.upgrade', freezes: 'covered' },
  rollback: { operation: 'component.upgrade', freezes: 'covered' },
  scale: { operation: 'component.scale', freezes: 'covered' },
  resize: { operation: 'component.scale', freezes: 'covered' },
  start: { operation: 'component.start', freezes: 'start' },
  stop: { operation: 'component.stop', freezes: 'stop' },
  restart: { operation: 'component.restart', freezes: 'restart' },
};

/**
 * Reads the freezes and windows of an app, those that are over included.
 * @returns says whether a run began while it was frozen: freezes don't bind what isn't made with Portolan
 */
export async function freezesThen(
  { policy, records }: HasRecords & { readonly policy: Policy },
  context: Place,
): Promise<(run: Pick<RunReport, 'kind' | 'began'>) => FrozenWhy | undefined> {
  const calendar = calendarFrom(policy, await freezeRecords.bodies({ records }, { placeKey: placeKey(context) }));
  return ({ kind, began }) => {
    const { operation, freezes } = asRequested[kind];
    const risk = 'disrupt';
    const input: FreezeInput = {
      ...{ operation, freezes, risk, context, channel: '', asker: { id: '', groups: [] } },
      exempt: exemptionsOf({ freezes, risk }),
    };
    const found = frozenAt(policy, calendar, input, began);
    return found && FrozenWhy.parse(found);
  };
}
